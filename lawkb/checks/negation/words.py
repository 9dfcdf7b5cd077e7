"""The denial words of a language: table ``[denial]`` of its file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache, cached_property
from itertools import chain
from typing import Literal

from lawkb.model.language import any_language
from lawkb.words import Word, fold

# What a word does: it denies; it may deny; it denies if nothing denied before it; it only
# strengthens a denial, always, after other words, or at the end of its clause; its meaning
# includes a denial that the other language must, or may, express.
Kind = Literal["not", "perhaps", "nor", "bound", "opening", "closing", "strict", "like"]
_LISTS: tuple[Kind, ...] = ("not", "perhaps", "nor", "bound", "opening", "closing")
_INDEXED = 2  # letters of the index key
_KEPT = 2**17  # cached words
_MARKS = ("licence", "clause", "joining", "verb", "repeated", "restrictive", "apart")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A denial word or phrase.

    Attributes:
        kind: What it does.
        group: Its meaning, if it has one.
        forms: Its words: folded; with accents in lower case after an equals sign; a star for any
            letters.
    """

    kind: Kind
    group: str
    forms: tuple[str, ...]

    def stands(self, words: Sequence[Word], at: int, known: int = 0) -> bool:
        """Return whether it begins at a word, of which the first ``known`` already match."""
        if at + len(self.forms) > len(words):
            return False
        for n in range(known, len(self.forms)):  # noqa: SIM110 (all() takes twice as long)
            if not _is(words[at + n], self.forms[n]):
                return False
        return True


@dataclass(frozen=True, slots=True)
class _Forms:
    """Word forms, indexed for fast matching.

    Attributes:
        whole: Folded words.
        accented: Words in lower case with accents.
        beginnings: Prefixes of folded words.
        endings: Suffixes.
        others: Forms with a star in another place.
    """

    whole: frozenset[str]
    accented: frozenset[str]
    beginnings: tuple[str, ...]
    endings: tuple[str, ...]
    others: tuple[str, ...]

    @classmethod
    def of(cls, forms: Iterable[str]) -> _Forms:
        """Return forms written as those of entries."""
        accented = frozenset(form[1:] for form in forms if form.startswith("="))
        folded = [form for form in forms if not form.startswith("=")]
        beginnings = [form for form in folded if form.find("*") == len(form) - 1]
        endings = [form for form in folded if form.rfind("*") == 0 and len(form) > 1]
        kept = {*beginnings, *endings}
        return cls(
            frozenset(form for form in folded if "*" not in form),
            accented,
            tuple(form[:-1] for form in beginnings),
            tuple(form[1:] for form in endings),
            tuple(form for form in folded if "*" in form and form not in kept),
        )

    def hold(self, word: Word) -> bool:
        """Return whether a word has one of the forms."""
        folded = word.folded
        return (
            folded in self.whole
            or folded.startswith(self.beginnings)
            or folded.endswith(self.endings)
            or word.lower in self.accented
            or bool(self.others and any(_is(word, form) for form in self.others))
        )


# entries that may begin with a word, and its marks
EntryMatch = tuple[tuple[_Entry, ...], frozenset[str]]
_NO_MARKS: frozenset[str] = frozenset()
_UNKNOWN: EntryMatch = ((), _NO_MARKS)


