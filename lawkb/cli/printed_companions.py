"""Companions of the laws on the command line: found by name, and as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from lawkb.cli.printed_laws import print_thread
from lawkb.cli.printed_texts import clean, print_lines, text_lines, wrapped
from lawkb.cli.settings import console, messages, print_json
from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.model.companion import COMPANION_KINDS, Companion, Section
from lawkb.model.label import read_typed
from lawkb.model.passage import Note, Passage
from lawkb.references.typed_address import edition_of, read_typed_address
from lawkb.words import fold

_NARROWEST = 20
_STEP = 2  # places that what is in a part stands further in
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which companion to show.

    Attributes:
        name: Its name, held or not.
        edition: Edition asked for; None for the newest that holds it.
        language: Language asked for; None for all.
    """

    name: str
    edition: str | None
    language: str | None


def typed_companion(typed: str, code: Code) -> str | None:
    """The name of the companion a user typed: ``definitions``, ``Ορισμοί``, ``commentary 7``.

    A title counts in any language, without regard to capitals and accents.

    Returns:
        Its name, held or not; None when the words are an address, or when there are no companions
        for which they could be meant.

    Raises:
        LawkbError: They are neither an address nor the name of a companion.
    """
    scheme, languages = code.outline.scheme, code.outline.languages
    if read_typed(typed, scheme, languages) or read_typed_address(typed, scheme, languages):
        return None
    words = fold(typed)
    for (_, _, name), companion in code.companions.items():
        title = fold(companion.heading.text) if companion.heading else name
        if words in {title, name, name.replace("_", " ")}:
            return name
    name = words.replace(" ", "_")
    if name.partition("_")[0] in COMPANION_KINDS:
        return name
    if not code.companions:
        return None
    raise LawkbError(
        typed,
        "neither the address of a provision nor the name of a text held here",
        f"write it like {scheme.example}, or a name: {_names(code)}",
    )


def show_companion(code: Code, wanted: Wanted, form: str) -> int:
    """Print a companion, one language after the other; gives the exit code.

    Raises:
        LawkbError: There is no such edition.
    """
    chosen = _edition(code, wanted)
    tags = [e.language for e in code.outline.expressions if e.edition == chosen]
    held = (code.companions.get((chosen, tag, wanted.name)) for tag in tags)
    found = tuple(c for c in held if c and wanted.language in {None, c.language})
    if form == "json":
        from lawkb.exchange.companions import companion_record

        print_json(companion_record(found, wanted.name, chosen, code.outline.scheme))
    elif found:
        for number, companion in enumerate(found):
            if number:
                console().print()
            print_companion(console(), companion)
    else:
        where = f" in {wanted.language}" if wanted.language else ""
        messages().print(f"{wanted.name} of {chosen} is not available here{where}")
        if code.companions:
            messages().print(f"  there are: {_names(code)}")
    return 0 if found else 1


def print_companion(out: Console, companion: Companion) -> None:
    """A companion in one language: its title, what is in it, its comments."""
    title = companion.heading.text if companion.heading else companion.name
    head = Text(f"{companion.language} ", style="dim").append(clean(title), style="bold not dim")
    whole = Section("section", "", companion.heading, companion.body)
    body = _body_lines(out, whole, out.width - _STEP)
    print_lines(out, (*wrapped(out, head, out.width), *_behind(" " * _STEP, body)))
    for comment in companion.comments:
        print_thread(out, comment, "comment", _STEP)


def _edition(code: Code, wanted: Wanted) -> str:
    """The edition asked for, else the newest that holds the companion, else the newest."""
    if wanted.edition is not None:
        return edition_of(code, wanted.edition)
    holding = {edition for edition, _, name in code.companions if name == wanted.name}
    order = [edition.id for edition in code.outline.editions]
    return next((edition for edition in order if edition in holding), order[0])


def _names(code: Code) -> str:
    names = tuple(dict.fromkeys(name for _, _, name in code.companions))
    return ", ".join((*names[:_MOST_NAMED], *("…",)[: len(names) > _MOST_NAMED]))


def _body_lines(out: Console, section: Section, width: int) -> list[Text]:
    """The lines of what is in a part, in order; behind each text its notes."""
    width = max(_NARROWEST, width)
    lines = _note_lines(out, section.heading.notes if section.heading else (), width)
    for item in section.body:
        if isinstance(item, Section):
            lines += _part_lines(out, item, width)
            continue
        lines += text_lines(out, item, width)
        passages = (item,) if isinstance(item, Passage) else item.passages
        lines += _note_lines(out, tuple(n for each in passages for n in each.notes), width)
    return lines


def _part_lines(out: Console, part: Section, width: int) -> list[Text]:
    """The lines of a part: a section below its heading, an entry set in below its term."""
    heading = (
        wrapped(out, Text(clean(part.heading.text), style="bold"), width) if part.heading else []
    )
    if part.kind == "section":
        return [Text(), *heading, *_body_lines(out, part, width)]
    if part.kind == "entry":
        inner = _body_lines(out, part, width - _STEP)
        return [*heading, *_behind(" " * _STEP, inner)]
    front = clean(f"{part.num} ").lstrip()
    return list(_behind(front, [*heading, *_body_lines(out, part, width - len(front))]))


def _note_lines(out: Console, notes: tuple[Note, ...], width: int) -> list[Text]:
    told = ((note.marker, note.text or "lost in the source") for note in notes)
    words = (Text(clean(f"{marker}) {text}"), style="italic") for marker, text in told)
    return [line for each in words for line in wrapped(out, each, width)]


def _behind(front: str, lines: list[Text]) -> Iterator[Text]:
    """Lines behind a number, or blanks; those after the first stand below its words."""
    for number, line in enumerate(lines):
        before = " " * len(front) if number else front
        # Text keeps the style of what it is made from: the words must not become bold.
        yield Text("").append(before).append_text(line) if line.plain else Text()
