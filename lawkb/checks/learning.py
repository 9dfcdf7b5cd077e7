"""Pair the texts of a code, and learn from all what the rules must know before they judge one.

All laws are read once for it, and each leaves compact facts. Models that learn from an even sample
of the texts have a part of the laws read once more. So a large code is never in memory as a whole,
and what is learned is the same as from all texts at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from lawkb.align.association import MOST_PAIRS, WordPair, general_partners
from lawkb.align.provisions import LawPair, pair_provisions
from lawkb.checks import paired_denials
from lawkb.checks.checked_laws import (
    CheckedLaw,
    CheckedLaws,
    LawNumber,
    LawsInBoth,
    is_paired_by_address,
    law_reader,
    laws_in_both,
    laws_in_one,
)
from lawkb.checks.omission import weights_and_threshold
from lawkb.checks.omission.features import read_features
from lawkb.checks.omission.loss_model import LossCounts, LossModel, count_losses, learn_words
from lawkb.checks.omission.weights_and_threshold import Sample, calibrate
from lawkb.checks.paired_denials import (
    DenialSample,
    denial_sample,
    learn_denial_translations,
)
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.term_uses import RenderedCounts, count_rendered, known_partners
from lawkb.checks.text_pairs import TextPair, concept_partners
from lawkb.corpus.editorial_settings import EditorialSettings
from lawkb.corpus.glossary import Glossary
from lawkb.large_collections import LargeDict, at_most_in_memory
from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.parallel_work import on_all_cores, without_collecting

if TYPE_CHECKING:  # the rules are given: who pairs texts needs none
    from lawkb.checks.rule_list import Rule

_FEW = 30  # laws whose facts stay in memory: unpacked they take as much as the laws


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of text pairs. Those of parts of a code can be added up."""

    # Stem of each folded word of the originals.
    ours: dict[str, str] = field(default_factory=dict, hash=False)
    # Stem of each folded word of the translations.
    theirs: dict[str, str] = field(default_factory=dict, hash=False)
    stems: set[str] = field(default_factory=set, hash=False)  # All stems of the originals.

    def add(self, other: Vocabulary) -> None:
        """Add the words of other pairs."""
        self.ours.update(other.ours)
        self.theirs.update(other.theirs)
        self.stems.update(other.stems)


def vocabulary_of(texts: Iterable[TextPair]) -> Vocabulary:
    """Return the words of text pairs."""
    found = Vocabulary()
    for text in texts:
        for word in text.original.words:
            found.ours[word.folded] = word.stem
            found.stems.add(word.stem)
        for word in text.translation.words:
            found.theirs[word.folded] = word.stem
    return found


@dataclass(frozen=True, slots=True)
class LawFacts:
    """What must be known of one law and its translation to check all laws of a code."""

    tags: tuple[str, str]  # language tags of the original and of the translation
    in_both: bytes  # for each text pair 1 if both languages have the text, else 0
    used: bytes  # for each text pair 1 if weights of the loss model may be fitted on it, else 0
    losses: LossCounts  # counts for the loss model, of the pairs that both languages have
    vocabulary: Vocabulary  # the words of these pairs
    rendered: RenderedCounts  # which terms of the glossary the texts have and render


@dataclass(frozen=True, slots=True)
class Facts:
    """What must be known of all laws of a translation; those of many laws are kept in a file."""

    # The facts of each law, by edition and number.
    laws: LargeDict[LawNumber, LawFacts] = field(hash=False)
    # By name of a rule, what `Rule.read` returned for each law: one result for the scope `laws`,
    # else those of its text pairs that are not empty.
    read: Mapping[str, LargeDict[LawNumber, Any]] = field(hash=False)


def read_facts(
    laws: CheckedLaws, rules: Sequence[Rule] = (), context: RuleContext | None = None
) -> Facts:
    """Return the facts of laws, read by all cores.

    Args:
        laws: The laws of one translation.
        rules: The rules that will judge them.
        context: What these rules know before all laws are read; None without rules.
    """
    reading = [rule for rule in rules if rule.read]
    untaught = context or RuleContext(None, LossModel.untaught())
    work = partial(_read_facts, reading, replace(untaught, recent={}))
    with at_most_in_memory(_FEW):
        found = Facts(LargeDict(), {rule.name: LargeDict() for rule in reading})
    for number, (facts, read) in zip(laws.both.numbers, laws.results(work), strict=True):
        found.laws[number] = facts
        for name, told in read.items():
            found.read[name][number] = told
    return found


