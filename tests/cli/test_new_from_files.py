"""``lawkb new`` with files: what it recognises, and that ingest then reads all of them."""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import sys
import sysconfig
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from subprocess import DEVNULL, run

import docx
import pytest

import lawkb
from lawkb.cli.commands import run as run_lawkb
from lawkb.corpus.corpus_toml import read_outline

Told = Callable[..., tuple[int, str, str]]
Lines = list[tuple[str, str]]  # kind and words of each paragraph

TITLES = {"en": "Rules of the Hoops Federation", "el": "Κανονισμός της Ομοσπονδίας Στεφανιών"}
HEADINGS = {
    "en": "Name|Purpose|Members|Fees|General assembly|Board|Discipline|Final provisions",
    "el": "Επωνυμία|Σκοπός|Μέλη|Συνδρομές|Γενική συνέλευση|Συμβούλιο|Πειθαρχικά|Τελικές διατάξεις",
}
WORDS = {
    "en": (
        "The federation keeps the rules of the game.",
        "The board hears every member:",
        "first, the one who asks;",
        "then the others.",
    ),
    "el": (
        "Η ομοσπονδία φροντίζει τους κανόνες του παιχνιδιού.",
        "Το συμβούλιο ακούει κάθε μέλος:",
        "πρώτα αυτό που ζητά·",
        "έπειτα τα άλλα.",
    ),
}
NUMBERED = {"en": ("1.", "2.", "(a)", "(b)"), "el": ("1.", "2.", "(α)", "(β)")}
DECIMAL = {"en": ("{n}.1", "{n}.2", "(a)", "(b)"), "el": ("{n}.1", "{n}.2", "(α)", "(β)")}
LETTERED = {"en": ("A.", "B.", "1.", "2."), "el": ("Α.", "Β.", "1.", "2.")}


class Terminal(io.StringIO):
    """Answers that somebody types."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Told]:
    """Call ``lawkb`` in a folder of its own, without a terminal."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LAWKB_CORPUS", raising=False)
    with Path(os.devnull).open(encoding="utf-8") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)

        def call(*words: str) -> tuple[int, str, str]:
            monkeypatch.setattr(sys, "argv", ["lawkb", *words])
            code = run_lawkb()
            printed = capsys.readouterr()
            return code, printed.out, printed.err

        yield call


def articles(
    tag: str, heading: str, labels: Mapping[str, tuple[str, ...]] = NUMBERED
) -> list[Lines]:
    """Return the paragraphs of eight articles; a ``|`` in the heading ends its paragraph."""
    found: list[Lines] = []
    for n, title in enumerate(HEADINGS[tag].split("|"), 1):
        lines = [("heading", each) for each in heading.format(n=n, title=title).split("|")]
        label = (each.format(n=n) for each in labels[tag])
        lines += [
            ("text", f"{each} {words}") for each, words in zip(label, WORDS[tag], strict=True)
        ]
        found.append(lines)
    return found


def whole(tag: str, heading: str, labels: Mapping[str, tuple[str, ...]] = NUMBERED) -> Lines:
    return [
        ("title", TITLES[tag]),
        *(line for each in articles(tag, heading, labels) for line in each),
    ]


def write(file: Path, lines: Lines) -> str:
    """Write paragraphs as Word with styles, as Markdown, or as plain text, by the suffix."""
    if file.suffix == ".docx":
        document = docx.Document()
        for kind, words in lines:
            level = {"title": 0, "heading": 1}.get(kind)
            document.add_paragraph(words) if level is None else document.add_heading(words, level)
        document.save(str(file))
    else:
        marks = {"title": "# ", "heading": "## "} if file.suffix == ".md" else {}
        file.write_text(
            "\n\n".join(f"{marks.get(kind, '')}{words}" for kind, words in lines) + "\n", "utf-8"
        )
    return file.name


def settings(folder: str = "rules") -> dict[str, object]:
    return tomllib.loads(Path(folder, "corpus/corpus.toml").read_text(encoding="utf-8"))


