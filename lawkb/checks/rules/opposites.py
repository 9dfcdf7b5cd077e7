"""The rule for words that exclude each other: *before* and *after*, *highest* and *lowest*.

The words of a language are in the table ``[opposites]`` of its file: closed lists by field, with
the same names in every language. The names of the months are those of its numerals. Two words of
a field may also be exchanged: *the buyer pays the seller* beside *ο πωλητής πληρώνει τον αγοραστή*.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import NamedTuple

from lawkb.checks.denials import Denial, PhraseList, read_denial_words, read_denials, read_phrases
from lawkb.checks.omission.features import read_features
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.text_pairs import (
    OTHER_SIDE,
    SIDES,
    CheckedText,
    Fault,
    SideName,
    TextPair,
    read_rule_words,
    sentence_pairs,
)
from lawkb.model.finding import Severity, say
from lawkb.model.language import any_language
from lawkb.model.passage import Span
from lawkb.words.folding import fold
from lawkb.words.tokens import ByWord, Word

_APART = "apart"  # phrases of a field that have none of its meanings
_MONTH = "month"
_CLAUSE = re.compile(r"[,;:·()]")
_LINK = "link"  # and, or: after a denial either may be right
_CERTAIN = frozenset((_MONTH, "weekday"))  # fields of names, which nobody paraphrases
_UNCERTAIN = {"any", "some"}  # meanings that many languages have one word for
_LOOSE = frozenset(("holding",))  # fields whose words everyday texts use for each other
# Fields of two persons: the first of a clause is who acts.
_PERSONS = frozenset(
    (
        "bargain",
        "lease",
        "labour",
        "debt",
        "surety",
        "loan",
        "transfer",
        "licence",
        "mail",
        "will",
        "suit-at-law",
        "camp",
        "gift",
        "marriage",
        "parent",
        "insurance",
        "mandate",
        "supply",
        "school",
        "vehicle",
        "health",
        "officer",
        "bench",
        "pitch",
        "kin",
        "evidence",
        "gender",
    )
)
# Fields of which no denial makes the opposite: who is no creditor is no debtor.
_UNDENIED = _PERSONS | frozenset(
    ("frequency", "days", "person", "instrument", "organ", "reach", "means", "medium", "lifespan")
)
_ABBREVIATED = 3  # most letters of a month that needs a number beside it: «set», «mar», May
# In a field with this meaning the other word has no opposite, so that it is missing or not; what
# else may stand for it in the other text has this one.
_WEAK = "weak"
_LIMIT = "limit"
_LIMITED = frozenset((_LIMIT, "exception", "condition"))  # fields that a denial may stand for
_LEAST = "minimum"  # *fewer than half* is what has *not at least* half
_SHORT = 30  # most words of a sentence whose only link is compared with certainty
_LONGEST = 60  # most words of a sentence, or of texts that have not the same sentences
_TURNING = frozenset(("not", "perhaps", "nor", "strict", "bound"))  # kinds of denials
_LIMITING = frozenset(("only", "until"))  # meanings that a denial may stand for
# Meanings of words that stand for a denial and a word: *of no effect*, void.
_INSTEAD = frozenset(("un", "void", "illegal", "exempt", "unable", "refuse", "lack", "cease"))
# Meanings of words that are no exception.
_MEASURES = frozenset(
    (
        "until",
        "before",
        "after",
        "at-most",
        "at-least",
        "more",
        "less",
        "soon",
        "as-long",
        "late",
        "at-once",
        "forbid",
        "un",
    )
)
# Those that never stand for *only*.
_NEVER_ONLY = frozenset(("before", "after", "soon", "late", "at-once", "forbid", "un"))
_BESIDE = 2  # words behind *and* among which a denial is of what it joins
_COORDINATED = 3  # most words between two members that are joined: *the buyer and the seller*
_UNORDERED = frozenset((_LINK, _MONTH))  # fields without an order to exchange


class _Member(NamedTuple):
    """A word or phrase of a field."""

    field: str  # `order`
    name: str  # `before`
    start: int
    end: int


def opposites(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
    """The translation has the opposite of a word, or another word of its closed field.

    Why: *before the lead* and *after the lead*, *Tuesday* and *Thursday* are two rules.

    Example: *the highest score* beside *η χαμηλότερη βαθμολογία*.

    Limits: only words of the tables ``[opposites]``. Nothing is reported where one text denies or
    limits more: *not before* may be *only after*. Days and months are errors, links near denials
    notes. *Only* or *except* may be missing. Two words of one field may be exchanged: both stand in
    clauses that translate each other crosswise, or two persons act in each other's place.
    """
    ours, theirs = pair.original.once(_members), pair.translation.once(_members)
    alone_in = _lone_fields(*pair.tags)
    fields = sorted({each.field for each in ours} & {each.field for each in theirs} - {*alone_in})
    lone = {
        each.field: alone_in[each.field] for each in (*ours, *theirs) if _is_lone(each, alone_in)
    }
    if not fields and not lone:
        return
    for left, right in sentence_pairs(pair):
        if max(len(left), len(right)) > _LONGEST:
            continue
        own, other = _within(ours, left), _within(theirs, right)
        for field in fields:
            if field not in _UNORDERED and len(_of(field, own)) == len(_of(field, other)) == 2:
                both = _Exchange(pair, context, (left, right), (_of(field, own), _of(field, other)))
                if both.is_certain(field):
                    yield both.fault()
        changes = [
            (field, changed)
            for field in fields
            if (changed := _changed(_of(field, own), _of(field, other)))
        ]
        alone = list(_without_counterpart(lone, own, other))
        if not changes and not alone:
            continue
        denials = _denials(pair.original, left), _denials(pair.translation, right)
        even = _are_even(_unshared(denials))
        for field, changed in changes:
            severity: Severity | None = "error" if field in _CERTAIN else "warning"
            if field not in _UNDENIED:
                if even is False:
                    continue
                severity = severity if even and field not in _LOOSE else "note"
            if field == _LINK:
                short = len(_of(field, own)) == 1 and max(len(left), len(right)) <= _SHORT
                severity = _link_severity(pair, changed, short)
            if severity:
                yield _fault(pair, changed, severity)
        for name, word in alone:
            if not _may_stand_for(pair, name, word, denials):
                yield _counterpart_missing(pair, name, word)


def _is_lone(member: _Member, lone: Mapping[str, str]) -> bool:
    return lone.get(member.field) == member.name


def _within(members: Sequence[_Member], words: Sequence[Word]) -> list[_Member]:
    first, last = (words[0].start, words[-1].end) if words else (0, -1)
    return [each for each in members if first <= each.start < last]


def _of(field: str, members: Iterable[_Member]) -> list[_Member]:
    return [each for each in members if each.field == field]


def _changed(
    ours: Sequence[_Member], theirs: Sequence[_Member]
) -> tuple[list[_Member], list[_Member]] | None:
    """Return the members of one meaning that only one text has, and those of another in the other.

    None unless exactly one meaning is gone and exactly one other is new, as often as the first or
    alone in its text.
    """
    here, there = Counter(e.name for e in ours), Counter(e.name for e in theirs)
    gone, new = here - there, there - here
    if len(gone) != 1 or len(new) != 1:
        return None
    if gone.total() != new.total() and not len(here) == len(there) == 1:
        return None
    lost, put = next(iter(gone)), next(iter(new))
    if {lost, put} == _UNCERTAIN:
        return None
    return [e for e in ours if e.name == lost], [e for e in theirs if e.name == put]


def _without_counterpart(
    lone: Mapping[str, str], ours: Sequence[_Member], theirs: Sequence[_Member]
) -> Iterator[tuple[SideName, _Member]]:
    """Yield the first *only* of a sentence, or *except*, whose counterpart has no word like it."""
    for field in lone:
        for name, own, other in ((SIDES[0], ours, theirs), (SIDES[1], theirs, ours)):
            told = next((e for e in own if e.field == field and _is_lone(e, lone)), None)
            if told and not _of(field, other):
                yield name, told


@dataclass(frozen=True, slots=True)
class _Exchange:
    """Two members of a field in a sentence and in its translation, that may be exchanged."""

    pair: TextPair
    context: RuleContext
    words: tuple[Sequence[Word], Sequence[Word]]  # of both sentences
    members: tuple[Sequence[_Member], Sequence[_Member]]  # of both sentences, in order

    def is_certain(self, field: str) -> bool:
        """Return whether the members are in each other's place."""
        ours, theirs = ([each.name for each in own] for own in self.members)
        if ours[0] == ours[1] or set(ours) != set(theirs):
            return False
        if field in _PERSONS:
            actors = [self._actor(at) for at in (0, 1)]
            if None not in actors and actors[0] != actors[1]:
                return True
        return self._are_crossed(same=ours == theirs)

    def fault(self) -> Fault:
        """Return the fault of exchanged words."""
        spans: list[tuple[SideName, Span]] = [
            (name, (each.start, each.end))
            for name, own in zip(SIDES, self.members, strict=True)
            for each in own
        ]
        first, second = (self.pair.translation.text[slice(*span)] for _, span in spans[2:])
        return Fault(
            say("«%(words)s» and «%(others)s» seem to be exchanged", words=first, others=second),
            quote=first,
            hint=say("compare both words"),
            key=f"exchanged {' '.join(sorted(each.name for each in self.members[0]))}",
            marked=tuple(spans),
            severity="warning",
            contradicts=True,
        )

    def _actor(self, side: int) -> str | None:
        """Return the meaning of the member that begins a clause as its subject; None if unknown.

        Unknown, too, where both are joined, or where a word such as *by* stands before the other.
        """
        text = self.pair.side(SIDES[side]).text
        words, (first, second) = self.words[side], self.members[side]
        forms = self._forms(side)
        starts = [word.start for word in words]
        at = starts.index(first.start)
        before = [word.lower for word in words[: starts.index(second.start)]]
        while before and before[-1] in forms.articles | forms.nominative:
            before.pop()
        acts = before[-1:] and before[-1] in forms.agents
        acts = acts or self._are_joined(side)
        if acts or not at or text[first.end : first.end + 2] in ("'s", "’s"):
            return None
        article = words[at - 1]
        begins = at == 1 or _CLAUSE.search(text, words[at - 2].end, article.start)
        is_subject = article.lower in forms.nominative or (
            article.lower in forms.articles and begins
        )
        return first.name if is_subject else None

    def _are_joined(self, side: int) -> bool:
        """Return whether a link such as *and* joins both members, whose order tells nothing."""
        forms, (first, second) = self._forms(side), self.members[side]
        between = [word for word in self.words[side] if first.end <= word.start < second.start]
        return len(between) <= _COORDINATED and any(w.folded in forms.links for w in between)

    def _forms(self, side: int) -> _SubjectForms:
        return _subject_forms(self.pair.side(SIDES[side]).language.code)

    def _are_crossed(self, *, same: bool) -> bool:
        """Return whether the clause of each member translates that of the other.

        Args:
            same: Whether the members have the same order in both texts.
        """
        if all(self._are_joined(at) for at in (0, 1)):
            return False
        clauses = [self._clauses(at) for at in (0, 1)]
        ours, theirs = read_features(self.pair.original), read_features(self.pair.translation)
        straight = crossed = 0
        apart = {each.start for each in self.members[0]}
        for at, to in enumerate(self.context.loss.links(ours, theirs).to):
            start = ours.tokens[at].start
            if to is not None and not ours.tokens[at].common and start not in apart:
                own = _clause_at(clauses[0], start)
                other = _clause_at(clauses[1], theirs.tokens[to].start)
                if own is not None and other is not None:
                    straight += (own == other) == same
                    crossed += (own == other) != same
        return crossed > 1 and not straight

    def _clauses(self, side: int) -> tuple[range, range] | None:
        """Return the spans around both members, cut in one place between them, or None."""
        words, (first, second) = self.words[side], self.members[side]
        text, links = self.pair.side(SIDES[side]).text, self._forms(side).links
        cuts = [word.start for word in words if word.folded in links]
        cuts += [mark.start() for mark in _CLAUSE.finditer(text, words[0].start, words[-1].end)]
        inner = [cut for cut in cuts if first.end <= cut < second.start]
        if not inner:
            return None
        low = max((cut for cut in cuts if cut < first.start), default=words[0].start)
        high = min((cut for cut in cuts if cut >= second.end), default=words[-1].end)
        return range(low, min(inner)), range(max(inner), high)


