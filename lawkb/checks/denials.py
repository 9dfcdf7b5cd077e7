"""The denials of a text: words that deny, may deny, or only strengthen a denial.

Many languages strengthen a denial by a second word (negative concord): *κανείς δεν*, *non …
nessuno* and *ne … aucun* are one denial each, and so is *nobody*. The words of a language are in
the table ``[denial]`` of its file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from lawkb.checks.text_pairs import CheckedText, is_quoted
from lawkb.model.language import any_language
from lawkb.words.folding import fold
from lawkb.words.tokens import ByWord, Word, sentences

# What a word does: it denies; it may deny; it denies if nothing denied before it; it only
# strengthens a denial, always, after other words, or at the end of its clause; its meaning
# includes a denial that the other language must, or may, express.
Kind = Literal["not", "perhaps", "nor", "bound", "opening", "closing", "strict", "like"]
_LISTS: tuple[Kind, ...] = ("not", "perhaps", "nor", "bound", "opening", "closing")
_MARKS = ("licence", "clause", "joining", "verb", "repeated", "restrictive", "apart")
_INDEXED = 2  # letters of the index key


class _Entry(NamedTuple):
    """A denial word or phrase."""

    kind: Kind  # What it does; see `Kind`.
    group: str  # Name of its meaning, `only`; empty for a plain denial.
    # Its words, folded. `*` stands for any letters; after `=`, a word is in lower case with
    # accents.
    forms: tuple[str, ...]
    ends: bool = False  # Whether a punctuation mark or the end of the text must follow: *or not*.

    @property
    def field(self) -> str:
        """Name of the field before the meaning, `order` of `order.before`; empty for a denial."""
        return self.group.rpartition(".")[0]

    @property
    def is_exact(self) -> bool:
        """Whether no star stands for any letters."""
        return not any("*" in form for form in self.forms)

    def stands(self, words: Sequence[Word], at: int) -> bool:
        """Return whether the words from an index on are those of the entry."""
        own = words[at : at + len(self.forms)]
        return len(own) == len(self.forms) and all(map(_is, own, self.forms))


class _Spelling(NamedTuple):
    """A word as it is compared."""

    folded: str
    lower: str


def _spelling(text: str) -> _Spelling:
    return _Spelling(fold(text) or text, text.lower())


EntryMatch = tuple[tuple[_Entry, ...], frozenset[str]]  # entries that may begin here, and marks


class _Forms(NamedTuple):
    """Word forms: a pattern for folded words, and words in lower case with accents."""

    folded: re.Pattern[str]
    accented: frozenset[str]

    def has(self, word: _Spelling) -> bool:
        return word.lower in self.accented or self.folded.fullmatch(word.folded) is not None


@dataclass(frozen=True, eq=False)
class DenialWords:
    """The denial words of a language. No slots: look-ups are cached."""

    # Words and phrases that deny or strengthen a denial; the longest phrases first.
    entries: tuple[_Entry, ...]
    # Phrases after which a denial adds nothing, with the meaning of both together; they need not
    # deny themselves: *craindre que*.
    expletive: tuple[_Entry, ...]
    # Other words that matter, by kind. Words of `licence` let a later word strengthen a denial,
    # `clause` opens a clause, `joining` joins clauses, `verb` lists verbs, `repeated` repeats a
    # denial, `restrictive` turns a denial into *only*, `apart` only looks like a denial.
    marks: Mapping[str, tuple[str, ...]]

    def known_of(self, word: Word) -> EntryMatch:
        """Return the denials that may begin with a word, and its kinds in ``marks``."""
        return self._seen[word.text]

    def at(self, text: str, words: Sequence[Word], at: int) -> tuple[_Entry, ...]:
        """Return the longest entries that begin at an index, rather those without a star."""
        there = [
            entry
            for entry in self.known_of(words[at])[0]
            if entry.stands(words, at)
            and not (entry.ends and _goes_on(text, words[at + len(entry.forms) - 1].end))
        ]
        longest = [each for each in there if len(each.forms) == len(there[0].forms)]
        # *no closer than* is not what *no*er than* is
        exact = {each.field for each in longest if each.is_exact}
        return tuple(each for each in longest if each.is_exact or each.field not in exact)

    def marked(self, word: Word, mark: str) -> bool:
        """Return whether a word is of a kind in ``marks``."""
        return mark in self.known_of(word)[1]

    def with_denial(self, words: Sequence[Word], at: int) -> str | None:
        """Return the meaning of the phrase at an index if a denial after it adds nothing.

        None when there is no such phrase.
        """
        led = self._led[words[at].text]
        return next((each.group for each in led if each.stands(words, at)), None)

    @cached_property
    def _seen(self) -> ByWord[EntryMatch]:
        return ByWord(self._known_of)

    @cached_property
    def _led(self) -> ByWord[tuple[_Entry, ...]]:
        return ByWord(self._led_by)

    def _led_by(self, text: str) -> tuple[_Entry, ...]:
        word = _spelling(text)
        return tuple(each for each in self.expletive if _is(word, each.forms[0]))

    def _known_of(self, text: str) -> EntryMatch:
        word = _spelling(text)
        marks = frozenset[str]()
        if self._marked[""].has(word):
            marks = frozenset(mark for mark, forms in self._marked.items() if forms.has(word))
        near = self._nearest.get(word.folded[:_INDEXED], ()) + self._nearest.get("", ())
        near = tuple([entry for entry in near if _is(word, entry.forms[0])])
        if "apart" in marks:
            near = tuple(entry for entry in near if "*" not in entry.forms[0])
        return near, marks

    @cached_property
    def _marked(self) -> dict[str, _Forms]:
        """The word forms of each kind in ``marks``, and all of them under an empty key."""
        every = tuple(chain.from_iterable(self.marks.values()))
        return {mark: _compiled(forms) for mark, forms in (("", every), *self.marks.items())}

    @cached_property
    def _nearest(self) -> dict[str, tuple[_Entry, ...]]:
        """Entries by the first letters of their first word; with an empty key if these vary."""
        found: defaultdict[str, tuple[_Entry, ...]] = defaultdict(tuple)
        for entry in self.entries:
            start, star, _ = fold(entry.forms[0].removeprefix("=")).partition("*")
            found["" if star and len(start) < _INDEXED else start[:_INDEXED]] += (entry,)
        return found


@cache
def read_denial_words(code: str) -> DenialWords:
    """Return the denial words of a language, by its tag; empty without a table ``[denial]``."""
    table = any_language(code).tables.get("denial", {})
    entries: list[_Entry] = []
    for kind in _LISTS:
        entries += _entries(kind, "nor" if kind == "nor" else "", table.get(kind, "").split())
    for kind in ("strict", "like"):
        for group, listed in table.get(kind, {}).items():
            entries += _entries(kind, group, listed.split())
    expletive = [
        each
        for group, listed in table.get("expletive", {}).items()
        for each in _entries("like", group, listed.split())
    ]
    marks = {mark: tuple(map(_form, table.get(mark, "").split())) for mark in _MARKS}
    return DenialWords(_longest_first(entries), _longest_first(expletive), marks)


PhraseList = DenialWords  # phrases by meaning that are found in the same way and deny nothing


def read_phrases(listed: Mapping[str, Iterable[str]]) -> PhraseList:
    """Return phrases written as those of ``[denial]``, by meaning, to be found in a text."""
    entries = (each for group, own in listed.items() for each in _entries("like", group, own))
    return PhraseList(_longest_first(list(entries)), (), {})


def _entries(kind: Kind, group: str, listed: Iterable[str]) -> Iterator[_Entry]:
    for phrase in listed:
        words = phrase.removesuffix("|").split("_")
        yield _Entry(kind, group, tuple(map(_form, words)), phrase.endswith("|"))


def _goes_on(text: str, end: int) -> bool:
    """Return whether another word follows an offset, without a punctuation mark before it."""
    return text[end : end + 2].lstrip()[:1].isalnum()


def _longest_first(entries: list[_Entry]) -> tuple[_Entry, ...]:
    return tuple(sorted(entries, key=lambda entry: -len(entry.forms)))


def _form(word: str) -> str:
    """Return a form as it is compared: folded, or in lower case with accents after ``=``."""
    return word.lower() if word.startswith("=") else "*".join(map(fold, word.split("*")))


def _is(word: Word | _Spelling, form: str) -> bool:
    if form.startswith("="):
        return word.lower == form[1:]
    return word.folded == form if "*" not in form else bool(_pattern(form).fullmatch(word.folded))


@lru_cache(2**12)
def _pattern(form: str) -> re.Pattern[str]:
    return re.compile(re.escape(form).replace(r"\*", ".*"))


def _compiled(forms: Iterable[str]) -> _Forms:
    folded = [_pattern(form).pattern for form in forms if not form.startswith("=")]
    accented = frozenset(form[1:] for form in forms if form.startswith("="))
    return _Forms(re.compile("|".join(folded) or r"(?!)"), accented)


_CLAUSE = re.compile(r"[,;:.·?!()\[\]\n–—]|\s-\s")
_SENTENCE = re.compile(r"[;:.·?!](?=\s|$)|\n")
_NUMBER = re.compile(r"[.°º]?\s*\d")
_APOSTROPHES = "'’"
_SHORT = 2  # most letters of a possible abbreviation: No. 5
_LONGEST = 80  # most words of a clause
_STRENGTHEN = ("bound", "opening", "closing")
_ANY = "un"  # the meaning of a word known only by its prefix
_PLAIN = ("not", "perhaps")


class Denial(NamedTuple):
    """A denial: a word or phrase in a text that denies (*not*, *nobody*), or may."""

    first: int  # Index of its first word in the text.
    last: int  # Index of its last word.
    # `not` denies, `perhaps` may deny; `strict` includes a denial in its meaning (*unless*), `like`
    # may include one; `bound` only strengthens one.
    kind: Kind
    groups: frozenset[str]  # Names of its meanings, such as `only`; empty for a plain denial.
    sentence: int  # Number of its sentence, from 1.
    opens: bool = False  # Whether only very frequent words precede it in its sentence.


@dataclass(frozen=True, slots=True)
class Denials:
    """The denials (*not*, *nobody*) of a text."""

    found: tuple[Denial, ...]  # the denials, in order
    sentences: int  # number of sentences of the text


class _Clause(NamedTuple):
    """A clause: words up to the next punctuation mark or conjunction."""

    span: range  # indexes of its words in the text
    found: tuple[Denial, ...]  # its denials, in order
    first: bool  # whether it is the first clause of its sentence


def read_denials(side: CheckedText) -> Denials:
    """Return the denials (*not*, *nobody*, *unless*) of a text in order.

    Those inside references and local remarks are left out.
    """
    words, known = side.words, read_denial_words(side.language.code)
    facts = [known.known_of(word) for word in words]
    if not any(near for near, _ in facts):  # most texts
        return Denials((), 1)
    clauses = tuple(_with_expletives(words, known, _clauses(side, known, facts)))
    told = [each for clause in clauses for each in _resolved(words, known, clause)]
    number = sum(clause.first for clause in clauses)
    return Denials(tuple(_alone(words, known, told)), number)


def _clauses(
    side: CheckedText, known: DenialWords, facts: Sequence[EntryMatch]
) -> Iterator[_Clause]:
    text = side.text
    stops = tuple(end for _, end in sentences(text, side.language.code))
    number, first = 1, True
    found: list[Denial] = []
    start = end = previous_end = 0
    for at, (word, (near, marks)) in enumerate(zip(side.words, facts, strict=True)):
        between = text[previous_end : word.start] if at else " "
        if between != " ":
            between = _between(text, stops, previous_end, word.start)
        previous_end = word.end
        marked = between != " " and _CLAUSE.search(between)
        cut = marked or "clause" in marks or at - start >= _LONGEST
        if cut and at >= end and at:
            yield _Clause(range(start, at), tuple(found), first)
            start, found = at, []
            first = bool(marked and _SENTENCE.search(between))
            number += first
        if near and at >= end and (denial := _begins(side, known, at, number)):
            found.append(denial)
            end = denial.last + 1
    yield _Clause(range(start, len(facts)), tuple(found), first)


def _between(text: str, stops: Sequence[int], start: int, end: int) -> str:
    """Return the characters between two words, without a full stop that ends no sentence."""
    between = text[start:end]
    if "." not in between:
        return between
    after = bisect_right(stops, start)
    ended = after < len(stops) and stops[after] <= end
    return between if ended else between.replace(".", "")


def _begins(side: CheckedText, known: DenialWords, at: int, sentence: int) -> Denial | None:
    """Return the denial that begins at an index, by the longest phrase, or None."""
    there = known.at(side.text, side.words, at)
    if not there:
        return None
    last = at + len(there[0].forms) - 1
    if last == at and not _is_whole(side.text, side.words[at]):
        return None
    groups = frozenset(each.group for each in there if each.group)
    return Denial(at, last, there[0].kind, groups - {_ANY} or groups, sentence)


def _is_whole(text: str, word: Word) -> bool:
    """Return whether a word is not an abbreviation (*No. 5*), a lone letter or a quoted word.

    A single word in quotation marks is only mentioned: *the answer "no"*. A single letter counts
    only next to an apostrophe: *n'*.
    """
    if word.end - word.start == 1:
        beside = text[max(0, word.start - 1) : word.start], text[word.end : word.end + 1]
        return any(mark and mark in _APOSTROPHES for mark in beside)
    if is_quoted(text, (word.start, word.end)):
        return False
    return word.end - word.start > _SHORT or not _NUMBER.match(text, word.end)


def _resolved(words: Sequence[Word], known: DenialWords, clause: _Clause) -> Iterator[Denial]:
    """Yield the denials of a clause, without words that only strengthen one."""
    span, found = clause.span, clause.found
    found = _without_expletives(words, known, clause)
    strengthening = [each for each in found if each.kind in _STRENGTHEN]
    if not strengthening:
        found = _restricted(words, known, span, found)
    plain = [each.first for each in found if each.kind in _PLAIN]
    for each in found:
        if each.kind == "nor":
            adds = not plain or each.first > plain[-1]
            opens = clause.first and all(word.common for word in words[span.start : each.first])
            yield each._replace(kind="nor" if adds else "like", opens=opens)
        elif each.kind not in _STRENGTHEN:
            yield each
        elif _denies(words, known, each, clause):
            yield each._replace(kind="not")
        elif not _is_licensed(words, known, each, clause):
            yield each._replace(kind="bound")
        elif each is not strengthening[0]:
            yield each._replace(kind="like")
        elif each.kind == "closing" and _stands_first(words, known, each, span):
            yield each._replace(kind="perhaps")  # «se nessuno lo reclama»


def _stands_first(words: Sequence[Word], known: DenialWords, denial: Denial, span: range) -> bool:
    """Return whether a word is right behind a word of licence, with others of its clause behind."""
    before = denial.first - 1
    led = before in span and known.marked(words[before], "licence")
    return led and denial.last + 1 < span.stop


def _denies(words: Sequence[Word], known: DenialWords, denial: Denial, clause: _Clause) -> bool:
    """Return whether the position of a word that can strengthen a denial makes it a denial."""
    span = clause.span
    joined = [at for at in span if at < denial.first and known.marked(words[at], "joining")]
    start = joined[-1] + 1 if joined else span.start
    before = words[start : denial.first]
    opens = all(word.common and not known.marked(word, "verb") for word in before)
    if denial.kind == "closing":
        ends = denial.last + 1 == span.stop and not opens
        return not ends and not _is_licensed(words, known, denial, clause)
    if _is_licensed(words, known, denial, clause) or not opens:
        return False
    rest = words[denial.last + 1 : span.stop]
    is_verbless = not any(known.marked(word, "verb") for word in rest)
    return denial.kind == "opening" or is_verbless


def _is_licensed(
    words: Sequence[Word], known: DenialWords, denial: Denial, clause: _Clause
) -> bool:
    """Return whether a clause has a denial that the given word strengthens.

    A word of the kind ``bound`` can strengthen any denial of its clause, others only one before
    them.
    """
    span, found = clause.span, clause.found
    end = span.stop if denial.kind == "bound" else denial.first
    return any(
        (each.kind in _PLAIN and each.first < end)
        or (each.kind in ("strict", "nor") and each.first < denial.first)
        for each in found
    ) or any(known.marked(word, "licence") for word in words[span.start : denial.first])


_LED_BY_COMMAS = ("except", "before", "prevent", "without")  # à moins que, …, ne


def _with_expletives(
    words: Sequence[Word], known: DenialWords, clauses: Iterable[_Clause]
) -> Iterator[_Clause]:
    """Yield clauses; one with *à moins que* but without its *ne* is joined with the next ones."""
    waiting: _Clause | None = None
    for clause in clauses:
        joined = clause
        if waiting and clause.first:
            yield waiting
        elif waiting:
            span = range(waiting.span.start, clause.span.stop)
            joined = _Clause(span, waiting.found + clause.found, waiting.first)
        waiting = joined if _lacks_expletive(words, known, joined) else None
        if waiting is None:
            yield joined
    if waiting:
        yield waiting


def _lacks_expletive(words: Sequence[Word], known: DenialWords, clause: _Clause) -> bool:
    if not known.expletive:
        return False
    led = [at for at in clause.span if known.with_denial(words, at) in _LED_BY_COMMAS]
    denied = [each.first for each in clause.found if each.kind in _PLAIN]
    return bool(led) and not any(at > led[-1] for at in denied)


def _without_expletives(
    words: Sequence[Word], known: DenialWords, clause: _Clause
) -> tuple[Denial, ...]:
    """Return the denials of a clause without those that add nothing after *à moins que*."""
    found = clause.found
    if not known.expletive or not any(each.kind in _PLAIN for each in found):
        return found
    for at in clause.span:
        turned = known.with_denial(words, at)
        idle = _expletive(found, at) if turned else None
        if turned and idle:
            found = tuple(
                each._replace(groups=frozenset((turned,))) if each.first == at else each
                for each in found
                if each is not idle
            )
    return found


def _expletive(found: Sequence[Denial], at: int) -> Denial | None:
    """Return the first plain denial after an index, unless another word strengthens it.

    Nor does it add nothing where *né* goes on with it.
    """
    if any(each.kind == "nor" and each.first > at for each in found):
        return None
    rest = [each for each in found if each.first > at and each.kind in (*_PLAIN, *_STRENGTHEN)]
    plain = [each for each in rest if each.kind in _PLAIN]
    is_strengthened = len(rest) > 1 and rest[1].kind in _STRENGTHEN
    return plain[0] if plain and plain[0] is rest[0] and not is_strengthened else None


def _restricted(
    words: Sequence[Word], known: DenialWords, span: range, found: tuple[Denial, ...]
) -> tuple[Denial, ...]:
    """Return the denials of a clause; the last one before *que* means *only*: *ne … que*."""
    plain = [each for each in found if each.kind in _PLAIN]
    rest = range(plain[0].last + 1, span.stop) if plain else ()
    limit = next((at for at in rest if known.marked(words[at], "restrictive")), None)
    if limit is None:
        return found
    last = [each for each in plain if each.last < limit][-1]
    only = last._replace(kind="like", groups=frozenset(("only",)))
    return tuple(only if each is last else each for each in found)


def _alone(words: Sequence[Word], known: DenialWords, found: Sequence[Denial]) -> Iterator[Denial]:
    """Yield denials; one that repeats another denial of its sentence becomes a possible denial."""
    denied: set[int] = set()
    several = Counter(each.sentence for each in found if each.kind == "nor")
    for each in found:
        before = each.sentence in denied
        if each.kind == "nor":
            alone = each.opens or several[each.sentence] > 1
            yield each._replace(kind="like" if before else "not" if alone else "bound")
        elif before and _repeats(words, known, each):
            yield each._replace(kind="perhaps")
        else:
            yield each
        if each.kind != "like":
            denied.add(each.sentence)


def _repeats(words: Sequence[Word], known: DenialWords, denial: Denial) -> bool:
    at = denial.first
    joined = at > 0 and known.marked(words[at - 1], "joining")
    return joined and known.marked(words[at], "repeated")
