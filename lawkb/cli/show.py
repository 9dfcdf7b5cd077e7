"""``lawkb show``: a provision and all in it, or a text beside the laws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.text import Text

from lawkb.cli.options import (
    Settings,
    edition_option,
    format_option,
    language_asked,
    language_option,
    looks_like_file,
    print_json,
)
from lawkb.cli.terminal import (
    NARROWEST,
    clean,
    console,
    messages,
    note_lines,
    print_hanging,
    print_lines,
    text_lines,
    wrapped,
)
from lawkb.cli.terminal_laws import (
    citing_labels,
    division_lines,
    law_word,
    not_here_lines,
    print_thread,
    provision_lines,
)
from lawkb.errors import LawkbError
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code, edition_of
from lawkb.model.companion import COMPANION_KINDS, Companion, Section
from lawkb.model.division import DivisionPath
from lawkb.model.label import read_typed, split_edition
from lawkb.model.law import Law
from lawkb.model.passage import Passage
from lawkb.references.graph import Graph, build_graph
from lawkb.references.typed_address import (
    Place,
    chosen_edition,
    nearest_provisions,
    no_address,
    read_typed_address,
    typed_places,
)
from lawkb.words.folding import fold

if TYPE_CHECKING:  # most days are today
    from lawkb.exchange.public_laws import Provenance
    from lawkb.history.wording_dates import TextsOnDays
    from lawkb.model.answer import Wording

_STEP = 2  # columns by which the content of a part is indented
_MOST_NAMED = 3


@click.command("show")
@click.argument("address", nargs=-1, required=True)
@language_option
@click.option("--on", metavar="DATE", help="Show the text of that day, and when it stood.")
@click.option("--at", metavar="DATE", help="Show the pages at the end of that day (UTC).")
@edition_option
@format_option
@click.pass_obj
def show_command(
    settings: Settings,
    address: tuple[str, ...],
    lang: str | None,
    on: str | None,
    at: str | None,
    edition: str | None,
    form: str,
) -> int:
    """Show a provision and everything in it, in every language.

    ADDRESS is understood in any notation: 47E2a, 47Ε2(α), 47 ε 2 α, 2007 47B; several
    are shown one after the other. It may also be the name of a text that is no
    law: definitions, preface, commentary_7.
    """
    code = settings.read_code()
    lang = language_asked(code, lang)
    places = typed_places(address, code)
    if not places and (divisions := _typed_divisions(" ".join(address), edition, code)):
        return _show_divisions(code, divisions, lang, form)
    if not places:
        option = f"--on {on}" if on else f"--at {at}" if at else None
        return _show_companion(code, " ".join(address), edition, lang, option, form)
    if on is not None:
        if at is not None:
            raise LawkbError(f"--on {on} --at {at}", "these are two days", "name one of them")
        return _show_on(settings, code, places, edition, lang, on, form)
    wanted = [chosen_edition(code, place, edition) for place in places]
    if at is not None:
        # Not above: the reading of pages takes most of a second to load.
        from lawkb.history.law_changes import code_at, pages_with_history, read_moment

        moment = read_moment(at)
        for place in wanted:
            pages_with_history(settings.folder, code.outline, place.edition or "", place.address)
        code = code_at(settings.folder, code, moment)
    graph = build_graph(code)
    if form == "json":
        from lawkb.history.wording_dates import TextsOnDays

        provenance = _provenance(TextsOnDays(settings.folder, code), None)
        return _print_excerpt(code, graph, wanted, lang, provenance)
    found = [
        _print_place(settings, code, graph, place, lang, number)
        for number, place in enumerate(wanted)
    ]
    return 0 if all(found) else 1


def _show_on(
    settings: Settings,
    code: Code,
    places: Sequence[Place],
    edition: str | None,
    lang: str | None,
    on: str,
    form: str,
) -> int:
    """Print provisions as they were on a day, with the days on which they had their wording."""
    from lawkb.history.wording_dates import TextsOnDays, read_day, text_on_day

    folder = settings.folder
    day, texts, graph = read_day(on, "--on"), TextsOnDays(folder, code), build_graph(code)
    found = [
        (place.address, *text_on_day(texts, place.edition or edition, place.address, day, "--on"))
        for place in places
    ]
    if form == "json":
        laws = {key: law for _, _, own in found for key, law in own.laws.items()}
        named = [Place(of, address) for address, of, _ in found]
        provenance = _provenance(texts, day)
        return _print_excerpt(Code(code.outline, laws), graph, named, lang, provenance)
    is_there = True
    for number, (address, of, own) in enumerate(found):
        is_there &= _print_place(settings, own, graph, Place(of, address), lang, number)
        for law in own.laws.values():
            provision = law.find(address)
            if provision and lang in (None, law.language):
                _print_dates(law.language, texts.dates(law, provision, day))
        _print_unpublished(code, of, address, own, lang)
    return 0 if is_there else 1


def _print_dates(tag: str, dates: Wording) -> None:
    """Print when a text had its wording, and what is not known of that."""
    known = {"revision": "a change in the wiki", "page": "the last change of its page"}
    how = known.get(dates.known_by, "its publication")
    since = f"this wording stands since {dates.since} ({how})" if dates.since else ""
    until = f"until {dates.until}" if dates.until else ""
    told = "; ".join(part for part in (f"{since} {until}".strip(), *dates.notes) if part)
    print_hanging(console(), tag, Text(told, "dim"), 0)


def _print_unpublished(
    code: Code, edition: str, address: Address, own: Code, lang: str | None
) -> None:
    """Print which languages had no text of the law on the day."""
    for tag in code.languages_of(edition, address.law):
        if (edition, tag, address.law) not in own.laws and lang in (None, tag):
            published = code.outline.expression(edition, tag).date
            told = f"no text on that day: it was published on {published}"
            print_hanging(console(), tag, Text(told, "yellow"), 0)


def _provenance(texts: TextsOnDays, day: date | None) -> Provenance:
    from lawkb.exchange.public_laws import Provenance
    from lawkb.publish.urls import permalinks

    permalink = permalinks(texts.folder, texts.code.outline)
    return Provenance(permalink, partial(texts.dates, day=day))


def _print_excerpt(
    code: Code, graph: Graph, places: Sequence[Place], lang: str | None, provenance: Provenance
) -> int:
    """Print one JSON document for all places; each provision in it names its edition."""
    from lawkb.exchange.public_laws import excerpt_of  # text needs none of it

    named = [(place.edition or "", place.address) for place in places]
    print_json(excerpt_of(code, graph, named, lang, provenance))
    laws = ((address, code.laws_of(edition, address.law)) for edition, address in named)
    return 0 if all(any(law.find(at) for law in own) for at, own in laws) else 1


def _print_place(
    settings: Settings, code: Code, graph: Graph, place: Place, lang: str | None, number: int
) -> bool:
    """Print a provision, and return whether it exists."""
    edition, address = place.edition or "", place.address
    laws = [law for law in code.laws_of(edition, address.law) if lang in {None, law.language}]
    found = any(law.find(address) for law in laws)
    if not found:
        _print_missing(settings, code, graph, place, laws)
        return False
    out = console()
    if number:
        out.print()
    if edition != code.outline.editions[0].id:
        out.print(f"edition {edition}", style="dim")
    print_lines(out, provision_lines(out, code, graph, laws, address))
    for tag in code.lacking_languages(edition, address.law):
        if lang in {None, tag}:
            print_hanging(out, tag, Text("this law is not available here", "yellow"), 0)
    for name in code.commentaries_on(edition, address):
        out.print(f"commentary on it: lawkb show {name}", style="dim")
    return True


def _nearest(laws: Sequence[Law], address: Address, scheme: Scheme) -> str:
    """Return which provisions there are where one is missing: *5 has 5(1) to 5(3)*."""
    near, *inside = map(scheme.write, nearest_provisions(laws, address))
    if not inside:
        return f"the nearest is {near}"
    return f"{near} has {' to '.join(dict.fromkeys((inside[0], inside[-1])))}"


def _print_missing(
    settings: Settings, code: Code, graph: Graph, place: Place, laws: Sequence[Law]
) -> None:
    """Print on standard error what is not here, and which provisions exist near it."""
    # Not above: they serve those alone who ask for what is not here.
    from lawkb.corpus.subject_index import read_law_titles
    from lawkb.search.not_here import laws_not_here

    scheme = code.outline.scheme
    out = messages()
    edition, address = place.edition or "", place.address
    not_here = laws_not_here(code, read_law_titles(settings.folder, code.outline), (place,))
    cited = graph.cited_into(edition, address)
    if not_here:
        print_lines(out, not_here_lines(out, code.outline, not_here, is_cited=bool(cited)))
    elif laws:
        out.print(f"{scheme.write(address)} is not in the law; {_nearest(laws, address, scheme)}")
    else:
        law = scheme.write(Address((address.law,)))
        held = " ".join(code.languages_of(edition, address.law))
        out.print(
            f"{law_word(code.outline)} {law} of {edition} is not available here in that language; "
            f"it is in: {held}"
        )
    citing = citing_labels(cited, code)
    if citing:
        out.print(f"  cited by {citing}")
    for name in code.commentaries_on(edition, address):
        out.print(f"  commentary on it: lawkb show {name}")


# ---- divisions


def _typed_divisions(
    typed: str, edition: str | None, code: Code
) -> tuple[tuple[str, DivisionPath], ...]:
    """Return edition and address of the divisions that a text names; empty if it names none.

    They are of the edition typed with them, else the requested one, else the newest that has any.
    """
    if not code.outline.divisions:
        return ()
    # Not above: few codes have divisions, and what reads their names knows all of citation.
    from lawkb.references.divisions import typed_divisions

    named, rest = split_edition(typed, code.outline)
    wanted = named or edition
    for each in (wanted,) if wanted else tuple(one.id for one in code.outline.editions):
        found = typed_divisions(rest, code, each)
        if found:
            return tuple((each, path) for path in found)
    return ()


def _show_divisions(
    code: Code, divisions: Sequence[tuple[str, DivisionPath]], lang: str | None, form: str
) -> int:
    """Print divisions with all laws in them, each under the headings of the divisions in it."""
    if form == "json":
        from lawkb.exchange.public_laws import public_divisions

        print_json(public_divisions(code, divisions))
        return 0
    out = console()
    tags = [lang] if lang else [each.code for each in code.outline.languages]
    found = [[*division_lines(out, code, *each, tags)] for each in divisions]
    for number, lines in enumerate(found):
        print_lines(out, [*([Text()] if number else []), *lines])
    return 0 if all(found) else 1


# ---- texts that are no laws


def _show_companion(
    code: Code, typed: str, edition: str | None, lang: str | None, day: str | None, form: str
) -> int:
    named, rest = split_edition(typed, code.outline)
    name = _companion_name(rest, code)
    if name is None:
        raise _no_file(typed, code) if looks_like_file(typed) else no_address(typed, code)
    if day is not None:
        hint = f"write: lawkb show {name}"
        raise LawkbError(day, "only laws are shown as they were at a date", hint)
    chosen = _edition(code, name, edition or named)
    tags = [e.language for e in code.outline.expressions if e.edition == chosen]
    texts = (code.companions.get((chosen, tag, name)) for tag in tags)
    found = tuple(each for each in texts if each and lang in {None, each.language})
    if form == "json":
        from lawkb.exchange.public_laws import public_companion

        print_json(public_companion(found, name, chosen, code.outline.scheme))
    elif found:
        for number, companion in enumerate(found):
            if number:
                console().print()
            _print_companion(console(), companion)
    else:
        where = f" in {lang}" if lang else ""
        messages().print(f"{name} of {chosen} is not available here{where}")
        if code.companions:
            messages().print(f"  there are: {_names(code)}")
    return 0 if found else 1


def _companion_name(typed: str, code: Code) -> str | None:
    """Return the name of a text beside the laws typed as ``Ορισμοί`` or ``commentary 7``.

    A title in any language is recognized, whatever its capitals and accents.

    Returns:
        The name, ``commentary_7``, even if there is no such text; None if an address was typed, or
        if the law code has no texts beside the laws.

    Raises:
        LawkbError: The words typed are neither an address nor the name of such a text.
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
    if looks_like_file(typed):
        raise _no_file(typed, code)
    raise LawkbError(
        typed,
        "neither the address of a provision nor the name of a text available here",
        f"write it like {scheme.example}, or a name: {_names(code)}",
    )


