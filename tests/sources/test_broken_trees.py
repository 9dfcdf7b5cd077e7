"""Trees with parts missing, damaged or made to do harm."""

import bz2
import gzip
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from lawkb.sources.dokuwiki_data import (
    Skipped,
    WikiPage,
    public_comments,
    read_data_folder,
    read_names,
    read_old_text,
    revision_text,
)
from lawkb.sources.untrusted_files import MOST_BYTES, MOST_LEVELS, RefusedError, read_bounded
from tests.sources.samples import SAMPLES

CHANGES = b"100\t192.0.2.1\tC\tlaw_1\tanna\n200\t192.0.2.1\tE\tlaw_1\tanna\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree of one page with two revisions."""
    for folder in ("pages", "meta", "attic"):
        (tmp_path / "data" / folder).mkdir(parents=True)
    data = tmp_path / "data"
    (data / "pages" / "law_1.txt").write_bytes(b"new")
    (data / "meta" / "law_1.changes").write_bytes(CHANGES)
    (data / "attic" / "law_1.100.txt.gz").write_bytes(gzip.compress(b"old"))
    (data / "attic" / "law_1.200.txt.gz").write_bytes(gzip.compress(b"new"))
    (tmp_path / "secret.txt").write_text("secret")
    return data


def law(tree: Path) -> WikiPage:
    (page,) = (item for item in read_data_folder(tree) if isinstance(item, WikiPage))
    return page


def refused(tree: Path) -> list[str]:
    return [i.loss.message for i in read_data_folder(tree) if isinstance(i, Skipped) and i.loss]


def test_the_tree_itself_is_whole(tree: Path) -> None:
    assert (law(tree).losses, refused(tree)) == ((), [])


@pytest.mark.parametrize(
    ("ending", "pack"), [(".gz", gzip.compress), (".bz2", bz2.compress), ("", bytes)]
)
def test_a_text_of_the_attic_is_read_however_it_is_packed(
    tree: Path, ending: str, pack: Callable[[bytes], bytes]
) -> None:
    (tree / "attic" / "law_1.100.txt.gz").unlink()
    (tree / "attic" / f"law_1.100.txt{ending}").write_bytes(pack(b"packed"))
    assert revision_text(law(tree), "100") == (b"packed", ())
    assert revision_text(law(tree), "200") == (b"new", ())


def test_of_two_texts_of_a_revision_the_wiki_takes_the_packed_one(tree: Path) -> None:
    (tree / "attic" / "law_1.100.txt").write_bytes(b"plain")
    assert revision_text(law(tree), "100") == (b"old", ())


def test_a_missing_text_is_a_loss(tree: Path) -> None:
    (tree / "attic" / "law_1.100.txt.gz").unlink()
    page = law(tree)
    assert [revision.held for revision in page.revisions] == [False, True]
    assert "lacks the texts of 1 of the 2 revisions" in page.losses[0].message
    text, losses = revision_text(page, "100")
    assert (text, len(losses)) == (None, 1)


def test_the_current_text_stands_in_for_that_of_the_last_revision(tree: Path) -> None:
    (tree / "attic" / "law_1.200.txt.gz").unlink()
    page = law(tree)
    assert revision_text(page, "200") == (b"new", ())
    assert page.losses == ()


def test_without_attic_and_meta_a_page_is_its_text(tree: Path) -> None:
    shutil.rmtree(tree / "attic")
    shutil.rmtree(tree / "meta")
    page = law(tree)
    assert (page.content, page.revisions, page.changed_outside) == (b"new", (), True)


def test_texts_that_no_change_tells_of_are_revisions_too(tree: Path) -> None:
    (tree / "meta" / "law_1.changes").unlink()
    page = law(tree)
    assert [(r.id, r.kind, r.user) for r in page.revisions] == [
        ("100", "unknown", None),
        ("200", "unknown", None),
    ]
    assert revision_text(page, "100") == (b"old", ())


def test_a_text_put_back_after_a_deletion_is_a_change_past_the_wiki(tree: Path) -> None:
    with (tree / "meta" / "law_1.changes").open("ab") as file:
        file.write(b"300\t192.0.2.1\tD\tlaw_1\tanna\n")
    page = law(tree)
    assert page.changed_outside
    assert revision_text(page, "300")[0] is None