def _clause_at(clauses: tuple[range, range] | None, place: int) -> int | None:
    """Return which of two clauses a place is in; None for neither."""
    return next((n for n, own in enumerate(clauses or ()) if place in own), None)


class _SubjectForms(NamedTuple):
    """What tells who acts in a language."""

    articles: frozenset[str]  # Before a subject that begins a clause: *the*.
    nominative: frozenset[str]  # Before a subject anywhere: «ο».
    agents: frozenset[str]  # Before another person who acts: *by*, *from*.
    links: frozenset[str]  # *and*, *or*; folded.


@cache
def _subject_forms(code: str) -> _SubjectForms:
    tables = any_language(code).tables
    articles, nominative, agents = (
        frozenset(tables.get("checks", {}).get(key, "").split())
        for key in ("articles", "nominative", "agents")
    )
    links = " ".join(tables.get("opposites", {}).get(_LINK, {}).get(n, "") for n in ("and", "or"))
    joining = frozenset(fold(each.lstrip("=")) for each in links.split())
    return _SubjectForms(articles, nominative, agents, joining)


def _counterpart_missing(pair: TextPair, name: SideName, limit: _Member) -> Fault:
    words = pair.side(name).text[limit.start : limit.end]
    lacking = OTHER_SIDE[name]
    return Fault(
        say("«%(words)s» without a counterpart in the translation", words=words)
        if name == "original"
        else say("«%(words)s» without a counterpart in the original", words=words),
        quote=words,
        hint=say("compare both texts: one of them says more than the other"),
        key=f"{limit.name} {lacking}",
        marked=((name, (limit.start, limit.end)),),
        severity="warning",
        contradicts=name == "translation",
    )