def _no_file(typed: str, code: Code) -> LawkbError:
    what = "there is no such provision, and show reads no files"
    hint = f"write an address like {code.outline.scheme.example}; for a file: lawkb check FILE"
    return LawkbError(typed, what, hint)


def _edition(code: Code, name: str, edition: str | None) -> str:
    """Return the edition typed, else the newest that has the text, else the newest."""
    if edition is not None:
        return edition_of(code, edition)
    holding = {edition for edition, _, held in code.companions if held == name}
    order = [edition.id for edition in code.outline.editions]
    return next((edition for edition in order if edition in holding), order[0])


def _names(code: Code) -> str:
    names = tuple(dict.fromkeys(name for _, _, name in code.companions))
    return ", ".join((*names[:_MOST_NAMED], *("…",)[: len(names) > _MOST_NAMED]))


def _print_companion(out: Console, companion: Companion) -> None:
    """Print a text beside the laws in one language: title, body, comments."""
    title = companion.heading.text if companion.heading else companion.name
    head = Text(f"{companion.language} ", style="dim").append(clean(title), style="bold not dim")
    whole = Section("section", "", companion.heading, companion.body)
    body = _body_lines(out, whole, out.width - _STEP)
    print_lines(out, (*wrapped(out, head, out.width), *_indented(" " * _STEP, body)))
    for comment in companion.comments:
        print_thread(out, comment, "comment", _STEP)


