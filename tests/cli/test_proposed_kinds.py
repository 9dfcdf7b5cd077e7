"""``lawkb new`` proposes the kind of code that reads most of a text."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from lawkb.corpus.new_corpus import GivenFile
from lawkb.recognition import looks_like_laws, recognise

CASES = tomllib.loads(
    (Path(__file__).parents[1] / "cases/proposed_kinds.toml").read_text(encoding="utf-8")
)["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['kinds'][0]}: {case['why']}")
def test_the_kind_that_fits_a_text_is_proposed(case: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / case["file"]
    file.write_text(case["text"], encoding="utf-8")
    found = recognise([GivenFile(file, ())])
    assert (found.best in case["kinds"], found.last) == (True, case["last"]), found.best


@pytest.mark.parametrize(
    ("text", "is_law"),
    [
        ("====== Νόμος 7 – Τα χαρτιά ======\n\n1. Τα χαρτιά μοιράζονται.\n", True),
        ("====== Rule 12 ======\n\nThe boat stops.\n", True),
        ("===== § 3 Gebühr =====\n\nDie Gebühr ist fällig.\n", True),
        ("===== Art. 4 Scopo =====\n\n1. La legge è in vigore.\n", True),
        ("===== Article 2 Fin =====\n\nLa loi est en vigueur.\n", True),
        ("====== Start ======\n\nRule 12 says that the boat stops, and nobody knows why.\n", False),
        ("====== Διάταξη ======\n\nΗ ιστορία του λιμανιού από το 1950.\n", False),
        ("====== Meeting of 4 May ======\n\nArticle 4 was discussed; see the minutes.\n", False),
    ],
)
def test_a_page_of_a_wiki_looks_like_a_law_by_its_title(
    text: str, is_law: bool, tmp_path: Path
) -> None:
    file = tmp_path / "page.txt"
    file.write_text(text, encoding="utf-8")
    assert looks_like_laws(GivenFile(file, (), "code:page"), ()) == is_law


# ---- the data folder of a wiki, and a code without laws

WIKI = Path(__file__).parents[1] / "samples/dokuwiki/data22"


def _lawkb(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "lawkb", *words],
        cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False,
        env={**os.environ, "LAWKB_CACHE": str(folder / "cache"), "COLUMNS": "80"},
    )  # fmt: skip


def test_the_data_folder_of_a_wiki_is_taken_and_its_laws_are_told(tmp_path: Path) -> None:
    made = _lawkb(tmp_path, "new", "stones", "--from", str(WIKI), "--title", "el=Βότσαλα")
    told = " ".join(made.stderr.split())
    assert made.returncode == 0, made.stderr
    assert "7 of 11 pages of the wiki look like laws: code:rule_57, raw_bom_crlf, rule_02" in told
    assert "left out, since they do not: comment_rule_07, definitions, syntax_zoo" in told
    sources = tmp_path / "stones/corpus/sources/texts"
    pages = {file.relative_to(sources).as_posix() for file in sources.rglob("*") if file.is_file()}
    assert {"pages/code/rule_57.txt", "meta/rule_07.comments", "meta/rule_07.changes"} <= pages
    assert {"attic/rule_07.1495778701.txt.gz", "attic/rule_07.1456819200.txt.gz"} <= pages
    assert not [path for path in pages if "definitions" in path or "_dokuwiki" in path]
    read = _lawkb(tmp_path / "stones", "ingest")
    assert read.returncode == 0, read.stderr
    assert (tmp_path / "stones/corpus/laws").is_dir()
    shown = _lawkb(tmp_path / "stones", "history", "7")
    assert shown.returncode == 0, shown.stderr


def test_a_wiki_without_laws_is_refused_with_the_names_of_its_pages(tmp_path: Path) -> None:
    pages = tmp_path / "data/pages"
    pages.mkdir(parents=True)
    (pages / "harbour.txt").write_text("====== Harbour ======\n\nIt is old.\n", encoding="utf-8")
    refused = _lawkb(tmp_path, "new", "stones", "--from", "data")
    assert refused.returncode == 2
    assert refused.stderr.splitlines()[1:2] == ["  none of its 1 page looks like a law: harbour"]


def test_a_code_of_texts_without_laws_answers(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    (corpus / "sources/texts").mkdir(parents=True)
    text = "Preface\n\nThe lantern was lit in 1950.\n"
    (corpus / "sources/texts/preface.txt").write_text(text, encoding="utf-8")
    made = _lawkb(tmp_path, "new", "other", "--kind", "eu-act", "--languages", "en", "--articles=1")
    assert made.returncode == 0, made.stderr
    settings = (tmp_path / "other/corpus/corpus.toml").read_text(encoding="utf-8")
    settings = settings.replace('"example_en"', '"preface"').replace('"laws"', '"preface"')
    (corpus / "corpus.toml").write_text(settings, encoding="utf-8")
    assert _lawkb(tmp_path, "ingest").returncode == 0
    shown, found = _lawkb(tmp_path, "show", "preface"), _lawkb(tmp_path, "search", "lantern")
    assert "The lantern was lit in 1950." in shown.stdout, shown.stderr
    assert "The lantern was lit in 1950." in " ".join(found.stdout.split()), found.stderr
    compared = _lawkb(tmp_path, "compare", "1")
    assert (compared.returncode, "there are no laws" in compared.stderr) == (2, True)


def test_a_file_in_plain_text_is_looked_at_before_its_language_is_known(tmp_path: Path) -> None:
    file = tmp_path / "act.txt"
    laws = (f"Article {n}\n\nThe owner of a boat ((here)) has to pay the fee.\n" for n in (1, 2))
    file.write_text("\n".join(laws), encoding="utf-8")
    assert recognise([GivenFile(file, ())]).languages == ("en",)
