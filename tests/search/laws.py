"""Small codes of invented laws, and what a reader writes under them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code
from lawkb.model.law import Comment, Law, Origin, Provision
from lawkb.model.passage import Passage
from tests.strategies import OUTLINE


def code_of_laws(numbers: Iterable[int], word: str = "word") -> Code:
    """Laws of one sentence in English and Greek, Law 7 with ``word`` and ``word7`` in it."""
    laws: dict[tuple[str, str, Ordinal], Law] = {
        ("2017", tag, number): _law(number, tag, word) for number in numbers for tag in ("en", "el")
    }
    return Code(OUTLINE, laws)


def commented(text: str, number: int, code: Code) -> Code:
    """A reader writes under the Greek page of a law, if that is held."""
    key = ("2017", "el", number)
    if key not in code.laws:
        return code
    said = Comment("A. B.", "2017-06-30T14:14", text)
    law = replace(code.laws[key], comments=(*code.laws[key].comments, said))
    return replace(code, laws={**code.laws, key: law})


def _law(number: int, tag: str, word: str) -> Law:
    root = Provision(Address((number,)), "", body=(Passage(f"a {word} {word}{number} {tag}"),))
    return Law("2017", tag, root, Origin("wiki", f"law_{number}", "0" * 64))
