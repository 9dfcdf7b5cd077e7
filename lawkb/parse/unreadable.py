"""Why a page cannot be read: its bytes are no text, or its text is not the one that was there.

Such a page is no page that gave up its laws: what it had is kept, and nobody may prune it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import NamedTuple

from lawkb.model.label import SIGN, folded_law_words, plain
from lawkb.model.language import Language, frequent_words, language_codes, read_language
from lawkb.model.page import Page
from lawkb.model.text_encoding import decode_page
from lawkb.parse.structure.law_numbers import heading_words, told
from lawkb.unicode_characters import script_of


class Unread(NamedTuple):
    """Why a page is not read."""

    what: str  # What is wrong with it.
    hint: str  # What to do; empty if that is not known.

    @property
    def told(self) -> str:
        """Return both as one sentence."""
        return ": ".join(filter(None, self))


_BINARY = (
    (b"%PDF-", "it is a PDF: take the .docx, .html or .txt that it was made from"),
    (b"PK\x03\x04", "it is a ZIP file whose end is missing: copy it again"),
    (b"PK\x05\x06", "it is an empty ZIP file"),
    (b"{\\rtf", "it is an RTF file: save it as DOCX"),
    (b"\xd0\xcf\x11\xe0", "it is a file of Word before 2007: save it as DOCX"),
    (b"\x89PNG", "it is an image"),
    (b"\xff\xd8\xff", "it is an image"),
    (b"GIF8", "it is an image"),
    (b"\x1f\x8b", "it is a compressed file: unpack it"),
    (b"\x7fELF", "it is a program"),
)
# Texts that git-annex and Git LFS leave in the place of a large file that was not fetched.
_POINTERS = (
    (re.compile(rb"\s*(?:\.\./)*(?:\.git|/)?/?annex/objects/\S+\s*"), "git annex get"),
    (
        re.compile(rb"\s*version https://git-lfs\.github\.com/spec/v\d\s[^\0]{0,500}"),
        "git lfs pull",
    ),
)
_LONGEST_POINTER = 1024
_PASSWORD = re.compile(
    rb"<input\b[^<>]{0,500}\btype\s*=\s*[\"']?password\b", re.IGNORECASE
)  # a page of laws asks for none
_MOST_UNREADABLE = 0.05  # share of the characters of a text
_SHOWN = 3
# How many letters, or frequent words, make sure that a text is in another language, and how many
# times as many it then has of the other as of its own. Some of the words differ: one sign over and
# over, such as the y of a table, is of no language.
_LETTERS, _WORDS, _DIFFERENT, _TIMES = 40, 12, 4, 3
_LEAST = 3  # frequent words that tell which other language it is, where the letters are another's


def why_no_text(page: Page) -> Unread | None:
    """Return why the bytes of a page are no text that could be read; None if they may be."""
    if not page.content and page.losses:  # it was refused: in our words, or in the system's
        last = page.losses[-1]
        return advised(last.message) if last.kind == "unparsed" else Unread(last.message, "")
    return advised(_no_text(page))


def advised(why: str | None) -> Unread | None:
    """Return a sentence of ours as what is wrong and, after the colon, what to do."""
    what, _, hint = (why or "").partition(": ")
    return Unread(what, hint) if what else None


def _no_text(page: Page) -> str | None:
    content = page.content
    if not content.strip(b"\0 \t\r\n\xef\xbb\xbf"):
        return "the file is empty: save it again, with its text"
    for pointer, command in _POINTERS:
        if len(content) < _LONGEST_POINTER and pointer.fullmatch(content):
            return f"it is only a pointer to the file, which is not here: {command}"
    if page.is_word_file:
        return None  # its reader says what is wrong
    for begin, what in _BINARY:
        if content.startswith(begin):
            return what
    if PurePath(page.path).suffix.lower() == ".docx":
        return "it is no Word file: open it in Word and save it as DOCX"
    text, _ = decode_page(content)
    if text.count("\ufffd") > _MOST_UNREADABLE * len(text):
        return "it is no text, or not in UTF-8: save it as text in UTF-8 or as .docx"
    if content.lstrip()[:1] == b"<" and _PASSWORD.search(content):
        return "it is a page that asks for a password: sign in, and save the page again"
    return None


def why_other_text(lines: Sequence[str], languages: tuple[Language, ...]) -> str | None:
    """Return why the lines of a page are not the laws in its languages; None if they may be.

    That is sure where nearly all words are of another language, and no line begins with a word for
    a law that only its own has: a translation that was begun has titles of its own language.
    """
    other = _other_language(lines, languages)
    if other is None:
        return None
    own = {word for each in languages for word in folded_law_words(each)}
    own -= folded_law_words(other)
    words = [plain(word.word) for word in heading_words(lines)]
    if any(word in own or word.startswith(SIGN) for word in words):  # § is of every language
        return None
    named = " or ".join(each.name for each in languages)
    return f"its words are {other.name}, not {named}: is it the right file?"


def why_no_law(lines: Iterable[str], languages: tuple[Language, ...]) -> str | None:
    """Return which other word than *Article* the lines of a page without laws have; or None."""
    seen = [word for word in heading_words(lines) if word.counts and len(word.numbers) > 1]
    known = {word for each in languages for word in folded_law_words(each)}
    if not seen or any(plain(word.word) in known for word in seen):
        return None
    wanted = " or ".join(dict.fromkeys(f"{language.law} 1" for language in languages))
    return (
        f"its lines begin with {told(seen[:_SHOWN])}, none with {wanted}: "
        "name the word in [law_words] of corpus.toml"
    )


def _other_language(lines: Sequence[str], languages: tuple[Language, ...]) -> Language | None:
    """Return the one language that nearly all words are of, if it is none of the given ones."""
    own = {language.code for language in languages}
    scripts = Counter(script for line in lines for char in line if (script := script_of(char)))
    mine = sum(scripts[script] for script in {language.script for language in languages})
    words = [word for line in lines for word in re.findall(r"[^\W\d_]+", line.lower())]
    counts = {
        tag: sum(word in frequent_words(tag) for word in words) for tag in {*language_codes(), *own}
    }
    best = max(counts, key=lambda tag: (counts[tag], tag))
    if best in own or counts[best] < _LEAST:
        return None
    if scripts.total() >= _LETTERS and mine * 2 * _TIMES <= scripts.total():
        return read_language(best)
    held = max(counts[tag] for tag in own)
    listed = all(frequent_words(tag) for tag in own)
    many = counts[best] >= max(_WORDS, held * _TIMES)
    different = len(frequent_words(best).intersection(words)) >= _DIFFERENT
    return read_language(best) if listed and many and different else None
