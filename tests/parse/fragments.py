"""A source of several pages of one law, and comparisons of revisions in DokuWiki's notation."""

import html
from collections.abc import Iterable
from pathlib import Path

from tests.corpus_files import PEBBLES
from tests.parse.html_samples import SAMPLES

SOURCE = """[[sources]]
name = "wiki"
title = "Wiki"
furniture = ["Συζήτηση", "Θα μπορούσατε να σχολιάσετε αν είσασταν συνδεδεμένος."]
page_data = [
    "• {page}.txt", "• Τελευταία τροποποίηση: {revised}", "• από {user}",
    "• (εξωτερική τροποποίηση)",
]
comment = "{author}, {created}"

[[sources.pages]]
pattern = "rule_{law}"
edition = "2016"
languages = ["el", "en"]
"""


def corpus(folder: Path, pages: dict[str, bytes], provenance: str = "") -> Path:
    wiki = folder / "sources" / "wiki"
    wiki.mkdir(parents=True)
    code = (PEBBLES / "corpus.toml").read_text(encoding="utf-8").partition("[[sources]]")[0]
    (folder / "corpus.toml").write_text(code + SOURCE, encoding="utf-8")
    for name, content in pages.items():
        (wiki / name).write_bytes(content)
    if provenance:
        (wiki / "provenance.toml").write_text(provenance, encoding="utf-8")
    return folder


def comparison(lines: Iterable[str], page: str, link: str, time: str, gap: int = 0) -> bytes:
    """A page on which every line is new, in DokuWiki's notation; one line may be missing."""
    rows = []
    for number, line in enumerate(lines, start=1):
        if number in (1, gap + 1):
            head = f'<td class="diff-blockheader" colspan="2">Γραμμή {number}:</td>'
            rows.append(f"<tr>{head}{head}</tr>")
        if number != gap:
            cell = f'<td class="diff-addedline">{html.escape(line)}</td>'
            rows.append(
                f'<tr><td colspan="2">&#160;</td><td class="diff-lineheader">+</td>{cell}</tr>'
            )
    heads = (
        f'<th colspan="2"><a href="/{page}?rev=1456822000">{page} [2016/03/01 10:00]</a></th>'
        f'<th colspan="2"><a href="{link}">{page} [{time}]</a></th>'
    )
    table = f'<table class="diff diff_sidebyside"><tr>{heads}</tr>{"".join(rows)}</table>'
    info = f'<script>var JSINFO = {{"id":"{page}","ACT":"diff"}};</script>'
    return f"<!DOCTYPE html><html><head>{info}</head><body>{table}</body></html>".encode()


def raw(page: str) -> list[str]:
    return (SAMPLES / "data26" / "pages" / f"{page}.txt").read_text(encoding="utf-8").split("\n")
