"""Language files of a corpus: found before lawkb's, few keys needed, all faults told at once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import lawkb
from lawkb.cli.commands import run
from lawkb.corpus.corpus_toml import read_outline
from lawkb.errors import LawkbError
from lawkb.model.language import language_codes, read_language, use_language_files

LEAST = """
iso639_3 = "nld"
name = "Nederlands"
script = "LATIN"
law = "Artikel"
"""
SETTINGS = """
levels = [{ name = "law", numbering = "arabic", printed = "{}.", written = "{}" }]
organizations = [{ id = "me", name = "Me" }]
editions = [{ id = "2026", date = "2026-01-01", by = "me", laws = 2 }]

[code]
id = "bridges"
authority = "aa-me"
authoritative = "TAG"
titles = { TAG = "Bruggen" }

[[expressions]]
edition = "2026"
language = "TAG"
date = "2026-01-01"
by = "me"
notice = "Mine."
"""


@pytest.fixture(autouse=True)
def _without_the_files_of_a_corpus() -> Iterator[None]:
    yield
    use_language_files({})


def corpus_with(folder: Path, files: dict[str, str], tag: str = "nl") -> Path:
    (folder / "languages").mkdir(parents=True)
    (folder / "corpus.toml").write_text(SETTINGS.replace("TAG", tag), encoding="utf-8")
    for name, content in files.items():
        (folder / f"languages/{name}.toml").write_text(content, encoding="utf-8")
    return folder


def test_a_language_needs_four_keys(tmp_path: Path) -> None:
    outline = read_outline(corpus_with(tmp_path, {"nl": LEAST}))
    (dutch,) = outline.languages
    assert (dutch.code, dutch.name, dutch.law) == ("nl", "Nederlands", "Artikel")
    assert dutch.letter("upper", 3) == "C"
    assert dutch.direction == "ltr"
    assert dutch.tables["references"]["law"] == ["artikel"]  # what starts a reference
    assert dutch.tables["search"]["stemmers"] == {"LATIN": "dutch"}  # of others.tsv


@pytest.mark.parametrize(
    ("tag", "script", "direction"),
    [("ar", "ARABIC", "rtl"), ("he", "HEBREW", "rtl"), ("ru", "CYRILLIC", "ltr")],
)
def test_the_script_shows_the_direction(
    tag: str, script: str, direction: str, tmp_path: Path
) -> None:
    file = LEAST.replace("LATIN", script)
    read_outline(corpus_with(tmp_path, {tag: file}, tag))
    assert read_language(tag).direction == direction


def test_the_file_of_a_corpus_is_found_before_that_of_lawkb(tmp_path: Path) -> None:
    own = LEAST.replace("Artikel", "Regel")
    read_outline(corpus_with(tmp_path / "own", {"de": own}, "de"))
    assert read_language("de").law == "Regel"
    read_outline(corpus_with(tmp_path / "other", {}, "de"))  # a corpus without files
    assert read_language("de").law == "Artikel"


def test_a_changed_file_is_read_anew_with_all_that_was_cached_of_it(tmp_path: Path) -> None:
    from lawkb.words.tokens import read_vocabulary

    corpus = corpus_with(tmp_path, {"nl": LEAST + '[search]\nstop = ["de"]\n'})
    read_outline(corpus)
    before = read_vocabulary("nl")
    (corpus / "languages/nl.toml").write_text(LEAST + '[search]\nstop = ["het"]\n')
    read_outline(corpus)
    assert read_vocabulary("nl") != before


def test_all_faults_of_a_file_are_reported_at_once_with_their_keys(tmp_path: Path) -> None:
    wrong = """
code = "du"
name = ""
script = "Latin"
law = "Artikel"
direction = "left"
colour = "red"

[alphabet]
upper = ["A", "A"]
lower = "abc"

[references]
lew = ["artikel"]
see = "zie"

[search]
stemmers = { LATIN = "klingon" }

[numerals.cardinals]
een = "1"

