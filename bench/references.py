"""Reading references: megabytes a second, beside finding every number with one pattern."""

from __future__ import annotations

import re
from functools import partial
from itertools import cycle, islice
from pathlib import Path

from bench.clock import best_seconds
from lawkb.corpus.laws import read_code
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.language import Language
from lawkb.references.find import find_references

MEGABYTES = (1, 10)
CORPUS = Path(__file__).parent.parent / "corpus"
_NUMBER = re.compile(r"\d+")
_Text = tuple[Address, str]


def reference_lines() -> list[str]:
    """Rows of a table: for Greek and English law text, MB/s on one core and the ratio."""
    rows = [
        r"| text | MB | MB/s | beside re.findall(r'\d+') |",
        "|---|---|---|---|",
    ]
    code = read_code(CORPUS)
    for tag, name in (("el", "Greek"), ("en", "English")):
        language = code.outline.language(tag)
        for megabytes in MEGABYTES:
            texts = _texts(code, tag, megabytes * 1_000_000)
            size = sum(len(text.encode()) for _, text in texts) / 1e6
            ours = best_seconds(partial(_read, texts, language, code), 2)
            peer = best_seconds(partial(_numbers, texts), 2)
            rows.append(f"| {name} | {megabytes} | {size / ours:.1f} | {ours / peer:.1f} |")
    return rows


def _texts(code: Code, tag: str, size: int) -> list[_Text]:
    """The texts of the laws of a language over and over, up to a size in bytes of UTF-8."""
    law_texts = [
        (provision.address, passage.text)
        for (_, language, _), law in code.laws.items()
        if language == tag
        for provision in law.provisions()
        for passage in provision.passages
    ]
    once = sum(len(text.encode()) for _, text in law_texts)
    return list(islice(cycle(law_texts), len(law_texts) * size // once + 1))


def _read(texts: list[_Text], language: Language, code: Code) -> None:
    for address, text in texts:
        find_references(text, language, code.outline.scheme, address)


def _numbers(texts: list[_Text]) -> None:
    for _, text in texts:
        _NUMBER.findall(text)
