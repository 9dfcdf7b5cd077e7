"""Word files made by hand, part by part, as Word writes them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SPACES = (
    f'xmlns:w="{W}" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
)
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml"

STYLES = """
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/>
  <w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="E2"><w:name w:val="Επικεφαλίδα 2"/></w:style>
<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="My title"/>
  <w:basedOn w:val="H1"/></w:style>
<w:style w:type="paragraph" w:styleId="T1"><w:name w:val="toc 1"/></w:style>
<w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/>
  <w:rPr><w:b/></w:rPr></w:style>
"""


def run(text: str, properties: str = "") -> str:
    shown = text.replace("&", "&amp;").replace("<", "&lt;")
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{shown}</w:t></w:r>'


def paragraph(content: str, style: str = "", number: tuple[int, int] | None = None) -> str:
    """A paragraph of runs, or of a text; ``number`` is the list and its level from 0."""
    runs = content if content.startswith("<") else run(content)
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    listed = ""
    if number:
        listed = f'<w:numPr><w:ilvl w:val="{number[1]}"/><w:numId w:val="{number[0]}"/></w:numPr>'
    return f"<w:p><w:pPr>{named}{listed}</w:pPr>{runs}</w:p>"


def table(*rows: tuple[str, ...]) -> str:
    """A table whose cells are paragraphs, or texts."""
    made = ""
    for row in rows:
        cells = (each if each.startswith("<") else paragraph(each) for each in row)
        made += "<w:tr>" + "".join(f"<w:tc>{cell}</w:tc>" for cell in cells) + "</w:tr>"
    return f"<w:tbl>{made}</w:tbl>"


def level(depth: int, form: str, text: str, more: str = "", start: int = 1) -> str:
    custom = f'w:val="custom" w:format="{form}"' if "..." in form else f'w:val="{form}"'
    return (
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="{start}"/><w:numFmt {custom}/>'
        f'{more}<w:lvlText w:val="{text}"/></w:lvl>'
    )


def numbering(*lists: str, overrides: Mapping[int, str] | None = None) -> str:
    """Lists 1, 2 …, each an own series; ``overrides`` are further lists on the first series."""
    kinds = "".join(
        f'<w:abstractNum w:abstractNumId="{n}">{levels}</w:abstractNum>'
        for n, levels in enumerate(lists, start=1)
    )
    numbers = "".join(
        f'<w:num w:numId="{n}"><w:abstractNumId w:val="{n}"/></w:num>'
        for n in range(1, len(lists) + 1)
    )
    numbers += "".join(
        f'<w:num w:numId="{n}"><w:abstractNumId w:val="1"/>{change}</w:num>'
        for n, change in (overrides or {}).items()
    )
    return kinds + numbers


def word_file(
    body: str, parts: Mapping[str, str] | None = None, links: Mapping[str, str] | None = None
) -> bytes:
    """A Word file.

    Args:
        body: Paragraphs and tables.
        parts: Contents of the other parts by name: ``numbering``, ``footnotes``, ``header`` …
        links: Web addresses by the id that hyperlinks name.
    """
    roots = {
        "styles": "styles",
        "numbering": "numbering",
        "footnotes": "footnotes",
        "endnotes": "endnotes",
        "comments": "comments",
        "header": "hdr",
        "footer": "ftr",
    }
    held = {"styles": STYLES, **(parts or {})}
    files = {
        "word/document.xml": f"<w:document {_SPACES}><w:body>{body}</w:body></w:document>",
        "_rels/.rels": f'<Relationships xmlns="{_RELATIONS}"><Relationship Id="rId1" '
        f'Type="{_OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
    }
    types = f'<Override PartName="/word/document.xml" ContentType="{_MAIN}.document.main+xml"/>'
    relations = ""
    for name, content in held.items():
        files[f"word/{name}.xml"] = f"<w:{roots[name]} {_SPACES}>{content}</w:{roots[name]}>"
        types += f'<Override PartName="/word/{name}.xml" ContentType="{_MAIN}.{name}+xml"/>'
        relations += f'<Relationship Id="r_{name}" Type="{_OFFICE}/{name}" Target="{name}.xml"/>'
    for key, target in (links or {}).items():
        relations += (
            f'<Relationship Id="{key}" Type="{_OFFICE}/hyperlink" Target="{target}" '
            'TargetMode="External"/>'
        )
    files["word/_rels/document.xml.rels"] = (
        f'<Relationships xmlns="{_RELATIONS}">{relations}</Relationships>'
    )
    files["[Content_Types].xml"] = (
        f'<Types xmlns="{_TYPES}"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{types}</Types>'
    )
    return zipped({name: content.encode() for name, content in files.items()})


def zipped(files: Mapping[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()
