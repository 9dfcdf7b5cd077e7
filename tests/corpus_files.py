"""The real corpus and its pages, for tests that read them, and decisions written into a corpus.

What is read of a corpus is read by the first test that asks, once in a process: a module that
reads at its import costs every run that only collects it.
"""

from functools import cache
from pathlib import Path

from lawkb.corpus.corpus_toml import read_outline, read_sources
from lawkb.corpus.laws import read_code
from lawkb.corpus.writing import one_writer
from lawkb.editorial.decisions import Decision, put_decision
from lawkb.editorial.translation_progress import Translation
from lawkb.exchange.translation_export import (
    TranslationExport,
    export_texts,
    translation_of,
)
from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.model.source import Source

CORPUS = Path(__file__).parent.parent / "corpus"
CASES = Path(__file__).parent / "cases"
EXAMPLES = CORPUS.parent / "examples"
PEBBLES = EXAMPLES / "three-pebbles" / "corpus"
STATUTE = EXAMPLES / "statute" / "corpus"


@cache
def code_in(folder: Path) -> Code:
    """The laws of a corpus that no test writes."""
    return read_code(folder)


@cache
def outline_in(folder: Path) -> Outline:
    """The outline of a corpus that no test writes."""
    return read_outline(folder)


@cache
def wiki_in(folder: Path) -> Source:
    """The wiki among the sources of a corpus that no test writes."""
    sources = read_sources(folder, outline_in(folder))
    return next(source for source in sources if source.name == "wiki")


def bridge_code() -> Code:
    """The laws of the real corpus."""
    return code_in(CORPUS)


def bridge_outline() -> Outline:
    """The outline of the real corpus."""
    return outline_in(CORPUS)


def bridge_wiki() -> Source:
    """The wiki of the real corpus."""
    return wiki_in(CORPUS)


@cache
def greek_of_2017() -> Translation:
    """The translation of the real corpus that is exported and imported."""
    return translation_of(bridge_code(), "2017", None)


@cache
def greek_texts(*laws: int) -> TranslationExport:
    """Its export: of all laws, or of some."""
    places = tuple(Address((law,)) for law in laws)
    return export_texts(bridge_code(), greek_of_2017(), places)


def put_decided(folder: Path, decision: Decision, outline: Outline) -> tuple[str, ...]:
    """Write a decision as a command does; the paths of its files."""
    with one_writer(folder) as writer:
        return put_decision(folder, decision, outline, writer)