def _body_lines(out: Console, section: Section, width: int) -> list[Text]:
    """Return the lines of the texts and parts in a section, in order; notes follow their text."""
    width = max(NARROWEST, width)
    lines = [*note_lines(out, section.heading.notes if section.heading else (), width)]
    for item in section.body:
        if isinstance(item, Section):
            lines += _part_lines(out, item, width)
            continue
        lines += text_lines(out, item, width)
        passages = (item,) if isinstance(item, Passage) else item.passages
        lines += note_lines(out, (note for each in passages for note in each.notes), width)
    return lines


def _part_lines(out: Console, part: Section, width: int) -> list[Text]:
    """Return the lines of a section below its heading, or of an entry indented below its term."""
    heading = (
        wrapped(out, Text(clean(part.heading.text), style="bold"), width) if part.heading else []
    )
    if part.kind == "section":
        return [Text(), *heading, *_body_lines(out, part, width)]
    if part.kind == "entry":
        return [*heading, *_indented(" " * _STEP, _body_lines(out, part, width - _STEP))]
    front = clean(f"{part.num} ").lstrip()
    return [*_indented(front, [*heading, *_body_lines(out, part, width - len(front))])]


def _indented(front: str, lines: Iterable[Text]) -> Iterator[Text]:
    """Yield lines after a number or spaces; further lines are aligned with the first."""
    for number, line in enumerate(lines):
        before = " " * len(front) if number else front
        # Text keeps the style of what it is made from: the words must not become bold.
        yield Text("").append(before).append_text(line) if line.plain else Text()
