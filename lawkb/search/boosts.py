"""What ranks first: the score of a word by where it is, here and on the site."""

from __future__ import annotations

from math import log, log1p

from lawkb.search.query.nodes import Field

FEW = 3  # provisions with all words, below which those with most words follow them

# What ranks first. Each word of a query counts once, by the weightiest field that holds it, and
# then by its BM25, which adds less than 1.
FIELD_BOOSTS: dict[Field, float] = {
    "address": 500,
    "heading": 400,
    "text": 300,
    "notes": 200,
    "above": 150,
    "comments": 100,
}
MEANT_SHARE = 0.8  # of its score, for a word found by what it means in the law code
EXACT_BOOST = 2  # the word as it was typed before other forms of it
GROUPED_BOOST = 100  # each word after the first, when all are near one another
NEAR_BOOST = 25  # all words of the query are near one another
TOGETHER_BOOST = 50  # they follow one another as they were typed
FIRST_BOOST = 75  # the same, at the beginning of a heading

# When no provision has all words, which of them one has matters more than where: by this share the
# boosts of the fields come nearer to that of the text.
LEVELLED = 0.75

_K1 = 1.2  # BM25: how soon more of a word count less
# How often a word is in a text counts in these steps: four times like three times.
COUNT_STEPS = (1, 2, 3, 5, 9)
# Scores are multiples of 1 / _PARTS. Servers add scores as 32-bit numbers, which hold these exactly
# up to 16,384: so all engines have the same scores, and the same ties.
_PARTS = 1024


def exact_score(score: float) -> float:
    """Return a score as every engine can hold it exactly."""
    return round(score * _PARTS) / _PARTS


def count_step(count: int) -> int:
    """Return as how many a number of occurrences of a word in a text counts."""
    return max(step for step in COUNT_STEPS if step <= count)


def weight_of_word(count: int, found: int, documents: int) -> float:
    """Return what a word adds to the boost of its field: BM25 regardless of text length, below 1.

    Args:
        count: How often the text of a document has the word, one of ``COUNT_STEPS``.
        found: Number of documents that have it.
        documents: Number of all documents.
    """
    rarity = log(documents / (found + 1)) + 1
    relevance = rarity * count * (_K1 + 1) / (count + _K1)
    return exact_score(relevance / (1 + relevance))


def share_of_rare(found: int, documents: int) -> float:
    """Return 1 for what one of all ``documents`` has, and less for what more of them have."""
    return log1p(documents / found) / log1p(documents) if found else 1


def ranking_table() -> dict[str, float]:
    """Return the scores for the script of the site, by name."""
    fields = {str(field): boost for field, boost in FIELD_BOOSTS.items()}
    return {
        **fields,
        "exact": EXACT_BOOST,
        "meant": MEANT_SHARE,
        "grouped": GROUPED_BOOST,
        "near": NEAR_BOOST,
        "together": TOGETHER_BOOST,
        "first": FIRST_BOOST,
        "levelled": LEVELLED,
        "few": FEW,
    }
