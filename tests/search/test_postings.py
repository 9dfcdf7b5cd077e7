"""Files of a segment and records of documents: what is read is what was written."""

import tempfile
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.address import Address
from lawkb.search.analysis import Token
from lawkb.search.documents import documents, shown
from lawkb.search.ground import ground_of
from lawkb.search.postings import POSTINGS, RECORDS, TERMS, Gathered, Segment, write_ends
from lawkb.search.record import Shown, ShownPart, ShownText, pack, unpack
from lawkb.search.spots import Place, Spot
from tests.search.real import real_code

TERM = st.text(st.characters(min_codepoint=0x21, codec="utf-8"), min_size=1)
FIELD = st.sampled_from(("exact_el", "exact_el_heading", "stem_en"))
PLACED = st.dictionaries(
    st.tuples(FIELD, TERM), st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=4)
)
WORDS = st.text(st.characters(codec="utf-8"), max_size=8)
PATHS = st.lists(st.integers(1, 9), min_size=1, max_size=4).map(tuple)
TOKENS = st.builds(
    Token,
    st.integers(0, 99),
    st.integers(0, 99),
    WORDS,
    WORDS,
    st.sampled_from(("word", "stop")),
    st.none(),
) | st.builds(
    lambda start, word, path: Token(start, start + 1, word, word, "address", Address(path)),
    st.integers(0, 9),
    WORDS,
    PATHS,
)
PARTS = st.builds(
    ShownPart,
    st.sampled_from(("heading", "text", "notes", "comments")),
    WORDS,
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=2).map(tuple),
    st.lists(TOKENS, max_size=3).map(tuple),
)
TEXTS = st.builds(
    ShownText,
    st.sampled_from(("el", "en")),
    WORDS,
    st.lists(WORDS, max_size=2).map(tuple),
    st.lists(PARTS, max_size=3).map(tuple),
)
PLACES: st.SearchStrategy[Place] = PATHS.map(Address) | st.just(Spot("preface", "el", "all"))
SHOWN = st.builds(
    Shown,
    st.sampled_from(("2017", "2007")),
    PLACES,
    st.lists(TEXTS, max_size=2).map(tuple),
    st.lists(st.tuples(WORDS, WORDS), max_size=2).map(tuple),
)


def _written(
    folder: Path, held: Iterable[dict[tuple[str, str], list[int]]], records: list[bytes]
) -> Segment:
    gathered = Gathered()
    for number, placed in enumerate(held):
        for (field, term), positions in placed.items():
            gathered.add(field, number, {term: positions})
    with (folder / f"s{TERMS}").open("wb") as terms, (folder / f"s{POSTINGS}").open("wb") as posts:
        gathered.write(terms, posts)
    ends = [sum(map(len, records[: at + 1])) for at in range(len(records))]
    with (folder / f"s{RECORDS}").open("wb") as file:
        file.write(b"".join(records))
        write_ends(ends, file)
    return Segment(str(folder), "s")


@given(st.lists(PLACED, max_size=5), st.lists(st.binary(max_size=5), max_size=4), FIELD, TERM)
def test_a_segment_holds_what_was_gathered(
    held: list[dict[tuple[str, str], list[int]]], records: list[bytes], field: str, term: str
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        segment = _written(Path(folder), held, records)
        keys = {(field, term), *(key for placed in held for key in placed)}
        for name, word in keys:
            where = {
                n: placed[name, word] for n, placed in enumerate(held) if (name, word) in placed
            }
            numbers, counts = segment.counts(name, word) or ((), ())
            assert dict(zip(numbers, counts, strict=True)) == {n: len(p) for n, p in where.items()}
            assert segment.count(name, word) == len(where)
            assert {n: list(p) for n, p in segment.positions(name, word)} == where
        listed = [(name, word) for name, word, _ in segment.terms()]
        assert listed == sorted({key for placed in held for key in placed})
        assert [word for name, word, _ in segment.terms(field, term) if name == field] == [
            word for name, word in listed if name == field and word >= term
        ]
        assert segment.size == len(records)
        assert [segment.record(number) for number in range(len(records))] == records


@given(SHOWN)
def test_a_record_is_read_as_it_was_written(held: Shown) -> None:
    read = unpack(pack(held))
    assert (read.edition, read.place, read.cited) == (held.edition, held.place, held.cited)
    assert read.texts == held.texts


def test_the_records_of_the_real_laws_are_read_as_they_were_written() -> None:
    code = real_code()
    for document in documents(code):
        held = shown(document, ground_of(code.outline))
        assert unpack(pack(held)) == held


def test_a_segment_of_which_a_file_is_gone_cannot_be_opened(tmp_path: Path) -> None:
    _written(tmp_path, [{("exact_el", "a"): [1]}], [b"x"])
    for ending in (TERMS, POSTINGS, RECORDS):
        kept = (tmp_path / f"s{ending}").read_bytes()
        (tmp_path / f"s{ending}").unlink()
        with pytest.raises(OSError, match="No such file"):
            Segment(str(tmp_path), "s")
        (tmp_path / f"s{ending}").write_bytes(kept)
