"""Corpora in which a law has no translation."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from lawkb.pipeline import ingest
from tests.corpus_files import CORPUS

EXAMPLES = CORPUS.parent / "examples"


def statute_without(folder: Path, article: int) -> Path:
    """Copy the statute without the Greek page of an article; its source is kept by hand."""
    corpus = folder / "corpus"
    shutil.copytree(EXAMPLES / "statute" / "corpus", corpus)
    name = f"article_{article}_el"
    (corpus / f"sources/gazette/{name}.txt").unlink()
    provenance = corpus / "sources/gazette/provenance.toml"
    entry = rf'\n\[\[pages\]\]\npage = "{name}".*?(?=\n\[\[pages|\Z)'
    provenance.write_text(re.sub(entry, "", provenance.read_text(), flags=re.DOTALL))
    ingest(corpus)
    return corpus


def wiki_without_greek(folder: Path) -> Path:
    """Copy the rules of the pebbles, rule 7 in English alone, with readers' comments in Greek."""
    corpus = folder / "corpus"
    shutil.copytree(EXAMPLES / "three-pebbles" / "corpus", corpus)
    page = corpus / "sources/wiki/pages/rule_07.txt"
    text = page.read_text()
    english = text[text.index("===== RULE 7") :]
    # A sentence of rule 3, which is translated.
    section = "==== D. Pebbles ====\n\nEach player takes nine pebbles before the turn begins.\n"
    page.write_text(f"{english.rstrip()}\n\n{section}")
    ingest(corpus, prune=True)
    return corpus
