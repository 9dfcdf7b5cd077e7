"""``lawkb export book``."""

from __future__ import annotations

from pathlib import Path

import click

from lawkb.cli.options import Settings, check_language, edition_option, write_output
from lawkb.cli.terminal import messages
from lawkb.errors import LawkbError
from lawkb.model.code import edition_of
from lawkb.publish.book.content import Library, read_library
from lawkb.publish.book.kinds import DESIGN, Form, Paper, make_file, orders

_FORMS: dict[str, Form] = {"pdf": "pdf", "epub": "epub"}
_SUFFIXES = {f".{form}": form for form in _FORMS}


@click.command("book")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(_FORMS)),
    help="Format of the book.  [default: by the name of the file, else pdf]",
)
@click.option(
    "--paper",
    type=click.Choice(["a4", "a5"]),
    help="Size of a page of a PDF; a5 is that of a booklet.  [default: a4]",
)
@click.option("--lang", metavar="TAG", help="Only this language; by default all, side by side.")
@edition_option
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The file to write.  [default: CODE-EDITION-LANGUAGES-PAPER.pdf here]",
)
@click.pass_obj
def book_command(
    settings: Settings,
    /,
    form: str | None,
    paper: str | None,
    lang: str | None,
    edition: str | None,
    output: Path | None,
) -> int:
    """Write an edition as a book: PDF or EPUB.

    It has a table of laws, the texts with their notes, the other texts such as definitions, and an
    index of the terms of the glossary. Comments of readers are not in it. A PDF of very many laws
    has several volumes, each in a file with its number.

    `book/book.typ`, `book/book.css` and `book/fonts/` in the corpus replace the layout and add
    fonts.
    """
    chosen = _FORMS[form or _format_of(output)]
    if chosen == "epub" and paper:
        hint = "leave it out, or write a PDF"
        raise LawkbError(f"--paper {paper}", "an EPUB has no pages", hint)
    code = settings.open_code()
    check_language(code, lang)
    held = edition_of(code, edition)
    library = read_library(settings.folder, code)
    languages = _languages(library, held, lang)
    found = list(orders(library, held, languages, chosen, _paper(chosen, paper)))
    for order in found:
        own = Path(order.name) if output is None else output
        if output is not None and len(found) > 1:
            own = output.with_name(f"{output.stem}-{order.volume + 1}{output.suffix}")
        write_output(own, make_file(order, library, settings.folder / DESIGN))
        messages().print(f"edition {held}, {', '.join(languages)}, in {own}", soft_wrap=True)
    return 0


def _format_of(output: Path | None) -> str:
    """Return the format for the suffix of a file; PDF if there is no file.

    Raises:
        LawkbError: No book has this suffix.
    """
    suffix = output.suffix.lower() if output else ".pdf"
    if suffix not in _SUFFIXES:
        hint = f"say --format, or end it with {' or '.join(_SUFFIXES)}"
        raise LawkbError(str(output), "its name ends like no book", hint)
    return _SUFFIXES[suffix]


def _paper(form: Form, paper: str | None) -> Paper:
    if form == "epub":
        return ""
    return "a5" if paper == "a5" else "a4"


def _languages(library: Library, edition: str, asked: str | None) -> tuple[str, ...]:
    """Return the languages of a book: the requested one, else all of the edition.

    Raises:
        LawkbError: The edition has no law in the language, or in any.
    """
    held = library.languages_of(edition)
    if not held:
        hint = "name another one: --edition ID"
        raise LawkbError(f"edition {edition}", "it has no text here", hint)
    if asked and asked not in held:
        hint = f"write --lang {' or '.join(held)}"
        raise LawkbError(f"--lang {asked}", f"edition {edition} has no text in it", hint)
    return (asked,) if asked else held
