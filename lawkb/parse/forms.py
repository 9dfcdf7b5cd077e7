"""A page of any form as lines with what stands around them: told by content, not by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from lawkb.model.address import Scheme
from lawkb.model.language import Language
from lawkb.model.law import Comment, Loss
from lawkb.model.page import Account, Page, Piece, PieceKind, Source, account_of, decode_page
from lawkb.parse.comment_files import read_comments as read_comments_file
from lawkb.parse.comments import read_comments, threads
from lawkb.parse.comparison import Comparison, read_dump_head
from lawkb.parse.document import Document, FormName
from lawkb.parse.extracted import read_extracted
from lawkb.parse.projection import Projection, carried, project
from lawkb.parse.text import Block, iso_time, read_blocks
from lawkb.parse.text_losses import text_losses

_HEAD = 65536  # HTML shows itself in the first characters
_TAGS = ("<!doctype html", "<html", "<head", "<body", "<div", "<h1", "<h2", "<h3", "<p>", "<p ")
# Pairs of signs of raw wiki syntax that no text extraction leaves: links, notes.
_PAIRS = (("[[", "]]"), ("((", "))"))

# The table in which a wiki shows two revisions; on a page the author's tags are escaped.
_DIFF_TABLE = re.compile(r"<table\b[^<>]{0,200}\bclass=[\"'](?:[^\"'<>]{0,200} )?diff[ \"']")

_Comments = Callable[[int, Scheme, tuple[Language, ...]], tuple[Comment, ...]]


@dataclass(frozen=True, slots=True)
class Form:
    """A page as lines, whatever it was.

    Attributes:
        text: The lines: of a text page the page itself.
        blocks: Its blocks; those of a richer form are all ``text`` and know their source.
        comments: Reads its comments, given the law, the levels and the languages.
        account: Counts where its characters went, given where those of ``text`` went.
        losses: What its bytes did not give.
        page_id: Id that the page gives itself, or None.
        revised: Its last change as the page says, ISO 8601, or None.
        user: Who made it as the page says, or None.
        name: What it was; ``diff`` is one of two revisions beside each other, which holds no whole
            page.
        comparison: Which revision the lines of a ``diff`` are of; None for the others.
    """

    text: str
    blocks: tuple[Block, ...]
    comments: _Comments
    account: Callable[[tuple[Piece, ...]], Account]
    losses: tuple[Loss, ...]
    page_id: str | None = None
    revised: str | None = None
    user: str | None = None
    name: FormName = "text"
    comparison: Comparison | None = None


def form_of(text: str, source: Source) -> FormName:
    """What a page is, told by what it holds: HTML, raw wiki syntax, extracted text, or a diff."""
    head = text[:_HEAD].lstrip("\ufeff \t\n").lower()
    if head.startswith("<") and any(tag in head for tag in _TAGS):
        return "diff" if _DIFF_TABLE.search(text) else "html"
    if read_dump_head(text):
        return "diff"
    if any(block.kind == "page_data" for block in read_blocks(text, source)):
        return "text"  # the foot of a rendered page: no raw page has one
    pairs = any(text.find(end, text.find(start)) > 0 for start, end in _PAIRS if start in text)
    return "wikitext" if pairs or any(map(_is_wiki, text.split("\n"))) else "text"


def _is_wiki(line: str) -> bool:
    """Whether a line is a heading, a rule, a macro or a row of a table in raw wiki syntax."""
    bare = line.strip()
    if bare.startswith("==") and bare.endswith("==") and bare.strip("= "):
        return True
    if bare.startswith("----") and not bare.strip("-"):
        return True
    row = bare[:1] in ("|", "^") and bare[-1:] in ("|", "^") and len(bare) > 1
    return row or (bare.startswith("~~") and bare.endswith("~~") and len(bare) > len("~~~~"))


def with_own_id(page: Page, source: Source) -> Page:
    """The page by the id it gives itself, where the name it was saved by fits no rule.

    Args:
        page: As found.
        source: Its rules; a page whose own id fits none of them stays as it is.
    """
    if any(rule.fits(page.page_id) for rule in source.rules):
        return page
    text = decode_page(page.content)[0]
    form, head = form_of(text, source), read_dump_head(text)
    if form not in ("html", "diff"):
        return page
    # As in ``read_form``: loaded only where a page needs it.
    from lawkb.parse.html import own_id

    named = head.page_id if head else own_id(page.content)
    fits = named is not None and any(rule.fits(named) for rule in source.rules)
    return replace(page, page_id=named) if named and fits else page


def read_form(page: Page, source: Source) -> Form:
    """The page as lines, with the comments of the wiki's own file if it has one; never raises."""
    return _with_comments_file(_own_form(page, source), page, source)