def read_whole(
    folder: Path, languages: tuple[str, ...] = ("en", "el"), provisions: int = 40
) -> None:
    """Read the sources of a corpus: nothing is lost, and each language has every provision."""
    result = lawkb.ingest(folder)
    assert [loss for page in result.pages for loss in page.losses] == []
    assert all(page.chars["unparsed"] == 0 for page in result.pages)
    corpus = lawkb.open_corpus(folder)
    assert [str(law.number) for law in corpus.laws()] == [*"12345678"]
    for tag in languages:
        found = sum(len(corpus.law(law.number, tag).provisions) for law in corpus.laws())
        assert found == provisions, tag


@pytest.mark.parametrize("suffix", [".docx", ".md", ".txt"])
@pytest.mark.parametrize(
    ("en", "el", "labels", "kind"),
    [
        ("Article {n} – {title}", "Άρθρο {n} – {title}", NUMBERED, "regulations"),
        ("Article {n}. {title}", "Άρθρο {n}. {title}", DECIMAL, "regulations"),
        ("ARTICLE {n}|{title}", "ΑΡΘΡΟ {n}|{title}", NUMBERED, "regulations"),
        ("Article {n}|{title}", "Άρθρο {n}ο|{title}", DECIMAL, "regulations"),
        ("Art. {n} {title}", "Άρθ. {n} {title}", NUMBERED, "regulations"),
        ("§ {n} {title}", "§ {n} {title}", DECIMAL, "regulations"),
        ("Section {n}: {title}", "Άρθρο {n}: {title}", DECIMAL, "regulations"),
        ("Rule {n} – {title}", "Κανόνας {n} – {title}", LETTERED, "rule-book"),
        ("Article {n} – {title}", "Άρθρο {n} – {title}", LETTERED, "rule-book"),
        ("Law {n} – {title}", "Νόμος {n} – {title}", LETTERED, "rule-book"),
        ("Bylaw {n} – {title}", "Ψήφισμα {n} – {title}", NUMBERED, "rule-book"),
    ],
)
def test_the_first_new_and_the_first_ingest_are_right(
    en: str, el: str, labels: Mapping[str, tuple[str, ...]], kind: str, suffix: str, told: Told
) -> None:
    files = [
        write(Path(f"rules_{t}{suffix}"), whole(t, h, labels)) for t, h in (("en", en), ("el", el))
    ]
    code, output, errors = told("new", "rules", *files)
    assert code == 0, errors
    assert all(len(line) <= 80 for line in (*output.splitlines(), *errors.splitlines()))
    assert f"--kind {kind} --languages en,el --articles 8" in " ".join(output.split())
    assert settings()["code"]["titles"] == TITLES  # type: ignore[index]
    read_whole(Path("rules/corpus"))


@pytest.mark.parametrize(
    ("tag", "heading", "label"),
    [
        ("de", "Artikel {n} – {title}", "Artikel"),
        ("de", "§ {n} {title}", "§"),
        ("de", "Regel {n} – {title}", "Regel"),
        ("fr", "Article {n} – {title}", "Article"),
        ("fr", "Règle {n} – {title}", "Règle"),
        ("it", "Art. {n} {title}", "Articolo"),
        ("it", "Regola {n} – {title}", "Regola"),
        ("nl", "Artikel {n} – {title}", "Artikel"),
        ("nl", "Regel {n} – {title}", "Regel"),
    ],
)
def test_the_word_of_a_law_is_recognised_in_each_language(
    tag: str, heading: str, label: str, told: Told
) -> None:
    lines = [("title", f"Reglement {tag}"), *(x for each in articles("en", heading) for x in each)]
    code, _, errors = told("new", "rules", f"{tag}={write(Path('rules.md'), lines)}")
    assert code == 0, errors
    read_whole(Path("rules/corpus"), (tag,))
    assert read_outline(Path("rules/corpus")).language(tag).law.casefold() == label.casefold()


