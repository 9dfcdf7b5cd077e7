"""Strings of the user interface, from gettext catalogues, and the languages of other words.

lawkb's own are in ``locale/``; a corpus may have more in ``languages/<tag>.po``. What a catalogue
lacks is said in English, between two signs that ``marked_english`` replaces on a page. Foreign
words in a text are recognised by their letters.
"""

from __future__ import annotations

import gettext
import io
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache, partial
from html import escape
from importlib import resources

from babel.core import Locale, UnknownLocaleError
from babel.dates import format_date
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from lawkb.errors import LawkbError
from lawkb.model.code import Outline
from lawkb.model.language import (
    Language,
    corpus_catalogue,
    corpus_catalogue_tags,
    language_codes,
    letters_of,
    read_language,
)

_DATES = 4096
_NAMES = 256
_CODES = 64  # with their languages


@dataclass(frozen=True, slots=True)
class Strings:
    """The strings of the user interface in one language."""

    language: str
    # Returns the translation of a message. Raises LawkbError when the catalogue lacks it.
    gettext: Callable[[str], str]
    # Returns the translation for a number, given the singular, the plural and the number.
    ngettext: Callable[[str, str, int], str]


# Signs for private use around words in English where a catalogue has none.
_ENGLISH, _END = "\ue000", "\ue001"
_TAG = re.compile(r"(<[^>]*>)")
_TEXT_ALONE = ("title", "option", "textarea", "script")  # elements without elements inside
_FIELD = re.compile(r"%\(\w+\)s|\{\w+\}")
_MOST_FAULTS, _MOST_PLURALS = 20, 6


class _Missing(gettext.NullTranslations):
    """The fallback of the English catalogue: a string that it lacks stops the build."""

    def gettext(self, message: str) -> str:
        raise LawkbError(
            "lawkb/publish/locale", f"no string for {message!r}", "add it to every catalogue there"
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1)


class _InEnglish(gettext.NullTranslations):
    """The fallback of the other catalogues: English words between signs."""

    def gettext(self, message: str) -> str:
        return f"{_ENGLISH}{read_strings('en').gettext(message)}{_END}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{_ENGLISH}{read_strings('en').ngettext(msgid1, msgid2, n)}{_END}"


@cache
def read_strings(language: str) -> Strings:
    """Return the strings of an interface language, from its ``.po`` file.

    A language without a file has all its strings in English.

    Raises:
        LawkbError: The catalogue of the corpus is wrong; the message names every fault.
    """
    translations: gettext.NullTranslations = _Missing() if language == "en" else _InEnglish()
    file = resources.files("lawkb.publish") / "locale" / f"{language}.po"
    if file.is_file():
        own = _compiled(read_po(io.BytesIO(file.read_bytes()), locale=language))
        own.add_fallback(translations)
        translations = own
    if beside := corpus_catalogue(language):
        own = _checked(*beside, language)
        own.add_fallback(translations)
        translations = own
    return Strings(language, translations.gettext, translations.ngettext)


def _compiled(catalogue: Catalog) -> gettext.GNUTranslations:
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def _checked(path: str, content: bytes, language: str) -> gettext.GNUTranslations:
    """Return the translations of a catalogue of a corpus.

    Raises:
        LawkbError: It is no gettext file, or translations have other fields than the original.
    """
    try:
        found = read_po(io.BytesIO(content), locale=_locale(language), abort_invalid=True)
        if found.num_plurals > _MOST_PLURALS:
            raise ValueError(f"{found.num_plurals} plurals: at most {_MOST_PLURALS}")
        compiled = _compiled(found)
    except (PoFileError, ValueError, LookupError) as error:
        told = " ".join(f"{error}".split())
        raise LawkbError(path, f"not a gettext file: {told}", "fix it there") from error
    faults = [fault for message in found if message.id for fault in _faults(message)]
    if faults:
        more = [f"and {len(faults) - _MOST_FAULTS} more"] if len(faults) > _MOST_FAULTS else []
        what = "\n  ".join([*faults[:_MOST_FAULTS], *more])
        raise LawkbError(path, what, "write the same fields in the translation")
    return compiled


def _faults(message: Message) -> Iterator[str]:
    """Yield a line for each translation whose fields, such as ``%(law)s``, are not the message's.

    A plural form may leave out a field.
    """
    ids, plural = _forms(message.id), isinstance(message.id, (tuple, list))
    known = {field for each in ids for field in _FIELD.findall(each)}
    for string in _forms(message.string or ""):
        own = {*_FIELD.findall(string)}
        stray = "%" in _FIELD.sub("", string) and "%(" in "".join(ids)
        if string and (own - known or (known - own and not plural) or stray):
            there = ", ".join(sorted(known)) or "no fields"
            yield f"line {message.lineno}: {ids[0][:60]!r} needs {there}"


