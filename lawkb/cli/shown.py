"""Laws, references and comments as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from lawkb.cli.sheets import NARROWEST, Block, Composed, citing_words, indented
from lawkb.cli.texts import clean, text_block, wrapped
from lawkb.exchange.comparisons import written_subparagraph
from lawkb.exchange.records import show_record
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.model.label import label
from lawkb.model.language import read_language
from lawkb.model.law import Comment, Law, Provision
from lawkb.model.passage import Reference
from lawkb.refs.graph import Citation, Graph

_REMARKS = {
    "title": "title lost in the source",
    "heading": "heading lost in the source",
    "num": "letter inferred",
}
_REPLY = 4  # places that a reply stands further in
_SUPPLIED = {"heading": "heading supplied by an editor", "text": "text repaired by an editor"}


def compose(code: Code, graph: Graph, edition: str, address: Address) -> list[Composed]:
    """A provision and all in it as a sheet: what is printed in JSON, and the blocks of the text.

    Args:
        code: The laws.
        graph: Who cites whom.
        edition: Edition of the law.
        address: What to show.

    Returns:
        Provisions in document order, as ``lawkb.cli.sheets.sheet_lines`` prints them; none when it
        is not held. ``record`` is the provision in JSON.
    """
    scheme = code.outline.scheme
    laws = held_laws(code, edition, address.law)
    records = show_record(code, graph, edition, address)["provisions"]
    composed: list[Composed] = []
    for record in records:
        place = scheme.read(record["address"])
        here = [c for c in graph.cites(edition, place) if c.citing == place]
        held = {law.language: law.find(place) for law in laws}
        composed.append(
            {
                "record": record,
                "depth": place.depth,
                "above": {law.language: _above(law, place) for law in laws},
                "labels": {
                    law.language: label(place, scheme, read_language(law.language)) for law in laws
                },
                "texts": {tag: _blocks(found) for tag, found in held.items() if found},
                "comments": {law.language: _threads(law, place, scheme) for law in laws},
                "cites": clean(cited_labels(here, code)),
            }
        )
    return composed


def held_laws(code: Code, edition: str, number: int) -> tuple[Law, ...]:
    """A law in every language it is held in."""
    found = (code.law(edition, tag, number) for tag in code.languages_of(edition, number))
    return tuple(law for law in found if law)


def cited_labels(citations: Iterable[Citation], code: Code) -> str:
    """What is cited, each once, with its status where it is not held: ``16C (not held), 47E``."""
    scheme = code.outline.scheme
    labels = []
    for citation in citations:
        reference = citation.reference
        edition = f"{reference.edition} " if reference.edition else ""
        target = _target(reference, scheme) or reference.raw
        upto = f"–{scheme.write(reference.upto)}" if reference.upto else ""
        told = "" if reference.status == "held" else f" ({reference.status.replace('-', ' ')})"
        link = f" (but its link leads to {_linked(reference, scheme)})" if reference.linked else ""
        labels.append(f"{edition}{target}{upto}{told}{link}")
    return ", ".join(dict.fromkeys(labels))


def citing_labels(citations: Iterable[Citation], code: Code) -> str:
    """Who cites, each provision once: ``14B2, 14B3 (2007 47B)``."""
    write = code.outline.scheme.write
    citing = ({"edition": c.edition, "from": write(c.citing)} for c in citations)
    return citing_words(citing, code.outline.editions[0].id)


def references_table(citations: Iterable[Citation], scheme: Scheme) -> Table:
    """References a line each: where, words, target, status."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("from", "lang", "words", "target", "status"):
        table.add_column(column, overflow="fold")
    for citation in citations:
        reference = citation.reference
        target = _target(reference, scheme) or "?"
        upto = f"–{scheme.write(reference.upto)}" if reference.upto else ""
        edition = f"{reference.edition}:" if reference.edition else ""
        note = f" note {citation.note}" if citation.note else ""
        link = f" (link: {_linked(reference, scheme)})" if reference.linked else ""
        table.add_row(
            Text(f"{citation.edition} {scheme.write(citation.citing)}{note}"),
            citation.language,
            Text(reference.raw),
            Text(f"{edition}{target}{upto}{link}"),
            reference.status,
        )
    return table


