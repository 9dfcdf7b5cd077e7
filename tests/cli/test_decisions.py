"""``waivers``, ``comments reopen`` and ``terms add|change``, run as a user runs them."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import Run, cache, lawkb
from tests.corpus_files import CORPUS

__all__ = ["cache", "lawkb"]

LOSS = "dbaa90383715f9e4"  # of the words in 20E
COMMENT = "36afb419"  # on 57C3
REASON = 'είναι "σωστό"\n[[waivers]]\tέτσι'


@pytest.fixture
def corpus(tmp_path: Path, lawkb: Run) -> Path:
    folder = Path(shutil.copytree(CORPUS, tmp_path / "corpus"))
    lawkb.environment["LAWKB_CORPUS"] = str(folder)
    return folder


@pytest.fixture
def waived(lawkb: Run, corpus: Path) -> Path:
    words = ("check", "--waive", LOSS, "--author", "Α. Β.", "--reason", REASON)
    assert lawkb(*words).returncode == 0
    return corpus


def states(lawkb: Run) -> list[tuple[str, str]]:
    """Address and state of each waiver."""
    return [(each["address"], each["state"]) for each in lawkb.json("waivers")["waivers"]]


def change_20e(corpus: Path) -> None:
    """The English text of 20E has another word."""
    page = corpus / "sources/wiki/law_20.txt"
    text = page.read_text("utf-8").replace("errors in restatement", "mistakes in restatement")
    page.write_text(text, "utf-8")


def test_accepted_findings_are_listed_with_the_reason(lawkb: Run, waived: Path) -> None:
    (entry,) = lawkb.json("waivers")["waivers"]
    date = entry.pop("date")
    assert entry == {
        "fingerprint": LOSS,
        "rule": "omission",
        "edition": "2017",
        "address": "20E",
        "lang": "el",
        "reason": REASON,
        "author": "Α. Β.",
        "state": "valid",
    }
    shown = lawkb("waivers").stdout
    assert shown.startswith(f"omission 20E el  2017 {LOSS}\n")
    assert f"Α. Β., {date}" in shown


def test_no_accepted_finding_is_reported(lawkb: Run, corpus: Path) -> None:
    done = lawkb("waivers")
    assert (done.returncode, done.stderr) == (1, "no finding has been accepted\n")


def test_a_waiver_whose_text_changed_is_renewed(lawkb: Run, waived: Path) -> None:
    before = (waived / "waivers.toml").read_text("utf-8")
    change_20e(waived)
    assert lawkb("ingest").returncode == 0
    assert states(lawkb) == [("20E", "expired")]
    assert "expired" in lawkb("waivers").stdout
    assert lawkb("check", "20E").stdout.count("lawkb waivers renew") == 1
    done = lawkb("waivers", "renew", LOSS[:6], "--author", "Γ. Δ.")
    assert done.returncode == 0, done.stderr
    assert states(lawkb) == [("20E", "valid")]
    (entry,) = lawkb.json("waivers")["waivers"]
    assert (entry["author"], entry["reason"]) == ("Γ. Δ.", REASON)
    after = (waived / "waivers.toml").read_text("utf-8")
    assert after.count("\n") == before.count("\n")


def test_a_waiver_whose_finding_is_gone_is_useless_and_is_removed(lawkb: Run, waived: Path) -> None:
    file = waived / "waivers.toml"
    file.write_text("# ours\n\n" + file.read_text("utf-8").replace(LOSS, "0" * 16), "utf-8")
    assert states(lawkb) == [("20E", "useless")]
    renewed = lawkb("waivers", "renew", "000")
    assert (renewed.returncode, renewed.stderr.split("\n")[1:]) == (
        2,
        ["  there is no such finding any more", f"  hint: lawkb waivers remove {'0' * 16}", ""],
    )
    assert lawkb("waivers", "remove", "000").returncode == 0
    assert file.read_text("utf-8") == "# ours\n"


def test_a_removed_waiver_opens_its_finding(lawkb: Run, waived: Path) -> None:
    assert LOSS not in lawkb("check", "20E").stdout
    assert lawkb("waivers", "remove", LOSS).returncode == 0
    assert LOSS in lawkb("check", "20E").stdout
    assert not (waived / "waivers.toml").exists()


ERRORS = [
    (("waivers", "renew", LOSS), "it is accepted for the present texts since", "nothing to renew"),
    (("waivers", "remove", "zzz"), "no waiver has this fingerprint", "lawkb waivers prints them"),
    (("check", "--waive", LOSS, "--reason", "so"), "waived already", f"waivers renew {LOSS}"),
    (("comments", "reopen", COMMENT), "nothing was decided on this comment", "lawkb comments"),
    (("comments", "reopen", "zzz"), "no comment on a law has this id", "lawkb comments"),
    (("terms", "add", "lead"), "it has no translation", "give one in el or it"),
    (("terms", "add", "lead", "--rendering", "fr", "a"), "no translation in 'fr'", "el, it"),
    (("terms", "add", "lead", "--rendering", "zz", "a"), "no translation in 'zz'", "el, it"),
    (("terms", "add", "#x", "--rendering", "el", "α"), "is a comment", "without the #"),
    (("terms", "add", "dummy", "--rendering", "el", "μορ"), "in line", "keep one of them"),
    (("terms", "add", "x", "--rendering", "el", "**"), "is no stem", "stem*"),
    (("terms", "change", "no such"), "the glossary has no such term", "lawkb terms shows all"),
]


@pytest.mark.parametrize(("words", "what", "hint"), ERRORS)
def test_what_cannot_be_decided_is_an_error_of_three_lines(
    lawkb: Run, waived: Path, words: tuple[str, ...], what: str, hint: str
) -> None:
    before = {file: file.read_bytes() for file in waived.glob("*.t*")}
    done = lawkb(*words)
    lines = done.stderr.rstrip("\n").split("\n")
    assert (done.returncode, len(lines)) == (2, 3), done.stderr
    assert what in lines[1] and hint in lines[2]
    assert {file: file.read_bytes() for file in waived.glob("*.t*")} == before


def test_a_comment_is_opened_again(lawkb: Run, corpus: Path) -> None:
    def status() -> Any:
        found = lawkb.json("comments")["comments"]
        return next(each["status"] for each in found if each["id"] == COMMENT)

    before = status()
    for reason in ("no", "indeed no"):
        done = lawkb("comments", "settle", COMMENT, "--rejected", "--reason", reason)
        assert done.returncode == 0, done.stderr
    assert lawkb("ingest").returncode == 0
    assert status() == "rejected"
    assert lawkb("comments", "reopen", COMMENT[:4]).returncode == 0
    assert not (corpus / "comments.toml").exists()
    assert lawkb("ingest").returncode == 0
    assert status() == before


def test_a_term_is_added_with_stems_and_changed(lawkb: Run, corpus: Path) -> None:
    file = corpus / "glossary.tsv"
    before = file.read_text("utf-8")
    added = lawkb("terms", "add", "revised bid", "--rendering", "el", "αλλαγμένη δήλωση")
    row = "revised bid\tαλλαγμένη|αλλαγμέν* δήλωση|δήλωσ*\t\tpreferred\t\n"
    assert file.read_text("utf-8") == before + row
    assert "+  en: revised bid  el: αλλαγμένη|αλλαγμέν* δήλωση|δήλωσ*" in added.stdout
    words = ("--rendering", "it", "dichiarazione|dichiarazion*", "--note", "new\there")
    changed = lawkb("terms", "change", "Revised bid", *words, "--status", "admitted")
    assert changed.stdout.startswith("-  en: revised bid")
    cells = ["revised bid", "αλλαγμένη|αλλαγμέν* δήλωση|δήλωσ*", "dichiarazione|dichiarazion*"]
    assert file.read_text("utf-8") == before + "\t".join([*cells, "admitted", "new here"]) + "\n"
    again = lawkb("terms", "change", "revised bid", "--status", "admitted")
    assert again.stdout == "nothing to do: the term is like that\n"
    assert lawkb("terms", "revised", "bid").returncode == 0


def test_one_of_several_rows_of_a_term_is_named_by_its_line(lawkb: Run, corpus: Path) -> None:
    file = corpus / "glossary.tsv"
    assert lawkb("terms", "add", "dummy", "--rendering", "el", "νεκρός").returncode == 0
    last = file.read_text("utf-8").count("\n")
    done = lawkb("terms", "change", "dummy", "--status", "forbidden")
    assert done.returncode == 2
    assert f"{last} (νεκρός|νεκρ*)" in done.stderr and "--line N" in done.stderr
    words = ("terms", "change", "dummy", "--status", "forbidden", "--line", str(last))
    assert lawkb(*words).returncode == 0
    assert file.read_text("utf-8").endswith("dummy\tνεκρός|νεκρ*\t\tforbidden\t\n")
