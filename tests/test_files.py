"""What is cached in files comes back whole, or not at all."""

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.files import keep_content, kept_content


@pytest.fixture
def file(tmp_path: Path) -> Path:
    keep_content(tmp_path / "cache" / "kept", "made from this", b"content\n")
    return tmp_path / "cache" / "kept"


@given(st.binary(max_size=40), st.text(max_size=9), st.text(max_size=9))
def test_content_comes_back_for_its_key_alone(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, key: str, other: str
) -> None:
    file = tmp_path_factory.mktemp("kept") / "kept"
    keep_content(file, key, content)
    assert kept_content(file, key) == content
    assert kept_content(file, other) == (content if other == key else None)


@given(st.data())
def test_damaged_content_does_not_come_back(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    file = tmp_path_factory.mktemp("kept") / "kept"
    keep_content(file, "key", data.draw(st.binary(max_size=20)))
    written = file.read_bytes()
    at = data.draw(st.integers(0, len(written)))
    damaged = written[:at] + data.draw(st.binary(max_size=3)) + written[at + 1 :]
    file.write_bytes(damaged)
    assert (kept_content(file, "key") is not None) == (damaged == written)


def test_what_is_kept_takes_the_place_of_what_was_before_and_of_what_killed_writers_left(
    file: Path,
) -> None:
    (file.parent / "kept.123").write_bytes(b"half")
    keep_content(file, "made from that", b"other")
    assert kept_content(file, "made from this") is None
    assert kept_content(file, "made from that") == b"other"
    assert [each.name for each in file.parent.iterdir()] == ["kept"]


def test_nothing_is_taken_that_somebody_else_may_have_written(file: Path) -> None:
    file.chmod(0o622)
    assert kept_content(file, "made from this") is None
    file.chmod(0o600)
    assert kept_content(file, "made from this") == b"content\n"
    link = file.with_name("link")
    link.symlink_to(file)
    assert kept_content(link, "made from this") is None
    pipe = file.with_name("pipe")
    os.mkfifo(pipe)
    assert kept_content(pipe, "made from this") is None


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "cache").write_bytes(b"no folder")
    keep_content(tmp_path / "cache" / "kept", "key", b"content")
    assert kept_content(tmp_path / "cache" / "kept", "key") is None
    assert (tmp_path / "cache").read_bytes() == b"no folder"


def test_a_folder_or_a_pipe_in_its_place_is_let_go(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    lowest = os.open(tmp_path, os.O_RDONLY)  # the number that is given next
    os.close(lowest)
    for place in (tmp_path, pipe):
        assert kept_content(place, "key") is None
        again = os.open(tmp_path, os.O_RDONLY)
        os.close(again)
        assert again == lowest


def test_nothing_is_taken_from_a_folder_that_others_can_change(file: Path) -> None:
    for folder in (file.parent, file.parent.parent):
        mode = folder.stat().st_mode & 0o7777
        for others in (0o020, 0o002):
            folder.chmod(mode | others)
            assert kept_content(file, "made from this") is None
            keep_content(file, "key", b"other")
            assert kept_content(file, "key") is None
        folder.chmod(mode)
        assert kept_content(file, "made from this") == b"content\n"


def test_a_folder_above_may_be_shared_where_nobody_can_replace_what_is_of_others(
    file: Path,
) -> None:
    file.parent.parent.chmod(0o1777)
    assert kept_content(file, "made from this") == b"content\n"


def test_a_link_in_place_of_the_folder_is_not_followed(file: Path) -> None:
    link = file.parent.with_name("link")
    link.symlink_to(file.parent)
    assert kept_content(link / "kept", "made from this") is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files of others")
@pytest.mark.parametrize("above", [0, 1, 2])
def test_nothing_is_taken_that_belongs_to_somebody_else(file: Path, above: int) -> None:
    shutil.chown([file, *file.parents][above], 65534)
    assert kept_content(file, "made from this") is None


def test_folders_are_made_for_this_user_alone_whatever_the_umask_is(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        keep_content(tmp_path / "caches" / "cache" / "kept", "key", b"content")
    finally:
        os.umask(before)
    assert kept_content(tmp_path / "caches" / "cache" / "kept", "key") == b"content"
    for made in ("caches", "caches/cache", "caches/cache/kept"):
        assert (tmp_path / made).stat().st_mode & 0o077 == 0
