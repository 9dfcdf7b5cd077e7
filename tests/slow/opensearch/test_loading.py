"""Loads into a real cluster of three nodes: whole, interrupted, and with nodes that go away."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest
from opensearchpy import NotFoundError, OpenSearch, helpers
from opensearchpy.helpers import scan

from lawkb.errors import LawkbError
from lawkb.search.opensearch import loading
from lawkb.search.opensearch.connection import Cluster, connect, read_cluster
from lawkb.search.opensearch.loading import Loaded, State, load
from tests.opensearch_cluster import Cluster as Running
from tests.opensearch_cluster import Node, cluster
from tests.slow.fuzz.budget import SECONDS
from tests.slow.opensearch.states import ALIASES, NUMBER, load_from, state, texts

KILLS = 50 if SECONDS > 5 else 6
HUGE = "900000000gb"  # more than a disk has


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with cluster(nodes=3) as made:
        yield made


@pytest.fixture
def client(running: Running) -> Iterator[OpenSearch]:
    """A client of a cluster that has no index."""
    made = connect(where(running))
    for name in made.indices.get(index="lawkb-*", params={"ignore_unavailable": "true"}):
        made.indices.delete(index=name)
    yield made
    made.close()


def where(running: Running) -> Cluster:
    return read_cluster(running.addresses, None, {})


def loaded(running: Running, wanted: State, said: list[str] | None = None) -> Loaded:
    cluster = where(running)
    told = said if said is not None else []
    return load(connect(cluster), cluster, wanted, told.append)


def held(client: OpenSearch) -> list[tuple[str, str, str]]:
    """Alias, id and text of what is served, in the order of the places.

    The last request of a killed load may end after it, and replace an index that is read here.
    """
    while True:
        aliases = client.indices.get_alias(name=",".join(ALIASES))
        served = {alias: index for index, told in aliases.items() for alias in told["aliases"]}
        try:
            return [each for alias in ALIASES for each in _held(client, alias, served[alias])]
        except NotFoundError:
            assert not all(client.indices.exists(index=served[alias]) for alias in ALIASES)


def _held(client: OpenSearch, alias: str, index: str) -> Iterator[tuple[str, str, str]]:
    client.indices.refresh(index=index)
    hits = list(scan(client, index=index, query={"query": {"match_all": {}}}))
    hits.sort(key=lambda hit: hit["_source"]["place"])
    for hit in hits:
        yield alias, hit["_id"], hit["_source"]["text"]


def indexes(client: OpenSearch) -> int:
    return len(client.indices.get(index="lawkb-*"))


def test_a_load_serves_every_document_once_in_the_order_of_the_laws(
    running: Running, client: OpenSearch
) -> None:
    told = loaded(running, state("A"))
    assert held(client) == list(texts("A"))
    assert (told.documents, told.sent, told.removed) == (len(list(texts("A"))),) * 2 + (0,)


def test_only_what_differs_is_sent(running: Running, client: OpenSearch) -> None:
    loaded(running, state("A"))
    told = loaded(running, state("B"))
    old, new = set(texts("A")), set(texts("B"))
    assert held(client) == list(texts("B"))
    assert told.sent == len(new - old)
    assert told.removed == len({each[:2] for each in old} - {each[:2] for each in new})
    assert indexes(client) == len(ALIASES)
    assert loaded(running, state("B")).sent == 0


def test_an_index_with_other_mappings_is_made_anew(running: Running, client: OpenSearch) -> None:
    loaded(running, state("A"))
    told = loaded(running, state("A", version="2"))
    assert told.sent == told.documents
    assert held(client) == list(texts("A"))


def test_who_writes_beside_a_load_is_seen(running: Running, client: OpenSearch) -> None:
    def write(at: int) -> None:
        if at == NUMBER:  # into each attempt, a document of its own
            (index,) = client.indices.get(index=f"{ALIASES[0]}-*")
            other = {"text": "x", "place": 1, "digest": f"{time.monotonic()}"}
            client.index(index=index, id=f"{time.monotonic()}", body=other)

    loading_once = pytest.MonkeyPatch()
    loading_once.setattr(loading, "_ATTEMPTS", 2)
    with loading_once.context(), pytest.raises(LawkbError, match="in place of"):
        loaded(running, state("A", seen=write))
    loading_once.undo()
    assert not client.indices.exists_alias(name=ALIASES[0])
    loaded(running, state("A"))
    assert held(client) == list(texts("A"))


# ---- what is interrupted


class Interrupted(BaseException):
    """What ends a load in a test."""


def interrupt(at: int) -> None:
    if at == NUMBER + 600:
        raise Interrupted


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_an_interrupted_switch_serves_one_state(
    running: Running, client: OpenSearch, after: bool
) -> None:
    loaded(running, state("A"))
    broken = connect(where(running))
    switch = broken.indices.update_aliases

    def interrupted(**asked: Any) -> None:
        if after:
            switch(**asked)
        raise Interrupted

    broken.indices.update_aliases = interrupted
    with pytest.raises(Interrupted):
        load(broken, where(running), state("B"), print)
    assert held(client) == list(texts("B" if after else "A"))
    told = loaded(running, state("B"))
    assert (told.sent, held(client)) == (0, list(texts("B")))
    loaded(running, state("A"))
    assert (indexes(client), held(client)) == (len(ALIASES), list(texts("A")))


def test_a_load_that_was_interrupted_goes_on(running: Running, client: OpenSearch) -> None:
    with pytest.raises(Interrupted):
        loaded(running, state("A", seen=interrupt))
    told = loaded(running, state("A"))
    assert told.sent < told.documents
    assert held(client) == list(texts("A"))


def test_kills_leave_the_old_state_or_the_new_one(running: Running, client: OpenSearch) -> None:
    """A load takes two seconds or so; each is killed at a random moment."""
    chance = random.Random(22)
    loaded(running, state("A"))
    known = {name: list(texts(name)) for name in "AB"}
    wanted = "B"
    for _ in range(KILLS):
        command = [sys.executable, "-m", "tests.slow.opensearch.states", wanted, str(NUMBER)]
        with subprocess.Popen([*command, *running.addresses], stdout=subprocess.DEVNULL) as process:
            with suppress(subprocess.TimeoutExpired):
                process.wait(chance.uniform(0.3, 4))
            process.kill()
        now = held(client)
        assert now in known.values()
        wanted = "A" if now == known["B"] else "B"
    loaded(running, state(wanted))
    assert (indexes(client), held(client)) == (len(ALIASES), known[wanted])


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


# ---- two loads at once


@pytest.mark.parametrize("names", ["BC", "BB"], ids=["other states", "the same state"])
def test_two_loads_at_once(running: Running, client: OpenSearch, names: str) -> None:
    """Both end; what is served is one of their states, in order."""
    loaded(running, state("A"))
    errors: list[LawkbError] = []

    def run(name: str) -> None:
        try:
            load_from(running.addresses, state(name))
        except LawkbError as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert held(client) in [list(texts(name)) for name in names]
    loaded(running, state("B"))
    assert (indexes(client), held(client)) == (len(ALIASES), list(texts("B")))


@pytest.mark.parametrize("before", ["", "A"], ids=["a first load", "a later load"])
@pytest.mark.parametrize("sweeps", [False, True], ids=["killed after it", "whole"])
def test_a_load_that_ends_before_the_switch_of_another(
    running: Running, client: OpenSearch, before: str, sweeps: bool
) -> None:
    """The slower one begins again, and is served in the end."""
    if before:
        loaded(running, state(before))
    slow = connect(where(running))
    switch = slow.indices.update_aliases
    faster = ["C"]

    def switched(**asked: Any) -> None:
        if faster:
            with pytest.MonkeyPatch.context() as patch:
                if not sweeps:
                    patch.setattr(loading, "_sweep", lambda *_: None)
                loaded(running, state(faster.pop()))
            assert held(client) == list(texts("C"))
        switch(**asked)

    slow.indices.update_aliases = switched
    load(slow, where(running), state("B"), print)
    assert (indexes(client), held(client)) == (len(ALIASES), list(texts("B")))


def test_copies_of_an_index_that_another_load_removed_are_not_waited_for(
    client: OpenSearch,
) -> None:
    with pytest.raises(loading._OvertakenError):
        loading.await_copies(client, ["lawkb-gone"])


def test_a_load_that_ends_before_another_removes_what_is_old(
    running: Running, client: OpenSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded(running, state("A"))
    sweep = loading._sweep
    seen: list[int] = []

    def swept(slow: OpenSearch, targets: Mapping[str, str]) -> None:
        monkeypatch.setattr(loading, "_sweep", sweep)
        get = slow.indices.get

        def found(**asked: Any) -> Any:
            told = get(**asked)
            if not seen:
                seen.append(len(told))
                loaded(running, state("C"))
            return told

        slow.indices.get = found
        sweep(slow, targets)

    with suppress(Interrupted):
        loaded(running, state("C", seen=interrupt))  # leaves an index that the sweep finds
    monkeypatch.setattr(loading, "_sweep", swept)
    loaded(running, state("B"))
    assert seen[0] > 1
    assert (indexes(client), held(client)) == (len(ALIASES), list(texts("C")))