@dataclass(frozen=True)
class DenialWords:
    """The denial words of a language. No slots: look-ups are cached.

    Attributes:
        entries: Longest phrases first.
        expletive: Phrases after which a denial adds nothing, with their meaning then.
        marks: Words that license, open a clause, join, are verbs, repeat a denial, turn one into
            *only*, or deny nothing though they look like it.
    """

    entries: tuple[_Entry, ...]
    expletive: tuple[_Entry, ...]
    marks: Mapping[str, _Forms] = field(hash=False)
    _seen: dict[str, EntryMatch] = field(default_factory=dict, repr=False, compare=False)
    _pairs: dict[tuple[str, str], tuple[_Entry, ...]] = field(
        default_factory=dict, repr=False, compare=False
    )

    def facts(self, words: Iterable[Word]) -> list[EntryMatch]:
        """Return the entries and marks of some words, as in ``known_of``."""
        seen, known_of = self._seen, self.known_of
        return [seen.get(word.text) or known_of(word) for word in words]

    def known_of(self, word: Word) -> EntryMatch:
        """Return the entries that may begin with a word, and its marks."""
        found = self._seen.get(word.text)
        if found is None:
            if len(self._seen) >= _KEPT:
                self._seen.clear()
            found = self._seen[word.text] = self._known_of(word)
        return found

    def at(self, words: Sequence[Word], at: int) -> tuple[_Entry, ...]:
        """Return the longest entries that begin at a word; they differ in their meanings."""
        near = self._two_word_matches(words, at)
        there = [entry for entry in near if len(entry.forms) < 3 or entry.stands(words, at, 2)]
        return tuple(each for each in there if len(each.forms) == len(there[0].forms))

    def _two_word_matches(self, words: Sequence[Word], at: int) -> tuple[_Entry, ...]:
        """Return the entries whose first two words match, cached by these words."""
        near, _ = self.known_of(words[at])
        if not near:
            return near
        key = (words[at].text, words[at + 1].text if at + 1 < len(words) else "")
        found = self._pairs.get(key)
        if found is None:
            if len(self._pairs) >= _KEPT:
                self._pairs.clear()
            found = self._pairs[key] = tuple(
                each
                for each in near
                if len(each.forms) == 1
                or (at + 1 < len(words) and _is(words[at + 1], each.forms[1]))
            )
        return found

    def marked(self, word: Word, mark: str) -> bool:
        """Return whether a word has a mark."""
        return mark in self.known_of(word)[1]

    def with_denial(self, words: Sequence[Word], at: int) -> str | None:
        """Return the meaning of the phrase at a word if a denial after it adds nothing."""
        return next((each.group for each in self.expletive if each.stands(words, at)), None)

    def _known_of(self, word: Word) -> EntryMatch:
        marks = _NO_MARKS
        if self._marked.hold(word):
            marks = frozenset(mark for mark, forms in self.marks.items() if forms.hold(word))
        near = self._nearest.get(word.folded[:_INDEXED], ()) + self._nearest.get("", ())
        near = tuple([entry for entry in near if _is(word, entry.forms[0])])
        if "apart" in marks:
            near = tuple(entry for entry in near if "*" not in entry.forms[0])
        return (near, marks) if near or marks else _UNKNOWN

    @cached_property
    def _marked(self) -> _Forms:
        """The words of all marks."""
        held = self.marks.values()
        return _Forms(
            frozenset(chain.from_iterable(each.whole for each in held)),
            frozenset(chain.from_iterable(each.accented for each in held)),
            tuple(chain.from_iterable(each.beginnings for each in held)),
            tuple(chain.from_iterable(each.endings for each in held)),
            tuple(chain.from_iterable(each.others for each in held)),
        )

    @cached_property
    def _nearest(self) -> dict[str, tuple[_Entry, ...]]:
        """Entries by prefix of their first word; those that only have a suffix at ""."""
        found: defaultdict[str, list[_Entry]] = defaultdict(list)
        for entry in self.entries:
            start, star, _ = fold(entry.forms[0].removeprefix("=")).partition("*")
            found["" if star and len(start) < _INDEXED else start[:_INDEXED]].append(entry)
        return {key: tuple(own) for key, own in found.items()}


@cache
def read_denial_words(code: str) -> DenialWords:
    """Return the denial words of a language; empty when its file has no ``[denial]``."""
    table = any_language(code).tables.get("denial", {})
    entries: list[_Entry] = []
    for kind in _LISTS:
        entries += _entries(kind, "nor" if kind == "nor" else "", table.get(kind, ""))
    for kind in ("strict", "like"):
        for group, listed in table.get(kind, {}).items():
            entries += _entries(kind, group, listed)
    expletive = [
        each
        for group, listed in table.get("expletive", {}).items()
        for each in _entries("like", group, listed)
    ]
    listed = {mark: [_form(word) for word in table.get(mark, "").split()] for mark in _MARKS}
    marks = {mark: _Forms.of(forms) for mark, forms in listed.items() if forms}
    return DenialWords(_longest_first(entries), _longest_first(expletive), marks)


def _entries(kind: Kind, group: str, listed: str) -> Iterator[_Entry]:
    for phrase in listed.split():
        yield _Entry(kind, group, tuple(_form(word) for word in phrase.split("_")))


def _form(word: str) -> str:
    """Return a form as it is compared: folded, unless its accents distinguish it."""
    return word.lower() if word.startswith("=") else "*".join(map(fold, word.split("*")))


def _is(word: Word, form: str) -> bool:
    if form.startswith("="):
        return word.lower == form[1:]
    if "*" not in form:
        return word.folded == form
    start, _, end = form.partition("*")
    if "*" in end:
        return fnmatchcase(word.folded, form)
    fits = len(word.folded) >= len(start) + len(end)
    return fits and word.folded.startswith(start) and word.folded.endswith(end)


def _longest_first(entries: list[_Entry]) -> tuple[_Entry, ...]:
    return tuple(sorted(entries, key=lambda entry: -len(entry.forms)))