_Denials = tuple[Sequence[Denial], Sequence[Denial]]


def _denials(side: CheckedText, words: Sequence[Word]) -> list[Denial]:
    first, last = (words[0].start, words[-1].end) if words else (0, 0)
    held = side.once(read_denials).found
    return [each for each in held if first <= side.words[each.first].start < last]


def _unshared(denials: _Denials) -> _Denials:
    """Return the denials of both texts without those of one meaning: *without* and *ohne*."""
    ours, theirs = denials
    shared = _meanings(ours) & _meanings(theirs)
    return _but(ours, shared), _but(theirs, shared)


def _meanings(denials: Iterable[Denial]) -> Counter[str]:
    return Counter(group for each in denials for group in _alike(each))


def _alike(denial: Denial) -> Iterator[str]:
    """Yield the meanings of a denial; *not exceeding six months* is *until six months*."""
    yield from ("until" if group == "at-most" else group for group in denial.groups)


def _but(denials: Iterable[Denial], shared: Counter[str]) -> list[Denial]:
    left, kept = shared.copy(), []
    for each in sorted(denials, key=lambda each: each.kind != "like"):
        same = next((group for group in _alike(each) if left[group] > 0), None)
        if same is None:
            kept.append(each)
        else:
            left[same] -= 1
    return kept


