"""Small files of every form: what a reader sees is what is read, and the rest is said."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lawkb.file_reading import FilesRead, read_files
from lawkb.model.law import Provision
from lawkb.model.passage import Passage, Table
from tests.corpus_files import CASES
from tests.parse.word_files import STYLES, level, numbering, run, word_file

_FILES = (
    *("plain_text", "word", "wiki", "hidden", "elements", "notes", "broken_titles", "neighbours"),
    "drafters",
)
FORMS = [
    case
    for name in _FILES
    for case in tomllib.loads((CASES / "forms" / f"{name}.toml").read_text("utf-8"))["case"]
]
_HIDING = (
    '<w:style w:type="paragraph" w:styleId="Hid"><w:name w:val="Hid"/>'
    "<w:rPr><w:vanish/></w:rPr></w:style>"
)
_PARAGRAPHS = {
    "h": '<w:pStyle w:val="H1"/>',
    "n": '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>',
    "p": "",
}
_RUNS = {
    "r": ("", "t"),
    "rd": ("", "delText"),
    "i": ("", "instrText"),
    "s": ('<w:vertAlign w:val="superscript"/>', "t"),
}
_SIGN = re.compile(r"\{(/?)([a-z]*)(?::(\w+))?(?: style=(\w+))?\}")


def _xml(body: str) -> str:
    """The body of a Word file from its short form: ``{n}`` a numbered paragraph, ``{r}`` a run."""
    at, found = 0, ""
    for sign in _SIGN.finditer(body):
        words, at = body[at : sign.start()], sign.end()
        plain = words.strip("\n") and not found.endswith(('<w:t xml:space="preserve">', "Text>"))
        found += run(words) if plain and "<" not in words else words.strip("\n")
        found += _tag(*sign.groups())
    return found + body[at:].strip("\n")


def _tag(closes: str, name: str, mark: str | None, style: str | None) -> str:
    if closes:
        text = _RUNS.get(name, ("", ""))[1]
        return f"</w:{text}></w:r>" if text else "</w:p>"
    if name == "f":
        return f'<w:r><w:fldChar w:fldCharType="{mark}"/></w:r>'
    marked = f"<w:{mark}/>" if mark else ""
    if name in _RUNS:
        look, text = _RUNS[name]
        space = ' xml:space="preserve"' if text == "t" else ""
        return f"<w:r><w:rPr>{look}{marked}</w:rPr><w:{text}{space}>"
    styled = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{styled}{_PARAGRAPHS[name]}<w:rPr>{marked}</w:rPr></w:pPr>"


def read(case: dict[str, Any], folder: Path) -> FilesRead:
    name = case.get("file", "act_en.docx")
    path = folder / name
    if path.suffix == ".docx":
        parts = {"numbering": numbering(level(0, "decimal", "%1.")), "styles": STYLES + _HIDING}
        path.write_bytes(word_file(_xml(case["body"]), parts))
    else:
        path.write_text(case["text"].lstrip("\n"), encoding="utf-8")
    lang = re.search(r"_(\w\w)\.", name)
    return read_files([path], None, (lang[1],) if lang else (), None, case.get("like", "eu-act"))


def _shown(provision: Provision) -> str:
    pieces = []
    for each in provision.body:
        if isinstance(each, Passage):
            pieces.append(each.text)
        elif isinstance(each, Table):
            pieces.append(" | ".join(passage.text for passage in each.passages))
    heading = provision.heading.text if provision.heading else ""
    return f"{heading} {' / '.join(pieces)}".strip()


def _notes(address: str, provision: Provision) -> Iterator[str]:
    heading = (provision.heading,) if provision.heading else ()
    for passage in (*heading, *provision.passages):
        for note in passage.notes:
            words = passage.text[: note.at].split()
            yield f"{address} {note.marker} {words[-1] if words else ''}: {note.text}"


@pytest.mark.parametrize("case", FORMS, ids=lambda case: str(case["name"]))
def test_a_small_file_is_read_as_it_is_shown(case: dict[str, Any], tmp_path: Path) -> None:
    files = read(case, tmp_path)
    reading = files.files[0].reading
    write = files.outline.scheme.write
    each = [(write(p.address), p) for law in reading.laws for p in law.provisions()]
    if "law" in case:
        found = [f"{address} {_shown(provision)}".strip() for address, provision in each]
        assert found == case["law"].strip("\n").split("\n"), case["why"]
    for words in case.get("begins", []):
        assert words in reading.text, case["why"]
    assert [note for at in each for note in _notes(*at)] == case.get("notes", []), case["why"]
    if "repealed" in case:
        assert [write(p.address) for _, p in each if p.repealed] == case["repealed"], case["why"]
    told = [loss.message for loss in reading.losses if loss.kind != "title"]
    if "law" in case:
        wanted = case.get("losses", [])
        assert [message for message in told if not any(each in message for each in wanted)] == []
        assert [each for each in wanted if not any(each in message for message in told)] == []
    assert sum(reading.account.counts.values()) == reading.account.total
