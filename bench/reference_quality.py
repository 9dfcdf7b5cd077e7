"""How well references are read: sentences written by a reader who never saw the rules.

``python -m bench.reference_quality`` writes the table of the manual.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby

from bench.reference_pages import CASES, ROOT, page_lines, written
from lawkb.corpus.corpus_toml import read_outline
from lawkb.model.address import Scheme
from lawkb.model.passage import Reference
from lawkb.references.find import find_references

PAGE = ROOT / "site" / "manual" / "en" / "reference-quality.md"
LANGUAGES = {"en": "English", "el": "Greek", "it": "Italian", "fr": "French"}
# The writer of the sentences escaped what no editor shows.
_ESCAPES = {r"\u00a0": "\u00a0", r"\u00ad": "\u00ad"}
_HEAD = """# How well references are read

Sentences of laws, fifty or sixty in each language, were written by readers who had the catalogue of
forms and had never seen the rules of the code, with the targets a careful person would give. A
reference is right when its target is, on words that overlap. Written by `python -m
bench.reference_quality`.
"""
_WORDS_OF_UNSEEN = (
    "Their writers never saw the rules, and who changed the rules never saw them; no rule has been",
    "changed for them.",
)
_WORDS_OF_LEARNED = (
    "*First look* is what the code found the first time it saw these; then its rules were mended",
    "where it failed, so the other figures are not of unseen text.",
)


@dataclass(frozen=True, slots=True)
class GoldSet:
    """Sentences that one reader wrote, a file for each language.

    Attributes:
        folder: Where they are, below ``tests/cases``.
        title: What the page calls them.
        first_look: What the code found the first time it saw them: precision and recall by
            language. Not to be changed. Empty while no rule has been mended for them.
    """

    folder: str
    title: str
    first_look: Mapping[str, tuple[float, float]] = field(default_factory=dict, hash=False)


# Newest first. A new set is one line.
SETS = (
    GoldSet("gold-heldout-3", "Sentences not seen before"),
    GoldSet(
        "gold-heldout-2",
        "Sentences from which was learned",
        {"en": (0.983, 0.983), "el": (1.0, 1.0), "it": (1.0, 0.873), "fr": (0.943, 0.926)},
    ),
    GoldSet(
        "gold-heldout",
        "Sentences from which was learned first",
        {"en": (0.914, 0.877), "el": (0.919, 0.877), "it": (0.952, 0.881), "fr": (0.925, 0.899)},
    ),
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A reference that a reader or the code finds in a text.

    Attributes:
        lang: Language of the text.
        text: The sentence.
        form: Form by the reader, or by the code where no reader finds it.
        what: The reader's own word for it: ``list``, ``gloss``, ``look-alike``.
        raw: Its words.
        wanted: Targets that the reader gives; None when there is no reference.
        found: Targets that the code gives; None when it finds none.
    """

    lang: str
    text: str
    form: str
    what: str
    raw: str
    wanted: str | None
    found: str | None

    @property
    def right(self) -> bool:
        """Whether both say the same."""
        return self.wanted == self.found


@cache
def verdicts(lang: str, folder: str) -> tuple[Verdict, ...]:
    """What the reader and the code find in the sentences of a language of a set."""
    outline = read_outline(ROOT / "corpus")
    language, scheme = outline.language(lang), outline.scheme
    found: list[Verdict] = []
    for (text, place), group in groupby(
        _rows(lang, folder), key=lambda row: (row["text"], row["at"])
    ):
        references = find_references(text, language, scheme, scheme.read(place))
        references = tuple(each for each in references if each.act is None)  # of the code alone
        gold = [row for row in group if row["targets"] != "-"]
        found.extend(_compared(lang, gold, (text, references), scheme))
    return tuple(found)


