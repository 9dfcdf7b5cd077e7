"""Laws, their divisions, references, comments and changes as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from lawkb.cli.terminal import (
    NARROWEST,
    clean,
    diff_text,
    hanging,
    hanging_words,
    note_lines,
    print_hanging,
    print_lines,
    set_in,
    text_lines,
    wrapped,
)
from lawkb.model.address import Address, Ordinal, Scheme
from lawkb.model.code import Code, Outline
from lawkb.model.division import Division, DivisionPath, Divisions, union_of
from lawkb.model.label import label, law_name
from lawkb.model.language import read_language
from lawkb.model.law import Comment, Law, Provision, Repeal, provisions_of
from lawkb.model.passage import Reference

if TYPE_CHECKING:  # showing a law needs no tables and none of the public types, hits no citations
    from rich.table import Table

    from lawkb.exchange.public_types import Change
    from lawkb.model.answer import NotHere
    from lawkb.references.graph import Citation, Graph

_REMARKS = {
    "title": "title lost in the source",
    "heading": "heading lost in the source",
    "num": "letter inferred",
}
_REPLY = 4  # columns by which a reply is indented
_SUPPLIED = {"heading": "heading supplied by an editor", "text": "text repaired by an editor"}


_MESSAGES = "en"  # the language of the command line
_MOST_NUMBERS = 12  # of the laws that are here, named one by one


def law_word(outline: Outline) -> str:
    """Return what a code calls a law, *Article*: in the language of all messages if it has that."""
    spoken = next((each for each in outline.languages if each.code == _MESSAGES), None)
    return (spoken or outline.language(outline.authoritative)).law


def not_here_lines(
    out: Console, outline: Outline, not_here: NotHere, briefly: bool = False, is_cited: bool = True
) -> Iterator[Text]:
    """Yield lines that say what was asked for and is not here, and where it is.

    Args:
        briefly: Leave out which laws are here and where the text is: provisions were found.
        is_cited: Whether a provision here cites what was asked for.
    """
    told = []
    word = law_word(outline)
    if not_here.words:
        told.append(f"no text here has {' or '.join(not_here.words)}")
    for law in not_here.laws:
        if law.status == "unknown":
            known = f"{not_here.edition} has 1 to {not_here.of}"
            told.append(f"there is no {word} {law.address}: {known}")
            continue
        title = " / ".join(title for _, title in law.titles)
        told.append(f"{word} {law.address} is not here" + (f": {title}" if title else ""))
        if not is_cited:
            told.append("  nothing here cites it")
    held = not_here.held
    if not briefly and len(held) < not_here.of:
        numbers = ", ".join((*held[:_MOST_NUMBERS], *("…",)[: len(held) > _MOST_NUMBERS]))
        told.append(f"here are {len(held)} of the {not_here.of} laws: {numbers}")
    for line in told:
        yield from wrapped(out, Text(clean(line)), out.width)
    for link in () if briefly else not_here.official:
        name = link.name or read_language(link.lang).name
        yield from wrapped(out, Text(clean(f"official text: {name}")), out.width)
        yield Text(clean(f"  {link.url}"))  # in one piece, to be opened


def provision_lines(
    out: Console, code: Code, graph: Graph, laws: Sequence[Law], place: Address
) -> Iterator[Text]:
    """Yield lines of a provision and all in it, in each language, with its references.

    ``laws`` has the law in every language to show, at least one.
    """
    edition, scheme = laws[0].edition, code.outline.scheme
    above = next((path for law in laws if (path := _above(law, place))), None)
    if above:
        yield from wrapped(out, Text(above, style="dim"), out.width)
    held = code.laws_of(edition, place.law)
    for each in sorted(each for each in provisions_of(held) if place.holds(each)):
        indent = 2 * (each.depth - place.depth)
        width = max(NARROWEST, out.width - indent)
        labels = dict.fromkeys(label(each, scheme, read_language(law.language)) for law in laws)
        yield from set_in(indent, wrapped(out, Text(" · ".join(labels), style="bold"), width))
        yield from _texts(out, laws, each, indent + 2)
        yield from _comments(out, laws, (each, scheme.write(each)), indent + 2)
        yield from _links(out, code, graph, (edition, each), indent + 2)


def cited_labels(citations: Iterable[Citation], code: Code) -> str:
    """Return targets of references, with a status unless available: ``16C (not held), 47E``."""
    scheme = code.outline.scheme
    labels = []
    for citation in citations:
        reference = citation.reference
        edition = f"{reference.edition} " if reference.edition else ""
        target = _target(reference, scheme) or f"{reference.raw} {reference.act or ''}".rstrip()
        upto = f"–{scheme.write(reference.upto)}" if reference.upto else ""
        told = "" if reference.status == "held" else f" ({reference.status.replace('-', ' ')})"
        link = f" (but its link leads to {_linked(reference, scheme)})" if reference.linked else ""
        labels.append(f"{edition}{target}{upto}{told}{link}")
    return ", ".join(dict.fromkeys(labels))


def citing_labels(citations: Iterable[Citation], code: Code) -> str:
    """Return the citing provisions, each once: ``14B2, 14B3, 2007 47B``."""
    write, newest = code.outline.scheme.write, code.outline.editions[0].id
    labels = (
        write(c.citing) if c.edition == newest else f"{c.edition} {write(c.citing)}"
        for c in citations
    )
    return ", ".join(dict.fromkeys(labels))


def references_table(citations: Iterable[Citation], scheme: Scheme) -> Table:
    """Return a table of references: citing provision, words, target, status."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("from", "lang", "words", "target", "status"):
        table.add_column(column, overflow="fold")
    for citation in citations:
        reference = citation.reference
        target = _target(reference, scheme) or reference.act or "?"
        upto = f"–{scheme.write(reference.upto)}" if reference.upto else ""
        edition = f"{reference.edition}:" if reference.edition else ""
        note = f" note {citation.note}" if citation.note else ""
        link = f" (link: {_linked(reference, scheme)})" if reference.linked else ""
        table.add_row(
            Text(f"{citation.edition} {scheme.write(citation.citing)}{note}"),
            citation.language,
            Text(clean(reference.raw)),
            Text(clean(f"{edition}{target}{upto}{link}")),
            reference.status,
        )
    return table


