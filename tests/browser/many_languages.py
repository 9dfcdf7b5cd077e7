"""A code in four languages, one of them written from right to left, as a site without a wiki."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from lawkb.model import language
from lawkb.model.code import Code, Expression
from lawkb.model.law import Law
from lawkb.model.passage import Passage
from tests.publish.rendering import rendered_site
from tests.publish.sample_code import ORIGIN, passage, provision
from tests.strategies import OUTLINE

_ASSETS = Path(language.__file__).parents[1] / "publish" / "templates" / "assets"
_HEBREW = "אבגדהוזחטיכלמנסעפצקרשת"
# Heading, its first section, a number of that, and the second section; one in each language.
_TEXTS = {
    "en": (
        "Withdrawal of a pebble",
        "A pebble that was laid down may be withdrawn until the next player has laid down his own, "
        "and after that only when the keeper of the shore allows it.",
        "The pebble that was withdrawn is laid beside the board.",
        "Nobody else may touch it.",
    ),
    "el": (
        "Απόσυρση βότσαλου",
        "Ένα βότσαλο που έχει τοποθετηθεί μπορεί να αποσυρθεί ώσπου να τοποθετήσει το δικό του ο "
        "επόμενος παίκτης, και μετά μόνο αν το επιτρέψει ο φύλακας της όχθης.",
        "Το βότσαλο που αποσύρθηκε τοποθετείται δίπλα στο ταμπλό.",
        "Κανείς άλλος δεν το αγγίζει.",
    ),
    "it": (
        "Ritiro di un sassolino",
        "Un sassolino posato può essere ritirato finché il giocatore seguente non ha posato "
        "il suo, e dopo soltanto se il custode della riva lo permette.",
        "Il sassolino ritirato si posa accanto alla tavola.",
        "Nessun altro lo tocca.",
    ),
    "he": (
        "החזרת אבן",
        "אבן שהונחה ניתנת להחזרה עד שהשחקן הבא הניח את אבנו, ולאחר מכן רק אם שומר החוף מרשה זאת, "
        "והשחקנים האחרים ממתינים.",
        "האבן שהוחזרה מונחת ליד הלוח.",
        "איש אחר אינו נוגע בה.",
    ),
}
TAGS = tuple(_TEXTS)


@contextmanager
def hebrew_too(folder: Path) -> Iterator[None]:
    """Hebrew is a language of lawkb, with the words of English for references and search."""
    shutil.copytree(language._FOLDER, folder)
    english = (folder / "en.toml").read_text(encoding="utf-8")
    letters = ", ".join(f'"{letter}"' for letter in _HEBREW)
    values = {"code": '"he"', "iso639_3": '"heb"', "name": '"עברית"', "script": '"HEBREW"'}
    values |= {"law": '"חוק"', "upper": f"[{letters}]", "lower": f"[{letters}]"}
    values |= {"lookalikes": "{}"}
    for key, value in values.items():
        pattern = rf"^{key} = (\[.*?^\]|[^\n]*)"
        english = re.sub(pattern, f"{key} = {value}", english, count=1, flags=re.M | re.S)
    (folder / "he.toml").write_text(english, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "_FOLDER", folder)
        language.language_codes.cache_clear()
        yield
    language.language_codes.cache_clear()


def four_languages() -> Code:
    """Laws 7 and 8 in four languages, Law 8 in three; Law 9 in Hebrew alone."""
    expressions = tuple(Expression("2017", tag, "2017-01-01", "wbf", "Invented.") for tag in TAGS)
    titles = {tag: texts[0] for tag, texts in _TEXTS.items()}
    outline = replace(OUTLINE, expressions=expressions, titles=titles, references={})
    laws = [_law(7, tag) for tag in TAGS] + [_law(8, tag) for tag in TAGS[:3]] + [_law(9, "he")]
    return Code(outline, {(law.edition, law.language, law.number): law for law in laws})


def _law(number: int, tag: str) -> Law:
    heading, long, short, last = _TEXTS[tag]
    first = provision(f"{number}A1", "1.", passage(short))
    a = provision(f"{number}A", "", passage(long), first, heading=Passage(heading))
    b = provision(f"{number}B", "", passage(long), provision(f"{number}B1", "", passage(last)))
    root = provision(str(number), "", a, b, heading=Passage(heading))
    return Law("2017", tag, root, replace(ORIGIN, page=f"law_{number}"))


def write_site(folder: Path) -> None:
    """Write the pages of the code and the style and script of the theme below a folder."""
    with hebrew_too(folder / "languages"):
        for path, rendered in rendered_site(four_languages()).items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(rendered.text, encoding="utf-8")
    shutil.copytree(_ASSETS, folder / "assets")
