"""How much of an invented act is read: its provisions, divisions and references beside the answers.

The acts are in ``tests/cases/acts``. Who wrote them and their answers did not know how lawkb reads;
the conventions of the answers are in the README of each. ``python -m bench.invented_acts [N]``
makes a code of each act, with ``lawkb new`` and ``lawkb ingest``, and prints the figures and the
first N differences of each kind.
"""

from __future__ import annotations

import csv
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from lawkb.corpus.laws import read_code
from lawkb.model.address import (
    CANONICAL,
    DIVISION_PREFIXES,
    Address,
    InSeries,
    Numbering,
    Scheme,
    ordinal,
)
from lawkb.model.code import Code
from lawkb.model.division import Division, division_eid
from lawkb.model.law import Law
from lawkb.model.passage import Reference
from lawkb.unicode_characters import normalized

ACTS = Path(__file__).parent.parent / "tests" / "cases" / "acts"
_EDITORS_NOTE = "[Note"  # begins what the federal answers do not count
_INSERTS = str.maketrans("αβγδε", "abcde")  # letters of inserted articles
_DIVISION = re.compile("[a-z]+_")  # begins the place of a division: part_2
_TEXT = 40  # letters and digits by which the first words of a provision are compared

# A provision or a division in the notation of the answers, without the names of levels: ("12a",
# "2"), ("annex-1", "3"), ("recitals", "5"), ("chp_3__sec_1",).
Place = tuple[str, ...]
Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Act:
    """An invented act with its answers.

    Attributes:
        folder: Folder of its files.
        kind: Preset of ``lawkb new``.
        languages: Tags of its languages; the first is that of the original.
        laws: Number of its last article or section.
        titles: Its title by language tag.
        forms: By name of a form, such as ``html``, and language tag: names of its files.
    """

    folder: Path
    kind: str
    languages: tuple[str, ...]
    laws: int
    titles: Mapping[str, str]
    forms: Mapping[str, Mapping[str, Sequence[str]]]


