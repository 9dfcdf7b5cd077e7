"""What the tests of loading ask of a cluster of three nodes."""

from __future__ import annotations

from collections.abc import Iterator

from opensearchpy import NotFoundError, OpenSearch
from opensearchpy.helpers import scan

from lawkb.search.opensearch.connection import Cluster, connect, read_cluster
from lawkb.search.opensearch.loading import Loaded, State, load
from tests.opensearch_cluster import Cluster as Running
from tests.slow.opensearch.states import ALIASES

_TRIES = 20  # each after the events of the cluster that were waiting


def where(running: Running) -> Cluster:
    return read_cluster(running.addresses, None, {})


def loaded(running: Running, wanted: State, said: list[str] | None = None) -> Loaded:
    cluster = where(running)
    told = said if said is not None else []
    return load(connect(cluster), cluster, wanted, told.append)


def held(client: OpenSearch) -> list[tuple[str, str, str]]:
    """Alias, id and text of what is served, in the order of the places.

    The last request of a killed load may end after it, and replace an index that is read here; and
    a node may not know yet of the index that another one has put in its place.
    """
    for _ in range(_TRIES):
        aliases = client.indices.get_alias(name=",".join(ALIASES))
        served = {alias: index for index, told in aliases.items() for alias in told["aliases"]}
        try:
            return [each for alias in ALIASES for each in _held(client, alias, served[alias])]
        except NotFoundError:
            client.cluster.health(wait_for_events="languid", timeout="60s")
    raise AssertionError(served)


def _held(client: OpenSearch, alias: str, index: str) -> Iterator[tuple[str, str, str]]:
    client.indices.refresh(index=index)
    hits = list(scan(client, index=index, query={"query": {"match_all": {}}}))
    hits.sort(key=lambda hit: hit["_source"]["place"])
    for hit in hits:
        yield alias, hit["_id"], hit["_source"]["text"]


def indexes(client: OpenSearch) -> int:
    return len(client.indices.get(index="lawkb-*"))
