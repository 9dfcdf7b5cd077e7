"""The codes that faults are put into: their pairs, what is known to be wrong, and a change."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path
from typing import Literal

from msgspec import structs

from lawkb.checks.checked_laws import CheckedLaws
from lawkb.checks.learning import learn_rules, pair_code, with_learned
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.rule_list import STANDARD
from lawkb.checks.runner import check_code
from lawkb.checks.text_pairs import CheckedText, TextPair
from lawkb.corpus.corpus_toml import read_outline
from lawkb.corpus.editorial_settings import EditorialSettings, read_editorial_settings
from lawkb.corpus.glossary import Glossary, read_glossary
from lawkb.corpus.laws import read_code
from lawkb.model.address import Address
from lawkb.model.code import Code, Edition, Expression, Outline
from lawkb.model.finding import Finding
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Passage, Reference, Table
from lawkb.references.find import find_references_with_grammar
from lawkb.references.grammar import read_grammar
from lawkb.references.resolve import Resolver, annotate_law, resolve_code

ROOT = Path(__file__).parent.parent
CASES = ROOT / "tests" / "cases" / "checks"

# What was known of a code when rules, words and weights were chosen: all of it; its texts, though
# no weight was fitted on them; nothing, of two sets that were met one after the other.
Group = Literal["in view", "held out", "unseen", "unseen, second set"]


@dataclass(frozen=True, slots=True)
class _Written:
    """Texts written for this, English beside Greek and Italian.

    Attributes:
        name: What the page calls them.
        files: Beginning and ends of the names of their files.
        group: What was known of them.
    """

    name: str
    files: tuple[str, tuple[str, ...]]
    group: Group


_WRITTEN = {
    "learned": _Written(
        "rules of a club and of a school", ("learned", ("club", "school")), "in view"
    ),
    "heldout": _Written(
        "held-out texts", ("heldout", ("library", "rental", "privacy")), "held out"
    ),
    "unseen": _Written(
        "unseen texts", ("heldout", ("sailing", "kitchen", "work", "road")), "unseen"
    ),
    "unseen2": _Written(
        "second unseen texts",
        ("heldout", ("exams", "building", "tickets", "forest")),
        "unseen, second set",
    ),
}
_LANGUAGES = {"el": "Greek", "it": "Italian"}
_STATUTE = ROOT / "examples" / "statute" / "corpus"
_OF_TEXTS = ("omission", "numbers", "tree-parity")


@dataclass(frozen=True, eq=False)
class Clean:
    """A code beside one translation. No slots: its pairs are made once.

    Attributes:
        name: What the page calls it.
        language: Tag of the translation.
        code: The laws.
        house: What its editors have decided.
        terms: The same with a glossary, for faults in terms.
        known: Findings that are right: rule and place.
        group: What was known of it when the rules were made.
    """

    name: str
    language: str
    code: Code
    house: EditorialSettings
    terms: EditorialSettings
    known: frozenset[tuple[str, str]] = frozenset()
    group: Group = "in view"

    def findings(self) -> tuple[Finding, ...]:
        """What the checks say of the code as it is, known findings left out."""
        found = check_code(self.code, self.house)
        return tuple(each for each in found if (each.rule, each.place) not in self.known)

    @cached_property
    def pairs(self) -> tuple[TextPair, ...]:
        """The pairs of texts, of which no words are known to be lost or to be too many."""
        lost = {place for rule, place in self.known if rule in _OF_TEXTS}
        return tuple(
            text
            for law in self._translated(False)
            for text in law.texts
            if text.original.text and text.translation.text and text.place not in lost
        )

    @cache  # noqa: B019 - there are eleven of them, kept to the end
    def setting(self, by_terms: bool) -> RuleContext:
        """What the rules know of the code; with its terms or without."""
        translated = self._translated(by_terms)
        house = self.terms if by_terms else self.house
        context, facts = learn_rules(self.code, house, translated, STANDARD)
        return with_learned(context, STANDARD, [facts])

    def side(self, pair: TextPair, text: str) -> CheckedText:
        """The translation of a pair with other words, their references read and resolved."""
        assert pair.address
        address, edition = pair.address, pair.edition
        grammar = read_grammar(pair.translation.language, self.code.outline.scheme)
        found = find_references_with_grammar(text, grammar, address)
        references = tuple(self._resolve(each, address, edition) for each in found)
        return replace(pair.translation, text=text, references=references, kept={})

    @cached_property
    def _resolve(self) -> Callable[[Reference, Address, str], Reference]:
        return Resolver(self.code).resolve

    @cache  # noqa: B019
    def _translated(self, by_terms: bool) -> CheckedLaws:
        glossary = (self.terms if by_terms else self.house).glossary
        return pair_code(self.code, glossary)[self.language]

    def changed(self, texts: Mapping[Address, str]) -> Code:
        """The code with other texts in the translation, their references read anew.

        Args:
            texts: By address, the words of the one passage that the provision has.
        """
        laws = dict(self.code.laws)
        for address, text in texts.items():
            key = next(k for k in laws if k[1] == self.language and k[2] == address.law)
            law = structs.replace(laws[key], root=_with_text(laws[key].root, address, text))
            laws[key] = annotate_law(law, self.code.outline)
        return resolve_code(structs.replace(self.code, laws=laws))


@cache
def clean_codes() -> tuple[Clean, ...]:
    """The five pages, both example codes, and the texts that were written for this."""
    return (
        _held("the five pages", ROOT / "corpus", "pages"),
        _held("the Three Pebbles", ROOT / "examples" / "three-pebbles" / "corpus", "pebbles"),
        _held("the statute", _STATUTE, "statute"),
        _written("learned", "el"),
        _written("learned", "it"),
        _written("heldout", "el"),
        _written("heldout", "it"),
        _written("unseen", "el"),
        _written("unseen", "it"),
        _written("unseen2", "el"),
        _written("unseen2", "it"),
    )


def _held(name: str, folder: Path, known: str) -> Clean:
    code = read_code(folder)
    house = read_editorial_settings(folder, code.outline)
    glossary = house.glossary if house.glossary.terms else _glossary(known, code.outline)
    return Clean(
        name, "el", code, house, replace(house, glossary=glossary), frozenset(_known(known))
    )


def _written(kind: str, language: str) -> Clean:
    """Written texts as one code of articles, in English and another language."""
    tags = ("en", language)
    outline = read_outline(_STATUTE)
    outline = structs.replace(
        outline,
        titles=dict.fromkeys(("en", "el", "it"), ""),
        editions=(Edition("2020", "2020-03-01", "orchard", 40),),
        expressions=tuple(Expression("2020", tag, "2020-03-01", "orchard", "") for tag in tags),
    )
    written = _WRITTEN[kind]
    begin, ends = written.files
    rows = [row for each in ends for row in _rows(CASES / f"{begin}-{each}.tsv")]
    laws = {}
    for tag in tags:
        texts = {outline.scheme.read(row["id"]): row[tag] for row in rows}
        for number, own in groupby(texts, key=lambda address: address.law):
            laws["2020", tag, number] = annotate_law(_law(number, tag, own, texts), outline)
    code = resolve_code(Code(outline, laws))
    terms = EditorialSettings(_glossary(kind, outline))
    title = f"{written.name}, {_LANGUAGES[language]}"
    return Clean(title, language, code, EditorialSettings(), terms, group=written.group)


def _law(number: int, tag: str, own: Iterable[Address], texts: Mapping[Address, str]) -> Law:
    inner = (Provision(each, f"{each.path[-1]}.", body=(Passage(texts[each]),)) for each in own)
    title = Passage(f"{number}")
    root = Provision(Address((number,)), f"{number}.", title, tuple(inner))
    return Law("2020", tag, root, Origin("held-out", f"{number}_{tag}", ""))


def _with_text(provision: Provision, address: Address, text: str) -> Provision:
    body: list[Passage | Provision | Table] = []
    for item in provision.body:
        if isinstance(item, Provision):
            body.append(_with_text(item, address, text))
        elif isinstance(item, Passage) and provision.address == address:
            notes = tuple(structs.replace(note, at=min(note.at, len(text))) for note in item.notes)
            body.append(Passage(text, notes=notes, lines=item.lines))
        else:
            body.append(item)
    return structs.replace(provision, body=tuple(body))


def _known(name: str) -> Iterator[tuple[str, str]]:
    """Rule and place of the findings that were read and found right."""
    for line in (CASES / f"{name}.tsv").read_text(encoding="utf-8").split("\n"):
        if line and not line.startswith("#"):
            _, rule, place, *_ = line.split()
            yield rule, place


def _glossary(name: str, outline: Outline) -> Glossary:
    return read_glossary(CASES / "glossaries" / name, outline)


def _rows(file: Path) -> Iterator[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
