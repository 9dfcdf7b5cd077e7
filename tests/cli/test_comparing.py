"""``lawkb compare`` and the options of ``lawkb refs``, as a user runs them."""

import io
import json
import shutil
from pathlib import Path

import networkx as nx
import pytest
from rich.console import Console

import lawkb as lawkb_face
from lawkb.cli.compare import print_comparison
from tests.cli.test_commands import Run, cache, lawkb
from tests.corpus_files import CORPUS

__all__ = ["cache", "lawkb"]  # the fixtures

# Read off the two pages: what Law 47 cites in Italian 2007 and in English 2017.
_REFERENCES = {
    "47A": ["kept 49 49"],
    "47B": ["kept 47 47", "kept 49 49", "kept 58 58"],
    "47C": ["kept 45C4(b) 45C4(b)"],
    "47D": ["moved 16D 16C", "kept 62C2 62C2"],
    "47E1": ["added None 16C", "added None 63A1"],
    "47E2(a)": ["added None 16C"],
    "47E2(b)": ["kept 47E2(a) 47E2(a)"],
    "47F1": ["moved 53C 53B"],
    "47F2": ["kept 47 47"],
}


def test_law_47_of_2007_and_2017_differ_as_the_pages_do(lawkb: Run) -> None:
    record = lawkb.json("compare", "47", "--editions", "2007,2017")
    assert record["languages"] == {"2007": ["it"], "2017": ["en"]}
    found = {
        provision["new"]: [f"{r['kind']} {r['old']} {r['new']}" for r in provision["references"]]
        for provision in record["provisions"]
    }
    assert {place: said for place, said in found.items() if said} == _REFERENCES
    assert record["summary"] == {
        "provisions": {"same": 13, "moved": 0, "added": 0, "dropped": 0},
        "references": {"kept": 8, "moved": 2, "dropped": 0, "added": 3},
        "words": None,  # Italian and English: nothing to compare
    }


def test_the_concordance_stands_behind_a_moved_reference(lawkb: Run) -> None:
    (provision,) = lawkb.json("compare", "47F1")["provisions"]
    (reference,) = provision["references"]
    assert "«Articolo 53 … paragrafo C»" in reference["why"]
    assert [text["lang"] for text in provision["texts"]] == ["it", "en"]


def test_without_the_concordance_nothing_is_guessed(lawkb: Run, tmp_path: Path) -> None:
    shutil.copytree(CORPUS / "laws", tmp_path / "laws")
    shutil.copy(CORPUS / "corpus.toml", tmp_path)
    record = json.loads(
        lawkb("--corpus", str(tmp_path), "compare", "47D", "--format", "json").stdout
    )
    assert record["summary"]["references"] == {"kept": 1, "moved": 0, "dropped": 1, "added": 1}


def test_a_pipe_gets_plain_lines_of_80_columns(lawkb: Run) -> None:
    done = lawkb("compare", "47", "--lang", "el")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert max(map(len, lines)) <= 80
    assert lines[0] == "2007 it, 2017 el"
    assert "     reference added: 63A1" in lines
    assert "\x1b" not in done.stdout


def test_a_terminal_gets_both_editions_side_by_side() -> None:
    found = lawkb_face.open_corpus(CORPUS).compare("47F1", ("2007", "2017"))
    out = Console(file=io.StringIO(), width=80, force_terminal=True, color_system=None)
    print_comparison(out, found)
    assert isinstance(out.file, io.StringIO)
    lines = out.file.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    assert any("2007  47F1" in line and "2017  47F1" in line for line in lines)
    assert any("cites 53C" in line and "cites 53B (moved)" in line for line in lines)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["compare", "14"], 1, "Law 14 of 2007 is not available here"),
        (["compare", "47Z"], 1, "in neither edition"),
        (["compare", "47", "--editions", "2007"], 2, "not two editions"),
        (["compare", "47", "--editions", "2007,2007"], 2, "not two editions"),
        (["compare", "47", "--editions", "1987,2017"], 2, "there is none"),
        (["compare", "47", "--lang", "fr"], 2, "no text in it"),
        (["compare", "?"], 2, "not the address"),
        (["refs", "--cites"], 2, "of which provision?"),
        (["refs", "-o", "x.dot"], 2, "no graph"),
        (["refs", "--graph", "png"], 2, "Invalid value"),
        (["refs", "47", "--edition", "1987"], 2, "there is none"),
        (["refs", "--graph", "dot", "-o", "/proc/no/x.dot"], 2, "no such folder"),
        (["refs", "--dangling"], 0, "no references"),
    ],
)
def test_what_cannot_be_done_gets_a_clear_word_and_its_exit_code(
    lawkb: Run, words: list[str], code: int, said: str
) -> None:
    done = lawkb(*words)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_concordance_that_cannot_be_read_stops_compare_in_three_lines(
    lawkb: Run, tmp_path: Path
) -> None:
    shutil.copytree(CORPUS / "laws", tmp_path / "laws")
    shutil.copy(CORPUS / "corpus.toml", tmp_path)
    (tmp_path / "concordance.tsv").write_text("1997\t2017\tremark\n", encoding="utf-8")
    done = lawkb("--corpus", str(tmp_path), "compare", "47")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 3


def test_refs_disagree_names_greek_20f2_and_nothing_else(lawkb: Run) -> None:
    found = lawkb.json("refs", "--disagree")["disagreements"]
    assert found == [{"edition": "2017", "address": "20F2", "cited": {"en": ["20F1"], "el": []}}]
    assert lawkb("refs", "--disagree").stdout == "2017 20F2: en cites 20F1; el does not\n"
    assert lawkb.json("refs", "47", "--disagree") == {"disagreements": []}


def test_refs_shows_one_end_or_one_state_alone(lawkb: Run) -> None:
    cites = lawkb.json("refs", "47E", "--cites", "--lang", "el")
    assert set(cites) == {"references", "cites"}
    assert [r["target"] for r in cites["cites"]] == ["16C", "63A1", "16C", "47E2(a)"]
    by = lawkb.json("refs", "47E", "--cited-by", "--lang", "en")["cited_by"]
    assert [r["from"] for r in by] == ["20C1", "20F6", "47E2(b)"]
    absent = lawkb.json("refs", "57", "--not-held", "--lang", "en")["references"]
    assert [r["target"] for r in absent] == ["59", "16"]
    assert lawkb.json("refs", "--dangling") == {"references": []}


def test_the_graph_of_a_law_can_be_written_to_a_file(lawkb: Run, tmp_path: Path) -> None:
    file = tmp_path / "graph.graphml"
    done = lawkb("refs", "57", "--graph", "graphml", "-o", str(file))
    assert (done.returncode, done.stdout) == (0, "")
    graph = nx.read_graphml(file)
    # Read off the page of Law 57: B cites A and 59, D cites 16.
    assert set(graph.edges()) == {
        ("2017:57B", "2017:57A"),
        ("2017:57B", "2017:59"),
        ("2017:57D", "2017:16"),
    }
    assert {fields["langs"] for _, _, fields in graph.edges(data=True)} == {"en el"}
