"""Read a page: its laws or companions, the count of its characters by kind, and the losses.

A companion is a text beside the laws, such as a preface.

The text of another act that an amending act quotes has articles and labels that are not ours.
``Article 4 is replaced by the following:`` leads to it, and its quotation marks may be many lines
apart: ``‘Article 4``, ``1. …``, ``2. …’;``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from statistics import median
from typing import cast

from msgspec import Struct, structs

from lawkb.model.address import Address, Ordinal, Scheme, base_of
from lawkb.model.code import Outline
from lawkb.model.companion import Companion, CompanionKind
from lawkb.model.division import Divisions
from lawkb.model.label import plain, read_typed
from lawkb.model.language import Language
from lawkb.model.law import Comment, Law, Loss, Origin
from lawkb.model.page import LARGEST_PAGE, Account, Page, Piece, PieceKind, account_of
from lawkb.model.source import PageRule, Source
from lawkb.model.text_encoding import decode_page
from lawkb.parse.document import Comparison, Document, PageFormat, ReaderComment, TextBlock
from lawkb.parse.input_formats import read_page_lines, with_own_id
from lawkb.parse.structure.beside_laws import (
    BesideLaws,
    first_annex,
    is_page_of_annex,
    read_beside_laws,
    without_second_act,
)
from lawkb.parse.structure.companion_sections import companion_losses, read_sections
from lawkb.parse.structure.divisions import DivisionReading, read_divisions
from lawkb.parse.structure.footnotes import read_words
from lawkb.parse.structure.labels_and_languages import LanguagePart, language_of, split_languages
from lawkb.parse.structure.law_numbers import other_law_word, told
from lawkb.parse.structure.law_structure import LawStructure, read_structure, repealed_law
from lawkb.parse.structure.titles import (
    TitledLaws,
    joined_titles,
    looks_like_title,
    open_law,
    split_at_titles,
    titles_in_preamble,
)
from lawkb.parse.unreadable import Unread, advised, why_no_law, why_no_text, why_other_text

_CLOSING = {"«": "»", "“": "”", "„": "“", "‘": "’", "‚": "‘", '"': '"'}
# Signs that are never something else, as ’ is in *members’*: they are counted.
_COUNTED = "«“"
_LEADS = (":", "—", "–")
_AFTER = r"[\s.;,·:)\]]*(?:\w{1,4}\s*)?$"  # «…»· και
_LEAD_ON_LINE = re.compile(r"[:—–]\s*(?=[«“])")
_LONGEST = 400  # lines
_FEWEST_UNEVEN = 4  # laws whose lengths are compared
_UNEVEN = 100  # times the median that no law is as long as
_LONG = 5000  # characters


def mark_quotations(blocks: tuple[TextBlock, ...]) -> tuple[TextBlock, ...]:
    """Return the lines of a page, those of a quoted text marked, so that they get no addresses.

    A quotation begins after a line that leads to it with a colon or a dash, or after these signs on
    the line itself. If its end is not found, nothing is marked.

    Args:
        blocks: Lines of kind ``text`` in page order.
    """
    quoted = {at for first, last in _quotations(blocks) for at in range(first, last + 1)}
    if not quoted:
        return blocks
    return tuple(
        replace(block, is_quoted=True) if index in quoted else block
        for index, block in enumerate(blocks)
    )


def _quotations(blocks: tuple[TextBlock, ...]) -> Iterator[tuple[int, int]]:
    """Yield index of the first and the last line of each quotation."""
    index = 0
    while index < len(blocks):
        text = blocks[index].text
        last: int | None = None
        first = index
        if index and text[:1] in _CLOSING and blocks[index - 1].text.endswith(_LEADS):
            last = _end(blocks, index, 0)
        elif lead := _LEAD_ON_LINE.search(text):
            last = _end(blocks, index, lead.end())
            first += 1
        if last is not None and first <= last:
            yield first, last
        index = first + 1 if last is None else max(last, index) + 1


def _end(blocks: tuple[TextBlock, ...], first: int, at: int) -> int | None:
    """Return the index of the line on which the quotation ends that begins at an offset of a line.

    None when it is a word in quotation marks, or its end is not found.
    """
    opening = blocks[first].text[at]
    closing = _CLOSING[opening]
    ends = re.compile(re.escape(closing) + _AFTER)
    depth = 0
    for index in range(first, min(first + _LONGEST, len(blocks))):
        text = blocks[index].text[at if index == first else 0 :]
        if opening in _COUNTED:
            depth, left = _depth(text, opening, closing, depth)
            if not depth:
                return index if re.fullmatch(_AFTER, left) else None
        elif index == first and re.search(rf"{closing}(?!\w)", text[1:]) and not ends.search(text):
            return None
        elif ends.search(text, index == first):
            return index
    return None


def _depth(text: str, opening: str, closing: str, depth: int) -> tuple[int, str]:
    """Return how many quotations are open after a line, and what is after the end of the last."""
    for at, char in enumerate(text):
        depth += (char == opening) - (char == closing)
        if not depth:
            return 0, text[at + 1 :]
    return depth, ""


class PageReading(Struct, frozen=True):
    """The result of reading a page."""

    laws: tuple[Law, ...]  # Laws in page order, one for each language and law of the page.
    account: Account  # Number of characters by kind of content.
    text: str  # The lines that were parsed; of a page without markup the page itself.
    pieces: tuple[Piece, ...]  # Spans of `text` with their kinds, in order and without gaps.
    losses: tuple[Loss, ...]  # What the page lost or could not be read.
    form: PageFormat = "text"  # Format of the page.
    # Texts beside the laws, one for each language, from a page without laws.
    companions: tuple[Companion, ...] = ()
    # The newer revision of a `diff`; None for the other formats.
    comparison: Comparison | None = None
    # The divisions whose headings are between the laws, one for each language that has any.
    divisions: tuple[Divisions, ...] = ()
    # Why the page is not taken for what was there: it cannot be read, or has other words. What it
    # had before is then kept. None for a page that was read, even if it has no law.
    unread: Unread | None = None


def read_page(page: Page, source: Source, outline: Outline) -> PageReading:
    """Return the laws or other texts of a page, read by the rule that its id fits.

    References are not searched and patches not applied. If no rule fits the id of the page, the id
    inside the page is tried: the page may have been saved as ``law_57.diff.html``. A page whose id
    fits no rule, or of more than ``LARGEST_PAGE`` bytes, is unparsed, with a loss.

    Args:
        source: Source of the page, with its rules and templates of lines.
    """
    if len(page.content) > LARGEST_PAGE and not page.is_word_file:  # it counts what it unpacks
        message = f"larger than {LARGEST_PAGE} bytes, which no law is; it is not read"
        return unreadable_page(page, Unread(message, ""))
    page = with_own_id(page, source)
    for rule in source.rules:
        law = rule.law(page.page_id)
        if not rule.fits(page.page_id) or base_of(law or 0) > outline.edition(rule.edition).laws:
            continue
        if why := why_no_text(page):
            return unreadable_page(page, why)
        if rule.kind in ("law", "laws", "contents"):
            reading = read_law_page(page, rule, source, outline)
            why = _why_unread(page, reading, rule, outline)
            return _unread_as(reading, why) if why else reading
        return read_companion_page(page, rule, source, outline)
    return unparsed_page(page, "no rule under [[sources.pages]] fits this page id")


def _why_unread(
    page: Page, reading: PageReading, rule: PageRule, outline: Outline
) -> Unread | None:
    """Return why a page of laws was not read although its bytes are text; None if it was."""
    if reading.comparison or rule.kind == "contents":
        return None
    first = next((loss.message for loss in reading.losses), "")
    if reading.form in ("docx", "xml") and not reading.pieces:
        return advised(first)
    languages = tuple(outline.language(tag) for tag in rule.languages)
    lines = reading.text.split("\n")
    if why := why_other_text(lines, languages):
        return advised(why)
    if reading.laws:
        return None
    wrong = next((loss.message for loss in reading.losses if loss.kind == "encoding"), None)
    return advised(wrong or why_no_law(lines, languages))


def unreadable_page(page: Page, why: Unread) -> PageReading:
    """Return the reading of a page that cannot be read, with the reason."""
    return structs.replace(unparsed_page(page, why.told), unread=why)


def _unread_as(reading: PageReading, why: Unread) -> PageReading:
    is_told = any(why.told == loss.message for loss in reading.losses)
    told = () if is_told else (Loss("unparsed", why.told),)
    return structs.replace(reading, unread=why, losses=(*reading.losses, *told))


def unparsed_page(page: Page, why: str) -> PageReading:
    """Return an empty reading of a page, with all characters unparsed and the reason as a loss.

    The characters of a Word file are not counted, since it is not opened.
    """
    text, losses = ("", ()) if page.is_word_file else decode_page(page.content)
    pieces = (Piece("unparsed", 0, len(text)),)
    lost = (*page.losses, *losses, Loss("unparsed", why))
    return PageReading((), account_of(text, pieces), text, pieces, lost)


def read_law_page(page: Page, rule: PageRule, source: Source, outline: Outline) -> PageReading:
    """Return the law or laws of a page of any format; its content never raises an error.

    Args:
        page: The page; its id must fit the rule.
        rule: Languages and edition of the page, and whether it has one law, several, or only the
            titles of the laws under the headings of their divisions.
        source: Templates of the wiki's menus, lines about the page and comments, for a page without
            markup.

    Returns:
        The laws without references, the numbers of characters by kind, and the losses. On a page of
        several laws, text before the first title is unparsed, but for the title of the code.
    """
    number = rule.law(page.page_id)
    if number is None and rule.kind == "law":
        raise ValueError(f"{page.page_id} does not fit {rule.pattern}")
    document = read_page_lines(page, source)
    languages = tuple(outline.language(tag) for tag in rule.languages)
    parts, tail = split_languages(document.text_lines, languages, outline.scheme)
    if rule.kind == "laws" and len(languages) > 1:
        alternate = _alternate_parts(document.text_lines, languages, outline.scheme)
        parts, tail = (alternate, ()) if alternate else (parts, tail)
    read, above, title_losses, grouped = _laws(parts, number, rule, outline)
    parts_read: tuple[DivisionReading | LawStructure, ...] = (*grouped, *read)
    places = (place for one in parts_read for place in one.places())
    words = read_words(document.text, document.lines, tail, places, languages)
    origin, page_losses = _origin(page, document)
    comments = read_comments(document, number or 0, outline.scheme, languages)
    threads = _threads(comments, read, languages)
    whole = rule.kind == "law" and len(languages) == 1

    def origin_of(one: DivisionReading | LawStructure) -> Origin:
        return origin if whole else _origin_of_part(origin, document.text, one.pieces)

    laws = tuple(
        Law(
            rule.edition,
            one.language.code,
            one.provision(words),
            origin_of(one),
            threads.get(index, ()),
        )
        for index, one in enumerate(read)
        if one.blocks or one.is_repealed or index in threads
    )
    divisions = tuple(
        Divisions(rule.edition, one.language.code, found, origin_of(one))
        for one in grouped
        if (found := one.divisions(words))
    )
    own = (piece for one in parts_read for piece in one.pieces)
    pieces = words.pieces([*own, *above])
    losses = (
        *(*page.losses, *_without_titles(document.losses, parts_read), *page_losses, *title_losses),
        *(loss for one in parts_read for loss in one.losses),
        *words.losses,
    )
    if comments and not read:
        message = f"{len(comments)} comments are on a page without a law"
        losses = (*losses, Loss("comment", message))
    return PageReading(
        laws,
        _account(document, pieces),
        document.text,
        pieces,
        losses,
        document.form,
        comparison=document.comparison,
        divisions=divisions,
    )


def read_companion_page(
    page: Page, rule: PageRule, source: Source, outline: Outline
) -> PageReading:
    """Return the text of a page without laws, of any format; its content never raises an error.

    Headings start sections, list items become items, and in definitions every table row is an
    entry: a term and its meanings.

    Args:
        page: The page; its id must fit the rule.
        rule: Languages, edition and kind of text.
        source: Templates of the wiki's menus, lines about the page and comments, for a page without
            markup.

    Returns:
        A text for each language of the page, without references, the numbers of characters by kind,
        and the losses.
    """
    document = read_page_lines(page, source)
    languages = tuple(outline.language(tag) for tag in rule.languages)
    parts, tail = split_languages(document.text_lines, languages, None)
    drafts = tuple(read_sections(blocks) for _, blocks in parts)
    places = (
        (run, language, None)
        for (language, _), draft in zip(parts, drafts, strict=True)
        for run in draft.runs()
    )
    words = read_words(document.text, document.lines, tail, places, languages)
    origin, page_losses = _origin(page, document)
    number = rule.law(page.page_id)
    comments = read_comments(document, number or 0, outline.scheme, languages)
    threads = _comments_by_language(comments, languages)
    companions = tuple(
        Companion(
            name=rule.companion(page.page_id),
            kind=cast(CompanionKind, rule.kind),
            edition=rule.edition,
            language=language.code,
            law=number,
            heading=words.passage(draft.heading) if draft.heading else None,
            body=draft.sections(words, rule.kind == "definitions"),
            origin=origin,
            comments=tuple(threads.get(language.code, ())),
        )
        for (language, blocks), draft in zip(parts, drafts, strict=True)
        if blocks or language.code in threads
    )
    pieces = words.pieces(
        Piece("headings" if block.is_heading else "law", block.start, block.end)
        for _, blocks in parts
        for block in blocks
    )
    losses = (*page.losses, *document.losses, *page_losses, *words.losses)
    losses += tuple(loss for each in companions for loss in companion_losses(each, document.form))
    account = _account(document, pieces)
    return PageReading((), account, document.text, pieces, losses, document.form, companions)


def _alternate_parts(
    blocks: tuple[TextBlock, ...], languages: tuple[Language, ...], scheme: Scheme
) -> tuple[LanguagePart, ...]:
    """Return a part for each language where laws alternate: Article 1, «Άρθρο 1», Article 2.

    What follows a title is in its language; what is above them all, in that of its script. Empty
    where each language is in one piece, or in a column of its own.
    """
    if any(block.rich and block.rich.column for block in blocks):
        return ()
    own = (
        next((each for each in languages if looks_like_title(block.text, each, scheme)), None)
        for block in blocks
    )
    parts: dict[str, list[TextBlock]] = {language.code: [] for language in languages}
    above: Language | None = None
    changes = 0
    for block, titled in zip(blocks, own, strict=True):
        changes += bool(above and titled and titled is not above)
        above = titled or above
        there = above or language_of(block.text, languages) or languages[0]
        parts[there.code].append(block)
    if changes < len(languages):
        return ()
    return tuple((each, tuple(parts[each.code])) for each in languages)


def _laws(
    parts: tuple[LanguagePart, ...], number: Ordinal | None, rule: PageRule, outline: Outline
) -> tuple[list[LawStructure], list[Piece], list[Loss], list[DivisionReading]]:
    """Return the laws of a page, the lines above all of them, the losses, and divisions."""
    most = outline.edition(rule.edition).laws
    read: list[LawStructure] = []
    lines_above: list[Piece] = []
    unread: list[Loss] = []
    doubtful: list[Loss] = []
    grouped: list[DivisionReading] = []
    for language, printed in parts:
        blocks = joined_titles(mark_quotations(printed), language, outline.scheme)
        beside: BesideLaws | None = None
        if number is None:
            titled = split_at_titles(blocks, language, outline.scheme, most)
            if annexes := first_annex(titled, language, outline.scheme):
                end = blocks.index(annexes)
                titled = split_at_titles(blocks, language, outline.scheme, most, end)
            if is_page_of_annex(titled, language, outline.scheme):
                titled = TitledLaws(blocks, (), ())
            titled = without_second_act(titled, language, outline.scheme)
            apart = {block.at for lines in titled.apart for block in lines}
            doubtful += (
                _doubtful(law, block, language)
                for law, block in titled.doubtful
                if block.at not in apart
            )
            others = [*_other_titles(blocks, titled, language)]
            doubtful += others
            doubtful += _uneven_laws(titled, language)
            doubtful += (_of_second_act(lines, titled, language) for lines in titled.apart)
            lines_above += (
                Piece("unparsed", block.start, block.end)
                for lines in titled.apart
                for block in lines
            )
            numbers = [(each.number, *each.also) for each in titled.laws]
            segments = [titled.before, *(each.blocks for each in titled.laws)]
            between = titled.headings if rule.kind == "laws" else ()
            found = read_divisions(segments, numbers, language, outline.divisions, between)
            grouped.append(found)
            above, *texts = found.segments
            if rule.kind == "contents":
                found.leave_out_laws()
                continue
            last = texts[-1] if texts else ()
            beside = read_beside_laws(above, last, language, outline.scheme)
            if others and not (titled.laws or beside.annexes):
                beside = BesideLaws(above, (), (), (), ())  # what is numbered is no recital
            if beside.preambles:
                doubtful += _late_laws(above, titled, language, outline.scheme)
            found.losses[:] = [loss for loss in found.losses if loss.line not in beside.lines]
            titles, left = _title_of_code(beside.before, language.code, rule, outline)
            lines_above += (Piece("headings", block.start, block.end) for block in titles)
            left_out = (*left, *beside.apart)
            lines_above += (Piece("unparsed", block.start, block.end) for block in left_out)
            unread += _unread(left)
            read += beside.preambles
            doubtful += beside.losses
            texts[-1:] = [beside.last] if texts else []
            openings = [
                replace(each, blocks=own) for each, own in zip(titled.laws, texts, strict=True)
            ]
        else:
            openings = [open_law(blocks, language, number, outline.scheme)]
        for each in openings:
            read.append(read_structure(each, language, outline.scheme))
            read += (repealed_law(number, language) for number in each.also)
        if beside:
            read += beside.annexes
    told_lines = {
        loss.line for one in (doubtful, *(each.losses for each in grouped)) for loss in one
    }
    for law in read:  # a line is told once
        law.losses[:] = [
            loss for loss in law.losses if loss.kind != "heading" or loss.line not in told_lines
        ]
    return read, lines_above, [*unread, *doubtful], grouped


def _title_of_code(
    blocks: tuple[TextBlock, ...], tag: str, rule: PageRule, outline: Outline
) -> tuple[tuple[TextBlock, ...], tuple[TextBlock, ...]]:
    """Return the lines above the laws that are the title of the code, and the others.

    The title is in ``corpus.toml``, so these lines are no loss. It may be on several lines, of
    which signs and capitals do not count. A code without any title, as that of ``lawkb read``, has
    that of the page, if its format marks it as a heading.
    """
    if not outline.titles and blocks and blocks[0].is_heading:
        return blocks[:1], blocks[1:]
    for whole in filter(None, map(_letters_of, (outline.titles.get(tag, ""), *rule.titles))):
        for begin in range(len(blocks)):
            read = ""
            for end in range(begin + 1, len(blocks) + 1):
                read += _letters_of(blocks[end - 1].text)
                if read and read == whole:
                    return blocks[begin:end], (*blocks[:begin], *blocks[end:])
                if not whole.startswith(read):
                    break
    return (), blocks


def _letters_of(text: str) -> str:
    return "".join(filter(str.isalnum, plain(text)))


def _unread(blocks: tuple[TextBlock, ...]) -> Iterator[Loss]:
    """Yield one loss for the lines before the first law, such as the title page of an act."""
    if blocks:
        first, *others = blocks
        lines = f"«{first.text[:60]}»" + (f" … «{others[-1].text[:60]}»" if others else "")
        message = f"{lines} before the first law: {len(blocks)} lines are in no text of the code"
        if not others:
            message = f"{lines} before the first law is in no text of the code"
        yield Loss("unparsed", message, line=first.line)


def _without_titles(
    losses: tuple[Loss, ...], read: tuple[DivisionReading | LawStructure, ...]
) -> tuple[Loss, ...]:
    """Return losses without those that take titles of laws or divisions for rows of a table."""
    titles = frozenset[int]().union(*(one.title_lines() for one in read))
    return tuple(each for each in losses if each.kind != "table" or each.line not in titles)


def _doubtful(law: Ordinal, block: TextBlock, language: Language) -> Loss:
    message = f"«{block.text[:60]}» may be the title of a law; it is read as text of Law {law}"
    return Loss("numbering", message, Address((law,)), language.code, block.line)


def _of_second_act(lines: tuple[TextBlock, ...], titled: TitledLaws, language: Language) -> Loss:
    """Return the loss for the lines from a title on whose law has begun before."""
    titles = [block for block in lines if block.at in titled.again]
    first = titles[0]
    what = f"«{first.text[:60]}» has the number of a law before it"
    if len(titles) > 1:
        more = f"as {len(titles) - 1} more titles have"
        what += f", {more}: a second act, which belongs in its own file"
    message = f"{what}; {len(lines)} lines are in no text of the code"
    return Loss("unparsed", message, language=language.code, line=first.line)


def _other_titles(
    blocks: tuple[TextBlock, ...], titled: TitledLaws, language: Language
) -> Iterator[Loss]:
    """Yield a loss where lines count as titles of laws do, but with another word for a law."""
    texts = {block.text: block.line for block in reversed(blocks) if not block.is_quoted}
    word = other_law_word(reversed(texts), len(titled.laws), language)
    if word:
        seen = f"«{word.lines[0][:60]}» begins like the title of a law"
        read = f"{len(titled.laws)} laws are" if titled.laws else "no law is"
        message = f"{seen}, as lines do from {told([word])}; {read} read by «{language.law}»"
        yield Loss("title", message, language=language.code, line=texts[word.lines[0]])


def _late_laws(
    above: tuple[TextBlock, ...], titled: TitledLaws, language: Language, scheme: Scheme
) -> Iterator[Loss]:
    """Yield a loss where a preamble may hold the first laws, whose titles were not recognised."""
    first = titled.laws[0].number if titled.laws else None
    lines = titles_in_preamble(above, first, language, scheme)
    if lines:
        read = (
            f"the first law is {first}, and what is before it"
            if first
            else "there is none, and the page"
        )
        seen = f"«{lines[0].text[:60]}» may be the title of a law"
        message = f"{seen}: {read} is read as the preamble"
        yield Loss("numbering", message, language=language.code, line=lines[0].line)


def _uneven_laws(titled: TitledLaws, language: Language) -> Iterator[Loss]:
    """Yield a loss where the text of most laws, or of all, is in one: its titles may be elsewhere.

    That is so below a list of contents, if the text has lost its headings.
    """
    laws = [law for law in titled.laws if not law.is_repealed]
    sizes = [sum(len(block.text) for block in law.blocks[law.first :]) for law in laws]
    if len(laws) < _FEWEST_UNEVEN:
        return
    empty, largest, middle = sizes.count(0), max(sizes), int(median(sizes))
    if 2 * empty <= len(laws) and largest < max(_UNEVEN * middle, _LONG):
        return
    law = laws[sizes.index(largest)]
    what = f"{empty} of {len(laws)} laws are without text, and Law {law.number} has {largest:,}"
    message = f"{what} characters, the median {middle:,}: titles may be missing in its text"
    yield Loss("text", message, Address((law.number,)), language.code, law.blocks[0].line)


def _comments_by_language(
    comments: tuple[Comment, ...], languages: tuple[Language, ...]
) -> dict[str, list[Comment]]:
    """Return comments by their language; by the first language of the page if it is unknown."""
    found: dict[str, list[Comment]] = {}
    for comment in comments:
        tag = (language_of(comment.text, languages) or languages[0]).code
        found.setdefault(tag, []).append(comment)
    return found


def _threads(
    comments: tuple[Comment, ...], read: list[LawStructure], languages: tuple[Language, ...]
) -> dict[int, tuple[Comment, ...]]:
    """Return comments by index of their law: those of its language that are about the law."""
    found: dict[int, list[Comment]] = {}
    for tag, written in _comments_by_language(comments, languages).items():
        places = {
            one.root.address.law: index
            for index, one in reversed(tuple(enumerate(read)))
            if one.language.code == tag
        }
        first = min(places.values(), default=0)
        for comment in written if read else ():
            law = comment.address.law if comment.address else 0
            place = _law_at(comment, read) if law not in places else places[law]
            found.setdefault(first if place is None else place, []).append(comment)
    return {index: tuple(written) for index, written in found.items()}


def _law_at(comment: Comment, read: list[LawStructure]) -> int | None:
    """Return the index of the law on whose lines a comment is, as in a Word file; else None."""
    if comment.lines is None:
        return None
    line = comment.lines[0]
    spans = ((one.blocks[0].line, one.blocks[-1].line) if one.blocks else (1, 0) for one in read)
    return next((i for i, (first, last) in enumerate(spans) if first <= line <= last), None)


def _origin(page: Page, document: Document) -> tuple[Origin, tuple[Loss, ...]]:
    """Return the origin of the page, and losses where the page contradicts its provenance."""
    losses = [
        Loss("provenance", f"the page says {name} {printed}, its provenance {known}")
        for name, printed, known in (
            ("id", document.page_id, page.page_id),
            ("revised", document.revised, page.revised),
            ("user", document.user, page.user),
        )
        if printed and known and printed != known
    ]
    if page.expected_sha256 and page.expected_sha256 != page.sha256:
        message = "the bytes are not those of the provenance (sha256 differs)"
        losses.append(Loss("provenance", message))
    revised, user = page.revised or document.revised, page.user or document.user
    return Origin(page.source, page.page_id, page.sha256, revised, user), tuple(losses)


def _origin_of_part(origin: Origin, text: str, pieces: Iterable[Piece]) -> Origin:
    """Return the origin of one text of several on a page, with the digest of its own words.

    With that of the page, a change of one text would be one of each of them.
    """
    words = "".join(text[piece.start : piece.end] for piece in pieces)
    digest = hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()
    return structs.replace(origin, sha256=digest, is_part=True)


def _account(document: Document, pieces: tuple[Piece, ...]) -> Account:
    """Return the number of characters of a page by kind of content.

    Args:
        pieces: Spans of its lines with their kinds, in order and without gaps.
    """
    if document.is_plain:
        return account_of(document.text, pieces)
    kinds: dict[int, PieceKind] = {}
    at = 0
    for line in document.lines:
        shares: dict[PieceKind, int] = {}
        while at < len(pieces) and pieces[at].end <= line.start:
            at += 1
        here = at
        while here < len(pieces) and pieces[here].start < line.end:
            piece = pieces[here]
            length = min(piece.end, line.end) - max(piece.start, line.start)
            shares[piece.kind] = shares.get(piece.kind, 0) + length
            here += 1
        # A block is of one kind: that of most characters of its line.
        most = max(shares, key=lambda kind: shares[kind]) if shares else "unparsed"
        kinds[id(line.rich)] = most
    return document.account(tuple(kinds.get(id(block), "furniture") for block in document.blocks))


# ---- readers' comments

# «Γ3: Ένα πρόωρο παίξιμο …» on the page of Law 57: a label, a colon, the quoted words.
_QUOTED_PROVISION = re.compile(r"([^\s:]{1,20}):\s+(?=\S)")
_ELLIPSES = ("…", "...")
_DEEPEST = 50  # levels of replies; deeper ones, which no real page has, become siblings


def read_comments(
    page: Document, law: Ordinal, scheme: Scheme, languages: tuple[Language, ...]
) -> tuple[Comment, ...]:
    """Return the readers' comments of a page, with replies inside the comments they answer.

    A page without markup does not mark replies. A comment of it that names no provision, after one
    that does, is read as a reply to that comment; its ``inferred`` is then ``("reply",)``.

    Args:
        law: Number of the law that the page is about.
        scheme: Levels of the code, to read the provision that a comment names.
    """
    found: list[tuple[Comment, list[Comment]]] = []
    for comment in _with_replies(page.comments, law, scheme, languages):
        on_page = page.is_plain and comment.lines is not None  # not from a file beside the page
        if on_page and found and found[-1][0].address and not comment.address:
            found[-1][1].append(structs.replace(comment, inferred=("reply",)))
        else:
            found.append((comment, []))
    return tuple(
        structs.replace(comment, replies=(*comment.replies, *replies)) for comment, replies in found
    )


def _with_replies(
    comments: tuple[ReaderComment, ...],
    law: Ordinal,
    scheme: Scheme,
    languages: tuple[Language, ...],
) -> tuple[Comment, ...]:
    """Return comments with their replies inside them, from a source that names the parent of each.

    A reply whose parent is not among the comments is left out, as the wiki omits replies to hidden
    comments.

    Args:
        comments: Comments; every reply comes after its parent.
        law: Number of the law that the page is about.
        scheme: Levels of the code, to read the provision that a comment names.
    """
    replies: dict[str | None, list[ReaderComment]] = {}
    parents: dict[str | None, str | None] = {}
    depth: dict[str | None, int] = {}
    for comment in comments:
        too_deep = depth.get(comment.parent, 0) >= _DEEPEST
        parent = parents[comment.parent] if too_deep else comment.parent
        parents[comment.id], depth[comment.id] = parent, depth.get(parent, 0) + 1
        replies.setdefault(parent, []).append(comment)

    def thread(comment: ReaderComment, above: frozenset[str]) -> Comment:
        text = "\n".join(words.text for words in comment.words if words.text)
        known = above | {comment.id}
        below = (one for one in replies.get(comment.id, ()) if one.id not in known)
        author, lines = comment.author, comment.lines
        read = Comment(author, comment.created, text, lines=lines, edited=comment.edited)
        return structs.replace(
            _anchored(read, law, scheme, languages),
            replies=tuple(thread(one, known) for one in below),
            inferred=() if parents[comment.id] == comment.parent else ("reply",),
        )

    return tuple(thread(comment, frozenset()) for comment in replies.get(None, ()))


def _anchored(
    comment: Comment, law: Ordinal, scheme: Scheme, languages: tuple[Language, ...]
) -> Comment:
    """Return the comment with the provision and the quote that its first line names."""
    first = comment.text.split("\n", 1)[0]
    match = _QUOTED_PROVISION.match(first)
    if not match:
        return comment
    written = match[1] if match[1][0].isdigit() else f"{law}{match[1]}"
    address = read_typed(written, scheme, languages)
    if not address:
        return comment
    quote = first[match.end() :].rstrip()
    for cut in _ELLIPSES:
        quote = quote.removesuffix(cut)
    return structs.replace(comment, address=address, quote=quote.rstrip() or None)
