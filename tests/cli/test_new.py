"""``lawkb new``: an invented act of each kind, and the files that somebody gives."""

from __future__ import annotations

import io
import os
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import lawkb
from lawkb.cli.commands import run
from lawkb.corpus.new_corpus import GivenFile, kinds_of_code
from lawkb.recognition import recognise

CASES = tomllib.loads(
    (Path(__file__).parents[1] / "cases/presets.toml").read_text(encoding="utf-8")
)["cases"]
EDITION = "2016"
EU = ["--kind", "eu-act", "--languages", "en,el", "--articles", "4", "--title", "The Bees"]
EU += ["--date", "2016-04-27"]

Told = Callable[..., tuple[int, str, str]]


class Terminal(io.StringIO):
    """Answers that somebody types."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _nobody(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody answers, unless a test does."""
    with Path(os.devnull).open(encoding="utf-8") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        yield


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


def test_without_a_terminal_a_code_whose_files_have_no_title_has_the_name_of_its_folder(
    tmp_path: Path, told: Told
) -> None:
    (tmp_path / "text.txt").write_text(
        "Article 1\nBees\n\n1. Bees fly.\n\nArticle 2\nHives\n\n1. A hive stands.\n",
        encoding="utf-8",
    )
    code, out, errors = told("new", "bees", "--kind", "eu-act", "--from", "en=text.txt")
    assert code == 0, errors
    assert "  --title en=bees\n" in out
    settings = (tmp_path / "bees/corpus/corpus.toml").read_text(encoding="utf-8")
    assert tomllib.loads(settings)["code"]["titles"] == {"en": "bees"}


@pytest.mark.parametrize(
    ("words", "told_line"),
    [
        (["new", "act", "--public-findings"], "--public-findings"),
        (["new", "act", "--no-public-findings"], "--public-findings"),
        (["serve", "--metrics", "127.0.0.1:9100"], "--metrics"),
    ],
)
def test_an_option_that_is_gone_says_so_and_what_to_do(
    words: list[str], told_line: str, tmp_path: Path, told: Told
) -> None:
    code, _, errors = told(*words)
    assert code == 2
    first, second, third = errors.splitlines()
    assert first == told_line
    assert second.startswith("  this option is gone: ")
    assert third.startswith("  hint: ")
    assert not (tmp_path / "act").exists()


# ---- texts that are given


def rules(folder: Path) -> list[dict[str, Any]]:
    settings = tomllib.loads((folder / "corpus/corpus.toml").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = settings["sources"][0]["pages"]
    return found


def test_a_whole_act_in_a_file_for_each_language_is_copied_and_named(
    tmp_path: Path, told: Told
) -> None:
    for name, law in (("L_2016119EN.01.txt", "Article"), ("act-el.txt", "Άρθρο")):
        (tmp_path / name).write_text(f"{law} 1 – One\n\nWords.\n", encoding="utf-8")
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


def test_annexes_in_files_of_their_own_are_annexes_at_once(
    tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    act = "<ARTICLE><TI.ART>Article {0}</TI.ART><ALINEA>Bees fly.</ALINEA></ARTICLE>"
    annex = "<TITLE><TI><P>ANNEX {0}</P></TI></TITLE><CONTENTS><P>Wax.</P></CONTENTS>"
    files = {"act_en.fmx.xml": f"<ACT><ENACTING.TERMS>{act.format(1)}</ENACTING.TERMS></ACT>"}
    for number, roman in ((1, "I"), (2, "II"), (3, "III")):
        files[f"annex_{number}_en.fmx.xml"] = f"<ANNEX>{annex.format(roman)}</ANNEX>"
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    assert told("new", "act", *EU, *files)[0] == 0
    monkeypatch.chdir(tmp_path / "act")
    assert not [
        loss for page in lawkb.ingest().pages for loss in page.losses if loss.kind != "title"
    ]
    laws = [law.number for law in lawkb.open_corpus().laws()]
    assert [*map(str, laws)] == ["1", "annex-1", "annex-2", "annex-3"]


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("annex_1_en.txt", "annex_2_en.txt"), "the word for an annex"),
        (("παράρτημα-1_en.txt", "παράρτημα-2_en.txt"), "the same in another language of the code"),
        (("chapter 1 en.txt", "chapter 2 en.txt"), "the word for a division"),
        (("L_2031EN.01000101.txt", "L_2031EN.01001901.txt"), "numbers that no article has"),
        (("act_2031_en.txt", "act_2032_en.txt"), "years"),
    ],
)
def test_a_file_whose_name_has_no_number_of_an_article_is_read_by_its_titles(
    names: tuple[str, ...], why: str, tmp_path: Path, told: Told
) -> None:
    for number, name in enumerate(names, 1):
        (tmp_path / name).write_text(f"Article {number} – Bees\n\nWords.\n")
    assert told("new", "act", *EU, *names)[0] == 0
    assert [(rule["pattern"], rule["kind"]) for rule in rules(tmp_path / "act")] == [
        (Path(name).stem, "laws") for name in names
    ], why