def test_a_cache_alone_is_no_page(tree: Path) -> None:
    (tree / "meta" / "law_2.meta").write_bytes(b"a:0:{}")
    assert law(tree).page_id == "law_1"


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress], ids=["gz", "bz2"])
def test_a_bomb_in_the_attic_is_a_loss(tree: Path, pack: Callable[[bytes], bytes]) -> None:
    ending = "gz" if pack is gzip.compress else "bz2"
    (tree / "attic" / "law_1.100.txt.gz").unlink()
    (tree / "attic" / f"law_1.100.txt.{ending}").write_bytes(pack(bytes(4 * MOST_BYTES)))
    text, losses = revision_text(law(tree), "100")
    assert text is None
    assert "unpacks to more than" in losses[0].message


def test_a_text_of_the_largest_size_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    text = Random(1).randbytes(MOST_BYTES // 2).hex().encode()
    (tmp_path / "a.1.txt.gz").write_bytes(gzip.compress(text, 1))
    assert read_old_text(tmp_path / "a.1.txt.gz") == text
    (tmp_path / "a.2.txt.gz").write_bytes(gzip.compress(text + b"a", 1))
    with pytest.raises(RefusedError, match=f"unpacks to more than {MOST_BYTES} bytes"):
        read_old_text(tmp_path / "a.2.txt.gz")


def test_a_text_that_unpacks_as_no_text_does_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.1.txt.gz").write_bytes(gzip.compress(b"a b " * 150_000))
    with pytest.raises(RefusedError, match="unpacks to more than 65536 bytes"):
        read_old_text(tmp_path / "a.1.txt.gz")
    (tmp_path / "a.2.txt.gz").write_bytes(gzip.compress(b"a b " * 16_000))
    assert len(read_old_text(tmp_path / "a.2.txt.gz")) == 64_000


@pytest.mark.parametrize(
    "content",
    [b"", gzip.compress(b"text" * 99)[:-9], b"\x1f\x8b\x08", b"plain", gzip.compress(b"a") + b"x"],
    ids=["empty", "cut", "a head alone", "not packed", "rubbish behind it"],
)
def test_a_damaged_text_of_the_attic_never_raises(tree: Path, content: bytes) -> None:
    (tree / "attic" / "law_1.100.txt.gz").write_bytes(content)
    text, losses = revision_text(law(tree), "100")
    assert (text or b"", len(losses)) in ((b"", 0), (b"", 1))
    assert bool(losses) == (content != b"")


def test_a_page_larger_than_the_bound_is_a_loss(tree: Path) -> None:
    with (tree / "pages" / "law_1.txt").open("wb") as file:
        file.truncate(1 << 30)  # a hole, not a gigabyte on the disk
    page = law(tree)
    assert page.content is None
    assert "larger than" in page.losses[0].message
    shown = page.page("wiki")
    assert shown is not None
    assert (shown.content, shown.losses) == (b"", page.losses)


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("pages/law_2.txt", "../../secret.txt"),
        ("pages/law_2.txt", "../meta/law_1.changes"),
        ("pages/ns", "../.."),
        ("pages/loop", "../pages"),
        ("meta/law_1.comments", "../../secret.txt"),
        ("meta/law_1.meta", "/etc/passwd"),
        ("attic/law_1.300.txt", "../../secret.txt"),
        ("attic/gone", "nowhere"),
    ],
)
def test_no_link_is_followed(tree: Path, link: str, target: str) -> None:
    (tree / link).symlink_to(target)
    assert refused(tree) == [f"{link} is a link, and links are not followed"]
    page = law(tree)
    assert "secret" not in repr(page)
    assert page.comments is None
    assert [revision.id for revision in page.revisions] == ["100", "200"]


def test_a_whole_part_that_is_a_link_is_not_followed(tree: Path) -> None:
    shutil.move(tree / "meta", tree.parent / "meta")
    (tree / "meta").symlink_to("../meta")
    assert refused(tree) == ["meta is a link, and links are not followed"]