def together(kind: str) -> list[tuple[str, Lines]]:
    """Return files that both languages are in, as people keep them."""
    pairs = [
        (tag, f"{word} {{n}} – {{title}}") for tag, word in (("en", "Article"), ("el", "Άρθρο"))
    ]
    both = [articles(*pair) for pair in pairs]
    if kind == "one after the other":
        return [("rules.docx", [line for pair in pairs for line in whole(*pair)])]
    each = [en + el for en, el in zip(*both, strict=True)]
    titles = [("title", title) for title in TITLES.values()]
    if kind == "article by article":
        return [("rules.md", titles + [line for lines in each for line in lines])]
    if kind == "a file an article":
        return [(f"rules {n}.docx", lines) for n, lines in enumerate(each, 1)]
    return [
        (f"art_{n}_{tag}.md", lines)
        for (tag, _), own in zip(pairs, both, strict=True)
        for n, lines in enumerate(own, 1)
    ]


@pytest.mark.parametrize(
    "kind",
    ["one after the other", "article by article", "a file an article", "a file for each language"],
)
def test_both_languages_are_recognised_in_one_file_and_in_many(kind: str, told: Told) -> None:
    files = [write(Path(name), lines) for name, lines in together(kind)]
    given = [f"--title={tag}={title}" for tag, title in TITLES.items()]
    code, _, errors = told("new", "rules", "--languages=en,el", *given, *files)
    assert code == 0, errors
    read_whole(Path("rules/corpus"))


def test_the_columns_of_a_table_are_the_languages(told: Told) -> None:
    document = docx.Document()
    table = document.add_table(rows=0, cols=2)
    pair = (whole("en", "Article {n} – {title}"), whole("el", "Άρθρο {n} – {title}"))
    for english, greek in zip(*pair, strict=True):
        cells = table.add_row().cells
        cells[0].text, cells[1].text = english[1], greek[1]
    document.save("rules.docx")
    code, _, errors = told("new", "rules", "rules.docx")
    assert code == 0, errors
    assert "English: 8 laws: Article 1 – Name, Article 2 – Purpose" in errors
    read_whole(Path("rules/corpus"))


# ---- what it says


def rules(heading: str = "Article {n} – {title}", name: str = "rules_en.md") -> str:
    return write(Path(name), whole("en", heading))


def test_a_kind_that_says_another_word_follows_the_files_and_the_fitting_one_is_named(
    told: Told,
) -> None:
    greek = write(Path("rules_el.md"), whole("el", "Άρθρο {n} – {title}"))
    code, _, errors = told("new", "rules", "--kind=rule-book", rules(), greek)
    assert code == 0
    said = " ".join(errors.split())
    assert "These files say Article and Άρθρο, rule-book says Rule and Κανόνας" in said
    assert "The kind that fits is regulations." in said
    read_whole(Path("rules/corpus"))
    assert "2.2(a)" in told("--corpus", "rules/corpus", "show", "2.2(a)")[1]


def test_a_kind_that_reads_clearly_less_is_refused_without_a_terminal(told: Told) -> None:
    file = write(Path("rules_en.md"), whole("en", "Article {n} – {title}", DECIMAL))
    code, _, errors = told("new", "rules", "--kind=rule-book", file)
    assert (code, Path("rules").exists()) == (2, False)
    assert errors.splitlines() == [
        "--kind rule-book",
        "  rule-book reads 24 provisions of these files, regulations 40 provisions",
        "  hint: give --kind regulations; corpus.toml can change it afterwards",
    ]


