"""PO files of GNU gettext: write texts for translation programs, read them entry by entry.

Source: GNU gettext manual, *The Format of PO Files*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from email import message_from_string
from typing import Any, BinaryIO

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, PoFileParser, normalize

from lawkb.align.translation_units import without_inline_codes
from lawkb.errors import LawkbError
from lawkb.exchange.formats.bilingual_rows import LONGEST_TEXT, BilingualRow
from lawkb.exchange.translation_export import ExportedText, ExportState, TranslationExport

_LOOKED_AT = 2**16  # bytes in which a first entry must begin, after a licence
_ENTRY = re.compile(rb'^\s*msgid\s+"', re.MULTILINE)
_BEGINS = (b"#", b"msgid ", b'msgid"', b"msgctxt")  # of an entry, once the last one has a msgstr
_LONGEST_ID = 60  # characters of the original in an id
_ENGLISH = "en"
_USED = ("content-type", "plural-forms")  # lines of the header
_MOST_PLURALS = 10  # no language has more than six
_MARK = b"\xef\xbb\xbf"
_BASE = "lawkb "  # begins the extracted comment with what an import compares
# Errors of babel for damaged files.
_DAMAGED = (
    AssertionError,
    AttributeError,
    LookupError,
    PoFileError,
    TypeError,
    ValueError,
)


def write_po_file(export: TranslationExport) -> bytes:
    """Return the texts that have an original as a PO file, each with its id as context.

    A translation that needs review is fuzzy. Comments and findings are extracted comments, and so
    is what the import compares; what translators write in comments of their own comes back.
    """
    entries = [_header(export), *(_entry(unit) for unit in export.units if unit.source)]
    return "\n".join(entries).encode()


def _header(export: TranslationExport) -> str:
    """Return the entry without an original that begins a PO file; it has no time."""
    lines = {
        "Project-Id-Version": export.original,
        "Language": export.of.target.replace("-", "_"),
        "X-Source-Language": export.of.source,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    told = "".join(f"{name}: {value}\n" for name, value in lines.items())
    comments = [f"#. {line}" for each in export.remarks for line in each.text.splitlines()]
    return "\n".join([*comments, 'msgid ""', f"msgstr {normalize(told, width=0)}", ""])


def _entry(unit: ExportedText) -> str:
    remarks = (line for each in unit.remarks for line in each.text.splitlines() if line.strip())
    fuzzy = ["#, fuzzy"] if unit.state == "needs-review" and unit.target else []
    texts = {"msgctxt": unit.name, "msgid": unit.source, "msgstr": unit.target}
    return "\n".join(
        [
            *(f"#. {line}" for line in (f"{_BASE}{unit.mark}", *remarks)),
            *fuzzy,
            *(f"{keyword} {normalize(text, width=0)}" for keyword, text in texts.items()),
            "",
        ]
    )


class _Reading(Catalog):
    """A catalog that hands over its messages. Of the header it uses charset and plural forms.

    Attributes:
        header: Lines of the header, by name in lower case.
        waiting: The messages read last, to be taken.
    """

    def __init__(self) -> None:
        """Begin without a header."""
        super().__init__()
        self.header: dict[str, str] = {}
        self.waiting: list[Message] = []

    def __setitem__(self, name: Any, message: Message) -> None:
        """Take a message; the one without an original is the header."""
        if name:
            self.waiting.append(message)
            return
        lines = message_from_string(str(message.string)).items()
        self.header = {name.lower(): value.strip() for name, value in lines}
        self.mime_headers = [each for each in self.header.items() if each[0] in _USED]
        if self.num_plurals > _MOST_PLURALS:
            raise ValueError(f"{self.num_plurals} plural forms")


def begins_like_po(file: BinaryIO) -> bool:
    """Return whether a file begins like a PO file, and rewind it."""
    begin = file.read(_LOOKED_AT)
    file.seek(0)
    return bool(_ENTRY.search(begin.removeprefix(_MARK)))


def read_po_languages(file: BinaryIO, where: str) -> tuple[str, ...]:
    """Return the language tags of a PO file, original first; empty if its header has none.

    Originals are in English, as gettext advises, unless ``X-Source-Language`` names a language.
    """
    catalog = _Reading()
    begin, lines = next(_entries(file, where), (1, ()))
    _parse(catalog, lines, where, begin)
    target = re.split("[@.]", catalog.header.get("language", ""))[0].strip()
    return (catalog.header.get("x-source-language", _ENGLISH), target) if target else ()


def read_po(file: BinaryIO, where: str) -> Iterator[BilingualRow]:
    """Yield the entries of a PO file; of an entry with plural forms, each form.

    Fuzzy entries need review. Obsolete ones are left out. The line is that of ``msgstr``.
    """
    catalog = _Reading()
    for begin, lines in _entries(file, where):
        _parse(catalog, lines, where, begin)
        language = catalog.header.get("language", "").replace("_", "-")
        for message in catalog.waiting:
            rows = _rows(message, lines, begin)
            # Who merges PO files may lose the language of the header: only our own say it.
            yield from (
                replace(each, target_language=language if each.base else "") for each in rows
            )
        catalog.waiting.clear()


def _entries(file: BinaryIO, where: str) -> Iterator[tuple[int, Sequence[bytes]]]:
    """Yield the lines of each entry, with the number of its first line; without obsolete ones."""
    lines: list[bytes] = []
    begin, translated, size = 1, False, 0
    for number, line in enumerate(_lines(file, where), start=1):
        if line.startswith(b"#~") or (translated and line.startswith(_BEGINS)):
            if translated:
                yield begin, lines
            lines, begin, translated, size = [], number, False, 0
        if line.startswith(b"#~"):
            continue  # with the comments before it
        translated = translated or line.startswith(b"msgstr")
        lines.append(line)
        size += len(line)
        if size > LONGEST_TEXT:
            raise _too_long(where, begin)
    if lines:
        yield begin, lines


def _lines(file: BinaryIO, where: str) -> Iterator[bytes]:
    number = 0
    while line := file.readline(LONGEST_TEXT + 1):
        number += 1
        if len(line) > LONGEST_TEXT:
            raise _too_long(where, number)
        yield line.removeprefix(_MARK).strip() if number == 1 else line.strip()


def _too_long(where: str, number: int) -> LawkbError:
    told = f"an entry of more than {LONGEST_TEXT} bytes"
    return LawkbError(f"{where}:{number}", told, "no text is so long; name another file")


def _parse(catalog: _Reading, lines: Sequence[bytes], where: str, begin: int) -> None:
    try:
        PoFileParser(catalog, abort_invalid=True).parse(lines)
    except _DAMAGED as error:
        at = error.lineno if isinstance(error, PoFileError) else 0
        told = " ".join(str(error).removesuffix(f" on {at}").split())
        hint = "save it again in the tool it comes from"
        raise LawkbError(f"{where}:{begin + at}", f"not PO: {told[:200]}", hint) from error


def _rows(message: Message, lines: Sequence[bytes], begin: int) -> Iterator[BilingualRow]:
    """Yield a row for each plural form of a message; one row if it has none."""
    name = _name(message)
    if isinstance(message.id, str):
        yield _row(message, name, (message.id, str(message.string)), _line(lines, begin, b"msgstr"))
        return
    one, many = message.id[:2]
    targets = [str(each) for each in message.string or ()]
    for form, target in enumerate(targets):
        source = one if form == 0 and len(targets) > 1 else many
        line = _line(lines, begin, f"msgstr[{form}]".encode())
        yield _row(message, f"{name} [{form}]", (source, target), line)


def _row(message: Message, name: str, texts: tuple[str, str], line: int) -> BilingualRow:
    said = message.auto_comments
    base = next((each.removeprefix(_BASE) for each in said if each.startswith(_BASE)), "")
    remarks = [each for each in said if not each.startswith(_BASE)]
    exported = ExportState.read(base)
    words = without_inline_codes if exported else str  # only our own files have codes so
    reviewed = exported is not None and exported.state == "needs-review" and bool(texts[1])
    return BilingualRow(
        name=message.context if exported and message.context else name,
        other_name="",
        source=texts[0],
        target=texts[1],
        source_words=words(texts[0]),
        target_words=words(texts[1]),
        # Whoever takes the mark *fuzzy* away says that it is translated.
        state="needs-review" if message.fuzzy else "translated" if reviewed else "",
        base=base,
        line=line,
        begins=line,
        remarks="\n".join((*remarks, *message.user_comments)) if exported else "",
    )


def _name(message: Message) -> str:
    """Return the id of a message: its context, if it has one, and the start of its original."""
    original = message.id if isinstance(message.id, str) else message.id[0]
    words = " ".join(original.split())
    if len(words) > _LONGEST_ID:
        words = f"{words[:_LONGEST_ID].rstrip()}…"
    return f"{message.context}|{words}" if message.context else words


def _line(lines: Sequence[bytes], begin: int, keyword: bytes) -> int:
    """Return the number of the line of a keyword; that of the first line if there is none."""
    return next((begin + at for at, line in enumerate(lines) if line.startswith(keyword)), begin)
