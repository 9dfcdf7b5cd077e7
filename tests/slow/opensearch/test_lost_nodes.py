"""Loads into a real cluster of three nodes that go away, do not answer, or have full disks."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from opensearchpy import OpenSearch, helpers
from opensearchpy.helpers import scan

from lawkb.errors import LawkbError
from lawkb.search.opensearch import loading
from tests.opensearch_cluster import Cluster as Running
from tests.opensearch_cluster import Node
from tests.slow.opensearch.loads import held, indexes, loaded
from tests.slow.opensearch.states import ALIASES, NUMBER, state, texts

HUGE = "900000000gb"  # more than a disk has


# ---- nodes and disks


@pytest.fixture
def third(running: Running) -> Iterator[Callable[[], None]]:
    """Kills the third node; it comes back after the test."""
    yield running.nodes[2].kill
    running.start(running.nodes[2])
    running.wait(status="green")


def test_a_node_killed_while_indexing(
    running: Running, client: OpenSearch, third: Callable[[], None]
) -> None:
    loaded(running, state("A"))
    kill = {NUMBER // 2: third}
    told = loaded(running, state("B", seen=lambda at: kill.pop(at, lambda: None)()))
    assert told.documents == len(list(texts("B")))
    assert held(client) == list(texts("B"))


def test_the_node_of_a_new_index_killed_while_it_is_made(
    running: Running, client: OpenSearch
) -> None:
    """Until it is complete there is no copy: all is sent again, to another node."""
    killed: list[Node] = []

    def kill(at: int) -> None:
        if at == NUMBER // 2 and not killed:
            (shard,) = client.cat.shards(index=f"{ALIASES[0]}-*", params={"format": "json"})
            killed.extend(node for node in running.nodes if node.name == shard["node"])
            killed[0].kill()

    try:
        told = loaded(running, state("A", seen=kill))
    finally:
        for node in killed:
            running.start(node)
        running.wait(status="green")
    assert (len(killed), told.documents) == (1, len(list(texts("A"))))
    assert held(client) == list(texts("A"))
    assert indexes(client) == len(ALIASES)


def test_a_part_that_does_not_answer_while_the_index_is_read(
    running: Running, client: OpenSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded(running, state("A"))
    read = scan
    said: list[str] = []

    def broken(*given: Any, **asked: Any) -> Iterator[Any]:
        monkeypatch.setattr(helpers, "scan", read)
        yield next(iter(read(*given, **asked)))
        raise helpers.ScanError("", "Scroll request has only succeeded on 1 of 2 shards")

    monkeypatch.setattr(helpers, "scan", broken)
    loaded(running, state("B"), said)
    assert held(client) == list(texts("B"))
    assert len(said) == 1
    assert "trying again" in said[0]


def test_a_new_index_is_served_with_its_copy(running: Running, client: OpenSearch) -> None:
    loaded(running, state("A"))
    for shard in client.cat.shards(index="lawkb-*", params={"format": "json"}):
        assert shard["state"] == "STARTED"
    assert client.cluster.health(index="lawkb-*")["active_shards"] == 2 * len(ALIASES)


def test_a_node_killed_while_asking(
    running: Running, client: OpenSearch, third: Callable[[], None]
) -> None:
    loaded(running, state("A"))
    wanted = [identifier for alias, identifier, text in texts("A") if alias == ALIASES[0]][:10]
    for at in range(40):
        if at == 10:
            third()
        found = client.search(
            index=ALIASES[0],
            body={"query": {"match_all": {}}, "sort": ["place"], "size": 10},
            params={"allow_partial_search_results": "false"},
        )
        assert [hit["_id"] for hit in found["hits"]["hits"]] == wanted


def test_a_node_that_does_not_answer(running: Running, client: OpenSearch) -> None:
    """Its connections stay open; the cluster leaves it after half a minute."""
    loaded(running, state("A"))
    running.nodes[1].pause()
    awake = threading.Timer(20, running.nodes[1].resume)
    awake.start()
    try:
        with suppress(LawkbError):  # three lines, after some attempts; nothing is switched then
            loaded(running, state("B"))
    finally:
        awake.join()
    running.wait(status="green")
    assert held(client) in [list(texts(name)) for name in "AB"]
    loaded(running, state("B"))
    assert held(client) == list(texts("B"))


def test_a_full_disk(running: Running, client: OpenSearch, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(running, state("A"))
    monkeypatch.setattr(loading, "_ATTEMPTS", 2)
    marks = ("low", "high", "flood_stage")
    names = [f"cluster.routing.allocation.disk.watermark.{mark}" for mark in marks]
    try:
        settings: dict[str, object] = dict.fromkeys(names, HUGE)
        client.indices.create(index="others")  # the served ones take no documents anyway
        client.cluster.put_settings(body={"transient": settings})
        wait_until(lambda: "read_only_allow_delete" in str(client.indices.get_settings()))
        with pytest.raises(LawkbError, match="disk of a node is probably full") as told:
            loaded(running, state("B"))
        assert str(told.value).count("\n") == 2
        assert held(client) == list(texts("A"))
    finally:
        client.cluster.put_settings(body={"transient": dict.fromkeys(names)})
        client.indices.delete(index="others")
    # With the disks full, the cluster lets nobody make an index, and says so in its settings.
    wait_until(lambda: "create_index" not in str(client.cluster.get_settings()))
    loaded(running, state("B"))
    assert held(client) == list(texts("B"))


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not true():
        assert time.monotonic() < end
        time.sleep(1)
