"""What becomes an entry of a general lexicon, and whether the page names what is shipped."""

import gzip
import re
from collections.abc import Iterable

from bench.fields import Field, Pair
from bench.general_lexicons import (
    FOLDER,
    HIGHEST,
    LONGEST,
    MOST_PARTNERS,
    PAGE,
    Entry,
    compressed,
    entries,
    paired,
    read_texts,
    turned,
)
from lawkb.align.lexicon import Links, WordTextPair


def _linked(words: Iterable[tuple[str, str]]) -> list[tuple[WordTextPair, Links]]:
    return [(WordTextPair((one,), (other,)), ((0, 0),)) for one, other in words]


def _field(language: str, texts: dict[str, tuple[str, str]]) -> Field:
    pairs = tuple(Pair(name, *both) for name, both in texts.items())
    return Field("help", language, pairs, True, (("help", "1"),))


def test_a_counterpart_that_was_linked_once_is_left_out() -> None:
    assert list(entries(_linked([("file", "αρχει")]))) == []
    linked = _linked([("file", "αρχει"), ("file", "αρχει"), ("file", "φακελ")])
    assert list(entries(linked)) == [Entry("file", 50, ("αρχει",))]


def test_no_entry_is_certain_however_often_it_was_seen() -> None:
    (entry,) = entries(_linked([("file", "αρχει")] * 1000))
    assert entry.percent == 100 * HIGHEST


def test_the_most_frequent_counterparts_are_kept_then_the_first_of_the_alphabet() -> None:
    words = [("set", other) for other in "kjihgfedcbaa" for _ in range(2)]
    (entry,) = entries(_linked(words))
    assert entry.partners == tuple("abcdefgh")
    assert len(entry.partners) == MOST_PARTNERS


def test_a_counterpart_of_a_small_share_is_left_out() -> None:
    (entry,) = entries(_linked([*[("set", "a")] * 98, *[("set", "b")] * 2]))
    assert entry.partners == ("a",)


def test_entries_are_sorted_whatever_the_order_of_the_texts() -> None:
    linked = _linked([("b", "x"), ("a", "y")] * 2)
    assert list(entries(linked)) == list(entries(linked[::-1]))
    assert [entry.stem for entry in entries(turned(linked))] == ["x", "y"]


def test_two_translations_of_one_text_are_paired() -> None:
    greek = _field("el", {"1": ("Open", "Άνοιγμα"), "2": ("Close", "Κλείσιμο")})
    french = _field("fr", {"2": ("Close", "Fermer"), "3": ("Print", "Imprimer")})
    texts = read_texts([greek, french])
    assert [pair.target for pair in paired(texts["el"], texts["fr"])] == [("ferm",)]
    assert len(texts["en"].words) == 3


def test_digits_and_long_texts_are_left_out() -> None:
    long = "ανοιγμα " * (LONGEST + 1)
    texts = read_texts([_field("el", {"1": ("Open 12", "12 13"), "2": ("Open", long)})])
    assert paired(texts["en"], texts["el"]) == []


def test_a_lexicon_is_written_as_the_same_bytes_every_time() -> None:
    content = compressed([Entry("file", 90, ("αρχει", "φακελ"))])
    assert content == compressed([Entry("file", 90, ("αρχει", "φακελ"))])
    assert gzip.decompress(content).decode() == "file\t90\tαρχει φακελ\n"


def test_the_page_names_every_file_with_its_number_of_entries() -> None:
    rows = re.findall(r"(?m)^\| (\w\w-\w\w) \| [\d,]+ \| ([\d,]+) \|", PAGE.read_text("utf-8"))
    shipped = {
        file.name.removesuffix(".tsv.gz"): gzip.decompress(file.read_bytes()).count(b"\n")
        for file in FOLDER.iterdir()
    }
    assert {name: int(count.replace(",", "")) for name, count in rows} == shipped
