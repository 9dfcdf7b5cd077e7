"""``import lawkb``: what it gives is what the commands print as JSON, typed, and loaded late."""

from __future__ import annotations

import doctest
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, is_dataclass
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import lawkb
from lawkb.cli.commands import cli, run
from lawkb.exchange import public_types
from tests.corpus_files import CORPUS

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "site/manual/en/how-to/python.md"
TYPES = [each for each in vars(public_types).values() if is_dataclass(each)]

Printed = Callable[..., Any]


@pytest.fixture(scope="module")
def corpus() -> lawkb.Corpus:
    return lawkb.open_corpus(CORPUS)


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Printed:
    """What a command prints as JSON on the shipped corpus."""
    monkeypatch.setenv("LAWKB_CORPUS", str(CORPUS))

    def call(*words: str) -> Any:
        monkeypatch.setattr(sys, "argv", ["lawkb", *words, "--format", "json"])
        run()
        return json.loads(capsys.readouterr().out)

    return call


# ---- the same as the commands


@pytest.mark.parametrize("address", ["47", "47 ε 2 α", "2007 47B", "Law 20F1", "Νόμος 14Β"])
def test_an_excerpt_is_the_json_of_show(
    corpus: lawkb.Corpus, printed: Printed, address: str
) -> None:
    assert lawkb.as_json(corpus.excerpt(address)) == printed("show", address)


def test_a_provision_is_its_part_of_an_excerpt(corpus: lawkb.Corpus) -> None:
    for provision in corpus.law(47).provisions:
        assert corpus.provision(provision.address) == provision


@pytest.mark.parametrize("address", ["47D", "47E2", "20", "2007 47"])
def test_references_of_a_provision_are_the_json_of_refs(
    corpus: lawkb.Corpus, printed: Printed, address: str
) -> None:
    record = printed("refs", address)
    assert lawkb.as_json(corpus.cites(address)) == record["cites"]
    assert lawkb.as_json(corpus.cited_by(address)) == record["cited_by"]


def test_all_references_and_disagreements_are_the_json_of_refs(
    corpus: lawkb.Corpus, printed: Printed
) -> None:
    assert lawkb.as_json(corpus.references()) == printed("refs")["references"]
    greek = printed("refs", "--lang", "el", "--not-held")["references"]
    assert lawkb.as_json(corpus.references(lang="el", status="not-held")) == greek
    told = printed("refs", "--disagree")["disagreements"]
    assert lawkb.as_json(corpus.disagreements()) == told


@pytest.mark.parametrize(
    ("text", "at"), [("see Law 16C or 47E", None), ("βλέπε (α) και 16Γ", "47E2"), ("nothing", None)]
)
def test_references_of_a_text_are_the_json_of_refs(
    corpus: lawkb.Corpus, printed: Printed, text: str, at: str | None
) -> None:
    words = ("refs", "--text", text, *(("--at", at) if at else ()))
    record = printed(*words)["references"]
    assert lawkb.as_json(corpus.find_references(text, at=at)) == record
    assert lawkb.as_json(lawkb.find_references(text, at=at, corpus=CORPUS)) == record


@pytest.mark.parametrize("query", ["penalty card", "φύλλο NOT εξόδου", "47E", "penalti", "zzz"])
def test_a_search_is_the_json_of_search(corpus: lawkb.Corpus, printed: Printed, query: str) -> None:
    assert lawkb.as_json(corpus.search(query, limit=3)) == printed("search", query, "-n", "3")


@pytest.mark.parametrize("query", ["penalty card", "a NEAR/3 card OR NOT heading:(lead)", "47E"])
def test_an_explanation_is_the_json_of_search(
    corpus: lawkb.Corpus, printed: Printed, query: str
) -> None:
    record = printed("search", "--also", "--explain", query)["explanation"]
    assert lawkb.as_json(corpus.explain(query, also=True)) == record


def test_findings_are_the_json_of_check(corpus: lawkb.Corpus, printed: Printed) -> None:
    assert lawkb.as_json(corpus.check()) == printed("check")
    some = corpus.check("20F", select=["omission"])
    assert lawkb.as_json(some) == printed("check", "20F", "--select", "omission")
    assert some.summary["error"] == len(some.findings) > 0


