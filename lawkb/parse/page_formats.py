"""Read a page of any format as lines with annotations; the content decides the format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from lawkb.model.address import Scheme
from lawkb.model.language import Language
from lawkb.model.law import Comment, Loss
from lawkb.model.page import Account, Page, Piece, PieceKind, account_of
from lawkb.model.source import Source
from lawkb.model.text_encoding import decode_page
from lawkb.parse.comments import comment_losses, read_comments, threads
from lawkb.parse.diff.revision import Comparison, read_dump_head
from lawkb.parse.document import Document, PageFormat
from lawkb.parse.document_lines import DocumentLines, project, without_inexpressible
from lawkb.parse.dokuwiki.comment_files import read_comments as read_comments_file
from lawkb.parse.plaintext.blocks import Block, is_labelled, iso_time, read_blocks
from lawkb.parse.plaintext.dump import read_extracted

_LONGEST_ROW = 200
_SENTENCE_END = (".", ";", "·", ",", ":", "!")
_CELL = re.compile(r"[\t\d]")


def text_losses(blocks: tuple[Block, ...]) -> tuple[Loss, ...]:
    """Return the losses of a text page that its blocks show.

    Rows of a table have no blank lines between them, and their cells are joined:
    ``North StartsLakes159``. They stay text as they are.
    """
    tables = tuple(
        Loss("table", "rows of a table: the borders of their cells are lost", line=run[0].line)
        for run in _runs(blocks)
        if _is_table(run)
    )
    return (*tables, *comment_losses(blocks))


def _runs(blocks: tuple[Block, ...]) -> Iterator[list[Block]]:
    """Yield lines of law text without a blank line between them, and without labels."""
    run: list[Block] = []
    for block in blocks:
        fits = block.kind == "text" and not is_labelled(block) and len(block.text) <= _LONGEST_ROW
        if fits:
            run.append(block)
        if run and (not fits or not block.touches):
            yield run
            run = []
    if run:
        yield run


def _is_table(run: list[Block]) -> bool:
    sentences = sum(block.text.endswith(_SENTENCE_END) for block in run)
    cells = sum(bool(_CELL.search(block.text)) for block in run)
    return len(run) > 1 and 3 * sentences <= len(run) and 2 * cells >= len(run)


_HEAD = 65536  # characters in which the tags of an HTML page are looked for
_TAGS = ("<!doctype html", "<html", "<head", "<body", "<div", "<h1", "<h2", "<h3", "<p>", "<p ")
# Pairs of signs of raw wiki syntax that text extraction always removes: links, notes.
_PAIRS = (("[[", "]]"), ("((", "))"))

# The table in which a wiki shows two revisions; tags that authors write on a page are escaped.
_DIFF_TABLE = re.compile(r"<table\b[^<>]{0,200}\bclass=[\"'](?:[^\"'<>]{0,200} )?diff[ \"']")

_Comments = Callable[[int, Scheme, tuple[Language, ...]], tuple[Comment, ...]]


@dataclass(frozen=True, slots=True)
class PageLines:
    """A page as lines, whatever its format.

    Attributes:
        text: The lines: of a text page the page itself.
        blocks: Its blocks; those of a richer format are all ``text`` and refer to their source.
        comments: Function that reads its comments, given the law number, the scheme and languages.
        account: Function that returns the account of the page from the pieces of ``text``.
        losses: Losses of decoding and parsing.
        page_id: Id on the page itself, or None.
        revised: Last change according to the page, ISO 8601, or None.
        user: Author of that change according to the page, or None.
        name: The format; ``diff`` is a comparison of two revisions, which may lack parts of the
            page.
        comparison: The newer revision of a ``diff``; None for the others.
    """

    text: str
    blocks: tuple[Block, ...]
    comments: _Comments
    account: Callable[[tuple[Piece, ...]], Account]
    losses: tuple[Loss, ...]
    page_id: str | None = None
    revised: str | None = None
    user: str | None = None
    name: PageFormat = "text"
    comparison: Comparison | None = None


def detect_format(text: str, source: Source) -> PageFormat:
    """Detect the format of a page by its content: HTML, raw wiki syntax, extracted text, a diff."""
    head = text[:_HEAD].lstrip("\ufeff \t\n").lower()
    if head.startswith("<") and any(tag in head for tag in _TAGS):
        return "diff" if _DIFF_TABLE.search(text) else "html"
    if read_dump_head(text):
        return "diff"
    if any(block.kind == "page_data" for block in read_blocks(text, source)):
        return "text"  # the footer of a rendered page: no raw page has one
    pairs = any(text.find(end, text.find(start)) > 0 for start, end in _PAIRS if start in text)
    return "wikitext" if pairs or any(map(_is_wiki, text.split("\n"))) else "text"


def _is_wiki(line: str) -> bool:
    """Whether a line is a heading, a rule, a macro or a table row in raw wiki syntax."""
    bare = line.strip()
    if bare.startswith("==") and bare.endswith("==") and bare.strip("= "):
        return True
    if bare.startswith("----") and not bare.strip("-"):
        return True
    row = bare[:1] in ("|", "^") and bare[-1:] in ("|", "^") and len(bare) > 1
    return row or (bare.startswith("~~") and bare.endswith("~~") and len(bare) > len("~~~~"))


def with_own_id(page: Page, source: Source) -> Page:
    """Return the page with the id on the page itself, if the id of its file fits no rule.

    Args:
        page: The page as read from the source.
        source: Its rules; a page whose own id fits none of them is unchanged.
    """
    if any(rule.fits(page.page_id) for rule in source.rules):
        return page
    text = decode_page(page.content)[0]
    form, head = detect_format(text, source), read_dump_head(text)
    if form not in ("html", "diff"):
        return page
    # Imported here, as in ``read_form``: loaded only for pages that need it.
    from lawkb.parse.html.document import own_id

    named = head.page_id if head else own_id(page.content)
    fits = named is not None and any(rule.fits(named) for rule in source.rules)
    return replace(page, page_id=named) if named and fits else page


def read_form(page: Page, source: Source) -> PageLines:
    """Read a page as lines, with the comments of the wiki's own file if any; never raises."""
    return _with_comments_file(_own_form(page, source), page, source)


