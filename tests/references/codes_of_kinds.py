"""Small codes of several kinds, in which the cases of kinds of references are read.

Each has articles 1 to 12 and one that was inserted behind the third; every article has paragraphs 1
to 4, and every paragraph points a to d, or 1 to 4. The words of a case are in 4(2)(a).
"""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from lawkb.corpus.laws import read_code
from lawkb.exchange import public_types as public
from lawkb.exchange.public_laws import given_references
from lawkb.model.code import Code
from lawkb.references.resolve import GivenText

CASES = Path(__file__).parents[1] / "cases" / "kinds_of_references"
AT = "4(2)(a)"
OTHER_AT = {"de-act": "4(2)(1)"}
# Name of the code: its kind, language, word of an article, inserted label, number, point.
_CODES = {
    "en": ("eu-act", "en", "Article", "3a", "{}.", "({})"),
    "fr": ("eu-act", "fr", "Article", "3 bis", "{}.", "{})"),
    "de": ("eu-act", "de", "Artikel", "3a", "({})", "{})"),
    "el": ("greek-statute", "el", "Άρθρο", "3Α", "{}.", "{})"),
    "it": ("codice", "it", "Art.", "3-bis", "{}.", "{})"),
    "de-act": ("german-act", "de", "§", "3a", "({})", "{}."),
    "en-uk": ("federal-act", "en", "Section", "3.1", "({})", "({})"),
}
LETTERS = {"el": "αβγδ", "de-act": "1234"}


def make_codes(folder: Path) -> None:
    """Write the corpora of all codes into a folder."""
    for name, (kind, lang, *form) in _CODES.items():
        text = folder / f"{name}.txt"
        text.write_text(_act(name, *form), encoding="utf-8")
        run = [sys.executable, "-m", "lawkb"]
        new = [*run, "new", str(folder / name), "--kind", kind, "--title", "Pebbles"]
        subprocess.run([*new, "--from", f"{lang}={text}"], check=True, capture_output=True)
        subprocess.run([*run, "ingest"], check=True, capture_output=True, cwd=folder / name)


def _act(name: str, article: str, inserted: str, number: str, point: str) -> str:
    lines: list[str] = []
    for label in ("1", "2", "3", inserted, *map(str, range(4, 13))):
        lines.append(f"{article} {label} Title{label}")
        for n in range(1, 5):
            lines.append(f"{number.format(n)} Text of {label.partition(' ')[0]} {n}:")
            letters = LETTERS.get(name, "abcd")
            lines += [f"{point.format(letter)} point {letter};" for letter in letters]
    return "\n\n".join(lines) + "\n"


@cache
def code_of(folder: Path, name: str) -> Code:
    """A code, by the name that is in the column of languages of the cases."""
    return read_code(folder / name / "corpus")


def read(folder: Path, name: str, text: str) -> tuple[public.Reference, ...]:
    """The references of a text in 4(2)(a) of a code."""
    code, lang = code_of(folder, name), name.partition("-")[0]
    edition = code.outline.editions[-1].id
    given = GivenText(text, lang, OTHER_AT.get(name, AT))
    return given_references(code, given, code.outline.language(lang), edition)


def targets(found: tuple[public.Reference, ...]) -> list[str]:
    """What references lead to: addresses, ranges, or ``outside``.

    A question mark is before what is not sure; it is alone where nothing is known.
    """
    return [_target(each) for each in found]


def _target(reference: public.Reference) -> str:
    if reference.status == "outside":
        return "outside"
    if reference.target is None or reference.target.startswith("annex"):
        return "?"
    told = f"{reference.target}..{reference.upto}" if reference.upto else reference.target
    return f"?{told}" if reference.status == "unresolved" else told


def is_right(got: list[str], want: str) -> bool:
    """Whether targets are those of a case.

    ``a;b`` is both; where ``a`` contains ``b`` it may be left out, but not with a ``!`` behind it.
    ``outside`` is a provision of another act; alone it may be several, and ``outside;outside`` is
    at least two. ``?`` is one that nothing is known of. Alternatives are joined by *or*.
    """
    return any(_is(got, each.strip()) for each in want.split(" or "))


def _is(got: list[str], want: str) -> bool:
    own = [each.removeprefix("?") for each in got if each not in ("outside", "?")]
    if want == "outside":
        return not own and "outside" in got
    if want == "not the own law":
        return not own
    if want == "unresolved":
        return bool(got) and all(each.startswith("?") for each in got)
    if want == "none":
        return not own and "outside" not in got
    wanted = want.split(";")
    addresses = [each.rstrip("!") for each in wanted if each not in ("outside", "?")]
    needed = {each for each in addresses if not any(_contains(each, other) for other in addresses)}
    needed.update(each.rstrip("!") for each in wanted if each.endswith("!"))
    told = got.count("outside") >= wanted.count("outside") and ("?" in got or "?" not in wanted)
    return told and needed <= set(own) <= set(addresses)


def _contains(one: str, other: str) -> bool:
    return one != other and other.partition("..")[0].startswith(f"{one.partition('..')[0]}(")


def rows(name: str) -> Iterator[dict[str, str]]:
    """The cases of a file, a row each."""
    with (CASES / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