def _target(reference: Reference, scheme: Scheme) -> str:
    if reference.target is None:
        return ""
    return scheme.write(reference.target) + written_subparagraph(reference.subparagraph)


def _linked(reference: Reference, scheme: Scheme) -> str:
    edition = f"{reference.linked_edition}:" if reference.linked_edition else ""
    return f"{edition}{scheme.write(reference.linked)}" if reference.linked else ""


def print_thread(out: Console, comment: Comment, place: str, indent: int = 0) -> None:
    """A comment and its replies: where, who, when, status, words."""
    for inner, block in thread(comment, place):
        for line in indented(block, indent + inner, out.width):
            out.print(Text.assemble(*((words, style) for style, words in line)), soft_wrap=True)


def thread(comment: Comment, place: str) -> list[tuple[int, Block]]:
    """A comment and its replies as blocks, each with how far it is set in."""
    blocks = list(_comment(comment, place, f"  [{comment.status}]"))
    for reply in comment.replies:
        blocks += [(inner + _REPLY, block) for inner, block in _reply(reply)]
    return blocks


def _reply(reply: Comment) -> Iterator[tuple[int, Block]]:
    return _comment(reply, "reply", "")


def _comment(comment: Comment, before: str, after: str) -> Iterator[tuple[int, Block]]:
    when = comment.created.replace("T", " ")
    named = clean(f"{comment.author}, {when}{after}")
    yield 0, ["wrap", [["bold", f"{before}  "], ["", named]]]
    yield 2, ["wrap", [["", clean(comment.text)]]]


def print_hanging(out: Console, tag: str, words: Text, indent: int) -> None:
    """Words wrapped behind a tag of two letters, no blanks at the ends of lines."""
    for number, line in enumerate(wrapped(out, words, max(NARROWEST, out.width - indent - 3))):
        front = Text(" " * indent + ("   " if number else f"{tag:<2} "), style="dim")
        # Text keeps the style of what it is made from: the words must not become dim.
        # The lines are broken already, but for those that must not be.
        out.print(Text("").append_text(front).append_text(line), soft_wrap=True)


def _above(law: Law, address: Address) -> str:
    """The headings above a provision: for orientation."""
    above = (law.find(place) for place in reversed(address.ancestors()))
    return clean(" › ".join(p.heading.text for p in above if p and p.heading))


def _blocks(provision: Provision) -> list[Block]:
    """What stands in a provision itself: heading, text, notes, and what is to be said of it."""
    blocks: list[Block] = []
    if provision.heading:
        blocks.append(["wrap", [["bold", clean(provision.heading.text)]]])
    blocks += [text_block(item) for item in provision.body if not isinstance(item, Provision)]
    for note in provision.notes:
        words = clean(f"{note.marker}) {note.text or 'lost in the source'}")
        blocks.append(["wrap", [["italic", words]]])
    remarks = "; ".join(_remarks(provision))
    if remarks:
        blocks.append(["wrap", [["yellow", clean(f"[{remarks}]")]]])
    return blocks


def _remarks(provision: Provision) -> Iterator[str]:
    supplied = "heading" in provision.editorial
    if not provision.complete:
        yield "words are missing in the source"
    for what in (*provision.inferred, *provision.lost):
        if not (supplied and what in {"title", "heading"}):
            yield _REMARKS.get(what, f"{what} lost in the source")
    for what in provision.editorial:
        if what in _SUPPLIED:
            yield _SUPPLIED[what]


def _threads(law: Law, place: Address, scheme: Scheme) -> list[tuple[int, Block]]:
    """The comments of a law on a provision."""
    here = (c for c in law.comments if (c.address or law.root.address) == place)
    return [each for c in here for each in thread(c, f"comment on {scheme.write(place)}")]
