"""A law as Markdown, with the address before every provision; for readers, and for assistants.

What the law says stands in block quotes, and there only. Signs of Markdown and HTML in its words
are escaped: they show as they are, and mean nothing. Everything else is ours: the front matter, and
an address above each quote.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from lawkb.errors import on_one_line
from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.model.companion import Companion, Section
from lawkb.model.label import label
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Passage, Table

_GAP = "[…]"  # words are missing here
# Signs that mean something inside a line, and what begins a block at the start of one.
_INLINE = re.compile(r"[\\`*_\[\]<>|~&$]")
_BLOCK = re.compile(r"^(\s*)([#+=-]|\d+(?=[.)]))", re.MULTILINE)


def markdown_of_law(code: Code, law: Law, root: Provision | None = None) -> str:
    """Return a law, or a provision of it, with all provisions in it, as Markdown."""
    return "\n\n".join((front_matter(code.outline, law), *law_blocks(code, law, root))) + "\n"


def front_matter(outline: Outline, law: Law | Companion) -> str:
    """Return what the text is, as YAML between lines of dashes."""
    expression = outline.expression(law.edition, law.language)
    named = law.name if isinstance(law, Companion) else _written(Address((law.number,)), outline)
    facts: Mapping[str, object] = {
        "code": outline.titles.get(law.language) or outline.id,
        "edition": law.edition,
        "language": law.language,
        "original": outline.authoritative,
        "text" if isinstance(law, Companion) else "law": named,
        "date": expression.date,
        "notice": expression.notice,
    }
    # JSON is YAML, and has no second reading.
    lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in facts.items())
    return "\n".join(("---", *lines, "---"))


def law_blocks(code: Code, law: Law, root: Provision | None = None) -> Iterator[str]:
    """Yield the paragraphs of a law in order: each an address, or a quote below it."""
    yield from _provision_blocks(root or law.root, law, code.outline, 1)


def _provision_blocks(
    provision: Provision, law: Law, outline: Outline, level: int
) -> Iterator[str]:
    name, head = _name(provision.address, law, outline), _heading(provision)
    yield f"{'#' * min(level, 6)} {name}"
    body = provision.body
    if head and not provision.heading and body and isinstance(body[0], Passage):
        yield _quoted(f"{head} {escaped(body[0].text)}")
        yield from _notes(body[:1])
        body = body[1:]
    elif head:
        yield _quoted(head)
        yield from _notes([provision.heading] if provision.heading else ())
    apart = False  # whether inner provisions stand between the last words and these
    for item in body:
        if isinstance(item, Provision):
            yield from _provision_blocks(item, law, outline, level + 1)
            apart = True
            continue
        if apart:
            yield f"{'#' * min(level, 6)} {name} …"
            apart = False
        yield from _item_blocks(item)
    if not provision.complete:
        yield _quoted(_GAP)


def _name(address: Address, law: Law, outline: Outline) -> str:
    """Return the address, and how the language of the law writes it if that is another way."""
    own = _written(address, outline)
    local = label(address, outline.scheme, outline.language(law.language))
    return own if local == own else f"{own} · {local}"


def _written(address: Address, outline: Outline) -> str:
    return outline.scheme.write(address)


def _heading(provision: Provision) -> str:
    """Return label and heading as they are printed, the heading in bold."""
    heading = f"**{escaped(provision.heading.text)}**" if provision.heading else ""
    return " ".join(part for part in (escaped(provision.num), heading) if part)


def _item_blocks(item: Passage | Table) -> Iterator[str]:
    if isinstance(item, Table):
        yield _quoted(_table(item))
    elif item.text:
        yield _quoted(escaped(item.text))
    yield from _notes((item,))


def _notes(items: Iterable[Passage | Table | Provision]) -> Iterator[str]:
    for item in items:
        passages = (item,) if isinstance(item, Passage) else item.passages
        for note in (note for passage in passages for note in passage.notes):
            yield _quoted(f"({escaped(note.marker)}) {escaped(note.text) or _GAP}")


def _table(table: Table) -> str:
    rows = [
        "| " + " | ".join(_cell(cell.passage) for cell in row) + " |" for row in table.rows if row
    ]
    columns = max((sum(cell.columns for cell in row) for row in table.rows), default=0)
    return "\n".join((*rows[:1], "|" + " --- |" * columns, *rows[1:]))


def _cell(passage: Passage | None) -> str:
    return escaped(passage.text).replace("\n", " ") if passage else ""


def companion_blocks(companion: Companion) -> Iterator[str]:
    """Yield the paragraphs of a text beside the laws in order; each part below its id."""
    whole = Section("section", "", companion.heading, companion.body)
    yield f"# {on_one_line(companion.name)}"
    yield from _section_blocks(whole)
    for own, section in companion.sections():
        yield f"## {on_one_line(companion.name)} {own}"
        yield from _section_blocks(section)


def _section_blocks(section: Section) -> Iterator[str]:
    head = f"**{escaped(section.heading.text)}**" if section.heading else ""
    if shown := " ".join(part for part in (escaped(section.num or ""), head) if part):
        yield _quoted(shown)
    for item in section.body:
        if isinstance(item, Passage | Table):
            yield from _item_blocks(item)


def markdown_of_companion(code: Code, companion: Companion) -> str:
    """Return a text beside the laws as Markdown."""
    return "\n\n".join((front_matter(code.outline, companion), *companion_blocks(companion))) + "\n"


def escaped(words: str) -> str:
    """Return words as Markdown that shows them as they are."""
    lines = "\n".join(words.splitlines())  # a line separator begins a line, too
    plain = _INLINE.sub(lambda found: "\\" + found[0], lines)
    return _BLOCK.sub(_escaped_block, plain)


def _escaped_block(found: re.Match[str]) -> str:
    begin, sign = found[1], found[2]
    # A number is escaped behind it: `1\.` is no item of a list.
    return f"{begin}{sign}\\" if sign.isdecimal() else f"{begin}\\{sign}"


def _quoted(words: str) -> str:
    """Return lines as a block quote; whatever ends a line in any reader ends one here."""
    return "\n".join(f"> {line}".rstrip() for line in words.splitlines() or [""])
