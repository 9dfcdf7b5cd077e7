import json
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.php_serialized import PhpValue, is_true, number_of, read_php, write_php
from tests.corpus_files import CASES
from tests.sources.samples import SAMPLES

HOSTILE = tomllib.loads((CASES / "tree" / "hostile.toml").read_text(encoding="utf-8"))["cases"]
DECODED = sorted((SAMPLES / "decoded26").glob("*.json"))
VALUES: st.SearchStrategy[PhpValue] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.dictionaries(
        st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
        | st.integers(-99, 9**17).map(str),
        inner,
        max_size=4,
    ),
    max_leaves=20,
)
SCRAPS = st.lists(
    st.sampled_from(
        [*(b'N; b:1; i:5; d:.5; a:1:{ a:2:{ } s:1:" "; x O:1: R:1; i:-0; s:2:"\xce'.split(b" "))]
    ),
    max_size=30,
).map(b"".join)


@pytest.mark.parametrize("path", DECODED, ids=lambda path: path.name[-30:])
def test_every_file_of_the_sample_reads_as_it_was_decoded_and_writes_as_it_was(path: Any) -> None:
    name = path.name.removesuffix(".json").replace("__", "/")
    content = (SAMPLES / "data26" / "meta" / name).read_bytes()
    reading = read_php(content)
    assert reading.fault is None
    assert reading.value == json.loads(path.read_text(encoding="utf-8"))
    assert write_php(reading.value) == content


@pytest.mark.parametrize("case", HOSTILE, ids=lambda case: case["why"])
def test_hostile_bytes_stop_the_reading_and_say_why(case: dict[str, Any]) -> None:
    content = case["head"] * case.get("times", 1) + case.get("fill", "") * case.get("fill_times", 0)
    reading = read_php(content.encode())
    assert case["says"] in (reading.fault or "")
    if "kept" in case:
        assert reading.value == json.loads(case["kept"])


@given(VALUES)
def test_what_is_written_is_read_as_it_was(value: PhpValue) -> None:
    reading = read_php(write_php(value))
    assert (reading.value, reading.fault, reading.unfinished) == (value, None, ())
    assert write_php(reading.value) == write_php(value)


@given(st.binary() | SCRAPS)
def test_any_bytes_are_read(content: bytes) -> None:
    reading = read_php(content)
    assert reading.fault is None or reading.fault
    assert read_php(write_php(reading.value)).value == reading.value or "nan" in repr(reading)


@given(VALUES, st.data())
def test_what_is_cut_gives_what_stood_before_the_cut(value: PhpValue, data: st.DataObject) -> None:
    content = write_php({"first": 1, "then": value, "last": 2})
    end = data.draw(st.integers(0, len(content) - 1))
    reading = read_php(content[:end])
    assert reading.fault
    assert isinstance(reading.value, dict) or reading.value is None
    kept = reading.value if isinstance(reading.value, dict) else {}
    assert list(kept) == ["first", "then", "last"][: len(kept)]
    if "last" in kept:
        assert kept["then"] == value


def test_a_member_that_was_being_read_is_left_out_of_its_array() -> None:
    content = write_php({"comments": {"a": {"raw": "x", "show": False}, "b": {"raw": "y"}}})
    cut = content.index(b"show") - 3
    reading = read_php(content[:cut])
    assert reading.value == {"comments": {"a": {"raw": "x"}}}
    assert reading.unfinished == ("comments", "a")
    assert reading.array("comments") == {}
    assert read_php(content[:-3]).array("comments") == {"a": {"raw": "x", "show": False}}


def test_bytes_that_are_not_utf_8_become_replacement_characters() -> None:
    assert read_php(b's:3:"\xed\xa0\x80";').value == "\ufffd" * 3


def test_a_string_that_holds_the_end_of_a_string_is_one_string() -> None:
    assert read_php(b's:6:"";i:5;";').value == '";i:5;'


@pytest.mark.parametrize("value", [None, False, 0, 0.0, "", "0", {}])
def test_what_php_takes_for_false_is_false(value: PhpValue) -> None:
    assert not is_true(value)


@pytest.mark.parametrize("value", [True, 1, -1, "1", "00", "false", {"0": False}])
def test_what_php_takes_for_true_is_true(value: PhpValue) -> None:
    assert is_true(value)


def test_a_number_is_a_whole_number_or_text_of_one() -> None:
    assert [number_of(value) for value in (5, "5", True, 5.0, "٥", "9" * 20, None)] == [
        *(5, 5, None, None, None, None, None)
    ]
