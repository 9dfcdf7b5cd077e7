import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract_python
from babel.messages.pofile import read_po
from jinja2.ext import babel_extract

import lawkb.checks
import lawkb.corpus
import lawkb.editorial
import lawkb.exchange
import lawkb.model.finding
import lawkb.publish
import lawkb.server.desk
from lawkb.errors import LawkbError
from lawkb.model.language import read_language, use_language_files
from lawkb.publish.strings import (
    code_strings,
    interface_languages,
    language_of,
    marked_english,
    read_strings,
    without_signs,
    written_date,
)

PUBLISH = Path(lawkb.publish.__file__).parent
SAYING = tuple(
    Path(str(package.__file__)).parent
    for package in (
        lawkb.checks,
        lawkb.corpus,
        lawkb.editorial,
        lawkb.exchange,
        lawkb.server.desk,
    )
)
KEYWORDS = {"gettext": None, "ngettext": None}
LANGUAGES = tuple(read_language(tag) for tag in ("en", "el", "it"))


def used_messages() -> set[str]:
    """Every message of the templates, of the Python beside them (the singular of a pair), and of
    what rules and refusals say."""
    found: list[object] = []
    for file in sorted((PUBLISH / "templates").rglob("*.html")):
        with file.open("rb") as text:
            found += [m for _, _, m, _ in babel_extract(text, ["_", "ngettext"], [], {})]
    desk = Path(lawkb.server.desk.__file__).parent
    for file in sorted([*PUBLISH.rglob("*.py"), *desk.rglob("*.py")]):
        with file.open("rb") as text:
            found += [m for _, _, m, _ in extract_python(text, KEYWORDS, [], {})]
    saying = sorted(file for folder in SAYING for file in folder.rglob("*.py"))
    for file in (*saying, Path(lawkb.model.finding.__file__)):
        with file.open("rb") as text:
            found += [m for _, _, m, _ in extract_python(text, {"say": None}, [], {})]
    first = (m[0] if isinstance(m, tuple) else m for m in found)
    return {message for message in first if isinstance(message, str)}


def catalogue(tag: str) -> list[Message]:
    with (PUBLISH / "locale" / f"{tag}.po").open("rb") as file:
        return [message for message in read_po(file, locale=tag) if message.id]


def test_the_extraction_finds_messages_of_templates_and_of_python() -> None:
    sentences = {"translate it", "%(words)s or %(last)s"}
    assert {"Languages shown", "Page not found"} | sentences <= used_messages()


def ids(tag: str) -> set[str]:
    return {str(m.id[0] if isinstance(m.id, tuple) else m.id) for m in catalogue(tag)}


@pytest.mark.parametrize("tag", ["en", "el"])
def test_a_catalogue_holds_every_string_in_use_and_no_other(tag: str) -> None:
    assert ids(tag) == used_messages()


@pytest.mark.parametrize("tag", ["de", "fr", "it"])
def test_a_catalogue_of_the_site_holds_what_it_says_and_nothing_unused(tag: str) -> None:
    found: list[object] = []
    for file in sorted((PUBLISH / "templates").glob("*.html")):
        with file.open("rb") as text:
            found += [m for _, _, m, _ in babel_extract(text, ["_", "ngettext"], [], {})]
    shown = {str(m[0] if isinstance(m, tuple) else m) for m in found}
    assert ids(tag) <= used_messages()
    # What is new is in English until somebody translates it.
    assert len(shown - ids(tag)) <= len(shown) / 10


@pytest.mark.parametrize("tag", interface_languages())
def test_no_string_of_a_catalogue_is_left_empty_or_loses_its_places(tag: str) -> None:
    for message in catalogue(tag):
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        assert all(strings), message.id
        assert not list(message.check()), message.id


def test_a_string_that_is_in_no_catalogue_stops_the_build() -> None:
    with pytest.raises(LawkbError, match="no string for 'What is this'"):
        read_strings("el").gettext("What is this")


def test_what_a_catalogue_lacks_is_said_in_english_and_marked_on_the_page() -> None:
    word = read_strings("nl").gettext("Search")
    page = f"<p title='{word}'>{word}</p>"
    assert marked_english(page, "nl") == "<p title='Search'><span lang=\"en\">Search</span></p>"
    title = f"<title>{word} · Code</title>"
    assert marked_english(title, "nl") == "<title>Search · Code</title>"
    many = read_strings("nl").ngettext("%(num)s provision", "%(num)s provisions", 2)
    assert without_signs(many) == "%(num)s provisions"


