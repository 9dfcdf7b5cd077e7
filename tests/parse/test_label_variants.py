"""One text, its labels printed in every way that acts and typists have: the tree is the same."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from tests.corpus_files import CASES
from tests.parse.test_labels_in_laws import read, words

TEXTS = tomllib.loads((CASES / "laws" / "label_variants.toml").read_text(encoding="utf-8"))
Text = dict[str, Any]
Line = tuple[int, str, str]  # level, label, words
# How the file ends, and what is around the number of a law, a paragraph and a label in bold.
FORMS = {
    "txt": ("{}", "{}", "{}"),
    "md": ("## {}", "{}", "**{}**"),
    "dokuwiki.txt": ("==== {} ====", "{}", "**{}**"),
    "wiki": ("== {} ==", "{}", "'''{}'''"),
    "html": ("<h3>{}</h3>", "<p>{}</p>", "<b>{}</b>"),
}
# In plain text a number and a bracket alone on a line are the mark of a note.
UNSURE = {("it", "lines of their own", "txt")}


def lines_of(text: Text, law: int) -> list[Line]:
    """The lines of the first or the second law, with paragraphs 3 and 4 as two lines."""
    gone = [[1, "3", text["deleted"]], [1, "4", text["deleted"]]]
    rows = [*text["first"], *gone, *text["last"]] if law == 1 else text["second"]
    return [(depth, text["labels"][depth - 1].format(n), told) for depth, n, told in rows]


def each_line(change: Callable[[str, str], str]) -> Callable[[list[Line], str], Iterator[str]]:
    """A variant that prints every label in the same way."""

    def printed(lines: list[Line], _: str) -> Iterator[str]:
        yield from (change(label, told) for _, label, told in lines)

    return printed


def in_bold(lines: list[Line], bold: str) -> Iterator[str]:
    yield from (f"{bold.format(label)} {told}" for _, label, told in lines)


def in_one_line(lines: list[Line], _: str) -> Iterator[str]:
    """The points of a paragraph behind a colon on its line, as amending laws print them."""
    shown: list[str] = []
    above = 0
    for depth, label, told in lines:
        if depth == 1:
            shown.append(f"{label} {told}")
        else:
            ends = (":",) if depth > above else (":", ",", ";", ".")
            sign = "" if shown[-1].endswith(ends) else ":" if depth > above else ","
            shown[-1] += f"{sign} {label} {told}"
        above = depth
    yield from shown


def several_deleted(lines: list[Line], _: str) -> Iterator[str]:
    """Paragraphs 3 and 4 on one line, ``(3)–(4) [Repealed]``."""
    for line, after in zip(lines, [*lines[1:], None], strict=True):
        if after and after[2] == line[2]:
            yield f"{line[1]}–{after[1]} {line[2]}"
        elif lines.index(line) == 0 or lines[lines.index(line) - 1][2] != line[2]:
            yield f"{line[1]} {line[2]}"


def spaced(label: str, told: str) -> str:
    return f"{label.replace('(', '( ').replace(')', ' )').replace('.', ' .')} {told}"


VARIANTS: dict[str, Callable[[list[Line], str], Iterator[str]]] = {
    "a space": each_line(lambda label, told: f"{label} {told}"),
    "no space": each_line(lambda label, told: label + told),
    "a tab": each_line(lambda label, told: f"{label}\t{told}"),
    "a fixed space": each_line(lambda label, told: f"{label}\u00a0{told}"),
    "spaces inside": each_line(spaced),
    "a stop and a dash": each_line(
        lambda label, told: f"{label}– {told}" if label.endswith(".") else f"{label} {told}"
    ),
    "a dash for the stop": each_line(
        lambda label, told: f"{label[:-1]} – {told}" if label.endswith(".") else f"{label} {told}"
    ),
    "lines of their own": each_line(lambda label, told: f"{label}\n{told}"),
    "in bold": in_bold,
    "in one line": in_one_line,
    "several deleted": several_deleted,
}


def tree(language: str, variant: str, form: str) -> dict[str, str]:
    """Address and words of every provision of a variant of a text."""
    text = TEXTS[language]
    title, paragraph, bold = FORMS[form]
    shown = [
        [title.format(f"{text['law']} {law}")]
        + [paragraph.format(line) for line in VARIANTS[variant](lines_of(text, law), bold)]
        for law in (1, 2)
    ]
    page = "\n\n".join(block for law in shown for block in law)
    page = f"<html><body><main>{page}</main></body></html>" if form == "html" else page
    code, reading = read({"like": text["like"], "language": language, "page": page, "form": form})
    return {
        code.scheme.write(each.address): words(each).rstrip(" :,")
        for law in reading.laws
        for each in law.provisions()
    }


@pytest.mark.parametrize(
    ("language", "variant", "form"), sorted({*product(TEXTS, VARIANTS, FORMS)} - UNSURE)
)
def test_every_variant_has_the_same_tree(language: str, variant: str, form: str) -> None:
    text = TEXTS[language]
    told = [row[2] for law in (1, 2) for row in lines_of(text, law)]
    expected = dict(zip(text["addresses"].split(), ["", *told[:11], "", *told[11:]], strict=True))
    if variant == "several deleted":
        expected["1(4)"] = ""
    found = tree(language, variant, form)
    assert found == {address: words.rstrip(" :,") for address, words in expected.items()}