def test_the_language_of_a_file_may_be_written_before_it(tmp_path: Path, told: Told) -> None:
    (tmp_path / "original.txt").write_text("Article 1 – Bees\n\nWords.\n")
    (tmp_path / "both.txt").write_text("Άρθρο 2\n\nΛέξεις.\n\nArticle 2\n\nWords.\n")
    assert told("new", "act", *EU, "en=original.txt", "el,en=both.txt")[0] == 0
    assert [rule["languages"] for rule in rules(tmp_path / "act")] == [["en"], ["el", "en"]]


def test_files_without_a_language_are_all_named_at_once(tmp_path: Path, told: Told) -> None:
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text("Член 1\n\nСлова.\n", encoding="utf-8")
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
        (["--kind", "constitution"], "there are: rule-book, regulations"),
        (["--kind", "eu-act", "--languages", "en,xx"], "lawkb has no file for xx"),
        ([*EU, "missing.txt"], "not there: missing.txt"),
        ([*EU, "--date", "yesterday"], "write one such as 2016-04-27 or 27/4/2016"),
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
    answers = "\neu-act\nen,el\nThe Bees\nΟι μέλισσες\n4\nThe Beekeepers\nbees\ny\n\n"
    monkeypatch.setattr(sys, "stdin", Terminal(answers))
    code, _, asked = told("new", "act")
    assert code == 0, asked
    questions = asked.replace(": ", ":\n")  # who answers ends the line
    assert all(len(line) <= 80 for line in questions.splitlines())
    settings = tomllib.loads((tmp_path / "act/corpus/corpus.toml").read_text(encoding="utf-8"))
    assert settings["code"]["titles"] == {"en": "The Bees", "el": "Οι μέλισσες"}


