"""A translator's file in the hands of another program: translate-toolkit, or one for tables.

Each tool opens an export, changes it as its users do, and writes it again.
"""

from __future__ import annotations

import csv
import io
from abc import ABC, abstractmethod
from copy import deepcopy
from typing import Any

from lxml import etree
from openpyxl import load_workbook
from translate.storage.pypo import pofile
from translate.storage.xliff import xlifffile
from translate.storage.xliff2 import Xliff2File

_V12, _V2 = "{urn:oasis:names:tc:xliff:document:1.2}", "{urn:oasis:names:tc:xliff:document:2.0}"


class Tool(ABC):
    """A program that has a file open. Texts are named as the export names them."""

    @abstractmethod
    def names(self) -> list[str]: ...
    @abstractmethod
    def target(self, name: str) -> str: ...
    @abstractmethod
    def edit(self, name: str, target: str) -> None: ...
    @abstractmethod
    def note(self, name: str, words: str) -> None: ...
    @abstractmethod
    def mark(self, name: str, state: str) -> None: ...
    @abstractmethod
    def drop(self, name: str) -> None: ...
    @abstractmethod
    def repeat(self, name: str) -> None: ...
    @abstractmethod
    def reverse(self) -> None: ...
    @abstractmethod
    def save(self) -> bytes: ...

    def split(self, name: str, translated: bool) -> bool:
        """Split a text in two segments; return whether the format has any."""
        return False

    def foreign(self, tag: str) -> bool:
        """Say that the translation is in another language; return whether the format can."""
        return False


class _Xliff(Tool):
    """XLIFF in translate-toolkit; what it has no function for is done to its tree."""

    kind: Any
    unit: str
    attribute: str
    languages: str

    def __init__(self, content: bytes) -> None:
        self.store = self.kind.parsestring(content)

    def _element(self, name: str) -> Any:
        return self._elements()[name]

    def _elements(self) -> dict[str, Any]:
        root = self.store.document.getroot()
        return {each.get(self.attribute): each for each in root.iter(self.unit)}

    def names(self) -> list[str]:
        root = self.store.document.getroot()
        return [each.get(self.attribute) for each in root.iter(self.unit)]

    def drop(self, name: str) -> None:
        element = self._element(name)
        element.getparent().remove(element)
        self._reopen()

    def repeat(self, name: str) -> None:
        element = self._element(name)
        element.addnext(deepcopy(element))
        self._reopen()

    def reverse(self) -> None:
        for group in {each.getparent() for each in self._elements().values()}:
            for element in reversed([each for each in group if each.tag == self.unit]):
                group.append(element)
        self._reopen()

    def foreign(self, tag: str) -> bool:
        for element in self.store.document.getroot().iter():
            if self.languages in element.attrib:
                element.set(self.languages, tag)
        return True

    def save(self) -> bytes:
        return bytes(self.store)

    def _reopen(self) -> None:
        self.store = self.kind.parsestring(bytes(self.store))


class Xliff12(_Xliff):
    kind, unit, attribute, languages = xlifffile, f"{_V12}trans-unit", "id", "target-language"

    def _unit(self, name: str) -> Any:
        return next(each for each in self.store.units if each.xmlelement.get("id") == name)

    def target(self, name: str) -> str:
        return "".join(self._element(name).find(f"{_V12}target").itertext())

    def edit(self, name: str, target: str) -> None:
        self._unit(name).target = target

    def note(self, name: str, words: str) -> None:
        self._unit(name).addnote(words, origin="translator")

    def mark(self, name: str, state: str) -> None:
        self._element(name).find(f"{_V12}target").set("state", state)

    def split(self, name: str, translated: bool) -> bool:
        element = self._element(name)
        source, target = element.find(f"{_V12}source"), element.find(f"{_V12}target")
        words = "".join(target.itertext())
        if len(source) or len(target) or len(words) < 4:
            return False
        segments = etree.Element(f"{_V12}seg-source")
        target.addprevious(segments)
        for at, text in enumerate(_halves(source.text or "")):
            etree.SubElement(segments, f"{_V12}mrk", mtype="seg", mid=f"{at}").text = text
        target.text = ""
        for at, text in enumerate(_halves(words)):
            if at == 0 or translated:
                etree.SubElement(target, f"{_V12}mrk", mtype="seg", mid=f"{at}").text = text
        return True


