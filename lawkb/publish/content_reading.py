"""Reading a corpus for the site while it is edited: what did not change is not worked on again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from lawkb.checks.kept import check_corpus
from lawkb.checks.report import (
    Report,
    Reviewable,
    States,
    judged,
    law_states,
    reviewable,
)
from lawkb.corpus.house import House, read_house
from lawkb.corpus.rereading import Rereading
from lawkb.corpus.waivers import read_waivers
from lawkb.model.code import Code, Outline
from lawkb.model.companion import Companion
from lawkb.model.finding import Finding
from lawkb.model.law import Law
from lawkb.publish.apparatus import Apparatus, read_apparatus
from lawkb.publish.files import Holdings
from lawkb.publish.shadow import ShadowPage, shadow_page
from lawkb.publish.site import Content
from lawkb.publish.term_reading import TermReading, Uneven, uneven_laws
from lawkb.refs.graph import Citation, citations_of, graph_of
from lawkb.remembered import Remembered

_Key = tuple[str, str, int | str]


@dataclass(frozen=True, slots=True)
class Study:
    """What only the whole code teaches.

    Attributes:
        findings: What the rules found, nothing waived yet; none without the translators' desk.
        uneven: The laws whose trees are not those of their translations.
    """

    findings: tuple[Finding, ...]
    uneven: tuple[Uneven, ...]


@dataclass(frozen=True, slots=True)
class _Studied:
    """The last study and what it was made from."""

    code: Code
    house: House
    study: Study


class ContentReader:
    """Reads one corpus for the site many times."""

    def __init__(self, folder: Path, desk: bool = True) -> None:
        """Take the corpus, and whether the desk is published; nothing is read yet."""
        self._folder, self._desk = folder, desk
        self._studied: _Studied | None = None
        self._house = House()
        self._code = Rereading(folder)
        self._xml = Remembered[str, tuple[str, str], bytes](self._bytes)
        self._states = Remembered[tuple[str, str, int], Reviewable, States](law_states)
        self._terms = TermReading()
        self._outline: Outline | None = None

    def read(self) -> Content:
        """What ``read_content`` gives, but that nothing is studied.

        What a study found stays, but of laws that have changed since it says nothing.

        Raises:
            LawkbError: The corpus cannot be read.
        """
        code = self._code.code()
        if code.outline != self._outline:
            self._remember(code.outline)
        graph = graph_of(code, self._citations.each(code.laws).values())
        shadow = tuple(self._shadow.each(_texts(code)).values())
        xml = self._xml.each({path: (path, digest) for path, digest in (code.files or {}).items()})
        apparatus = read_apparatus(self._folder, code.outline)
        self._house = read_house(self._folder, code.outline)
        holdings = Holdings(self._folder, code, graph, xml, self._with_studied(apparatus, code))
        return Content(holdings, shadow)

    def is_stale(self, content: Content) -> bool:
        """Whether a study would learn anything of what was read last."""
        last, code = self._studied, content.holdings.code
        return last is None or last.code.files != code.files or last.house != self._house

    def study(self, content: Content) -> Study:
        """Study the whole of what was read last, which takes its time and changes nothing here."""
        code = content.holdings.code
        found = check_corpus(self._folder, code, self._house) if self._desk else ()
        return Study(found, uneven_laws(code) if self._terms.uneven else ())

    def take(self, content: Content, study: Study) -> Content:
        """What was read last, with what a study of it found.

        Raises:
            LawkbError: A file of the corpus cannot be read.
        """
        holdings = content.holdings
        self._studied = _Studied(holdings.code, self._house, study)
        self._terms.take(holdings.code, study.uneven)
        apparatus = self._with_studied(holdings.apparatus, holdings.code)
        return replace(content, holdings=replace(holdings, apparatus=apparatus))

    def _with_studied(self, apparatus: Apparatus, code: Code) -> Apparatus:
        """What the editors keep, with the terms, and with the findings as far as they are known."""
        terms = self._terms.read(code, apparatus.glossary)
        return replace(apparatus, terms=terms, report=self._report(apparatus, code))

    def _report(self, apparatus: Apparatus, code: Code) -> Report | None:
        """What is to be done; nothing before the first study."""
        if self._studied is None or not self._desk:
            return None
        changed = _changed(self._studied.code, code)
        found = tuple(each for each in self._studied.study.findings if _law(each) not in changed)
        states = self._states.each(reviewable(code, apparatus.reviews))
        return judged(found, code, read_waivers(self._folder), states).without(changed)

    def _bytes(self, file: tuple[str, str]) -> bytes:
        """A file, from its path and its digest."""
        return (self._folder / file[0]).read_bytes()

    def _remember(self, outline: Outline) -> None:
        def citations(law: Law) -> tuple[Citation, ...]:
            return citations_of(law, outline.language(law.language))

        self._citations = Remembered[tuple[str, str, int], Law, tuple[Citation, ...]](citations)
        page = partial(shadow_page, outline)
        self._shadow = Remembered[_Key, Law | Companion, ShadowPage](page)
        self._terms = TermReading()
        self._outline = outline


def _law(finding: Finding) -> tuple[str, int]:
    """Edition and number of the law that a finding is about; 0 for the whole code."""
    return finding.edition, finding.address.law if finding.address else 0


def _changed(studied: Code, code: Code) -> frozenset[tuple[str, int]]:
    """Edition and number of the laws that are not as they were studied."""
    before, now = studied.laws, code.laws
    keys = before.keys() | now.keys()
    return frozenset((key[0], key[2]) for key in keys if before.get(key) != now.get(key))


def _texts(code: Code) -> Mapping[_Key, Law | Companion]:
    """Every text of a code, in the order in which ``shadow_pages`` takes them."""
    texts: dict[_Key, Law | Companion] = {}
    texts.update(code.laws.items())
    texts.update(code.companions.items())
    return texts
