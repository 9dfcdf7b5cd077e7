"""TBX-Basic: the glossary for terminology tools.

Source: ISO 30042:2019 (TBX 3, style DCA) and, for older tools, ISO 30042:2008 (TBX 2).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from lxml import etree
from lxml.builder import ElementMaker

from lawkb.checks.term_table import UsualForms, usual_forms
from lawkb.corpus.glossary import Glossary, Term, TermStatus, Word, written
from lawkb.model.code import Code

_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
# Values of the data category /administrative status/ of both versions.
STATUSES: Mapping[TermStatus, str] = {
    "preferred": "preferredTerm-admn-sts",
    "admitted": "admittedTerm-admn-sts",
    "forbidden": "deprecatedTerm-admn-sts",
}
_UNFIT = re.compile(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_ID = re.compile(r"[^0-9A-Za-z]+")


@dataclass(frozen=True, slots=True)
class RenderedTerm:
    """A translation of a term."""

    language: str  # tag of its language
    words: str  # the translation
    status: TermStatus  # ``preferred``, ``admitted`` or ``forbidden``
    note: str  # note of an editor, and the pattern of the glossary if it differs; may be empty


@dataclass(frozen=True, slots=True)
class TermBase:
    """The terms of a code for terminology tools."""

    title: str  # title of the code
    language: str  # tag of the original language
    # Translations of each term of the original, both in the order of the glossary.
    concepts: Mapping[str, Sequence[RenderedTerm]]
    left_out: int = 0  # number of translations left out, since no complete word is known for them


@dataclass(frozen=True, slots=True)
class _Version:
    """The names of the elements of a version of TBX."""

    attributes: Mapping[str, str]  # of the root
    root: str
    header: str
    concept: str
    language: str
    term: str
    namespace: str | None
    doctype: str | None


_TBX3 = _Version(
    {"type": "TBX-Basic", "style": "dca"},
    *("tbx", "tbxHeader", "conceptEntry", "langSec", "termSec"),
    namespace="urn:iso:std:iso:30042:ed-2",
    doctype=None,
)
_TBX2 = _Version(
    {"type": "TBX-Basic"},
    *("martif", "martifHeader", "termEntry", "langSet", "tig"),
    namespace=None,
    doctype='<!DOCTYPE martif SYSTEM "TBXBasiccoreStructV02.dtd">',
)


def tbx3(base: TermBase) -> bytes:
    """Return terms as TBX-Basic of 2019, style DCA."""
    return _written(base, _TBX3)


def tbx2(base: TermBase) -> bytes:
    """Return terms as TBX-Basic of 2008, which most programs read."""
    return _written(base, _TBX2)


def _written(base: TermBase, version: _Version) -> bytes:
    names = {None: version.namespace} if version.namespace else None
    make = ElementMaker(namespace=version.namespace, nsmap=names)
    entries = (
        make(version.concept, *_languages(base, term, version, make), id=name)
        for name, term in _named(base.concepts)
    )
    root = make(
        version.root,
        make(
            version.header,
            make(
                "fileDesc",
                make("titleStmt", make("title", _fit(base.title))),
                make("sourceDesc", make("p", _fit(f"The glossary of {base.title}"))),
            ),
        ),
        make("text", make("body", *entries)),
        {**version.attributes, _XML_LANG: base.language},
    )
    doctype = cast(str, version.doctype)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", doctype=doctype)


def _languages(
    base: TermBase, term: str, version: _Version, make: ElementMaker
) -> Iterator[etree._Element]:
    """Yield an XML element for each language of a concept, with its terms."""
    own = RenderedTerm(base.language, term, "preferred", "")
    renderings = (own, *base.concepts[term])
    for tag in dict.fromkeys(each.language for each in renderings):
        section = make(version.language, {_XML_LANG: tag})
        for each in renderings:
            if each.language == tag:
                status = make("termNote", STATUSES[each.status], type="administrativeStatus")
                notes = [make("note", _fit(each.note))] if each.note else []
                section.append(make(version.term, make("term", _fit(each.words)), status, *notes))
        yield section


def _fit(text: str) -> str:
    """Return a text without characters that XML cannot hold."""
    return _UNFIT.sub("", text)


def _named(terms: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield terms with ASCII ids, ``term-penalty-card``; repeated ids are numbered."""
    seen: set[str] = set()
    for term in terms:
        plain = "term-" + (_NOT_ID.sub("-", term).strip("-").lower() or "x")
        name, times = plain, 1
        while name in seen:
            times += 1
            name = f"{plain}-{times}"
        seen.add(name)
        yield name, term


def term_base(code: Code, glossary: Glossary, language: str | None = None) -> TermBase:
    """Return the terms of a glossary for terminology tools.

    Tools compare whole words: a translation is written as the glossary has it, or, where the
    glossary has only its beginning, in its most frequent form in the code; one that never occurs is
    then left out. A note has the pattern of the glossary.
    """
    forms = usual_forms(code, glossary)
    concepts: dict[str, list[RenderedTerm]] = {}
    left_out = 0
    for row in glossary.terms:
        for tag in row.renderings:
            rendered = _rendered(row, tag, forms) if language in (None, tag) else None
            if rendered:
                concepts.setdefault(row.term, []).append(rendered)
            elif language in (None, tag):
                left_out += 1
    original = code.outline.authoritative
    return TermBase(code.outline.titles[original], original, concepts, left_out)


def _rendered(row: Term, language: str, forms: UsualForms) -> RenderedTerm | None:
    stems = row.renderings[language]
    words = _whole_words(stems) or forms.get((row.where, language))
    if words is None:
        return None
    pattern = written(stems)
    notes = (row.note, "" if pattern == words else pattern)
    return RenderedTerm(language, words, row.status, "; ".join(note for note in notes if note))


def _whole_words(stems: tuple[Word, ...]) -> str | None:
    """Return the first spelling of a translation; None if the glossary has only its beginning."""
    first = [word[0] for word in stems]
    return None if any(stem.open for stem in first) else " ".join(stem.text for stem in first)