def _own_form(page: Page, source: Source) -> PageLines:
    text, losses = decode_page(page.content)
    name = detect_format(text, source)
    if name == "diff":
        return _diff_form(text, page, losses)
    if name != "html" and (dump := read_extracted(text, source)):
        return _rich_form(dump, losses)
    if name == "text":
        return _text_form(text, losses, source)
    # Imported here: these parsers are loaded only for pages that need them.
    if name == "html":
        from lawkb.parse.html.document import read_html

        return _rich_form(read_html(page.content), ())
    from lawkb.parse.dokuwiki.document import read_wikitext

    return _rich_form(read_wikitext(text, page.page_id), losses)


def _diff_form(text: str, page: Page, losses: tuple[Loss, ...]) -> PageLines:
    """Read the newer side of a comparison of two revisions, in HTML or as extracted text."""
    # Imported here, as in ``read_form``: loaded only for pages that need them.
    from lawkb.parse.diff.html import read_diff
    from lawkb.parse.diff.page import read_diff_page
    from lawkb.parse.diff.text import read_diff_text
    from lawkb.parse.html.document import count_characters

    if read_dump_head(text):
        document, comparison = read_diff_page(read_diff_text(text), len(text))
        return replace(_rich_form(document, losses), comparison=comparison)
    diff = read_diff(page.content)
    document, comparison = read_diff_page(diff, count_characters(page.content))
    return replace(_rich_form(document, ()), comparison=comparison)


def _with_comments_file(form: PageLines, page: Page, source: Source) -> PageLines:
    """Return the page with the comments of the wiki's file, which has more than the page shows."""
    if page.comments is None:
        return form
    comments, losses = read_comments_file(page.comments, page.page_id, source.zone)

    def read(law: int, scheme: Scheme, languages: tuple[Language, ...]) -> tuple[Comment, ...]:
        return threads(comments, law, scheme, languages)

    return replace(form, comments=read, losses=(*form.losses, *losses))


def _text_form(text: str, losses: tuple[Loss, ...], source: Source) -> PageLines:
    blocks = read_blocks(text, source)
    foot: dict[str, str] = {}
    for block in blocks:
        if block.kind == "page_data":
            foot.update(block.fields)

    def comments(law: int, scheme: Scheme, languages: tuple[Language, ...]) -> tuple[Comment, ...]:
        return read_comments(blocks, law, scheme, languages)

    return PageLines(
        text,
        blocks,
        comments,
        lambda pieces: account_of(text, pieces),
        (*losses, *text_losses(blocks)),
        foot.get("page"),
        iso_time(foot["revised"]) if "revised" in foot else None,
        foot.get("user"),
    )


def _rich_form(page: Document, losses: tuple[Loss, ...]) -> PageLines:
    page = without_inexpressible(page)
    lines = project(page)

    def comments(law: int, scheme: Scheme, languages: tuple[Language, ...]) -> tuple[Comment, ...]:
        return threads(page.comments, law, scheme, languages)

    return PageLines(
        lines.text,
        lines.blocks,
        comments,
        lambda pieces: page.account(_kinds(page, lines, pieces)),
        (*losses, *page.losses),
        page.page_id,
        page.revised,
        page.user,
        page.form,
    )


def _kinds(
    page: Document, lines: DocumentLines, pieces: tuple[Piece, ...]
) -> tuple[PieceKind, ...]:
    """Return the kind of each block: that of most of its line; rules are furniture."""
    kinds: list[PieceKind] = ["furniture"] * len(page.blocks)
    at = 0
    for block, index in zip(lines.blocks, lines.indices, strict=True):
        shares: dict[PieceKind, int] = {}
        while at < len(pieces) and pieces[at].end <= block.start:
            at += 1
        here = at
        while here < len(pieces) and pieces[here].start < block.end:
            piece = pieces[here]
            length = min(piece.end, block.end) - max(piece.start, block.start)
            shares[piece.kind] = shares.get(piece.kind, 0) + length
            here += 1
        kinds[index] = max(shares, key=lambda kind: shares[kind]) if shares else "unparsed"
    return tuple(kinds)