@pytest.mark.parametrize(("answer", "kind"), [("", "regulations"), ("n", "rule-book")])
def test_a_kind_that_reads_clearly_less_is_asked_about_at_a_terminal(
    answer: str, kind: str, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(Path("rules_en.md"), whole("en", "Article {n} – {title}", DECIMAL))
    monkeypatch.setattr(sys, "stdin", Terminal(f"{answer}\n" + 9 * "\n"))
    code, _, asked = told("new", "rules", "--kind=rule-book", file)
    assert code == 0, asked
    assert "Take regulations instead? (y or n) [y]: " in asked
    assert told("--corpus", "rules/corpus", "ingest")[0] == 0
    shown = told("--corpus", "rules/corpus", "show", "2.2(a)")[0]
    assert (shown == 0) == (kind == "regulations")


def test_of_kinds_that_read_as_much_it_is_said_why_one_is_proposed(told: Told) -> None:
    said = " ".join(told("new", "rules", rules())[2].split())
    assert "regulations: 40 provisions, all languages together; " in said
    assert "more read as much, and it says Article as the files do." in said


def test_a_language_in_whose_file_no_law_is_read_is_refused(told: Told) -> None:
    greek = write(Path("rules_el.md"), [("text", "Η ομοσπονδία φροντίζει τους κανόνες.")])
    code, _, errors = told("new", "rules", rules(), greek)
    assert (code, Path("rules").exists()) == (2, False)
    assert errors.splitlines() == [
        "rules_el.md",
        "  no law is read in Ελληνικά",
        "  hint: leave it out; in another language, write TAG=rules_el.md",
    ]


def test_what_is_not_understood_is_said_before_anything_is_written(told: Told) -> None:
    lines = whole("en", "Article {n} – {title}")
    lines[1:1] = [("text", "Approved by the assembly of 1 May.")]
    code, _, errors = told("new", "rules", "--languages=en,xx", write(Path("rules_en.md"), lines))
    assert code == 2
    code, _, errors = told("new", "rules", "--date=soon", "rules_en.md")
    assert (code, Path("rules").exists()) == (2, False)
    code, _, errors = told("new", "rules", "rules_en.md")
    assert "not understood: rules_en.md: «Approved by the assembly of 1 May.»" in errors
    Path("rules").rename("old")
    assert told("new", "rules", "rules_en.md")[2] == errors


def test_the_options_that_it_prints_give_the_same_code_again(told: Told) -> None:
    _, output, _ = told("new", "rules", rules())
    taken = re.search(r"taken, .*?:\n(.*?)\nnext:", output, re.DOTALL)
    assert taken
    assert told("new", "again", *shlex.split(taken[1]), "rules_en.md")[0] == 0
    assert settings("again") == settings("rules")


def test_issuer_and_id_are_written_where_they_can_be_changed(told: Told) -> None:
    given = ("--issuer=Ομοσπονδία Στεφανιών", "--id=hoops")
    assert told("new", "rules", *given, rules())[0] == 0
    written = settings()
    assert written["code"]["id"] == "hoops"  # type: ignore[index]
    assert written["code"]["authority"] == "aa-omospondia-stefanion"  # type: ignore[index]
    assert written["organizations"] == [
        {"id": "omospondia-stefanion", "name": "Ομοσπονδία Στεφανιών"}
    ]


def test_without_options_the_id_is_short(told: Told) -> None:
    assert (
        told("new", "rules", write(Path("κανόνες.md"), whole("el", "Άρθρο {n} – {title}")))[0] == 0
    )
    assert settings()["code"]["id"] == "kanonismos-omospondias"  # type: ignore[index]


def test_a_language_that_the_name_does_not_tell_is_read_from_the_text(told: Told) -> None:
    write(Path("a.docx"), whole("el", "Άρθρο {n} – {title}"))
    write(Path("b.docx"), whole("en", "Article {n} – {title}"))
    code, output, errors = told("new", "rules", "a.docx", "b.docx")
    assert code == 0, errors
    assert "--languages el,en" in output


def test_a_name_that_contradicts_the_text_is_told(told: Told) -> None:
    write(Path("rules_en.docx"), whole("el", "Άρθρο {n} – {title}"))
    errors = told("new", "rules", "rules_en.docx", rules(name="more_en.md"))[2]
    assert "rules_en.docx is taken as en, by its name, but reads as el" in " ".join(errors.split())


def test_files_of_a_folder_that_are_no_texts_are_left_out_and_named(told: Told) -> None:
    Path("given").mkdir()
    rules(name="given/rules_en.md")
    Path("given/logo.png").write_bytes(b"\x89PNG")
    code, _, errors = told("new", "rules", "given")
    assert code == 0
    assert "left out of given: logo.png" in errors


# ---- what goes wrong


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["empty.md"], "the file is empty"),
        (["picture.txt"], "it is no text, or not in UTF-8"),
        (["greek.txt"], "it is no text, or not in UTF-8"),
        (["en=letter.md"], "no law is read from it"),
        (["en=minutes.md"], "no line begins as a law does; seen: Meeting 1"),
        (["rules.pdf"], "not there: rules.pdf"),
        (["nowhere/"], "not there: nowhere/"),
        (["empty"], "no file in it is one that lawkb reads"),
        (["rules_en.md", "more_en.md"], "it has Rule 1–8, and other files Article 1–8"),
        (["en=sign.md"], "the title «規則» gives no id"),
        (["--id=Hoops!", "rules_en.md"], "an id has small letters"),
    ],
)
def test_a_wrong_input_is_told_in_three_lines_and_nothing_is_written(
    words: list[str], what: str, told: Told
) -> None:
    Path("empty.md").touch()
    Path("empty").mkdir()
    Path("picture.txt").write_bytes(bytes(range(256)))
    Path("greek.txt").write_text("Άρθρο 1 – Σκοπός\n\nΛέξεις.\n", "cp1253")
    Path("letter.md").write_text("# Dear members\n\nThe hall is closed.\n", "utf-8")
    Path("minutes.md").write_text("Meeting 1 of the board\n\nThe board meets.\n", "utf-8")
    Path("sign.md").write_text("# 規則\n\nArticle 1 – One\n\nThe words of the law.\n", "utf-8")
    rules()
    rules("Rule {n} – {title}", "more_en.md")
    code, _, errors = told("new", "rules", *words)
    assert code == 2
    assert what in errors
    assert re.search(r"^\S.*\n  .*\n  hint: .*\n\Z", errors, re.MULTILINE)
    assert not Path("rules").exists()


