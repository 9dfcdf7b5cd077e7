"""Rules for the terms of the glossary, and for the patterns of the house."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lawkb.checks.setting import Setting
from lawkb.checks.texts import Fault, Side, TextPair
from lawkb.checks.words import Word, read_words
from lawkb.corpus.glossary import Glossary, Term, written
from lawkb.corpus.glossary import Word as Alternates
from lawkb.model.passage import Span
from lawkb.search.folding import fold

_RELIABLE = 0.85  # of a term's places elsewhere that must have its rendering
_FEWEST = 2  # places elsewhere before anything is said of a term


@dataclass(frozen=True, slots=True)
class TermUse:
    """A term of the glossary in a pair.

    Attributes:
        term: As the glossary has it.
        rows: Its renderings.
        original: Where it stands in the original.
        found: Where each of its rows stands in the translation.
    """

    term: str
    rows: tuple[Term, ...]
    original: tuple[Span, ...]
    found: Mapping[int, tuple[Span, ...]]

    @property
    def rendered(self) -> bool:
        """Whether a rendering that is not forbidden stands in the translation."""
        return any(
            spans and self.rows[at].status != "forbidden" for at, spans in self.found.items()
        )


def term_uses(pair: TextPair, glossary: Glossary) -> tuple[TermUse, ...]:
    """The terms of the glossary that an original has; of overlapping ones the longest."""
    found = []
    code = pair.translation.language.code
    by_term = glossary.renderings(code)
    taken: set[int] = set()
    words = pair.original.words
    for term in sorted(by_term, key=lambda each: -len(each.split())):
        places = _places(term, words, pair.original.language.code, taken)
        if places:
            spans = tuple((words[first].start, words[last - 1].end) for first, last in places)
            rows = by_term[term]
            rendered = {
                at: _rendered(row.renderings[code], pair.translation) for at, row in enumerate(rows)
            }
            found.append(TermUse(term, rows, spans, rendered))
    return tuple(found)


@lru_cache(4096)
def _stems(term: str, code: str) -> tuple[str, ...]:
    return tuple(word.stem for word in read_words(term, code))


def _places(term: str, words: Sequence[Word], code: str, taken: set[int]) -> list[tuple[int, int]]:
    stems = _stems(term, code)
    size = len(stems)
    found = []
    for at, word in enumerate(words):
        if word.stem != stems[0] or at + size > len(words):
            continue
        here = range(at, at + size)
        same = all(words[at + step].stem == stems[step] for step in range(size))
        if same and not taken & set(here):
            taken |= set(here)
            found.append((at, at + size))
    return found


def _rendered(words: tuple[Alternates, ...], side: Side) -> tuple[Span, ...]:
    """Where the words of a rendering stand next to one another."""
    wanted = _wanted(words)
    found = []
    there = side.words
    for at in range(len(there) - len(wanted) + 1):
        if all(_fits(there[at + step].folded, wanted[step]) for step in range(len(wanted))):
            found.append((there[at].start, there[at + len(wanted) - 1].end))
    return tuple(found)


@lru_cache(4096)
def _wanted(words: tuple[Alternates, ...]) -> tuple[tuple[tuple[str, bool], ...], ...]:
    return tuple(tuple((fold(stem.text), stem.open) for stem in word) for word in words)


def _fits(folded: str, alternates: tuple[tuple[str, bool], ...]) -> bool:
    return any(folded.startswith(s) if is_open else folded == s for s, is_open in alternates)


def known_partners(
    glossary: Glossary, code: str, original: str, keys: Sequence[str]
) -> dict[str, frozenset[str]]:
    """The words of the original that a glossary renders by one word, with the stems of these.

    Args:
        glossary: The terms.
        code: Tag of the translation.
        original: Tag of the original.
        keys: Words of the translations, folded.
    """
    found: dict[str, set[str]] = {}
    for term, rows in glossary.renderings(code).items():
        stems = _stems(term, original)
        for row in rows:
            words = _wanted(row.renderings[code])
            if len(stems) == 1 and len(words) == 1 and row.status != "forbidden":
                fitting = {key for key in keys if _fits(key, words[0])}
                found.setdefault(stems[0], set()).update(_stem(key, code) for key in fitting)
    return {stem: frozenset(words) for stem, words in found.items() if words}


def _stem(word: str, code: str) -> str:
    return read_words(word, code)[0].stem


def count_rendered(
    pairs: Sequence[TextPair], glossary: Glossary
) -> dict[tuple[str, str], tuple[int, int]]:
    """In how many pairs each term stands, and in how many of these it is rendered."""
    times, rendered = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for pair in pairs:
        for use in term_uses(pair, glossary):
            key = (use.term, pair.translation.language.code)
            times[key] += 1
            rendered[key] += use.rendered
    return {key: (times[key], rendered[key]) for key in times}


def term_missing(pair: TextPair, setting: Setting) -> Iterator[Fault]:
    """A term of the original has no rendering in the translation.

    Why: a term that is paraphrased is another term to whoever applies the rule.

    Example: *declarer* beside a text without *εκτελεστής*.

    Limits: only terms that the code renders nearly everywhere else are asked for: of the others
    nobody can say that a place is wrong.
    """
    if not setting.glossary.terms:
        return
    for use in term_uses(pair, setting.glossary):
        if use.rendered:
            continue
        key = (use.term, pair.translation.language.code)
        times, rendered = setting.rendered.get(key, (1, 0))
        elsewhere = times - 1
        if elsewhere >= _FEWEST and rendered < _RELIABLE * elsewhere:
            continue
        code = pair.translation.language.code
        wanted = " or ".join(
            written(row.renderings[code]) for row in use.rows if row.status != "forbidden"
        )
        yield Fault(
            f"«{use.term}» has no rendering: {wanted}",
            quote=use.term,
            hint="use the term, or add this rendering to corpus/glossary.tsv",
            key=use.term,
            marked=tuple(("original", span) for span in use.original),
        )


def term_forbidden(pair: TextPair, setting: Setting) -> Iterator[Fault]:
    """A rendering that the glossary forbids.

    Why: the house has decided against it.

    Example: a row of ``corpus/glossary.tsv`` with the status forbidden.

    Limits: only where the original has the term.
    """
    for use in term_uses(pair, setting.glossary) if setting.glossary.terms else ():
        for at, spans in use.found.items():
            if spans and use.rows[at].status == "forbidden":
                words = pair.translation.text[slice(*spans[0])]
                yield Fault(
                    f"«{words}» is not to be used for «{use.term}»",
                    quote=words,
                    hint=use.rows[at].note or "use the preferred rendering",
                    key=f"{use.term} {fold(words)}",
                    marked=tuple(("translation", span) for span in spans),
                )


def term_case(pair: TextPair, setting: Setting) -> Iterator[Fault]:
    """A term that the glossary writes with capitals stands here without them.

    Why: capitals tell a defined term from the words of every day.

    Example: *Clarification Period* and *περιόδου διευκρινίσεων*, beside *Περιόδου Διόρθωσης*.

    Limits: only terms whose rendering has a capital in the glossary, where the original has one.
    """
    for use in term_uses(pair, setting.glossary) if setting.glossary.terms else ():
        shown = pair.original.text[slice(*use.original[0])]
        if not all(word[:1].isupper() for word in shown.split()):
            continue
        for at, spans in use.found.items():
            stems = use.rows[at].renderings[pair.translation.language.code]
            if not all(stem.text[:1].isupper() for word in stems for stem in word):
                continue
            for span in spans:
                words = pair.translation.text[slice(*span)]
                if any(word[:1].islower() for word in words.split()):
                    yield Fault(
                        f"«{words}» without the capitals of «{shown}»",
                        quote=words,
                        hint="write the term with capitals",
                        key=f"{use.term} {words}",
                        marked=(("translation", span),),
                    )


def term_inconsistent(pairs: Sequence[TextPair], setting: Setting) -> Iterator[Fault]:
    """One term, several renderings across the code: one report for a term.

    Why: two words look like two things.

    Example: *explanation* as *εξήγηση* and *επεξήγηση*.

    Limits: renderings of one row of the glossary are one rendering; other words that the
    translation may have used are not seen.
    """
    uses: dict[str, Counter[str]] = {}
    places: dict[tuple[str, str], list[str]] = {}
    if not setting.glossary.terms:
        return
    for pair in pairs:
        code = pair.translation.language.code
        for use in term_uses(pair, setting.glossary):
            for at, spans in use.found.items():
                name = written(use.rows[at].renderings[code])
                if spans and use.rows[at].status != "forbidden":
                    uses.setdefault(use.term, Counter())[name] += len(spans)
                    places.setdefault((use.term, name), []).append(pair.place)
    for term, counts in uses.items():
        if len(counts) > 1:
            parts = [
                f"{name} {n}× ({', '.join(places[term, name][:6])})"
                for name, n in counts.most_common()
            ]
            yield Fault(
                f"«{term}» is rendered as {'; '.join(parts)}",
                hint="choose one, or put both in one row of the glossary",
                key=f"{term} {' '.join(sorted(counts))}",
            )


def checklist(pair: TextPair, setting: Setting) -> Iterator[Fault]:
    r"""A pattern of the house, from ``corpus/checklist.toml``.

    Why: what the house has agreed on and no other rule knows.

    Example: ``pattern = "\bρεκόντρα\b"`` with a message.

    Limits: patterns are regular expressions of Python and see one text at a time.
    """
    for pattern in setting.checklist:
        for name in ("original", "translation"):
            side = pair.original if name == "original" else pair.translation
            if side.language.code != pattern.language:
                continue
            for match in pattern.pattern.finditer(side.text):
                yield Fault(
                    pattern.message,
                    quote=match[0],
                    hint=pattern.hint,
                    key=f"{pattern.pattern.pattern} {match[0]}",
                    on="original" if name == "original" else "translation",
                    severity=pattern.severity,
                )
