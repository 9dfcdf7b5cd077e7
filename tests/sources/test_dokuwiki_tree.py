import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lawkb.errors import LawkbError
from lawkb.parse.dokuwiki.comment_files import read_comments
from lawkb.sources.dokuwiki_data import Skipped, WikiPage, read_data_folder, revision_text
from tests.corpus_files import CASES
from tests.sources.samples import SAMPLES

GOLD = tomllib.loads((CASES / "tree" / "history.toml").read_text(encoding="utf-8"))
WIKIS = ("data26", "data22")


@cache
def pages_of(wiki: str) -> dict[str, WikiPage]:
    """The pages of a wiki of the samples."""
    return pages(SAMPLES / wiki)


def pages(folder: Path) -> dict[str, WikiPage]:
    return {item.page_id: item for item in read_data_folder(folder) if isinstance(item, WikiPage)}


def skipped(folder: Path) -> list[Skipped]:
    return [item for item in read_data_folder(folder) if isinstance(item, Skipped)]


def source_text(name: str) -> bytes:
    if name.startswith("LF "):
        return source_text(name.removeprefix("LF ")).replace(b"\r\n", b"\n")
    return (SAMPLES / "src" / name).read_bytes()


@pytest.mark.parametrize("case", GOLD["pages"], ids=lambda case: f"{case['wiki']} {case['id']}")
def test_a_page_has_the_history_of_its_case(case: dict[str, Any]) -> None:
    page = pages_of(case["wiki"])[case["id"]]
    found = []
    for revision in page.revisions:
        words = (revision.id, revision.time, revision.kind, revision.user or "-")
        found.append(" ".join((*words, str(revision.size_change))))
    assert found == [" ".join(line.split()[:5]) for line in case["revisions"]]
    assert dict(page.names) == case["names"]
    assert page.changed_outside == case.get("changed_outside", False)
    assert [r.id for r in page.revisions if r.outside] == case.get("outside", [])
    assert [r.restored for r in page.revisions if r.restored] == (
        [case["restored"]] if "restored" in case else []
    )
    if "summaries" in case:
        assert [revision.summary for revision in page.revisions] == case["summaries"]
    assert [loss.kind for loss in page.losses] == case.get("losses", [])


@pytest.mark.parametrize("case", GOLD["pages"], ids=lambda case: f"{case['wiki']} {case['id']}")
def test_every_revision_has_the_text_it_was_saved_with(case: dict[str, Any]) -> None:
    page = pages_of(case["wiki"])[case["id"]]
    for revision, line in zip(page.revisions, case["revisions"], strict=True):
        expected = source_text(line.split(maxsplit=5)[5])
        assert revision_text(page, revision.id) == (expected, ())
        assert revision.held
    assert page.content == ((SAMPLES / case["now"]).read_bytes() if case["now"] else None)


def test_all_pages_of_the_newer_wiki_have_a_case() -> None:
    assert sorted(pages_of("data26")) == sorted(
        case["id"] for case in GOLD["pages"] if case["wiki"] == "data26"
    )
    assert sorted(pages_of("data22")) == sorted(pages_of("data26"))


@pytest.mark.parametrize("case", GOLD["moments"], ids=lambda case: f"{case['page']} {case['why']}")
def test_the_text_of_a_moment_is_the_last_one_before_it(case: dict[str, Any]) -> None:
    expected = source_text(case["text"]) if case["text"] else None
    page = pages_of("data26")[case["page"]]
    past = [each for each in page.revisions if int(each.id) <= case["at"].timestamp()]
    deleted = not past or past[-1].kind == "delete"
    assert (None if deleted else revision_text(page, past[-1].id)[0]) == expected


@pytest.mark.parametrize("wiki", WIKIS)
def test_front_pages_are_listed_as_skipped_without_a_loss(wiki: str) -> None:
    assert skipped(SAMPLES / wiki) == [Skipped("pages/code/start.txt", "code:start")]


@pytest.mark.parametrize("wiki", WIKIS)
def test_no_address_of_a_reader_or_author_leaves_the_tree(wiki: str) -> None:
    for item in read_data_folder(SAMPLES / wiki):
        assert "192.0.2." not in repr(item)
        if isinstance(item, WikiPage):
            # syntax_zoo shows info@example.org in its own text: words of the page, not data of it.
            beside = repr((item.revisions, item.names, item.comments, item.losses))
            assert "@" not in beside
            assert repr(item).count("@") == repr(item.content).count("@")
            assert "@" not in repr(read_comments(item.comments or b"N;", item.page_id))


def test_hidden_words_do_not_leave_the_tree() -> None:
    content = pages_of("data26")["rule_07"].comments or b""
    assert "Δεύτερο νήμα".encode() in content
    assert "Κρυμμένο σχόλιο".encode() not in content


@pytest.mark.parametrize("wiki", WIKIS)
def test_comments_read_the_same_with_and_without_what_is_private(wiki: str) -> None:
    raw = (SAMPLES / wiki / "meta" / "rule_07.comments").read_bytes()
    assert b"anna@example.org" in raw
    given = pages_of(wiki)["rule_07"].comments
    assert given
    assert read_comments(given, "rule_07") == read_comments(raw, "rule_07")


def test_a_page_of_a_source_knows_its_last_change() -> None:
    page = pages_of("data26")["rule_07"].page("wiki")
    assert page
    assert (page.page_id, page.path) == ("rule_07", "pages/rule_07.txt")
    assert (page.revised, page.user) == ("2017-05-26T06:05:00Z", "anna")
    assert pages_of("data26")["rule_99"].page("wiki") is None


def test_a_text_of_unknown_time_is_given_no_time_and_no_user() -> None:
    page = pages_of("data22")["rule_03"].page("wiki")
    assert page
    assert (page.revised, page.user) == (None, None)


def test_a_folder_without_pages_is_refused_in_three_lines(tmp_path: Path) -> None:
    with pytest.raises(LawkbError, match="no folder called pages"):
        list(read_data_folder(tmp_path))