def _forms(written: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (written,) if isinstance(written, str) else tuple(written)


def _locale(language: str) -> str | None:
    try:
        Locale.parse(language, sep="-")
    except (ValueError, UnknownLocaleError):
        return None
    return language.replace("-", "_")


def marked_english(html: str, language: str) -> str:
    """Return a page with its English words marked as such, where a catalogue had no others.

    Args:
        html: The page; in attributes and titles English cannot be marked.
    """
    if _ENGLISH not in html:
        return html
    turned = ' dir="ltr"' if direction(language) == "rtl" else ""
    pieces, inside = [], ""
    for n, piece in enumerate(_TAG.split(html)):
        name = piece.strip("</> \n").partition(" ")[0] if n % 2 else ""
        if n % 2:
            inside = name if name in _TEXT_ALONE and not piece.startswith("</") else ""
        if n % 2 or inside:
            pieces.append(without_signs(piece))
        else:
            opened = piece.replace(_ENGLISH, f'<span lang="en"{turned}>')
            pieces.append(opened.replace(_END, "</span>"))
    return "".join(pieces)


def without_signs(text: str) -> str:
    """Return a text without the signs around English words."""
    return text.replace(_ENGLISH, "").replace(_END, "")


def code_strings(outline: Outline, language: str) -> Strings:
    """Return the interface strings with a law code's words for *law*, such as *All rules*.

    The words to replace are in ``[law_words]`` of ``corpus.toml``. Longer ones are replaced first,
    and a capital letter is preserved.
    """
    strings = read_strings(language)
    if not (outline.law_words.get(language) or outline.law_words.get("en")):
        return strings
    own, english = in_code_words(outline, language), in_code_words(outline, "en")

    def in_words(text: str) -> str:
        return (english if text.startswith(_ENGLISH) else own)(text)

    return Strings(
        language,
        lambda message: in_words(strings.gettext(message)),
        lambda one, many, n: in_words(strings.ngettext(one, many, n)),
    )


def in_code_words(outline: Outline, language: str) -> Callable[[str], str]:
    """Return a function that replaces the words for *law* in a text, as ``code_strings`` does."""
    forms = outline.law_words.get(language)
    if not forms:
        return str
    pattern = _any_of(tuple(forms))
    return lambda text: pattern.sub(lambda found: _as_written(found[0], forms), text)


# Asked for with every finding, since its rule may have a title in these words.
@lru_cache(maxsize=_CODES)
def _any_of(forms: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted(forms, key=len, reverse=True)
    # The name of a value comes first: the law of %(law)s is no word.
    return re.compile(
        rf"%\(\w+\)s|\{{\w+\}}|(?<!\w)({'|'.join(map(re.escape, longest))})(?!\w)", re.IGNORECASE
    )


def _as_written(found: str, forms: Mapping[str, str]) -> str:
    own = forms.get(found.lower(), found)
    return own[:1].upper() + own[1:] if found[:1].isupper() else own


def interface_languages() -> tuple[str, ...]:
    """Return the BCP 47 tags of the languages that have a catalogue, sorted."""
    folder = resources.files("lawkb.publish") / "locale"
    names = (file.name for file in folder.iterdir())
    own = (name.removesuffix(".po") for name in names if name.endswith(".po"))
    return tuple(sorted({*own, *corpus_catalogue_tags()}))


# The same few days are on every page.
@lru_cache(maxsize=_DATES)
def written_date(stamp: str, language: str) -> str:
    """Return an ISO 8601 date or time as a language writes it; a malformed one unchanged."""
    day, _, time = stamp.partition("T")
    try:
        written = format_date(date.fromisoformat(day), format="long", locale=_locale(language))
    except ValueError:
        return stamp
    zone = " UTC" if time.endswith("Z") else ""
    return f"{written}, {time[:5]}{zone}" if time else written


@lru_cache(maxsize=_DATES)
def short_date(day: str, language: str) -> str:
    """Return an ISO 8601 date as a language writes it in little room, with a short month name."""
    try:
        return format_date(date.fromisoformat(day), format="medium", locale=_locale(language))
    except ValueError:  # the 31st of February
        return day


def direction(tag: str) -> str:
    """Return the direction of the writing of a language for HTML; ``auto`` if it is unknown.

    Args:
        tag: BCP 47 tag; empty for an unknown language.
    """
    return read_language(tag).direction if tag in language_codes() else "auto"


def language_of(text: str, expected: Language, languages: tuple[Language, ...]) -> str:
    """Return the language of a text, such as a name, by the script of its letters.

    Args:
        expected: Language of the surrounding text; returned if the letters are of its script.

    Returns:
        A BCP 47 tag; empty, which means *unknown* in HTML, when the script belongs to several of
        the languages or to none.
    """
    script = _script_of(text)
    if script in (None, expected.script):
        return expected.code
    fitting = {language.code for language in languages if language.script == script}
    return fitting.pop() if len(fitting) == 1 else ""


# The same few sources and authors are named on every page.
@lru_cache(maxsize=_NAMES)
def _script_of(text: str) -> str | None:
    """Return the script of most letters, on a tie the first; None without letters."""
    scripts = [unicodedata.name(char, "").partition(" ")[0] for char in text if char.isalpha()]
    return max(dict.fromkeys(scripts), key=scripts.count) if scripts else None


# The tags, comments and entities of a page, which are not words; everything between them is text.
_MARKUP = re.compile(r"(<!--.*?-->|<[^>]*>|&[#\w]+;)", re.DOTALL)
_WORD = re.compile(r"(\s+)")
# Letters that are foreign to a text in the letters of a script.
_FOREIGN = {
    "LATIN": re.compile(r"[^\W\d_A-Za-zªºÀ-ɏḀ-ỿ]"),
    "GREEK": re.compile(r"[^\W\d_µͰ-Ͽἀ-῿]{3,}"),
}
_ROMAN = re.compile(r"\W*[ivxlcdmIVXLCDM]+\W*")


def mark_languages(content: str, expected: Language, languages: tuple[Language, ...]) -> str:
    """Put ``<span lang="…">`` around words in another script than that of the page's language.

    A screen reader needs the language, which Markdown cannot express.

    Args:
        content: HTML that MkDocs made of a hand-written page, without scripts and without ``>`` in
            attributes.
        expected: Language of the page.
    """
    own, tag_of = expected.code, partial(_tag_by_most, expected, languages)
    shown = []
    for n, piece in enumerate(_MARKUP.split(content)):
        for tag, words in [(own, piece)] if n % 2 else _runs(piece, own, tag_of):
            shown.append(words if tag == own else f'<span lang="{escape(tag)}">{words}</span>')
    return "".join(shown)


def language_runs(
    text: str, expected: Language, languages: tuple[Language, ...]
) -> tuple[tuple[str, str], ...]:
    """Split a text of lawkb, which may quote laws, into runs of one language each.

    A word with letters of two scripts belongs to the language that is not in Latin script:
    ``40B2(β)`` is Greek.

    Returns:
        Pairs of BCP 47 tag and words, in order; the words join to the text.
    """
    return tuple(_runs(text, expected.code, partial(_tag, expected, languages)))


def foreign_words(
    text: str, expected: Language, languages: tuple[Language, ...]
) -> Iterator[tuple[str, str | None]]:
    """Split a text of a source at words of another language.

    A word is foreign by the script of its letters. In a text that is not in Latin script, a Latin
    word needs at least three letters: a shorter one, and a roman number, is a label.

    Yields:
        Words and BCP 47 tag, None for the language of the text. The words join to the text.
    """
    foreign = _FOREIGN.get(expected.script)
    if foreign is None or not foreign.search(text):
        return iter([(text, None)])

    def tag_of(word: str) -> str:
        is_label = not foreign.search(word) or _ROMAN.fullmatch(word)
        return expected.code if is_label else _tag_by_most(expected, languages, word)

    runs = _runs(text, expected.code, tag_of)
    return ((words, None if tag == expected.code else tag) for tag, words in runs)


def _tag(expected: Language, languages: tuple[Language, ...], word: str) -> str:
    foreign = "".join(char for char in word if char.isalpha() and not _is_of(char, expected))
    if expected.script != "LATIN" and any(_is_of(char, expected) for char in word):
        return expected.code
    return language_of(foreign, expected, languages) if foreign else expected.code


def _is_of(char: str, language: Language) -> bool:
    return unicodedata.name(char, "").startswith(language.script)


def _tag_by_most(expected: Language, languages: tuple[Language, ...], word: str) -> str:
    """Return the language of most letters of a word; on a tie, as in ``cites:16Γ``, the page's."""
    tag = language_of(word, expected, languages)
    return tag if tag or not letters_of(word, expected) else expected.code


def _runs(text: str, expected: str, tag_of: Callable[[str], str]) -> list[tuple[str, str]]:
    """Return tag and words of each run; a space between two runs belongs to ``expected``."""
    runs: list[tuple[str, str]] = []
    tag, run, space = expected, "", ""
    for word in _WORD.split(text):
        if not word or word.isspace():
            space += word
            continue
        own = tag_of(word) if any(char.isalpha() for char in word) else tag
        if own != tag:
            runs += [(tag, run), (expected, space)]
            tag, run, space = own, "", ""
        run += space + word
        space = ""
    runs += [(tag, run), (expected, space)]
    return [(tag, words) for tag, words in runs if words]