def _are_even(denials: _Denials) -> bool | None:
    """Return whether two texts deny equally often; None if a word may stand for what one lacks."""
    (ours, limits), (theirs, others) = map(_turns, denials)
    if (ours, limits) == (theirs, others):
        return True
    fewer = denials[0] if ours < theirs else denials[1]
    instead = sum(not _INSTEAD.isdisjoint(each.groups) for each in fewer)
    return None if limits == others and abs(ours - theirs) <= instead else False


def _turns(denials: Sequence[Denial]) -> tuple[int, int]:
    """Return how many denials, and how many limits such as *only*, are among denials."""
    limits = sum(not _LIMITING.isdisjoint(each.groups) for each in denials)
    return sum(each.kind in _TURNING for each in denials), limits


def _may_stand_for(pair: TextPair, name: SideName, word: _Member, denials: _Denials) -> bool:
    """Return whether a denial of the other text may be the counterpart of *only* or *except*.

    So it is if that text has a denial more, or a word that may be one. *Unless* is a denial itself,
    of which another rule tells in the original.
    """
    words = pair.side(name).words
    held, others = denials if name == "original" else denials[::-1]
    own = [each for each in held if not word.start <= words[each.first].start < word.end]
    if name == "original" and any(each.kind == "strict" for each in held if each not in own):
        return True
    own, others = map(list, _unshared((own, others)))
    # *until* is often *only until*, and no exception
    measures = _NEVER_ONLY if word.field == _LIMIT else _MEASURES
    may_limit = word.field in _LIMITED
    others = [
        e for e in others if e.kind in _TURNING or (may_limit and e.groups.isdisjoint(measures))
    ]
    turns = sum(each.kind in _TURNING for each in own)
    return len(others) > turns or (word.field == _LEAST and len(others) < turns)


