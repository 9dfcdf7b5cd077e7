"""What ranks first: the score of a word by where it is, here and on the site."""

from __future__ import annotations

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