def _own_form(page: Page, source: Source) -> Form:
    text, losses = decode_page(page.content)
    name = form_of(text, source)
    if name == "diff":
        return _diff_form(text, page, losses)
    if name != "html" and (dump := read_extracted(text, source)):
        return _rich_form(dump, losses)
    if name == "text":
        return _text_form(text, losses, source)
    # Not above: these parsers are loaded only where a page needs one.
    if name == "html":
        from lawkb.parse.html import read_html

        return _rich_form(read_html(page.content), ())
    from lawkb.parse.wikitext import read_wikitext

    return _rich_form(read_wikitext(text, page.page_id), losses)


def _diff_form(text: str, page: Page, losses: tuple[Loss, ...]) -> Form:
    """The newer side of a page that compares two revisions, of HTML or of text taken from it."""
    # As in ``read_form``: loaded only where a page needs them.
    from lawkb.parse.diff_page import read_diff_page
    from lawkb.parse.diff_text import read_diff_text
    from lawkb.parse.html import count_characters
    from lawkb.parse.html_diff import read_diff

    if read_dump_head(text):
        document, comparison = read_diff_page(read_diff_text(text), len(text))
        return replace(_rich_form(document, losses), comparison=comparison)
    diff = read_diff(page.content)
    document, comparison = read_diff_page(diff, count_characters(page.content))
    return replace(_rich_form(document, ()), comparison=comparison)


def _with_comments_file(form: Form, page: Page, source: Source) -> Form:
    """The form with the comments of the wiki's own file, which holds more than the page shows."""
    if page.comments is None:
        return form
    comments, losses = read_comments_file(page.comments, page.page_id, source.zone)

    def read(law: int, scheme: Scheme, languages: tuple[Language, ...]) -> tuple[Comment, ...]:
        return threads(comments, law, scheme, languages)

    return replace(form, comments=read, losses=(*form.losses, *losses))


def _text_form(text: str, losses: tuple[Loss, ...], source: Source) -> Form:
    blocks = read_blocks(text, source)
    foot: dict[str, str] = {}
    for block in blocks:
        if block.kind == "page_data":
            foot.update(block.fields)

    def comments(law: int, scheme: Scheme, languages: tuple[Language, ...]) -> tuple[Comment, ...]:
        return read_comments(blocks, law, scheme, languages)

    return Form(
        text,
        blocks,
        comments,
        lambda pieces: account_of(text, pieces),
        (*losses, *text_losses(blocks)),
        foot.get("page"),
        iso_time(foot["revised"]) if "revised" in foot else None,
        foot.get("user"),
    )


def _rich_form(page: Document, losses: tuple[Loss, ...]) -> Form:
    page = carried(page)
    lines = project(page)

    def comments(law: int, scheme: Scheme, languages: tuple[Language, ...]) -> tuple[Comment, ...]:
        return threads(page.comments, law, scheme, languages)

    return Form(
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


def _kinds(page: Document, lines: Projection, pieces: tuple[Piece, ...]) -> tuple[PieceKind, ...]:
    """Where each block of a document went: where most of its line went; rules are furniture."""
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