def _link_severity(
    pair: TextPair, changed: tuple[Sequence[_Member], Sequence[_Member]], short: bool
) -> Severity | None:
    """Return how grave *and* for *or* is: behind a denial either may be right."""
    sides = (pair.original, pair.translation)
    if not any(e.kind in _TURNING for side in sides for e in side.once(read_denials).found):
        return "warning" if short else "note"
    if not short:
        return None
    free = all(
        _is_free(side, each) for side, own in zip(sides, changed, strict=True) for each in own
    )
    return "note" if free else None


def _is_free(side: CheckedText, link: _Member) -> bool:
    """Return whether no denial covers both of what a word joins.

    None does where its clause has none, or one on both sides, or one right behind the word.
    """
    held = [e for e in side.once(read_denials).found if e.kind in _TURNING]
    at = next(n for n, word in enumerate(side.words) if word.start == link.start)
    if any(at < each.first <= at + _BESIDE for each in held):
        return True
    here = [each.first > at for each in held if _is_one_clause(side, link, each)]
    return not here or len({*here}) > 1


def _is_one_clause(side: CheckedText, link: _Member, denial: Denial) -> bool:
    first, last = sorted((side.words[denial.first].start, link.start))
    known = read_denial_words(side.language.code)
    between = (word for word in side.words if first < word.start < last)
    opens = any(known.marked(word, "clause") for word in between)
    return not opens and not _CLAUSE.search(side.text, first, last)


def _fault(
    pair: TextPair,
    changed: tuple[Sequence[_Member], Sequence[_Member]],
    severity: Severity,
) -> Fault:
    spans: list[tuple[SideName, Span]] = [
        (name, (each.start, each.end))
        for name, own in zip(SIDES, changed, strict=True)
        for each in own
    ]
    words, others = (
        tuple(dict.fromkeys(f"«{pair.side(name).text[a:b]}»" for on, (a, b) in spans if on == name))
        for name in SIDES
    )
    return Fault(
        say("%(ours)s in the original, %(theirs)s in the translation", ours=words, theirs=others),
        quote=pair.translation.text[slice(*spans[-1][1])],
        hint=say("compare both words"),
        key=f"{changed[0][0].name} {changed[1][0].name}",
        marked=tuple(spans),
        severity=severity,
        contradicts=True,
    )


