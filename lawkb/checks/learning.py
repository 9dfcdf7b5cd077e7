"""What pairs of texts teach of their words and lengths, with what is known of these beforehand."""

from __future__ import annotations

from collections.abc import Sequence

from lawkb.checks.concepts import concept_partners
from lawkb.checks.loss import LossModel, learn_words
from lawkb.checks.readings import read_side
from lawkb.checks.term_uses import known_partners
from lawkb.checks.texts import TextPair
from lawkb.corpus.glossary import Glossary


def learn_texts(texts: Sequence[TextPair], glossary: Glossary) -> LossModel:
    """What pairs teach, with what a glossary and the languages say of their words.

    Args:
        texts: Of one pair of languages.
        glossary: Terms, whose renderings are known before anything is learned.

    Returns:
        The model before its weights are fitted.
    """
    pairs = [(read_side(text.original), read_side(text.translation)) for text in texts]
    if not texts:
        return learn_words(pairs)
    tags = texts[0].original.language.code, texts[0].translation.language.code
    ours = (word for text in texts for word in text.original.words)
    theirs = (word for text in texts for word in text.translation.words)
    return learn_words(pairs, _given(texts, tags, glossary), concept_partners(ours, theirs, tags))


def _given(
    texts: Sequence[TextPair], tags: tuple[str, str], glossary: Glossary
) -> dict[str, frozenset[str]]:
    """What a glossary says of the words of the translations."""
    if not glossary.terms:
        return {}
    stems = {word.folded: word.stem for text in texts for word in text.translation.words}
    return known_partners(glossary, tags, stems)