def share(told: Iterable[Verdict]) -> tuple[float, float, int]:
    """Precision, recall, and how many references the reader finds."""
    told = list(told)
    right = sum(one.right for one in told)
    wanted = sum(one.wanted is not None for one in told)
    found = sum(one.found is not None for one in told)
    return right / max(found, 1), right / max(wanted, 1), wanted


def quality_lines() -> list[str]:
    """The page: figures by language, by form, and every reference that is read otherwise."""
    lines = [_HEAD]
    for gold_set in SETS:
        words = _WORDS_OF_LEARNED if gold_set.first_look else _WORDS_OF_UNSEEN
        lines += [f"## {gold_set.title}", "", *words, "", *_figures(gold_set)]
    return [*lines, *page_lines()]


def _figures(gold_set: GoldSet) -> list[str]:
    every = tuple(one for lang in LANGUAGES for one in verdicts(lang, gold_set.folder))
    lines = ["| language | references | first look | precision | recall |", "|---|---|---|---|---|"]
    for lang, name in LANGUAGES.items():
        precision, recall, count = share(verdicts(lang, gold_set.folder))
        first = " / ".join(f"{figure:.3f}" for figure in gold_set.first_look.get(lang, ()))
        lines.append(f"| {name} | {count} | {first} | {precision:.3f} | {recall:.3f} |")
    precision, recall, count = share(every)
    lines += [f"| all | {count} | | {precision:.3f} | {recall:.3f} |", ""]
    lines += _by("form", every, lambda one: one.form)
    lines += _by("kind", (one for one in every if one.wanted), lambda one: one.what)
    wrong = [one for one in every if not one.right]
    read = "is" if len(wrong) == 1 else "are"
    lines += [f"{len(wrong)} {read} read otherwise:", ""] if wrong else []
    lines += [
        f"- *{one.text}* ({one.raw}: the reader {one.wanted or 'none'}, the code"
        f" {one.found or 'none'})"
        for one in wrong
    ]
    return [*lines, ""]


def _by(name: str, told: Iterable[Verdict], key: Callable[[Verdict], str]) -> list[str]:
    lines = [f"| {name} | references | precision | recall |", "|---|---|---|---|"]
    for kind, group in groupby(sorted(told, key=key), key=key):
        precision, recall, count = share(group)
        lines.append(f"| {kind} | {count} | {precision:.3f} | {recall:.3f} |")
    return [*lines, ""]


def _rows(lang: str, folder: str) -> Iterator[dict[str, str]]:
    with (CASES / folder / f"{lang}.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield {key: _plain(value) for key, value in row.items()}


def _compared(
    lang: str,
    gold: list[dict[str, str]],
    read: tuple[str, tuple[Reference, ...]],
    scheme: Scheme,
) -> Iterator[Verdict]:
    """Each reference of the reader with the one of the code on the same words, then the others."""
    text, references = read
    left = list(references)
    at = 0
    for row in gold:
        places = [found.span() for found in re.finditer(re.escape(row["raw"]), text[at:])]
        places = [(at + start, at + end) for start, end in places]
        here = [one for one in left if one.start < places[0][1] and places[0][0] < one.end]
        # A letter may be a word of the sentence too («A player … under A»).
        right = [
            (start, one)
            for start, end in places
            for one in left
            if one.start < end and start < one.end and written(one, scheme) == row["targets"]
        ]
        at, match = right[0] if right else (places[0][0], here[0] if here else None)
        at += 1
        if match:
            left.remove(match)
        told = written(match, scheme) if match else None
        what = row["why"].split()[0]
        yield Verdict(lang, text, row["form"], what, row["raw"], row["targets"], told)
    for one in left:
        yield Verdict(lang, text, one.form, "", one.raw, None, written(one, scheme))


def _plain(value: str) -> str:
    for escape, character in _ESCAPES.items():
        value = value.replace(escape, character)
    return value


if __name__ == "__main__":
    PAGE.write_text("\n".join(quality_lines()), encoding="utf-8")
    print(PAGE.relative_to(ROOT))
