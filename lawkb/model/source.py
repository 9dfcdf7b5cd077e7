"""The sources of a corpus, as ``corpus.toml`` describes them: which pages have which laws."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Annotated, Any, Literal
from urllib.parse import quote

from msgspec import Struct

from lawkb.model.address import CANONICAL, Counting, Ordinal, base_of, largest_ordinal
from lawkb.model.language import language_codes, read_language

# The host is written out: a value must never decide where a link leads.
_WEB = re.compile(r"https?://[^\s/?#@\\{}]+(?:[/?#][^\s\\<>\"]*)?", re.IGNORECASE)
_MAIL = re.compile(
    r"mailto:[^\s/?#\\{}<>\"@]+@[^\s/?#\\{}<>\"@]+(?:\?[^\s\\<>\"]*)?", re.IGNORECASE
)
_UNFIT = re.compile(r"[\x00-\x20\x7f-\x9f\ud800-\udfff]")
_FIELD = re.compile(r"\{(\w*)\}")


def is_web_pattern(pattern: str) -> bool:
    """Whether a pattern is an ``https`` or ``http`` URL with a host that is written out."""
    return bool(_WEB.fullmatch(pattern)) and not _UNFIT.search(pattern)


def is_mail_pattern(pattern: str) -> bool:
    """Whether a pattern is a ``mailto`` URL with an address that is written out."""
    return bool(_MAIL.fullmatch(pattern)) and not _UNFIT.search(pattern)


def unknown_fields(pattern: str, fields: Collection[str]) -> list[str]:
    """Return what stands in braces and is no placeholder, and braces without a partner."""
    alone = ["{"] if re.search(r"[{}]", _FIELD.sub("", pattern)) else []
    return [*alone, *(f"{{{name}}}" for name in _FIELD.findall(pattern) if name not in fields)]


def filled(pattern: str, **values: str) -> str:
    """Return the URL of a pattern with percent-encoded values in the place of its placeholders.

    A placeholder without a value stays.
    """
    return _FIELD.sub(
        lambda field: quote(values[field[1]], safe="") if field[1] in values else field[0], pattern
    )


# ---- values of corpus.toml, each with a function that returns what is wrong with one, or None

Check = Callable[[Any], str | None]
OFFICIAL_FIELDS = ("law", "address", "language", "edition")


def fitting(pattern: str, what: str) -> Check:
    """Return the check of a text that must fit a pattern; ``what`` says what it is then."""
    fits = re.compile(pattern).fullmatch
    return lambda value: None if fits(value) else f"{value!r} is not {what}"


def url_pattern(what: str, is_url: Callable[[str], bool], fields: Sequence[str]) -> Check:
    """Return the check of a URL with placeholders, which must be some of the given ones."""
    known = ", ".join(f"{{{name}}}" for name in fields)

    def check(pattern: str) -> str | None:
        if not is_url(pattern):
            return f"{pattern!r} is no {what}"
        unknown = unknown_fields(pattern, fields)
        return f"{unknown[0]} in a URL is unknown, there are {known}" if unknown else None

    return check


def _unknown_language(tag: str) -> str | None:
    codes = language_codes()
    there = ", ".join(codes)
    what = f"{tag!r}: lawkb has no file for it, there are: {there}"
    return None if tag in codes else f"{what}; add languages/{tag}.toml beside this file"


Id = Annotated[str, fitting(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}", "of letters, digits, - and _")]
IsoDate = Annotated[
    str,
    fitting(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", "a date such as 2017-09-30, in quotes"),
]
LanguageTag = Annotated[str, _unknown_language]
Positive = Annotated[int, lambda n: None if n >= 1 else f"is {n}, and must be 1 or more"]
OfficialUrl = Annotated[
    str, url_pattern("https or http URL with a host", is_web_pattern, OFFICIAL_FIELDS)
]


_NUMBERS = Counting("arabic")
PageKind = Literal["law", "laws", "contents", "definitions", "commentary", "preface"]

LARGEST_LAW = largest_ordinal("arabic")
DESK = "desk"  # the source of the translations that are made at the desk
# Fields that a template of a source may have.
TEMPLATE_FIELDS = ("page", "author", "user", "created", "revised")


class PageRule(Struct, frozen=True):
    """A rule for the pages whose id fits a pattern: which text these pages contain."""

    pattern: str  # Page id, with `{law}` instead of the number of a law: `law_{law}`.
    edition: str  # Edition of the text.
    languages: tuple[str, ...]  # Tags of the languages on the page, in order.
    # `law`, one law; `laws`, several laws under their titles; `contents`, only the titles of laws
    # under the headings of their divisions; else the kind of a text beside the laws: definitions,
    # commentary, preface.
    kind: PageKind = "law"
    name: str | None = None  # Name of a text beside the laws; None when the name is the kind.
    counting: Counting = _NUMBERS  # How the laws are numbered.
    # Lines above the laws that are the title of the code in other words than its own.
    titles: tuple[str, ...] = ()

    def fits(self, page_id: str) -> bool:
        """Whether the id of a page, such as ``law_57``, fits the pattern."""
        if "{law}" in self.pattern:
            return self.law(page_id) is not None
        return page_id == self.pattern

    def companion(self, page_id: str) -> str:
        """Return the name of the text beside the laws on a page, such as ``commentary_7``."""
        number = self.law(page_id)
        name = self.name or self.kind
        return name if number is None else f"{name}_{number}"

    def law(self, page_id: str) -> Ordinal | None:
        """Return the law number in the id of a page: 57 for ``law_57``. None without one.

        Where laws were inserted later, ``law_12a``, ``law_12A``, ``law_5-1`` and ``law_4bis`` have
        their numbers.

        A page of kind ``law`` contains that law, a ``commentary`` explains it. None also when the
        id does not fit the pattern.
        """
        before, field, after = self.pattern.partition("{law}")
        if not field:
            return None
        number = (
            page_id.removeprefix(before).removesuffix(after)
            if after
            else page_id.removeprefix(before)
        )
        if page_id != f"{before}{number}{after}":
            return None
        law = self._number(number)
        return law if law and base_of(law) <= LARGEST_LAW else None

    def _number(self, written: str) -> Ordinal | None:
        if written.isascii() and written.isdigit():
            return int(written)
        for language in map(read_language, self.languages if self.counting.inserts else ()):
            if n := language.read_token(self.counting, written):
                return n
        return CANONICAL.read_token(self.counting, written.replace("-", "."))


class Source(Struct, frozen=True):
    """A website or folder from which pages come, as ``corpus.toml`` describes it."""

    name: str  # Name of its folder below `sources/`.
    title: str  # Name for readers.
    rules: tuple[PageRule, ...]  # What its pages contain, each rule for the page ids that fit it.
    # Templates of lines that belong to the wiki, such as its menu, not to the page.
    furniture: tuple[str, ...] = ()
    page_data: tuple[str, ...] = ()  # Templates of lines about the page: id, last change, user.
    # Template of the first line of a reader's comment; None when there are no comments.
    comment: str | None = None
    zone: str = "UTC"  # Time zone of the times on the pages, an IANA name.
    # Address of the DokuWiki from which the pages are, for `lawkb push`; None where `lawkb fetch`
    # recorded it, and where there is none.
    wiki: str | None = None
    # Namespace of the pages in that wiki, `laws`; empty if page ids are the wiki's.
    namespace: str = ""

    @property
    def is_desk(self) -> bool:
        """Whether its pages are translations made at the desk; there may be none."""
        return self.name == DESK
