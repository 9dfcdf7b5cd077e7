"""Open a Word file in bounded memory: it is a ZIP archive of XML parts from a stranger.

What its paragraphs inherit from styles is resolved, and their automatic numbers are counted.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import cache

import docx
from docx.exceptions import PythonDocxError
from docx.opc.exceptions import OpcError
from docx.oxml.ns import nsmap
from lxml import etree

from lawkb.model.address import write_ordinal
from lawkb.model.language import language_codes, read_language
from lawkb.model.page import LARGEST_PAGE

MOST_XML = 16 * LARGEST_PAGE  # bytes; the XML of a text is about ten times its size
_MOST_PARTS = 4096
_CHUNK = 65536
_OLE = b"\xd0\xcf\x11\xe0"  # files of Word before 2007, and files with a password

W = f"{{{nsmap['w']}}}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
CHOICE, FALLBACK, ALTERNATE = f"{_MC}Choice", f"{_MC}Fallback", f"{_MC}AlternateContent"
MATH_TEXT = f"{_MATH}t"
TEXTS = (f"{W}t", f"{W}delText", f"{W}instrText", f"{W}delInstrText", MATH_TEXT)
# Elements of a run that are one character each.
SIGNS = tuple(
    f"{W}{name}" for name in ("tab", "ptab", "br", "cr", "noBreakHyphen", "softHyphen", "sym")
)
_RUN = f"{W}r"
_RELATED = ("styles", "numbering", "footnotes", "endnotes", "comments")
_FAULTS = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    PythonDocxError,
    OpcError,
    etree.LxmlError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    AssertionError,
    NotImplementedError,
    EOFError,
    OSError,
)


class RefusedError(Exception):
    """A Word file is not read. The message says why."""


@dataclass(frozen=True, slots=True)
class WordFile:
    """The parts of a Word file that have text, and what paragraphs inherit."""

    body: etree._Element  # The element of the text.
    # Roots of `styles`, `numbering`, `footnotes`, `endnotes` and `comments`, those that the file
    # has.
    related: dict[str, etree._Element] = field(hash=False)
    margins: tuple[etree._Element, ...]  # Roots of the headers and footers of its pages.
    links: dict[str, str] = field(hash=False)  # Targets of links by the id that hyperlinks name.
    missing: tuple[str, ...] = ()  # Names of parts that the file refers to and has not.

    @property
    def total(self) -> int:
        """Return the number of characters of the file: of its texts, tabs and line breaks."""
        notes = (self.related.get(name) for name in ("footnotes", "endnotes", "comments"))
        roots = (self.body, *self.margins, *(root for root in notes if root is not None))
        return sum(map(characters, roots))


def open_word_file(content: bytes) -> WordFile:
    """Return the parts of a Word file. No link to another file is followed.

    Raises:
        RefusedError: It is no Word file, is damaged, or has too much XML.
    """
    if content.startswith(_OLE):
        raise RefusedError("it has a password, or is an older .doc: save it as .docx without one")
    try:
        bounded, missing = _bounded_copy(content)
        package = docx.Document(io.BytesIO(bounded))
        return replace(_word_file(package.part), missing=missing)
    except RefusedError:
        raise
    except _FAULTS as error:
        told = " ".join(str(error).split())[:120]
        raise RefusedError(f"it cannot be opened as a Word file: {told}") from error


def _bounded_copy(content: bytes) -> tuple[bytes, tuple[str, ...]]:
    """Return the archive with its XML parts only, and empty files in the place of the others.

    Parts are unpacked in chunks: the sizes that an archive states may be wrong. What refers to a
    part that the archive has not is removed: python-docx would refuse the file.

    Returns:
        The archive, and the names of the missing parts.
    """
    copy, size = io.BytesIO(), 0
    missing: list[str] = []
    with (
        zipfile.ZipFile(io.BytesIO(content)) as archive,
        zipfile.ZipFile(copy, "w", zipfile.ZIP_STORED) as bounded,
    ):
        infos = {info.filename: info for info in archive.infolist()}
        if len(infos) > _MOST_PARTS:
            raise RefusedError(f"it has more than {_MOST_PARTS} parts")
        for name, info in infos.items():
            part = b""
            if name.lower().endswith((".xml", ".rels")):
                part, size = _unpacked(archive, info, size)
            if name.endswith(".rels"):
                part, lost = _held_relations(name, part, infos.keys())
                missing += lost
            bounded.writestr(zipfile.ZipInfo(name), part)
    return copy.getvalue(), tuple(missing)


def _held_relations(name: str, part: bytes, held: Collection[str]) -> tuple[bytes, list[str]]:
    """Return a part of relations without those to missing parts, and the names of these parts."""
    root = etree.fromstring(part, _parser())
    folder = posixpath.dirname(posixpath.dirname(name))
    missing = []
    for node in list(root):
        target = posixpath.normpath(posixpath.join("/", folder, node.get("Target") or "")).strip(
            "/"
        )
        if node.get("TargetMode") != "External" and target not in held:
            missing.append(target)
            root.remove(node)
    return (etree.tostring(root), missing) if missing else (part, [])


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, size: int) -> tuple[bytes, int]:
    """Return the bytes of a part, and the size of all parts so far with it."""
    if info.flag_bits & 1:
        raise RefusedError("it is encrypted: save it without a password")
    chunks = []
    with archive.open(info) as file:
        while chunk := file.read(_CHUNK):
            chunks.append(chunk)
            size += len(chunk)
            if size > MOST_XML:
                raise RefusedError(f"its unpacked XML is larger than {MOST_XML} bytes")
    part = b"".join(chunks)
    if b"<!DOCTYPE" in part.replace(b"\0", b""):
        raise RefusedError("its XML has a document type, which Word never writes")
    return part, size


def _word_file(part: object) -> WordFile:
    related: dict[str, etree._Element] = {}
    margins: list[etree._Element] = []
    links: dict[str, str] = {}
    for key, relation in part.rels.items():  # type: ignore[attr-defined]
        name = relation.reltype.rpartition("/")[2]
        if relation.is_external:
            links[key] = relation.target_ref
        elif name in _RELATED:
            related[name] = etree.fromstring(relation.target_part.blob, _parser())
        elif name in ("header", "footer"):
            margins.append(etree.fromstring(relation.target_part.blob, _parser()))
    root = etree.fromstring(part.blob, _parser())  # type: ignore[attr-defined]
    body = root.find(f"{W}body")
    if body is None:
        raise RefusedError("it has no text")
    return WordFile(body, related, tuple(margins), links)


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )


def shown(root: etree._Element) -> Iterator[etree._Element]:
    """Yield an element and all below it, in order, without second versions for older programs."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        children = list(node)
        if node.tag == ALTERNATE and any(child.tag == CHOICE for child in children):
            children = [next(child for child in children if child.tag == CHOICE)]
        stack.extend(reversed(children))


