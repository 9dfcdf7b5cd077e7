"""The audit of a code: find faults between elements or between laws, which no schema can detect."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise

from lawkb.akn.passages import standoff_faults
from lawkb.model.address import Address, InSeries, Ordinal, Scheme
from lawkb.model.code import Code, Outline, ProvisionPath, ProvisionPaths
from lawkb.model.division import Divisions, division_eid, union_of
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Passage, Reference

_PLAIN_ID = re.compile(r"[A-Za-z0-9_-]+")
_Key = tuple[str, str, Ordinal]  # edition, language and number of a law
_MOST_KNOWN = 4096  # laws whose provisions are looked up again without reading them


def audit(code: Code) -> tuple[str, ...]:
    """Return the faults of a code that neither XML schema can detect, one line for each.

    The faults are: ids that are not ASCII or do not name their provision; provisions that occur
    twice or in the wrong parent; references with status ``held`` whose target is missing;
    footnotes, references, emphasis and links that do not fit their text; provisions that one
    language of a law lacks; divisions that one language lacks, or whose laws differ.
    """
    auditor = Auditor(code, ProvisionPaths(code.laws))
    of_laws = [line for key, law in code.laws.items() for line in auditor.of_law(key, law)]
    return auditor.whole(code, of_laws)


class Auditor:
    """Audits a code law by law, so that no more than one needs to be in memory.

    It has no texts, so that it is small when it is sent to other machines.
    """

    def __init__(self, code: Code, paths: ProvisionPaths) -> None:
        """Store which languages each law of a code has, and the provisions of each of them."""
        self._paths = paths
        self._languages: defaultdict[tuple[str, Ordinal], list[str]] = defaultdict(list)
        for edition, language, number in code.laws:
            self._languages[edition, number].append(language)
        divisions = {
            (edition, division_eid(each.path))
            for (edition, _), held in code.divisions.items()
            for each in held.walk()
        }
        self.scheme = code.outline.scheme
        self.divisions = frozenset(divisions)  # edition and eId of each, in any language
        self._found: dict[tuple[str, Ordinal], frozenset[ProvisionPath]] = {}

    def of_law(self, key: _Key, law: Law) -> tuple[str, ...]:
        """Return the faults of one law of the code, one line for each."""
        found = _faults_of_law(key, tuple(law.provisions()), self._paths[key].paths, self)
        return tuple(f"{_law(*key)} {place}: {what}" for place, what in found)

    def whole(self, code: Code, of_laws: Iterable[str]) -> tuple[str, ...]:
        """Return all faults of the code in order, given those of its laws."""
        found = [*_faults_of_outline(code.outline), *of_laws]
        for (edition, language, name), companion in code.companions.items():
            for what in _faults_of_texts(companion.passages(), edition, self):
                found.append(f"{edition}/{language}/{name}: {what}")
        for edition, number in dict.fromkeys((edition, number) for edition, _, number in code.laws):
            tags = code.languages_of(edition, number)
            by_language = {tag: set(self._paths[edition, tag, number].paths) for tag in tags}
            found.extend(_differences(edition, number, by_language, self.scheme))
        found.extend(_faults_of_divisions(code))
        return tuple(found)

    def paths(self, edition: str, number: Ordinal) -> frozenset[ProvisionPath]:
        """Return the paths of the provisions of a law in any language."""
        if (edition, number) not in self._found:
            if len(self._found) >= _MOST_KNOWN:
                self._found.clear()
            tags = self._languages.get((edition, number), ())
            held = (self._paths[edition, tag, number].paths for tag in tags)
            self._found[edition, number] = frozenset(path for paths in held for path in paths)
        return self._found[edition, number]


def _faults_of_outline(outline: Outline) -> Iterator[str]:
    """Yield ids that would put a space or non-ASCII letters into an eId or IRI."""
    named = (outline.id, outline.authority, *(edition.id for edition in outline.editions))
    for own in (*named, *(body.id for body in outline.organizations)):
        if not _PLAIN_ID.fullmatch(own):
            yield f"corpus.toml: the id {own!r} has characters other than A-Z, a-z, 0-9, - and _"


def _faults_of_law(
    key: _Key, provisions: tuple[Provision, ...], paths: tuple[ProvisionPath, ...], known: Auditor
) -> Iterator[tuple[str, str]]:
    if len(set(paths)) < len(paths):
        for path, times in Counter(paths).items():
            if times > 1:
                yield _written(Address(path), known.scheme), f"occurs {times} times in the law"
    for provision in provisions:
        heading = (provision.heading,) if provision.heading else ()
        texts = _faults_of_texts((*heading, *provision.passages), key[0], known)
        for what in (*_faults_of_place(provision, known), *texts):
            yield _written(provision.address, known.scheme), what


def _faults_of_texts(passages: Iterable[Passage], edition: str, known: Auditor) -> list[str]:
    """Return the faults of passages and their footnotes: of targets first, then of offsets."""
    found: list[str] = []
    annotated = [
        each
        for each in _with_notes(passages)
        if each.references or each.notes or each.marks or each.links
    ]
    for passage in annotated:
        for reference in passage.references:
            if reference.status == "held" and not _is_held(reference, edition, known):
                found.append(
                    f"{reference.raw!r} has the status held, but its target is not in the code"
                )
    for passage in annotated:
        found.extend(_faults_of_text(passage))
    return found


def _faults_of_place(provision: Provision, known: Auditor) -> list[str]:
    path, found = provision.address.path, []
    if not _can_be_written(path, known.scheme):
        eid = known.scheme.eid(provision.address)
        found.append(f"the id {eid} does not name it")
    for child in provision.body:
        if isinstance(child, Provision) and child.address.path[: len(path)] != path:
            place = _written(child.address, known.scheme)
            found.append(f"contains {place}, which is no part of it")
    return found


def _can_be_written(path: ProvisionPath, scheme: Scheme) -> bool:
    """Whether the eId of a path can be read back as the same path."""
    levels = scheme.levels_of(path[0])
    if len(path) > len(levels) or (isinstance(path[0], InSeries) and levels is scheme.levels):
        return False
    pairs = zip(levels, path, strict=False)
    return all(isinstance(n, InSeries) or level.can_have(n) for level, n in pairs)


def _with_notes(passages: Iterable[Passage]) -> Iterator[Passage]:
    for passage in passages:
        yield passage
        for note in passage.notes:
            yield Passage(note.text, (), note.references)


def _is_held(reference: Reference, edition: str, known: Auditor) -> bool:
    """Whether any language of the edition has the target."""
    target = reference.target
    if reference.division is not None:
        return (edition, reference.division) in known.divisions
    if target is None:
        return False
    return target.path in known.paths(reference.edition or edition, target.law)


def _faults_of_text(passage: Passage) -> Iterator[str]:
    size = len(passage.text)
    for note in passage.notes:
        if not 0 <= note.at <= size:
            yield f"the mark of note {note.marker} is at {note.at}, outside its text of {size}"
    for reference in passage.references:
        here = passage.text[max(reference.start, 0) : reference.end]
        if here != reference.raw or not here:
            yield f"the text at {reference.start} is {here!r}, not {reference.raw!r}"
    for before, after in pairwise(passage.references):
        if after.start < before.end:
            yield f"{before.raw!r} and {after.raw!r} overlap"
    if passage.marks or passage.links:
        yield from standoff_faults(passage)


def _differences(
    edition: str, number: Ordinal, by_language: dict[str, set[ProvisionPath]], scheme: Scheme
) -> Iterator[str]:
    """Yield the provisions that one language of a law has and another lacks."""
    every: set[ProvisionPath] = set().union(*by_language.values())
    if all(len(paths) == len(every) for paths in by_language.values()):
        return
    for path in sorted(every):
        missing = [language for language, paths in by_language.items() if path not in paths]
        for language in missing:
            others = ", ".join(other for other in by_language if other not in missing)
            place = f"{_law(edition, language, number)} {_written(Address(path), scheme)}"
            yield f"{place}: not in this language, but in {others}"


def _faults_of_divisions(code: Code) -> Iterator[str]:
    """Yield the divisions that one language of an edition lacks, or whose laws differ.

    A language without a law cannot have the law in a division, so such laws do not count.
    """
    by_edition: dict[str, dict[str, Divisions]] = {}
    for (edition, language), divisions in code.divisions.items():
        by_edition.setdefault(edition, {})[language] = divisions
    for edition, by_language in by_edition.items():
        for division in (
            inner for each in union_of([*by_language.values()]) for inner in each.walk()
        ):
            for language, divisions in by_language.items():
                held = {n for n in division.laws if code.law(edition, language, n)}
                own = divisions.find(division.path)
                if own is None:
                    what = "not in this language, but in another"
                elif held - set(own.laws):
                    laws = ", ".join(map(str, sorted(held - set(own.laws))))
                    what = f"has not the laws {laws} in this language, but in another"
                else:
                    continue
                yield f"{edition}/{language}/divisions {division_eid(division.path)}: {what}"


def _law(edition: str, language: str, number: Ordinal) -> str:
    return f"{edition}/{language}/law_{number}"


def _written(address: Address, scheme: Scheme) -> str:
    """Return the address for a message, also when the scheme cannot write it."""
    try:
        return scheme.write(address)
    except ValueError:
        return str(address.path)
