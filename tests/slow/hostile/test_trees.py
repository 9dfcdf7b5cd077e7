"""Promise 8, by ``lawkb ingest``: trees and provenance of strangers reach nothing outside."""

from __future__ import annotations

import gzip
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from lawkb.model.php_serialized import PhpValue, write_php
from tests.slow.hostile.running import Done, ingest, ingest_again, sound_corpus, state

SECRET = "do not read me"
TEXT = "Α. Λόγια μιας σελίδας\n\n1. Μερικά λόγια.\n\nA. Words of a page\n\n1. Some words.\n"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sound_corpus(tmp_path_factory.mktemp("sound"))


@pytest.fixture
def corpus(sound: Path, tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text(f"A. {SECRET}")
    return Path(shutil.copytree(sound, tmp_path / "corpus"))


@pytest.fixture
def tree(corpus: Path) -> Path:
    """The source as a wiki's data tree of one page."""
    folder = corpus / "sources" / "wiki"
    (folder / "law_57.txt").unlink()
    for part in ("pages", "meta", "attic"):
        (folder / part).mkdir()
    (folder / "pages" / "law_90.txt").write_text(TEXT)
    (folder / "meta" / "law_90.changes").write_bytes(b"100\t192.0.2.1\tC\tlaw_90\tanna\n")
    (folder / "attic" / "law_90.100.txt.gz").write_bytes(gzip.compress(TEXT.encode()))
    return folder


def read_well(corpus: Path, unread: str = "") -> Done:
    """Ingest gives the page, and nothing of what is secret; it names a page that it cannot read."""
    done = ingest(corpus)
    if unread:
        assert done.code == 2 and done.err.startswith(f"{unread}\n"), done.err
    else:
        assert done.code == 0, done.err
        ingest_again(corpus)
    written = b"".join(path.read_bytes() for path in corpus.glob("laws/*/*/*.xml"))
    assert b"Words of a page" in written
    assert SECRET.encode() not in written
    return done


def bomb(tree: Path) -> None:
    zeros = gzip.compress(bytes(1 << 26))
    (tree / "attic" / "law_90.100.txt.gz").write_bytes(gzip.compress(zeros * 800))
    (tree / "attic" / "law_90.99.txt.gz").write_bytes(zeros)


def huge(tree: Path) -> None:
    with (tree / "pages" / "law_91.txt").open("wb") as file:
        file.truncate(1 << 32)


def linked_page(tree: Path) -> None:
    (tree / "pages" / "law_91.txt").symlink_to("../../../../secret.txt")


def linked_folder(tree: Path) -> None:
    (tree / "pages" / "ns").symlink_to("/etc")


def linked_attic(tree: Path) -> None:
    shutil.rmtree(tree / "attic")
    (tree / "attic").symlink_to("/")


def pipe(tree: Path) -> None:
    os.mkfifo(tree / "pages" / "law_91.txt")


def device(tree: Path) -> None:
    (tree / "pages" / "law_91.txt").symlink_to("/dev/zero")


def names(tree: Path) -> None:
    for name in (b"..%2F..%2Fsecret.txt", b"%00law.txt", b"law\n\x1b[2J.txt", b"\xff\xfe.txt"):
        Path(os.fsdecode(os.fsencode(tree / "pages") + b"/" + name)).write_text(SECRET)


def deep(tree: Path) -> None:
    folder = tree / "pages"
    for _ in range(60):
        folder = folder / "a"
    folder.mkdir(parents=True)


# What is done to the tree, and what is said of it. A page that cannot be read ends with an error.
TREES: dict[str, tuple[Callable[[Path], None], str]] = {
    "a bomb in the attic": (bomb, "unpacks to more than"),
    "a page of four gigabytes": (huge, "larger than"),
    "a page that is a link out of the folder": (linked_page, "links are not followed"),
    "a folder that is a link": (linked_folder, "links are not followed"),
    "an attic that is the whole disk": (linked_attic, "links are not followed"),
    "a pipe": (pipe, "is no file"),
    "a device without end": (device, "links are not followed"),
    "names that are paths or half characters": (names, "has a name that no page has"),
    "folders without end": (deep, "is deeper than"),
}


@pytest.mark.parametrize("name", TREES)
def test_what_no_tree_holds_is_a_loss_and_the_page_beside_it_is_read(
    corpus: Path, tree: Path, name: str
) -> None:
    change, lost = TREES[name]
    change(tree)
    page = tree / "pages" / "law_91.txt"
    done = read_well(corpus, "sources/wiki/pages/law_91.txt" if os.path.lexists(page) else "")
    assert lost in " ".join(done.out.split()), done.out
    assert "\x1b" not in done.out + done.err


PHP = {
    "an object": b'a:1:{s:8:"comments";O:8:"stdClass":1:{s:1:"a";i:1;}}',
    "an object that unpacks itself": b'C:11:"ArrayObject":21:{x:i:0;a:0:{};m:a:0:{}}',
    "an object in a comment": b'a:1:{s:8:"comments";a:1:{s:1:"x";O:9:"Exception":0:{}}}',
    "a reference to itself": b'a:1:{s:8:"comments";R:1;}',
    "arrays without end": b"a:1:{i:0;" * 10_000,
    "an array of all there is": b"a:999999999:{" + b"i:0;i:1;" * 100_000,
    "a string longer than the file": b's:2147483647:"x";',
    "no PHP at all": b"\x00\xff" * 1000,
}


@pytest.mark.parametrize("name", PHP)
def test_serialised_files_of_strangers_make_no_objects(corpus: Path, tree: Path, name: str) -> None:
    for ending in ("comments", "meta"):
        (tree / "meta" / f"law_90.{ending}").write_bytes(PHP[name])
    done = read_well(corpus)
    assert "the comments of law_90 are read in part" in " ".join(done.out.split())


def test_a_comment_of_ten_thousand_brackets_and_a_thread_without_end_are_read(
    corpus: Path, tree: Path
) -> None:
    found: dict[str, PhpValue] = {
        str(n): {
            "show": True,
            "user": {"id": "anna", "name": "Anna"},
            "date": {"created": 1},
            "raw": "[[((**" * 10_000 if n == 0 else "word",
            "parent": str(n - 1) if n else None,
            "replies": {"0": str(n + 1)},
        }
        for n in range(3000)
    }
    (tree / "meta" / "law_90.comments").write_bytes(write_php({"status": 1, "comments": found}))
    done = read_well(corpus)
    (law,) = corpus.glob("laws/2017/el/law_90.xml")
    assert law.read_text("utf-8").count(">word<") == 2999
    assert "opens a note that is never closed" in done.out


def test_comments_beyond_all_bounds_are_a_loss_and_every_page_is_read(
    corpus: Path, tree: Path
) -> None:
    (tree / "pages" / "law_91.txt").write_text("== Α. Λόγια ==\nΛόγια.\n== A. Words ==\nWords.\n")
    for name, size in (("law_90", 5_000_000), ("law_91", 100_000)):
        words: PhpValue = {"show": True, "raw": "x\n\n" * (size // 3 + 1)}
        few: PhpValue = {"show": True, "raw": "word"}
        found = write_php({"status": 1, "comments": {"a": few, "b": words}})
        (tree / "meta" / f"{name}.comments").write_bytes(found)
    done = read_well(corpus)
    told = " ".join(done.out.split())
    assert "the comments of law_90 are not read: more than 2097152 bytes" in told
    assert "1 comments of law_91 are left out: more than 50000 lines in all" in told
    (law,) = corpus.glob("laws/2017/en/law_91.xml")
    assert ">word<" in law.read_text("utf-8")


IDS = ["../../secret", "/etc/passwd", "law\0_91", "law_91\n[x]", "\u202egnp.91_wal", "a" * 5000]


@pytest.mark.parametrize("page_id", IDS)
def test_a_page_id_of_the_provenance_is_a_name_and_no_path(corpus: Path, page_id: str) -> None:
    written = page_id.encode("unicode_escape").decode().replace("\\x", "\\u00")
    _provenance(corpus, f'[[pages]]\npage = "{written}"\nfile = "law_57.txt"\n')
    before = sorted(path.name for path in corpus.parent.iterdir())
    held = sorted(corpus.glob("laws/**/*"))
    done = ingest(corpus)
    if done.code == 2:
        assert "fits none of the 1 page " in done.err
    else:
        assert "page is no line of text" in " ".join(done.out.split())
    assert "\u202e" not in done.out + done.err
    assert sorted(path.name for path in corpus.parent.iterdir()) == before
    assert set(corpus.glob("laws/**/*")) <= set(held)


FILES = ["../../secret.txt", "/etc/passwd", "law_57.txt\\u0000", "nowhere.txt", ""]


@pytest.mark.parametrize("file", FILES)
def test_a_file_of_the_provenance_is_one_of_the_folder(corpus: Path, file: str) -> None:
    _provenance(corpus, f'[[pages]]\npage = "law_90"\nfile = "{file}"\n')
    before = state(corpus)
    done = ingest(corpus)
    assert done.code == 2
    assert "which is missing" in " ".join(done.out.split())
    assert state(corpus) == before


PROVENANCE = {
    "no list": "pages = 5",
    "a list of figures": "pages = [1, 2]",
    "a file that is a list": '[[pages]]\npage = "x"\nfile = ["a"]',
    "brackets": "a = " + "[" * 10_000,
    "figures": "a = " + "9" * 10_000,
    "no TOML": "\0",
}


@pytest.mark.parametrize("name", PROVENANCE)
def test_a_provenance_of_anything_is_refused_in_three_lines(corpus: Path, name: str) -> None:
    _provenance(corpus, PROVENANCE[name])
    assert ingest(corpus).code == 2


def test_a_provenance_or_page_that_is_a_pipe_or_a_link_stops_nothing(corpus: Path) -> None:
    wiki = corpus / "sources" / "wiki"
    os.mkfifo(wiki / "law_91.txt")
    (wiki / "law_92.txt").symlink_to("../../../secret.txt")
    before = state(corpus)
    done = ingest(corpus)
    assert done.code == 2
    assert "is no file" in done.out
    assert SECRET not in done.out
    assert state(corpus) == before
    os.mkfifo(wiki / "provenance.toml")
    assert ingest(corpus).code == 2


@pytest.mark.parametrize("text", ["a = " + "[" * 10_000, "a = " + "9" * 10_000, "\0", "patches=1"])
@pytest.mark.parametrize("file", ["corpus.toml", "patches/x.toml"])
def test_a_hostile_outline_or_patch_is_refused_in_three_lines(
    corpus: Path, file: str, text: str
) -> None:
    (corpus / "patches").mkdir()
    (corpus / file).write_text(text)
    assert ingest(corpus).code == 2


def _provenance(corpus: Path, text: str) -> None:
    (corpus / "sources" / "wiki" / "provenance.toml").write_text(text, encoding="utf-8")