@pytest.mark.parametrize("stdin", [io.StringIO(), Terminal("\n")], ids=["script", "terminal"])
def test_without_an_answer_the_error_names_the_option(
    stdin: io.StringIO, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", stdin)
    code, _, errors = told("new", "act", "--kind", "blank")
    assert code == 2
    assert "hint: answer, or give --languages" in errors


def test_at_a_terminal_a_wrong_answer_is_asked_again(
    tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = (
        "",
        "constitution",
        "eu-act",
        "en,xx",
        "en",
        "Bees",
        "no",
        "4",
        "",
        "B!",
        "bees",
        "soon",
        "1.3.2024",
    )
    monkeypatch.setattr(sys, "stdin", Terminal("\n".join(answers) + "\n"))
    code, _, asked = told("new", "act")
    assert code == 0, asked
    assert asked.count("hint: ") == 5
    assert "--" not in asked
    settings = tomllib.loads((tmp_path / "act/corpus/corpus.toml").read_text(encoding="utf-8"))
    assert settings["code"]["id"] == "bees"
    assert settings["editions"][0]["date"] == "2024-03-01"


def test_without_files_a_kind_is_proposed_and_a_question_without_proposal_says_so(
    tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("\n\n\nen\nBees\n4\n\n\n\n\n"))
    code, _, asked = told("new", "act")
    assert code == 0, asked
    assert "Kind of code [rule-book]: " in asked
    assert asked.count("nothing is proposed here") == 1
    assert "Issued by, such as the name of a federation [Bees]: " in asked


@pytest.mark.parametrize("date", ["2024-03-01", "1/3/2024", "01.03.2024"])
def test_a_date_is_written_by_iso_or_with_the_day_first(
    date: str, tmp_path: Path, told: Told
) -> None:
    assert told("new", "act", *EU, "--date", date)[0] == 0
    settings = tomllib.loads((tmp_path / "act/corpus/corpus.toml").read_text(encoding="utf-8"))
    assert settings["editions"][0]["date"] == "2024-03-01"


def test_nothing_is_overwritten_and_every_file_in_the_way_is_named_before_a_question(
    tmp_path: Path, told: Told
) -> None:
    (tmp_path / "act").mkdir()
    for name in ("mkdocs.yml", "README.md"):
        (tmp_path / "act" / name).write_text("mine")
    code, _, errors = told("new", "act")
    assert code == 2
    assert "there already: mkdocs.yml, README.md" in errors
    assert sorted(each.name for each in (tmp_path / "act").iterdir()) == ["README.md", "mkdocs.yml"]


# ---- what the files say, and what is said of them


def test_the_title_and_the_last_number_of_the_files_are_offered(
    tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    for tag, title, law in (("en", "The Wells Act", "Article"), ("el", "Νόμος πηγών", "Άρθρο")):
        laws = "".join(f"{law} {n}\n\n1. Α.\n\n" for n in range(1, 13))
        (tmp_path / f"act_{tag}.txt").write_text(f"{title}\n\n{laws}", encoding="utf-8")
    (tmp_path / "my act_el.txt").write_text("Άρθρο 13\n\n1. Α.\n", encoding="utf-8")
    answers = f'act_el.txt act_en.txt "my act_el.txt"\ngreek-statute\n{8 * chr(10)}'
    monkeypatch.setattr(sys, "stdin", Terminal(answers))
    code, _, asked = told("new", "act")
    assert code == 0, asked
    settings = tomllib.loads((tmp_path / "act/corpus/corpus.toml").read_text(encoding="utf-8"))
    assert settings["code"]["titles"] == {"el": "Νόμος πηγών", "en": "The Wells Act"}
    assert settings["editions"][0]["laws"] == 13


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        (("Lighthouse Act", "S.C. 2014, c. 31"), "Lighthouse Act"),
        (("LAW No 6105", "Public fountains.", "We promulgate:"), "LAW No 6105: Public fountains"),
        (
            ("REGULATION (EU) 2031/4", "of 9 May 2031", "on orchards", "(EEA)"),
            "REGULATION (EU) 2031/4 of 9 May 2031 on orchards",
        ),
        (("Directive 1", f"on {'bees ' * 30}"), "Directive 1"),
        (("Whereas:", "(1) Bees fly."), None),
        (("CHAPTER I", "Bees"), None),
        ((), None),
    ],
)
def test_a_title_is_the_first_line_of_a_text_with_those_that_continue_it(
    lines: tuple[str, ...], title: str | None, tmp_path: Path
) -> None:
    file = tmp_path / "act_en.txt"
    file.write_text("\n\n".join((*lines, "Article 1", "1. Bees fly.")), encoding="utf-8")
    found = recognise([GivenFile(file, ("en",))], kind="eu-act")
    assert (dict(found.titles), found.last) == ({"en": title} if title else {}, 1)


def test_a_long_title_is_offered_on_lines_of_80_columns(
    tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = "Regulation (EU) 2031/417 on community orchards and on the sharing of their harvest"
    (tmp_path / "act_en.txt").write_text(f"{title}\n\nArticle 1\n\n1. Bees fly.\n")
    monkeypatch.setattr(sys, "stdin", Terminal(7 * "\n"))
    words = ("--kind", "eu-act", "--languages", "en", "act_en.txt")
    code, _, asked = told("new", "act", *words)
    assert code == 0, asked
    assert all(len(line) <= 80 for line in asked.replace(": ", ":\n").splitlines())
    settings = tomllib.loads((tmp_path / "act/corpus/corpus.toml").read_text(encoding="utf-8"))
    assert settings["code"]["titles"]["en"] == title


def test_a_missing_quotation_mark_is_an_error_in_three_lines(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal('"my act.docx\n'))
    code, _, errors = told("new", "act", "--kind", "eu-act", "--languages", "en")
    assert code == 2
    assert "a quotation mark is missing" in errors


def test_a_language_without_menus_is_told_with_the_file_to_add(tmp_path: Path, told: Told) -> None:
    code, output, _ = told("new", "act", *EU[:2], "--languages", "en,nl", *EU[4:])
    assert code == 0
    lines = " ".join(output.split())
    assert "Menus of the site: English. There are none in Nederlands yet" in lines
    assert "corpus/languages/nl.po" in lines
    assert all(len(line) <= 80 for line in output.splitlines())
    assert "Menus of the site" not in told("new", "other", *EU)[1]


def test_files_of_annexes_are_told_to_be_read_by_their_headings(tmp_path: Path, told: Told) -> None:
    for name in ("annex_1_en.txt", "annex_2_en.txt"):
        (tmp_path / name).write_text("Words.\n")
    (tmp_path / "act_en.txt").write_text("Article 1 – Bees\n\nWords.\n")
    _, output, _ = told("new", "act", *EU, "act_en.txt", "annex_1_en.txt", "annex_2_en.txt")
    assert (
        "annex_1_en.txt and 1 more: read as annexes, by the heading in each file"
        in output.splitlines()
    )
    settings = (tmp_path / "act/corpus/corpus.toml").read_text(encoding="utf-8")
    assert "# annex_1_en: an annex, by the heading in the file" in settings


def test_labels_that_go_on_in_the_next_part_of_a_schedule_are_no_gap(
    tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = {"en": ("SCHEDULE", "PART", "A light."), "fr": ("ANNEXE", "PARTIE", "Un feu.")}
    for tag, (schedule, part, item) in words.items():
        word = "Section" if tag == "en" else "Article"
        parts = (f"{part} {n}\n\n{2 * n - 1} {item}\n\n{2 * n} {item}" for n in (1, 2))
        text = "\n\n".join([f"{word} 1", item, f"{schedule} 1", *parts])
        (tmp_path / f"act_{tag}.txt").write_text(text, encoding="utf-8")
    given = ("--kind", "federal-act", "--languages", "en,fr", "--title", "A", "--articles", "1")
    assert told("new", "act", *given, "act_en.txt", "act_fr.txt")[0] == 0
    monkeypatch.chdir(tmp_path / "act")
    lawkb.ingest()
    corpus = lawkb.open_corpus()
    addresses = [
        each.address for law in corpus.laws() for each in corpus.law(law.number).provisions
    ]
    assert addresses[-1].endswith("(4)")
    assert not [each for each in corpus.check().findings if each.rule == "numbering"]


def test_a_section_of_a_part_in_french_is_not_left_in_english(
    told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    acts = Path(__file__).parents[1] / "cases/acts/maple"
    given = ("--kind", "federal-act", "--languages", "en,fr", "--title", "A", "--articles", "32")
    files = (str(acts / "act_en.docx"), str(acts / "act_fr.docx"))
    assert told("new", "act", *given, *files)[0] == 0
    monkeypatch.chdir(tmp_path / "act")
    lawkb.ingest()
    found = lawkb.open_corpus().check().findings
    assert not [each for each in found if each.rule == "untranslated"]
