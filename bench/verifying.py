"""``lawkb verify`` beside ``lawkb refs`` on the same text, and a warm answer.

``python -m bench verifying`` measures 100,000 provisions; ``python -m bench.verifying 10000``
prints the figures of another number.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from bench.made_up import SYLLABLES
from lawkb.citing.citing_text import text_given
from lawkb.citing.verification import Verifier
from lawkb.corpus.corpus_toml import read_outline
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Passage
from lawkb.references.resolve import references_of_text

T = TypeVar("T")
PROVISIONS = 100_000
_OF_A_LAW = 7  # provisions: the law and its letters
_TEXT = 2**20  # characters
_REAL = Path(__file__).parents[1] / "corpus"
_ORIGIN = Origin("made", "up", "")


def verifying_lines(_folder: Path, provisions: int = PROVISIONS) -> list[str]:
    """The section on verify: processor time of one run each, and their ratio."""
    code = made_up_code(provisions)
    text = "\n\n".join(_sentences(code, _TEXT))
    english = code.outline.language("en")
    refs, found = _seconds(lambda: references_of_text(text, english, None, "2017", code))
    verifier = Verifier(_REAL.parent / "nowhere", code)
    verifier.__dict__["_errors"] = ()  # the checks are measured elsewhere
    first, verified = _seconds(lambda: verifier.verify(text_given(text)))
    again, _ = _seconds(lambda: verifier.verify(text_given(text)))
    short = text_given("\n\n".join(_sentences(code, 2000)))
    warm, answer = _seconds(lambda: verifier.verify(short))
    told = ", ".join(f"{number:,} {name}" for name, number in verified.summary.items())
    return [
        f"A text of 1 MiB that cites and quotes {provisions:,} made-up provisions in English, a "
        "third of its quotations with a changed word, some of other provisions than they say.",
        "Seconds of the processor, one run each.",
        "",
        "| what | seconds | beside refs |",
        "|---|---|---|",
        f"| refs, {len(found):,} references | {refs:.1f} | 1 |",
        f"| verify, with the index of words | {first:.1f} | {first / refs:.2f} |",
        f"| verify, warm | {again:.1f} | {again / refs:.2f} |",
        "",
        f"Verdicts: {told}. A warm answer on {len(short.words):,} characters with "
        f"{len(answer.quotes)} quotations takes {1000 * warm:.0f} ms.",
    ]


def made_up_code(provisions: int) -> Code:
    """A code in memory: laws of six letters each, of 20 words, in English."""
    outline = read_outline(_REAL)
    laws = provisions // _OF_A_LAW
    editions = tuple(replace(each, laws=laws) for each in outline.editions)
    made: dict[tuple[str, str, Ordinal], Law] = {
        ("2017", "en", number): _law(number) for number in range(1, laws + 1)
    }
    return Code(replace(outline, editions=editions), made)


def _law(number: int) -> Law:
    chance = random.Random(number)
    letters = tuple(
        Provision(Address((number, letter)), f"{chr(64 + letter)}.", body=(_passage(chance),))
        for letter in range(1, _OF_A_LAW)
    )
    return Law("2017", "en", Provision(Address((number,)), str(number), body=letters), _ORIGIN)


def _passage(chance: random.Random) -> Passage:
    syllables = SYLLABLES["en"]
    words = ["".join(chance.choices(syllables, k=chance.randint(2, 3))) for _ in range(20)]
    return Passage(" ".join(words).capitalize() + ".")


def _sentences(code: Code, size: int) -> Iterator[str]:
    """Yield paragraphs that cite and quote the code, of ``size`` characters together."""
    chance, written = random.Random(1), 0
    numbers = [number for _, _, number in code.laws]
    while written < size:
        law = code.laws["2017", "en", chance.choice(numbers)]
        provision = chance.choice(law.root.children)
        words = provision.text.split()
        if chance.random() < 1 / 3:
            words[chance.randint(2, 15)] = "changed"
        own = provision.address.path[1]
        assert isinstance(own, int)
        letter = chance.choice((own, own % 6 + 1))
        cited = f"{law.number}{chr(64 + letter)}"
        told = f"The players went on, and North said so. “{' '.join(words)}” (Law {cited})."
        written += len(told)
        yield told


def _seconds(work: Callable[[], T]) -> tuple[float, T]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


if __name__ == "__main__":
    print("\n".join(verifying_lines(Path(), int(sys.argv[1]))))
