"""Rules for glossary terms, consistent renderings, and the editors' patterns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import regex

from lawkb.checks.rule_context import RuleContext
from lawkb.checks.term_uses import TermUse, has_surplus_renderings, in_compound
from lawkb.checks.text_pairs import SIDES, Fault, TextPair
from lawkb.corpus.editorial_settings import FILE as CHECKLIST
from lawkb.corpus.glossary import first_form, written
from lawkb.errors import LawkbError
from lawkb.model.finding import choice_of, say
from lawkb.words.folding import fold

_MOST_SECONDS = 5  # that an editor's pattern may search a text
_MOST_PLACES = 6  # of a translation that are told


_RELIABLE = 0.85  # least share of other places with the rendering
_FEWEST_PLACES = 2  # fewest other places of a term
_SOME = 4  # places from which one may lack the rendering


def _has_surplus(pair: TextPair, context: RuleContext) -> bool:
    """Return whether the translation renders a term more often than the original has it; cached."""
    uses = context.term_uses(pair)
    if context.recent.get("surplus of") is not uses:
        context.recent["surplus of"] = uses
        context.recent["surplus"] = has_surplus_renderings(pair, context.glossary, uses)
    return bool(context.recent["surplus"])


def term_missing(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
    """A term of the original is not translated as the glossary says.

    Why: a term that is paraphrased is another term to whoever applies the rule.

    Example: *declarer* beside a text without *εκτελεστής*.

    Limits: a term is required only if the code translates it this way nearly everywhere else, or
    mostly, if the translation has the word of another term too often. A term used as a verb, *is
    marked* for *mark*, is counted separately.
    """
    for use in context.term_uses(pair):
        if use.rendered or all(in_compound(pair, start) for start, _ in use.original):
            continue
        code = pair.tags[1]
        times, rendered = context.rendered.of(use, code)
        if not _is_required(use, times - 1, rendered) and not (
            2 * rendered > times - 1 and _has_surplus(pair, context)
        ):
            continue
        wanted = [first_form(row.renderings[code]) for row in use.rows if row.status != "forbidden"]
        told = say(
            "«%(term)s» is not translated as expected: %(wanted)s",
            term=use.term,
            wanted=choice_of(wanted),
        )
        yield Fault(
            told,
            quote=use.term,
            hint=say("use the term, or add this translation to the glossary"),
            key=use.term,
            marked=tuple(("original", span) for span in use.original),
        )


def _is_required(use: TermUse, elsewhere: int, rendered: int) -> bool:
    """Return whether a text must render a term, judging by the other texts.

    Args:
        use: The term in this text.
        elsewhere: Number of other texts with the term.
        rendered: Number of other texts that render it.
    """
    if elsewhere < _FEWEST_PLACES:
        return not use.verbal
    return rendered >= _RELIABLE * elsewhere or (elsewhere >= _SOME and rendered == elsewhere - 1)


def term_forbidden(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
    """A translation of a term that the glossary forbids.

    Why: the editors have decided against it.

    Example: a row of ``corpus/glossary.tsv`` with the status forbidden.

    Limits: only where the original has the term.
    """
    for use in context.term_uses(pair):
        for at, spans in use.found.items():
            if spans and use.rows[at].status == "forbidden":
                words = pair.translation.text[slice(*spans[0])]
                yield Fault(
                    say("«%(words)s» is not to be used for «%(term)s»", words=words, term=use.term),
                    quote=words,
                    hint=use.rows[at].note or say("use the preferred translation"),
                    key=f"{use.term} {fold(words)}",
                    marked=tuple(("translation", span) for span in spans),
                )


def term_case(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
    """A term that the glossary writes with capitals stands here without them.

    Why: capitals distinguish a defined term from an ordinary word.

    Example: *Clarification Period* and *περιόδου διευκρινίσεων*, beside *Περιόδου Διόρθωσης*.

    Limits: only terms whose translation has a capital in the glossary, if the original has one.
    """
    for use in context.term_uses(pair):
        shown = pair.original.text[slice(*use.original[0])]
        if not all(word[:1].isupper() for word in shown.split()):
            continue
        for at, spans in use.found.items():
            stems = use.rows[at].renderings[pair.tags[1]]
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


class UsedRendering(NamedTuple):
    """A rendering of a term in a text pair, or that it lacks one."""

    term: str
    name: str  # the rendering as the glossary writes it; empty where the translation has none
    shown: str  # its first form
    times: int  # how often the translation has it, or lacks one
    place: str  # the text pair
    alone: bool = True  # whether the text has no rendering of the term but this one


def used_renderings(pair: TextPair, context: RuleContext) -> tuple[UsedRendering, ...]:
    """Return the renderings of glossary terms in a text pair, without forbidden ones.

    With them comes how often a noun has none, but for texts marked as incomplete.
    """
    found = []
    provision = pair.translation.provision
    for use in context.term_uses(pair):
        held = {span for spans in use.found.values() for span in spans}
        lacking = len(use.original) - len(held)
        incomplete = provision is not None and not provision.complete
        compound = all(in_compound(pair, start) for start, _ in use.original)
        if lacking > 0 and not (use.verbal or incomplete or compound):
            found.append(UsedRendering(use.term, "", "", lacking, pair.place, not held))
        for at, spans in use.found.items():
            words = use.rows[at].renderings[pair.tags[1]]
            name = written(words)
            if spans and use.rows[at].status != "forbidden":
                shown = first_form(words)
                found.append(UsedRendering(use.term, name, shown, len(spans), pair.place))
    return tuple(found)


def term_inconsistent(
    texts: Iterable[Sequence[UsedRendering]], _context: RuleContext
) -> Iterator[Fault]:
    """A term with several translations in the code; one finding for each term.

    Why: readers take two words for two things.

    Example: *explanation* as *εξήγηση* and *επεξήγηση*.

    Limits: translations in one row of the glossary count as one; words that are not in the glossary
    are not found. Texts without any of them are counted where more have one; a pronoun may stand
    there.
    """
    uses: dict[str, Counter[str]] = {}
    places: dict[tuple[str, str], list[str]] = {}
    shown: dict[str, str] = {}
    without: Counter[str] = Counter()
    for own in texts:
        for term, name, form, times, place, alone in own:
            shown[name] = form
            without[term] += not name and alone
            uses.setdefault(term, Counter())[name] += times
            told = places.setdefault((term, name), [])
            if len(told) < _MOST_PLACES:
                told.append(place)
    for term, counts in uses.items():
        lacking = counts.pop("", 0)
        if without[term] < _FEWEST_PLACES or lacking >= counts.total():
            lacking = 0
        if len(counts) + bool(lacking) > 1:
            parts = tuple(
                say(
                    "%(name)s %(times)s× (%(places)s)",
                    name=shown[name],
                    times=n,
                    places=tuple(places[term, name]),
                )
                for name, n in counts.most_common()
            )
            if lacking:
                where = tuple(places[term, ""])
                other = say("otherwise %(times)s× (%(places)s)", times=lacking, places=where)
                parts = (*parts, other)
            yield Fault(
                say("«%(term)s» is translated as %(parts)s", term=term, parts=parts),
                hint=say("choose one, or put both in one row of the glossary"),
                key=f"{term} {' '.join(sorted(counts))}",
            )


def checklist(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
    r"""A match of one of the editors' patterns in ``corpus/checklist.toml``.

    Why: the editors have agreed on it, and no other rule checks it.

    Example: ``pattern = "\bρεκόντρα\b"`` with a message.

    Limits: patterns are regular expressions of Python and see one text at a time. One that
    searches a text for more than five seconds is an error of the checklist.
    """
    for pattern in context.checklist:
        for name in SIDES:
            side = pair.side(name)
            if side.language.code != pattern.language:
                continue
            for match in _matches(pattern.pattern.pattern, side.text):
                yield Fault(
                    pattern.message,
                    quote=match[0],
                    hint=pattern.hint,
                    key=f"{pattern.pattern.pattern} {match[0]}",
                    on=name,
                    severity=pattern.severity,
                )


def _matches(pattern: str, text: str) -> Iterator[regex.Match[str]]:
    """Yield the matches of an editor's pattern.

    Raises:
        LawkbError: It searches the text without end, as ``(a+)+b`` does.
    """
    try:
        yield from regex.compile(pattern).finditer(text, timeout=_MOST_SECONDS)
    except TimeoutError as error:
        told = f"the pattern {pattern!r} searches a text for more than {_MOST_SECONDS} s"
        hint = "write it without a repetition inside a repetition, such as (a+)+"
        raise LawkbError(CHECKLIST, told, hint) from error
