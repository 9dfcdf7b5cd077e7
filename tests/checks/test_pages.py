"""What the checks say of the real pages and of the example codes: every finding was read."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from lawkb import parallel_work
from lawkb.checks import checked_laws
from lawkb.checks.rule_list import RULES
from lawkb.checks.runner import check_code
from lawkb.corpus.decision_files import DecisionReason, read_waivers
from lawkb.corpus.editorial_settings import read_editorial_settings
from lawkb.corpus.laws import read_code
from lawkb.editorial.decisions import accept_finding
from lawkb.editorial.findings import apply_waivers, finding_named
from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.model.finding import Finding
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Passage
from tests.checks.test_cached_findings import whole
from tests.corpus_files import CASES, CORPUS, put_decided

EXAMPLES = CORPUS.parent / "examples"


@pytest.fixture(scope="module")
def code() -> Code:
    return read_code(CORPUS)


@pytest.fixture(scope="module")
def checked(code: Code) -> Sequence[Finding]:
    return check_code(code, read_editorial_settings(CORPUS, code.outline))


def _told(findings: Sequence[Finding]) -> list[str]:
    return [f"{f.severity} {f.rule} {f.place or '-'} {f.language}" for f in findings]


def _judged(name: str) -> list[str]:
    """The findings that were read; each has a reason."""
    known = (CASES / "checks" / f"{name}.tsv").read_text(encoding="utf-8").split("\n")
    lines = [line.partition("\t") for line in known if line and not line.startswith("#")]
    assert all(reason.strip() for _, _, reason in lines)
    return [found for found, _, _ in lines]


def test_the_pages_have_exactly_these_findings(checked: Sequence[Finding]) -> None:
    assert _told(checked) == _judged("pages")


@pytest.mark.parametrize(
    ("example", "name"), [("three-pebbles", "pebbles"), ("statute", "statute")]
)
def test_the_examples_have_exactly_these_findings(example: str, name: str) -> None:
    folder = EXAMPLES / example / "corpus"
    code = read_code(folder)
    found = check_code(code, read_editorial_settings(folder, code.outline))
    assert _told(found) == _judged(name)


def test_processes_that_share_the_laws_find_the_same_in_the_same_order(
    code: Code, checked: Sequence[Finding], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checked_laws, "_FEW", 1)
    monkeypatch.setattr(parallel_work, "cores", lambda: 3)
    shared = check_code(code, read_editorial_settings(CORPUS, code.outline))
    assert whole(shared) == whole(checked)


def test_the_errors_are_the_three_losses_of_law_20(checked: Sequence[Finding]) -> None:
    errors = [f for f in checked if f.severity == "error"]
    assert [(f.rule, f.place, f.language) for f in errors] == [
        ("omission", place, "el") for place in ("20E", "20F1", "20F2")
    ]
    assert "are responsible for prompt" in errors[0].message
    assert any("reference-parity" in told for told in errors[2].evidence)


@pytest.mark.parametrize("away", ["el", "en"])
def test_a_law_that_one_language_lacks_is_an_error_of_its_own(code: Code, away: str) -> None:
    rest = {key: law for key, law in code.laws.items() if key != ("2017", away, 20)}
    left = replace(code, laws=rest)
    errors = [f for f in check_code(left) if f.severity == "error"]
    assert [(f.rule, f.place, f.language) for f in errors] == [("law-missing", "20", away)]
    assert [f.place for f in check_code(left, numbers=[20]) if f.rule == "law-missing"] == ["20"]
    assert "law-missing" not in {f.rule for f in check_code(left, numbers=[47])}


def test_of_three_languages_each_that_lacks_a_law_has_its_finding(code: Code) -> None:
    expressions = (*code.outline.expressions, replace(code.outline.expressions[1], language="it"))
    outline = replace(code.outline, expressions=expressions)
    italian = replace(code.laws["2017", "el", 57], language="it")
    laws = {key: law for key, law in code.laws.items() if key != ("2017", "el", 20)}
    found = check_code(replace(code, outline=outline, laws={**laws, ("2017", "it", 57): italian}))
    missing = [(f.place, f.language) for f in found if f.rule == "law-missing"]
    assert missing == [("14", "it"), ("20", "el"), ("20", "it"), ("47", "it")]


def test_the_statute_has_no_finding_that_is_not_waived() -> None:
    folder = EXAMPLES / "statute" / "corpus"
    code = read_code(folder)
    found = check_code(code, read_editorial_settings(folder, code.outline))
    left = apply_waivers(found, read_waivers(folder), code, RULES)
    assert [f.message for f in left if not f.waived] == []


def test_the_rules_of_the_pebbles_have_the_losses_their_pages_imitate() -> None:
    folder = EXAMPLES / "three-pebbles" / "corpus"
    code = read_code(folder)
    found = check_code(code, read_editorial_settings(folder, code.outline))
    assert [f.place for f in found if f.rule == "omission"] == ["3", "20A", "20B"]


@pytest.mark.parametrize("example", ["corpus", "examples/three-pebbles/corpus"])
def test_the_words_that_a_loss_quotes_are_those_that_were_lost(example: str) -> None:
    folder = CORPUS.parent / example
    code = read_code(folder)
    found = check_code(code, read_editorial_settings(folder, code.outline))
    quoted = {}
    for finding in (f for f in found if f.rule == "omission"):
        (marked,) = finding.stretches
        provision = finding.address and code.provision(finding.edition, "en", finding.address)
        assert provision
        quoted[finding.place] = provision.text[slice(*marked.span)]
    rows = (CASES / "checks" / "extents.tsv").read_text(encoding="utf-8").split("\n")
    wanted = [row.split("\t") for row in rows if row.startswith(f"{example}\t")]
    assert quoted == {place: " ".join([lost, *more]) for _, place, lost, *more in wanted}


def _with_text(law: Law, place: str, text: str, code: Code) -> Law:
    address = code.outline.scheme.read(place)

    def changed(provision: Provision) -> Provision:
        body = tuple(changed(i) if isinstance(i, Provision) else i for i in provision.body)
        if provision.address == address:
            inner = [each for each in body if isinstance(each, Provision)]
            return replace(provision, body=(Passage(text), *inner))
        return replace(provision, body=body)

    return replace(law, root=changed(law.root))


def test_fingerprints_do_not_change_when_words_move_in_front(
    code: Code, checked: Sequence[Finding]
) -> None:
    law = code.laws["2017", "el", 20]
    provision = law.find(code.outline.scheme.read("20G3"))
    assert provision
    moved = _with_text(law, "20G3", f"Πάντως ισχύει: {provision.text}", code)
    again = replace(code, laws={**code.laws, ("2017", "el", 20): moved})
    found = check_code(again, read_editorial_settings(CORPUS, code.outline))
    names = {f.fingerprint for f in found}
    elsewhere = [f for f in checked if f.place != "20G3"]
    assert {f.fingerprint for f in elsewhere} <= names


def test_a_waiver_holds_until_a_text_changes(
    code: Code, checked: Sequence[Finding], tmp_path: Path
) -> None:
    loss = next(f for f in checked if f.place == "20E")
    cause = DecisionReason("to be translated anew", "someone", "2026-11-22")
    named = finding_named(loss.fingerprint[:9], checked)
    put_decided(tmp_path, accept_finding(named, code, (), cause), code.outline)
    waivers = read_waivers(tmp_path)
    after = apply_waivers(checked, waivers, code, RULES)
    assert [f.place for f in after if f.waived] == ["20E"]

    law = code.laws["2017", "en", 20]
    other = _with_text(law, "20E", "All players are responsible.", code)
    changed = replace(code, laws={**code.laws, ("2017", "en", 20): other})
    expired = apply_waivers(checked, waivers, changed, RULES)
    assert [f.rule for f in expired if f.waived] == []
    assert "expired" in expired[-1].message

    useless = apply_waivers([f for f in checked if f.place != "20E"], waivers, code, RULES)
    assert "no longer applies" in useless[-1].message


def test_a_waiver_needs_a_finding(checked: Sequence[Finding]) -> None:
    with pytest.raises(LawkbError, match="no finding has this fingerprint"):
        finding_named("zzz", checked)