@dataclass(frozen=True, slots=True)
class ProvisionsRead:
    """The provisions that were read, beside the answers; each difference is a line.

    Attributes:
        number: Number of provisions in the answers.
        missing: Those that were not read.
        surplus: Provisions that were read and are not in the answers.
        titles: Provisions whose title is not that of the answers.
        texts: Provisions whose text begins otherwise.
    """

    number: int
    missing: tuple[str, ...]
    surplus: tuple[str, ...]
    titles: tuple[str, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DivisionsRead:
    """The divisions that were read, beside the answers.

    Attributes:
        number: Number of divisions in the answers, those without a number left out.
        wrong: Those that were not read, or have another heading or other laws; each is a line.
    """

    number: int
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReferencesRead:
    """The references that were found, beside the answers; each difference is a line.

    Attributes:
        number: Number of references to provisions of the act in the answers.
        found: Number of those references that lawkb found.
        right: Number of those that have the same citing place and target.
        lost: References of the answers that were not found.
        wrong: References that were found and are not in the answers.
        held: Number of ``wrong`` that are links.
        others: Number of references to other acts in the answers.
        others_found: Number of those that were found, by their citing places.
        as_ours: References to other acts that were read as references to the act itself.
    """

    number: int
    found: int
    right: int
    lost: tuple[str, ...]
    wrong: tuple[str, ...]
    held: int
    others: int
    others_found: int
    as_ours: tuple[str, ...]

    @property
    def recall(self) -> float:
        """Return the share of the references of the answers that were found."""
        return self.right / self.number

    @property
    def precision(self) -> float:
        """Return the share of the references that were found that are in the answers."""
        return self.right / max(1, self.found)


@dataclass(frozen=True, slots=True)
class Comparison:
    """An act as it was read in one form and language, beside the answers."""

    provisions: ProvisionsRead
    divisions: DivisionsRead
    references: ReferencesRead

    def figures(self) -> str:
        """Return the figures in one line."""
        each, parts, cited = self.provisions, self.divisions, self.references
        return (
            f"provisions {each.number - len(each.missing)}/{each.number}, "
            f"more {len(each.surplus)}, titles wrong {len(each.titles)}, texts {len(each.texts)}; "
            f"divisions {parts.number - len(parts.wrong)}/{parts.number}; "
            f"references R {cited.recall:.3f} P {cited.precision:.3f} of {cited.number}, "
            f"wrongly held {cited.held}; other acts {cited.others_found}/{cited.others}, "
            f"read as ours {len(cited.as_ours)}"
        )

    def differences(self, most: int) -> Iterator[str]:
        """Yield the first differences of each kind."""
        for part in (self.provisions, self.divisions, self.references):
            for each in fields(part):
                lines = getattr(part, each.name)
                if isinstance(lines, tuple):
                    yield from (f"  {each.name}: {line}" for line in lines[:most])


def invented_acts() -> tuple[Act, ...]:
    """Return the acts, by the names of their folders."""
    found = []
    for file in sorted(ACTS.glob("*/act.toml")):
        given = tomllib.loads(file.read_text(encoding="utf-8"))
        found.append(Act(file.parent, **{**given, "languages": tuple(given["languages"])}))
    return tuple(found)


def read_act(act: Act, form: str, folder: Path) -> Code:
    """Make a code of an act with ``lawkb new`` and ``lawkb ingest``, as a webmaster does.

    Args:
        act: The act.
        form: One of its forms.
        folder: An empty folder for the code.
    """
    files = [str(act.folder / name) for tag in act.languages for name in act.forms[form][tag]]
    titles = [f"--title={tag}={act.titles[tag]}" for tag in act.languages]
    new = ["new", ".", f"--kind={act.kind}", f"--languages={','.join(act.languages)}"]
    for words in ([*new, *titles, f"--articles={act.laws}", *files], ["ingest"]):
        subprocess.run(
            [sys.executable, "-m", "lawkb", *words], cwd=folder, check=True, capture_output=True
        )
    return read_code(folder / "corpus")


def compare(act: Act, code: Code, tag: str) -> Comparison:
    """Compare an act as it was read with the answers, in one language."""
    laws = [law for (_, language, _), law in code.laws.items() if language == tag]
    return Comparison(
        _compare_provisions(act, laws, code.outline.scheme, tag),
        _compare_divisions(act, code, tag),
        _compare_references(act, laws, code.outline.scheme, tag),
    )


def _rows(act: Act, name: str, tag: str) -> list[Row]:
    path = act.folder / f"{name}_{tag}.tsv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [_in_latin_letters(row) for row in rows]


def _in_latin_letters(row: Row) -> Row:
    """Return a row with the addresses that are the same in all languages in place of its own."""
    neutral = {key.removesuffix("_neutral"): row[key] for key in row if key.endswith("_neutral")}
    return {**row, **neutral}


def _number(token: str) -> int:
    """Return the number of an annex, part or chapter: IV, 4 or D."""
    kinds: tuple[tuple[Numbering, str], ...] = (
        ("arabic", token),
        ("roman", token.lower()),
        ("upper", token.upper()),
    )
    found = (ordinal(numbering, written) for numbering, written in kinds)
    return next((n for n in found if n), 0)


def _place(address: str) -> Place | None:
    """Return the place of an address of the answers; None for a heading that has no number."""
    parts = [part.partition(" ")[::2] for part in address.split("/")]
    kinds = [kind for kind, _ in parts]
    if "cross-heading" in kinds:
        return None
    if kinds[0] in DIVISION_PREFIXES and (kinds[0] != "section" or kinds[1:2] == ["part"]):
        eid = [f"{DIVISION_PREFIXES[kind]}_{_number(token)}" for kind, token in parts]
        return ("__".join(eid),)
    (kind, token), *inner = parts
    head = {
        "annex": f"annex-{_number(token) or 1}",
        "schedule": f"schedule-{_number(token) or 1}",
        "recital": "recitals",
    }.get(kind, token.lower())
    path = [head] + [token.lower()] * (kind == "recital")
    for kind, written in inner:
        own = written.lower().rpartition(".")[2] if _repeats(written, path[-1]) else written.lower()
        path.append(str(_number(own)) if kind == "part" else own)
    return tuple(path)


def _repeats(written: str, above: str) -> bool:
    """Return whether a label repeats that above: 3.1 in point 3."""
    return written.lower().startswith(f"{above}.")


def _place_of(address: Address, scheme: Scheme) -> Place:
    levels = scheme.levels_of(address.law)
    tokens = [
        CANONICAL.write_token(level.counting, n).lower()
        for level, n in zip(levels[1:], address.path[1:], strict=False)
        if n
    ]
    number = address.law
    first = (
        str(number)
        if isinstance(number, InSeries)
        else CANONICAL.write_token(levels[0].counting, number).lower()
    )
    return (first, *tokens)


def _words(text: str) -> str:
    return re.sub(r"\W+", " ", normalized("NFC", text)).strip().casefold()


def _compare_provisions(act: Act, laws: Sequence[Law], scheme: Scheme, tag: str) -> ProvisionsRead:
    read = {_place_of(each.address, scheme): each for law in laws for each in law.provisions()}
    wanted = {
        place: row
        for row in _labelled(act, tag)
        if (place := _place(row["address"]))
        and (len(place) > 1 or not re.match("[a-z]+_", place[0]))
    }
    both = [(place, wanted[place], read[place]) for place in wanted if place in read]
    titles, texts = [], []
    for place, row, each in both:
        heading = each.heading.text if each.heading else ""
        if _words(heading) != _words(row["title"]):
            titles.append(f"{place} {heading!r}, not {row['title']!r}")
        text = _words(" ".join(passage.text for passage in each.passages))
        begins = _words(row["text60"])[:_TEXT]
        # A bracket below the heading of an annex is its text, or not, as authors like.
        if not text.startswith(begins) and not ("-" in place[0] and begins in text):
            texts.append(f"{place} {text[:60]!r}, not {row['text60']!r}")
    defined = {
        place
        for row in _rows(act, "provisions", tag)
        if row.get("definition") and (place := _place(row["address"]))
    }
    return ProvisionsRead(
        len(wanted),
        missing=tuple(str(place) for place in wanted if place not in read),
        surplus=tuple(
            str(place)
            for place in read
            if place not in wanted and place not in defined and place != ("recitals",)
        ),
        titles=tuple(titles),
        texts=tuple(texts),
    )


def _compare_divisions(act: Act, code: Code, tag: str) -> DivisionsRead:
    scheme = code.outline.scheme
    read: dict[Place, Division] = {
        (division_eid(division.path),): division
        for (_, language), divisions in code.divisions.items()
        if language == tag
        for division in divisions.walk()
    }
    wrong, number = [], 0
    for row in _rows(act, "divisions", tag):
        place = _place(row["address"])
        if place is None or len(place) > 1:
            continue  # a heading without a number, or a part of an annex, which is a provision
        number += 1
        division = read.get(place)
        if division is None:
            wrong.append(f"{place} is missing")
            continue
        heading = division.heading.text if division.heading else ""
        inside = division.all_laws()
        ends = tuple(_place_of(Address((n,)), scheme) for n in (inside[0], inside[-1]))
        wanted = tuple(_place(row[end].lower().translate(_INSERTS)) for end in ("first", "last"))
        if _words(heading) != _words(row["heading"]) or ends != wanted:
            wrong.append(f"{place} {heading!r} {ends}, not {row['heading']!r} {wanted}")
    return DivisionsRead(number, tuple(wrong))


def _labelled(act: Act, tag: str) -> list[Row]:
    """Return the provisions of the answers, without the paragraphs of definitions."""
    return [row for row in _rows(act, "provisions", tag) if not row.get("definition")]


Cited = tuple[Place, tuple[Place, ...]]  # citing place; target, or first and last of a range


def _compare_references(act: Act, laws: Sequence[Law], scheme: Scheme, tag: str) -> ReferencesRead:
    known = {_place(row["address"]) for row in _labelled(act, tag)}
    wanted: Counter[Cited] = Counter()
    others: Counter[Place] = Counter()
    unlabelled: set[tuple[Place, str]] = set()
    words: dict[Place, list[str]] = {}
    for row in _rows(act, "references", tag):
        citing, target = _citing(row, known), row["target"]
        if citing is None or citing[0] in ("", "preamble", "final") or target == "self":
            continue
        if target.startswith("other:"):
            others[citing] += 1
            words.setdefault(citing, []).append(_plain(row["words"]))
        elif row.get("target_definition"):
            unlabelled.add((citing, _plain(row["words"])))
        else:
            ends = tuple(_place(end) or () for end in target.split(" .. "))
            # «Parts B to D» are links to both ends: divisions have no range.
            divisions = all(end and _DIVISION.match(end[0]) for end in ends)
            wanted.update((citing, (end,)) for end in ends if divisions)
            wanted.update([(citing, ends)] * (not divisions))
    quoted = {
        (_citing(row, known) or (), (_place(row["target"]) or (),))
        for row in _rows(act, "quoted_references", tag)
        if not row["target"].startswith("other:")
    }
    found: dict[Cited, list[Reference]] = {}
    outside: Counter[Place] = Counter()
    for citing, each in _references(laws, scheme):
        if each.status == "outside":
            outside[citing] += 1
        elif (cited := _cited(each, scheme)) and not any(
            at == citing and _plain(each.raw) in text for at, text in unlabelled
        ):
            found.setdefault((citing, cited), []).append(each)
    for key in quoted - set(wanted):
        found.pop(key, None)
    surplus = [(key, each) for key, all_ in found.items() for each in all_[wanted.get(key, 0) :]]
    return ReferencesRead(
        number=wanted.total(),
        found=sum(len(each) for each in found.values()),
        right=sum(min(wanted[key], len(found.get(key, ()))) for key in wanted),
        lost=tuple(str(key) for key, n in wanted.items() if len(found.get(key, ())) < n),
        wrong=tuple(f"{key} {each.raw!r} {each.status}" for key, each in surplus),
        held=sum(each.status == "held" for _, each in surplus),
        others=others.total(),
        others_found=sum(min(n, outside[place]) for place, n in others.items()),
        as_ours=tuple(
            f"{key} {each.raw!r}"
            for key, each in surplus
            if any(_plain(each.raw) in text for text in words.get(key[0], ()))
        ),
    )


def _citing(row: Row, known: Collection[Place | None]) -> Place | None:
    """Return the citing place; of a definition, which has no address, the provision it is in."""
    citing = _place(row["citing"])
    while row.get("definition") and citing and citing not in known:
        citing = citing[:-1]
    return citing


def _plain(words: str) -> str:
    return words.replace("\u00a0", " ")


def _references(laws: Sequence[Law], scheme: Scheme) -> Iterator[tuple[Place, Reference]]:
    for law in laws:
        for provision in law.provisions():
            place = _place_of(provision.address, scheme)
            for passage in provision.passages:
                note = passage.text.find(_EDITORS_NOTE)
                counted = (each for each in passage.references if not 0 <= note < each.start)
                yield from ((place, each) for each in counted)


def _cited(each: Reference, scheme: Scheme) -> tuple[Place, ...]:
    if each.division:
        return ((each.division,),)
    ends = (each.target, each.upto)
    return tuple(_place_of(end, scheme) for end in ends if end is not None)


def main() -> None:
    """Print the figures of each act in each form and language, and the first differences."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    for act in invented_acts():
        for form in act.forms:
            with tempfile.TemporaryDirectory() as folder:
                code = read_act(act, form, Path(folder))
                for tag in act.languages:
                    made = compare(act, code, tag)
                    print(f"{act.folder.name} {form} {tag}: {made.figures()}")
                    for line in made.differences(most):
                        print(line)


if __name__ == "__main__":
    main()
