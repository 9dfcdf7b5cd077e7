"""The corpus in memory: decisions are written with all that follows from them, or not at all."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lawkb.corpus.decision_files import DecisionReason
from lawkb.corpus.laws import read_code
from lawkb.corpus.writing import Writer
from lawkb.editorial.corrections import correct_texts
from lawkb.editorial.decisions import Decision, accept_finding
from lawkb.editorial.findings import code_report
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.pipeline import ingest, read_all
from lawkb.server.desk.provision import edited_provision
from lawkb.server.desk.texts import merge_text
from lawkb.server.desk.workspace import State, Workspace, open_count
from tests.corpus_files import CORPUS

CAUSE = DecisionReason("a test", "Maria", "2026-11-23", "a test")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "cache"))
    return Path(shutil.copytree(CORPUS, tmp_path / "corpus"))


@pytest.fixture
def workspace(folder: Path) -> Workspace:
    return Workspace(folder)


def correction(state: State, name: str, text: str) -> Decision:
    place = "2017", "el", state.code.outline.scheme.read(name)
    return correct_texts(state.code, state.patches, place, {"": text}, CAUSE)


def text_of(state: State, name: str) -> str:
    provision = state.code.provision("2017", "el", state.code.outline.scheme.read(name))
    assert provision
    return provision.text


def test_a_correction_is_written_with_the_laws_that_follow_from_it(workspace: Workspace) -> None:
    text = text_of(workspace.state, "57D")
    decided = workspace.decide(lambda state: correction(state, "57D", f"Α {text}"), "Maria")
    assert decided.files == ("patches/law_57.toml",)
    assert decided.laws == ("laws/2017/el/law_57.xml",)
    assert text_of(workspace.state, "57D") == f"Α {text}"
    assert read_all(workspace.folder).changed == ()


@pytest.mark.parametrize("field", ["", "heading"])
def test_later_corrections_write_what_an_ingest_would_write(
    workspace: Workspace, field: str
) -> None:
    """Of all laws when other laws may cite what changes, such as a heading; else of its own."""
    workspace.learn()
    names = ("57D", "20F5(b)", "57D", "47E2(a)") if not field else ("14A", "57A", "20F")
    for name in names:
        address = workspace.state.code.outline.scheme.read(name)
        provision = workspace.state.code.provision("2017", "el", address)
        assert provision
        words = provision.heading.text if field and provision.heading else provision.text
        edited = {field: f"Α {words}"}

        def make(
            state: State, address: Address = address, edited: dict[str, str] = edited
        ) -> Decision:
            return correct_texts(state.code, state.patches, ("2017", "el", address), edited, CAUSE)

        written = workspace.decide(make, "Maria")
        assert written.laws
        assert read_all(workspace.folder).changed == ()
    while undoable := [d for d in workspace.log.newest_first() if not (d.undone or d.undoes)]:
        workspace.undo(undoable[0].id, "Maria")
        assert read_all(workspace.folder).changed == ()


def test_a_correction_after_one_that_could_not_be_written_is_whole(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.learn()
    text = text_of(workspace.state, "57D")
    with monkeypatch.context() as patched, pytest.raises(LawkbError):
        patched.setattr(Writer, "finish", _no_space)
        workspace.decide(lambda state: correction(state, "57D", f"Α {text}"), "Maria")
    workspace.decide(lambda state: correction(state, "20F5(b)", "Άλλο."), "Maria")
    assert text_of(workspace.state, "57D") == text
    assert read_all(workspace.folder).changed == ()


def _no_space(writer: Writer, removed: object) -> None:
    raise LawkbError("corpus", "cannot be written: no space", "check free space")


def test_findings_after_a_decision_are_those_of_a_complete_check(workspace: Workspace) -> None:
    text = text_of(workspace.state, "20F5(b)")
    workspace.decide(lambda state: correction(state, "20F5(b)", f"{text}:"), "Maria")
    report = code_report(workspace.folder, read_code(workspace.folder))
    ours = {each.fingerprint for each in workspace.state.findings}
    assert ours == {each.fingerprint for each in report.findings}
    assert len(ours) == 24


def test_a_decision_is_made_on_what_another_program_wrote_meanwhile(workspace: Workspace) -> None:
    other = Workspace(workspace.folder)
    text = text_of(workspace.state, "57D")
    other.decide(lambda state: correction(state, "57D", f"Α {text}"), "Nikos")
    seen = []

    def make(state: State) -> Decision:
        seen.append(text_of(state, "57D"))
        return correction(state, "57D", f"{seen[0]} Ω")

    workspace.decide(make, "Maria")
    assert seen == [f"Α {text}"]
    assert text_of(workspace.refreshed(), "57D") == f"Α {text} Ω"
    assert text_of(other.refreshed(), "57D") == f"Α {text} Ω"


def test_sources_that_nobody_ingested_are_ingested_before_a_decision(workspace: Workspace) -> None:
    page = workspace.folder / "sources" / "wiki" / "law_57.txt"
    (page.parent / "provenance.toml").unlink()  # it has the digest of the page
    page.write_text(page.read_text("utf-8").replace("Α. Πρόωρο", "Α. Κάθε πρόωρο"), "utf-8")
    text = text_of(workspace.state, "57D")
    workspace.decide(lambda state: correction(state, "57D", f"Α {text}"), "Maria")
    assert read_all(workspace.folder).changed == ()
    law = read_code(workspace.folder).law("2017", "el", 57)
    headings = [each.heading.text for each in law.provisions() if each.heading] if law else []
    assert any("Κάθε πρόωρο" in each for each in headings)


def test_a_refused_decision_changes_nothing(workspace: Workspace) -> None:
    before = ingest(workspace.folder).files
    with pytest.raises(LawkbError, match="as it was"):
        workspace.decide(lambda state: correction(state, "57D", text_of(state, "57D")), "Maria")
    assert read_all(workspace.folder).files == before
    assert workspace.log.newest_first() == ()


def test_a_decision_is_undone_after_a_restart(workspace: Workspace) -> None:
    before = {p: p.read_bytes() for p in workspace.folder.rglob("*") if p.is_file()}
    finding = next(each for each in workspace.state.findings if each.rule == "advice")
    cause = DecisionReason("a test", "Maria", "2026-11-23")
    done = workspace.decide(
        lambda state: accept_finding(finding, state.code, state.waivers, cause), "Maria"
    )
    assert workspace.state.findings and workspace.log.newest_first()[0].settled == 1
    again = Workspace(workspace.folder)
    assert open_count(again.state) == 25
    again.undo(done.id, "Nikos")
    assert open_count(again.state) == 26
    assert {p: p.read_bytes() for p in again.folder.rglob("*") if p.is_file()} == before
    with pytest.raises(LawkbError, match="undone already"):
        Workspace(workspace.folder).undo(done.id, "Nikos")


def test_the_log_is_not_in_the_corpus(workspace: Workspace) -> None:
    before = set(workspace.folder.rglob("*"))
    text = text_of(workspace.state, "57D")
    workspace.decide(lambda state: correction(state, "57D", f"Α {text}"), "Maria")
    new = set(workspace.folder.rglob("*")) - before
    assert {each.name for each in new} == {"law_57.toml"}


@pytest.mark.parametrize(
    ("theirs", "yours", "merged"),
    [
        ("one 2 three four", "one two three 4", "one 2 three 4"),
        ("zero one two three four", "one two three four five", "zero one two three four five"),
        ("one 2 three four", "one zwei three four", None),
        ("one 2 three four", "one two 3 four", None),  # neighbours
        ("one two three four", "one two three 4", "one two three 4"),
        ("one 2 three four", "one two three four", "one 2 three four"),
        ("one x two three four", "one y two three four", None),
    ],
)
def test_edits_that_do_not_touch_are_merged(theirs: str, yours: str, merged: str | None) -> None:
    found = merge_text("", "one two three four", theirs, yours)
    assert found.merged == merged


def test_a_text_that_is_edited_is_checked_by_the_rules_of_a_complete_check(
    workspace: Workspace,
) -> None:
    state = workspace.state
    law = state.code.law("2017", "el", 20)
    address = state.code.outline.scheme.read("20F5(b)")
    assert law
    provision, _ = edited_provision(state, law, address, {})
    rules = {f.rule for f in workspace.edited_findings(law, provision) if f.address == address}
    assert rules == {"end-mark"}
    text = text_of(state, "20F5(b)")
    fixed, why_not = edited_provision(state, law, address, {"20F5(b)": f"{text}:"})
    assert not why_not
    assert [f for f in workspace.edited_findings(law, fixed) if f.address == address] == []


def test_a_law_without_a_translation_is_checked_while_it_is_edited(workspace: Workspace) -> None:
    state = workspace.state
    law = state.code.law("2007", "it", 47)
    address = state.code.outline.scheme.read("47A")
    assert law
    text = next(each.text for each in law.provisions() if each.address == address)
    edited, _ = edited_provision(state, law, address, {"47A": f"{text}  la la"})
    rules = {f.rule for f in workspace.edited_findings(law, edited) if f.address == address}
    assert "doubled-word" in rules
