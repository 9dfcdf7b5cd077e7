"""``lawkb export``: bilingual files, the glossary, and a book."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lawkb.checks.rule_list import rule_named
from lawkb.cli.options import (
    Settings,
    counted,
    echo,
    edition_option,
    language_asked,
    output_option,
    translation_option,
    write_output,
)
from lawkb.cli.terminal import messages
from lawkb.corpus.decision_files import read_review, with_discussion
from lawkb.corpus.glossary import read_glossary
from lawkb.editorial.findings import code_report, held_place
from lawkb.errors import LawkbError
from lawkb.exchange.formats.all_formats import SUFFIXES, WRITERS
from lawkb.exchange.formats.tbx import TermBase, tbx2, tbx3, term_base
from lawkb.exchange.queue_export import queue_of
from lawkb.exchange.translation_export import (
    TranslationExport,
    export_texts,
    messages_of,
    translation_of,
)
from lawkb.model.code import Code, edition_of
from lawkb.model.finding import SEVERITIES
from lawkb.references.typed_address import typed_address

if TYPE_CHECKING:
    from lawkb.publish.book.content import Library
    from lawkb.publish.book.kinds import Form, Paper

_TERMS: dict[str, Callable[[TermBase], bytes]] = {"tbx": tbx3, "tbx2": tbx2}
# Most programs read the older version alone.
_SUFFIXES = {**SUFFIXES, ".tbx": "tbx2"}


@click.group("export", invoke_without_command=True, subcommand_metavar="[book]")
@click.option(
    "--format",
    "form",
    type=click.Choice([*WRITERS, *_TERMS]),
    help="Format of the file.  [default: by the name of the file, else xliff]",
)
@click.option(
    "--law",
    "laws",
    multiple=True,
    metavar="ADDRESS",
    help="Only this law or provision; may be repeated.",
)
@translation_option
@edition_option
@click.option(
    "--findings/--no-findings",
    default=True,
    show_default=True,
    help="Include the findings of `lawkb check`, which takes most of the time.",
)
@click.option(
    "--open-findings", "queued", is_flag=True, help="Only the texts that have an open finding."
)
@click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="RULE",
    help="Only texts with an open finding of this rule; may be repeated.",
)
@click.option(
    "--severity",
    "severities",
    multiple=True,
    type=click.Choice(SEVERITIES),
    help="Only texts with an open finding of this severity; may be repeated.",
)
@output_option
@click.pass_context
def export_command(
    context: click.Context,
    /,
    form: str | None,
    laws: tuple[str, ...],
    output: Path | None,
    **asked: Any,
) -> int:
    """Export the texts with their originals for a translation program.

    `lawkb import` reads xliff (2.1), xliff12, po, csv and xlsx; tmx is a translation memory, tbx
    (3) and tbx2 are the glossary. Texts have their address, state, comments and findings. With
    --open-findings, --rule or --severity, only texts with such a finding are exported, and the
    findings that are about no text are listed. A book for readers: `lawkb export book`.
    """
    if context.invoked_subcommand:
        return 0
    settings: Settings = context.obj
    chosen = form or _format_of(output)
    if output is None and chosen == "xlsx" and sys.stdout.isatty():
        raise LawkbError("--format xlsx", "a terminal cannot show it", "name a file: -o FILE")
    code = with_discussion(settings.folder, settings.open_code())
    queued = asked["queued"] or asked["rules"] or asked["severities"]
    if queued and chosen in (*_TERMS, "tmx"):
        told = "it has no findings"
        raise LawkbError(f"--format {chosen}", told, "export xliff, xliff12, po, csv or xlsx")
    if chosen in _TERMS:
        content, told = _terms(settings, code, chosen, asked["lang"])
    elif queued:
        content, told = _queue(settings, code, chosen, laws, asked)
    else:
        texts = _texts(settings, code, laws, asked)
        content, told = WRITERS[chosen](texts), _counted_texts(texts, chosen)
    _write(content, output)
    messages().print(f"{told} as {chosen}" + (f" in {output}" if output else ""), soft_wrap=True)
    return 0


def _format_of(output: Path | None) -> str:
    """Return the export format for the suffix of a file; the first format if there is no file."""
    suffix = output.suffix.lower() if output else ""
    if suffix and suffix not in _SUFFIXES:
        known = ", ".join(_SUFFIXES)
        hint = f"say --format, or end it with {known}"
        raise LawkbError(str(output), f"{suffix} is the suffix of no format", hint)
    return _SUFFIXES.get(suffix, next(iter(WRITERS)))


def _terms(settings: Settings, code: Code, form: str, language: str | None) -> tuple[bytes, str]:
    glossary = read_glossary(settings.folder, code.outline)
    base = term_base(code, glossary, language)
    if not base.concepts:
        there = sorted({tag for row in glossary.terms for tag in row.renderings})
        hint = f"its languages: {', '.join(there)}" if there else "write corpus/glossary.tsv first"
        raise LawkbError("export", "the glossary has no term to export", hint)
    told = f"{len(base.concepts)} terms"
    if base.left_out:
        told += f" ({base.left_out} translations left out: no word of the code has their stems)"
    return _TERMS[form](base), told


def _texts(
    settings: Settings, code: Code, laws: tuple[str, ...], asked: dict[str, Any]
) -> TranslationExport:
    wanted = tuple(typed_address(text, code) for text in laws)
    edition = edition_of(code, asked["edition"], wanted[0] if wanted else None)
    of = translation_of(code, edition, asked["lang"])
    findings = code_report(settings.folder, code).findings if asked["findings"] else ()
    reviews = read_review(settings.folder, code.outline)
    texts = export_texts(code, of, wanted, reviews, messages_of(findings, of))
    if not texts.units:
        named = ", ".join(laws) or f"edition {edition}"
        raise LawkbError(
            named,
            f"there are no texts in {of.target} or {of.source}",
            "to see which there are, run: lawkb review",
        )
    return texts


def _counted_texts(texts: TranslationExport, form: str) -> str:
    """Return how many texts a file has.

    A translation memory has only those with both languages, a PO file those with an original.
    """
    both = sum(bool(unit.source and unit.target) for unit in texts.units)
    sourced = sum(bool(unit.source) for unit in texts.units)
    there = {"tmx": both, "po": sourced}.get(form, len(texts.units))
    if there == len(texts.units):
        return f"{there} texts"
    lacking = "original or translation" if form == "tmx" else "original"
    return f"{there} texts ({len(texts.units) - there} without {lacking} left out)"


def _queue(
    settings: Settings, code: Code, form: str, laws: tuple[str, ...], asked: dict[str, Any]
) -> tuple[bytes, str]:
    """Return a file with the texts that have chosen open findings, and what is in it."""
    if not asked["findings"]:
        told = "a queue is made of findings"
        raise LawkbError("--no-findings", told, "leave out one of the options")
    rules = [rule_named(name).name for name in asked["rules"]]
    places = [held_place(text, code) for text in laws]
    of = translation_of(
        code, edition_of(code, asked["edition"], places[0] if places else None), asked["lang"]
    )
    chosen = [
        each
        for each in code_report(settings.folder, code).findings
        if not rules or each.rule in rules
        if each.severity in (asked["severities"] or SEVERITIES)
        if not places or ((at := each.address) and any(place.holds(at) for place in places))
    ]
    queue = queue_of(code, of, chosen, read_review(settings.folder, code.outline))
    count = len(queue.export.units)
    told = f"{counted(count, 'text')} with {counted(len(queue.findings), 'open finding')}"
    without = [f"{each.rule}: {each.message}" for each in queue.without_text]
    if not count:
        what = f"{len(without)} open findings, all about no text" if without else "none is open"
        hint = "lawkb check lists them" if without else "choose others, or none of these options"
        raise LawkbError("--open-findings", what, hint)
    if without:
        told += f"; {len(without)} about no text ({'; '.join(without)})"
    return WRITERS[form](queue.export), told


def _write(content: bytes, output: Path | None) -> None:
    if output:
        write_output(output, content)
    elif sys.stdout.isatty():
        echo(content.decode("utf-8-sig"), end="")
    else:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


# ---- a book


_BOOK_FORMS: dict[str, Form] = {"pdf": "pdf", "epub": "epub"}
_BOOK_SUFFIXES = {f".{form}": form for form in _BOOK_FORMS}


@export_command.command("book")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(_BOOK_FORMS)),
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
    # Not above: other formats need none of it.
    from lawkb.publish.book.content import read_library
    from lawkb.publish.book.kinds import DESIGN, make_file, orders

    chosen = _BOOK_FORMS[form or _book_format_of(output)]
    if chosen == "epub" and paper:
        hint = "leave it out, or write a PDF"
        raise LawkbError(f"--paper {paper}", "an EPUB has no pages", hint)
    code = settings.open_code()
    lang = language_asked(code, lang)
    held = edition_of(code, edition)
    library = read_library(settings.folder, code)
    languages = _languages(library, held, lang)
    size: Paper = "" if chosen == "epub" else "a5" if paper == "a5" else "a4"
    found = list(orders(library, held, languages, chosen, size))
    for order in found:
        own = Path(order.name) if output is None else output
        if output is not None and len(found) > 1:
            own = output.with_name(f"{output.stem}-{order.volume + 1}{output.suffix}")
        write_output(own, make_file(order, library, settings.folder / DESIGN))
        messages().print(f"edition {held}, {', '.join(languages)}, in {own}", soft_wrap=True)
    return 0


def _book_format_of(output: Path | None) -> str:
    """Return the format for the suffix of a file; PDF if there is no file."""
    suffix = output.suffix.lower() if output else ".pdf"
    if suffix not in _BOOK_SUFFIXES:
        hint = f"say --format, or end it with {' or '.join(_BOOK_SUFFIXES)}"
        raise LawkbError(str(output), "its name ends like no book", hint)
    return _BOOK_SUFFIXES[suffix]


def _languages(library: Library, edition: str, asked: str | None) -> tuple[str, ...]:
    """Return the languages of a book: the requested one, else all of the edition."""
    held = library.languages_of(edition)
    if not held:
        hint = "name another one: --edition ID"
        raise LawkbError(f"edition {edition}", "it has no text here", hint)
    if asked and asked not in held:
        hint = f"write --lang {' or '.join(held)}"
        raise LawkbError(f"--lang {asked}", f"edition {edition} has no text in it", hint)
    return (asked,) if asked else held
