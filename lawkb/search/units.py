"""Units: what is indexed as a whole, a law in all its languages or a companion.

The documents of a unit depend on the laws of the unit and on the grounds, which all share:
languages, scheme, analysis, engine. On other laws they depend through references only, and those
a law holds resolved: when ``ingest`` resolves one anew, the law itself has changed. Who cites a
provision is asked of the index, and is stored nowhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lawkb.corpus.laws import file_of_companion, file_of_law
from lawkb.corpus.stats import OUTLINE, package_stamp
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.search.documents import Document, documents_of_companion, documents_of_law
from lawkb.search.layout import law_of, unit_of
from lawkb.search.spots import Spot

CONTENTS = "contents.json"
_Key = tuple[str, str, int]  # edition, language and number of a law


@dataclass(frozen=True, slots=True)
class Contents:
    """What an index holds, or should hold.

    Attributes:
        grounds: Hash of all that every document depends on.
        digests: By unit, the hash of all else that its documents depend on; in the order of the
            laws, companions behind them.
    """

    grounds: str
    digests: Mapping[str, str]

    @property
    def key(self) -> str:
        """Hash of the whole, the order too."""
        return _hash("\n".join((self.grounds, *map(" ".join, self.digests.items()))))

    def differing(self, others: Contents) -> frozenset[str]:
        """The units that others do not hold, or hold otherwise."""
        pairs = self.digests.items()
        return frozenset(unit for unit, digest in pairs if others.digests.get(unit) != digest)


def contents_of(code: Code, grounds: str) -> Contents:
    """What an index of a code should hold; equal for equal codes.

    Where the digests of the files of a code are known, no law is read: a unit is then what its
    files are, as this lawkb reads them, so that another lawkb does not take it for its own.
    """
    if code.files is None:
        digests = {unit: _hash(repr(texts())) for unit, _, texts in _of(code)}
        return Contents(_hash(grounds), digests)
    files = code.files
    own = "\n".join((grounds, package_stamp(), files[OUTLINE]))
    digests = {unit: _hash(repr([files[p] for p in paths])) for unit, paths, _ in _of(code)}
    return Contents(_hash(own), digests)


def write_contents(contents: Contents, folder: Path, name: str = CONTENTS) -> None:
    """Note in the folder of an index what it, or a part of it, was made from."""
    held = {"grounds": contents.grounds, "digests": dict(contents.digests)}
    (folder / name).write_text(json.dumps(held, indent=1) + "\n", encoding="utf-8")


def read_contents(folder: Path, name: str = CONTENTS) -> Contents:
    """What a sound index, or a part of it, was made from. Raises OSError when it is gone."""
    held = json.loads((folder / name).read_text(encoding="utf-8"))
    return Contents(held["grounds"], held["digests"])


def documents_of_unit(code: Code, unit: str) -> Iterator[Document]:
    """The documents of a unit that is held, in the order of the laws."""
    edition, *name = unit.split(" ")
    number = law_of(unit)
    if number is not None:
        return documents_of_law(code, edition, number)
    return documents_of_companion(code.companions[edition, name[0], name[1]])


def _of(code: Code) -> Iterator[tuple[str, list[str], Callable[[], object]]]:
    """Every unit of a code: its files, and what gives all that its documents are made of."""
    for edition in code.outline.editions:
        for number in code.numbers(edition.id):
            keys = [(edition.id, tag, number) for tag in code.languages_of(edition.id, number)]
            laws = partial(_texts, code.laws, keys)
            yield unit_of(edition.id, Address((number,))), [file_of_law(*key) for key in keys], laws
    for key in code.companions:
        edition_id, tag, name = key
        companion = partial(code.companions.__getitem__, key)
        yield unit_of(edition_id, Spot(name, tag, "")), [file_of_companion(*key)], companion


def _texts(laws: Mapping[_Key, Law], keys: list[_Key]) -> tuple[Law, ...]:
    return tuple(laws[key] for key in keys)


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
