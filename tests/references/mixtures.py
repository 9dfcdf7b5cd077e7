"""Texts of key words, labels, signs and marks of four languages, and where they stand."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.strategies import addresses

_WORDS = st.sampled_from(
    [
        *("Law", "Laws", "Νόμος", "Νόμους", "Articolo", "art.", "Section", "παράγραφο", "punto"),
        *("Loi", "Lois", "alinéa", "voir", "la présente Loi", "à", "L'arbitre", "a)", "A2(a)"),
        *("see", "as in", "under", "βλ.", "vedi", "on a like basis to", "τον", "in"),
        *("this Law", "τον παρόντα Νόμο", "questo Articolo", "of this Law", "above", "παραπάνω"),
        *("following", "precedente", "of the 2007 Code", "del Codice di Gara", "του Νόμου", "of"),
        *(",", "and", "or", "και", "ή", "e", "to", "έως", "-", "–", "/", ".", ";", ":", "(", ")"),
        *("[[law_1|", "]]", "**", "\u00ad", "\u00a0", "\n", "\n\n", "\u0301", " ", "  "),
        *("16", "47E2(a)", "16Γ", "62Γ2(β)(ii)", "A", "B4", "Η", "Ο", "E", "(a)", "(α)", "(i)"),
        *("1", "2", "9999", "12345", "2007", "ΣΤ", "στ", "Στ5", "16B1", "C1", "player", "φύλλα"),
    ]
)
TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(_WORDS, max_size=25).map("".join),
    st.lists(_WORDS, max_size=25).map(" ".join),
)
PLACES = st.none() | addresses()
