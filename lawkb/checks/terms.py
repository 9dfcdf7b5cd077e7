"""Rules for the terms of the glossary, and for the patterns of the house."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import cast

from lawkb.checks.compounds import in_compound
from lawkb.checks.readings import read_side
from lawkb.checks.setting import Setting
from lawkb.checks.steady import steady_absences
from lawkb.checks.term_uses import TermUse, has_strays, term_uses
from lawkb.checks.texts import Fault, TextPair
from lawkb.corpus.glossary import written
from lawkb.model.sentence import either, say
from lawkb.search.folding import fold

_RELIABLE = 0.85  # of a term's places elsewhere that must have its rendering
_FEWEST = 2  # places elsewhere before anything is said of a term
_SOME = 4  # places of which one may lack it: the fault of another may be there


def _uses(pair: TextPair, setting: Setting) -> tuple[TermUse, ...]:
    """The terms of a pair; several rules ask for those of one pair, one after another."""
    if not setting.glossary.terms:
        return ()
    if setting.recent.get("pair") is not pair:
        setting.recent["pair"] = pair
        setting.recent["uses"] = term_uses(pair, setting.glossary)
    return cast(tuple[TermUse, ...], setting.recent["uses"])


def term_missing(pair: TextPair, setting: Setting) -> Iterator[Fault]:
    """A term of the original has no rendering in the translation.

    Why: a term that is paraphrased is another term to whoever applies the rule.

    Example: *declarer* beside a text without *εκτελεστής*.

    Limits: only terms that the code renders nearly everywhere else are asked for, or mostly where
    the translation has the rendering of another term too often: of the others nobody can say that
    a place is wrong. A term that is a verb in its place, *is marked* for *mark*, is counted apart.
    """
    for use in _uses(pair, setting):
        if use.rendered or all(in_compound(pair, start) for start, _ in use.original):
            continue
        code = pair.translation.language.code
        times, rendered = setting.rendered.get((use.counted_as, code), (1, 0))
        if not _is_asked(use, times - 1, rendered) and not (
            2 * rendered > times - 1 and has_strays(pair, setting.glossary, _uses(pair, setting))
        ):
            continue
        wanted = [written(row.renderings[code]) for row in use.rows if row.status != "forbidden"]
        told = say("«%(term)s» has no rendering: %(wanted)s", term=use.term, wanted=either(wanted))
        yield Fault(
            told,
            quote=use.term,
            hint=say("use the term, or add this rendering to corpus/glossary.tsv"),
            key=use.term,
            marked=tuple(("original", span) for span in use.original),
        )


def _is_asked(use: TermUse, elsewhere: int, rendered: int) -> bool:
    """Whether a place must render a term, by the other places; a verb only if they all do."""
    if elsewhere < _FEWEST:
        return not use.verbal
    return _is_reliable(elsewhere, rendered)


def _is_reliable(elsewhere: int, rendered: int) -> bool:
    """Whether a term has its rendering in nearly all places; of a few, all but one is enough."""
    return rendered >= _RELIABLE * elsewhere or (elsewhere >= _SOME and rendered == elsewhere - 1)


def word_missing(pair: TextPair, setting: Setting) -> Iterator[Fault]:
    """A word that is rendered alike everywhere else, and here it is not.

    Why: what the code always says in one word is a term of it, whether the glossary has it or not.

    Example: *withdrawn* is *αποσυρθεί* in eight provisions, and in a ninth there is no such word.

    Limits: only words that stand in eight other provisions and have their counterpart each time,
    and that are not among the words of any law, such as *pay* or *day*; what the glossary has is
    *term-missing*.
    """
    known = {stem for use in _uses(pair, setting) for stem in _stems_of(use, pair)}
    ours, theirs = read_side(pair.original), read_side(pair.translation)
    for at, steady in steady_absences(setting.loss, ours, theirs):
        token = ours.tokens[at]
        if token.key in known or not theirs.tokens or in_compound(pair, token.start):
            continue
        word = pair.original.text[token.start : token.end]
        usual = either([f"{stem.lstrip('=')}…" for stem in sorted(steady.words)])
        yield Fault(
            say(
                "«%(word)s» is %(usual)s in %(times)s other provisions, and not here",
                word=word,
                usual=usual,
                times=steady.times,
            ),
            quote=word,
            hint=say("use the same word, or add this rendering to corpus/glossary.tsv"),
            key=token.key,
            marked=(("original", (token.start, token.end)),),
        )


def _stems_of(use: TermUse, pair: TextPair) -> set[str]:
    spans = use.original
    words = pair.original.words
    return {word.stem for word in words if any(a <= word.start < b for a, b in spans)}


def term_forbidden(pair: TextPair, setting: Setting) -> Iterator[Fault]:
    """A rendering that the glossary forbids.

    Why: the house has decided against it.

    Example: a row of ``corpus/glossary.tsv`` with the status forbidden.

    Limits: only where the original has the term.
    """
    for use in _uses(pair, setting):
        for at, spans in use.found.items():
            if spans and use.rows[at].status == "forbidden":
                words = pair.translation.text[slice(*spans[0])]
                yield Fault(
                    say("«%(words)s» is not to be used for «%(term)s»", words=words, term=use.term),
                    quote=words,
                    hint=use.rows[at].note or say("use the preferred rendering"),
                    key=f"{use.term} {fold(words)}",
                    marked=tuple(("translation", span) for span in spans),
                )


def term_case(pair: TextPair, setting: Setting) -> Iterator[Fault]:
    """A term that the glossary writes with capitals stands here without them.

    Why: capitals tell a defined term from the words of every day.

    Example: *Clarification Period* and *περιόδου διευκρινίσεων*, beside *Περιόδου Διόρθωσης*.

    Limits: only terms whose rendering has a capital in the glossary, where the original has one.
    """
    for use in _uses(pair, setting):
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
                        say(
                            "«%(words)s» without the capitals of «%(shown)s»",
                            words=words,
                            shown=shown,
                        ),
                        quote=words,
                        hint=say("write the term with capitals"),
                        key=f"{use.term} {words}",
                        marked=(("translation", span),),
                    )


def term_inconsistent(pairs: Iterable[TextPair], setting: Setting) -> Iterator[Fault]:
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
        for use in _uses(pair, setting):
            for at, spans in use.found.items():
                name = written(use.rows[at].renderings[code])
                if spans and use.rows[at].status != "forbidden":
                    uses.setdefault(use.term, Counter())[name] += len(spans)
                    places.setdefault((use.term, name), []).append(pair.place)
    for term, counts in uses.items():
        if len(counts) > 1:
            parts = tuple(
                say(
                    "%(name)s %(times)s× (%(places)s)",
                    name=name,
                    times=n,
                    places=tuple(places[term, name][:6]),
                )
                for name, n in counts.most_common()
            )
            yield Fault(
                say("«%(term)s» is rendered as %(parts)s", term=term, parts=parts),
                hint=say("choose one, or put both in one row of the glossary"),
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
