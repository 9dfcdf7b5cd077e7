"""The laws of a code beside their translations, as the rules read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from lawkb.align.provisions import Kinship, LawPair, pair_provisions
from lawkb.checks.calibration import Sample, calibrate
from lawkb.checks.learning import learn_texts
from lawkb.checks.loss import LossModel
from lawkb.checks.readings import Reading, read_side
from lawkb.checks.texts import Side, TextPair
from lawkb.cores import without_collecting
from lawkb.corpus.glossary import Glossary
from lawkb.model.address import Scheme
from lawkb.model.code import Code
from lawkb.model.language import Language
from lawkb.model.law import Law, Provision
from lawkb.model.sentence import address_text


@dataclass(frozen=True, slots=True)
class Paired:
    """A law and its translation, as the rules read them.

    Attributes:
        laws: The provisions side by side.
        texts: Those pairs of provisions of which both languages hold one.
        too_long: Those among them that are too long to be checked; they are not in ``texts``.
    """

    laws: LawPair
    texts: tuple[TextPair, ...]
    too_long: tuple[TextPair, ...] = ()


@dataclass(frozen=True)
class Translated:
    """A code in one of its translations. No slots: what it teaches is learned once and kept.

    Attributes:
        language: Tag of the translation.
        laws: Every law that is held in both languages.
        learn: Learns what these pairs teach; not everybody who reads the pairs asks.
    """

    language: str
    laws: tuple[Paired, ...]
    learn: Callable[[], LossModel] = field(repr=False, compare=False)

    @cached_property
    def loss(self) -> LossModel:
        """What these pairs teach of losses."""
        with without_collecting():
            return self.learn()


def pair_code(code: Code, glossary: Glossary | None = None) -> tuple[Translated, ...]:
    """Every translation of a code beside its original; what the pairs teach is learned when asked.

    Args:
        code: The laws.
        glossary: Terms, whose renderings are known before anything is learned.
    """
    with without_collecting():
        return tuple(
            _translated(code, both, language, glossary or Glossary())
            for language, both in laws_in_both(code).items()
        )


def laws_in_both(code: Code) -> dict[str, tuple[tuple[Law, Law], ...]]:
    """The laws held in the original and in a translation, by tag of the translation; no empty ones.

    Those of a language are in the order of the code.
    """
    original = code.outline.authoritative
    languages = dict.fromkeys(e.language for e in code.outline.expressions)
    found = {tag: _both(code, original, tag) for tag in languages if tag != original}
    return {tag: both for tag, both in found.items() if both}


def is_even(laws: LawPair) -> bool:
    """Whether each provision stands beside the one of its address.

    Where one does not, what the even laws teach of the words says what stands beside what.
    """
    return all(pair.grade == "exact" for pair in laws.pairs)


def read_pair(code: Code, laws: LawPair) -> Paired:
    """A law and its translation, as the rules read them."""
    return _paired(laws, _reader(code))


def lone_laws(code: Code) -> tuple[Paired, ...]:
    """The laws that stand beside no other language, each beside itself."""
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
) -> Translated:
    reader = _reader(code)
    laws = [pair_provisions(ours, theirs) for ours, theirs in both]
    even = [pair for pair in laws if is_even(pair)]
    if len(even) < len(laws):
        seen = [text for law in even or laws for text in _paired(law, reader).texts]
        model = learn_texts(_telling(seen), glossary)
        laws = [pair if is_even(pair) else _by_words(pair, reader, model) for pair in laws]
    paired = tuple(_paired(pair, reader) for pair in laws)
    return Translated(language, paired, partial(_calibrated, paired, glossary))


def _paired(laws: LawPair, reader: _Reader) -> Paired:
    texts = tuple(reader.texts(laws))
    return Paired(
        laws,
        tuple(text for text in texts if not text.is_too_long),
        tuple(text for text in texts if text.is_too_long),
    )


def _calibrated(paired: Sequence[Paired], glossary: Glossary) -> LossModel:
    """What the pairs of laws teach, with a threshold."""
    texts = _telling(text for law in paired for text in law.texts)
    samples = [
        Sample(f"{text.edition} {text.law}", read_side(text.original), read_side(text.translation))
        for text in texts
    ]
    return calibrate(learn_texts(texts, glossary), samples)


def _telling(texts: Iterable[TextPair]) -> list[TextPair]:
    """The pairs that teach something: both have a text."""
    return [text for text in texts if text.original.text and text.translation.text]


def _by_words(pair: LawPair, reader: _Reader, model: LossModel) -> LawPair:
    kinship = reader.kinship(model, pair)
    return pair_provisions(pair.original, pair.translation, kinship, model.ratio)


def _reader(code: Code) -> _Reader:
    return _Reader(code.outline.scheme, {each.code: each for each in code.outline.languages})


@dataclass(frozen=True, slots=True)
class _Reader:
    """Provisions as texts."""

    scheme: Scheme
    languages: Mapping[str, Language]
    sides: dict[tuple[str, int], Side] = field(default_factory=dict)

    def texts(self, laws: LawPair) -> Iterator[TextPair]:
        """The pairs of texts of a law."""
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

    def side(self, provision: Provision, language: str) -> Side:
        """A provision as a text; the same one each time, as long as the code is held."""
        key = (language, id(provision))
        if key not in self.sides:
            self.sides[key] = self._side(provision, language)
        return self.sides[key]

    def _side(self, provision: Provision, language: str) -> Side:
        return Side(
            self.languages[language],
            provision.text,
            provision.heading.text if provision.heading else "",
            provision.references,
            provision.notes,
            provision,
        )

    def kinship(self, model: LossModel, laws: LawPair) -> Kinship:
        """How much provisions of two laws translate each other, each read once."""
        tags = {id(each): laws.original.language for each in laws.original.provisions()}
        tags |= {id(each): laws.translation.language for each in laws.translation.provisions()}
        read: dict[int, Reading] = {}

        def reading(provision: Provision) -> Reading:
            if id(provision) not in read:
                read[id(provision)] = read_side(self.side(provision, tags[id(provision)]))
            return read[id(provision)]

        def kinship(ours: Provision, theirs: Provision) -> float:
            return model.kinship(reading(ours).counts.keys(), reading(theirs).counts.keys())

        return kinship
