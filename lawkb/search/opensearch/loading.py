"""Load the documents of a code into OpenSearch: an index for each edition, switched as a whole.

An index has a name of its own for each state of the code, and an alias by which it is found. A load
copies the index that is served (``_clone``, which shares its files), sends what differs, compares
the number of documents, and moves the aliases of all editions in one request: who searches has the
old state or the new one. A load that was killed leaves an index that nobody serves; the next load
of the same state goes on with it, any other one removes it.

Several loads may run at once. The cluster refuses a request about aliases as a whole if one of its
indexes is gone, or if an alias had two indexes for writing; so a load cannot switch after another
one did, nor remove what another one serves, and begins again instead.

What an index has before a load, the digest and place of each document, is in a temporary file: of a
million documents these would fill a third of a gigabyte in memory.

What was learned of the code, such as words that translate each other, is in a private folder of the
user, as beside an embedded index.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.parallel_work import one_by_one
from lawkb.search.documents import Source, documents_of, sources
from lawkb.search.opensearch.connection import (
    SECONDS,
    UNPLACED,
    Cluster,
    connect,
    explained,
    of_status,
)
from lawkb.search.opensearch.engine import OpenSearchEngine
from lawkb.search.opensearch.mapping import (
    MAPPING_VERSION,
    alias_of,
    id_of,
    index_body,
    source_of,
)

if TYPE_CHECKING:
    from opensearchpy import OpenSearch
    from tenacity import RetryCallState

_MEMORY = 32 << 10  # kB of the table that SQLite keeps in memory

Row = tuple[str, str, int]  # id, digest and place of a document


@dataclass(frozen=True, slots=True)
class HeldDocuments:
    """The documents of some indexes that a load has not come to yet."""

    _table: sqlite3.Connection

    def last_place(self) -> int:
        """Return the largest place of a document; 0 if there is none."""
        ((found,),) = self._table.execute("SELECT max(place) FROM held")
        return found or 0

    def take(self, alias: str, identifier: str) -> tuple[str, int] | None:
        """Return digest and place of a document, and forget it; None if the index lacks it."""
        key = (alias, identifier)
        asked = "SELECT digest, place FROM held WHERE alias = ? AND id = ?"
        found: tuple[str, int] | None = self._table.execute(asked, key).fetchone()
        if found:
            self._table.execute("DELETE FROM held WHERE alias = ? AND id = ?", key)
        return found

    def left(self) -> Iterator[tuple[str, str]]:
        """Yield alias and id of the documents that were not taken."""
        yield from self._table.execute("SELECT alias, id FROM held")


@contextmanager
def held_documents(indexes: Mapping[str, Iterable[Row]]) -> Iterator[HeldDocuments]:
    """Keep the documents of some indexes in a temporary file while the block runs.

    Raises:
        LawkbError: The temporary file cannot be written.
    """
    try:
        # The name of a file without a name: SQLite removes it when it is opened.
        with closing(sqlite3.connect("", check_same_thread=False)) as table:
            table.execute(f"PRAGMA cache_size = -{_MEMORY}")
            table.execute("PRAGMA journal_mode = OFF")
            table.execute(
                "CREATE TABLE held (alias TEXT, id TEXT, digest TEXT, place INTEGER,"
                " PRIMARY KEY (alias, id)) WITHOUT ROWID"
            )
            for alias, rows in indexes.items():
                own = ((alias, *row) for row in rows)
                table.executemany("INSERT INTO held VALUES (?, ?, ?, ?)", own)
            yield HeldDocuments(table)
    except sqlite3.OperationalError as error:
        raise LawkbError(
            "the folder of temporary files",
            f"cannot be written: {error}",
            "free space there, or name another folder in the environment: TMPDIR=DIR",
        ) from error


Progress = Callable[[str], None]
_Action = tuple[dict[str, Any], str | None]  # what is to be done, and the document

CHUNK, CHUNK_BYTES = 500, 8 << 20  # documents and bytes of a request
_REJECTED = 8  # times that rejected documents are sent again, after 1, 2, 4 … seconds
_LONGEST_PAUSE = 30  # seconds
_ATTEMPTS = 5  # to load, while nodes come and go
_COPYING = 90  # times that copies are waited for, 20 seconds each
_GAP = 1 << 20  # places between two documents, for those that are inserted later
_PAGE = 10_000  # held documents that are read at a time, the most that OpenSearch gives
_NAMED = 16  # characters of the key in the name of an index
_DIGEST = 8  # bytes
_TOLD = 50_000  # documents between two lines about the progress
# What ends by itself: a busy cluster, and an index (404) that another load removed meanwhile.
_PASSING = {404, 429, 502, 503, 504}
# A new index gets its copy when it is complete: to copy files is faster than to index twice.
NEW = {"index.number_of_replicas": 0}
# The copy on another node; of a cluster with one node it would be nowhere.
COPIED = {"index.auto_expand_replicas": "0-1"}


@dataclass(frozen=True, slots=True)
class Sent:
    """A document as the cluster gets it."""

    alias: str  # alias of the index it belongs to
    id: str  # its id, unique in the index
    source: bytes  # JSON object with its fields; ``place`` and ``digest`` are added by the load

    @property
    def digest(self) -> str:
        """A hash of everything but its place: unchanged documents are not sent again."""
        return hashlib.blake2b(self.source, digest_size=_DIGEST).hexdigest()


@dataclass(frozen=True, slots=True)
class State:
    """The state of a code that is to be served."""

    key: str  # Hash of everything the documents depend on.
    body: Mapping[str, Any]  # Settings and mappings of an index.
    # Version of the mappings; an index of another version is not copied but made anew.
    version: str
    aliases: tuple[str, ...]  # Alias of each edition, in their order.
    # Yields all documents, in the order of the laws; called again for each attempt.
    documents: Callable[[], Iterable[Sent]]


@dataclass(slots=True)
class Loaded:
    """What a load did: numbers of documents."""

    documents: int = 0
    sent: int = 0
    removed: int = 0


@dataclass(frozen=True, slots=True)
class Served:
    """An index behind an alias."""

    index: str  # its name
    key: str  # key of the state of the code that it has
    version: str  # version of its mappings
    documents: int  # number of documents that it was verified with


def served(client: OpenSearch, aliases: Sequence[str]) -> dict[str, Served]:
    """Return the index behind each alias; an alias without an index is left out."""
    answer = client.indices.get(
        index=",".join(aliases), params={"ignore_unavailable": "true", "allow_no_indices": "true"}
    )
    found = {}
    for index, told in answer.items():
        meta = told["mappings"].get("_meta", {})
        for alias in aliases:
            if alias in told["aliases"]:
                key, version = str(meta.get("key", "")), str(meta.get("version", ""))
                found[alias] = Served(index, key, version, int(meta.get("documents", -1)))
    return found


def indexes_of(client: OpenSearch, state: State) -> tuple[str, ...] | None:
    """Return the index of each edition if the cluster serves this state of a code, else None."""
    found = served(client, state.aliases)
    return tuple(found[alias].index for alias in state.aliases) if _has(found, state) else None


def _has(found: Mapping[str, Served], state: State) -> bool:
    wanted = (state.key, state.version)
    return len(found) == len(state.aliases) and all(
        (each.key, each.version) == wanted for each in found.values()
    )


def load(client: OpenSearch, cluster: Cluster, state: State, progress: Progress) -> Loaded:
    """Bring the cluster to a state of a code; only documents that differ are sent.

    Nodes that go away and come back, and a cluster that rejects documents because it is busy, are
    waited for; then the load goes on with what is missing.

    Args:
        cluster: The cluster, as messages name it.

    Raises:
        LawkbError: The cluster cannot be reached, refuses, or has no room. What was served before
            is still served.
    """
    from tenacity import Retrying, retry_if_exception, stop_after_attempt
    from tenacity.wait import wait_exponential

    def again(_: RetryCallState) -> None:
        progress("the cluster is busy, or something there has changed meanwhile: trying again")

    with explained(cluster):
        try:
            for attempt in Retrying(
                stop=stop_after_attempt(_ATTEMPTS),
                wait=wait_exponential(max=_LONGEST_PAUSE),
                retry=retry_if_exception(_passes),
                before_sleep=again,
                reraise=True,
            ):
                with attempt:
                    return _load(client, state, progress)
        except _RefusedError as error:
            raise of_status(cluster, error.status, error.kind) from None
        except _IncompleteError as error:
            what = f"an index has {error.held} documents in place of {error.wanted}"
            hint = "let other loads end, and run this again"
            raise LawkbError(cluster.name, what, hint) from None
    raise AssertionError("tenacity raises the last error")


class _RefusedError(Exception):
    """The cluster did not take a document."""

    def __init__(self, status: int, kind: str) -> None:
        super().__init__(status, kind)
        self.status = status
        self.kind = kind


class _OvertakenError(_RefusedError):
    """Another load ended first, and replaced or removed an index."""

    def __init__(self) -> None:
        super().__init__(404, "index_not_found_exception")


class _IncompleteError(Exception):
    """An index has another number of documents than were sent: somebody else wrote there."""

    def __init__(self, held: int, wanted: int) -> None:
        super().__init__(held, wanted)
        self.held = held
        self.wanted = wanted


def _passes(error: BaseException) -> bool:
    """Return whether an error may end by itself."""
    from opensearchpy import exceptions

    if isinstance(error, _RefusedError):
        closed = (error.status, error.kind) == (403, "cluster_block_exception")  # by another load
        return closed or error.status in _PASSING
    if isinstance(error, exceptions.SSLError):
        return False
    if isinstance(error, exceptions.ConnectionError):
        return True
    known = isinstance(error, exceptions.TransportError) and error.status_code in _PASSING
    return known or isinstance(error, _IncompleteError)


def _load(client: OpenSearch, state: State, progress: Progress) -> Loaded:
    old = served(client, state.aliases)
    if _has(old, state):
        return Loaded(sum(each.documents for each in old.values()))
    targets = {alias: _target(client, alias, state, old.get(alias)) for alias in state.aliases}
    loaded, numbers = Loaded(), Counter[str]()
    rows = {alias: _rows(client, index) for alias, index in targets.items()}
    with held_documents(rows) as held:
        _send(client, _actions(state, targets, held, loaded, numbers), progress)
    for alias, index in targets.items():
        client.indices.refresh(index=index)
        counted = client.count(index=index)
        if counted["_shards"]["failed"] or counted["count"] != numbers[alias]:
            raise _IncompleteError(counted["count"], numbers[alias])
    _switch(client, state, targets, old, numbers)
    _sweep(client, targets)
    loaded.documents = numbers.total()
    return loaded


def _send(client: OpenSearch, actions: Iterator[_Action], progress: Progress) -> None:
    from opensearchpy.helpers import streaming_bulk

    answers = streaming_bulk(
        client,
        actions,
        chunk_size=CHUNK,
        max_chunk_bytes=CHUNK_BYTES,
        expand_action_callback=lambda action: action,
        raise_on_error=False,
        max_retries=_REJECTED,
        initial_backoff=1,
        max_backoff=_LONGEST_PAUSE,
        params={"require_alias": "true"},  # otherwise an index that went away would be made anew
    )
    for number, (good, told) in enumerate(answers, 1):
        ((kind, answer),) = told.items()
        if not good and (kind, answer["status"]) != ("delete", 404):
            error = answer.get("error")
            kind = error.get("type", "") if isinstance(error, dict) else "unknown"
            raise _RefusedError(answer["status"], kind)
        if number % _TOLD == 0:
            progress(f"{number:,} documents are sent")


def _writing(index: str) -> str:
    """The alias by which an index is written, which is gone when the index is."""
    return f"{index}-writing"


def _target(client: OpenSearch, alias: str, state: State, old: Served | None) -> str:
    """Return the name of an index that can be written: of a killed load, a copy, or a new one."""
    index = f"{alias}-{state.key[:_NAMED]}"
    if client.indices.exists(index=index) and not _answers(client, index):
        client.indices.delete(index=index)
    if not client.indices.exists(index=index):
        _make(client, index, alias, state, old)
    if not _answers(client, index):
        raise _RefusedError(503, UNPLACED)
    open_settings = {"index.blocks.write": None, "index.refresh_interval": "-1"}
    client.indices.put_settings(index=index, body=open_settings)
    client.indices.put_alias(index=index, name=_writing(index))
    client.indices.refresh(index=index)
    return index


def _make(client: OpenSearch, index: str, alias: str, state: State, old: Served | None) -> None:
    from opensearchpy.exceptions import RequestError

    unawaited = {"wait_for_active_shards": "0"}  # ``_answers`` waits, and asks again meanwhile
    meta = {**state.body["mappings"].get("_meta", {}), "alias": alias}
    mappings = {**state.body["mappings"], "_meta": meta}
    settings = {**state.body.get("settings", {}), **NEW}
    try:
        if old and old.version == state.version:
            copied = {"settings": {"index.blocks.write": None}}
            client.indices.clone(index=old.index, target=index, body=copied, params=unawaited)
        else:
            body = {"settings": settings, "mappings": mappings}
            client.indices.create(index=index, body=body, params=unawaited)
    except RequestError as error:
        # The answer to a first request came too late, or another load makes the same index.
        if error.error != "resource_already_exists_exception":
            raise


def _answers(client: OpenSearch, index: str) -> bool:
    """Return whether all parts of an index are on a node, waiting a little for it."""
    return _becomes(client, index, {"wait_for_status": "yellow"})


def _is_copied(client: OpenSearch, index: str) -> bool:
    """Return whether no part of an index is being copied, waiting a little for it."""
    # All that the cluster has still to do is done first, so that copies to be made have begun.
    wanted = {"wait_for_events": "languid", "wait_for_no_initializing_shards": "true"}
    return _becomes(client, index, wanted)


def await_copies(client: OpenSearch, indexes: Iterable[str]) -> None:
    """Wait until the parts of indexes have copies, where there are nodes for them.

    Copies that are not made in half an hour are waited for no longer: the indexes are complete.
    """
    wanted = list(indexes)
    for _ in range(_COPYING):  # each answer is waited for
        if all(_is_copied(client, index) for index in wanted):
            return


def _becomes(client: OpenSearch, index: str, wanted: Mapping[str, str]) -> bool:
    """Return whether an index reaches a state, waiting a little for it.

    Raises:
        _OvertakenError: The index is gone. The cluster waits for such an index as for any other.
    """
    from opensearchpy.exceptions import TransportError

    asked = {**wanted, "timeout": "20s", "request_timeout": SECONDS}
    try:
        reached = not client.cluster.health(index=index, params=asked)["timed_out"]
    except TransportError as error:
        if error.status_code != 408:
            raise
        reached = False
    if not reached and not client.indices.exists(index=index):
        raise _OvertakenError
    return reached


def _rows(client: OpenSearch, index: str) -> Iterator[Row]:
    """Yield id, digest and place of each document of an index."""
    from opensearchpy.helpers import ScanError, scan

    asked = {"_source": False, "docvalue_fields": ["digest", "place"]}
    try:
        for hit in scan(client, query=asked, index=index, size=_PAGE):
            yield hit["_id"], hit["fields"]["digest"][0], int(hit["fields"]["place"][0])
    except ScanError as error:
        raise _RefusedError(503, "a part of the index does not answer") from error


def _actions(
    state: State,
    targets: Mapping[str, str],
    held: HeldDocuments,
    loaded: Loaded,
    numbers: Counter[str],
) -> Iterator[_Action]:
    """Yield what a bulk request needs to bring the indexes to a state.

    Places grow in the order of the laws. Documents keep theirs where that is possible, so that one
    provision more does not change all that follow. Two loads of the same state that write the same
    index give each document the same place.
    """
    place, last = 0, held.last_place()
    for each in state.documents():
        numbers[each.alias] += 1
        digest, (old_digest, old_place) = each.digest, held.take(each.alias, each.id) or ("", 0)
        if old_place > place:
            place = old_place
            if old_digest == digest:
                continue
        else:
            place += _GAP if place >= last else 1
        loaded.sent += 1
        action = {"index": {"_index": _writing(targets[each.alias]), "_id": each.id}}
        yield action, f'{{"place":{place},"digest":"{digest}",{each.source[1:].decode()}'
    for alias, identifier in held.left():
        loaded.removed += 1
        yield {"delete": {"_index": _writing(targets[alias]), "_id": identifier}}, None


def _switch(
    client: OpenSearch,
    state: State,
    targets: Mapping[str, str],
    old: Mapping[str, Served],
    numbers: Counter[str],
) -> None:
    """Move all aliases to the new indexes in one request; from then on nobody may write there.

    The indexes that were served are removed in the same request.
    """
    actions: list[dict[str, Any]] = []
    for alias, index in targets.items():
        meta = {
            **state.body["mappings"].get("_meta", {}),
            "alias": alias,
            "key": state.key,
            "version": state.version,
            "documents": numbers[alias],
        }
        client.indices.put_mapping(index=index, body={"_meta": meta})
        closed = {"index.blocks.write": True, "index.refresh_interval": None, **COPIED}
        client.indices.put_settings(index=index, body=closed)
        actions += [
            _serving(index, alias),
            {"remove": {"index": index, "alias": _writing(index)}},
        ]
        if alias in old and old[alias].index != index:
            actions.append({"remove_index": {"index": old[alias].index}})
    await_copies(client, targets.values())
    _move(client, actions)


def _sweep(client: OpenSearch, targets: Mapping[str, str]) -> None:
    """Remove the indexes of loads that were killed, as long as ``targets`` are served."""
    actions = []
    for alias, index in targets.items():
        for name, told in client.indices.get(index=f"{alias}-*").items():
            # The alias of another edition may begin with this one.
            if name != index and told["mappings"].get("_meta", {}).get("alias") == alias:
                actions.append({"remove_index": {"index": name}})
    if actions:
        with suppress(_OvertakenError):  # the other load sweeps, too
            _move(client, [*map(_serving, targets.values(), targets), *actions])


def _serving(index: str, alias: str) -> dict[str, Any]:
    """Return the action by which an alias leads to an index; it is refused while another has it."""
    return {"add": {"index": index, "alias": alias, "is_write_index": True}}


def _move(client: OpenSearch, actions: list[dict[str, Any]]) -> None:
    """Move aliases and remove indexes, all or nothing.

    Raises:
        _OvertakenError: An index is gone, or an alias leads to another index.
    """
    from opensearchpy.exceptions import NotFoundError, TransportError

    try:
        client.indices.update_aliases(body={"actions": actions})
    except TransportError as error:
        if isinstance(error, NotFoundError) or error.error == "illegal_state_exception":
            raise _OvertakenError from error
        raise


def load_code(code: Code, key: str, cluster: Cluster, progress: Progress) -> Loaded:
    """Bring the cluster to the state of a code.

    Raises:
        LawkbError: As in ``load``.
    """
    return load(connect(cluster), cluster, _state(code, key), progress)


def open_code(code: Code, key: str, cluster: Cluster, folder: Path) -> OpenSearchEngine:
    """Return an engine that asks the cluster.

    Raises:
        LawkbError: The cluster cannot be reached, or has another state of the laws.
    """
    client, state = connect(cluster), _state(code, key)
    with explained(cluster):
        found = indexes_of(client, state)
    if found is None:
        what = "the cluster does not have these laws as they are now"
        raise LawkbError(cluster.name, what, "bring it up to date: lawkb index")
    # Not the aliases: these may be moved between two questions of one search.
    names = ",".join(found)
    return OpenSearchEngine(client, code.outline, names, folder, partial(explained, cluster))


def _state(code: Code, key: str) -> State:
    outline = code.outline
    body = index_body(outline, [language.code for language in outline.languages])
    fields = hashlib.blake2b(json.dumps(body, sort_keys=True).encode(), digest_size=8).hexdigest()
    aliases = tuple(alias_of(outline.id, edition.id) for edition in outline.editions)
    return State(key, body, f"{MAPPING_VERSION} {fields}", aliases, partial(_sent, code))


def _sent(code: Code) -> Iterator[Sent]:
    """Yield all documents of a code, as ``documents`` does; every core prepares some."""
    from lawkb.corpus.laws import reading_once  # not above: it loads the parser of XML

    for made in one_by_one(partial(_prepared, reading_once(code)), sources(code)):
        yield from made


def _prepared(code: Code, source: Source) -> list[Sent]:
    return [
        Sent(
            alias_of(code.outline.id, document.edition),
            id_of(document),
            msgspec.json.encode(source_of(document, code.outline)),
        )
        for document in documents_of(code, source)
    ]