class Xliff21(_Xliff):
    kind, unit, attribute, languages = Xliff2File, f"{_V2}unit", "name", "trgLang"

    def _units(self, name: str) -> list[Any]:
        own = self._element(name)
        return [each for each in self.store.units if each.xmlelement.getparent() is own]

    def target(self, name: str) -> str:
        found = self._element(name).iter(f"{_V2}target")
        return "".join("".join(each.itertext()) for each in found)

    def edit(self, name: str, target: str) -> None:
        first, *others = self._units(name)
        first.target = target
        for each in others:
            each.target = ""

    def note(self, name: str, words: str) -> None:
        self._units(name)[0].addnote(words, origin="translator")

    def mark(self, name: str, state: str) -> None:
        for segment in self._element(name).iter(f"{_V2}segment"):
            segment.set("state", state)

    def split(self, name: str, translated: bool) -> bool:
        (segment, *_) = self._element(name).iter(f"{_V2}segment")
        source, target = segment.find(f"{_V2}source"), segment.find(f"{_V2}target")
        if target is None or len(source) or len(target) or len(target.text or "") < 4:
            return False
        second = deepcopy(segment)
        segment.addnext(second)
        first, last = _halves(source.text or "")
        segment.find(f"{_V2}source").text, second.find(f"{_V2}source").text = first, last
        first, last = _halves(target.text or "")
        segment.find(f"{_V2}target").text, second.find(f"{_V2}target").text = first, last
        if not translated:
            second.remove(second.find(f"{_V2}target"))
        self._reopen()
        return True


def _halves(text: str) -> tuple[str, str]:
    return text[: len(text) // 2], text[len(text) // 2 :]


class Po(Tool):
    """PO in translate-toolkit."""

    def __init__(self, content: bytes) -> None:
        self.store = pofile.parsestring(content)

    def _unit(self, name: str) -> Any:
        return next(each for each in self._texts() if each.getcontext() == name)

    def _texts(self) -> list[Any]:
        return [each for each in self.store.units if not each.isheader()]

    def names(self) -> list[str]:
        return [each.getcontext() for each in self._texts()]

    def target(self, name: str) -> str:
        return str(self._unit(name).target)

    def edit(self, name: str, target: str) -> None:
        self._unit(name).target = target

    def note(self, name: str, words: str) -> None:
        self._unit(name).addnote(words, origin="translator")

    def mark(self, name: str, state: str) -> None:
        self._unit(name).markfuzzy("review" in state)

    def drop(self, name: str) -> None:
        self.store.units.remove(self._unit(name))

    def repeat(self, name: str) -> None:
        self.store.units.append(deepcopy(self._unit(name)))

    def reverse(self) -> None:
        header, *others = self.store.units
        self.store.units = [header, *reversed(others)]

    def foreign(self, tag: str) -> bool:
        self.store.updateheader(language=tag)
        return True

    def save(self) -> bytes:
        return bytes(self.store)


class _Table(Tool):
    def __init__(self, rows: list[list[str]]) -> None:
        self.head, *self.rows = rows

    def _row(self, name: str) -> list[str]:
        return next(row for row in self.rows if row[0] == name)

    def _at(self, column: str) -> int:
        return self.head.index(column)

    def names(self) -> list[str]:
        return [row[0] for row in self.rows]

    def target(self, name: str) -> str:
        return self._row(name)[self._at("el")]

    def edit(self, name: str, target: str) -> None:
        self._row(name)[self._at("el")] = target

    def note(self, name: str, words: str) -> None:
        row, at = self._row(name), self._at("comments")
        row[at] = f"{row[at]}\n{words}".strip()

    def mark(self, name: str, state: str) -> None:
        self._row(name)[self._at("state")] = state

    def drop(self, name: str) -> None:
        self.rows.remove(self._row(name))

    def repeat(self, name: str) -> None:
        self.rows.append([*self._row(name)])

    def reverse(self) -> None:
        self.rows.reverse()


class Csv(_Table):
    def __init__(self, content: bytes) -> None:
        text = content.decode("utf-8-sig")
        super().__init__([*csv.reader(io.StringIO(text, newline=""))])

    def save(self) -> bytes:
        out = io.StringIO(newline="")
        csv.writer(out, delimiter=";").writerows([self.head, *self.rows])
        return out.getvalue().encode()


class Xlsx(_Table):
    def __init__(self, content: bytes) -> None:
        self.book = load_workbook(io.BytesIO(content))
        sheet = self.book.active
        assert sheet is not None
        rows = sheet.iter_rows(values_only=True)
        super().__init__([[str(cell or "") for cell in row] for row in rows])

    def save(self) -> bytes:
        sheet = self.book.active
        assert sheet is not None
        sheet.delete_rows(1, sheet.max_row)
        for row in (self.head, *self.rows):
            sheet.append([cell or None for cell in row])
        out = io.BytesIO()
        self.book.save(out)
        return out.getvalue()