def _target(reference: Reference, scheme: Scheme) -> str:
    if reference.target is None:
        return ""
    from lawkb.references.graph import written_subparagraph  # hits have no references

    return scheme.write(reference.target) + written_subparagraph(reference.subparagraph)


def _linked(reference: Reference, scheme: Scheme) -> str:
    edition = f"{reference.linked_edition}:" if reference.linked_edition else ""
    return f"{edition}{scheme.write(reference.linked)}" if reference.linked else ""


def print_thread(out: Console, comment: Comment, place: str, indent: int = 0) -> None:
    """Print a comment and its replies: provision, author, time, status, text."""
    print_lines(out, thread_lines(out, comment, place, indent))


def thread_lines(out: Console, comment: Comment, place: str, indent: int) -> Iterator[Text]:
    """Yield the lines of a comment and its replies."""
    yield from _comment(out, comment, (place, f"  [{comment.status}]"), indent)
    for reply in comment.replies:
        yield from _comment(out, reply, ("reply", ""), indent + _REPLY)


def _comment(
    out: Console, comment: Comment, around: tuple[str, str], indent: int
) -> Iterator[Text]:
    """Yield a comment; ``around`` is the text before and after author and time."""
    before, after = around
    when = comment.created.replace("T", " ")
    when += f", {comment.origin}" if comment.origin else ""
    head = Text.assemble((f"{before}  ", "bold"), clean(f"{comment.author}, {when}{after}"))
    for inner, words in ((indent, head), (indent + 2, Text(clean(comment.text)))):
        yield from set_in(inner, wrapped(out, words, max(NARROWEST, out.width - inner)))


def _above(law: Law, address: Address) -> str:
    """Return the headings of the provisions that contain a provision."""
    above = (law.find(place) for place in reversed(address.ancestors()))
    return clean(" › ".join(p.heading.text for p in above if p and p.heading))


def _texts(out: Console, laws: Iterable[Law], place: Address, indent: int) -> Iterator[Text]:
    """Yield the texts of a provision, without provisions in it, each after its language tag."""
    width = max(NARROWEST, out.width - indent - 3)
    for law in laws:
        provision = law.find(place)
        if provision:
            yield from hanging(law.language, _own_lines(out, provision, width), indent)


def _own_lines(out: Console, provision: Provision, width: int) -> Iterator[Text]:
    if provision.heading:
        yield from wrapped(out, Text(clean(provision.heading.text), style="bold"), width)
    for item in provision.body:
        if not isinstance(item, Provision):
            yield from text_lines(out, item, width)
    yield from note_lines(out, provision.notes, width)
    remarks = "; ".join(_remarks(provision))
    if remarks:
        yield from wrapped(out, Text(clean(f"[{remarks}]"), style="yellow"), width)


