"""The report of a code holds what the rules found, and what its editors say of that."""

import shutil
from pathlib import Path

from lawkb.corpus.decision_files import DecisionReason
from lawkb.corpus.laws import open_code, read_code
from lawkb.editorial.decisions import accept_finding
from lawkb.editorial.findings import code_report
from tests.corpus_files import CORPUS, put_decided


def test_a_decision_shows_at_once_and_a_law_that_goes_takes_its_findings_along(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "corpus"
    shutil.copytree(CORPUS, folder)
    first = code_report(folder, open_code(folder))
    assert code_report(folder, open_code(folder)) == first

    loss = next(each for each in first.findings if each.place == "20E")
    cause = DecisionReason("to be translated anew", "someone", "2026-11-22")
    code = read_code(folder)
    put_decided(folder, accept_finding(loss, code, (), cause), code.outline)
    second = code_report(folder, open_code(folder))
    assert [each.place for each in second.findings if each.waived] == ["20E"]
    assert second.waivers[loss.fingerprint].reason == "to be translated anew"

    for law in folder.glob("laws/2017/*/law_20.xml"):
        law.unlink()
    third = code_report(folder, open_code(folder))
    assert {each.address.law for each in third.findings if each.address} == {57}
    assert ("2017", 20) not in third.by_law
    assert "waiver" in {each.rule for each in third.by_law["2017", 0]}


def test_findings_and_states_are_held_by_law() -> None:
    report = code_report(CORPUS, read_code(CORPUS))
    assert sum(map(len, report.by_law.values())) == len(report.findings)
    assert {key for key in report.states if key[0] == "2017"} == {
        ("2017", "el", number) for number in (14, 20, 47, 57)
    }
    states = dict(report.states["2017", "el", 20])
    assert set(states.values()) <= {"needs-translation", "needs-review"}
