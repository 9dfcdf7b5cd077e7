"""The denial words of a language: table ``[denial]`` of its file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from lawkb.model.language import any_language
from lawkb.words import Word, fold

# What a word does: it denies; it may deny; it denies if nothing denied before it; it only
# strengthens a denial, always, after other words, or at the end of its clause; its meaning
# includes a denial that the other language must, or may, express.
Kind = Literal["not", "perhaps", "nor", "bound", "opening", "closing", "strict", "like"]
_LISTS: tuple[Kind, ...] = ("not", "perhaps", "nor", "bound", "opening", "closing")
_MARKS = ("licence", "clause", "joining", "verb", "repeated", "restrictive", "apart")
_INDEXED = 2  # letters of the index key


class _Entry(NamedTuple):
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

    def stands(self, words: Sequence[Word], at: int) -> bool:
        """Return whether it begins at a word."""
        own = words[at : at + len(self.forms)]
        return len(own) == len(self.forms) and all(map(_is, own, self.forms))


EntryMatch = tuple[tuple[_Entry, ...], frozenset[str]]  # entries that may begin here, and marks


class _Forms(NamedTuple):
    """Word forms as one pattern of folded words, and words in lower case with accents."""

    folded: re.Pattern[str]
    accented: frozenset[str]

    def has(self, word: Word) -> bool:
        return word.lower in self.accented or self.folded.fullmatch(word.folded) is not None


@dataclass(frozen=True, eq=False)
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
    marks: Mapping[str, tuple[str, ...]]
    _seen: dict[str, EntryMatch] = field(default_factory=dict, repr=False)

    def known_of(self, word: Word) -> EntryMatch:
        """Return the entries that may begin with a word, and its marks."""
        if word.text not in self._seen:
            if len(self._seen) >= 2**17:
                self._seen.clear()
            self._seen[word.text] = self._known_of(word)
        return self._seen[word.text]

    def at(self, words: Sequence[Word], at: int) -> tuple[_Entry, ...]:
        """Return the longest entries that begin at a word; they differ in their meanings."""
        there = [entry for entry in self.known_of(words[at])[0] if entry.stands(words, at)]
        return tuple(each for each in there if len(each.forms) == len(there[0].forms))

    def marked(self, word: Word, mark: str) -> bool:
        """Return whether a word has a mark."""
        return mark in self.known_of(word)[1]

    def with_denial(self, words: Sequence[Word], at: int) -> str | None:
        """Return the meaning of the phrase at a word if a denial after it adds nothing."""
        return next((each.group for each in self.expletive if each.stands(words, at)), None)

    def _known_of(self, word: Word) -> EntryMatch:
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
        """The forms of each mark, and those of all at ""."""
        every = tuple(chain.from_iterable(self.marks.values()))
        return {mark: _compiled(forms) for mark, forms in (("", every), *self.marks.items())}

    @cached_property
    def _nearest(self) -> dict[str, tuple[_Entry, ...]]:
        """Entries by prefix of their first word; those that only have a suffix at ""."""
        found: defaultdict[str, tuple[_Entry, ...]] = defaultdict(tuple)
        for entry in self.entries:
            start, star, _ = fold(entry.forms[0].removeprefix("=")).partition("*")
            found["" if star and len(start) < _INDEXED else start[:_INDEXED]] += (entry,)
        return found


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
    marks = {mark: tuple(map(_form, table.get(mark, "").split())) for mark in _MARKS}
    return DenialWords(_longest_first(entries), _longest_first(expletive), marks)


def _entries(kind: Kind, group: str, listed: str) -> Iterator[_Entry]:
    for phrase in listed.split():
        yield _Entry(kind, group, tuple(map(_form, phrase.split("_"))))


def _longest_first(entries: list[_Entry]) -> tuple[_Entry, ...]:
    return tuple(sorted(entries, key=lambda entry: -len(entry.forms)))


def _form(word: str) -> str:
    """Return a form as it is compared: folded, unless its accents distinguish it."""
    return word.lower() if word.startswith("=") else "*".join(map(fold, word.split("*")))


def _is(word: Word, form: str) -> bool:
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
