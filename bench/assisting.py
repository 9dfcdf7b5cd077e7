"""Warm answers to assistants: processor time of each tool, at 10,000 provisions.

``python -m bench assisting`` puts the table into ``bench/RESULTS.md``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bench.made_up import SYLLABLES, made_up_corpus
from lawkb.assist.answers import Answers
from lawkb.assist.server import law_uri, read_resource
from lawkb.assist.tools import Examples, Tool, call, tools
from lawkb.pipeline import ingest

LAWS = 480  # somewhat more than 10,000 provisions
CALLS = 40  # of each kind, all different
GOAL_MILLISECONDS = 100
_PARAGRAPH = "See Law {0}A1 and Law {1}B2(a): “{2}” (Law {0}A1). Βλέπε Νόμο {1}Β2.\n"


def assisting_lines(folder: Path) -> list[str]:
    """Return a table: milliseconds of the processor for a call, median and worst."""
    corpus = made_up_corpus(folder / "corpus", LAWS)
    ingest(corpus)
    own = Answers(corpus)
    start = time.process_time()
    own.warm()
    warming = time.process_time() - start
    listed = own.corpus.laws()
    provisions = sum(len(own.corpus.law(each.number).provisions) for each in listed)
    rows = [_row(name, asked) for name, asked in _calls(own)]
    return [
        f"Each tool of `lawkb mcp` asked {CALLS} different things about a made-up code of"
        f" {provisions:,} provisions in Greek and English, after {warming:.1f} s of warming up;"
        " milliseconds of the processor, the JSON of the answer included. The goal for a call is"
        f" {GOAL_MILLISECONDS}.",
        "",
        "| call | median | worst |",
        "|---|---|---|",
        *rows,
    ]


def _row(name: str, asked: list[Callable[[], object]]) -> str:
    asked[0]()  # what is loaded when it is first used
    spent = [_milliseconds(each) for each in asked]
    return f"| {name} | {median(spent):.1f} | {max(spent):.1f} |"


def _milliseconds(ask: Callable[[], object]) -> float:
    start = time.process_time()
    ask()
    return (time.process_time() - start) * 1000


def _calls(own: Answers) -> Iterator[tuple[str, list[Callable[[], object]]]]:
    chance = Random(1)
    named = {each.name: each for each in tools(Examples("1A1", "1Α1", "el", "2017"))}

    def asked(tool: Tool, arguments: Callable[[], Mapping[str, Any]]) -> list[Callable[[], object]]:
        made = [arguments() for _ in range(CALLS)]
        return [lambda given=given: call(tool, own, given) for given in made]  # type: ignore[misc]

    def law() -> int:
        return chance.randint(1, LAWS)

    def words(tag: str) -> str:
        return " ".join("".join(chance.choices(SYLLABLES[tag], k=2)) for _ in range(2))

    def text() -> str:
        return "".join(_PARAGRAPH.format(law(), law(), words("en")) for _ in range(10))

    yield (
        "find_provisions, two words",
        asked(named["find_provisions"], lambda: {"query": words(chance.choice(("en", "el")))}),
    )
    provision, law_of = named["get_provision"], lambda: {"address": law()}
    yield "get_provision, a provision", asked(provision, lambda: {"address": f"{law()} A 1"})
    yield "get_provision, a law", asked(provision, law_of)
    yield "get_provision, no such", asked(provision, lambda: {"address": f"{law()}G7"})
    yield "get_references, a law", asked(named["get_references"], law_of)
    yield "get_references, a text", asked(named["get_references"], lambda: {"text": text()})
    yield "list_contents", asked(named["list_contents"], dict)
    verify = named["verify_citations"]
    yield "verify_citations, 10 paragraphs", asked(verify, lambda: {"text": text()})
    uris = [law_uri("2017", "el", str(law())) for _ in range(CALLS)]
    yield "a law as Markdown", [lambda uri=uri: read_resource(own, uri) for uri in uris]  # type: ignore[misc]
