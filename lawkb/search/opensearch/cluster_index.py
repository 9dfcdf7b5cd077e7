"""The index of a code in a cluster: load it, and open it for queries.

What was learned of the code, such as words that translate each other, is in a private folder of the
user, as beside an embedded index.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec

from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.parallel_work import one_by_one
from lawkb.search.documents import Source, documents_of, sources
from lawkb.search.opensearch.connection import Cluster, connect, explained
from lawkb.search.opensearch.engine import OpenSearchEngine
from lawkb.search.opensearch.loading import Loaded, Sent, State, indexes_of, load
from lawkb.search.opensearch.mapping import (
    MAPPING_VERSION,
    alias_of,
    id_of,
    index_body,
    source_of,
)

Progress = Callable[[str], None]


def load_code(code: Code, key: str, cluster: Cluster, progress: Progress) -> Loaded:
    """Bring the cluster to the state of a code.

    Args:
        code: The laws.
        key: Hash of everything that the index depends on.
        cluster: The cluster.
        progress: Called with a line of text now and then.

    Raises:
        LawkbError: As in ``load``.
    """
    return load(connect(cluster), cluster, _state(code, key), progress)


def open_code(code: Code, key: str, cluster: Cluster, folder: Path) -> OpenSearchEngine:
    """Return an engine that asks the cluster.

    Args:
        code: The laws.
        key: Hash of everything that the index depends on.
        cluster: The cluster.
        folder: Folder with what was learned of the code.

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
