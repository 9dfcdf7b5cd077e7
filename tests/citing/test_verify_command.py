"""``lawkb verify``: files of every format, reports, exit codes, corrected copies, bad input."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import docx
import jsonschema
import pytest
from msgspec.structs import replace

import lawkb
from lawkb.citing.citing_text import text_given
from lawkb.citing.verification import Verifier
from lawkb.cli.commands import run
from lawkb.model.law import Repeal
from tests.corpus_files import CORPUS
from tests.parse import word_files

RULING = Path(__file__).parents[2] / "examples/rulings/ruling.md"
SCHEMA = Path(__file__).parents[1] / "schemas"
WRONG = "Except as this Law specifies, a card once played can not be withdrawn"
RIGHT = "Except as this Law specifies, a card once played may not be withdrawn"
UNAUTHORIZED = (
    "Knowledge of the replacement of a card is unauthorized for the partner of a player whose "
    "hand contained an incorrect number of cards."
)
PAGE = f"""<!DOCTYPE html><html lang="en"><head><title>Ruling</title></head><body>
<p>Law <b>47F2</b> says “Except as <i>this</i> Law specifies, a card once played can not be
withdrawn”, said the player &amp; friends.</p>
<p>Law 14C says:</p><blockquote><p>{UNAUTHORIZED}</p></blockquote>
<ul><li>Law 47H was not applied.</li></ul></body></html>"""


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAWKB_CORPUS", str(CORPUS))


def call(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["lawkb", "verify", *words])
    return run()


def word_file(path: Path) -> Path:
    document = docx.Document()
    paragraph = document.add_paragraph("Law ")
    paragraph.add_run("47F2").bold = True
    paragraph.add_run(" says “Except as this Law specifies, a card ")
    paragraph.add_run("once").italic = True
    paragraph.add_run(" played can not be withdrawn”.")
    document.add_paragraph("Law 14C says:")
    document.add_paragraph(UNAUTHORIZED, style="Quote")
    document.add_paragraph("Law 47H was not applied.")
    document.save(str(path))
    return path


def test_the_worst_come_first_in_three_lines_each(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(monkeypatch, str(RULING)) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "8 citations, 4 quotations" in lines[0]
    told = [line.split()[0] for line in lines if line.split()[:1] and not line.startswith(" ")]
    assert [each for each in told if each in ("error", "note")] == ["error"] * 3 + ["note"]
    at = next(i for i, line in enumerate(lines) if "quote-differs" in line)
    assert lines[at].endswith("ruling.md:3")
    assert "[-may-] {+can+} not be withdrawn" in lines[at + 2]
    assert lines[-1].startswith("1 exact quotation of a translation (el)")


def test_files_of_word_and_html_are_read_with_their_block_quotes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = tmp_path / "ruling.html"
    page.write_text(PAGE, encoding="utf-8")
    for file in (page, word_file(tmp_path / "ruling.docx")):
        assert call(monkeypatch, str(file), "--format", "json") == 1
        (text,) = json.loads(capsys.readouterr().out)["texts"]
        assert text["file"] == str(file)
        told = [(each["verdict"], each["address"]) for each in text["quotes"]]
        assert told == [("quote-differs", "47F2"), ("quote-exact", "14C")]
        assert [each["verdict"] for each in text["citations"] if each["raw"] == "47H"] == [
            "no-such-provision"
        ]


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-7"])
def test_the_element_q_of_a_page_is_a_quotation(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    charset: str,
) -> None:
    """Browsers show its quotation marks, which are not in the file."""
    page = tmp_path / "ruling.html"
    quoting = f'<p>Law 47F2 says: <q\nlang="en">{WRONG}</q>.</p>\n<p>Νόμος 47Β: <Q>η αντάμ</Q></p>'
    head = f'<!DOCTYPE html><html><head><meta charset="{charset}"><title>Ruling</title></head>'
    page.write_text(f"{head}<body>{quoting}</body></html>", encoding=charset)
    assert call(monkeypatch, str(page), "--format", "json") == 1
    (text,) = json.loads(capsys.readouterr().out)["texts"]
    told = [(each["verdict"], each["address"], each["words"]) for each in text["quotes"]]
    assert told == [("quote-differs", "47F2", WRONG)]
    call(monkeypatch, str(page), "--fix")
    copy = tmp_path / "ruling.corrected.html"
    assert f'<q\nlang="en">{RIGHT}</q>' in copy.read_bytes().decode()


FIRST = "<sup><a href='#one'>1</a></sup>"
IN_NOTES = {
    "Word": None,
    "linked notes": (
        f"<p>North led out of turn.{FIRST} Law 47F2 says “Except as this Law specifies, a card"
        "<sup><a href='#two'>2</a></sup> once played may not be withdrawn”.</p><ol><li id='one'>“A"
        " lead or play may not be accepted by his LHO in these circumstances” (Law 47E1).</li>"
        "<li id='two'>See Law 47H.</li></ol>"
    ),
    "numbers alone": (
        "<p>North led out of turn.<sup>1</sup> Law 47F2 says “Except as this Law specifies, a card"
        "<sup>2</sup> once played may not be withdrawn”.</p><p>1 “A lead or play may not be "
        "accepted by his LHO in these circumstances” (Law 47E1).</p><p>2 See Law 47H.</p>"
    ),
}


@pytest.mark.parametrize("kind", IN_NOTES)
def test_footnotes_of_a_file_are_verified_and_their_marks_are_no_words(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    kind: str,
) -> None:
    page = IN_NOTES[kind]
    path = tmp_path / ("ruling.html" if page else "ruling.docx")
    path.write_bytes(page.encode() if page else word_file_with_footnotes())
    assert call(monkeypatch, str(path), "--format", "json") == 1
    (text,) = json.loads(capsys.readouterr().out)["texts"]
    assert [(each["raw"], each["verdict"]) for each in text["citations"]] == [
        ("47F2", "found"),
        ("this Law", "found"),
        ("47E1", "found"),
        ("47H", "no-such-provision"),
    ]
    assert [(each["address"], each["verdict"]) for each in text["quotes"]] == [
        ("47F2", "quote-exact"),
        ("47E1", "quote-exact"),
    ]


def word_file_with_footnotes() -> bytes:
    mark = '<w:r><w:footnoteReference w:id="{}"/></w:r>'
    words, part = word_files.run, word_files.paragraph
    body = part(
        words("North led out of turn.")
        + mark.format(1)
        + words(" Law 47F2 says “Except as this Law specifies, a card")
        + mark.format(2)
        + words(" once played may not be withdrawn”.")
    )
    quoted = "“A lead or play may not be accepted by his LHO in these circumstances” (Law 47E1)."
    notes = [part(words(quoted)), part(words("See Law 47H."))]
    made = [f'<w:footnote w:id="{n}">{each}</w:footnote>' for n, each in enumerate(notes, 1)]
    return word_files.word_file(body, {"footnotes": "".join(made)})


def test_the_json_is_what_python_gives(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    call(monkeypatch, str(RULING), "--format", "json")
    (text,) = json.loads(capsys.readouterr().out)["texts"]
    own = lawkb.as_json(lawkb.verify(RULING.read_text("utf-8"), corpus=CORPUS))
    assert {**own, "file": str(RULING)} == text


def test_reports_for_other_programs_are_valid(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    report = tmp_path / "verdicts.sarif"
    assert call(monkeypatch, str(RULING), "--format", "sarif", "-o", str(report)) == 1
    capsys.readouterr()
    sarif = json.loads(report.read_text("utf-8"))
    schema = json.loads(next(SCHEMA.rglob("*sarif*.json")).read_text("utf-8"))
    jsonschema.validate(sarif, schema)
    (ran,) = sarif["runs"]
    assert [each["ruleId"] for each in ran["results"]].count("quote-differs") == 1
    assert {each["id"] for each in ran["tool"]["driver"]["rules"]} >= {"quote-not-found"}
    assert call(monkeypatch, str(RULING), "--format", "junit") == 1
    suite = ElementTree.fromstring(capsys.readouterr().out)[0]
    assert (suite.get("name"), suite.get("failures")) == ("lawkb verify", "4")
    assert call(monkeypatch, str(RULING), "--format", "github") == 1
    assert "::error file=" in capsys.readouterr().out


@pytest.mark.parametrize("form", ["md", "html", "docx"])
def test_a_corrected_copy_has_the_words_of_the_law(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    form: str,
) -> None:
    file = tmp_path / f"ruling.{form}"
    if form == "docx":
        word_file(file)
    else:
        file.write_text(PAGE if form == "html" else f"Law **47F2**: “{WRONG}”.\r\n", newline="")
    before = file.read_bytes()
    call(monkeypatch, str(file), "--fix")
    copy = tmp_path / f"ruling.corrected.{form}"
    assert "1 quotation corrected in" in capsys.readouterr().err
    assert file.read_bytes() == before
    call(monkeypatch, str(copy), "--format", "json")
    (text,) = json.loads(capsys.readouterr().out)["texts"]
    assert {each["verdict"] for each in text["quotes"]} == {"quote-exact"}
    if form == "md":
        assert copy.read_bytes().decode() == f"Law **47F2**: “{RIGHT}”.\r\n"
    assert call(monkeypatch, str(file), "--fix") == 2  # the copy is there
    assert "it is there already" in capsys.readouterr().err


def test_standard_input_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = io.TextIOWrapper(io.BytesIO("Ο Νόμος 47Θ δεν υπάρχει.".encode()))
    monkeypatch.setattr(sys, "stdin", text)
    assert call(monkeypatch, "-") == 1
    assert "there is no 47I" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "name", "told"),
    [
        (b"", "a.md", "empty"),
        (b"\x00\x01\x02" * 500, "a.txt", "hint"),
        (b"%PDF-1.7 ...", "a.txt", "PDF"),
        (b"\x7fELF\x00\x00", "a.md", "program"),
        (b"Law 47", "a.pdf", "does not read this kind"),
        (None, "missing.md", "no such file"),
    ],
)
def test_what_cannot_be_read_is_told_in_three_lines(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    content: bytes | None,
    name: str,
    told: str,
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    assert call(monkeypatch, str(tmp_path / name)) == 2
    error = capsys.readouterr().err
    assert told in error
    assert len(error.splitlines()) == 3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--edition", "1999"), "edition 1999"),
        (("--lang", "xx"), "language xx"),
        (("-q", "--format", "json"), "it is for text"),
    ],
)
def test_wrong_options_are_told(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    told: str,
) -> None:
    assert call(monkeypatch, str(RULING), *words) == 2
    assert told in capsys.readouterr().err


def test_escapes_of_strangers_never_reach_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "hostile.md"
    file.write_text("Law 47F2 says “a \x9b31m card \u202eonce \u2066 played may go [bold]away”.")
    call(monkeypatch, str(file))
    out = capsys.readouterr().out
    assert not {"\x1b", "\x9b", "\u202e", "\u2066"} & set(out)


# ---- verdicts that the shipped codes have no case of


def test_a_repealed_provision_and_one_of_another_edition_are_told() -> None:
    code = lawkb.open_corpus(CORPUS)._code
    laws = dict(code.laws)
    for tag in ("en", "el"):
        law = laws["2017", tag, 47]
        kept = tuple(each for each in law.root.body if each.address.path[-1] != 6)  # type: ignore[union-attr]
        root = replace(law.root, body=kept)
        first = replace(root.children[0], repealed=Repeal("2020-01-01"))
        laws["2017", tag, 47] = replace(law, root=root.with_provision(first))
    verifier = Verifier(CORPUS, replace(code, laws=laws))
    found = verifier.verify(text_given("Law 47A, Law 47F1, Law 47F1 of the 2007 Laws."))
    told = [(each.verdict, each.target, each.candidates) for each in found.citations]
    assert told == [
        ("repealed", "47A", ()),
        ("other-edition", "47F1", ("2007:47F1",)),
        ("found", "2007:47F1", ()),
    ]


EXACT = (
    "A player may retract the card he has played because of a mistaken explanation of an "
    "opponent’s call or play and before a corrected explanation"
)


@pytest.mark.parametrize(
    "block",
    [
        "> {} (Law 47E2(a))",
        "> {}\n> — Law 47E2(a)",
        "> {} – Law 47E2(a), Laws of Duplicate Bridge 2017",
        "> Law 47E2(a): {}",
        '> "{}" (Law 47E2(a))',
        "> “{}” — Law 47E2(a)",
        "> {}\n\n(Law 47E2(a))",
        "Law 47E2(a) says:\n\n> {}",
    ],
)
def test_a_block_quote_is_judged_without_the_citation_in_it(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    block: str,
) -> None:
    file = tmp_path / "answer.md"
    for words, verdict in (
        (EXACT, "quote-exact"),
        (EXACT.replace("mistaken", "wrong"), "quote-differs"),
    ):
        file.write_text(f"Intro.\n\n{block.format(words)}\n\nThe end.\n", encoding="utf-8")
        call(monkeypatch, str(file), "--format", "json")
        (text,) = json.loads(capsys.readouterr().out)["texts"]
        (quote,) = text["quotes"]
        assert (quote["verdict"], quote["address"]) == (verdict, "47E2(a)")
