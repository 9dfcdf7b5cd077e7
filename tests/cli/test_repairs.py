"""``patch``, ``history`` and ``show --at``, run as a user runs them."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.corpus_files import CORPUS
from tests.running import run_command

PEBBLES = Path(__file__).parents[2] / "examples" / "three-pebbles" / "corpus"


def lawkb(corpus: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "LAWKB_CORPUS": ""}
    return run_command("--corpus", str(corpus), *words, environment=environment)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    shutil.copytree(CORPUS, tmp_path / "corpus")
    return tmp_path / "corpus"


def edited(corpus: Path, old: str, new: str) -> Path:
    text = (corpus / "sources" / "wiki" / "law_57.txt").read_text(encoding="utf-8")
    assert text.count(old) == 1
    copy = corpus.parent / "edited.txt"
    copy.write_text(text.replace(old, new), encoding="utf-8")
    return copy


def test_a_patch_from_an_edited_copy_repairs_the_law(corpus: Path) -> None:
    copy = edited(corpus, "το μεγαλύτερο φύλλο", "το πιο μεγάλο φύλλο")
    done = lawkb(corpus, "patch", "law_57", str(copy), "--reason", "clearer", "--author", "A. B.")
    assert done.returncode == 0, done.stderr
    ingested = lawkb(corpus, "ingest")
    assert "2017 el 57A1 text" in ingested.stdout
    shown = json.loads(lawkb(corpus, "show", "57A1", "--format", "json").stdout)
    greek = shown["provisions"][0]["texts"]["el"]
    assert "το πιο μεγάλο φύλλο" in greek["text"]
    assert greek["editorial"] == ["text"]
    page = (corpus / "sources" / "wiki" / "law_57.txt").read_bytes()
    assert page == (CORPUS / "sources" / "wiki" / "law_57.txt").read_bytes()


def test_a_dry_run_writes_nothing(corpus: Path) -> None:
    before = sorted(path.name for path in (corpus / "patches").iterdir())
    copy = edited(corpus, "το μεγαλύτερο φύλλο", "το πιο μεγάλο φύλλο")
    words = ("patch", "law_57", str(copy), "--reason", "r", "--author", "a", "--dry-run")
    done = lawkb(corpus, *words)
    assert "57A1 el text" in done.stdout
    assert sorted(path.name for path in (corpus / "patches").iterdir()) == before


def test_a_change_that_no_patch_can_make_is_told(corpus: Path) -> None:
    copy = edited(corpus, "4. forbid offender’s partner", "forbid offender’s partner")
    done = lawkb(corpus, "patch", "law_57", str(copy), "--reason", "r", "--author", "a")
    assert done.returncode == 1
    assert "no patch can make this change" in done.stderr


GAP = "συμπεριλαμβανομένων του μορ λαθών"
FILLED = (
    "συμπεριλαμβανομένων του μορ ή παίκτη που απαιτείται, έχουν ευθύνη για άμεση διόρθωση λαθών"
)
WHO = ("--reason", "r", "--author", "a")


def copy_of_law_20(corpus: Path, *words: tuple[str, str]) -> str:
    text = (corpus / "sources" / "wiki" / "law_20.txt").read_text(encoding="utf-8")
    for old, new in words:
        assert text.count(old) == 1
        text = text.replace(old, new)
    copy = corpus.parent / "law_20_edited.txt"
    copy.write_text(text, encoding="utf-8")
    return str(copy)


def stale_patches(corpus: Path) -> list[str]:
    record = json.loads(lawkb(corpus, "ingest", "--format", "json").stdout)
    losses = [loss for page in record["pages"] for loss in page["losses"]]
    return [loss["message"] for loss in losses if loss["kind"] == "stale-patch"]


def test_the_same_copy_again_is_no_change(corpus: Path) -> None:
    copy = copy_of_law_20(corpus, (GAP, FILLED))
    first = lawkb(corpus, "patch", "law_20", copy, *WHO)
    assert (first.returncode, first.stdout.count(" -> ")) == (0, 1)
    patches = patch_files(corpus)
    again = lawkb(corpus, "patch", "law_20", copy, *WHO)
    assert (again.returncode, again.stdout.count(" -> ")) == (0, 0)
    assert "nothing to patch" in again.stdout
    assert patch_files(corpus) == patches
    assert stale_patches(corpus) == []


def test_a_copy_that_is_edited_on_gives_only_the_further_patch(corpus: Path) -> None:
    copy = copy_of_law_20(corpus, (GAP, FILLED))
    lawkb(corpus, "patch", "law_20", copy, *WHO)
    copy = copy_of_law_20(corpus, (GAP, FILLED), ("που δεν διορθώθηκε", "που έμεινε έτσι"))
    done = lawkb(corpus, "patch", "law_20", copy, *WHO)
    assert done.stdout.count(" -> ") == 1
    assert stale_patches(corpus) == []
    shown = json.loads(lawkb(corpus, "show", "20E", "--format", "json").stdout)
    text = shown["provisions"][0]["texts"]["el"]["text"]
    assert text.count("άμεση διόρθωση") == 1
    assert "που έμεινε έτσι" in text


def test_a_repair_of_missing_words_is_put_beside_their_mark_and_ends_it(corpus: Path) -> None:
    titles = (corpus / "patches" / "titles.toml").read_bytes()
    done = lawkb(corpus, "patch", "law_20", copy_of_law_20(corpus, (GAP, FILLED)), *WHO)
    assert "20E el: no longer marked incomplete" in done.stdout
    assert "law_20.toml" in done.stdout
    assert (corpus / "patches" / "titles.toml").read_bytes() == titles
    assert stale_patches(corpus) == []
    shown = json.loads(lawkb(corpus, "show", "20E", "--format", "json").stdout)
    greek = shown["provisions"][0]["texts"]["el"]
    assert (greek["complete"], greek["editorial"]) == (True, ["text"])


def test_a_copy_without_a_law_of_its_page_is_refused(corpus: Path) -> None:
    (corpus.parent / "empty.txt").write_text("", encoding="utf-8")
    done = lawkb(corpus, "patch", "law_20", str(corpus.parent / "empty.txt"), *WHO)
    assert done.returncode == 1
    assert "the copy does not have this law" in done.stderr


def patch_files(corpus: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (corpus / "patches").iterdir()}


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["patch", "law_99", "x", "--reason", "r", "--author", "a"], 2, "cannot be read"),
        (["history", "7A"], 2, "no source with a history"),
        (["show", "47", "--at", "yesterday"], 2, "no date"),
    ],
)
def test_bad_input_is_told_in_three_lines(
    corpus: Path, words: list[str], code: int, said: str
) -> None:
    done = lawkb(corpus, *words)
    assert done.returncode == code
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 3


def test_history_shows_the_words_that_changed() -> None:
    done = lawkb(PEBBLES, "history", "7A1", "--lang", "el")
    assert done.returncode == 0, done.stderr
    assert "Άννα Σαμπλή, revert: παλαιά έκδοση επαναφέρθηκε" in done.stdout
    assert "{+ ως έχει+}" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    record = json.loads(lawkb(PEBBLES, "history", "7A1", "--format", "json").stdout)
    assert [step["kind"] for step in record["history"]] == ["edit", "edit", "minor", "revert"]


def test_show_at_a_day_shows_the_text_of_that_day() -> None:
    then = json.loads(
        lawkb(PEBBLES, "show", "7A2", "--at", "2016-12-31", "--format", "json").stdout
    )
    now = json.loads(lawkb(PEBBLES, "show", "7A2", "--format", "json").stdout)
    assert then["provisions"][0]["texts"]["el"]["text"].startswith("να ζητήσει να ανακληθεί")
    assert "en" not in then["provisions"][0]["texts"]
    assert set(now["provisions"][0]["texts"]) == {"el", "en"}


def test_an_address_of_another_code_uses_its_own_word_for_a_law() -> None:
    shown = json.loads(lawkb(PEBBLES, "show", "Κανόνας 7Α1", "--format", "json").stdout)
    assert shown["provisions"][0]["address"] == "7A1"
    refs = lawkb(PEBBLES, "refs", "--text", "βλέπε Κανόνα 3 και Κανόνες 7Α και 40Β", "--lang", "el")
    assert [line.split("\t")[1] for line in refs.stdout.splitlines()] == ["3", "7A", "40B"]
