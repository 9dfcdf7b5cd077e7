"""``lawkb new``: an invented act of each kind, and the files that somebody gives."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lawkb
from lawkb.cli.commands import run
from lawkb.corpus.new_corpus import kinds_of_code

CASES = tomllib.loads(
    (Path(__file__).parents[1] / "cases/presets.toml").read_text(encoding="utf-8")
)["cases"]
EDITION = "2016"
EU = ["--kind", "eu-act", "--languages", "en,el", "--articles", "4", "--title", "The Bees"]
EU += ["--date", "2016-04-27"]

Told = Callable[..., tuple[int, str, str]]


@pytest.fixture
def told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Told:
    """Call ``lawkb`` in a folder of its own; return exit code, output and errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LAWKB_CORPUS", raising=False)

    def call(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["lawkb", *words])
        code = run()
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


def test_every_kind_of_code_has_a_case() -> None:
    assert [case["kind"] for case in CASES] == [*kinds_of_code()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["kind"])
def test_the_act_of_a_new_code_is_read_searched_checked_and_published(
    case: dict[str, Any], tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    tags = case["languages"]
    title = [f"--title={tag}=An act" for tag in tags]
    made = told(
        *("new", "act", "--kind", case["kind"], "--languages", ",".join(tags)),
        *("--articles=4", *title),
    )
    assert made[0] == 0, made[2]
    assert all(len(line) <= 80 for line in made[1].splitlines())
    monkeypatch.chdir(tmp_path / "act")
    assert not [loss for page in lawkb.ingest().pages for loss in page.losses]
    corpus = lawkb.open_corpus()
    for tag in tags:
        laws = (corpus.law(law.number, tag) for law in corpus.laws())
        addresses = [each.address for law in laws for each in law.provisions]
        assert addresses == case["provisions"].split(), tag
    found = {
        (each.lang, each.from_, each.raw, each.target, each.status) for each in corpus.references()
    }
    assert {(*reference, "held") for reference in case["references"]} <= found
    words, address = case["search"]
    assert address in [hit.address for hit in corpus.search(words).hits]
    assert not [each for each in corpus.check().findings if each.severity == "error"]
    assert (lawkb.build(strict=True) / "index.html").is_file()


def test_a_title_that_is_not_given_is_left_to_be_written(tmp_path: Path, told: Told) -> None:
    assert told("new", "act", *EU)[0] == 0
    settings = (tmp_path / "act/corpus/corpus.toml").read_text(encoding="utf-8")
    assert tomllib.loads(settings)["code"]["titles"] == {"en": "The Bees"}
    assert '# el = "…"' in settings


# ---- texts that are given


def rules(folder: Path) -> list[dict[str, Any]]:
    settings = tomllib.loads((folder / "corpus/corpus.toml").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = settings["sources"][0]["pages"]
    return found


def test_a_whole_act_in_a_file_for_each_language_is_copied_and_named(
    tmp_path: Path, told: Told
) -> None:
    for name in ("L_2016119EN.01.txt", "act-el.txt"):
        (tmp_path / name).write_text("Article 1 – One\n\nWords.\n")
    code, _, errors = told("new", "act", *EU, "--from", "L_2016119EN.01.txt", "act-el.txt")
    assert code == 0, errors
    assert rules(tmp_path / "act") == [
        {"pattern": "L_2016119EN.01", "edition": EDITION, "languages": ["en"], "kind": "laws"},
        {"pattern": "act-el", "edition": EDITION, "languages": ["el"], "kind": "laws"},
    ]
    assert (tmp_path / "act/corpus/sources/texts/act-el.txt").is_file()


def test_a_file_for_each_article_gets_one_rule_for_each_language(
    tmp_path: Path, told: Told
) -> None:
    (tmp_path / "given").mkdir()
    for tag in ("en", "el"):
        for number in (1, 2, 3):
            (tmp_path / f"given/act2016_{number}_{tag}.txt").write_text("Words.\n")
    assert told("new", "act", *EU, "given")[0] == 0
    assert [(rule["pattern"], rule["languages"]) for rule in rules(tmp_path / "act")] == [
        ("act2016_{law}_el", ["el"]),
        ("act2016_{law}_en", ["en"]),
    ]


def test_the_language_of_a_file_may_be_written_before_it(tmp_path: Path, told: Told) -> None:
    (tmp_path / "original.txt").write_text("Words.\n")
    (tmp_path / "both.txt").write_text("Words.\n")
    assert told("new", "act", *EU, "en=original.txt", "el,en=both.txt")[0] == 0
    assert [rule["languages"] for rule in rules(tmp_path / "act")] == [["en"], ["el", "en"]]


def test_files_without_a_language_are_all_named_at_once(tmp_path: Path, told: Told) -> None:
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text("Words.\n")
    code, _, errors = told("new", "act", *EU, "one.txt", "two.txt")
    assert code == 2
    assert "in which language: one.txt, two.txt" in errors
    assert "hint: write their language: en=one.txt" in errors
    assert not (tmp_path / "act").exists()


def test_a_wiki_is_the_source_and_the_next_step_fetches_it(tmp_path: Path, told: Told) -> None:
    code, output, _ = told("new", "act", *EU, "--from", "https://wiki.example.org/")
    assert code == 0
    assert "lawkb fetch https://wiki.example.org/ --source wiki" in output
    settings = (tmp_path / "act/corpus/corpus.toml").read_text(encoding="utf-8")
    assert 'wiki = "https://wiki.example.org/"' in settings


# ---- what goes wrong


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["--kind", "constitution"], "there are: rule-book, eu-act"),
        (["--kind", "eu-act", "--languages", "en,xx"], "lawkb has no file for xx"),
        ([*EU, "missing.txt"], "not there: missing.txt"),
        ([*EU, "--date", "yesterday"], "write one such as 2016-04-27"),
        ([*EU, "--title", "el=Μέλισσες", "--title", "en= "], "no title in en"),
    ],
)
def test_an_error_has_three_lines_and_nothing_is_written(
    words: list[str], what: str, tmp_path: Path, told: Told
) -> None:
    code, _, errors = told("new", "act", *words)
    assert code == 2
    assert what in errors
    assert len(errors.splitlines()) == 3
    assert not (tmp_path / "act").exists()


def test_what_the_options_do_not_say_is_asked(
    tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    answers = "eu-act\nen,el\nThe Bees\nΟι μέλισσες\n4\n\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
    code, _, asked = told("new", "act")
    assert code == 0, asked
    questions = asked.replace(": ", ":\n")  # who answers ends the line
    assert all(len(line) <= 80 for line in questions.splitlines())
    settings = tomllib.loads((tmp_path / "act/corpus/corpus.toml").read_text(encoding="utf-8"))
    assert settings["code"]["titles"] == {"en": "The Bees", "el": "Οι μέλισσες"}


def test_without_an_answer_the_error_names_the_option(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    code, _, errors = told("new", "act", "--kind", "blank")
    assert code == 2
    assert "hint: answer, or give --languages" in errors


def test_nothing_is_overwritten_and_every_file_in_the_way_is_named(
    tmp_path: Path, told: Told
) -> None:
    (tmp_path / "act").mkdir()
    for name in ("mkdocs.yml", "README.md"):
        (tmp_path / "act" / name).write_text("mine")
    code, _, errors = told("new", "act", *EU)
    assert code == 2
    assert "there already: mkdocs.yml, README.md" in errors
    assert sorted(each.name for each in (tmp_path / "act").iterdir()) == ["README.md", "mkdocs.yml"]