[denial]
not = "a*b*c*d"
"""
    with pytest.raises(LawkbError) as error:
        read_outline(corpus_with(tmp_path, {"nl": wrong}))
    told = f"{error.value}"
    for fault in (
        "code 'du' is not the name of the file, 'nl'",
        "name is empty",
        "iso639_3 is missing",
        "script 'Latin' is not the first word of the Unicode name of letters; did you mean LATIN?",
        "direction 'left' is unknown, it is one of 'ltr' or 'rtl'",
        "colour is unknown",
        "[alphabet]: upper has a letter twice",
        "[alphabet]: lower is a text, and must be a list of texts",
        "[references]: lew is unknown; did you mean law?",
        "[references]: see is a text, and must be a list of texts",
        "[search.stemmers]: LATIN 'klingon' is unknown",
        "[numerals.cardinals]: een is not a number or fraction",
        "[denial]: not has more than 2 * in a word",
    ):
        assert fault in told, told
    assert told.endswith("hint: correct these 13 there")
    assert str(tmp_path / "languages/nl.toml") in told


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("name = ", "not TOML"),
        (f'{LEAST}[concepts]\nx = "{"a" * 5000}"', "has a text of 5000 characters"),
        (f"{LEAST}[references]\nlaw = {['a'] * 3000}".replace("'", '"'), "has 3000 texts"),
        (f"# {'a' * 300_000}", "is too large"),
        (f"{LEAST}a = {'[' * 5000}", "not TOML"),
    ],
    ids=["syntax", "text", "list", "file", "brackets"],
)
def test_a_hostile_file_is_refused(content: str, what: str, tmp_path: Path) -> None:
    with pytest.raises(LawkbError, match=what):
        read_outline(corpus_with(tmp_path, {"nl": content}))


def test_a_file_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.toml").write_text(LEAST)
    corpus = corpus_with(tmp_path / "corpus", {})
    (corpus / "languages/nl.toml").symlink_to(tmp_path / "elsewhere.toml")
    with pytest.raises(LawkbError, match="cannot be read"):
        read_outline(corpus)


def test_a_language_without_a_file_is_told_where_to_put_one(tmp_path: Path) -> None:
    with pytest.raises(LawkbError, match=r"add languages/sw\.toml beside this file"):
        read_outline(corpus_with(tmp_path, {}, "sw"))


def test_the_files_of_lawkb_have_the_form_that_a_corpus_must_keep(tmp_path: Path) -> None:
    packaged = Path(lawkb.__file__).parent / "languages"
    files = {file.stem: file.read_text(encoding="utf-8") for file in packaged.glob("*.toml")}
    read_outline(corpus_with(tmp_path, files, "de"))
    assert {*files} <= {*language_codes()}


ACT = {
    "nl": "Artikel 1 – Begrippen\n\n1. De brug:\n\na) is open, zie Artikel 2.\n\n"
    "Artikel 2 – Slot\n\nDe wet geldt.\n",
    "he": "סעיף 1 – הגדרות\n\n1. הגשר:\n\nא) פתוח, ראו סעיף 2.\n\nסעיף 2 – סיום\n\nהחוק חל.\n",
}


@pytest.fixture
def act(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Go into the folder of a new act in Dutch and Hebrew."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LAWKB_CORPUS", raising=False)
    for tag, text in ACT.items():
        Path(f"act_{tag}.txt").write_text(text, encoding="utf-8")
    words = ["new", "act", "--kind=eu-act", "--languages=nl,he", "--title=Bruggen", "--articles=2"]
    monkeypatch.setattr(sys, "argv", ["lawkb", *words, "act_nl.txt", "act_he.txt"])
    assert run() == 0, capsys.readouterr().err
    monkeypatch.chdir(tmp_path / "act")


@pytest.mark.usefixtures("act")
def test_two_languages_that_lawkb_has_no_file_for_get_to_a_site_by_the_commands() -> None:
    result = lawkb.ingest()
    assert not [loss for page in result.pages for loss in page.losses]
    corpus = lawkb.open_corpus()
    for tag in ("nl", "he"):
        laws = (corpus.law(law.number, tag) for law in corpus.laws())
        addresses = [each.address for law in laws for each in law.provisions]
        assert addresses == ["1", "1(1)", "1(1)(a)", "2"], tag
    assert {(each.lang, each.target) for each in corpus.references()} == {("nl", "2"), ("he", "2")}
    assert [hit.address for hit in corpus.search("הגשר").hits] == ["1(1)"]
    site = lawkb.build(strict=True)
    page = next(site.glob("en/*/1/index.html"))  # the menus, which there are in neither language
    html = page.read_text(encoding="utf-8")
    assert 'lang="nl" dir="ltr"' in html
    assert 'lang="he" dir="rtl"' in html


@pytest.mark.usefixtures("act")
def test_menus_in_hebrew_with_a_few_strings_are_mirrored_and_the_rest_is_marked_as_english() -> (
    None
):
    Path("corpus/languages/he.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8"\n\n'
        'msgid "Search"\nmsgstr "חיפוש"\n',
        encoding="utf-8",
    )
    Path("pages/he").mkdir()
    Path("pages/he/about.md").write_text("# על האתר\n", encoding="utf-8")
    settings = Path("mkdocs.yml")
    told = settings.read_text(encoding="utf-8")
    settings.write_text(told.replace("languages: [en]", "languages: [en, he]"), encoding="utf-8")
    lawkb.ingest()
    site = lawkb.build(strict=True)
    law = next(site.glob("he/*/1/index.html")).read_text(encoding="utf-8")
    assert '<html lang="he" dir="rtl">' in law
    assert '<button type="submit">חיפוש</button>' in law
    assert '<span lang="en" dir="ltr">Skip to the text</span>' in law
    assert "\ue000" not in law
    by_hand = (site / "he/about/index.html").read_text(encoding="utf-8")
    assert "\ue000" not in by_hand
    assert not [
        file
        for file in site.rglob("*")
        if file.suffix in (".html", ".json", ".xml", ".txt")
        and "\ue000" in file.read_text(encoding="utf-8", errors="ignore")
    ]
