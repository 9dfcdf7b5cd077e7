import os
from pathlib import Path

import pytest

from lawkb.errors import LawkbError
from lawkb.model.source import PageRule, Source
from lawkb.sources.page_folder import read_pages

SOURCE = Source("wiki", "A wiki", (PageRule("law_{law}", "2017", ("el", "en")),))


def test_pages_come_in_the_order_of_their_ids_with_their_provenance(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text("one", encoding="utf-8")
    (tmp_path / "a.html").write_text("<p>two</p>", encoding="utf-8")
    (tmp_path / "provenance.toml").write_text(
        '[[pages]]\npage = "law_1"\nfile = "b.txt"\nsha256 = "00"\nuser = "anna"\n',
        encoding="utf-8",
    )
    first, second = read_pages(tmp_path, SOURCE)
    assert (first.page_id, second.page_id) == ("a", "law_1")
    assert (second.user, second.expected_sha256, second.content) == ("anna", "00", b"one")


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("not for the site", encoding="utf-8")
    folder = tmp_path / "wiki"
    folder.mkdir()
    (folder / "law_1.txt").symlink_to(secret)
    (page,) = read_pages(folder, SOURCE)
    assert page.content == b""
    assert [loss.kind for loss in page.losses] == ["text"]


def test_a_pipe_does_not_hang_and_a_huge_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "law_1.txt")
    with (tmp_path / "law_2.txt").open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    pages = read_pages(tmp_path, SOURCE)
    assert [page.content for page in pages] == [b"", b""]
    assert all(page.losses for page in pages)


@pytest.mark.parametrize(
    "provenance",
    [
        f"{'a.' * 256}a = 1\n",
        "[[pages]",
        "pages = 1",
        "[[pages]]\nfile = 1\n",
        "[[pages]]\n",
        "\xff",
    ],
)
def test_a_wrong_provenance_file_is_told_in_three_lines(tmp_path: Path, provenance: str) -> None:
    (tmp_path / "provenance.toml").write_bytes(provenance.encode("latin-1"))
    with pytest.raises(LawkbError) as caught:
        read_pages(tmp_path, SOURCE)
    assert len(str(caught.value).split("\n")) == 3


def test_a_file_that_provenance_names_and_nobody_has_stops_no_other_page(tmp_path: Path) -> None:
    (tmp_path / "law_2.txt").write_text("two", encoding="utf-8")
    (tmp_path / "provenance.toml").write_text(
        '[[pages]]\npage = "law_1"\nfile = "../gone.txt"\n', encoding="utf-8"
    )
    gone, other = read_pages(tmp_path, SOURCE)
    assert (gone.page_id, gone.content, other.content) == ("law_1", b"", b"two")
    (loss,) = gone.losses
    assert loss.message == "provenance.toml names ../gone.txt, which is missing"


@pytest.mark.parametrize(
    ("entry", "key"),
    [
        ('page = "law\\u00AD_1"', "page"),
        ('page = "law_\\u202E1"', "page"),
        (f'page = "{"a" * 1001}"', "page"),
        ("page = []", "page"),
        ('user = "a\\u0000b"', "user"),
        ("user = {a = 1}", "user"),
        ("revised = 1979-05-27T07:32:00Z", "revised"),
        ("sha256 = 1", "sha256"),
    ],
)
def test_what_provenance_says_that_is_no_line_is_a_loss_of_that_page(
    entry: str, key: str, tmp_path: Path
) -> None:
    for name in ("law_1", "law_2"):
        (tmp_path / f"{name}.txt").write_text(name, encoding="utf-8")
    (tmp_path / "provenance.toml").write_text(
        f'[[pages]]\nfile = "law_1.txt"\n{entry}\n', encoding="utf-8"
    )
    first, second = read_pages(tmp_path, SOURCE)
    assert (first.page_id, first.content, second.content) == ("law_1", b"law_1", b"law_2")
    assert [loss.message for loss in first.losses] == [f"provenance.toml: {key} is no line of text"]
    assert (first.user, first.revised, first.expected_sha256) == (None, None, None)