def test_findings_on_pairs_are_the_json_of_check(printed: Printed, tmp_path: Path) -> None:
    pairs = [
        ("Play within 30 seconds.", "Παίξτε μέσα σε 20 δευτερόλεπτα."),
        ("A player (North) leads.", "Ένας παίκτης (Βορράς αντάμει."),
        ("Nothing is wrong here.", "Τίποτα δεν είναι λάθος εδώ."),
    ]
    file = tmp_path / "pairs.tsv"
    rows = (f"{n}\t{source}\t{target}" for n, (source, target) in enumerate(pairs, start=1))
    file.write_text("\n".join(["id\ten\tel", *rows]), encoding="utf-8")
    found = lawkb.as_json(lawkb.check_pairs(pairs, "en", "el", corpus=CORPUS))
    expected = printed("check", str(file))
    for each in expected["findings"]:
        each["file"] = each["line"] = None  # pairs come from no file
    assert found == expected
    assert {each["address"] for each in found["findings"]} >= {"1", "2"}


def test_comments_are_the_json_of_comments(corpus: lawkb.Corpus, printed: Printed) -> None:
    record = printed("comments")["comments"]
    assert lawkb.as_json(corpus.comments()) == record
    assert {each.status for each in corpus.comments("applied")} <= {"applied"}


@pytest.mark.parametrize("address", ["47", "47F1", "Νόμος 47Δ", "14"])
def test_a_comparison_is_the_json_of_compare(
    corpus: lawkb.Corpus, printed: Printed, address: str
) -> None:
    assert lawkb.as_json(corpus.compare(address)) == printed("compare", address)
    english = corpus.compare(address, ("2007", "2017"), langs=["en"])
    words = ("--editions", "2007,2017", "--lang", "en")
    assert lawkb.as_json(english) == printed("compare", address, *words)


def test_terms_are_the_json_of_terms(corpus: lawkb.Corpus, printed: Printed) -> None:
    assert lawkb.as_json(corpus.terms("card")) == printed("terms", "card")["terms"]
    suggested = corpus.terms(suggest=True, lang="el")
    assert lawkb.as_json(suggested) == printed("terms", "--suggest", "--lang", "el")["terms"]


def test_progress_is_the_json_of_review(corpus: lawkb.Corpus, printed: Printed) -> None:
    assert lawkb.as_json(corpus.progress()) == printed("review")
    some = corpus.progress("47", "20F", state="needs-review")
    assert lawkb.as_json(some) == printed("review", "47", "20F", "--state", "needs-review")
    assert sum(some.summary.values()) == len(some.provisions) > 0


@pytest.fixture
def pebbles(monkeypatch: pytest.MonkeyPatch, printed: Printed) -> lawkb.Corpus:
    folder = ROOT / "examples/three-pebbles/corpus"
    monkeypatch.setenv("LAWKB_CORPUS", str(folder))
    return lawkb.open_corpus(folder)


def test_a_history_is_the_json_of_history(pebbles: lawkb.Corpus, printed: Printed) -> None:
    revisions = pebbles.history("7", lang="el")
    assert lawkb.as_json(revisions) == printed("history", "7", "--lang", "el")["history"]
    assert revisions


def test_a_text_that_is_no_law_is_the_json_of_show(pebbles: lawkb.Corpus, printed: Printed) -> None:
    assert lawkb.as_json(pebbles.companion("definitions")) == printed("show", "definitions")
    with pytest.raises(lawkb.LawkbError, match="there is no such text"):
        pebbles.companion("nothing")


