"""What fetching keeps on the disk, whatever ends it."""

from __future__ import annotations

import hashlib
import itertools
import json
import tomllib
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from lawkb.errors import LawkbError
from lawkb.sources.dokuwiki_api.fetch import FetchedPage, Store, open_store

WIKI = "https://wiki.example"


def kept(content: bytes, listed: int = 7) -> FetchedPage:
    return FetchedPage(listed, listed, "anna", hashlib.sha256(content).hexdigest())


def keep(store: Store, page_id: str, content: bytes = b"text\n") -> None:
    store.save(page_id, content, kept(content))


def told(folder: Path) -> list[dict[str, Any]]:
    pages = tomllib.loads((folder / "provenance.toml").read_text("utf-8"))["pages"]
    assert isinstance(pages, list)
    return pages


def test_what_is_kept_is_known_when_the_folder_is_opened_again(tmp_path: Path) -> None:
    with open_store(tmp_path, WIKI) as store:
        keep(store, "code:rule_57")
        assert store.holds("code:rule_57", 7)
        assert not store.holds("code:rule_57", 8)
    with open_store(tmp_path, WIKI) as store:
        assert store.pages() == {"code:rule_57": kept(b"text\n")}
        assert store.holds("code:rule_57", 7)
    assert told(tmp_path) == [
        {
            "page": "code:rule_57",
            "file": "code%3Arule_57.txt",
            "sha256": hashlib.sha256(b"text\n").hexdigest(),
            "revision": 7,
            "revised": "1970-01-01T00:00:07Z",
            "user": "anna",
        }
    ]


def test_provenance_is_written_whatever_ends_the_fetch(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), open_store(tmp_path, WIKI) as store:
        keep(store, "rule_07")
        raise KeyboardInterrupt
    assert [entry["page"] for entry in told(tmp_path)] == ["rule_07"]


def test_what_a_killed_write_leaves_is_no_page_and_in_nobodys_way(tmp_path: Path) -> None:
    with open_store(tmp_path, WIKI) as store:
        keep(store, "rule_07")
    (tmp_path / ".rule_08.txt.new").write_bytes(b"half")
    with open_store(tmp_path, WIKI) as store:
        keep(store, "rule_08")
    assert sorted(file.name for file in tmp_path.glob("*.txt")) == ["rule_07.txt", "rule_08.txt"]


def test_a_link_in_the_place_of_a_file_is_replaced_not_followed(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "pebbles"
    outside.write_text("mine")
    folder.mkdir()
    for name in (".rule_07.txt.new", "rule_07.txt", ".fetch.json.new"):
        (folder / name).symlink_to(outside)
    with open_store(folder, WIKI) as store:
        keep(store, "rule_07")
    assert outside.read_text() == "mine"
    assert not (folder / "rule_07.txt").is_symlink()


def test_what_is_told_of_pages_that_were_put_there_by_hand_stays(tmp_path: Path) -> None:
    entry = '[[pages]]\npage = "law_1"\nfile = "law_1.txt"\nuser = "maria"\n'
    (tmp_path / "provenance.toml").write_text(entry, "utf-8")
    (tmp_path / "law_1.txt").write_text("Law 1", "utf-8")
    with open_store(tmp_path, WIKI) as store:
        assert store.by_hand() == {"law_1.txt": "law_1"}
    assert (tmp_path / "provenance.toml").read_text("utf-8") == entry
    with open_store(tmp_path, WIKI) as store:
        keep(store, "law_2")
    by_hand, fetched = told(tmp_path)
    assert by_hand == {"page": "law_1", "file": "law_1.txt", "user": "maria"}
    assert (fetched["page"], fetched["revision"]) == ("law_2", 7)


def test_the_namespace_that_ids_lack_here_is_remembered(tmp_path: Path) -> None:
    with open_store(tmp_path, WIKI, "laws") as store:
        keep(store, "laws:law_2")
    with open_store(tmp_path, WIKI) as store:
        assert store.holds("laws:law_2", 7)
    (entry,) = told(tmp_path)
    assert (entry["page"], entry["file"]) == ("law_2", "law_2.txt")


def test_pages_of_two_wikis_do_not_mix(tmp_path: Path) -> None:
    with open_store(tmp_path, WIKI) as store:
        keep(store, "rule_07")
    with (
        pytest.raises(LawkbError, match=r"came from https://wiki\.example"),
        open_store(tmp_path, "https://other.example"),
    ):
        pass


def test_two_fetches_at_once_do_not_mix(tmp_path: Path) -> None:
    with (
        open_store(tmp_path, WIKI),
        pytest.raises(LawkbError, match="another fetch"),
        open_store(tmp_path, WIKI),
    ):
        pass


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(LawkbError, match="cannot be written"),
        open_store(tmp_path / "file" / "pebbles", WIKI),
    ):
        pass


