"""Strings of the user interface, from the gettext catalogues in ``locale/``."""

from __future__ import annotations

import gettext
import io
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from importlib import resources

from babel.core import Locale, UnknownLocaleError
from babel.dates import format_date
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from lawkb.errors import LawkbError
from lawkb.model.code import Outline
from lawkb.model.language import Language

_DATES = 4096
_NAMES = 256
_CODES = 64  # with their languages


@dataclass(frozen=True, slots=True)
class Strings:
    """The strings of the user interface in one language.

    Attributes:
        gettext: Returns the translation of a message. Raises LawkbError when the catalogue lacks
            it.
        ngettext: Returns the translation for a number, given the singular, the plural and the
            number.
    """

    language: str
    gettext: Callable[[str], str]
    ngettext: Callable[[str, str, int], str]


class _Missing(gettext.NullTranslations):
    """The fallback of a catalogue: a string that no catalogue has stops the build."""

    def gettext(self, message: str) -> str:
        raise LawkbError(
            "lawkb/publish/locale", f"no string for {message!r}", "add it to every catalogue there"
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1)


@cache
def read_strings(language: str) -> Strings:
    """Return the strings of an interface language, from its ``.po`` file.

    Raises:
        LawkbError: There is no catalogue for the language.
    """
    file = resources.files("lawkb.publish") / "locale" / f"{language}.po"
    if not file.is_file():
        there = ", ".join(interface_languages())
        raise LawkbError(
            f"interface language {language}", "it has no catalogue", f"there are: {there}"
        )
    catalogue = read_po(io.BytesIO(file.read_bytes()), locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    translations = gettext.GNUTranslations(compiled)
    translations.add_fallback(_Missing())
    return Strings(language, translations.gettext, translations.ngettext)


def code_strings(outline: Outline, language: str) -> Strings:
    """Return the interface strings with a law code's words for *law*, such as *All rules*.

    The words to replace are in ``[law_words]`` of ``corpus.toml``. Longer ones are replaced first,
    and a capital letter is preserved.
    """
    strings = read_strings(language)
    if not outline.law_words.get(language):
        return strings
    in_words = in_code_words(outline, language)
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
    return tuple(sorted(name.removesuffix(".po") for name in names if name.endswith(".po")))


# The same few days are on every page.
@lru_cache(maxsize=_DATES)
def written_date(stamp: str, language: str) -> str:
    """Return an ISO 8601 date or time as a language writes it; a malformed one unchanged."""
    day, _, time = stamp.partition("T")
    try:
        written = format_date(date.fromisoformat(day), format="long", locale=language)
    except ValueError:
        return stamp
    zone = " UTC" if time.endswith("Z") else ""
    return f"{written}, {time[:5]}{zone}" if time else written


@lru_cache(maxsize=_DATES)
def short_date(day: str, language: str) -> str:
    """Return an ISO 8601 date as a language writes it in little room, with a short month name."""
    try:
        return format_date(date.fromisoformat(day), format="medium", locale=language)
    except ValueError:  # the 31st of February
        return day


@cache
def direction(tag: str) -> str:
    """Return the direction of the writing of a language for HTML; ``auto`` if it is unknown.

    Args:
        tag: BCP 47 tag.
    """
    try:
        return Locale.parse(tag, sep="-").text_direction
    except (ValueError, UnknownLocaleError):
        return "auto"


def language_of(text: str, expected: Language, languages: tuple[Language, ...]) -> str:
    """Return the language of a text, such as a name, by the script of its letters.

    Args:
        text: The text.
        expected: Language of the surrounding text; returned if the letters are of its script.
        languages: Languages of the law code.

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
