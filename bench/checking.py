"""How fast translations are checked: generated laws of about twelve pairs, on one core.

``python -m bench check`` prints the table and puts it into ``bench/RESULTS.md``.
"""

from __future__ import annotations

import random
import resource
import time
from dataclasses import dataclass
from pathlib import Path

from bench.fault_codes import ROOT
from lawkb.checks.learning import learn_rules, pair_code
from lawkb.checks.rule_list import STANDARD
from lawkb.checks.runner import check_code
from lawkb.corpus.corpus_toml import read_outline
from lawkb.corpus.editorial_settings import EditorialSettings
from lawkb.corpus.laws import read_code
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Passage
from lawkb.parallel_work import on_one_core
from lawkb.references.resolve import annotate_law, resolve_code

SIZES = (1_000, 9_999)  # laws; none has a higher number
PAIRS = 12
_HEAD = """Laws of {pairs} pairs each, put together from the sentences of the five pages and the
example codes, English beside Greek, so that words and lengths are those of real texts. *Learning*
pairs the provisions and learns words, lengths, weights and the threshold; *checking* is every rule
on every pair after that. Processor time, one core.

| laws | pairs | learning, s | pairs/s learned | checking, s | pairs/s checked | MiB |
|---|---|---|---|---|---|---|
"""


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A text with its translation."""

    original: str
    translation: str


def checking_lines(_folder: Path) -> list[str]:
    """The section of the results; nothing is written anywhere."""
    lines = [_HEAD.format(pairs=PAIRS).rstrip("\n")]
    times = []
    for laws in SIZES:
        code = _made_up(laws)
        start = time.process_time()
        (translated,) = pair_code(code).values()
        learn_rules(code, EditorialSettings(), translated, STANDARD)
        learned = time.process_time() - start
        pairs = sum(len(law.texts) for law in translated)
        del translated
        start = time.process_time()
        with on_one_core():
            check_code(code)
        checked = time.process_time() - start - learned
        times.append(learned / pairs)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        lines.append(
            f"| {laws} | {pairs} | {learned:.1f} | {pairs / learned:.0f} | {checked:.1f} "
            f"| {pairs / checked:.0f} | {memory} |"
        )
    ratio = times[-1] / times[0]
    return [*lines, "", f"Learning a pair of the largest takes {ratio:.2f} times as long.", ""]


def _made_up(laws: int) -> Code:
    """A code of invented laws, the same for the same size."""
    outline = read_outline(ROOT / "examples" / "statute" / "corpus")
    sentences = _sentences()
    found: dict[tuple[str, str, Ordinal], Law] = {}
    for number in range(1, laws + 1):
        chance = random.Random(number)
        own = chance.sample(sentences, PAIRS - 1)
        for tag in ("en", "el"):
            texts = [each.original if tag == "en" else each.translation for each in own]
            found["2020", tag, number] = annotate_law(_law(number, tag, texts), outline)
    return resolve_code(Code(outline, found))


def _law(number: int, tag: str, texts: list[str]) -> Law:
    inner = tuple(
        Provision(Address((number, n)), f"{n}.", body=(Passage(text),))
        for n, text in enumerate(texts, start=1)
    )
    root = Provision(Address((number,)), f"{number}.", Passage(str(number)), inner)
    return Law("2020", tag, root, Origin("made", f"{number}_{tag}", ""))


def _sentences() -> list[_Sentence]:
    folders = ("corpus", "examples/three-pebbles/corpus", "examples/statute/corpus")
    return [
        _Sentence(text.original.text, text.translation.text)
        for folder in folders
        for translated in pair_code(read_code(ROOT / folder)).values()
        for law in translated
        for text in law.texts
        if text.original.text and text.translation.text and "\n" not in text.original.text
    ]
