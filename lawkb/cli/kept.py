"""What ``lawkb show`` prints, kept beside the index for ``lawkb.cli.at_once``.

A law is two pieces, each a file named by the hash of what is in it: what its own files say, made
anew when they, ``corpus.toml`` or lawkb itself have changed, and what other laws say of it. A head
names the pieces; put in place last, it makes them count all at once.
"""

from __future__ import annotations

import marshal
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lawkb.cli.at_once import HEAD, piece_name, read_head
from lawkb.cli.companions import commentaries_on
from lawkb.cli.shown import compose, held_laws
from lawkb.corpus.cached import MANIFEST, SHOWN, index_folder
from lawkb.corpus.laws import law_path
from lawkb.corpus.manifest import Manifest, corpus_digest
from lawkb.corpus.stats import OUTLINE, package_stamp
from lawkb.exchange.records import Record, cited_by_records
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.label import label, read_typed
from lawkb.refs.graph import Graph


def keep(corpus: Path, manifest: Manifest, code: Code, graph: Graph) -> None:
    """Keep the sheets of all laws, if they are not kept already.

    Nothing is kept of a corpus that changed since its manifest was taken, or where nothing can be
    written: it is a cache.

    Args:
        corpus: The corpus folder.
        manifest: Its content, asked before the code was read.
        code: The laws.
        graph: Who cites whom.
    """
    folder = index_folder(corpus) / SHOWN
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        held = {path.name for path in folder.iterdir()}
        old = read_head(f"{folder}/{HEAD}") or {}
        head = _head(manifest, code)
        if _is_whole(old, head, held):
            return
        head["laws"] = dict(_laws(folder, (manifest, code, graph), _reused(old, head, held)))
        if corpus_digest(corpus, folder.parent / MANIFEST) != manifest.whole:
            return
        put_head(folder / HEAD, head)
        for name in held - _names(head) - {HEAD}:
            (folder / name).unlink(missing_ok=True)
    except OSError:
        return


def _head(manifest: Manifest, code: Code) -> dict[str, Any]:
    return {
        "digest": manifest.whole,
        "stamp": package_stamp(),
        "outline": manifest.files.get(OUTLINE),
        "editions": [edition.id for edition in code.outline.editions],
        "languages": [language.code for language in code.outline.languages],
    }


def _is_whole(old: dict[str, Any], head: dict[str, Any], held: set[str]) -> bool:
    return bool(old) and {**old, **head} == old and _names(old) <= held


def _names(head: dict[str, Any]) -> set[str]:
    """The names of all pieces."""
    return {name for _, *names in head["laws"].values() for name in names}


def _reused(old: dict[str, Any], head: dict[str, Any], held: set[str]) -> dict[Any, Any]:
    """The names of pieces that may still fit, by edition and number of the law."""
    if not old or any(old[each] != head[each] for each in ("stamp", "outline")):
        return {}
    return {key: names for key, names in old["laws"].items() if held.issuperset(names[1:])}


def _laws(
    folder: Path, made_from: tuple[Manifest, Code, Graph], old: dict[Any, Any]
) -> Iterator[tuple[tuple[str, int], tuple[str, str, str]]]:
    """For every law its files, by their digests, and the names of its two pieces."""
    manifest, code, graph = made_from
    writings = Writings(code)
    for place in dict.fromkeys((law.edition, law.number) for law in code.laws.values()):
        laws = held_laws(code, *place)
        files = " ".join(manifest.files.get(law_path(law), "") for law in laws)
        kept, sheet, _ = old.get(place, ("", "", ""))
        if kept != files:
            sheet = _kept_piece(folder, _law(code, graph, place, writings))
        yield place, (files, sheet, _kept_piece(folder, _around(code, graph, *place)))


def _kept_piece(folder: Path, record: Record) -> str:
    """Keep a piece; gives its name."""
    content = marshal.dumps(record)
    name = piece_name(content)
    if not (folder / name).exists():
        _put(folder / name, content)
    return name


def put_head(path: Path, head: Record) -> None:
    """Write what ``at_once.read_head`` reads. Raises OSError when it cannot be kept."""
    content = marshal.dumps(head)
    _put(path, piece_name(content).encode() + content)


def _put(path: Path, content: bytes) -> None:
    """Write a file whole. It need not be synced: what is damaged is known by its hash."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    beside.write_bytes(content)
    beside.replace(path)


def _law(code: Code, graph: Graph, place: tuple[str, int], readings: Writings) -> Record:
    """What depends on the files of a law alone."""
    edition, number = place
    provisions = compose(code, graph, edition, Address((number,)))
    addresses = [code.outline.scheme.read(each["record"]["address"]) for each in provisions]
    writings = {}
    for first, (address, each) in enumerate(zip(addresses, provisions, strict=True)):
        each["record"]["cited_by"] = []  # what other laws say
        end = next(
            (n for n in range(first, len(addresses)) if not address.holds(addresses[n])), None
        )
        span = first, len(addresses) if end is None else end
        writings.update(dict.fromkeys(readings.of(address), span))
    tags = [law.language for law in held_laws(code, edition, number)]
    return {"languages": tags, "writings": writings, "provisions": provisions}


def _around(code: Code, graph: Graph, edition: str, number: int) -> Record:
    """What other texts of the corpus say of a law."""
    scheme = code.outline.scheme
    laws = held_laws(code, edition, number)
    places = sorted({provision.address for law in laws for provision in law.provisions()})
    cited = {scheme.write(a): cited_by_records(graph, edition, a, scheme) for a in places}
    return {
        "cited_by": {name: records for name, records in cited.items() if records},
        "commentaries": commentaries_on(code, edition, number),
    }


class Writings:
    """How people may type the addresses of a code, without any that is read otherwise."""

    def __init__(self, code: Code) -> None:
        """Take the levels and languages of a code."""
        self._scheme = code.outline.scheme
        self._languages = code.outline.languages
        self._tails: dict[str, Address | None] = {}

    def of(self, address: Address) -> Iterator[str]:
        """The label in every language; the same without brackets, and in small letters.

        Whatever else is typed, the command reads.
        """
        written = dict.fromkeys(
            (
                self._scheme.write(address),
                *(label(address, self._scheme, language) for language in self._languages),
            )
        )
        bare = ["".join(filter(str.isalnum, text)) for text in written]
        for text in dict.fromkeys((*written, *bare, *(each.lower() for each in bare))):
            if self._read(text, address.law) == address:
                yield text

    def _read(self, text: str, law: int) -> Address | None:
        """What ``read_typed`` reads.

        The same letters and numbers stand below many laws: what begins with a letter is read once.
        """
        tail = text.removeprefix(str(law))
        if self._scheme.levels[0].numbering != "arabic" or not tail[:1].isalpha():
            return read_typed(text, self._scheme, self._languages)
        if tail not in self._tails:
            self._tails[tail] = read_typed(f"1{tail}", self._scheme, self._languages)
        read = self._tails[tail]
        return Address((law, *read.path[1:])) if read else None
