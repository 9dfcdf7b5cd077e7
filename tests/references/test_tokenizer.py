"""A text with one plain character for each of its own is normalised at once, as every text is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lawkb.references.vocabulary import normalize_text


@given(st.text())
def test_a_text_is_normalised_at_once_as_it_is_one_by_one(text: str) -> None:
    """A soft hyphen has no plain form, so that the rest of the text is taken one by one."""
    fast, slow = normalize_text(text), normalize_text(text + "\u00ad")
    assert fast.text == slow.text
    assert (tuple(fast.starts), tuple(fast.ends)) == (tuple(slow.starts), tuple(slow.ends))