def _comments(
    out: Console, laws: Iterable[Law], place: tuple[Address, str], indent: int
) -> Iterator[Text]:
    """Yield the comments on a provision; ``place`` is its address and the address as printed."""
    address, written = place
    for law in laws:
        for comment in law.comments:
            if (comment.address or law.root.address) == address:
                yield from thread_lines(out, comment, f"comment on {written}", indent)


def _links(
    out: Console, code: Code, graph: Graph, place: tuple[str, Address], indent: int
) -> Iterator[Text]:
    """Yield what a provision cites, without those in it, and what cites it."""
    cites = (citation for citation in graph.cites(*place) if citation.citing == place[1])
    told = {
        "cites": clean(cited_labels(cites, code)),
        "cited by": citing_labels(graph.cited_by(*place), code),
    }
    width = max(NARROWEST, out.width - indent)
    for name, labels in told.items():
        if labels:
            words = Text(f"{name} {labels}", style="dim")
            yield from set_in(indent, wrapped(out, words, width))


def _remarks(provision: Provision) -> Iterator[str]:
    supplied = "heading" in provision.editorial
    if provision.repealed:
        yield _repeal(provision.repealed)
    if not provision.complete:
        yield "words are missing in the source"
    for what in (*provision.inferred, *provision.lost):
        if not (supplied and what in {"title", "heading"}):
            yield _REMARKS.get(what, f"{what} lost in the source")
    for what in provision.editorial:
        if what in _SUPPLIED:
            yield _SUPPLIED[what]


def _repeal(repeal: Repeal) -> str:
    """Return the repeal in words: ``repealed from 2024-03-01 by Resolution 3``."""
    since = f" from {repeal.date}" if repeal.date else ""
    by = f" by {repeal.by}" if repeal.by else ""
    return f"repealed{since}{by}" + (f" ({repeal.url})" if repeal.url else "")


def print_change(out: Console, change: Change) -> None:
    """Print one changed provision: address, kind of change, words before and after."""
    kind = "marks (inferred, lost, by an editor)" if change.kind == "marks" else change.kind
    out.print(Text(f"  {change.edition} {change.lang} {change.address} {kind}"))
    # The text of an added or removed one is where it is, or was.
    if change.diff and change.kind not in ("added", "removed"):
        print_hanging(out, "", diff_text(change.diff), 2)


_STEP = 2  # columns by which what a division contains is indented


def division_lines(
    out: Console, code: Code, edition: str, path: DivisionPath, tags: Sequence[str]
) -> Iterator[Text]:
    """Yield the headings of a division in each language, and all divisions and laws in it."""
    readings = {
        tag: code.divisions[edition, tag] for tag in tags if (edition, tag) in code.divisions
    }
    whole = next(
        (
            found
            for each in union_of(tuple(readings.values()))
            for found in each.walk()
            if found.path == path
        ),
        None,
    )
    for each in whole.walk() if whole else ():
        indent = _STEP * (len(each.path) - len(path))
        yield from set_in(indent, _heading_lines(out, readings, each))
        for number in each.laws:
            yield from _law_lines(out, code, (edition, number), tags, indent + _STEP)


def _heading_lines(
    out: Console, readings: Mapping[str, Divisions], division: Division
) -> Iterator[Text]:
    held = {tag: found for tag, one in readings.items() if (found := one.find(division.path))}
    labels = dict.fromkeys(each.num for each in held.values() if each.num)
    if labels:
        yield from wrapped(out, Text(clean(" · ".join(labels)), style="bold"), out.width)
    for tag, each in held.items():
        if each.heading:
            yield from hanging_words(out, tag, Text(clean(each.heading.text)), _STEP)


def _law_lines(
    out: Console, code: Code, place: tuple[str, Ordinal], tags: Sequence[str], indent: int
) -> Iterator[Text]:
    laws = [law for law in code.laws_of(*place) if law.language in tags]
    for law in laws[:1]:
        name = law_name(law.number, code.outline.scheme, code.outline.language(law.language))
        head = Text.assemble((clean(name), "bold"))
        if law.root.heading:
            head.append(f"  {clean(law.root.heading.text)}", "dim")
        yield from set_in(indent, wrapped(out, head, max(NARROWEST, out.width - indent)))
