"""Control characters of strangers are shown, on a terminal, in a pipe and in a report."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lawkb.corpus.laws import law_path, read_code
from tests.akn.xml_files import law_xml
from tests.corpus_files import CORPUS
from tests.running import run_command
from tests.slow.hostile.test_words import spoiled
from tests.test_control_characters import TURNING, commanding

# All that XML can hold; a file name holds the others too, but for the end of a string.
IN_PAGES = (
    "".join(map(chr, range(127, 160))) + TURNING + "\u2028\u2029 [/b] x[/b]y a[ b].txt :smile:"
)
IN_NAMES = "\x1b[2J\x07\x08\x0b\x0c\r\x1f\x7f\x9b\u202e\u2028[b]a[ :smile:"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus in which every text, name and title of two laws ends in control characters."""
    folder = tmp_path_factory.mktemp("controls")
    corpus = folder / "corpus"
    corpus.mkdir()
    for name in ("corpus.toml", "glossary.tsv", "concordance.tsv"):
        shutil.copy(CORPUS / name, corpus)
    for name in ("wiki", "codice-di-gara"):
        (corpus / "sources" / name).mkdir(parents=True)
    code = read_code(CORPUS)
    for number in (14, 47):
        for edition in code.outline.editions:
            for tag in code.languages_of(edition.id, number):
                law = code.law(edition.id, tag, number)
                assert law is not None
                path = corpus / law_path(law, code.outline.scheme)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(law_xml(spoiled(law, IN_PAGES), code.outline))
    return folder


def run(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LAWKB")}
    environment = {**kept, "LAWKB_CACHE": str(folder / "cache")}
    done = run_command(*words, environment=environment, folder=folder)
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    return done


@pytest.mark.parametrize(
    "words",
    [
        "show 47",
        "search card --explain",
        "refs",
        "refs 47",
        "check",
        "check --format github",
        "comments",
        "compare 47",
        "export --format csv --law 47 -o out.csv",
    ],
)
def test_control_characters_of_pages_are_shown_and_command_nothing(
    folder: Path, words: str
) -> None:
    done = run(folder, *words.split())
    assert done.returncode in (0, 1), done.stderr
    assert not commanding(done.stdout), words
    assert not commanding(done.stderr), words
    if words in ("show 47", "check"):
        assert "\\u009b" in done.stdout and "\\u202e" in done.stdout


def unescaped(document: str) -> str:
    return json.dumps(json.loads(document), ensure_ascii=False)


@pytest.mark.parametrize("words", ["show 47", "search card", "check"])
def test_json_holds_them_escaped_and_is_equal_when_it_is_parsed(folder: Path, words: str) -> None:
    done = run(folder, *words.split(), "--format", "json")
    assert not commanding(done.stdout)
    assert "\x9b" in unescaped(done.stdout) or words == "search card"


def test_reports_for_other_programs_hold_them_escaped(folder: Path) -> None:
    sarif, junit = (run(folder, "check", "--format", form).stdout for form in ("sarif", "junit"))
    assert not commanding(sarif + junit)
    assert "\u202e" in unescaped(sarif)
    assert "\\u202e" in junit
    ElementTree.fromstring(junit.encode())


@pytest.mark.parametrize(
    "words",
    [
        ["show", f"47{IN_NAMES}"],
        ["search", f"card{IN_NAMES}"],
        ["search", f"law:{IN_NAMES}"],
        ["check", f"{IN_NAMES}.xlf"],
        [f"sho{IN_NAMES}"],
        ["show", f"--{IN_NAMES}"],
        ["refs", "--text", f"Law 47{IN_NAMES}", "--lang", IN_NAMES],
        ["--corpus", IN_NAMES, "show", "47"],
    ],
    ids=str,
)
def test_what_was_typed_is_shown_in_answers_and_errors(folder: Path, words: list[str]) -> None:
    named = words if words[0] == "--corpus" else ["--corpus", "corpus", *words]
    done = run(folder, *named)
    assert not commanding(done.stdout)
    assert not commanding(done.stderr)
    # click writes some of them as Python does; those of a query are ignored, as by any search
    assert "1b[2J" in done.stdout + done.stderr or words[0] == "search"


@pytest.mark.parametrize("verbose", [[], ["--verbose"]], ids=str)
def test_names_of_pages_are_shown_as_they_are(tmp_path: Path, verbose: list[str]) -> None:
    corpus, page = tmp_path / "corpus", (CORPUS / "sources/wiki/law_57.txt").read_bytes()
    shutil.copytree(CORPUS / "sources/codice-di-gara", corpus / "sources/codice-di-gara")
    shutil.copy(CORPUS / "corpus.toml", corpus)
    for name in ("law_57", f"law_58{IN_NAMES}", "a[/b]", "x[/b]/y", "law\n_6", f"{IN_NAMES}/y"):
        file = corpus / "sources/wiki" / f"{name}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(page + b"\n\x1b[31m \xc2\x9b \xe2\x80\xae\n")
    done = run(tmp_path, "ingest", *verbose)
    assert done.returncode == 0, done.stderr
    assert not commanding(done.stdout + done.stderr)
    assert "law_58\\u001b" in done.stdout
    assert "law\\n_6" in done.stdout
