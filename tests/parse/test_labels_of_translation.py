"""Labels that one language lost are those of the other, if both say the same; each is marked."""

import json
from pathlib import Path

from lawkb.corpus.laws import read_code
from lawkb.model.address import Address
from lawkb.model.law import Provision
from lawkb.pipeline import ingest
from tests.cli.test_plausibility import corpus, run

ENGLISH = """Article 1 – Duties

1. The keeper keeps the wall, as in paragraph 2.

2. The owner shall:

(a) pay him every month;

(b) thank him.

Article 2 – Fees

1. Fees are due.

2. Fines are due.
"""
GREEK = """Άρθρο 1 – Καθήκοντα

Ο φύλακας φυλάει τον τοίχο, όπως στην παράγραφο 2.

Ο ιδιοκτήτης οφείλει:

να τον πληρώνει κάθε μήνα·

να τον ευχαριστεί.

Άρθρο 2 – Τέλη

Καταβάλλονται τέλη.

Καταβάλλονται πρόστιμα.

Και τίποτε άλλο.
"""


def greek(tmp_path: Path, number: int) -> dict[str, Provision]:
    folder = corpus(tmp_path, ("en", ENGLISH), ("el", GREEK), laws=2)
    ingest(folder)
    code = read_code(folder)
    law = code.law("2020", "el", number)
    assert law
    return {code.outline.scheme.write(each.address): each for each in law.provisions()}


def test_labels_that_one_language_lost_are_inferred_from_the_other(tmp_path: Path) -> None:
    found = greek(tmp_path, 1)
    assert [*found] == ["1", "1(1)", "1(2)", "1(2)(a)", "1(2)(b)"]
    assert found["1(2)(b)"].text == "να τον ευχαριστεί."
    assert all(each.inferred == ("num",) for key, each in found.items() if key != "1")
    assert all(each.num == "" for key, each in found.items() if key != "1")


def test_references_are_read_from_the_inferred_provisions(tmp_path: Path) -> None:
    (reference,) = greek(tmp_path, 1)["1(1)"].references
    assert (reference.target, reference.status) == (Address((1, 2)), "held")


def test_texts_of_another_number_of_paragraphs_get_no_labels(tmp_path: Path) -> None:
    assert [*greek(tmp_path, 2)] == ["2"]


def test_each_inferred_label_is_a_loss_and_is_counted(tmp_path: Path) -> None:
    folder = corpus(tmp_path, ("en", ENGLISH), ("el", GREEK), laws=2)
    result = json.loads(run(folder, "--check", "--format", "json").stdout)
    page = next(each for each in result["pages"] if each["page"] == "act_el")
    letters = [each["address"] for each in page["losses"] if each["kind"] == "letter"]
    assert letters == ["1(1)", "1(2)", "1(2)(a)", "1(2)(b)"]
    inferred = {each["lang"]: each["inferred"] for each in result["expressions"]}
    assert inferred == {"en": 0, "el": 4}
