"""A tree of provisions written as Word, Markdown or MediaWiki reads back to the same tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.model.address import Level, Scheme, write_ordinal
from lawkb.model.page import Page
from lawkb.model.source import PageRule, Source
from lawkb.parse.read_page import read_law_page
from tests.parse.word_files import level, numbering, paragraph, run, table, word_file
from tests.strategies import OUTLINE

SCHEME = Scheme(
    (
        Level("law", "arabic", "{}.", "{}"),
        Level("paragraph", "arabic", "{}.", "({})"),
        Level("point", "lower", "({})", "({})"),
        Level("indent", "roman", "({})", "({})"),
    )
)
CODE = replace(OUTLINE, scheme=SCHEME)
LEVELS = (
    level(0, "decimal", "%1.") + level(1, "lowerLetter", "(%2)") + level(2, "lowerRoman", "(%3)")
)

# Words that no format and no label begins with.
WORD = st.sampled_from("Every grower keeps water (clean) at the gate à ή".split(" "))
WORDS = st.lists(WORD, min_size=2, max_size=5).map(lambda words: f"The {' '.join(words)}.")


@dataclass(frozen=True)
class Node:
    words: str
    below: tuple[Node, ...] = ()


def nodes(depth: int) -> st.SearchStrategy[Node]:
    below = st.lists(nodes(depth + 1), max_size=3) if depth < 2 else st.just([])
    return st.builds(Node, WORDS, below.map(tuple))


LAWS = st.lists(st.lists(nodes(0), min_size=1, max_size=3).map(tuple), min_size=1, max_size=3)
Laws = list[tuple[Node, ...]]


def label_of(depth: int, n: int) -> str:
    return [f"{n}.", f"({write_ordinal('lower', n)})", f"({write_ordinal('roman', n)})"][depth]


def lines(tree: tuple[Node, ...], depth: int = 0) -> Iterator[tuple[int, str, str]]:
    """Depth, label and words of each provision in order."""
    for n, node in enumerate(tree, start=1):
        yield depth, label_of(depth, n), node.words
        yield from lines(node.below, depth + 1)


def as_word(laws: Laws) -> bytes:
    """With automatic numbers; each law has a list of its own."""
    body = ""
    for number, tree in enumerate(laws, start=1):
        body += paragraph(f"Law {number} The title", "H1")
        places = ((depth, words) for depth, _, words in lines(tree))
        body += "".join(paragraph(words, number=(number, depth)) for depth, words in places)
    return word_file(body, {"numbering": numbering(*(LEVELS for _ in laws))})


def as_word_table(laws: Laws) -> bytes:
    """With labels in a column of their own."""
    body = ""
    for number, tree in enumerate(laws, start=1):
        body += paragraph(run(f"Law {number} The title", "<w:b/>"))
        body += table(*((label, words) for _, label, words in lines(tree)))
    return word_file(body)


def as_markdown(laws: Laws) -> bytes:
    text = ""
    for number, tree in enumerate(laws, start=1):
        text += f"## Law {number} The title\n\n"
        text += "".join(
            f"{'    ' * depth}{label} {words}\n\n" for depth, label, words in lines(tree)
        )
    return text.encode()


def as_mediawiki(laws: Laws) -> bytes:
    text = ""
    for number, tree in enumerate(laws, start=1):
        text += f"== Law {number} The title ==\n"
        for depth, label, words in lines(tree):
            text += f"# {words}\n" if depth == 0 else f"#{':' * depth} {label} {words}\n"
    return text.encode()


@pytest.mark.parametrize(
    ("suffix", "write"),
    [
        (".docx", as_word),
        (".docx", as_word_table),
        (".md", as_markdown),
        (".mediawiki", as_mediawiki),
    ],
)
@given(laws=LAWS)
def test_labels_and_words_are_those_that_were_written(
    suffix: str, write: Callable[[Laws], bytes], laws: Laws
) -> None:
    rule = PageRule("act", "2017", ("en",), "laws")
    source = Source("files", "Files", (rule,))
    page = Page("files", "act", f"act{suffix}", write(laws))
    reading = read_law_page(page, rule, source, CODE)
    assert [law.number for law in reading.laws] == [*range(1, len(laws) + 1)]
    assert not [loss for loss in reading.losses if loss.kind not in ("title", "provenance")]
    assert reading.account.counts["unparsed"] == 0
    for law, tree in zip(reading.laws, laws, strict=True):
        found = [(p.address.depth - 1, p.num, p.text) for p in law.provisions() if p.address.depth]
        assert found == [*lines(tree)]