def characters(root: etree._Element) -> int:
    """Return the number of characters below an element: of its texts, tabs and line breaks."""
    return sum(map(size_of, shown(root)))


def size_of(node: etree._Element) -> int:
    """Return the characters that an element itself is: those of a text, 1 for a sign of a run."""
    if node.tag in TEXTS:
        return len(node.text or "")
    parent = node.getparent()
    return int(node.tag in SIGNS and parent is not None and parent.tag == _RUN)


_LEVELS = 6  # of headings; Word has nine
# Names of the styles of quotations: Word writes them so in every language, LibreOffice the last.
_QUOTES = frozenset({"quote", "intense quote", "block text", "quotations", "block quotation"})
_LISTED = re.compile(r"(?:toc|index|table of (?:contents|figures)|toa)(?: heading|\s?\d*)?")
_LAST_WORD = re.compile(r"(.+?)\s*([1-9])")
_TOGGLES = {"b": "bold", "i": "italic", "vanish": "hidden"}


@dataclass(frozen=True, slots=True)
class Style:
    """A style with what it inherits."""

    heading: int = 0  # Level of a heading, 1 to 6; 0 for other text.
    listed: bool = False  # Whether it is for lines of a table of contents or an index.
    list_id: str | None = None  # Number of its list; None without one.
    list_level: int | None = None  # Level of the list, from 0; None when the list says it.
    # Whether its paragraphs are in the middle of the line; None if it does not say.
    centered: bool | None = None
    # Whether its words are `bold`, `italic` and `hidden`, as far as it says so.
    toggles: dict[str, bool] = field(default_factory=dict, hash=False)
    is_quote: bool = False  # Whether it is for quotations.


