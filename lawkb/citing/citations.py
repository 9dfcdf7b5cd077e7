"""The citations of a text about the laws, in each language that it is written in.

The language is decided for each paragraph: by its script, and where several languages share one by
the frequent words, without what is quoted. A paragraph that has another language's word for a law
is read in that language, too: «Law 47» in a Greek text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from lawkb.citing.citing_text import CitingText, Quotation
from lawkb.model.code import Code, Outline
from lawkb.model.label import folded_law_words, label, plain, read_typed, split_edition
from lawkb.model.language import Language, frequent_words, letters_of
from lawkb.model.passage import Reference
from lawkb.references.resolve import NOWHERE, Resolver, references_to_code

_WORD = re.compile(r"[^\W_]+\.?")
_LONG_WORD = re.compile(r"[^\W\d_]{3}")
_LONGEST_WORD = 20  # code points between a bracket and an address: «(Articolo 47)»
_SAMPLE = 2000  # code points of a paragraph by which its language is known
# What is between a quotation and the address behind it: «…» (47E2), “…” – Law 47.
_BEFORE_ADDRESS = re.compile(r"[\s.,;:·]*[(\[–—-]+\s*")
_BARE_ADDRESS = re.compile(r"[^\n)\];,]{1,24}(?:\([^()\n]{1,6}\)[^\n()\];,]{0,8}){0,3}")
# What has nothing but addresses in it, «(20C2, 20F5(b) and 47E)», and what parts them.
_BRACKETED = re.compile(
    r"[(\[]\s?(\d[^()\[\]\n]{0,40}(?:\([^()\[\]\n]{1,6}\)[^()\[\]\n]{0,40}){0,8})[)\]]"
)
_INSTEAD = re.compile(
    r"(?:,| )\s?([^\W\d_]{2,8})\s(?:[^\W\d_]{1,4}\s)?(\d+[^\W\d_]\w{0,6}(?:\(\w{1,5}\)){0,3})"
)
_unbracketed = partial(re.compile(r"[()]").sub, "")
_PARTED = re.compile(r"\s*[,;&]\s*|\s+[^\W\d_]{1,3}\s+(?=\d)")


@lru_cache(64)
def quotation_words(language: Language, key: str) -> frozenset[str]:
    """Return words of the table ``[quotations]`` of a language, folded for comparison."""
    return frozenset(map(plain, language.tables.get("quotations", {}).get(key, ())))


class Cited(NamedTuple):
    """A citation: a reference with offsets in the words of the text."""

    reference: Reference
    language: Language  # Language that it was read in.


def citations_in(
    text: CitingText,
    quotations: Sequence[Quotation],
    code: Code,
    edition: str,
    language: Language | None,
) -> tuple[Cited, ...]:
    """Return the citations of a text in order, not overlapping.

    Args:
        edition: Edition of provisions whose citation names none.
    """
    resolver = Resolver(code)
    own = [language] * len(text.paragraphs) if language else []
    if language is not None:
        found = _read(text.words, 0, language, edition, resolver)
    else:
        own, also = _languages_of(text, quotations, code.outline.languages)
        found = _read_in_all(text, own, also, edition, resolver)
    found = _read_alone(text.words, quotations, found, edition, resolver)
    by_start = {start: each for (start, _), each in zip(text.paragraphs, own, strict=True)}
    bare = [
        Cited(each, by_start[text.paragraph(each.start)[0]])
        for each in _bare_addresses(text.words, quotations, found, edition, resolver)
    ]
    return tuple(sorted([*found, *bare], key=lambda each: each.reference.start))


def _read(
    words: str, begin: int, language: Language, edition: str, resolver: Resolver
) -> list[Cited]:
    found = references_to_code(words, language, None, edition, resolver)
    return [Cited(each.shifted(begin), language) for each in found]


def _read_in_all(
    text: CitingText,
    own: Sequence[Language],
    also: Sequence[frozenset[Language]],
    edition: str,
    resolver: Resolver,
) -> list[Cited]:
    """Read the text in its main language, and paragraphs of other languages in theirs.

    Args:
        also: The others whose words for a law it has.
    """
    languages = resolver.code.outline.languages
    main, _ = Counter(own).most_common(1)[0] if own else (languages[0], 0)
    found = _read(text.words, 0, main, edition, resolver)
    for language in languages:
        for place, span in enumerate(text.paragraphs):
            if language != main and (own[place] == language or language in also[place]):
                words = text.words[slice(*span)]
                found += _read(words, span[0], language, edition, resolver)
    preferred = {span[0]: language for span, language in zip(text.paragraphs, own, strict=True)}

    def rank(each: Cited) -> tuple[bool, int]:
        at = text.paragraph(each.reference.start)[0]
        is_own = preferred[at] == each.language
        return not is_own, each.reference.start - each.reference.end

    return _apart(sorted(found, key=rank))


def _apart(found: Iterable[Cited]) -> list[Cited]:
    """Return citations without those that overlap one before them."""
    taken: set[int] = set()
    kept = []
    for each in found:
        span = range(each.reference.start, each.reference.end)
        if taken.isdisjoint(span):
            taken.update(span)
            kept.append(each)
    return kept


def _languages_of(
    text: CitingText, quotations: Sequence[Quotation], languages: tuple[Language, ...]
) -> tuple[list[Language], list[frozenset[Language]]]:
    """Return the language of each paragraph, and the others whose words for a law it has."""
    own: list[Language] = []
    also: list[frozenset[Language]] = []
    inside = _without_quotations(text.words, quotations)
    for start, end in text.paragraphs:
        words = {plain(each) for each in _WORD.findall(text.words[start:end])}
        having = {each for each in languages if folded_law_words(each) & words}
        end = min(end, start + _SAMPLE)
        # An address alone behind a quotation says nothing of the language that it is in.
        sample = (
            inside[start:end] if _LONG_WORD.search(inside, start, end) else text.words[start:end]
        )
        own.append(_likeliest(sample, languages, having, own))
        also.append(frozenset(having - {own[-1]}))
    return own, also


def _without_quotations(words: str, quotations: Sequence[Quotation]) -> str:
    """Return a text with spaces in the place of its quotations."""
    pieces: list[str] = []
    at = 0
    for each in quotations:
        start, end = each.outer
        if start >= at:
            pieces += (words[at:start], " " * (end - start))
            at = end
    return "".join((*pieces, words[at:]))


def _likeliest(
    words: str, languages: tuple[Language, ...], having: set[Language], before: list[Language]
) -> Language:
    """Return the language that a paragraph is in; where nothing tells, that of the one before."""
    last = before[-1] if before else languages[0]
    letters = {each: letters_of(words, each) for each in languages}
    most = max(letters.values())
    if not most:
        return last
    likely = [each for each in languages if letters[each] == most]
    if len(likely) == 1:
        return likely[0]
    found = Counter(_WORD.findall(words.casefold()))

    def evidence(each: Language) -> tuple[int, bool, bool]:
        common = sum(found[word] for word in _frequent(each.code))
        return common, each in having, each == last

    return max(likely, key=evidence)


@lru_cache(64)
def _frequent(tag: str) -> frozenset[str]:
    return frozenset(word for word in frequent_words(tag) if len(word) > 1)


def _read_alone(
    words: str,
    quotations: Sequence[Quotation],
    found: list[Cited],
    edition: str,
    resolver: Resolver,
) -> list[Cited]:
    """Return citations, those right behind a quotation without what its words make of them.

    The quoted «carta» is no charter that «(Articolo 47A)» behind it belongs to.
    """
    unclear = {
        each.reference.start: each
        for each in found
        if each.reference.target is None and each.reference.division is None
    }
    if not unclear:
        return found
    starts = sorted(unclear)
    again: dict[int, Cited] = {}
    for each in quotations:
        opened = _BEFORE_ADDRESS.match(words, each.outer[1])
        at = bisect_left(starts, each.outer[1])
        if opened is None or at == len(starts) or starts[at] > opened.end() + _LONGEST_WORD:
            continue
        cited = unclear[starts[at]]
        if (cited.reference.act or "") not in words[slice(*each.outer)]:
            continue
        end = cited.reference.end
        alone = _read(words[opened.end() : end], opened.end(), cited.language, edition, resolver)
        again |= {own.reference.start: own for own in alone if own.reference.target}
    return [again.get(each.reference.start, each) for each in found]


def _bare_addresses(
    words: str,
    quotations: Sequence[Quotation],
    found: Iterable[Cited],
    edition: str,
    resolver: Resolver,
) -> list[Reference]:
    """Return the addresses without a word for a law that a text cites.

    Right behind a quotation, “…” (47E2), and where brackets have nothing else in them.
    """
    read = {each.reference.start for each in found}
    bare: dict[int, Reference] = {}
    for cited in found:  # not Law 47F1 but 47F2
        instead = _INSTEAD.match(words, cited.reference.end)
        if instead and plain(instead[1]) in quotation_words(cited.language, "instead"):
            reference = _typed_address(instead[2], instead.start(2), resolver.code)
            if reference and _is_as_printed(reference, resolver.code.outline):
                bare[reference.start] = reference
    for each in quotations:
        opened = _BEFORE_ADDRESS.match(words, each.outer[1])
        typed = _BARE_ADDRESS.match(words, opened.end()) if opened else None
        reference = _typed_address(typed[0], typed.start(), resolver.code) if typed else None
        if reference:
            bare[reference.start] = reference
    for bracket in _BRACKETED.finditer(words):
        inside = list(_addresses_alone(bracket, resolver.code))
        if all(each and _is_as_printed(each, resolver.code.outline) for each in inside):
            bare |= {each.start: each for each in inside if each}
    return [
        resolver.resolve(each, NOWHERE, edition)
        for each in bare.values()
        if read.isdisjoint(range(each.start, each.end))
    ]


def _addresses_alone(bracket: re.Match[str], code: Code) -> Iterator[Reference | None]:
    """Yield what each part of the words in brackets cites; None for one that is no address."""
    begin = bracket.start(1)
    for parting in (*_PARTED.finditer(bracket[1]), None):
        end = bracket.start(1) + parting.start() if parting else bracket.end(1)
        yield _typed_address(bracket.string[begin:end], begin, code)
        begin = bracket.start(1) + parting.end() if parting else end


def _is_as_printed(reference: Reference, outline: Outline) -> bool:
    """Return whether an address has the letters of the code: 5M may be one, 5 m and 10 p.m. not."""
    target = reference.target
    if target is None:
        return False
    _, typed = split_edition(reference.raw, outline)
    labels = (label(target, outline.scheme, each) for each in outline.languages)
    return _unbracketed(typed) in {_unbracketed(each) for each in (str(target), *labels)}


def _typed_address(typed: str, start: int, code: Code) -> Reference | None:
    """Return what typed words cite; None if they are no address or a plain number, as a year is."""
    outline, raw = code.outline, typed.rstrip(" .")
    if not raw[:1].isdigit():
        return None
    named, rest = split_edition(raw, outline)
    address = read_typed(rest, outline.scheme, outline.languages)
    if address is None or not address.depth:
        return None
    return Reference(start, start + len(raw), raw, "absolute", address, edition=named)