def test_an_import_is_the_json_of_import(
    tmp_path: Path, printed: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "corpus"
    shutil.copytree(CORPUS, folder)
    monkeypatch.setenv("LAWKB_CORPUS", str(folder))
    file = tmp_path / "law.csv"
    words = ("export", "--law", "47A", "--no-findings", "-o", str(file))
    assert cli.main(list(words), standalone_mode=False) == 0
    text = file.read_text(encoding="utf-8-sig")
    file.write_text(text.replace("needs-review", "final", 1), encoding="utf-8-sig")
    result = lawkb.open_corpus(folder).import_translation(file, author="A. B.", dry_run=True)
    assert lawkb.as_json(result) == printed("import", str(file), "--dry-run", "--author", "A. B.")
    assert result.dry_run
    assert result.rows


def test_ingest_is_the_json_of_ingest(printed: Printed) -> None:
    assert lawkb.as_json(lawkb.ingest(CORPUS, check=True)) == printed("ingest", "--check")


def test_a_corpus_is_ingested_and_read_anew(tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    shutil.copytree(CORPUS, folder)
    opened = lawkb.open_corpus(folder)
    assert opened.provision("47A").texts["en"].heading == "In Course of Rectification"
    page = folder / "laws/2017/en/law_47.xml"
    page.unlink()
    assert opened.ingest().changed == ("laws/2017/en/law_47.xml",)
    assert page.is_file()
    assert opened.provision("47A").texts["en"].heading == "In Course of Rectification"


# ---- errors


@pytest.mark.parametrize(
    "ask",
    [
        lambda corpus: corpus.provision("47Z"),
        lambda corpus: corpus.provision("no address"),
        lambda corpus: corpus.provision("47, 48"),
        lambda corpus: corpus.law(99),
        lambda corpus: corpus.law(47, "it"),
        lambda corpus: corpus.law(47, "xx"),
        lambda corpus: corpus.laws("1999"),
        lambda corpus: corpus.references(edition="1999"),
        lambda corpus: corpus.find_references("see 47", at="x"),
        lambda corpus: corpus.search('"open'),
        lambda corpus: corpus.check("99"),
        lambda corpus: corpus.check(select=["no-rule"]),
        lambda _: lawkb.open_corpus(ROOT / "tests"),
        lambda _: lawkb.check_pairs([("a", "b")], "en", "no-language"),
        lambda _: lawkb.build(ROOT / "examples/statute/nothing"),
    ],
)
def test_what_cannot_be_done_says_where_what_and_what_to_do(
    corpus: lawkb.Corpus, ask: Callable[[lawkb.Corpus], object]
) -> None:
    with pytest.raises(lawkb.LawkbError) as raised:
        ask(corpus)
    assert raised.value.where
    assert raised.value.what
    assert raised.value.hint


# ---- names and types


def test_every_public_name_is_there_and_documented() -> None:
    assert set(lawkb.__all__) <= set(dir(lawkb))
    for name in lawkb.__all__:
        assert getattr(lawkb, name).__doc__, name
    with pytest.raises(AttributeError):
        lawkb.__getattr__("nothing")


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
def test_what_is_given_cannot_be_changed(kind: Any) -> None:
    assert kind.__dataclass_params__.frozen
    assert not hasattr(kind, "__dict__") or "__slots__" in vars(kind)
    assert {each.name for each in fields(kind)} == set(get_type_hints(kind))


def test_a_result_cannot_be_assigned_to(corpus: lawkb.Corpus) -> None:
    with pytest.raises(FrozenInstanceError):
        corpus.provision("47A").address = "1"  # type: ignore[misc]  # that is what is tested


def test_importing_it_loads_nothing_of_it() -> None:
    script = "import sys, lawkb; print(*(name for name in sys.modules if name.startswith('lawkb')))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.decode().split() == ["lawkb"]


# ---- the page


def test_the_examples_of_the_page_print_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```pycon\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    runner = doctest.DocTestRunner()
    for block in blocks:
        test = doctest.DocTestParser().get_doctest(block, names, PAGE.name, str(PAGE), 0)
        assert runner.run(test, clear_globs=False).failed == 0
        names = test.globs
    assert len(blocks) > 5


# ---- how to begin


def test_without_a_corpus_the_error_says_how_to_begin(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LAWKB_CORPUS", raising=False)
    monkeypatch.setattr(sys, "argv", ["lawkb", "show", "47"])
    assert run() == 2
    assert "lawkb new DIR" in capsys.readouterr().err