PLAIN = Style()


def value(node: etree._Element | None, path: str) -> str | None:
    """Return the attribute ``w:val`` of an element below another one; None without it."""
    found = None if node is None else node.find(path)
    return None if found is None else found.get(f"{W}val")


def is_on(node: etree._Element) -> bool:
    """Whether an element that switches something switches it on."""
    return node.get(f"{W}val", "1") not in ("0", "false", "off", "none")


def toggles_of(properties: etree._Element | None) -> dict[str, bool]:
    """Return which of bold, italic and hidden some properties of a run switch on or off."""
    found = {}
    for name, kind in _TOGGLES.items():
        node = None if properties is None else properties.find(f"{W}{name}")
        if node is not None:
            found[kind] = is_on(node)
    return found


def number_of(written: str | None) -> int | None:
    """Return a written number of at most six digits, else None."""
    fits = written is not None and written.isascii() and written.isdigit() and len(written) <= 6
    return int(written) if written is not None and fits else None


def read_styles(root: etree._Element | None) -> dict[str, Style]:
    """Return the styles of a file by id, and the default style of paragraphs by an empty id."""
    nodes: dict[str, etree._Element] = {}
    default = ""
    for node in () if root is None else root.iter(f"{W}style"):
        key = node.get(f"{W}styleId") or ""
        nodes.setdefault(key, node)
        if node.get(f"{W}type") == "paragraph" and node.get(f"{W}default") in ("1", "true", "on"):
            default = default or key
    styles: dict[str, Style] = {}
    for key in nodes:
        _add_style(key, nodes, styles)
    return {**styles, "": styles.get(default, PLAIN)}


def _add_style(key: str, nodes: dict[str, etree._Element], styles: dict[str, Style]) -> None:
    """Add a style with what it inherits, and the styles that it is based on: each is read once."""
    chain: dict[str, None] = {}  # a style may be based on itself
    while key in nodes and key not in styles and key not in chain:
        chain[key] = None
        key = value(nodes[key], f"{W}basedOn") or ""
    for each in reversed(chain):
        styles[each] = _with(styles.get(key, PLAIN), nodes[each])
        key = each


def _with(above: Style, node: etree._Element) -> Style:
    """Return a style that is based on another one."""
    name = (value(node, f"{W}name") or "").strip().casefold()
    paragraph = node.find(f"{W}pPr")
    own_list = None if paragraph is None else paragraph.find(f"{W}numPr")
    level = None if own_list is None else number_of(value(own_list, f"{W}ilvl"))
    list_id = None if own_list is None else value(own_list, f"{W}numId")
    alignment = value(paragraph, f"{W}jc")
    return Style(
        heading=heading_level(paragraph, _named_level(name) or above.heading),
        listed=bool(_LISTED.fullmatch(name)),
        list_id=list_id or above.list_id,
        list_level=above.list_level if level is None else level,
        centered=above.centered if alignment is None else alignment == "center",
        toggles={**above.toggles, **toggles_of(node.find(f"{W}rPr"))},
        is_quote=name in _QUOTES or above.is_quote,
    )


def heading_level(properties: etree._Element | None, inherited: int) -> int:
    """Return the level of a heading by the outline level of a paragraph, else the inherited one."""
    outline = number_of(value(properties, f"{W}outlineLvl"))
    if outline is None:
        return inherited
    return min(outline + 1, _LEVELS) if outline < 9 else 0


