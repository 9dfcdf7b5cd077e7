"""The sources of a corpus as ``corpus.toml`` describes them: which pages hold which laws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PageKind = Literal["law", "laws", "definitions", "commentary", "preface"]

LARGEST_LAW = 9999
# Fields that a template of a source may have.
TEMPLATE_FIELDS = ("page", "author", "user", "created", "revised")


@dataclass(frozen=True, slots=True)
class PageRule:
    """The content of pages whose id fits a pattern.

    Attributes:
        pattern: Page id, with ``{law}`` instead of the number of a law.
        edition: Edition of the content.
        languages: Tags of the languages on the page, in order.
        kind: ``law``, one law; ``laws``, several under their titles; else a companion.
        name: Name of the companion if it is not its kind.
    """

    pattern: str
    edition: str
    languages: tuple[str, ...]
    kind: PageKind = "law"
    name: str | None = None

    def fits(self, page_id: str) -> bool:
        """Whether the id of a page fits the pattern."""
        if "{law}" in self.pattern:
            return self.law(page_id) is not None
        return page_id == self.pattern

    def companion(self, page_id: str) -> str:
        """Return the name of the companion on a page: ``definitions``, ``commentary_7``."""
        number = self.law(page_id)
        name = self.name or self.kind
        return name if number is None else f"{name}_{number}"

    def law(self, page_id: str) -> int | None:
        """Return the law number in the id of a page; None when it has none or does not fit.

        A ``law`` page holds that law, a ``commentary`` explains it.
        """
        before, field, after = self.pattern.partition("{law}")
        if not field:
            return None
        number = (
            page_id.removeprefix(before).removesuffix(after)
            if after
            else page_id.removeprefix(before)
        )
        fits = page_id == f"{before}{number}{after}" and number.isascii() and number.isdigit()
        return int(number) if fits and 0 < int(number) <= LARGEST_LAW else None


@dataclass(frozen=True, slots=True)
class Source:
    """A place that pages come from, as ``corpus.toml`` describes it.

    Attributes:
        name: Folder below ``sources/``.
        title: Its name for people.
        rules: Content of its pages, by page id.
        furniture: Templates of lines that belong to the wiki, not to the page.
        page_data: Templates of lines about the page: id, last change, user.
        comment: Template of the first line of a reader's comment; None when there are none.
        zone: Time zone of the times on its pages, an IANA name.
    """

    name: str
    title: str
    rules: tuple[PageRule, ...]
    furniture: tuple[str, ...] = ()
    page_data: tuple[str, ...] = ()
    comment: str | None = None
    zone: str = "UTC"
