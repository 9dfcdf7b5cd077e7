"""``lawkb export``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from lawkb.cli.settings import Settings, echo, edition_option, held_code, messages
from lawkb.corpus.glossary import read_glossary
from lawkb.corpus.review_states import read_review
from lawkb.editorial.report import code_report
from lawkb.errors import LawkbError
from lawkb.exchange.format_list import FORMATS
from lawkb.exchange.formats.tbx import TermBase, tbx2, tbx3, term_base
from lawkb.exchange.parcel import TranslationParcel, build_parcel, messages_of, translation_of
from lawkb.files import write_whole
from lawkb.model.code import Code
from lawkb.references.typed_address import edition_of, typed_address

_TERMS: dict[str, Callable[[TermBase], bytes]] = {"tbx": tbx3, "tbx2": tbx2}
_NAMES = [*(each.name for each in FORMATS), *_TERMS]
_SUFFIXES = {suffix: each.name for each in FORMATS for suffix in each.suffixes} | {".tbx": "tbx"}


@click.command("export")
@click.option(
    "--format",
    "form",
    type=click.Choice(_NAMES),
    help="What to write.  [default: by the name of the file, else xliff]",
)
@click.option(
    "--law",
    "laws",
    multiple=True,
    metavar="PLACE",
    help="Only this law or provision; may be repeated.",
)
@click.option("--lang", metavar="TAG", help="Translation, if there are several.")
@edition_option
@click.option(
    "--findings/--no-findings",
    default=True,
    show_default=True,
    help="Include the findings of `lawkb check`, which takes most of the time.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file to write.")
@click.pass_obj
def export_command(
    settings: Settings,
    /,
    form: str | None,
    laws: tuple[str, ...],
    output: Path | None,
    **asked: Any,
) -> int:
    """Export the texts with their originals for a translation program.

    `lawkb import` reads xliff (2.1), xliff12, csv and xlsx; tmx is a translation memory, tbx (3)
    and tbx2 are the glossary. Each text has its address, its state, readers' comments and the
    findings of `lawkb check`. PLACE is a law or any provision.
    """
    chosen = form or _told_by(output)
    if output is None and chosen == "xlsx" and sys.stdout.isatty():
        raise LawkbError("--format xlsx", "a terminal cannot show it", "name a file: -o FILE")
    code = held_code(settings)
    if chosen in _TERMS:
        content, told = _terms(settings, code, chosen, asked["lang"])
    else:
        parcel = _parcel(settings, code, laws, asked)
        writer = next(each for each in FORMATS if each.name == chosen)
        content, told = writer.write(parcel), f"{sum(1 for _ in parcel.units())} texts"
    _put(content, output)
    messages().print(f"{told} as {chosen}" + (f" in {output}" if output else ""), soft_wrap=True)
    return 0


def _told_by(output: Path | None) -> str:
    """The format that the name of a file tells; the first where it tells none.

    Raises:
        LawkbError: It tells one that lawkb does not write.
    """
    suffix = output.suffix.lower() if output else ""
    if suffix and suffix not in _SUFFIXES:
        known = ", ".join(_SUFFIXES)
        raise LawkbError(
            str(output),
            f"{suffix} is the name of no format",
            f"say --format, or end it with {known}",
        )
    return _SUFFIXES.get(suffix, FORMATS[0].name)


def _terms(settings: Settings, code: Code, form: str, language: str | None) -> tuple[bytes, str]:
    glossary = read_glossary(settings.folder, code.outline)
    base = term_base(code, glossary, language)
    if not base.concepts:
        there = sorted({tag for row in glossary.terms for tag in row.renderings})
        hint = f"its languages: {', '.join(there)}" if there else "write corpus/glossary.tsv first"
        raise LawkbError("export", "the glossary has no such terms", hint)
    told = f"{len(base.concepts)} terms"
    if base.left_out:
        told += f" ({base.left_out} translations left out: no word of the code has their stems)"
    return _TERMS[form](base), told


def _parcel(
    settings: Settings, code: Code, laws: tuple[str, ...], asked: dict[str, Any]
) -> TranslationParcel:
    wanted = tuple(typed_address(text, code) for text in laws)
    edition = edition_of(code, asked["edition"], wanted[0] if wanted else None)
    of = translation_of(code, edition, asked["lang"])
    findings = code_report(settings.folder, code).findings if asked["findings"] else ()
    reviews = read_review(settings.folder, code.outline)
    parcel = build_parcel(code, of, wanted, reviews, messages_of(findings, of))
    if not parcel.groups:
        named = ", ".join(laws) or f"edition {edition}"
        raise LawkbError(
            named, f"no texts of {of.target} or {of.source} are held", "lawkb review lists what is"
        )
    return parcel


def _put(content: bytes, output: Path | None) -> None:
    if output is None:
        if sys.stdout.isatty():
            return echo(content.decode("utf-8-sig"), end="")
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return None
    if not output.absolute().parent.is_dir():
        raise LawkbError(str(output), "there is no such folder", "make it, or name another file")
    try:
        write_whole(output.absolute(), content)
    except OSError as error:
        raise LawkbError(
            str(output), f"cannot be written: {error.strerror}", "name another file"
        ) from error
