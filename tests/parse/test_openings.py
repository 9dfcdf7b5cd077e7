"""Which lines open a law, a division or an annex, in every format and every language.

A case is a page with ``#`` before its headings, written in each of its formats.
"""

import html
import tomllib
from functools import cache
from typing import Any

import pytest

from lawkb.corpus.new_corpus import outline_of_kind
from lawkb.model.code import Outline
from lawkb.model.page import Page
from lawkb.model.source import PageRule, Source
from lawkb.parse.read_page import PageReading, read_law_page
from lawkb.pipeline import valid_file
from tests.corpus_files import CASES
from tests.parse.word_files import paragraph, word_file

CASE = tomllib.loads((CASES / "laws" / "openings.toml").read_text(encoding="utf-8"))["case"]
FORMATS = {"md": "a.md", "doku": "a.txt", "media": "a.mediawiki", "html": "a.html"}
HEADINGS = (*FORMATS, "docx")  # formats that mark headings
TRIALS = [(case, form) for case in CASE for form in case.get("formats", ["text", *HEADINGS])]


def lines_of(page: str) -> list[tuple[int, str]]:
    """Return level and words of each line; the level of one that is no heading is 0."""
    lines = [line.strip(" \n") for line in page.split("\n") if line.strip(" \n")]
    levels = [len(line) - len(line.lstrip("#")) if line.startswith("#") else 0 for line in lines]
    return [(level, line[level:].strip(" ")) for level, line in zip(levels, lines, strict=True)]


def written(page: str, form: str) -> bytes:
    """Return a page in a format."""
    lines = lines_of(page)
    if form == "docx":
        style = '<w:style w:type="paragraph" w:styleId="H{}"><w:name w:val="heading {}"/></w:style>'
        styles = "".join(style.format(n, n) for n in range(1, 7))
        body = "".join(paragraph(words, f"H{level}" if level else "") for level, words in lines)
        return word_file(body, {"styles": styles})
    if form == "html":
        tags = (f"h{level}" if level else "p" for level, _ in lines)
        body = "".join(
            f"<{tag}>{html.escape(words)}</{tag}>"
            for tag, (_, words) in zip(tags, lines, strict=True)
        )
        return f"<!DOCTYPE html><html><body><main>{body}</main></body></html>".encode()
    signs = {"md": "#{0} {1}", "media": "{2} {1} {2}", "doku": "{3} {1} {3}"}
    shown = (
        signs[form].format("#" * level, words, "=" * level, "=" * (7 - level))
        if level and form in signs
        else words
        for level, words in lines
    )
    return "\n\n".join(shown).encode()


@cache
def outline(like: str, language: str) -> Outline:
    return outline_of_kind(like, (language,))


def read(case: dict[str, Any], form: str) -> PageReading:
    language = case["language"]
    rule = PageRule("a", "2000", (language,), "laws")
    code = outline(case.get("like", "eu-act"), language)
    rule = PageRule("a", code.editions[0].id, (language,), "laws")
    content = case["page"].encode() if form == "raw" else written(case["page"], form)
    name = case.get("name", FORMATS.get(form, "a.docx" if form == "docx" else "a.txt"))
    return read_law_page(Page("s", "a", name, content), rule, Source("s", "S", (rule,)), code)


def shown(reading: PageReading, code: Outline) -> list[str]:
    found = []
    for law in reading.laws:
        title = law.root.heading.text if law.root.heading else "-"
        below = " ".join(code.scheme.write(each.address) for each in [*law.provisions()][1:])
        found.append(f"{code.scheme.write(law.root.address)} | {title} | {below}".strip())
    return found


@pytest.mark.parametrize(
    ("case", "form"), TRIALS, ids=[f"{case['id']}-{form}" for case, form in TRIALS]
)
def test_the_lines_that_open_a_law_or_a_division_are_found(case: dict[str, Any], form: str) -> None:
    reading = read(case, form)
    code = outline(case.get("like", "eu-act"), case["language"])
    assert shown(reading, code) == case["laws"], case["why"]
    divisions = [
        f"{each.num} | {each.heading.text if each.heading else '-'}"
        f" | [{', '.join(map(str, each.laws))}]"
        for found in reading.divisions
        for each in found.walk()
    ]
    assert divisions == case.get("divisions", []), case["why"]
    told = "\n".join(f"{loss.line} {loss.message}" for loss in reading.losses)
    for words in case.get("losses", []):
        assert words in told, case["why"]
    assert told.count("\n") < case.get("most_losses", 99), told
    assert bool(told) or not case.get("losses"), case["why"]
    if case.get("losses") == []:
        assert not told, case["why"]
    repealed = [code.scheme.write(law.root.address) for law in reading.laws if law.root.repealed]
    assert repealed == case.get("repealed", []), case["why"]
    for law in reading.laws if repealed else ():
        valid_file(code, True, law)  # which reads the XML again, too
    texts = [p.text for law in reading.laws for p in law.provisions()]
    for words in case.get("not_in_text", []):
        assert not any(words in text for text in texts), case["why"]
    assert sum(reading.account.counts.values()) == reading.account.total
