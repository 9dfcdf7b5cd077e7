"""``lawkb ingest`` removes no law by a slip, and says what it removes and what nobody reads."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from lawkb.errors import LawkbError
from lawkb.pipeline import ingest, read_all
from lawkb.server.repeated_reading import SourceReader
from tests.corpus_files import CORPUS
from tests.running import run_command

LAW_20 = ("laws/2017/el/law_20.xml", "laws/2017/en/law_20.xml")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    copy = tmp_path / "corpus"
    shutil.copytree(CORPUS, copy)
    (copy / "sources" / "wiki" / "provenance.toml").unlink()  # pages go
    ingest(copy)
    return copy


def held(corpus: Path) -> set[str]:
    return {file.relative_to(corpus).as_posix() for file in corpus.glob("laws/*/*/*.xml")}


def settings(corpus: Path, old: str, new: str) -> None:
    file = corpus / "corpus.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def run(corpus: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "LAWKB_CACHE": str(corpus / "cache")}
    return run_command("--corpus", str(corpus), "ingest", *words, environment=environment)


@pytest.mark.parametrize("words", [[], ["--check"], ["--prune"], ["--check", "--prune"]])
def test_a_page_pattern_that_fits_no_page_is_an_error_and_removes_no_law(
    corpus: Path, words: list[str]
) -> None:
    before = held(corpus)
    settings(corpus, 'pattern = "law_{law}"', 'pattern = "lex_{law}"')
    done = run(corpus, *words)
    assert done.returncode == 2
    assert len(done.stderr.strip().split("\n")) == 3
    assert "lex_{law}" in done.stderr and "4 pages" in done.stderr and "law_57" in done.stderr
    assert held(corpus) == before


def test_a_source_without_pages_is_an_error(corpus: Path) -> None:
    shutil.rmtree(corpus / "sources" / "codice-di-gara")
    (corpus / "sources" / "codice-di-gara").mkdir()
    before = held(corpus)
    with pytest.raises(LawkbError, match="no pages"):
        ingest(corpus)
    assert held(corpus) == before


def test_a_law_goes_with_its_page_and_is_named(corpus: Path) -> None:
    (corpus / "sources" / "wiki" / "law_20.txt").unlink()
    before = held(corpus)
    checked = run(corpus, "--check", "--format", "json")
    assert checked.returncode == 1
    assert json.loads(checked.stdout)["removed"] == list(LAW_20)
    assert "would be removed: 2 files" in run(corpus, "--check").stdout
    done = run(corpus)
    assert done.returncode == 0
    said = done.stdout.split("\n")
    at = said.index("removed: 2 files")
    assert [line.strip() for line in said[at + 1 : at + 3]] == list(LAW_20)
    assert not [line for line in said if line.startswith("written")]
    assert before - held(corpus) == set(LAW_20)


def test_a_law_that_its_page_no_longer_gives_is_kept_unless_it_is_to_be_pruned(
    corpus: Path,
) -> None:
    settings(corpus, 'languages = ["el", "en"]', 'languages = ["el"]')
    before = held(corpus)
    for words in ([], ["--check"]):
        done = run(corpus, *words)
        assert done.returncode == 2
        assert len(done.stderr.strip().split("\n")) == 3
        assert "--prune" in done.stderr and "laws/2017/en/law_14.xml" in done.stderr
    assert held(corpus) == before
    assert "--prune-language en" in run(corpus, "--prune").stderr
    assert held(corpus) == before
    assert "removed: 4 files" in run(corpus, "--prune-language", "en").stdout
    assert before - held(corpus) == {path for path in before if "/en/" in path}


def test_a_source_that_is_no_longer_named_takes_no_law_with_it(corpus: Path) -> None:
    settings(corpus, '[[sources]]\nname = "codice-di-gara"', '[[others]]\nname = "x"')
    text = (corpus / "corpus.toml").read_text(encoding="utf-8")
    (corpus / "corpus.toml").write_text(text[: text.index("[[others]]")], encoding="utf-8")
    with pytest.raises(LawkbError, match="law_47"):
        ingest(corpus)
    assert "laws/2007/it/law_47.xml" in held(corpus)
    shutil.rmtree(corpus / "sources" / "codice-di-gara")
    assert ingest(corpus).removed == ("laws/2007/it/law_47.xml",)


def test_a_page_under_another_name_is_not_gone(corpus: Path) -> None:
    wiki = corpus / "sources" / "wiki"
    (wiki / "law_20.txt").rename(wiki / "old_law_20.txt")
    with pytest.raises(LawkbError, match=r"law_20\.xml"):
        ingest(corpus)


def test_a_file_that_is_no_law_of_ours_is_kept_unless_it_is_to_be_pruned(corpus: Path) -> None:
    stray = corpus / "laws" / "2017" / "el" / "notes.xml"
    stray.write_text("<notes/>", encoding="utf-8")
    with pytest.raises(LawkbError, match=r"notes\.xml"):
        ingest(corpus)
    assert ingest(corpus, prune=True).removed == ("laws/2017/el/notes.xml",)
    assert not stray.exists()


def test_a_served_site_removes_no_law_by_a_slip_either(corpus: Path) -> None:
    reading = SourceReader(corpus)
    reading.write()
    before = held(corpus)
    settings(corpus, 'languages = ["el", "en"]', 'languages = ["el"]')
    with pytest.raises(LawkbError, match="--prune"):
        reading.write()
    settings(corpus, 'pattern = "law_{law}"', 'pattern = "lex_{law}"')
    with pytest.raises(LawkbError, match="law_57"):
        reading.write()
    assert held(corpus) == before


def test_every_file_of_a_source_that_nobody_reads_is_named_with_the_reason(corpus: Path) -> None:
    wiki = corpus / "sources" / "wiki"
    (wiki / "law_21.pdf").write_bytes(b"%PDF")
    (wiki / "law_22.TXT").write_text("Law 22", encoding="utf-8")
    (wiki / "media").mkdir()
    (wiki / "media" / "a.png").write_bytes(b"png")
    (wiki / "fetch.json").write_text("{}", encoding="utf-8")
    (wiki / ".DS_Store").write_bytes(b"x")
    (corpus / "sources" / "notes.txt").write_text("Ask Anna.", encoding="utf-8")
    (corpus / "sources" / "other").mkdir()
    done = run(corpus, "--format", "json")
    assert done.returncode == 0
    unread = {each["file"]: each["why"] for each in json.loads(done.stdout)["unread"]}
    assert set(unread) == {
        "sources/notes.txt",
        "sources/other",
        "sources/wiki/law_21.pdf",
        "sources/wiki/law_22.TXT",
        "sources/wiki/media",
    }
    assert "corpus.toml" in unread["sources/other"]
    assert ".txt" in unread["sources/wiki/law_21.pdf"]
    assert "not read: sources/wiki/law_21.pdf" in " ".join(run(corpus).stdout.split())


def test_words_of_the_system_are_no_advice(corpus: Path) -> None:
    page = corpus / "sources" / "wiki" / "law_57.txt"
    page.unlink()
    page.symlink_to(page.name)
    error = run(corpus).stderr
    assert "cannot be read: Too many levels of symbolic links" in " ".join(error.split())
    assert error.endswith("\n  hint: put it right, or take away its entry\n")


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("act.pdf", "take the .docx, .html or .txt"),
        ("act.odt", "save it as DOCX"),
        ("act.rtf", "save it as DOCX"),
        ("act.DOC", "save it as DOCX"),
        ("scan.jpeg", "an image has no text"),
        ("acts.zip", "unpack it here"),
        ("act.DOCX", "small letters, .docx"),
        ("act.xyz", "the names of pages end in .txt"),
        ("~$act.docx", "Word has the file open"),
    ],
)
def test_a_file_of_another_kind_is_named_with_what_to_do(
    corpus: Path, name: str, advice: str
) -> None:
    (corpus / "sources" / "wiki" / name).write_bytes(b"x")
    [unread] = read_all(corpus).unread
    assert unread.path == f"sources/wiki/{name}"
    assert advice in unread.hint


def test_a_file_that_no_page_rule_fits_is_named(corpus: Path) -> None:
    (corpus / "sources" / "wiki" / "annex.md").write_text("# Annex", encoding="utf-8")
    done = run(corpus)
    assert done.returncode == 0
    told = " ".join(done.stdout.split())
    assert "not read: sources/wiki/annex.md" in told
    assert "no rule under [[sources.pages]] in corpus.toml fits the page id annex" in told


@pytest.mark.parametrize("words", [[], ["--check"]])
def test_an_ingest_that_reads_no_law_is_an_error(tmp_path: Path, words: list[str]) -> None:
    corpus = tmp_path / "corpus"
    shutil.copytree(CORPUS, corpus)
    shutil.rmtree(corpus / "laws")
    for page in (corpus / "sources").glob("*/*.txt"):
        page.write_bytes(b"")
    for file in (corpus / "sources").glob("*/provenance.toml"):
        file.unlink()
    for file in (corpus / "patches").glob("*.toml"):
        file.unlink()
    done = run(corpus, *words)
    assert done.returncode == 2
    where, what, hint = done.stderr.strip().split("\n")
    assert where.endswith("sources")
    assert "no law is read" in what
    assert hint.startswith("  hint: ")


def test_the_hint_of_a_source_without_pages_names_a_file_of_another_kind(corpus: Path) -> None:
    folder = corpus / "sources" / "codice-di-gara"
    shutil.rmtree(folder)
    folder.mkdir()
    (folder / "codice.pdf").write_bytes(b"%PDF")
    done = run(corpus)
    assert done.returncode == 2
    assert "codice.pdf" in done.stderr.split("\n")[2]


def test_files_of_a_wiki_that_hold_no_page_are_named_and_its_own_are_not(corpus: Path) -> None:
    wiki = corpus / "sources" / "wiki"
    (wiki / "pages").mkdir()
    for page in wiki.glob("*.txt"):
        page.rename(wiki / "pages" / page.name)
    (wiki / "pages" / "law_21.md").write_text("Law 21", encoding="utf-8")
    (wiki / "pages" / "start.txt").write_text("Welcome", encoding="utf-8")
    (wiki / "cache").mkdir()
    (wiki / "cache" / "x").write_text("x", encoding="utf-8")
    (wiki / "law_22.txt").write_text("Law 22", encoding="utf-8")
    assert [each.path for each in read_all(corpus).unread] == [
        "sources/wiki/law_22.txt",
        "sources/wiki/pages/law_21.md",
        "sources/wiki/pages/start.txt",
    ]


def test_the_real_corpus_has_no_file_that_nobody_reads() -> None:
    assert read_all(CORPUS).unread == ()
