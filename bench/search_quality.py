"""How many forms a query finds, beside other engines on the same pairs; writes a page of the site.

``python -m bench.search_quality`` asks all engines in one run: every form is a document of its
own, every query is asked as it is typed, and all words of it must be there.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

from playwright.sync_api import Page, Route, sync_playwright
from whoosh.analysis.analyzers import StandardAnalyzer
from whoosh.fields import ID, TEXT, Schema
from whoosh.index import create_in
from whoosh.qparser.default import QueryParser

from tests.search.asking import search_code
from tests.search.gold import Judged as JudgedWord
from tests.search.gold import first_counterparts, first_counterparts_of_the_statute
from tests.search.judged import Judged, judged_queries, quality
from tests.search.pairs import Case, forbidden_pairs, found_pairs, wanted_pairs
from tests.search.real import real_code

PAGE = Path(__file__).parent.parent / "site" / "manual" / "en" / "search-quality.md"
GROUPS = {
    "tonos": "tonos and capitals",
    "dialytika": "dialytika",
    "polytonic": "polytonic signs",
    "nfd": "other codings of a letter",
    "sigma": "final sigma",
    "inflection": "Greek inflection",
    "suppletive": "Greek verbs of several stems",
    "loan": "loan words",
    "mixed": "mixed alphabets, note marks",
    "address": "references in either alphabet",
    "english": "English inflection, possessives",
    "italian": "Italian",
}
_SITE = "http://pairs.invalid"
_ASK = """async (queries) => {
  const pagefind = await import('/pagefind/pagefind.js');
  const found = [];
  for (const query of queries) {
    const { results } = await pagefind.search(query);
    const pages = await Promise.all(results.map((result) => result.data()));
    found.push(pages.map((page) => page.raw_url));
  }
  return found;
}"""

# What an engine finds: for each case, whether its form is among the answers.
Finder = Callable[[Sequence[Case], Path], Sequence[bool]]


def main() -> None:
    """Ask all engines and write the page."""
    wanted, forbidden = wanted_pairs(), forbidden_pairs()
    with tempfile.TemporaryDirectory() as folder:
        found = {
            name: _asked(finder, (*wanted, *forbidden), Path(folder, str(number)))
            for number, (name, finder) in enumerate(ENGINES.items())
        }
        lines = [
            *_INTRODUCTION,
            *_table(wanted, forbidden, found),
            "",
            *_missed(wanted, found["lawkb"][: len(wanted)]),
            "",
            *_ranking(Path(folder, "ranking")),
            "",
            *_counterparts(),
        ]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


def _asked(finder: Finder, cases: Sequence[Case], folder: Path) -> Sequence[bool]:
    folder.mkdir()
    return finder(cases, folder)


# ---- the engines


def _whoosh(cases: Sequence[Case], folder: Path) -> Sequence[bool]:
    """Whoosh as it comes: its standard analyzer, its query parser."""
    schema = Schema(number=ID(stored=True), text=TEXT(analyzer=StandardAnalyzer()))
    index = create_in(str(folder), schema)
    writer = index.writer()
    for number, case in enumerate(cases):
        writer.add_document(number=str(number), text=case["form"])
    writer.commit()
    parser = QueryParser("text", schema)
    with index.searcher() as searcher:
        answers = [searcher.search(parser.parse(case["query"]), limit=None) for case in cases]
        return [
            str(number) in {hit["number"] for hit in hits} for number, hits in enumerate(answers)
        ]


def _sqlite(cases: Sequence[Case], _folder: Path) -> Sequence[bool]:
    """SQLite FTS5 with its default tokenizer, unicode61; every word quoted, so none is refused."""
    table = sqlite3.connect(":memory:")
    table.execute("create virtual table forms using fts5(form, tokenize='unicode61')")
    table.executemany(
        "insert into forms (rowid, form) values (?, ?)",
        [(number, case["form"]) for number, case in enumerate(cases)],
    )
    found = []
    for number, case in enumerate(cases):
        words = " ".join(f'"{word}"' for word in case["query"].split())
        rows = table.execute("select rowid from forms where forms match ?", (words,))
        found.append((number,) in rows.fetchall())
    return found


def _pagefind(cases: Sequence[Case], folder: Path) -> Sequence[bool]:
    """Pagefind as it comes, in Chromium: one page for each form, in the language it says."""
    languages = sorted({case["lang"] for case in cases})
    for number, case in enumerate(cases):
        text = f"<html lang={case['lang']}><body><main>{escape(case['form'])}</main></body></html>"
        (folder / f"{number}.html").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pagefind_bin", "--silent", "--site", str(folder)]
    subprocess.run(command, check=True, capture_output=True, cwd=folder)
    found = [False] * len(cases)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--headless", "--no-sandbox"],
        )
        page = browser.new_page()
        page.route(f"{_SITE}/**", _serving(folder))
        for language in languages:
            own = [n for n, case in enumerate(cases) if case["lang"] == language]
            answers = _ask_pagefind(page, language, [cases[n]["query"] for n in own])
            for number, urls in zip(own, answers, strict=True):
                found[number] = f"/{number}.html" in urls
        browser.close()
    return found


def _ask_pagefind(page: Page, language: str, queries: list[str]) -> list[list[str]]:
    page.goto(f"{_SITE}/?{language}")
    answers: list[list[str]] = page.evaluate(_ASK, queries)
    return answers


def _serving(folder: Path) -> Callable[[Route], None]:
    """A page in the language that its address asks for, and the bundle of Pagefind."""

    def answer(route: Route) -> None:
        path, _, asked = route.request.url.removeprefix(_SITE).partition("?")
        if path == "/":
            route.fulfill(body=f"<html lang={asked}></html>", content_type="text/html")
            return
        kind = "text/javascript" if path.endswith(".js") else "application/octet-stream"
        route.fulfill(body=(folder / path.lstrip("/")).read_bytes(), content_type=kind)

    return answer


ENGINES: dict[str, Finder] = {
    "lawkb": found_pairs,
    "Whoosh": _whoosh,
    "SQLite FTS5": _sqlite,
    "Pagefind": _pagefind,
}

# ---- the page

_INTRODUCTION = [
    "# How good the search is",
    "",
    "Written by `make search-table`; nobody edits it by hand.",
    "",
    "## Words",
    "",
    "Pairs of a query and a form that a text may hold: `φύλλο` should find φύλλων. Every form is a"
    " document of its own, in one index; a query finds its form when all its words are found"
    " there. The engines are taken as they come: Whoosh with its StandardAnalyzer, SQLite FTS5"
    " with unicode61, Pagefind with the language of the page (it takes the nearest word where it"
    " knows none, so it finds more than it should).",
    "",
    "The pairs and the reason for each are in `tests/cases/search/words.tsv`, `missed.tsv` and"
    " `must_not_match.tsv`. The language files of lawkb were written with all of these pairs"
    " known; the other engines did not know them.",
    "",
]


def _table(
    wanted: Sequence[Case], forbidden: Sequence[Case], found: dict[str, Sequence[bool]]
) -> list[str]:
    """A row for each group, one for all, and one for the pairs that must not match."""
    size = len(wanted)
    rows = [
        f"| pairs | number | {' | '.join(found)} |",
        f"|---|---{'|---' * len(found)}|",
    ]
    for group, title in GROUPS.items():
        own = [number for number, case in enumerate(wanted) if case["group"] == group]
        counts = [sum(hits[number] for number in own) for hits in found.values()]
        rows.append(f"| {title} | {len(own)} | {' | '.join(map(str, counts))} |")
    shares = [f"{sum(hits[:size]) / size:.0%}" for hits in found.values()]
    rows.append(f"| **found** | {size} | {' | '.join(shares)} |")
    wrong = [sum(hits[size:]) for hits in found.values()]
    rows.append(f"| **matched, but must not** | {len(forbidden)} | {' | '.join(map(str, wrong))} |")
    return rows


def _missed(wanted: Sequence[Case], found: Sequence[bool]) -> list[str]:
    pairs = zip(wanted, found, strict=True)
    missed = [f"`{case['query']}` → {case['form']}" for case, hit in pairs if not hit]
    return [f"lawkb misses {len(missed)}: {'; '.join(missed)}." if missed else "lawkb misses none."]


def _ranking(folder: Path) -> list[str]:
    """MRR and nDCG@5 of the judged queries, and the queries whose order is not the best."""
    answers = [(judged, _addresses(judged, folder)) for judged in judged_queries()]
    figures = quality(answers)
    rows = [
        "## Order",
        "",
        f"{len(answers)} queries in Greek and English were judged by reading the pages of the"
        " corpus: which provisions must come first, which answer too, which only mention it"
        " (`tests/cases/search/judged.toml`). They were in view when two rules of the order were"
        " made: words near one another before scattered ones, and a heading that begins with them"
        " first. Before that, MRR was 0.938 and nDCG@5 0.946.",
        "",
        f"- MRR, mean of 1 / place of the first one that must come first: **{figures.mrr:.3f}**",
        f"- nDCG@5, order of the first five beside the best one: **{figures.ndcg:.3f}**",
        "",
        "| query | found | the best order | nDCG@5 |",
        "|---|---|---|---|",
    ]
    for judged, found in answers:
        own = quality([(judged, found)])
        if own.ndcg < 1:
            best = sorted(judged.grades, key=lambda name: -judged.grades[name])
            cells = (judged.query, " ".join(found[:5]), " ".join(best[:5]), f"{own.ndcg:.2f}")
            rows.append(f"| {' | '.join(cells)} |")
    return [*rows, "", "The queries that are not in the table have the best order."]


def _counterparts() -> list[str]:
    """How many words of the golds have a first counterpart that is right, and which have not."""
    laws, statute = first_counterparts(), first_counterparts_of_the_statute()
    return [
        "## Counterparts",
        "",
        "English words and terms with all that stands for them in Greek were read off the pages by"
        " hand before their lexicon was learned (`tests/cases/search/counterparts.tsv`). lawkb"
        " learns from the pages alone, without a glossary. Its first counterpart is right for",
        "",
        f"- **{_share(laws)}** words of the four Laws. One constant of the learning was chosen with"
        " these in view, and the families of Greek words above help;",
        f"- **{_share(statute)}** words of `examples/statute/` (`counterparts_statute.tsv`), the"
        " same as when they were first measured.",
        "",
        f"Not right: {_wrong((*laws, *statute))}.",
    ]


def _share(found: Sequence[JudgedWord]) -> str:
    right = sum(judged.right for judged in found)
    return f"{right} of {len(found)} ({right / len(found):.0%})"


def _wrong(found: Sequence[JudgedWord]) -> str:
    wrong = (judged for judged in found if not judged.right)
    return "; ".join(f"`{judged.word}` → {judged.first or 'nothing'}" for judged in wrong)


def _addresses(judged: Judged, folder: Path) -> list[str]:
    hits = search_code(real_code(), folder, judged.query).hits
    return [hit.address for hit in hits if hit.address]


if __name__ == "__main__":
    main()