def _named_level(name: str) -> int:
    """Return the level of a heading by the name of its style, in any language; else 0.

    Word writes ``heading 1`` in every language; other programs write the name that they show.
    """
    if name in ("title", "subtitle"):
        return 1 if name == "title" else 2
    found = _LAST_WORD.fullmatch(name)
    if found and found[1] in _heading_names():
        return min(int(found[2]), _LEVELS)
    return 0


@cache
def _heading_names() -> frozenset[str]:
    """Return the names of the styles of headings in all languages, without their number."""
    tables = (read_language(code).tables.get("document", {}) for code in language_codes())
    return frozenset(name.casefold() for table in tables for name in table.get("headings", ()))


_LIST_LEVELS = 9
_LONGEST_LABEL = 100  # code points; Word writes at most nine numbers
_LARGEST_ROMAN = 3999
_PLACE = re.compile(r"%([1-9])")


def _repeated(letters: str) -> Callable[[int], str]:
    """Return the writer of letters that are doubled after the last one: z, aa, bb."""
    return lambda n: letters[(n - 1) % len(letters)] * min((n - 1) // len(letters) + 1, 8)


def _roman(n: int) -> str:
    return write_ordinal("roman", n) if 0 < n <= _LARGEST_ROMAN else str(n)


def _greek(upper: bool) -> Callable[[int], str]:
    greek = read_language("el")
    return lambda n: greek.letter("upper" if upper else "lower", n) or str(n)


_LATIN = "abcdefghijklmnopqrstuvwxyz"
_FORMATS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "ordinal": str,
    "decimalZero": lambda n: f"{n:02}",
    "lowerLetter": _repeated(_LATIN),
    "upperLetter": _repeated(_LATIN.upper()),
    "lowerRoman": _roman,
    "upperRoman": lambda n: _roman(n).upper(),
    # Word has no name for Greek letters: it writes the beginning of the series.
    "α, β, γ, ...": _greek(upper=False),
    "Α, Β, Γ, ...": _greek(upper=True),
}
_UNSHOWN = ("bullet", "none")


@dataclass(frozen=True, slots=True)
class Level:
    """A level of an automatic list."""

    start: int = 1  # First number.
    form: str = "decimal"  # Format of the numbers, a key of the table of formats.
    text: str = ""  # Label with `%1` for the number of the first level: `%1.%2`.
    # Level, from 1, after which the numbers start again; 0 for never, None for any above.
    after: int | None = None
    decimal: bool = False  # Whether all numbers of the label are shown in digits.
    style: str | None = None  # Id of the style whose paragraphs are of this level, or None.


@dataclass(frozen=True, slots=True)
class _List:
    """A list: its levels, the lists with the same counters, and numbers to start again from."""

    counters: str
    levels: tuple[Level, ...]
    starts: dict[int, int] = field(hash=False)


@dataclass(slots=True)
class Numbering:
    """The automatic lists of a file with their counters, for paragraphs in their order."""

    _lists: dict[str, _List]
    # Formats of numbers that are written in digits.
    unknown: dict[str, None] = field(default_factory=dict)
    cut: int = 0  # How many of its labels are longer than any that Word writes, and are cut.
    _counts: dict[str, dict[int, int]] = field(default_factory=dict)
    _begun: set[tuple[str, int]] = field(default_factory=set)

    def level_of(self, list_id: str, style: str) -> int:
        """Return the level, from 0, that a list has for the paragraphs of a style."""
        levels = self._lists[list_id].levels if list_id in self._lists else ()
        return next((n for n, level in enumerate(levels) if level.style == style), 0)

    def label(self, list_id: str, depth: int) -> str | None:
        """Count a paragraph and return its label; None without a list, empty for a bullet.

        Args:
            list_id: Number of the list.
            depth: Level of the paragraph in it, from 0.
        """
        found = self._lists.get(list_id)
        if found is None or not 0 <= depth < len(found.levels):
            return None
        counts = self._counts.setdefault(found.counters, {})
        restart = (list_id, depth) not in self._begun and depth in found.starts
        self._begun.add((list_id, depth))
        if restart:
            counts[depth] = found.starts[depth]
        else:
            counts[depth] = counts.get(depth, found.levels[depth].start - 1) + 1
        for below in range(depth + 1, len(found.levels)):
            after = found.levels[below].after
            if after is None or depth < after:
                counts.pop(below, None)
        return self._written(found.levels, depth, counts)

    def _written(self, levels: tuple[Level, ...], depth: int, counts: dict[int, int]) -> str:
        level = levels[depth]
        if level.form in _UNSHOWN and "%" not in level.text:
            return "" if level.form == "bullet" else level.text

        def number(place: re.Match[str]) -> str:
            at = int(place[1]) - 1
            if at >= len(levels) or levels[at].form in _UNSHOWN:
                return ""
            form = "decimal" if level.decimal else levels[at].form
            if form not in _FORMATS:
                self.unknown[form] = None
            count = counts.setdefault(at, levels[at].start) if at <= depth else levels[at].start
            return _FORMATS.get(form, str)(count) if count > 0 else str(count)

        return "" if level.form == "bullet" else _PLACE.sub(number, level.text)