def test_a_file_in_the_place_of_the_new_folder_is_told(told: Told) -> None:
    code, _, errors = told("new", rules(), rules(name="more_en.md"))
    assert code == 2
    assert errors.splitlines() == [
        "rules_en.md",
        "  the first word is the new folder, and this is a file",
        "  hint: write a name for it first: lawkb new mycode rules_en.md …",
    ]


def test_the_original_that_is_taken_is_said_with_the_way_to_another(told: Told) -> None:
    rules()
    write(Path("rules_el.md"), whole("el", "Άρθρο {n} – {title}"))
    errors = told("new", "rules", "rules_el.md", "rules_en.md")[2]
    said = "The original is Ελληνικά; if it is English, write --languages en,el."
    assert said in errors.splitlines()
    assert (
        "The original is"
        not in told("new", "more", "--languages=en,el", "rules_el.md", "rules_en.md")[2]
    )


def test_the_first_page_of_the_site_says_what_is_known_and_the_next_step_names_it(
    told: Told,
) -> None:
    given = ("--issuer=The <Hoops> Federation", "--date=1/3/2024")
    output = told("new", "rules", *given, rules())[1]
    assert Path("rules/pages/en/about.md").read_text("utf-8") == (
        "# About this site\n\nRules of the Hoops Federation\n\n"
        "- Issued by: The &lt;Hoops&gt; Federation\n- Date of the text: 2024-03-01\n"
    )
    assert "in pages/en/about.md" in " ".join(output.split())


def test_a_text_that_is_gone_is_named_with_what_to_do(told: Told) -> None:
    told("new", "rules", rules(), rules("Article 9{n} – {title}", "more_en.md"))
    Path("rules/corpus/sources/texts/more_en.md").unlink()
    code, _, errors = told("--corpus", "rules/corpus", "ingest")
    assert code == 2
    assert "the text sources/texts/more_en is missing, which [[sources.pages]] names" in errors
    assert "hint: put it back, or delete those lines: pattern = 'more_en'" in errors


