"""Pair the laws of a code with their translations, and learn from the pairs.

What is learned is the loss model, which estimates whether a translation lost words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from lawkb.align.general_lexicon import general_partners
from lawkb.align.provisions import LawPair, pair_provisions
from lawkb.checks.omission.features import read_features
from lawkb.checks.omission.loss_model import LossModel, learn_words
from lawkb.checks.omission.weights_and_threshold import Sample, calibrate
from lawkb.checks.term_uses import known_partners
from lawkb.checks.text_pairs import CheckedText, TextPair
from lawkb.checks.word_lists import concept_partners
from lawkb.corpus.glossary import Glossary
from lawkb.model.address import Ordinal, Scheme
from lawkb.model.code import Code
from lawkb.model.finding import address_text
from lawkb.model.language import Language
from lawkb.model.law import Law, Provision
from lawkb.parallel_work import without_collecting


def learn_texts(texts: Sequence[TextPair], glossary: Glossary) -> LossModel:
    """Return the model that finds lost words, learned from text pairs, without fitted weights.

    Args:
        texts: Pairs with a text on both sides, in the same two languages.
        glossary: Glossary whose renderings the model takes as known.
    """
    pairs = [(read_features(text.original), read_features(text.translation)) for text in texts]
    if not texts:
        return learn_words(pairs)
    tags = texts[0].tags
    ours = (word for text in texts for word in text.original.words)
    theirs = (word for text in texts for word in text.translation.words)
    given: dict[str, frozenset[str]] = {}
    if glossary.terms:
        stems = {word.folded: word.stem for text in texts for word in text.translation.words}
        given = known_partners(glossary, tags, stems)
    lexicon = general_partners((word.stem for text in texts for word in text.original.words), tags)
    return learn_words(pairs, given, concept_partners(ours, theirs, tags), lexicon)


@dataclass(frozen=True, slots=True)
class CheckedLaw:
    """A law and its translation, prepared for the rules.

    Attributes:
        laws: Both laws with their provisions paired.
        texts: Text pairs of the provisions that both languages have, in order.
        too_long: Text pairs too long to be checked; not in ``texts``.
    """

    laws: LawPair
    texts: tuple[TextPair, ...]
    too_long: tuple[TextPair, ...] = ()


@dataclass(frozen=True)
class TranslatedCode:
    """The text pairs of a code and one of its translations. No slots: its loss model is cached.

    Attributes:
        language: Tag of the translation, ``el``.
        laws: The laws that the original and the translation both have.
        glossary: Glossary of the corpus, used to learn the loss model.
    """

    language: str
    laws: tuple[CheckedLaw, ...]
    glossary: Glossary = field(repr=False)

    @cached_property
    def loss(self) -> LossModel:
        """The loss model learned from these pairs, with calibrated probabilities."""
        with without_collecting():
            texts = _with_both_texts(text for law in self.laws for text in law.texts)
            samples = [
                Sample(
                    f"{text.edition} {text.law}",
                    read_features(text.original),
                    read_features(text.translation),
                )
                for text in texts
            ]
            return calibrate(learn_texts(texts, self.glossary), samples)


def pair_code(code: Code, glossary: Glossary | None = None) -> tuple[TranslatedCode, ...]:
    """Return every translation of a code, its provisions paired with those of the original.

    The loss model of a translation is learned when it is first used.
    """
    with without_collecting():
        return tuple(
            _translated(code, both, language, glossary or Glossary())
            for language, both in laws_in_both(code).items()
        )


def laws_in_both(code: Code) -> dict[str, tuple[tuple[Law, Law], ...]]:
    """Return the laws that exist in the original and in a translation.

    Returns:
        Pairs of original and translation in the order of the code, by language tag of the
        translation. Languages without such a pair are left out.
    """
    original = code.outline.authoritative
    found = {}
    for language in dict.fromkeys(e.language for e in code.outline.expressions):
        both = tuple(
            (law, other)
            for (edition, tag, number), law in code.laws.items()
            if tag == original and (other := code.law(edition, language, number))
        )
        if both and language != original:
            found[language] = both
    return found


def is_paired_by_address(laws: LawPair) -> bool:
    """Return whether every provision of a law has a translation with the same address.

    The provisions of other laws are paired with a model learned from the laws of which this is
    true.
    """
    return all(pair.grade == "exact" for pair in laws.pairs)


def read_law_pair(code: Code, laws: LawPair) -> CheckedLaw:
    """Return a law and its translation, prepared for the rules."""
    return _reader(code).checked(laws)


def monolingual_laws(code: Code) -> tuple[CheckedLaw, ...]:
    """Return the laws without a translation or without an original, each paired with itself."""
    original, reader = code.outline.authoritative, _reader(code)
    found = []
    for (edition, language, number), law in code.laws.items():
        others = [tag for tag in code.languages_of(edition, number) if tag != language]
        if not (others if language == original else original in others):
            found.append(reader.checked(pair_provisions(law, law)))
    return tuple(found)


def _translated(
    code: Code, both: Sequence[tuple[Law, Law]], language: str, glossary: Glossary
) -> TranslatedCode:
    reader = _reader(code)
    laws = [pair_provisions(ours, theirs) for ours, theirs in both]
    even = [pair for pair in laws if is_paired_by_address(pair)]
    if len(even) < len(laws):
        seen = [text for law in even or laws for text in reader.checked(law).texts]
        model = learn_texts(_with_both_texts(seen), glossary)
        laws = [
            pair if is_paired_by_address(pair) else _paired_by_words(pair, reader, model)
            for pair in laws
        ]
    return TranslatedCode(language, tuple(map(reader.checked, laws)), glossary)


def _paired_by_words(laws: LawPair, reader: _TextReader, model: LossModel) -> LawPair:
    def kinship(ours: Provision, theirs: Provision) -> float:
        own = read_features(reader.side(ours, laws.original.language))
        other = read_features(reader.side(theirs, laws.translation.language))
        return model.kinship(own.counts.keys(), other.counts.keys())

    return pair_provisions(laws.original, laws.translation, kinship, model.ratio)


def _with_both_texts(texts: Iterable[TextPair]) -> list[TextPair]:
    return [text for text in texts if text.original.text and text.translation.text]


def _reader(code: Code) -> _TextReader:
    return _TextReader(code.outline.scheme, {each.code: each for each in code.outline.languages})


@dataclass(frozen=True, slots=True)
class _TextReader:
    """Reads provisions as texts; each is read once, since its features are cached."""

    scheme: Scheme
    languages: Mapping[str, Language]
    sides: dict[tuple[str, Ordinal], CheckedText] = field(default_factory=dict)

    def checked(self, laws: LawPair) -> CheckedLaw:
        texts = tuple(self._texts(laws))
        return CheckedLaw(
            laws,
            tuple(text for text in texts if not text.is_too_long),
            tuple(text for text in texts if text.is_too_long),
        )

    def _texts(self, laws: LawPair) -> Iterator[TextPair]:
        ours, theirs = laws.original, laws.translation
        for pair in laws.pairs:
            if pair.original and pair.translation:
                address = pair.original.address
                yield TextPair(
                    address_text(self.scheme.write(address), address),
                    ours.edition,
                    ours.number,
                    self.side(pair.original, ours.language),
                    self.side(pair.translation, theirs.language),
                    pair,
                )

    def side(self, provision: Provision, language: str) -> CheckedText:
        key = (language, id(provision))
        if key not in self.sides:
            self.sides[key] = CheckedText(
                self.languages[language],
                provision.text,
                provision.heading.text if provision.heading else "",
                provision.references,
                provision.notes,
                provision,
            )
        return self.sides[key]
