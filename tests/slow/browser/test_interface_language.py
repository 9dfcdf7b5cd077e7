"""Every page speaks the language of its tree: no sentence of the other interface is left in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from lxml import html

from tests.browser.kinds import TAGS

LOCALE = Path(__file__).parents[3] / "lawkb" / "publish" / "locale"
SPOKEN = ("aria-label", "title", "placeholder", "alt")
# The laws' own words, and commands, may be in any language.
QUOTED = (
    "cell flow words heading borrowed other-titles exhibit comment term-entry term-index colophon"
)
SCRIPT = {"el": r"[^\W\d_a-zA-Z]", "en": "[A-Za-z]"}
THREE_WORDS = {
    tag: re.compile(rf"(?:{letter}{{2,}}[ ,]+){{2}}{letter}{{2,}}")
    for tag, letter in SCRIPT.items()
}


def messages(tag: str) -> set[str]:
    """What the interface says in a language and in no other, values left out."""
    said = {}
    for each in TAGS:
        with (LOCALE / f"{each}.po").open("rb") as file:
            strings = [message.string for message in read_po(file, locale=each) if message.id]
        said[each] = {text for text in strings if isinstance(text, str) and len(text) > 3}
    return said[tag] - set().union(*(said[each] for each in TAGS if each != tag))


def texts(file: Path) -> Iterator[tuple[str, str, bool]]:
    """The texts of a page: language, words, and whether they are the interface's own."""
    body = html.parse(str(file)).getroot().find("body")
    for one in body.iter():
        if not isinstance(one.tag, str) or one.tag in ("script", "style", "code", "pre"):
            continue
        around = [one, *one.iterancestors()]
        classes = {name for each in around for name in (each.get("class") or "").split()}
        code = any(each.tag in ("code", "pre") for each in around)
        lang = next(each.get("lang") for each in around if each.get("lang") is not None)
        own = lang in TAGS and not code and not classes & set(QUOTED.split())
        for words in (one.text, *(child.tail for child in one), *map(one.get, SPOKEN)):
            if words and words.strip():
                yield lang, " ".join(words.split()), own


@pytest.mark.parametrize("tag", TAGS)
def test_no_message_of_the_other_language_is_on_a_page(
    site_folder: Path, pebbles_folder: Path, tag: str
) -> None:
    (other,) = set(TAGS) - {tag}
    foreign = messages(other)
    faults = [
        (str(file.relative_to(site)), words)
        for site in (site_folder, pebbles_folder)
        for file in sorted((site / tag).rglob("*.html"))
        for _, words, own in texts(file)
        if own and words in foreign
    ]
    assert not faults, "\n".join(map(str, faults[:20]))


@pytest.mark.parametrize("tag", TAGS)
def test_no_words_of_the_other_language_run_on_in_a_sentence(
    site_folder: Path, pebbles_folder: Path, tag: str
) -> None:
    (other,) = set(TAGS) - {tag}
    faults = [
        (str(file.relative_to(site)), words)
        for site in (site_folder, pebbles_folder)
        for file in sorted((site / tag).rglob("*.html"))
        for lang, words, own in texts(file)
        if own and lang == tag and THREE_WORDS[other].search(words)
    ]
    assert not faults, "\n".join(map(str, faults[:20]))


def test_the_test_sees_an_english_message_and_an_english_sentence(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        '<html lang="el"><body><p>Νόμος. No open findings here</p>'
        '<b lang="en">Terms</b></body></html>',
        encoding="utf-8",
    )
    found: list[Any] = list(texts(page))
    assert ("en", "Terms", True) in found
    assert "Terms" in messages("en")
    assert THREE_WORDS["en"].search(found[0][1])
