"""Pair the laws of a code with their translations, and learn the loss model from the pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from lawkb.align.provisions import Kinship, LawPair, pair_provisions
from lawkb.checks.concepts import concept_partners
from lawkb.checks.omission.calibration import Sample, calibrate
from lawkb.checks.omission.loss_model import LossModel, learn_words
from lawkb.checks.omission.readings import TextFeatures, read_features
from lawkb.checks.term_uses import known_partners
from lawkb.checks.texts import CheckedText, TextPair
from lawkb.cores import without_collecting
from lawkb.corpus.glossary import Glossary
from lawkb.model.address import Scheme
from lawkb.model.code import Code
from lawkb.model.finding import address_text
from lawkb.model.language import Language
from lawkb.model.law import Law, Provision


def learn_texts(texts: Sequence[TextPair], glossary: Glossary) -> LossModel:
    """Return the loss model learned from pairs, before its weights are fitted."""
    pairs = [(read_features(text.original), read_features(text.translation)) for text in texts]
    if not texts:
        return learn_words(pairs)
    tags = texts[0].original.language.code, texts[0].translation.language.code
    ours = (word for text in texts for word in text.original.words)
    theirs = (word for text in texts for word in text.translation.words)
    return learn_words(
        pairs, _glossary_stems(texts, tags, glossary), concept_partners(ours, theirs, tags)
    )


def _glossary_stems(
    texts: Sequence[TextPair], tags: tuple[str, str], glossary: Glossary
) -> dict[str, frozenset[str]]:
    """Return the renderings of a glossary as stems."""
    if not glossary.terms:
        return {}
    stems = {word.folded: word.stem for text in texts for word in text.translation.words}
    return known_partners(glossary, tags, stems)


@dataclass(frozen=True, slots=True)
class CheckedLaw:
    """A law and its translation, prepared for the rules.

    Attributes:
        laws: The paired provisions.
        texts: Pairs of provisions that both languages have.
        too_long: Pairs of provisions too long to be checked; not in ``texts``.
    """

    laws: LawPair
    texts: tuple[TextPair, ...]
    too_long: tuple[TextPair, ...] = ()


@dataclass(frozen=True)
class TranslatedCode:
    """The pairs of a code and one of its translations. No slots: its model is cached.

    Attributes:
        language: Tag of the translation.
        laws: Every law with a text in both languages.
        learn: Learns the loss model; called only when needed.
    """

    language: str
    laws: tuple[CheckedLaw, ...]
    learn: Callable[[], LossModel] = field(repr=False, compare=False)

    @cached_property
    def loss(self) -> LossModel:
        """The loss model of these pairs."""
        with without_collecting():
            return self.learn()


def pair_code(code: Code, glossary: Glossary | None = None) -> tuple[TranslatedCode, ...]:
    """Return all translations of a code, paired with the original; models are learned lazily."""
    with without_collecting():
        return tuple(
            _translated(code, both, language, glossary or Glossary())
            for language, both in laws_in_both(code).items()
        )


def laws_in_both(code: Code) -> dict[str, tuple[tuple[Law, Law], ...]]:
    """Return the laws with a text in both languages, by tag of the translation, in order."""
    original = code.outline.authoritative
    languages = dict.fromkeys(e.language for e in code.outline.expressions)
    found = {tag: _both(code, original, tag) for tag in languages if tag != original}
    return {tag: both for tag, both in found.items() if both}


def is_paired_by_address(laws: LawPair) -> bool:
    """Return whether every provision is paired by its address.

    Other laws are paired with a model learned from these.
    """
    return all(pair.grade == "exact" for pair in laws.pairs)


def read_law_pair(code: Code, laws: LawPair) -> CheckedLaw:
    """Return a law and its translation, prepared for the rules."""
    return _paired(laws, _reader(code))


def monolingual_laws(code: Code) -> tuple[CheckedLaw, ...]:
    """Return the laws that have only one language, each paired with itself."""
    original = code.outline.authoritative
    reader = _reader(code)
    found = []
    for (edition, language, number), law in code.laws.items():
        others = [tag for tag in code.languages_of(edition, number) if tag != language]
        paired = others if language == original else original in others
        if not paired:
            laws = pair_provisions(law, law)
            found.append(_paired(laws, reader))
    return tuple(found)


def _both(code: Code, original: str, language: str) -> tuple[tuple[Law, Law], ...]:
    return tuple(
        (law, other)
        for (edition, tag, number), law in code.laws.items()
        if tag == original and (other := code.law(edition, language, number))
    )


def _translated(
    code: Code, both: Sequence[tuple[Law, Law]], language: str, glossary: Glossary
) -> TranslatedCode:
    reader = _reader(code)
    laws = [pair_provisions(ours, theirs) for ours, theirs in both]
    even = [pair for pair in laws if is_paired_by_address(pair)]
    if len(even) < len(laws):
        seen = [text for law in even or laws for text in _paired(law, reader).texts]
        model = learn_texts(_with_both_texts(seen), glossary)
        laws = [
            pair if is_paired_by_address(pair) else _by_words(pair, reader, model) for pair in laws
        ]
    paired = tuple(_paired(pair, reader) for pair in laws)
    return TranslatedCode(language, paired, partial(_calibrated, paired, glossary))


def _paired(laws: LawPair, reader: _TextCache) -> CheckedLaw:
    texts = tuple(reader.texts(laws))
    return CheckedLaw(
        laws,
        tuple(text for text in texts if not text.is_too_long),
        tuple(text for text in texts if text.is_too_long),
    )


def _calibrated(paired: Sequence[CheckedLaw], glossary: Glossary) -> LossModel:
    """Return the calibrated loss model of pairs of laws."""
    texts = _with_both_texts(text for law in paired for text in law.texts)
    samples = [
        Sample(
            f"{text.edition} {text.law}",
            read_features(text.original),
            read_features(text.translation),
        )
        for text in texts
    ]
    return calibrate(learn_texts(texts, glossary), samples)


def _with_both_texts(texts: Iterable[TextPair]) -> list[TextPair]:
    """Return the pairs in which both languages have text."""
    return [text for text in texts if text.original.text and text.translation.text]


def _by_words(pair: LawPair, reader: _TextCache, model: LossModel) -> LawPair:
    kinship = reader.kinship(model, pair)
    return pair_provisions(pair.original, pair.translation, kinship, model.ratio)


def _reader(code: Code) -> _TextCache:
    return _TextCache(code.outline.scheme, {each.code: each for each in code.outline.languages})


@dataclass(frozen=True, slots=True)
class _TextCache:
    """Converter of provisions to texts."""

    scheme: Scheme
    languages: Mapping[str, Language]
    sides: dict[tuple[str, int], CheckedText] = field(default_factory=dict)

    def texts(self, laws: LawPair) -> Iterator[TextPair]:
        """Yield the text pairs of a law."""
        ours, theirs = laws.original, laws.translation
        for pair in laws.pairs:
            if pair.original is None or pair.translation is None:
                continue
            yield TextPair(
                address_text(self.scheme.write(pair.held.address), pair.held.address),
                ours.edition,
                ours.number,
                self.side(pair.original, ours.language),
                self.side(pair.translation, theirs.language),
                pair,
            )

    def side(self, provision: Provision, language: str) -> CheckedText:
        """Return a provision as a text, cached."""
        key = (language, id(provision))
        if key not in self.sides:
            self.sides[key] = self._side(provision, language)
        return self.sides[key]

    def _side(self, provision: Provision, language: str) -> CheckedText:
        return CheckedText(
            self.languages[language],
            provision.text,
            provision.heading.text if provision.heading else "",
            provision.references,
            provision.notes,
            provision,
        )

    def kinship(self, model: LossModel, laws: LawPair) -> Kinship:
        """Return the kinship function of provisions of two laws."""
        tags = {id(each): laws.original.language for each in laws.original.provisions()}
        tags |= {id(each): laws.translation.language for each in laws.translation.provisions()}
        read: dict[int, TextFeatures] = {}

        def reading(provision: Provision) -> TextFeatures:
            if id(provision) not in read:
                read[id(provision)] = read_features(self.side(provision, tags[id(provision)]))
            return read[id(provision)]

        def kinship(ours: Provision, theirs: Provision) -> float:
            return model.kinship(reading(ours).counts.keys(), reading(theirs).counts.keys())

        return kinship
