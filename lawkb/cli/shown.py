"""Laws, references and comments as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from lawkb.cli.texts import text_lines, wrapped
from lawkb.exchange.comparisons import written_subparagraph
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
_SUPPLIED = {"heading": "heading supplied by an editor", "text": "text repaired by an editor"}


def print_provisions(
    out: Console, code: Code, graph: Graph, laws: tuple[Law, ...], address: Address
) -> None:
    """A provision and all in it, the languages one under the other, with its references.

    Args:
        out: Where to print.
        code: For labels and the scheme.
        graph: Who cites whom.
        laws: The law in the languages to show, one edition.
        address: What to show.
    """
    edition = laws[0].edition
    path = _heading_path(laws, address)
    if path:
        out.print(Text(path, style="dim"))
    found = {p.address for law in laws for p in law.provisions() if address.holds(p.address)}
    for place in sorted(found):
        indent = 2 * (place.depth - address.depth)
        _print_indented(out, _head(place, laws, code), indent)
        for law in laws:
            provision = law.find(place)
            if provision:
                _print_text(out, provision, law, indent + 2)
        _print_comments(out, place, laws, code.outline.scheme, indent + 2)
        here = [c for c in graph.cites(edition, place) if c.citing == place]
        for words, labels in (
            ("cites", cited_labels(here, code)),
            ("cited by", citing_labels(graph.cited_by(edition, place), code)),
        ):
            if labels:
                _print_indented(out, Text(f"{words} {labels}", style="dim"), indent + 2)


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
    scheme = code.outline.scheme
    newest = code.outline.editions[0].id
    labels = [
        scheme.write(c.citing) if c.edition == newest else f"{c.edition} {scheme.write(c.citing)}"
        for c in citations
    ]
    return ", ".join(dict.fromkeys(labels))


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
    _print_comment(out, comment, (place, f"  [{comment.status}]"), indent)
    for reply in comment.replies:
        _print_comment(out, reply, ("reply", ""), indent + 4)


def _print_comment(out: Console, comment: Comment, around: tuple[str, str], indent: int) -> None:
    before, after = around
    head = Text(f"{before}  ", style="bold")
    head.append(f"{comment.author}, {comment.created.replace('T', ' ')}{after}", style="not bold")
    _print_indented(out, head, indent)
    for line in comment.text.split("\n"):
        _print_indented(out, Text(line), indent + 2)


def _print_indented(out: Console, words: Text, indent: int) -> None:
    for line in words.wrap(out, max(20, out.width - indent)):
        line.rstrip()
        out.print(Text(" " * indent).append_text(line))


def _heading_path(laws: tuple[Law, ...], address: Address) -> str:
    """The headings above a provision, in the first language that has any: for orientation."""
    for law in laws:
        above = [law.find(place) for place in reversed(address.ancestors())]
        headings = [p.heading.text for p in above if p and p.heading]
        if headings:
            return " › ".join(headings)
    return ""


def _head(place: Address, laws: tuple[Law, ...], code: Code) -> Text:
    """The labels of a provision in every language shown: ``47E2(a) · 47Ε2(α)``."""
    scheme = code.outline.scheme
    labels = dict.fromkeys(label(place, scheme, read_language(law.language)) for law in laws)
    return Text(" · ".join(labels), style="bold")


def _print_text(out: Console, provision: Provision, law: Law, indent: int) -> None:
    width = _width(out, indent)
    lines: list[Text] = []
    if provision.heading:
        lines += wrapped(out, Text(provision.heading.text, style="bold"), width)
    for item in provision.body:
        if not isinstance(item, Provision):
            lines += text_lines(out, item, width)
    for note in provision.notes:
        words = note.text or "lost in the source"
        lines += wrapped(out, Text(f"{note.marker}) {words}", style="italic"), width)
    remarks = "; ".join(_remarks(provision))
    if remarks:
        lines += wrapped(out, Text(f"[{remarks}]", style="yellow"), width)
    _print_lines(out, law.language, lines, indent)


def print_hanging(out: Console, tag: str, words: Text, indent: int) -> None:
    """Words wrapped behind a tag of two letters, no blanks at the ends of lines."""
    _print_lines(out, tag, wrapped(out, words, _width(out, indent)), indent)


def _width(out: Console, indent: int) -> int:
    return max(20, out.width - indent - 3)


def _print_lines(out: Console, tag: str, lines: list[Text], indent: int) -> None:
    for number, line in enumerate(lines):
        front = Text(" " * indent + ("   " if number else f"{tag:<2} "), style="dim")
        # Text keeps the style of what it is made from: the words must not become dim.
        # The lines are broken already, but for those that must not be.
        out.print(Text("").append_text(front).append_text(line), soft_wrap=True)


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


def _print_comments(
    out: Console, place: Address, laws: tuple[Law, ...], scheme: Scheme, indent: int
) -> None:
    for law in laws:
        for comment in law.comments:
            if (comment.address or law.root.address) == place:
                print_thread(out, comment, f"comment on {scheme.write(place)}", indent)
