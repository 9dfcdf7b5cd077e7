"""Strings of the interface: the catalogues in ``locale/``, read when the site is built."""

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
    """The words of the interface in one language.

    Attributes:
        gettext: Text of a message. Raises LawkbError when the catalogue has none.
        ngettext: The same for a number: singular, plural, number.
    """

    language: str
    gettext: Callable[[str], str]
    ngettext: Callable[[str, str, int], str]


class _Missing(gettext.NullTranslations):
    """Asked last: a string that is in no catalogue stops the build."""

    def gettext(self, message: str) -> str:
        raise LawkbError(
            "lawkb/publish/locale", f"no string for {message!r}", "add it to every catalogue there"
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1)


@cache
def read_strings(language: str) -> Strings:
    """Return the catalogue of an interface language, compiled in memory.

    Raises:
        LawkbError: There is no catalogue for it.
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
    """Return the catalogue in the words of a code: a code of rules has «All rules».

    The forms are those of ``[law_words]`` in ``corpus.toml``, the longest first; a capital stays.
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
    """Return what puts a text of ours into the words of a code, as ``code_strings`` does."""
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
    """Tags of the languages that have a catalogue, in order."""
    folder = resources.files("lawkb.publish") / "locale"
    names = (file.name for file in folder.iterdir())
    return tuple(sorted(name.removesuffix(".po") for name in names if name.endswith(".po")))


# The same few days are on every page.
@lru_cache(maxsize=_DATES)
def written_date(stamp: str, language: str) -> str:
    """Day and time of an ISO stamp as a language writes them; the stamp itself if it is odd."""
    day, _, time = stamp.partition("T")
    try:
        written = format_date(date.fromisoformat(day), format="long", locale=language)
    except ValueError:
        return stamp
    zone = " UTC" if time.endswith("Z") else ""
    return f"{written}, {time[:5]}{zone}" if time else written


def language_of(text: str, expected: Language, languages: tuple[Language, ...]) -> str:
    """Return the language of a text, such as a name, by the script of its letters.

    Args:
        text: The text.
        expected: The language around it, kept when the letters are of its script.
        languages: Languages of the code, the first of a script represents it.

    Returns:
        A tag; empty (HTML's word for *unknown*) when a script is shared by several languages
        or belongs to none.
    """
    script = _script_of(text)
    if script in (None, expected.script):
        return expected.code
    fitting = {language.code for language in languages if language.script == script}
    return fitting.pop() if len(fitting) == 1 else ""


# The same few sources and authors are named on every page.
@lru_cache(maxsize=_NAMES)
def _script_of(text: str) -> str | None:
    """The script of most letters, the first of those where it is equal; None without letters."""
    scripts = [unicodedata.name(char, "").partition(" ")[0] for char in text if char.isalpha()]
    return max(dict.fromkeys(scripts), key=scripts.count) if scripts else None