def _read_facts(
    rules: Sequence[Rule], context: RuleContext, law: CheckedLaw
) -> tuple[LawFacts, dict[str, Any]]:
    """Return the facts of a law, and what each rule has read of it."""
    read: defaultdict[str, Any] = defaultdict(list)
    by_text = [rule for rule in rules if rule.scope != "laws"]
    rendered = RenderedCounts()
    for text in law.texts:
        rendered.add(count_rendered([(text, context.term_uses(text))]))
        for rule in by_text:
            if rule.read and (told := rule.read(text, context)):
                read[rule.name].append(told)
    for rule in rules:
        if rule.read and rule.scope == "laws":
            read[rule.name] = rule.read(law, context)
    return _facts(law, rendered), dict(read)


def _facts(law: CheckedLaw, rendered: RenderedCounts) -> LawFacts:
    in_both = [bool(text.original.text and text.translation.text) for text in law.texts]
    texts = [text for text, held in zip(law.texts, in_both, strict=True) if held]
    features = [(read_features(text.original), read_features(text.translation)) for text in texts]
    laws = law.laws
    return LawFacts(
        (laws.original.language, laws.translation.language),
        bytes(in_both),
        bytes(
            held and _sample(text).is_used for text, held in zip(law.texts, in_both, strict=True)
        ),
        count_losses(features),
        vocabulary_of(texts),
        rendered,
    )


def _sample(text: TextPair) -> Sample:
    ours, theirs = read_features(text.original), read_features(text.translation)
    return Sample(f"{text.edition} {text.law}", ours, theirs)


def learn_texts(texts: Sequence[TextPair], glossary: Glossary) -> LossModel:
    """Return the model that finds lost words, learned from text pairs, without fitted weights.

    Args:
        texts: Pairs with a text on both sides, in the same two languages.
        glossary: Glossary whose renderings the model takes as known.
    """
    features = [(read_features(text.original), read_features(text.translation)) for text in texts]
    pairs = [(ours.counts, theirs.counts) for ours, theirs in features]
    tags = texts[0].tags if texts else ("", "")
    return _learned(count_losses(features), vocabulary_of(texts), pairs, tags, glossary)


def learn_loss(laws: CheckedLaws, facts: Facts, glossary: Glossary) -> LossModel:
    """Return the model that finds lost words, learned from laws, without fitted weights.

    Args:
        laws: The laws of one translation.
        facts: Their facts.
        glossary: Glossary whose renderings the model takes as known.
    """
    return _Lesson(laws, facts).loss(glossary)


def _learned(
    losses: LossCounts,
    words: Vocabulary,
    pairs: Sequence[WordPair],
    tags: tuple[str, str],
    glossary: Glossary,
) -> LossModel:
    if not pairs:
        return learn_words(losses, pairs)
    given: dict[str, frozenset[str]] = {}
    if glossary.terms:
        given = known_partners(glossary, tags, words.theirs)
    lexicon = general_partners(words.stems, tags)
    general = concept_partners(words.ours, words.theirs, tags)
    return learn_words(losses, pairs, given, general, lexicon)


def learn_rules(
    code: Code, settings: EditorialSettings, laws: CheckedLaws, rules: Sequence[Rule]
) -> tuple[RuleContext, Facts]:
    """Return what rules know beside a pair of texts, learned from all laws of a translation.

    Args:
        code: The laws.
        settings: The editors' settings.
        laws: The laws of one translation.
        rules: The rules that will judge them.

    Returns:
        The context of the rules, and what they have read of each law.
    """
    untaught = untaught_context(code, settings)
    facts = read_facts(laws, rules, untaught)
    lesson = _Lesson(laws, facts)
    loss = calibrate(lesson.loss(settings.glossary), lesson.samples)
    denials = learn_denial_translations(lesson.denials)
    context = replace(
        untaught, loss=loss, rendered=lesson.rendered, denial_translations=denials, recent={}
    )
    return context, facts


def untaught_context(code: Code, settings: EditorialSettings) -> RuleContext:
    """Return what rules know without any law."""
    return RuleContext(
        scheme=code.outline.scheme,
        loss=LossModel.untaught(),
        glossary=settings.glossary,
        concordance=settings.concordance,
        checklist=settings.checklist,
    )


def with_learned(
    context: RuleContext, rules: Sequence[Rule], facts: Iterable[Facts]
) -> RuleContext:
    """Return a context with what rules learn from what they have read of all texts."""
    every = tuple(facts)
    learned = {
        rule.name: rule.learn(chain.from_iterable(read_of(rule, own) for own in every), context)
        for rule in rules
        if rule.learn
    }
    return replace(context, learned=learned, recent={})


