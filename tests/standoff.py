"""Generated marks and links: all that may stand on a text of a page."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

from hypothesis import strategies as st

from lawkb.model.passage import Link, LinkKind, Mark, MarkKind, Span

_MARKS: tuple[MarkKind, ...] = get_args(MarkKind)
_LINKS: tuple[LinkKind, ...] = get_args(LinkKind)
_TARGETS = (
    "code:rule_07",
    "http://example.org/a b;c#d%20\\u0020",
    "javascript:alert(1)",
    "data:text/html,<script>",
    "\ud800\0; ",
    "",
)


@st.composite
def marks(draw: st.DrawFn, text: str) -> tuple[Mark, ...]:
    """Marks of a text: nested, crossing one another, twice over the same words."""
    spans = draw(st.lists(_spans(text), max_size=3))
    return tuple(Mark(draw(st.sampled_from(_MARKS)), *span) for span in sorted(spans))


@st.composite
def links(draw: st.DrawFn, text: str) -> tuple[Link, ...]:
    """Links of a text, in order, to anything a stranger may have written."""
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=4)))
    spans = [span for span in pairwise(cuts) if draw(st.booleans())]
    targets = st.sampled_from(_TARGETS) | st.text(max_size=8)
    return tuple(
        Link(start, end, draw(st.sampled_from(_LINKS)), draw(targets), draw(st.none() | targets))
        for start, end in spans
    )


def _spans(text: str) -> st.SearchStrategy[Span]:
    starts = st.integers(0, len(text) - 1)
    return starts.flatmap(lambda at: st.tuples(st.just(at), st.integers(at + 1, len(text))))
