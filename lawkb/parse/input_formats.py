"""The input formats: which one a page has, and who reads it as a document of blocks and lines."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import compress, islice
from operator import not_
from pathlib import PurePath

from msgspec.structs import replace

from lawkb.extras import needs
from lawkb.model.language import language_codes, read_language
from lawkb.model.law import Loss
from lawkb.model.page import PAGE_SUFFIXES, Page, PageFormat
from lawkb.model.passage import Note, Passage
from lawkb.model.source import PageRule, Source
from lawkb.model.text_encoding import decode_page
from lawkb.parse.diff import (
    read_diff,
    read_diff_page,
    read_diff_text,
    read_dump_head,
)
from lawkb.parse.document import (
    Block,
    Document,
    TextBlock,
    all_words,
    comment_losses,
    iso_time,
    joined,
    listed_comments,
)
from lawkb.parse.dokuwiki.comment_files import read_comments as read_comments_file
from lawkb.parse.dokuwiki.document import read_wikitext
from lawkb.parse.dokuwiki.signs import is_wikitext, told_signs
from lawkb.parse.elements.akoma_ntoso import is_akoma_ntoso, read_akoma_ntoso
from lawkb.parse.elements.blocks import RootTag, read_unknown_xml, root_tag
from lawkb.parse.elements.formex import is_formex, read_formex
from lawkb.parse.elements.web_page import read_web_page
from lawkb.parse.html.document import count_characters, own_id, read_html
from lawkb.parse.html.elements_in_order import is_whole
from lawkb.parse.structure.plain_notes import mark_plain_notes, with_notes_at_marks
from lawkb.parse.text_dump import read_extracted
from lawkb.parse.text_lines import is_labelled, read_blocks
from lawkb.parse.words_draft import begins_label

_LONGEST_QUOTED = 120  # code points of omitted words in a message
_MOST_LINES = 25_000  # of a page; the longest codes have about half of it
# The line of a consolidated act that says from which amendment the lines after it are: «▼M1».
_AMENDED = re.compile(r"[▼►]\s?[A-Z]\d{0,3}")
_TITLED = re.compile(r"[^\W\d_]{2,12}\.?\s+\d")  # a word and a number
_MOST_CELLS = 50_000  # of a table
_FILLED_LINE = re.compile(r"\S[^\n]*")
_LONGEST_TARGET = 2000  # code points of an address
_HEAD = 65536  # characters in which the tags of an HTML page are looked for
_TAGS = ("<!doctype html", "<html", "<head", "<body", "<div", "<h1", "<h2", "<h3", "<p>", "<p ")
# What is in every whole page of a DokuWiki, or in the comments around its content.
_WIKI_SIGNS = ("dokuwiki", "DokuWiki", "JSINFO", "<!-- wikipage start -->")
# What is in an export of its content alone, if that has more than paragraphs.
_EXPORT_SIGNS = ('class="level', 'class="li"', "sectionedit", "wikilink", "urlextern", "fn_top")
# The table in which a wiki shows two revisions; tags that authors write on a page are escaped.
_DIFF_TABLE = re.compile(r"<table\b[^<>]{0,200}\bclass=[\"'](?:[^\"'<>]{0,200} )?diff[ \"']")


# Readers of the formats that the suffix of the file names, each of which needs a library.
# They are imported when there is such a page.
def _read_docx(page: Page, languages: int) -> tuple[Document, tuple[Loss, ...]]:
    with needs("office", page.path):
        from lawkb.parse.word.document import read_docx

    return read_docx(page.content, languages), ()


def _read_markdown(page: Page, languages: int) -> tuple[Document, tuple[Loss, ...]]:
    from lawkb.parse.markdown import read_markdown

    text, losses = decode_page(page.content)
    return _first_lines(read_markdown, text), losses


def _read_mediawiki(page: Page, languages: int) -> tuple[Document, tuple[Loss, ...]]:
    with needs("wiki", page.path):
        from lawkb.parse.mediawiki import read_mediawiki

    text, losses = decode_page(page.content)
    return _first_lines(read_mediawiki, text), losses


_Reader = Callable[[Page, int], tuple[Document, tuple[Loss, ...]]]


def _of_elements(read: Callable[[bytes], Document]) -> _Reader:
    return lambda page, languages: (read(page.content), ())


_READERS: dict[PageFormat, _Reader] = {
    "docx": _read_docx,
    "markdown": _read_markdown,
    "mediawiki": _read_mediawiki,
    "akn": _of_elements(read_akoma_ntoso),
    "formex": _of_elements(read_formex),
    "web": _of_elements(read_web_page),
    "xml": _of_elements(read_unknown_xml),
}


def page_format(page: Page, source: Source) -> PageFormat:
    """Return the format of a page: by its bytes, by the suffix of its file, else by its text."""
    if page.is_word_file:
        return "docx"
    by_suffix = PAGE_SUFFIXES.get(PurePath(page.path).suffix.lower())
    return by_suffix or detect_format(decode_page(page.content)[0], source)


def detect_format(text: str, source: Source) -> PageFormat:
    """Return the format of a page without markup of its own file type, detected by its content.

    The formats are HTML of the wiki and of other sites, Akoma Ntoso, Formex and other XML, raw wiki
    syntax, extracted text, and a comparison of two revisions.
    """
    root = root_tag(text)
    kind = _xml_format(root) if root else None
    if kind:
        return kind
    head = text[:_HEAD].lstrip("\ufeff \t\n").lower()
    if head.startswith("<") and any(tag in head for tag in _TAGS):
        if _DIFF_TABLE.search(text):
            return "diff"
        return "html" if _is_of_wiki(text) else "web"
    if read_dump_head(text):
        return "diff"
    if any(block.kind == "page_data" for block in read_blocks(text, source)):
        return "text"  # the footer of a rendered page: no raw page has one
    return "wikitext" if is_wikitext(text) else "text"


def _is_of_wiki(text: str) -> bool:
    """Whether an HTML page has anything that only a DokuWiki writes."""
    exported = () if is_whole(text) else _EXPORT_SIGNS
    return any(sign in text for sign in (*_WIKI_SIGNS, *exported))


def _xml_format(root: RootTag) -> PageFormat | None:
    """Return the format of an XML file by its root; None for HTML and for what is hardly XML."""
    if is_akoma_ntoso(root):
        return "akn"
    if is_formex(root):
        return "formex"
    return "xml" if root.is_declared and root.name.lower() != "html" else None


def with_own_id(page: Page, source: Source) -> Page:
    """Return the page with the id that its HTML or comparison contains, if only that id is known.

    An id is known when it fits a rule of the source; otherwise the page is returned unchanged.
    """
    if any(rule.fits(page.page_id) for rule in source.rules):
        return page
    if page_format(page, source) not in ("html", "diff"):
        return page
    text = decode_page(page.content)[0]
    head = read_dump_head(text)
    named = head.page_id if head else own_id(page.content)
    fits = named is not None and any(rule.fits(named) for rule in source.rules)
    return replace(page, page_id=named) if named and fits else page


def read_page_lines(page: Page, source: Source) -> Document:
    """Return a page of any format with its lines, and the comments of the wiki's file.

    Never raises.
    """
    document = _without_most_lines(_read_format(page, source))
    if page.comments is None:
        return document
    comments, losses = read_comments_file(page.comments, page.page_id, source.zone)
    return replace(document, comments=comments, losses=(*document.losses, *losses))


def _first_lines(read: Callable[[str], Document], text: str) -> Document:
    """Return what a reader makes of the first lines; the others are unparsed, with a loss."""
    after = next(islice(_FILLED_LINE.finditer(text), _MOST_LINES, None), None)
    if after is None:
        return read(text)
    end = text.rfind("\n", 0, after.start()) + 1
    page, rest = read(text[:end]), text[end:]
    line = text.count("\n", 0, end) + 1
    message = f"only the first {_MOST_LINES} lines are read: {len(rest)} characters are unparsed"
    page = replace(page, losses=(*page.losses, Loss("unparsed", message, line=line)))
    if page.is_plain:
        unread = TextBlock("unread", end, len(text), rest, end, line)
        return replace(page, text=text, total=len(text), lines=(*page.lines, unread))
    elsewhere = (*page.elsewhere, ("unparsed", len(rest)))
    return replace(page, total=len(text), elsewhere=elsewhere)


def _without_most_lines(page: Document) -> Document:
    """Return a page of so many lines that no code has them with the first ones, and a loss."""
    rest = page.lines[_MOST_LINES:]
    if page.is_plain or not rest:  # a text is cut before it is read
        return page
    message = f"only the first {_MOST_LINES} lines are read: {len(rest)} are unparsed"
    losses = (*page.losses, Loss("unparsed", message, line=rest[0].line))
    first = page.lines[:_MOST_LINES]
    gone = {id(line.rich) for line in rest}
    size = sum(line.rich.size + line.rich.note_size for line in rest if line.rich)
    return replace(
        page,
        losses=losses,
        lines=first,
        text=page.text[: rest[0].start],
        blocks=tuple(block for block in page.blocks if id(block) not in gone),
        elsewhere=(*page.elsewhere, ("unparsed", size)),
    )


def _read_format(page: Page, source: Source) -> Document:
    name = page_format(page, source)
    if name in _READERS:
        languages = next((len(rule.languages) for rule in rules_of(page, source)), 1)
        document, losses = _READERS[name](page, languages)
        document = _without_signs_of_blocks(document, _own_signs(page, source))
        return _with_lines(document, losses)
    text, losses = decode_page(page.content)
    if name == "diff":
        if read_dump_head(text):
            return _with_lines(read_diff_page(read_diff_text(text), len(text)), losses)
        total = count_characters(page.content)
        return _with_lines(read_diff_page(read_diff(page.content), total), ())
    if name == "html":
        return _with_lines(read_html(page.content), ())
    if dump := read_extracted(text, source):
        return _with_lines(dump, losses)
    if name == "text":
        signs = _own_signs(page, source)
        told = _sign_losses(text, signs)
        return _first_lines(
            partial(_read_text, losses=(*losses, *told), source=source, signs=signs), text
        )
    return _with_lines(_first_lines(partial(read_wikitext, page_id=page.page_id), text), losses)


def rules_of(page: Page, source: Source) -> Iterator[PageRule]:
    """Yield the rules of a source that fit a page."""
    return (rule for rule in source.rules if rule.fits(page.page_id))


def _own_signs(page: Page, source: Source) -> frozenset[str]:
    """Return the signs that the languages of a page have in their law texts, such as ``((``."""
    tags = {tag for rule in rules_of(page, source) for tag in rule.languages}
    # Columns of a table may have no language yet.
    known = tags & {*language_codes()}
    tables = (read_language(tag).tables.get("document", {}) for tag in known)
    return frozenset(sign for table in tables for sign in table.get("signs", ()))


def _sign_losses(text: str, signs: frozenset[str]) -> Iterator[Loss]:
    """Yield a loss for the signs of a wiki on a page that is none, but for those of a language."""
    for sign, count in told_signs(text).items():
        if sign not in signs:
            message = (
                f"«{sign}» stays a word in {count} places: the page has too few signs of a wiki"
            )
            yield Loss("text", message)


def _without_signs(
    lines: tuple[TextBlock, ...], signs: frozenset[str]
) -> tuple[tuple[TextBlock, ...], tuple[Loss, ...]]:
    """Return lines whose labels and titles are before the sign of a language, and a loss of these.

    ``((2-bis. …))`` is paragraph 2-bis, which an amendment inserted.
    """
    found: list[TextBlock] = []
    cut: list[TextBlock] = []
    for line in lines:
        begin = _behind_sign(line.text, signs) if line.kind == "text" else 0
        if begin:
            cut.append(line)
            line = dataclasses.replace(line, text=line.text[begin:], at=line.at + begin)
        found.append(line)
    return tuple(found), _told_signs(cut)


def _without_signs_of_blocks(page: Document, signs: frozenset[str]) -> Document:
    """Return a page with blocks like a text without these signs."""
    begins = [_behind_sign(block.words.text, signs) for block in page.blocks]
    if not any(begins):
        return page
    blocks = tuple(
        replace(block, words=_from(block.words, begin)) if begin else block
        for block, begin in zip(page.blocks, begins, strict=True)
    )
    cut = [block for block, begin in zip(page.blocks, begins, strict=True) if begin]
    losses = _told_signs([TextBlock("text", 0, 0, e.words.text, 0, e.line) for e in cut])
    return replace(page, blocks=blocks, losses=(*page.losses, *losses))


def _behind_sign(text: str, signs: frozenset[str]) -> int:
    """Return where the label or the title behind the sign of a language begins; 0 without."""
    sign = next((sign for sign in signs if text.startswith(sign)), "")
    words = text[len(sign) :].lstrip()
    labelled = sign and (begins_label(words) or _TITLED.match(words))
    return len(text) - len(words) if labelled else 0


def _from(words: Passage, begin: int) -> Passage:
    return words.moved(words.text[begin:], lambda at: max(0, at - begin))


def _told_signs(cut: list[TextBlock]) -> tuple[Loss, ...]:
    if not cut:
        return ()
    message = f"the sign before the label of {len(cut)} lines is left out: «{cut[0].text[:40]}»"
    return (Loss("text", message, line=cut[0].line),)


def _read_text(
    text: str, losses: tuple[Loss, ...], source: Source, signs: frozenset[str]
) -> Document:
    """Return a page without markup: it has lines and no blocks."""
    read = (
        dataclasses.replace(line, kind="furniture") if _is_of_amendment(line) else line
        for line in read_blocks(text, source)
    )
    lines, sign_losses = _without_signs((*read,), signs)
    lines, note_losses = mark_plain_notes(lines)
    foot: dict[str, str] = {}
    for line in lines:
        if line.kind == "page_data":
            foot.update(line.fields)
    return Document(
        "text",
        (),
        comments=listed_comments(
            (line.fields if line.kind == "comment-head" else None, Passage(line.text), line.line)
            for line in lines
            if line.kind in ("comment-head", "comment")
        ),
        page_id=foot.get("page"),
        revised=iso_time(foot["revised"]) if "revised" in foot else None,
        user=foot.get("user"),
        total=len(text),
        losses=(*losses, *sign_losses, *note_losses, *_table_losses(lines), *comment_losses(lines)),
        lines=lines,
        text=text,
    )


def _is_of_amendment(line: TextBlock) -> bool:
    return line.kind == "text" and _AMENDED.fullmatch(line.text) is not None


_LONGEST_ROW = 200
_SENTENCE_END = (".", ";", "·", ",", ":", "!")
_CELL = re.compile(r"[\t\d]")


def _table_losses(blocks: tuple[TextBlock, ...]) -> Iterator[Loss]:
    """Yield losses for the rows of tables, which have no blank lines between them.

    Their cells are joined: ``North StartsLakes159``. They stay text as they are.
    """
    for run in _runs(blocks):
        sentences = sum(block.text.endswith(_SENTENCE_END) for block in run)
        cells = sum(bool(_CELL.search(block.text)) for block in run)
        tabs = any("\t" in block.text for block in run)
        rows = len(run) > 2 or (tabs and len(run) > 1)  # the number of a law, and its title
        if rows and 3 * sentences <= len(run) and 2 * cells >= len(run):
            message = "rows of a table: the borders of their cells are lost"
            yield Loss("table", message, line=run[0].line)


def _runs(blocks: tuple[TextBlock, ...]) -> Iterator[list[TextBlock]]:
    """Yield lines of law text without a blank line between them, and without labels."""
    run: list[TextBlock] = []
    for block in blocks:
        fits = block.kind == "text" and not is_labelled(block) and len(block.text) <= _LONGEST_ROW
        if fits:
            run.append(block)
        if run and (not fits or not block.touches):
            yield run
            run = []
    if run:
        yield run


def _without_amendments(document: Document) -> Document:
    """Return a document whose lines such as «▼M1» are furniture."""
    amended = [bool(_AMENDED.fullmatch(each.words.text)) for each in document.blocks]
    if not any(amended):
        return document
    marks = compress(document.blocks, amended)
    kept = compress(document.blocks, map(not_, amended))
    elsewhere = (*document.elsewhere, ("furniture", sum(each.size for each in marks)))
    return replace(document, blocks=tuple(kept), elsewhere=elsewhere)


def _with_lines(document: Document, losses: tuple[Loss, ...]) -> Document:
    """Return a document with its blocks as lines, each with the block that it was made from."""
    document = _without_inexpressible(
        with_notes_at_marks(_without_long_targets(_without_vast_tables(document)))
    )
    document = replace(document, blocks=tuple(map(_numbered, document.blocks)))
    document = _without_amendments(document)
    lines: list[TextBlock] = []
    at = 0
    for block in document.blocks:
        words = _line(block)
        if words.strip():
            end = at + len(words) + 1
            lines.append(TextBlock("text", at, end, words, at, block.line, {}, block))
            at = end
    text = "".join(f"{line.text}\n" for line in lines)
    return replace(document, losses=(*losses, *document.losses), lines=tuple(lines), text=text)


def _numbered(block: Block) -> Block:
    """Return a block whose words begin with the label that the wiki gives to it."""
    label = Passage(block.number)
    return replace(block, words=joined([label, block.words])) if block.number else block


def _line(block: Block) -> str:
    """Return the words of a block on one line, with as many code points as the block has."""
    if block.cells:
        return " ".join(words.text for words in all_words(block) if words.text)
    return block.words.text.replace("\n", " ")


def _without_vast_tables(page: Document) -> Document:
    """Return a page without tables of more cells than anybody reads; they are unparsed."""
    vast = [block for block in page.blocks if sum(map(len, block.cells)) > _MOST_CELLS]
    if not vast:
        return page
    losses = (
        Loss("unparsed", f"a table of more than {_MOST_CELLS} cells is not read", line=block.line)
        for block in vast
    )
    size = sum(block.size + block.note_size for block in vast)
    return replace(
        page,
        blocks=tuple(block for block in page.blocks if not any(block is each for each in vast)),
        elsewhere=(*page.elsewhere, ("unparsed", size)),
        losses=(*page.losses, *losses),
    )


def _without_long_targets(page: Document) -> Document:
    """Return the document without links whose target no address is: a page repeats it often."""
    lines = [
        block.line
        for block in page.blocks
        for words in all_words(block)
        if any(len(link.target) > _LONGEST_TARGET for link in words.links)
    ]
    if not lines:
        return page

    def short(words: Passage) -> Passage:
        links = tuple(link for link in words.links if len(link.target) <= _LONGEST_TARGET)
        return replace(words, links=links)

    message = f"the targets of links in {len(lines)} paragraphs are too long: their words stay"
    loss = Loss("link", message, line=lines[0])
    blocks = tuple(_with_words(block, short) for block in page.blocks)
    return replace(page, blocks=blocks, losses=(*page.losses, loss))


def _with_words(block: Block, change: Callable[[Passage], Passage]) -> Block:
    """Return a block with its words changed, and those of its cells."""
    cells = tuple(
        tuple(replace(cell, passage=cell.passage and change(cell.passage)) for cell in row)
        for row in block.cells
    )
    return replace(block, words=change(block.words), cells=cells)


def _without_inexpressible(page: Document) -> Document:
    """Return the document without what lines cannot express, with a loss for each omission.

    These are words that the page shows as deleted, which are no longer law text, and footnotes of
    blocks and cells without words. They are counted as unparsed.
    """
    blocks, losses, unparsed = [], [], 0
    for block in page.blocks:
        deleted = [_deleted(words) for words in all_words(block)]
        if any(deleted):
            size = min(sum(map(len, deleted)), block.size)
            quoted = " ".join(filter(None, deleted))[:_LONGEST_QUOTED]
            message = f"words that the page shows as deleted are left out: «{quoted}»"
            losses.append(Loss("unparsed", message, line=block.line))
            block = replace(_with_words(block, _undeleted), size=block.size - size)
            unparsed += size
        bare = [
            note for words in all_words(block) if not words.text.strip() for note in words.notes
        ]
        if bare:
            losses.extend(_bare_loss(note, block.line) for note in bare)
            alone = not _line(block).strip()
            size = block.note_size
            size = size if alone else min(sum(len(note.text) for note in bare), size)
            block = replace(block, note_size=block.note_size - size)
            unparsed += size
        blocks.append(block)
    if not losses:
        return page
    return replace(
        page,
        blocks=tuple(blocks),
        elsewhere=(*page.elsewhere, ("unparsed", unparsed)),
        losses=(*page.losses, *losses),
    )


def _bare_loss(note: Note, line: int) -> Loss:
    quoted = note.text[:_LONGEST_QUOTED]
    message = f"note {note.marker} has no words before it and is left out: «{quoted}»"
    return Loss("unparsed", message, line=line)


def _deleted(words: Passage) -> str:
    """Return the words that are shown as deleted."""
    gone = sorted({at for m in words.marks if m.kind == "deleted" for at in range(m.start, m.end)})
    return "".join(words.text[at] for at in gone)


def _undeleted(words: Passage) -> Passage:
    """Return words without the deleted ones, and without the double space that is left."""
    gone = [False] * len(words.text)
    for mark in words.marks:
        if mark.kind == "deleted":
            gone[mark.start : mark.end] = [True] * (mark.end - mark.start)
    text: list[str] = []
    moved: list[int] = []
    for char, deleted in zip(words.text, gone, strict=True):
        moved.append(len(text))
        doubled = char == " " and (not text or text[-1] == " ")
        if not deleted and not doubled:
            text.append(char)
    moved.append(len(text))
    marks = tuple(mark for mark in words.marks if mark.kind not in ("deleted", "inserted"))
    return replace(words, marks=marks).moved("".join(text).rstrip(), moved.__getitem__)
