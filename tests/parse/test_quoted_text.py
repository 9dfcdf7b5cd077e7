"""Text that an amending act quotes: its articles, labels and divisions are not those of the act."""

import pytest

from lawkb.model.law import Provision
from tests.parse.test_titles import outline, read

AMENDING = """Article 1 – Amendments

1. Article 9 of the Ships Act is replaced by the following:

{quotation}

2. Article 12 is deleted.

Article 2 – Entry into force

It enters into force today."""
OF_TWO = ["1", "1(1)", "1(2)", "2"]


def _addresses(page: str, language: str) -> list[str]:
    reading = read(page, "act", language)
    scheme = outline("act").scheme
    assert sum(reading.account.counts.values()) == reading.account.total
    return [scheme.write(each.address) for law in reading.laws for each in law.provisions()]


@pytest.mark.parametrize(
    "quotation",
    [
        "‘Article 9\n\nLights\n\n1. Ships have lights.\n\n2. Members’ ships have:\n\n(a) one.’;",
        "“Article 2\n\n1. Ships have “lights”.\n\n2. They burn.” and",
        "‘2. Ships have lights.’;",
        "‘CHAPTER II\n\nArticle 2\n\nLights\n\nShips have lights.’.",
        '"9 Lights\n\n2. Ships have lights."',
    ],
)
def test_a_quoted_article_is_text_of_the_paragraph_that_leads_to_it(quotation: str) -> None:
    page = AMENDING.format(quotation=quotation)
    assert _addresses(page, "en") == OF_TWO
    first = read(page, "act", "en").laws[0].root.body[0]
    assert isinstance(first, Provision)
    assert len(first.passages) == 1 + len(quotation.split("\n\n"))


def test_a_quotation_may_begin_on_the_line_that_leads_to_it() -> None:
    page = (
        "Άρθρο 1 – Φως\n\n1. Το άρθρο 9 αντικαθίσταται ως εξής: «Άρθρο 9 Φως\n\n"
        "1. Το «φως» ανάβει.\n\n2. Σβήνει.»\n\n2. Το άρθρο 8 καταργείται.\n\n"
        "Άρθρο 2 – Ισχύς\n\nΙσχύει σήμερα."
    )
    assert _addresses(page, "el") == OF_TWO


@pytest.mark.parametrize(
    "terms",
    [
        "«φάρος»: ο πύργος·\n\n1. «φως»: το φως.",
        "‘lamp’ means a light;\n\n1. ‘light’ means a ‘lamp’.",
        "“a word whose end is missing\n\n1. Ships have lights.",
    ],
)
def test_a_word_in_quotation_marks_is_no_quoted_text(terms: str) -> None:
    page = f"Article 1 – Terms\n\nIn this Act:\n\n{terms}\n\nArticle 2 – Rules\n\n1. Ships sail."
    assert _addresses(page, "en") == ["1", "1(1)", "2", "2(1)"]
