"""Loads into a real cluster of three nodes: whole, interrupted, and two at once."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest
from opensearchpy import OpenSearch

from lawkb.errors import LawkbError
from lawkb.search.opensearch import loading
from lawkb.search.opensearch.connection import connect
from lawkb.search.opensearch.loading import load
from tests.opensearch_cluster import Cluster as Running
from tests.slow.fuzz.budget import SECONDS
from tests.slow.opensearch.loads import held, indexes, loaded, where
from tests.slow.opensearch.states import ALIASES, NUMBER, load_from, state, texts

KILLS = 50 if SECONDS > 5 else 6


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