STATES = [
    b"",
    b"{",
    b"[]",
    b"\xff",
    b'{"wiki": 1, "pages": 2}',
    b'{"wiki": "https://wiki.example", "pages": {"a": 1}}',
    b'{"wiki": "https://wiki.example", "pages": {"a": {}}}',
    b'{"wiki": "https://wiki.example", "pages": {"a": {"listed": "x", "revision": 1, '
    b'"user": null, "sha256": "y"}}}',
    b"[" * 100_000,
]


@pytest.mark.parametrize("state", STATES, ids=range(len(STATES)))
def test_a_damaged_memory_is_told(tmp_path: Path, state: bytes) -> None:
    (tmp_path / "fetch.json").write_bytes(state)
    with pytest.raises(LawkbError, match="damaged"), open_store(tmp_path, WIKI):
        pass


def test_pruning_removes_the_gone_and_nothing_else(tmp_path: Path) -> None:
    with open_store(tmp_path, WIKI) as store:
        for page in ("rule_07", "rule_08"):
            keep(store, page)
        store.mark_gone("rule_07")
        assert (tmp_path / "rule_07.txt").exists()
        store.prune()
    assert [file.name for file in tmp_path.glob("*.txt")] == ["rule_08.txt"]
    assert [entry["page"] for entry in told(tmp_path)] == ["rule_08"]


def test_a_folder_in_which_nothing_was_fetched_stays_free(tmp_path: Path) -> None:
    with open_store(tmp_path, WIKI):
        pass
    assert list(tmp_path.iterdir()) == []


def test_an_id_that_is_none_is_never_written(tmp_path: Path) -> None:
    with open_store(tmp_path, WIKI) as store, pytest.raises(ValueError, match="not a page id"):
        keep(store, "../x")


def test_what_a_killed_fetch_learned_is_known_to_the_next_one(tmp_path: Path) -> None:
    with open_store(tmp_path, WIKI) as store:
        keep(store, "rule_07")
    line = json.dumps(["rule_08", {**as_kept(8)}])
    for torn in ("", '["rule_09", {"lis'):
        (tmp_path / ".fetch.journal").write_text(f"{line}\n{torn}", encoding="utf-8")
        with open_store(tmp_path, WIKI) as store:
            assert set(store.pages()) == {"rule_07", "rule_08"}
        assert not (tmp_path / ".fetch.journal").exists()
    with open_store(tmp_path, WIKI) as store:
        assert set(store.pages()) == {"rule_07", "rule_08"}


def test_remembering_a_page_does_not_write_the_others_again(tmp_path: Path) -> None:
    with open_store(tmp_path, WIKI) as store:
        keep(store, "rule_01")
        state = (tmp_path / "fetch.json").stat().st_mtime_ns
        sizes = []
        for number in range(2, 30):
            keep(store, f"rule_{number:02}")
            sizes.append((tmp_path / ".fetch.journal").stat().st_size)
        assert (tmp_path / "fetch.json").stat().st_mtime_ns == state
    steps = {after - before for before, after in itertools.pairwise(sizes)}
    assert len(steps) == 1


def test_a_link_in_the_place_of_the_journal_is_not_followed(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "pebbles"
    outside.write_text("")
    folder.mkdir()
    (folder / ".fetch.journal").symlink_to(outside)
    with open_store(folder, WIKI) as store:
        keep(store, "rule_07")
    assert outside.read_text() == ""


def as_kept(listed: int) -> dict[str, object]:
    return asdict(kept(b"text\n", listed))