def test_a_file_that_became_a_link_after_it_was_listed_is_not_read(tree: Path) -> None:
    path = tree / "pages" / "law_1.txt"
    path.unlink()
    path.symlink_to(tree.parent / "secret.txt")
    with pytest.raises(RefusedError):
        read_bounded(path)


def test_a_pipe_does_not_stop_the_reading(tree: Path) -> None:
    (tree / "pages" / "law_1.txt").unlink()
    os.mkfifo(tree / "pages" / "law_1.txt")
    assert "is no file" in law(tree).losses[0].message


@pytest.mark.parametrize(
    "name",
    [
        b"Law_2.txt",
        b"%2E%2E%2Fsecret.txt",
        b"...txt",
        b"law\x1b[31m.txt",
        b"law\nlaw.txt",
        b"\xed\xa0\x80.txt",
        b"\xff.txt",
        b"%zzzzz].txt",
    ],
)
def test_a_name_that_no_page_has_is_refused_in_printable_words(tree: Path, name: bytes) -> None:
    Path(os.fsdecode(os.path.join(os.fsencode(tree / "pages"), name))).write_bytes(b"x")  # noqa: PTH118 - bytes
    (message,) = refused(tree)
    assert message.endswith("has a name that no page has")
    assert message.isprintable()


def test_two_files_of_one_page_are_one_page_and_a_loss(tree: Path) -> None:
    (tree / "pages" / "la%77_1.txt").write_bytes(b"another")
    assert refused(tree) == ["pages/law_1.txt is a second file of the page law_1"]


def test_folders_without_end_are_left(tree: Path) -> None:
    deep = tree / "pages"
    for _ in range(MOST_LEVELS + 8):
        deep = deep / "a"
    deep.mkdir(parents=True)
    (deep / "law_2.txt").write_text("x")
    assert len(refused(tree)) == 1
    assert f"deeper than {MOST_LEVELS}" in refused(tree)[0]


def test_the_wikis_own_files_and_pages_are_left_out(tree: Path) -> None:
    (tree / "meta" / "_dokuwiki.changes").write_bytes(CHANGES)
    (tree / "meta" / "law_1.indexed").write_bytes(b"9")
    for page in ("start", "sidebar", "wiki/syntax", "playground/playground"):
        (tree / "pages" / f"{page}.txt").parent.mkdir(exist_ok=True)
        (tree / "pages" / f"{page}.txt").write_text("x")
    (tree / "pages" / ".htaccess").write_text("deny")
    found = [(i.path, i.page_id, i.loss) for i in read_data_folder(tree) if isinstance(i, Skipped)]
    assert found == [
        ("pages/.htaccess", None, None),
        ("pages/playground/playground.txt", "playground:playground", None),
        ("pages/sidebar.txt", "sidebar", None),
        ("pages/start.txt", "start", None),
        ("pages/wiki/syntax.txt", "wiki:syntax", None),
    ]
    assert law(tree).page_id == "law_1"


def test_names_are_read_from_a_cut_cache_as_far_as_it_goes() -> None:
    content = (SAMPLES / "data26" / "meta" / "rule_07.meta").read_bytes()
    whole = (("anna", "Άννα Σαμπλή"), ("nikos", "Νίκος Δείγμας"))
    assert read_names(content) == whole
    assert read_names(content[:900]) in (whole, whole[:1])
    assert {read_names(content[:end]) for end in range(0, len(content), 50)} <= {
        (),
        whole[:1],
        whole,
    }


def test_logins_and_names_that_are_addresses_are_left_out() -> None:
    content = (
        b'a:1:{s:7:"current";a:1:{s:11:"contributor";a:3:{s:9:"192.0.2.7";s:4:"Anna";'
        b's:4:"anna";s:16:"anna@example.org";s:5:"nikos";s:5:"Nikos";}}}'
    )
    assert read_names(content) == (("nikos", "Nikos"),)


def test_comments_that_were_cut_stay_cut_without_what_is_private() -> None:
    content = (SAMPLES / "synthetic" / "truncated.comments").read_bytes()
    assert b"anna@example.org" in content
    assert b"@" not in public_comments(content)
