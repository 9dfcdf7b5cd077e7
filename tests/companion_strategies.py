"""Generated companions: definitions, commentaries and prefaces of the code of ``strategies``."""

from __future__ import annotations

from hypothesis import strategies as st

from lawkb.model.companion import COMPANION_KINDS, SECTION_KINDS, Companion, Section
from lawkb.model.passage import Passage, Table
from tests.strategies import EXPRESSIONS, comments, origins, passages, tables


@st.composite
def companions(draw: st.DrawFn) -> Companion:
    """Definitions, a commentary or a preface of one of the expressions of ``OUTLINE``."""
    edition, language = draw(st.sampled_from(EXPRESSIONS))
    kind = draw(st.sampled_from(COMPANION_KINDS))
    law = draw(st.integers(1, 93)) if kind == "commentary" else None
    return Companion(
        name=kind if law is None else f"{kind}_{law}",
        kind=kind,
        edition=edition,
        language=language,
        law=law,
        heading=draw(st.none() | passages()),
        body=draw(_bodies(depth=2)),
        origin=draw(origins()),
        comments=tuple(draw(st.lists(comments(), max_size=2))),
    )


@st.composite
def _bodies(draw: st.DrawFn, depth: int) -> tuple[Passage | Table | Section, ...]:
    items = passages() | tables()
    given = items | _sections(depth - 1) if depth else items
    return tuple(draw(st.lists(given, max_size=3)))


@st.composite
def _sections(draw: st.DrawFn, depth: int) -> Section:
    return Section(
        kind=draw(st.sampled_from(SECTION_KINDS)),
        num=draw(st.sampled_from(("", "1.", "•"))),
        heading=draw(st.none() | passages()),
        body=draw(_bodies(depth)),
    )
