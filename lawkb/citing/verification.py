"""Verify a text: one verdict for each citation of a provision, and for each quotation."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from babel import Locale
from msgspec.structs import replace

from lawkb.checks.rule_list import STANDARD
from lawkb.checks.runner import cached_findings
from lawkb.citing.attribution import Attributions, without_attributions
from lawkb.citing.citations import Cited, citations_in, quotation_words
from lawkb.citing.citing_text import CitingText, Quotation, find_quotations
from lawkb.citing.comparison import Likeness, QuotedWords, compare_words, readings_of
from lawkb.citing.provision_words import CodeWords, LawPlace
from lawkb.editorial.findings import findings_on
from lawkb.exchange import public_types as public
from lawkb.model.address import Address, between
from lawkb.model.code import Code, edition_of
from lawkb.model.finding import Finding
from lawkb.model.label import plain, read_typed
from lawkb.model.language import Language, main_language
from lawkb.model.passage import Reference, RefStatus
from lawkb.references.resolve import Resolver, references_to_code

Severity = Literal["error", "warning", "note"]
_VERDICTS: dict[RefStatus, public.CitationVerdict] = {
    "held": "found",
    "not-held": "not-held",
    "ambiguous": "ambiguous",
    "unresolved": "no-such-provision",
    "removed": "no-such-provision",
    "outside": "outside",
}
_SEVERITIES: dict[public.CitationVerdict, Severity] = {
    "not-held": "note",
    "no-such-provision": "error",
    "repealed": "warning",
    "ambiguous": "note",
    "other-edition": "error",
    "outside": "note",
}
# Least number of words of a quotation: of one that is said to be of a provision, of one near a
# citation, and of any other.
_SURE, _NEAR, _ALONE = 3, 4, 6
_ALIKE = 0.5  # least share of the words of a changed quotation
_CLOSELY_ALIKE = 0.75  # the same where nothing says whose words they are
_LONG = 8  # least number of words of such a one
_FUSED = 4  # least number of words that may be those of another provision
_MOST_CHECKED = 400  # laws, each in one language, that are checked for a quotation of them
_MOST_LAWS = 30  # of a range whose words are compared
_WORD = re.compile(r"[^\W_]+")
_LABELLED = re.compile(r"\s*(\d+[^\W\d_][\w()]{0,20})[.:)–-]?\s+")  # an address before its words
_SENTENCE = 300  # code points before a quotation in which it is called the original


class _Found(NamedTuple):
    """Where the words of a quotation are."""

    place: LawPlace
    address: Address
    likeness: Likeness | None = None  # None where the words are the same


class Verifier:
    """Verifies texts against a code; what it has looked up is kept for the next text."""

    def __init__(
        self,
        folder: Path,
        code: Code,
        permalink: Callable[[str, Address], str | None] = lambda *_: None,
    ) -> None:
        """Store the corpus folder and its code.

        Args:
            permalink: Returns the URL of a provision on the site, given its edition and address.
        """
        self._folder = folder
        self._code = code
        self._words = CodeWords(code)
        self._permalink = permalink

    def verify(
        self, text: CitingText, lang: str | None = None, edition: str | None = None
    ) -> public.Verification:
        """Return the citations and quotations of a text, each with its verdict.

        Args:
            lang: BCP 47 tag of the only language in which it cites; None to decide it for each
                paragraph.
        """
        of = edition_of(self._code, edition)
        quotations = find_quotations(text.words, text.blocks)
        language = self._language(lang)
        cited = citations_in(text, quotations, self._code, of, language)
        quotations = without_attributions(text, quotations, cited, self._code.outline)
        reading = _TextReading(self, text, of, quotations, cited)
        quotes = tuple(reading.quotes())
        citations = tuple(reading.citations())
        told = Counter[str](each.verdict for each in citations)
        told.update(each.verdict for each in quotes)
        languages = Counter(each.lang for each in citations)
        tags = tuple(tag for tag, _ in languages.most_common())
        checked = len(citations) + len(quotes)
        return public.Verification(None, of, tags, citations, quotes, dict(told), checked)

    def _language(self, lang: str | None) -> Language | None:
        if lang is None:
            return None
        outline = self._code.outline
        return outline.language(outline.read_tag(lang))

    @cached_property
    def _errors(self) -> tuple[Finding, ...]:
        """The open errors of ``lawkb check``; of a large code those that it has found before.

        To check a large code takes longer than to verify a text.
        """
        if (
            len(self._code.laws) > _MOST_CHECKED
            and cached_findings(self._folder, self._code) is None
        ):
            return ()
        found = findings_on(self._folder, self._code, STANDARD, ())
        return tuple(each for each in found if each.severity == "error" and not each.waived)

    def open_errors(self, edition: str, address: Address) -> tuple[Finding, ...]:
        """Return the open errors of ``lawkb check`` in a provision and those that it contains."""
        return tuple(
            each
            for each in self._errors
            if each.edition == edition and each.address and address.holds(each.address)
        )

    # ---- citations

    def citation(self, text: CitingText, cited: Cited, edition: str) -> public.VerifiedCitation:
        """Return a citation with its verdict."""
        reference = cited.reference
        within = reference.edition or edition
        verdict, other = self._verdict(reference, within)
        front = f"{reference.edition}:" if reference.edition else ""
        write = self._code.outline.scheme.write
        target, upto = reference.target, reference.upto
        candidates = tuple(f"{front}{write(each)}" for each in reference.candidates)
        if other and target:
            candidates = (f"{other}:{write(target)}",)
        named = front + write(target) if target else reference.raw
        return public.VerifiedCitation(
            verdict=verdict,
            severity=_SEVERITIES.get(verdict),
            message=self._told(verdict, named, within, candidates, reference),
            raw=reference.raw,
            start=text.place(reference.start),
            end=text.place(reference.end - 1) + 1,
            line=text.line(reference.start),
            lang=cited.language.code,
            edition=within,
            target=front + write(target) if target else None,
            upto=front + write(upto) if upto else None,
            candidates=candidates,
            act=reference.act,
            permalink=self._permalink(within, target) if target and verdict == "found" else None,
        )

    def _verdict(
        self, reference: Reference, edition: str
    ) -> tuple[public.CitationVerdict, str | None]:
        """Return the verdict on a reference, and the edition that has its target instead."""
        verdict, target = _VERDICTS[reference.status], reference.target
        if reference.division is not None and target is None:
            return ("found" if reference.status == "held" else verdict), None
        if target is None:
            return ("outside" if verdict == "outside" else "ambiguous"), None
        if verdict in ("found", "not-held") and self._is_repealed(edition, target):
            return "repealed", None
        if verdict == "no-such-provision":
            for other in self._code.outline.editions:
                if other.id != edition and self._has(other.id, target):
                    return "other-edition", other.id
        return verdict, None

    def _has(self, edition: str, address: Address) -> bool:
        tags = self._code.languages_of(edition, address.law)
        return any(self._code.provision(edition, tag, address) for tag in tags)

    def _is_repealed(self, edition: str, address: Address) -> bool:
        around = (address, *address.ancestors())
        tags = self._code.languages_of(edition, address.law)
        found = (self._code.provision(edition, tag, each) for tag in tags for each in around)
        return any(each.repealed for each in found if each)

    def _told(
        self,
        verdict: public.CitationVerdict,
        named: str,
        edition: str,
        candidates: tuple[str, ...],
        reference: Reference,
    ) -> str:
        near = candidates[0] if candidates else None
        match verdict:
            case "found":
                return f"{named} is in the edition of {edition}"
            case "not-held":
                return f"{named} is not in this corpus, which does not say that it does not exist"
            case "no-such-provision":
                told = f"; the nearest is {near}" if near else ""
                return f"there is no {named} in the edition of {edition}{told}"
            case "repealed":
                return f"{named} is repealed"
            case "other-edition":
                return f"there is no {named} in the edition of {edition}, but {near} is there"
            case "outside":
                act = f": {reference.act}" if reference.act else ""
                return f"«{reference.raw}» belongs to another act{act}"
        if candidates:
            return f"«{reference.raw}» may mean {' or '.join(candidates)}"
        return f"«{reference.raw}»: it is not said of which law"

    # ---- quotations

    def exactly_in(
        self, readings: Sequence[QuotedWords], places: Iterable[tuple[LawPlace, Address]]
    ) -> _Found | None:
        """Return the first of some provisions that has quoted words, and where in it they are."""
        for place, address in places:
            around = self._words.of(place, address)
            for reading in readings if around else ():
                if not (around and around.has(reading.segments)):
                    continue
                # Of a list perhaps one item, after the words that lead on to it.
                for each in (address, *self._words.inside(place, address)):
                    words = self._words.of(place, each)
                    if words and (span := words.find(reading.segments)):
                        lead_on = each == address and span[0] < words.own
                        return _Found(place, address if lead_on else words.holder(*span))
        return None

    def holding(self, readings: Sequence[QuotedWords]) -> Iterator[_Found]:
        """Yield the laws that have quoted words, with the provision in each."""
        for reading in readings:
            for place in self._words.holding({*reading.folded}):
                if found := self.exactly_in((reading,), [(place, Address((place[2],)))]):
                    yield found

    def nearest_in(
        self, readings: Sequence[QuotedWords], places: Iterable[tuple[LawPlace, Address]]
    ) -> _Found | None:
        """Return the provision whose words are most like quoted ones."""
        best: _Found | None = None
        for place, address in places:
            words = self._words.of(place, address)
            for reading in readings if words else ():
                likeness = compare_words(reading, words) if words else None
                if likeness and words and (not best or _rank(likeness) > _rank(best.likeness)):
                    start, end = max(likeness.span[0], words.own), likeness.span[1]
                    holder = words.holder(start, end) if end > start else address
                    best = _Found(place, holder, likeness)
        return best

    def like(self, readings: Sequence[QuotedWords]) -> list[_Found]:
        """Return for each of the laws that have most of the rare words the likest provision."""
        laws = self._words.nearest({*readings[0].folded})
        found = (self.nearest_in(readings, [(law, Address((law[2],)))]) for law in laws)
        return sorted(filter(None, found), key=lambda each: _rank(each.likeness), reverse=True)

    def places(self, cited: Cited, edition: str) -> list[tuple[LawPlace, Address]]:
        """Return the provisions that a citation names, in each language."""
        reference = cited.reference
        of, target, upto = reference.edition or edition, reference.target, reference.upto
        if target is None:
            return []
        addresses = [target]
        if upto and upto.law == target.law:
            addresses = [_around(target, upto)]
        elif upto:
            inner = between(target.law, upto.law)[:_MOST_LAWS]
            addresses = [Address((number,)) for number in (target.law, *inner, upto.law)]
        return [
            ((of, tag, address.law), address)
            for address in addresses
            for tag in self._code.languages_of(of, address.law)
        ]

    def quote(
        self, text: CitingText, quotation: Quotation, judged: _Judged
    ) -> public.VerifiedQuote:
        """Return a quotation with its verdict in the public type."""
        found, write = judged.found, self._code.outline.scheme.write
        likeness = found.likeness if found else None
        edition, tag = found.place[:2] if found else (None, None)
        original = self._code.outline.authoritative
        address = found.address if found else None
        found_errors = self.open_errors(edition, address) if edition and address else ()
        errors = tuple(str(each.message) for each in found_errors)
        translated = original if tag and tag != original else None
        severity = judged.severity or ("warning" if errors and translated else None)
        exact = judged.verdict == "quote-exact"
        if exact and translated and not severity and judged.other_language:
            severity = "note"
        return public.VerifiedQuote(
            verdict=judged.verdict,
            severity=severity,
            message=_sentence(judged, translated, errors, write),
            words=text.words[quotation.start : quotation.end],
            start=text.place(quotation.start),
            end=text.place(quotation.end - 1) + 1,
            line=text.line(quotation.start),
            cited=judged.cited,
            address=write(address) if address else None,
            edition=edition,
            lang=tag,
            diff=likeness.diff if likeness and not exact else (),
            correct=judged.correct,
            translation_of=translated,
            open_errors=errors,
            permalink=self._permalink(edition, address) if edition and address else None,
        )


def _rank(likeness: Likeness | None) -> tuple[float, bool]:
    return (likeness.share, not likeness.differs) if likeness else (0, False)


def _around(first: Address, last: Address) -> Address:
    """Return the smallest provision around both ends of a range."""
    shared = 0
    for one, other in zip(first.path, last.path, strict=False):
        if one != other:
            break
        shared += 1
    return Address(first.path[: max(shared, 1)])


class _Judged(NamedTuple):
    """The verdict on a quotation, before it is told."""

    verdict: public.QuoteVerdict
    severity: Severity | None
    found: _Found | None
    cited: str | None  # the provision that it is said to be of
    correct: str | None = None
    fused: tuple[str, ...] = ()  # other provisions that have some of the words
    as_original: bool = False  # whether a translation is called the original
    other_language: bool = False  # whether the text around it is in another language
    is_held: bool = True  # whether the corpus has the cited provision
    named: bool = False  # whether the edition is named in the text


class _TextReading:
    """One text while it is verified."""

    def __init__(
        self,
        verifier: Verifier,
        text: CitingText,
        edition: str,
        quotations: Sequence[Quotation],
        cited: tuple[Cited, ...],
    ) -> None:
        self._verifier = verifier
        self._code = verifier._code
        self._text, self._edition = text, edition
        self._quotations, self._cited = quotations, cited
        self._attributions = Attributions(text, quotations, cited, self._code.outline)
        self._listed: list[tuple[Quotation, _Found | None]] = []
        self._known: dict[tuple[str, tuple[object, ...], bool], _Judged | None] = {}

    def quotes(self) -> Iterator[public.VerifiedQuote]:
        """Yield the quotations that are judged; one inside another is not judged again."""
        for quotation in self._quotations:
            if self._listed and quotation.start < self._listed[-1][0].outer[1]:
                continue
            judged = self._judge(quotation)
            if judged is not None:
                self._listed.append((quotation, judged.found))
                yield self._verifier.quote(self._text, quotation, judged)

    def citations(self) -> Iterator[public.VerifiedCitation]:
        """Yield the citations; those inside a quotation of a provision are read as its own."""
        starts = [quotation.start for quotation, _ in self._listed]
        for cited in self._cited:
            at = bisect_left(starts, cited.reference.start + 1) - 1
            if cited.reference.target is None and at >= 0:
                cited = self._as_quoted(cited, *self._listed[at])
            yield self._verifier.citation(self._text, cited, self._edition)

    def _as_quoted(self, cited: Cited, quotation: Quotation, found: _Found | None) -> Cited:
        """Return a citation such as «B4», «this Law» as the quoted provision means it."""
        if found is None or cited.reference.start >= quotation.end:
            return cited
        edition, tag, _ = found.place
        words = self._text.words[quotation.start : quotation.end]
        language = self._code.outline.language(tag)
        again = references_to_code(words, language, found.address, edition, Resolver(self._code))
        for each in again:
            own = each.shifted(quotation.start)
            if own.start == cited.reference.start and own.target:
                named = None if edition == self._edition else edition
                return Cited(replace(own, edition=own.edition or named), language)
        return cited

    def _judge(self, quotation: Quotation) -> _Judged | None:
        """Return the verdict on a quotation; None if nothing says that it is one of the laws.

        «The Laws say “…”» does, without an address: that no provision has such words is a note.
        """
        cited, is_sure = self._attributions.of(quotation)
        words = self._text.words[quotation.start : quotation.end]
        places = [(each.reference.edition, each.reference.target) for each in cited]
        upto = [(each.reference.upto, each.reference.status) for each in cited]
        key = words, (*places, *upto), is_sure
        if key not in self._known:
            self._known[key] = self._judged(words, cited, is_sure)
        judged = self._known[key]
        if judged is None and not cited and self._is_said_of_law(words, quotation):
            return _Judged("quote-not-found", "note", None, None)
        return judged and self._in_context(judged, quotation)

    def _is_said_of_law(self, words: str, quotation: Quotation) -> bool:
        is_long = len(self._readings(words)[0].words) >= _ALONE
        return is_long and self._attributions.speaks_of_law(quotation)

    def _judged(self, words: str, cited: tuple[Cited, ...], is_sure: bool) -> _Judged | None:
        readings = self._readings(words)
        count = len(readings[0].words)
        if cited and all(each.reference.status == "outside" for each in cited):
            return None
        if count < (_SURE if is_sure else _NEAR if cited else _ALONE):
            return None
        places = [place for each in cited for place in self._verifier.places(each, self._edition)]
        if found := self._verifier.exactly_in(readings, places):
            return self._of_cited("quote-exact", found, cited)
        elsewhere = self._elsewhere(readings, cited) if is_sure or count >= _ALONE else None
        if elsewhere:
            return self._of_other(elsewhere, cited, is_sure)
        found = self._verifier.nearest_in(readings, places)
        least = _ALIKE if is_sure else _CLOSELY_ALIKE
        if found and found.likeness and found.likeness.share >= least and count >= _SURE:
            if not found.likeness.differs:
                return self._of_cited("quote-exact", found, cited)
            if is_sure or count >= _ALONE:
                return self._differing(found, cited, readings)
        # Whether a law that is not here has words like those of another is not known.
        held = not cited or any(each.reference.status == "held" for each in cited)
        if held and count >= (_ALONE if is_sure else _LONG):
            for near in self._verifier.like(readings):
                if near.likeness and near.likeness.share >= _CLOSELY_ALIKE:
                    return self._of_other(near, cited, is_sure)
        return self._not_found(cited, places) if is_sure else None

    def _readings(self, words: str) -> tuple[QuotedWords, ...]:
        """Return the readings of a quotation; «47F2. Except …» also without the address."""
        outline, labelled = self._code.outline, _LABELLED.match(words)
        if labelled is None or not read_typed(labelled[1], outline.scheme, outline.languages):
            return readings_of(words)
        return (*readings_of(words), *readings_of(words[labelled.end() :]))

    def _elsewhere(
        self, readings: Sequence[QuotedWords], cited: tuple[Cited, ...]
    ) -> _Found | None:
        """Return where the words are that no cited provision has: if possible in its edition."""
        own = {each.reference.edition or self._edition for each in cited} or {self._edition}
        found = sorted(self._verifier.holding(readings), key=lambda each: each.place[0] not in own)
        return found[0] if found else None

    def _of_cited(
        self, verdict: public.QuoteVerdict, found: _Found, cited: tuple[Cited, ...]
    ) -> _Judged:
        return _Judged(verdict, None, found, self._named(cited, found))

    def _of_other(self, found: _Found, cited: tuple[Cited, ...], is_sure: bool) -> _Judged:
        """Return the verdict on words of a provision that is not the cited one."""
        editions = {each.reference.edition for each in cited if is_sure}
        own = {each or self._edition for each in editions} or {self._edition}
        name = self._named(cited, None) if is_sure else None
        differs = found.likeness is not None and found.likeness.differs
        if found.place[0] not in own:
            severity: Severity = "error" if editions - {None} or differs else "warning"
            named = bool(editions - {None})
            return _Judged("quote-of-another-edition", severity, found, name, named=named)
        if is_sure and cited:
            held = any(each.reference.status == "held" for each in cited)
            severity = "error" if held else "warning"
            return _Judged("quote-elsewhere", severity, found, name, is_held=held)
        if differs:
            return _Judged("quote-differs", "error", found, None, _correct(found))
        return _Judged("quote-exact", None, found, None)

    def _differing(
        self, found: _Found, cited: tuple[Cited, ...], readings: Sequence[QuotedWords]
    ) -> _Judged:
        correct = _correct(found) if len(cited) == 1 else None
        fused = tuple(self._fused(found))
        name = self._named(cited, found)
        return _Judged("quote-differs", "error", found, name, None if fused else correct, fused)

    def _fused(self, found: _Found) -> Iterator[str]:
        """Yield the provisions that have several of the words which the cited one lacks."""
        for kind, words in found.likeness.diff if found.likeness else ():
            readings = readings_of(words) if kind == "new" else ()
            if readings and len(readings[0].words) >= _FUSED:
                other = next(self._verifier.holding(readings), None)
                if other and other.place[0] == found.place[0]:
                    yield self._code.outline.scheme.write(other.address)

    def _not_found(
        self, cited: tuple[Cited, ...], places: Sequence[tuple[LawPlace, Address]]
    ) -> _Judged | None:
        held = any(each.reference.status == "held" for each in cited)
        targets = any(each.reference.target for each in cited)
        if not targets:
            return None
        severity: Severity = "error" if held and places else "note"
        name = self._named(cited, None)
        return _Judged("quote-not-found", severity, None, name, is_held=held)

    def _named(self, cited: tuple[Cited, ...], found: _Found | None) -> str | None:
        """Return the cited provision, as it is written; of a list the one that has the words."""
        write = self._code.outline.scheme.write
        for each in sorted(cited, key=lambda one: not _is_of(one.reference, found)):
            if target := each.reference.target:
                front = f"{each.reference.edition}:" if each.reference.edition else ""
                return front + write(target)
        return None

    def _around(self, quotation: Quotation) -> str | None:
        """Return the language of the citation nearest to a quotation, outside of it."""
        cited = self._attributions.near(quotation)
        return cited.language.code if cited else None

    def _in_context(self, judged: _Judged, quotation: Quotation) -> _Judged:
        """Return a verdict with what the words around the quotation say of it."""
        found = judged.found
        if found is None or found.place[1] == self._code.outline.authoritative:
            return judged
        begin = max(self._text.paragraph(quotation.outer[0])[0], quotation.outer[0] - _SENTENCE)
        before = self._text.words[begin : quotation.outer[0]]
        told = {plain(word) for word in _WORD.findall(before)}
        languages = self._code.outline.languages
        claims = set().union(*(quotation_words(each, "original") for each in languages))
        other = self._around(quotation) not in (None, found.place[1])
        if claims & told and judged.verdict == "quote-exact":
            return judged._replace(severity="warning", as_original=True)
        return judged._replace(other_language=other)


def _is_of(reference: Reference, found: _Found | None) -> bool:
    return bool(found and reference.target and reference.target.holds(found.address))


def _correct(found: _Found) -> str | None:
    """Return what to write in place of a quotation; None where it is not like enough."""
    likeness = found.likeness
    return likeness.correct if likeness and likeness.share >= _ALIKE else None


def _sentence(
    judged: _Judged,
    translated: str | None,
    errors: tuple[str, ...],
    write: Callable[[Address], str],
) -> str:
    """Return the verdict on a quotation in one or two sentences."""
    told = _first_sentence(judged, write)
    if translated and judged.found:
        own = judged.found.place[1]
        claim = "it is called the original: " if judged.as_original else ""
        told += f"; {claim}the {_name(own)} is a translation, the {_name(translated)} text decides"
    if errors:
        told += "; the translation has an open error there"
    return told


def _first_sentence(judged: _Judged, write: Callable[[Address], str]) -> str:
    cited, found = judged.cited, judged.found
    if found is None:
        if cited is None:
            return "no provision has these words, which are said to be the law’s without an address"
        if not judged.is_held:
            return f"{cited} is not in this corpus, so its words cannot be compared"
        return f"no provision has these words, and {cited} nothing like them"
    edition, tag, _ = found.place
    at = write(found.address)
    nearly = "nearly " if found.likeness and found.likeness.differs else ""
    match judged.verdict:
        case "quote-exact":
            return f"these are the words of {at} ({tag})"
        case "quote-differs":
            told = f"; some of them are those of {', '.join(judged.fused)}" if judged.fused else ""
            return f"the words of {at} ({tag}) are others{told}"
        case "quote-elsewhere":
            told = f", not of {cited}" if judged.is_held else f"; {cited} is not in this corpus"
            return f"these are {nearly}the words of {at} ({tag}){told}"
        case _:
            hint = "" if judged.named else f" (if the text is about it: --edition {edition})"
            return f"these are {nearly}the words of {at} in the edition of {edition} ({tag}){hint}"


@cache
def _name(tag: str) -> str:
    """Return the English name of a language."""
    return str(Locale.parse("en").languages.get(main_language(tag), tag))


# ---- the verdicts, and those that tell of a fault as findings

VERDICTS: Mapping[str, str] = {
    "not-held": "The cited law is not in the corpus; that does not say that it does not exist.",
    "no-such-provision": "The cited law has no such provision.",
    "repealed": "The cited provision is repealed.",
    "ambiguous": "Several provisions may be cited, or it is not said of which law.",
    "other-edition": "Only another edition has the cited provision.",
    "outside": "The cited provision belongs to another act.",
    "quote-exact": "The provision has the quoted words, and something is to be said of them.",
    "quote-differs": "The provision has other words than the quoted ones.",
    "quote-elsewhere": "Another provision has the quoted words.",
    "quote-of-another-edition": "The quoted words are those of another edition.",
    "quote-not-found": "No provision has the quoted words.",
}


Verdict = public.VerifiedCitation | public.VerifiedQuote


def verdicts_on(text: public.Verification) -> list[Verdict]:
    """Return the verdicts on the citations and quotations of a text in its order."""
    every: list[Verdict] = [*text.citations, *text.quotes]
    return sorted(every, key=lambda each: each.start)


def findings_of(texts: Iterable[public.Verification]) -> Iterator[Finding]:
    """Yield the verdicts that tell of something, in the order of the texts, as findings."""
    for text in texts:
        counts: Counter[tuple[str, str, str]] = Counter()
        for each in verdicts_on(text):
            finding = _finding_of(text, each)
            if finding:
                counts[finding.rule, finding.place, finding.key] += 1
                nth = counts[finding.rule, finding.place, finding.key]
                yield replace(finding, nth=nth) if nth > 1 else finding


def _finding_of(text: public.Verification, each: Verdict) -> Finding | None:
    if each.severity is None:
        return None
    evidence: tuple[str, ...] = ()
    if isinstance(each, public.VerifiedCitation):
        quote, place, hint = each.raw, each.target or "", ""
    else:
        quote, place, evidence = each.words, each.cited or each.address or "", each.open_errors
        hint = f"write: {each.correct}" if each.correct else ""
    return Finding(
        rule=each.verdict,
        severity=each.severity,
        edition=each.edition or text.edition,
        place=place,
        language=each.lang or "",
        message=each.message,
        quote=quote,
        hint=hint,
        evidence=evidence,
        key=f"{text.file} {quote}",
        file=text.file or "",
        line=each.line or 0,
    )
