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
from lawkb.model.language import read_language
from lawkb.publish.strings import interface_languages, language_of, read_strings, written_date

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


@pytest.mark.parametrize("tag", interface_languages())
def test_a_catalogue_holds_every_string_in_use_and_no_other(tag: str) -> None:
    held = {m.id[0] if isinstance(m.id, tuple) else m.id for m in catalogue(tag)}
    assert held == used_messages()


@pytest.mark.parametrize("tag", interface_languages())
def test_no_string_of_a_catalogue_is_left_empty_or_loses_its_places(tag: str) -> None:
    for message in catalogue(tag):
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        assert all(strings), message.id
        assert not list(message.check()), message.id


def test_a_string_that_is_in_no_catalogue_stops_the_build() -> None:
    with pytest.raises(LawkbError, match="no string for 'What is this'"):
        read_strings("el").gettext("What is this")


def test_an_interface_language_without_a_catalogue_is_named() -> None:
    with pytest.raises(LawkbError, match="there are: el, en"):
        read_strings("it")


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
