"""``lawkb read``: what a file holds, before it is put into a corpus."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import cast, get_args

import click
from rich.text import Text

from lawkb.cli.options import Settings, counted, echo, format_option, print_json
from lawkb.cli.terminal import clean, console, print_lines
from lawkb.corpus.laws import find_corpus
from lawkb.corpus.new_corpus import kinds_of_code
from lawkb.errors import LawkbError, on_one_line
from lawkb.exchange.public_laws import read_file
from lawkb.exchange.public_types import ReadFile, ReadLaws
from lawkb.file_reading import KIND, FileReading, read_files
from lawkb.model.address import Ordinal
from lawkb.model.code import Outline
from lawkb.model.companion import Companion
from lawkb.model.division import Divisions
from lawkb.model.label import label
from lawkb.model.language import read_language
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Passage
from lawkb.model.source import PageKind

_FORMS = {
    "docx": "Word",
    "markdown": "Markdown",
    "mediawiki": "MediaWiki",
    "wikitext": "DokuWiki",
    "html": "HTML of a DokuWiki",
    "web": "HTML",
    "akn": "Akoma Ntoso",
    "formex": "Formex",
    "text": "plain text",
    "diff": "comparison of revisions",
}
_NAMES = 17  # columns of the names at the start of a line
_MOST_LOSSES = 5  # of each kind
_ADDRESS = 12  # columns of the addresses of an outline


@click.command("read")
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--lang",
    "languages",
    metavar="TAG",
    multiple=True,
    help="Language of the text; several in the order of the columns or parts.",
)
@click.option(
    "--kind",
    type=click.Choice(get_args(PageKind)),
    help="What a file holds; by default what its page rule says, else laws.",
)
@click.option(
    "--like",
    metavar="KIND",
    type=click.Choice([*kinds_of_code()]),
    default=KIND,
    show_default=True,
    help="Kind of code where no corpus is near, one of those of lawkb new.",
)
@click.option("--text", is_flag=True, help="Print every provision with its address.")
@click.option("--xml", metavar="DIR", type=click.Path(path_type=Path), help="Write Akoma Ntoso.")
@click.option("-v", "--verbose", is_flag=True, help="List every loss.")
@format_option
@click.pass_obj
def read_command(
    settings: Settings,
    files: tuple[Path, ...],
    languages: tuple[str, ...],
    kind: str | None,
    like: str,
    text: bool,
    xml: Path | None,
    verbose: bool,
    form: str,
) -> int:
    """Show what files hold, read as a source would read them.

    Prints for each file its form and languages, which laws it has and which are missing, how many
    of its characters are law text, headings, notes and so on (they sum to the whole file), and last
    the losses. Nothing is written without --xml. Levels and words are those of the corpus that is
    near; without one, those of a kind of code (--like). If a page rule of the corpus fits the name
    of the file, it says the languages and what the file holds.
    """
    folder = _corpus(settings)
    read = read_files(files, folder, languages, cast(PageKind | None, kind), like)
    public = tuple(read_file(each, read.outline.scheme) for each in read.files)
    if form == "json":
        print_json({"files": public})
    else:
        for shown, reading in zip(public, read.files, strict=True):
            _print_file(shown)
            if text:
                print_lines(console(), _outline_lines(reading, read.outline))
            _print_losses(shown, verbose)
        _print_levels(folder, like)
    if xml:
        _write_xml(read.files, read.outline, xml)
    return 0 if all(each.laws or each.companions for each in public) else 1


def _corpus(settings: Settings) -> Path | None:
    """Return the corpus folder that is named or near, or None."""
    if settings.corpus is not None:
        return settings.folder
    try:
        return Path(os.path.relpath(find_corpus(Path.cwd())))
    except LawkbError:
        return None


def _print_file(file: ReadFile) -> None:
    names = " and ".join(read_language(tag).name for tag in file.languages)
    form = _FORMS.get(file.form, file.form.upper())
    echo(f"{on_one_line(file.file)}: {form}, {names}")
    for each in file.laws:
        tag = f" ({each.lang})" if len(file.languages) > 1 else ""
        _print_line(f"laws{tag}", _spans_of(each))
        above = f"; {counted(each.divisions, 'part or chapter', 'parts and chapters')} above them"
        _print_line(f"provisions{tag}", f"{each.provisions}{above if each.divisions else ''}")
    if file.companions:
        _print_line("texts", ", ".join(file.companions))
    if not file.laws and not file.companions:
        _print_line("laws", "none")
    counts = [f"{kind.replace('_', ' ')} {n}" for kind, n in file.chars.items() if n]
    _print_line("characters", f"{', '.join(counts[1:])}; sum {file.chars['total']}, the whole file")


def _print_line(name: str, words: str) -> None:
    first = f"  {name:<{_NAMES}}"
    echo(fill(words, console().width, initial_indent=first, subsequent_indent=" " * len(first)))


def _spans_of(laws: ReadLaws) -> str:
    beside = ", ".join(laws.beside)
    if not laws.numbers:
        return f"none; {beside}"
    first, last = laws.numbers[0], laws.numbers[-1]
    span = first if first == last else f"{first}–{last}"
    gaps = f", missing {', '.join(laws.missing)}" if laws.missing else ""
    more = f"; {beside}" if beside else ""
    return f"{counted(len(laws.numbers), 'law')}: {span}{gaps}{more}"


def _print_losses(file: ReadFile, verbose: bool) -> None:
    """Print the losses, which come last so that they are read; many of one kind are cut."""
    if not file.losses:
        _print_line("losses", "none")
        return
    kinds = Counter(loss.kind for loss in file.losses)
    _print_line("losses", ", ".join(f"{kind} {count}" for kind, count in kinds.items()))
    shown: Counter[str] = Counter()
    for loss in file.losses:
        shown[loss.kind] += 1
        if verbose or shown[loss.kind] <= _MOST_LOSSES:
            at = f"line {loss.line}" if loss.line else ""
            place = " ".join(filter(None, (loss.address or "", loss.lang or "", at)))
            line = f"    {place or 'file'}: {loss.message}"
            echo(fill(line, console().width, subsequent_indent="      "))
    if not verbose and len(file.losses) > sum(min(n, _MOST_LOSSES) for n in kinds.values()):
        echo("    -v lists each of them")


def _print_levels(folder: Path | None, like: str) -> None:
    if folder:
        echo(f"levels and words: {on_one_line(str(folder / 'corpus.toml'))}")
    else:
        echo(f"levels and words: {like}, since no corpus is near (--like names another kind)")


def _outline_lines(reading: FileReading, outline: Outline) -> Iterator[Text]:
    """Yield a line for each provision, its address and its first words, and for each division."""
    width = console().width
    headings = _headings(reading)
    # Recitals come before the articles, annexes after them, in each language.
    laws = sorted(reading.reading.laws, key=lambda law: law.number)
    for law in sorted(laws, key=lambda law: reading.languages.index(law.language)):
        for words in headings.get((law.language, law.number), ()):
            yield _cut(f"  {words}", width)
        for provision in law.provisions():
            language = outline.language(law.language)
            address = label(provision.address, outline.scheme, language)
            indent = "  " * (provision.address.depth + 1)
            yield _cut(f"{f'{indent}{address}'.ljust(_ADDRESS)} {_words_of(provision)}", width)


def _headings(reading: FileReading) -> dict[tuple[str, Ordinal], list[str]]:
    """Return the divisions that begin before a law, by its language and number."""
    found: dict[tuple[str, Ordinal], list[str]] = {}
    for each in reading.reading.divisions:
        for division in each.walk():
            heading = division.heading.text if division.heading else ""
            if laws := division.all_laws():
                words = " ".join(filter(None, (division.num, heading)))
                found.setdefault((each.language, laws[0]), []).append(words)
    return found


def _cut(words: str, width: int) -> Text:
    line = Text(clean(words))
    line.truncate(width, overflow="ellipsis")
    return line


def _words_of(provision: Provision) -> str:
    """Return the label, the heading and the words of a provision on one line."""
    heading = provision.heading.text if provision.heading else ""
    first = next((each.text for each in provision.body if isinstance(each, Passage)), "")
    mark = "[inferred]" if provision.inferred else ""
    above = " ".join(filter(None, (mark, provision.num, heading)))
    between = " | " if heading and first else " "
    return f"{above}{between}{first}".replace("\n", " ").strip()


def _write_xml(files: tuple[FileReading, ...], outline: Outline, folder: Path) -> None:
    """Write the laws and other texts as Akoma Ntoso below a folder."""
    from lawkb.atomic_files import write_whole
    from lawkb.pipeline import valid_file

    written: dict[str, bytes] = {}
    for each in files:
        texts: tuple[Law | Companion | Divisions, ...] = (
            *each.reading.laws,
            *each.reading.companions,
            *each.reading.divisions,
        )
        written.update(valid_file(outline, False, text) for text in texts)
    try:
        for path, content in written.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            write_whole(folder / path, content)
    except OSError as error:
        what = f"cannot be written: {error.strerror}"
        raise LawkbError(str(folder), what, "name another folder: --xml DIR") from error
    echo(
        f"written: {counted(len(written), 'file')} below {on_one_line(str(folder / 'laws'))}",
        err=True,
    )