def read_numbering(root: etree._Element | None) -> Numbering:
    """Return the automatic lists of a file."""
    if root is None:
        return Numbering({})
    kinds = {node.get(f"{W}abstractNumId") or "": node for node in root.iter(f"{W}abstractNum")}
    by_style = {
        style: key
        for key, node in kinds.items()
        if (style := value(node, f"{W}styleLink")) is not None
    }
    levels = {key: _levels(_linked(node, kinds, by_style)) for key, node in kinds.items()}
    lists: dict[str, _List] = {}
    for node in root.iter(f"{W}num"):
        key = value(node, f"{W}abstractNumId") or ""
        if key in levels:
            lists.setdefault(node.get(f"{W}numId") or "", _list(node, key, levels[key]))
    texts = (node.get(f"{W}val") or "" for node in root.iter(f"{W}lvlText"))
    return Numbering(lists, cut=sum(len(text) > _LONGEST_LABEL for text in texts))


def _linked(
    node: etree._Element, kinds: dict[str, etree._Element], by_style: dict[str, str]
) -> etree._Element:
    """Return the list that another one names by a style, else the list itself."""
    key = by_style.get(value(node, f"{W}numStyleLink") or "")
    return kinds[key] if key is not None else node


def _levels(node: etree._Element) -> tuple[Level, ...]:
    levels = [Level()] * _LIST_LEVELS
    for each in node.findall(f"{W}lvl"):
        depth = number_of(each.get(f"{W}ilvl"))
        if depth is not None and depth < _LIST_LEVELS:
            levels[depth] = _level(each)
    return tuple(levels)


def _level(node: etree._Element) -> Level:
    form = next(node.iter(f"{W}numFmt"), None)  # perhaps in a choice for newer programs
    name = "decimal" if form is None else form.get(f"{W}val") or "decimal"
    if form is not None and name == "custom":
        name = form.get(f"{W}format") or "decimal"
    start, legal = number_of(value(node, f"{W}start")), node.find(f"{W}isLgl")
    return Level(
        start=1 if start is None else start,
        form=name,
        text=(value(node, f"{W}lvlText") or "")[:_LONGEST_LABEL],
        after=number_of(value(node, f"{W}lvlRestart")),
        decimal=legal is not None and is_on(legal),
        style=value(node, f"{W}pStyle"),
    )


def _list(node: etree._Element, counters: str, levels: tuple[Level, ...]) -> _List:
    changed = list(levels)
    starts: dict[int, int] = {}
    for each in node.findall(f"{W}lvlOverride"):
        depth = number_of(each.get(f"{W}ilvl"))
        if depth is None or depth >= _LIST_LEVELS:
            continue
        own = each.find(f"{W}lvl")
        if own is not None:
            changed[depth] = replace(_level(own), style=changed[depth].style)
        start = number_of(value(each, f"{W}startOverride"))
        if start is not None:
            starts[depth] = start
    return _List(counters, tuple(changed), starts)
