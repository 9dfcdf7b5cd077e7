from hypothesis import given
from hypothesis import strategies as st

from lawkb.align.translation_units import (
    inline_codes_of,
    pair_texts,
    split_at_codes,
    texts_of,
    with_inline_codes,
)
from lawkb.corpus.laws import read_code
from lawkb.model.law import Law
from lawkb.model.passage import Mark, Note, Passage
from tests.corpus_files import CORPUS
from tests.strategies import SCHEME, laws, passages


@given(passages())
def test_words_and_codes_are_told_apart_again(passage: Passage) -> None:
    codes = inline_codes_of(passage)
    pieces = split_at_codes(with_inline_codes(passage.text, codes), [code.token for code in codes])
    assert pieces is not None
    assert "".join(pieces) == passage.text
    ends = [sum(map(len, pieces[: n + 1])) for n in range(len(codes))]
    assert ends == [code.at for code in codes]


@given(passages())
def test_every_end_knows_what_it_ends(passage: Passage) -> None:
    codes = inline_codes_of(passage)
    for place, code in enumerate(codes):
        if code.opens is not None:
            assert code.opens < place
            assert codes[code.opens].name == code.name


def test_words_that_look_like_a_code_are_words() -> None:
    passage = Passage("see [1] there", (Note(7, "1", "a note"),))
    assert with_inline_codes(passage.text, inline_codes_of(passage)) == "see [1][[1]] there"


def test_emphasis_and_notes_are_shown_where_they_stand() -> None:
    passage = Passage("not a card", (Note(10, "3", "n"),), marks=(Mark("bold", 0, 3),))
    assert with_inline_codes(passage.text, inline_codes_of(passage)) == "<b>not</b> a card[3]"


@given(laws())
def test_every_text_has_a_name_of_its_own(law: Law) -> None:
    for provision in law.provisions():
        found = texts_of(provision, SCHEME)
        own = [p.text for p in (provision.heading,) if p] + [p.text for p in provision.passages]
        notes = [note.text for note in provision.notes if note.text]
        assert sorted(text.words for text in found.values()) == sorted(own + notes)


@given(laws(("2017", "en")), laws(("2017", "el")), st.booleans())
def test_every_text_of_both_languages_is_in_one_pair(mine: Law, other: Law, held: bool) -> None:
    pairs = list(pair_texts(mine if held else None, other, SCHEME))
    tokens = [pair.token(SCHEME) for pair in pairs]
    assert len(set(tokens)) == len(tokens)
    assert len({pair.name(SCHEME) for pair in pairs}) == len(pairs)
    for law, texts in ((mine, [p.source for p in pairs]), (other, [p.target for p in pairs])):
        if law is other or held:
            expected = sum(len(texts_of(p, SCHEME)) for p in law.provisions())
            assert sum(text is not None for text in texts) == expected


def test_names_of_the_real_texts_say_what_they_are() -> None:
    code = read_code(CORPUS)
    law20 = [code.laws["2017", tag, 20] for tag in ("en", "el")]
    names = [pair.name(SCHEME) for pair in pair_texts(law20[0], law20[1], SCHEME)]
    assert names[:4] == ["20 heading", "20A heading", "20A", "20B heading"]
    assert "20C2 note 1" in names