def _members(side: CheckedText) -> tuple[_Member, ...]:
    """Return the members of the fields in a text, in order."""
    known = _phrases(side.language.code)
    if known is None:
        return ()
    found: list[_Member] = []
    words, reached, opens = side.words, 0, _openers(side.language.code)
    for at in [at for at, word in enumerate(words) if opens[word.text]]:
        entries = known.at(side.text, words, at) if at >= reached else ()
        told = dict.fromkeys(entry.group.partition(".")[::2] for entry in entries)
        reached = at + len(entries[0].forms) if entries else reached
        for field, name in told:
            if (field, _APART) not in told and (
                field != _MONTH or _is_month(words, at, side.language.code)
            ):
                found.append(_Member(field, name, words[at].start, words[reached - 1].end))
    return tuple(found)


@cache
def _lone_fields(*codes: str) -> Mapping[str, str]:
    """Return the fields that all of some languages have whose word has no opposite, with it."""
    tables = [any_language(code).tables.get("opposites", {}) for code in codes]
    shared = set(tables[0]).intersection(*tables[1:])
    words = {field: {**tables[0][field], **tables[-1][field]} for field in sorted(shared)}
    # Two languages may share no more than what makes the word doubtful.
    lone = {field: [name for name in names if name != _WEAK] for field, names in words.items()}
    return {field: lone[field][0] for field in words if _WEAK in words[field] and lone[field]}


@cache
def _openers(code: str) -> ByWord[bool]:
    """Return whether each word may open a phrase."""
    phrases = _phrases(code)
    first = [entry.forms[0] for entry in phrases.entries] if phrases else []
    prefixes = tuple(form.partition("*")[0] for form in first if "*" in form)
    words = {form.removeprefix("=") for form in first if "*" not in form}

    def opens(word: str) -> bool:
        folded = fold(word)
        told = folded in words or folded.startswith(prefixes)
        return told or word.lower() in words  # with its accents

    return ByWord(opens)


def _is_month(words: Sequence[Word], at: int, code: str) -> bool:
    """Return whether a word is the name of a month, and not *may*, or «set», a set."""
    word = words[at]
    beside = [*words[max(0, at - 1) : at], *words[at + 1 : at + 2]]
    if any(each.text[0].isdecimal() for each in beside):
        return True
    if word.folded in read_rule_words(code).permission:  # *in May*, and no *may*
        before = words[at - 1] if at else None
        return before is not None and word.text[0].isupper() and before.text.islower()
    return len(word.folded) > _ABBREVIATED or word.folded in _full_months(code)


@cache
def _full_months(code: str) -> frozenset[str]:
    """Return the names of the months that no form is longer than: «Mai» is no abbreviation."""
    listed = any_language(code).tables.get("numerals", {}).get("months", ())
    return frozenset(fold(max(forms.split(), key=len)) for forms in listed if forms)


@cache
def _phrases(code: str) -> PhraseList | None:
    """Return the phrases of a language by field and meaning; None if its file has none."""
    tables = any_language(code).tables
    likes: Mapping[str, str] = tables.get("denial", {}).get("like", {})
    listed: defaultdict[str, list[str]] = defaultdict(list)
    for field, members in tables.get("opposites", {}).items():
        for name, forms in members.items():
            listed[f"{field}.{name}"] += chain.from_iterable(
                likes[form[1:]].split() if form.startswith("@") else (form,)
                for form in forms.split()
            )
    if not listed:
        return None
    for at, forms in enumerate(tables.get("numerals", {}).get("months", ()), start=1):
        listed[f"{_MONTH}.{at}"] = [fold(form) for form in forms.split()]
    return read_phrases(listed)