PO = """msgid ""
msgstr "Content-Type: text/plain; charset=utf-8"

msgid "Search"
msgstr "Zoeken"

msgid "Link to %(name)s"
msgstr "FIELD"
"""


@pytest.fixture
def beside() -> Iterator[Callable[[str], None]]:
    """Put a Dutch catalogue in use, as that of a corpus."""
    yield lambda text: use_language_files({}, {"nl": ("languages/nl.po", text.encode())})
    use_language_files({})


def test_a_catalogue_of_a_corpus_may_hold_a_part_of_the_strings(
    beside: Callable[[str], None],
) -> None:
    beside(PO.replace("FIELD", "Link naar %(name)s"))
    assert "nl" in interface_languages()
    dutch = read_strings("nl")
    assert dutch.gettext("Search") == "Zoeken"
    assert marked_english(dutch.gettext("Close"), "nl") == '<span lang="en">Close</span>'


@pytest.mark.parametrize("wrong", ["Link", "Link naar %(naam)s", "100 % %(name)s %"])
def test_a_catalogue_of_a_corpus_keeps_the_fields(
    wrong: str, beside: Callable[[str], None]
) -> None:
    beside(PO.replace("FIELD", wrong))
    with pytest.raises(LawkbError, match=r"languages/nl\.po\n.*line 7: .* needs %\(name\)s"):
        read_strings("nl")


@pytest.mark.parametrize(
    "wrong",
    [
        "hello world",
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-9"',
        'msgid ""\nmsgstr "Plural-Forms: nplurals=99999999; plural=(n != 1);\\n"',
        'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=import;\\n"',
    ],
)
def test_what_is_no_catalogue_is_refused(wrong: str, beside: Callable[[str], None]) -> None:
    beside(wrong)
    with pytest.raises(LawkbError, match="not a gettext file"):
        read_strings("nl")


def test_a_catalogue_of_a_corpus_goes_before_that_of_lawkb() -> None:
    use_language_files({}, {"el": ("el.po", PO.replace("FIELD", "%(name)s").encode())})
    try:
        assert read_strings("el").gettext("Search") == "Zoeken"
        assert read_strings("el").gettext("Close") == "Κλείσιμο"
    finally:
        use_language_files({})


@pytest.mark.parametrize(
    ("text", "around", "tag"),
    [
        ("Μίλτος Κουτούγκος", "en", "el"),
        ("Μίλτος Κουτούγκος", "el", "el"),
        ("World Bridge Federation", "en", "en"),
        ("World Bridge Federation", "el", ""),  # English or Italian: nobody said
        ("2017", "el", "el"),
        ("Дмитрий", "el", ""),
    ],
)
def test_a_name_is_in_the_language_of_its_script(text: str, around: str, tag: str) -> None:
    assert language_of(text, read_language(around), LANGUAGES) == tag


@pytest.mark.parametrize(
    ("stamp", "tag", "written"),
    [
        ("2018-05-25T17:08", "el", "25 Μαΐου 2018, 17:08"),
        ("2018-05-25", "en", "May 25, 2018"),
        ("odd", "en", "odd"),
    ],
)
def test_a_date_is_written_as_the_reader_writes_it(stamp: str, tag: str, written: str) -> None:
    assert written_date(stamp, tag) == written


def test_french_words_around_the_law_have_the_gender_of_the_article() -> None:
    from lawkb.corpus.new_corpus import outline_of_kind

    for kind in ("eu-act", "federal-act"):
        strings = code_strings(outline_of_kind(kind, ("fr",)), "fr")
        assert strings.gettext("All laws") == "Tous les articles"
        assert strings.gettext("To the page of the law") == "Vers la page de l’article"
        assert strings.gettext("law added") == "article ajouté"
    told = [strings.gettext(each) for each in sorted(ids("fr"))]
    wrong = re.compile(r"\b(?:la|une|aucune|cette|toutes les) articles?\b|\blois?\b", re.IGNORECASE)
    assert not [text for text in told if wrong.search(text)]


def test_italian_words_around_the_law_have_the_gender_of_the_rule() -> None:
    from lawkb.corpus.new_corpus import outline_of_kind

    strings = code_strings(outline_of_kind("rule-book", ("it",)), "it")
    told = [strings.gettext(each) for each in sorted(ids("it"))]
    assert strings.gettext("All laws") == "Tutte le regole"
    assert strings.gettext("To the page of the law") == "Alla pagina della regola"
    wrong = re.compile(r"\b(?:gli|degli|questo|nessun|un|altri|tutti gli) regol|articol|l’regol")
    assert not [text for text in told if wrong.search(text.lower())]