def test_ingest_names_the_word_that_it_looked_for_and_the_headings_that_it_saw(told: Told) -> None:
    told("new", "rules", "--kind=rule-book", rules("Rule {n} – {title}"))
    shutil.copy(rules(), "rules/corpus/sources/texts/rules_en.md")
    code, _, errors = told("--corpus", "rules/corpus", "ingest")
    assert code == 2
    assert len(errors.splitlines()) == 3
    assert "no law is read from its pages, which are 1: none has a line such as Rule 1" in errors
    assert "lines begin with Article 1–8; name the word in [law_words] of corpus.toml" in errors


def test_the_makefile_says_how_to_install_lawkb_where_it_is_missing(told: Told) -> None:
    told("new", "rules", rules())
    said = run(
        ["make", "-C", "rules", "site", "LAWKB=lawkb-that-is-not-there"],
        stdin=DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said.returncode != 0
    assert "lawkb\n  there is no lawkb here\n  hint: install it: pip install" in said.stderr


def test_the_makefile_finds_the_lawkb_that_made_it_without_an_activated_environment(
    told: Told,
) -> None:
    told("new", "rules", rules())
    assert (
        run(["make", "-C", "rules", "lawkb"], env={"PATH": os.defpath}, check=False).returncode == 0
    )
    makefile = Path("rules/Makefile")
    moved = re.sub(r"(?m)^LAWKB \?=.*", "LAWKB ?= /gone/lawkb", makefile.read_text("utf-8"))
    makefile.write_text(moved, "utf-8")
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.defpath}"
    assert run(["make", "-C", "rules", "lawkb"], env={"PATH": path}, check=False).returncode == 0


def test_the_title_of_the_code_above_its_laws_is_a_heading_and_another_line_is_lost(
    told: Told,
) -> None:
    told("new", "rules", rules())
    corpus = Path("rules/corpus")
    page = lawkb.ingest(corpus).pages[0]
    assert page.losses == ()
    headings = page.chars["headings"]
    assert sum(page.chars.values()) == 2 * page.chars["total"]
    file = corpus / "corpus.toml"
    file.write_text(file.read_text("utf-8").replace(TITLES["en"], "Other rules"), "utf-8")
    page = lawkb.ingest(corpus).pages[0]
    assert [loss.kind for loss in page.losses] == ["unparsed"]
    assert page.chars["unparsed"] == headings - page.chars["headings"] >= len(TITLES["en"])
    assert sum(page.chars.values()) == 2 * page.chars["total"]


@pytest.mark.parametrize("suffix", [".docx", ".md", ".txt"])
def test_a_title_that_differs_from_that_of_the_file_makes_no_loss(suffix: str, told: Told) -> None:
    for tag, word in (("en", "Article"), ("el", "Άρθρο")):
        write(Path(f"rules_{tag}{suffix}"), whole(tag, f"{word} {{n}} – {{title}}"))
    given = ("--title=en=Hoops", "--title=el=Στεφάνια", f"rules_en{suffix}", f"rules_el{suffix}")
    assert told("new", "rules", *given)[0] == 0
    assert settings()["code"]["titles"] == {"en": "Hoops", "el": "Στεφάνια"}  # type: ignore[index]
    read_whole(Path("rules/corpus"))


@pytest.mark.parametrize("suffix", [".docx", ".md"])
def test_a_marked_title_above_the_laws_of_a_file_is_a_heading_before_there_is_a_corpus(
    suffix: str, told: Told
) -> None:
    file = write(Path(f"rules_en{suffix}"), whole("en", "Article {n} – {title}"))
    code, output, _ = told("read", file)
    assert code == 0
    assert "unparsed" not in output


def test_of_very_many_files_the_last_number_is_not_guessed(told: Told) -> None:
    Path("given").mkdir()
    for n in range(1, 203):
        Path(f"given/art_{n}.txt").write_text(
            f"Article {n} – The title\n\nThe words of it.\n", "utf-8"
        )
    code, _, errors = told("new", "rules", "--title=Rules", "given")
    assert code == 2
    assert "only the first 200 of 202 files were looked at" in errors
    assert "hint: answer, or give --articles" in errors
    assert told("new", "rules", "--title=Rules", "--articles=202", "given")[0] == 0
    result = lawkb.ingest(Path("rules/corpus"))
    assert sum(each.laws for each in result.expressions) == 202