def read_of(rule: Rule, facts: Facts) -> Iterator[Any]:
    """Yield what a rule has read of each text pair, the empty results left out."""
    for told in facts.read[rule.name].values():
        yield from told


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Which text pairs of a law belong to a sample, by their indexes."""

    pairs: list[int] = field(default_factory=list)  # for the association of words
    samples: list[int] = field(default_factory=list)  # for the weights of the loss model
    denials: list[int] = field(default_factory=list)  # for words that translate a denial


_Taken = tuple[list[WordPair], list[Sample], list[DenialSample]]


class _Lesson:
    """What is learned from the laws of one translation: counts of all texts, and even samples."""

    def __init__(self, laws: CheckedLaws, facts: Facts) -> None:
        self._losses, self._words, self.rendered = LossCounts(), Vocabulary(), RenderedCounts()
        self._tags = ("", "")
        in_both, used, every = {}, {}, {}
        for number, each in facts.laws.items():
            self._losses.add(each.losses)
            self._words.add(each.vocabulary)
            self.rendered.add(each.rendered)
            self._tags = each.tags
            in_both[number], used[number] = each.in_both, each.used
            every[number] = b"\1" * len(each.in_both)
        wanted: defaultdict[LawNumber, _Wanted] = defaultdict(_Wanted)
        for number, at in _evenly(in_both, MOST_PAIRS):
            wanted[number].pairs.append(at)
        for number, at in _evenly(used, weights_and_threshold.MOST_PAIRS):
            wanted[number].samples.append(at)
        for number, at in _evenly(every, paired_denials.MOST_PAIRS):
            wanted[number].denials.append(at)
        self.pairs: list[WordPair] = []
        self.samples: list[Sample] = []
        self.denials: list[DenialSample] = []
        sampled = (
            laws if len(wanted) == len(laws) else laws.of([n for n in facts.laws if n in wanted])
        )
        for pairs, samples, denials in sampled.results(partial(_taken, dict(wanted))):
            self.pairs += pairs
            self.samples += samples
            self.denials += denials

    def loss(self, glossary: Glossary) -> LossModel:
        """Return the loss model without fitted weights."""
        return _learned(self._losses, self._words, self.pairs, self._tags, glossary)


def _evenly(texts: Mapping[LawNumber, bytes], most: int) -> Iterator[tuple[LawNumber, int]]:
    """Yield the text pairs that ``evenly`` takes of those that are 1."""
    step = -(-sum(map(sum, texts.values())) // most) or 1
    count = 0
    for number, own in texts.items():
        for at, held in enumerate(own):
            if held:
                if count % step == 0:
                    yield number, at
                count += 1


def _taken(wanted: Mapping[LawNumber, _Wanted], law: CheckedLaw) -> _Taken:
    """Return what belongs to a sample of the text pairs of a law."""
    own, texts = wanted.get(law.number, _Wanted()), law.texts
    pairs = [_sample(texts[at]) for at in own.pairs]
    return (
        [(each.original.counts, each.translation.counts) for each in pairs],
        [_sample(texts[at]) for at in own.samples],
        [denial_sample(texts[at]) for at in own.denials],
    )


def pair_code(code: Code, glossary: Glossary | None = None) -> dict[str, CheckedLaws]:
    """Return the laws that the original and a translation both have, by tag of the translation.

    Their provisions are paired; each law is read when it is accessed.

    Args:
        code: The laws.
        glossary: Glossary of the corpus, by which provisions of uneven laws are paired.
    """
    with without_collecting():
        return {
            language: _paired(code, both, glossary or Glossary())
            for language, both in laws_in_both(code).items()
        }


def read_law_pair(code: Code, laws: LawPair) -> CheckedLaw:
    """Return a law and its translation, prepared for the rules."""
    return law_reader(code).checked(laws)


def monolingual_laws(code: Code) -> Sequence[CheckedLaws]:
    """Return the laws without a translation or without an original, each paired with itself.

    They are by language.
    """
    reader = law_reader(code)
    return [CheckedLaws(laws, reader) for laws in laws_in_one(code)]


def _paired(code: Code, both: LawsInBoth, glossary: Glossary) -> CheckedLaws:
    """Return the laws of a translation; uneven ones are paired by what the others taught."""
    reader = law_reader(code)
    are_even = on_all_cores(_is_even, both)
    if all(are_even):
        return CheckedLaws(both, reader)
    even = [number for number, is_even in zip(both.numbers, are_even, strict=True) if is_even]
    laws = CheckedLaws(both.of(even or both.numbers), reader)
    return CheckedLaws(both, replace(reader, model=learn_loss(laws, read_facts(laws), glossary)))


def _is_even(both: tuple[Law, Law]) -> bool:
    return is_paired_by_address(pair_provisions(*both))
