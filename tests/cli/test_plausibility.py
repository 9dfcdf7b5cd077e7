"""``lawkb ingest`` says in a line for each language whether what was read is plausible."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.corpus_files import CORPUS
from tests.running import run_command

STATUTE = CORPUS.parent / "examples" / "statute" / "corpus"
SETTINGS = """
[[sources.pages]]
pattern = "act"
edition = "2020"
languages = ["en"]
kind = "laws"
"""


def corpus(tmp_path: Path, *acts: tuple[str, str], laws: int = 99) -> Path:
    """Make a corpus of whole acts, each with its language and its text."""
    folder = tmp_path / "corpus"
    shutil.copytree(STATUTE, folder, ignore=shutil.ignore_patterns("laws", "sources", "*.toml"))
    text = (
        (STATUTE / "corpus.toml").read_text(encoding="utf-8").replace("laws = 24", f"laws = {laws}")
    )
    rules = [
        SETTINGS.replace('"act"', f'"act_{tag}"').replace('"en"', f'"{tag}"') for tag, _ in acts
    ]
    head = text[: text.index("[[sources.pages]]")]
    (folder / "corpus.toml").write_text(head + "\n".join(rules), encoding="utf-8")
    (folder / "sources" / "gazette").mkdir(parents=True)
    for tag, act in acts:
        (folder / "sources" / "gazette" / f"act_{tag}.txt").write_text(act, encoding="utf-8")
    return folder


def act(word: str, numbers: list[int], text: str = "1. The wall is kept.") -> str:
    return "\n\n".join(f"{word} {n}\n\nTitle {n}\n\n{text}" for n in numbers)


def run(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "LAWKB_CACHE": str(folder / "cache")}
    return run_command("--corpus", str(folder), "ingest", *words, environment=environment)


def test_a_language_with_all_its_laws_is_one_plain_line(tmp_path: Path) -> None:
    folder = corpus(tmp_path, ("en", act("Article", [1, 2, 3])), laws=3)
    assert "English: laws 1–3" in run(folder, "--check").stdout.split("\n")


def test_laws_that_are_missing_between_others_are_named(tmp_path: Path) -> None:
    greek = act("Άρθρο", [*range(1, 126), 127], "1. Ο φύλακας φυλάει.")
    folder = corpus(tmp_path, ("el", greek), ("en", act("Article", [1, 2, 3])), laws=127)
    lines = run(folder, "--check").stdout.split("\n")
    assert "Ελληνικά: laws 1–127, missing 126" in lines
    assert "English: laws 1–3 of 127, missing 4–127" in lines


def test_a_language_without_any_law_is_named(tmp_path: Path) -> None:
    folder = corpus(tmp_path, ("en", act("Article", [1, 2, 3])), laws=3)
    assert "Ελληνικά: no laws" in run(folder, "--check").stdout.split("\n")


def test_texts_that_look_like_titles_are_counted(tmp_path: Path) -> None:
    text = act("Article", [1, 2]) + "\n\nArticle 40 – Fees, fines and costs.\n\n1. None is due."
    folder = corpus(tmp_path, ("en", text), laws=40)
    (line,) = (each for each in run(folder, "--check").stdout.split("\n") if "English:" in each)
    assert line == "English: laws 1–2 of 40; 1 text looks like a title"


def test_the_json_has_the_same_facts(tmp_path: Path) -> None:
    folder = corpus(tmp_path, ("en", act("Article", [1, 3])), laws=3)
    found = json.loads(run(folder, "--check", "--format", "json").stdout)["expressions"]
    english = next(each for each in found if each["lang"] == "en")
    assert english == {
        "edition": "2020",
        "lang": "en",
        "laws": 2,
        "declared": 3,
        "numbers": ["1", "3"],
        "beside": [],
        "recitals": 0,
        "divisions": 0,
        "missing": ["2"],
        "untitled": 0,
        "title_like": 0,
        "inferred": 0,
    }


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ([1, 2, 4], "English has 3 laws, not 4"),
        ([1, 2, 3, 4, 5], "English has 5 laws, not 4"),
    ],
)
def test_another_number_of_laws_than_expected_is_an_error_in_three_lines(
    tmp_path: Path, numbers: list[int], told: str
) -> None:
    folder = corpus(
        tmp_path, ("en", act("Article", numbers)), ("el", act("Άρθρο", [1, 2, 3, 4])), laws=9
    )
    done = run(folder, "--check", "--expect", "4")
    lines = done.stderr.rstrip().split("\n")
    assert done.returncode == 1
    assert len(lines) == 3 and told in lines[0]
    assert ("missing: 3" if len(numbers) == 3 else "surplus: 5") in lines[1]


def test_laws_inserted_later_are_told_and_not_counted(tmp_path: Path) -> None:
    text = act("Article", [1, 2]) + "\n\nArticle 2a\n\nThe gate is shut.\n"
    folder = corpus(tmp_path, ("en", text), ("el", text.replace("Article", "Άρθρο")), laws=2)
    settings = folder / "corpus.toml"
    told = settings.read_text(encoding="utf-8")
    settings.write_text(
        told.replace('numbering = "arabic"', 'numbering = "arabic"\ninserts = ["letters"]', 1),
        encoding="utf-8",
    )
    done = run(folder, "--expect", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert "English: laws 1–2 with 2a" in done.stdout


def test_the_expected_number_of_laws_is_no_error(tmp_path: Path) -> None:
    folder = corpus(tmp_path, ("en", act("Article", [1, 2])), ("el", act("Άρθρο", [1, 2])), laws=2)
    done = run(folder, "--expect", "2")
    assert (done.returncode, done.stderr) == (0, "")


def test_losses_are_counted_at_the_end_and_listed_with_v(tmp_path: Path) -> None:
    text = "\n\n".join(f"Article {n}\n\n1. The wall is kept." for n in range(1, 91))
    folder = corpus(tmp_path, ("en", text), laws=90)
    done = run(folder, "--check")
    assert done.stdout.endswith(
        "\n90 losses on 1 page: title 90\nlawkb ingest -v lists each loss\n"
    )
    lines = run(folder, "--check", "-v").stdout.rstrip().split("\n")
    assert sum(" en title: " in line for line in lines) == 90
    assert lines[-1] == "title 90 (laws without a title, or with one that is unusual)"


def test_the_first_three_losses_that_somebody_should_mend_are_shown(tmp_path: Path) -> None:
    text = act("Article", [1, 2])
    folder = corpus(tmp_path, ("en", text), laws=2)
    for n in range(7):  # of which 1 and 2 are laws that the act has
        page = folder / "sources" / "gazette" / f"other_{n}.txt"
        page.write_text("Of the walls.", encoding="utf-8")
    settings = (folder / "corpus.toml").read_text(encoding="utf-8")
    settings += SETTINGS.replace('"act"', '"other_{law}"').replace('"laws"', '"law"')
    (folder / "corpus.toml").write_text(settings, encoding="utf-8")
    lines = run(folder, "--check").stdout.rstrip().split("\n")
    assert "not read: sources/gazette/other_0.txt (no rule under" in "\n".join(lines)
    at = lines.index("7 losses on 6 pages: conflict 2, unparsed 5")
    told = "\n".join(lines[at + 1 :])
    assert told.startswith("conflict 2 (two files have the same text in different words; one was")
    assert told.count("\n  1 en conflict: ") == told.count("\n  2 en conflict: ") == 1
    assert told.count("  unparsed: no rule") == 3
    assert lines[-1] == "lawkb ingest -v lists each loss"


def test_what_a_healthy_corpus_says_is_some_ten_lines_however_large_it_is(tmp_path: Path) -> None:
    folder = corpus(tmp_path, ("en", act("Article", [1])), laws=99)
    text = (folder / "corpus.toml").read_text(encoding="utf-8")
    rule = SETTINGS.replace('"act"', '"one_{law}"').replace('"laws"', '"law"')
    (folder / "corpus.toml").write_text(text + rule, encoding="utf-8")
    for n in range(2, 92):
        page = folder / "sources" / "gazette" / f"one_{n}.txt"
        page.write_text(act("Article", [n]), encoding="utf-8")
    lines = run(folder).stdout.rstrip().split("\n")
    assert len(lines) <= 10
    assert lines[0].startswith("91 pages, ")
    assert "written: 91 files" in lines and "new: 182 provisions, in all languages" in lines
    assert len(run(folder, "-v").stdout.split("\n")) > 91


def test_inserted_laws_and_annexes_that_only_one_language_has_are_missing_in_the_other(
    tmp_path: Path,
) -> None:
    english = act("Article", [1, 2]).replace(
        "Article 2", "Article 1a\n\nRest\n\nAll rest.\n\nArticle 2"
    )
    english += "\n\nANNEX I\n\nWalls\n\n1. A wall."
    folder = corpus(tmp_path, ("en", english), ("el", act("Άρθρο", [1, 2])), laws=2)
    settings = (folder / "corpus.toml").read_text(encoding="utf-8")
    settings = settings.replace(
        'name = "article"\n', 'name = "article"\ninserts = ["letters"]\n', 1
    )
    settings += '\n[[series]]\nname = "annex"\n'
    (folder / "corpus.toml").write_text(settings, encoding="utf-8")
    lines = run(folder, "--check").stdout.split("\n")
    assert "English: laws 1–2 with 1a; annex 1" in lines
    assert "Ελληνικά: laws 1–2, missing 1a, annex-1" in lines


def test_recitals_annexes_and_chapters_are_counted_in_the_line_of_a_language(
    tmp_path: Path,
) -> None:
    preamble = "Whereas:\n\n(1) Walls fall.\n\n(2) Walls are kept.\n\nCHAPTER I\n\nWalls\n\n"
    annexes = "".join(f"\n\nANNEX {n}\n\nWalls\n\n1. A wall." for n in ("I", "II", "III"))
    folder = corpus(tmp_path, ("en", preamble + act("Article", [1, 2]) + annexes), laws=2)
    settings = (folder / "corpus.toml").read_text(encoding="utf-8")
    settings += '\n[[divisions]]\nname = "chapter"\n'
    settings += '\n[[series]]\nname = "recitals"\n\n[[series]]\nname = "annex"\n'
    (folder / "corpus.toml").write_text(settings, encoding="utf-8")
    lines = run(folder, "--check").stdout.split("\n")
    assert "English: laws 1–2; 2 recitals; annex 1–3; 1 part or chapter" in lines


def test_the_provisions_of_a_first_reading_are_one_line(tmp_path: Path) -> None:
    folder = corpus(tmp_path, ("en", act("Article", [*range(1, 41)])), laws=40)
    lines = run(folder).stdout.split("\n")
    assert "new: 80 provisions, in all languages" in lines
    assert not any(line.endswith(" added") for line in lines)


def test_the_table_of_pages_has_no_column_that_is_empty(tmp_path: Path) -> None:
    folder = corpus(tmp_path, ("en", act("Article", [1, 2])), laws=2)
    head = run(folder, "--check", "-v").stdout.split("\n")[0]
    assert head.split() == ["page", "lang", "chars", "law", "heads", "losses"]
