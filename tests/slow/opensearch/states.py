"""Made-up states of a code for the tests of loading, and a program that loads one of them.

State ``A`` and state ``B`` share most documents; each document says of which state it is the newest
version, so that a mixture is seen.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator

from lawkb.search.opensearch.connection import connect, read_cluster
from lawkb.search.opensearch.loading import Loaded, Sent, State, load

ALIASES = ("lawkb-pebbles-2017", "lawkb-pebbles-2007")
BODY = {
    "mappings": {
        "dynamic": False,
        "properties": {
            "digest": {"type": "keyword"},
            "place": {"type": "long"},
            "text": {"type": "text", "analyzer": "whitespace"},
        },
    }
}
NUMBER = 1500  # documents of an edition


def texts(name: str, number: int = NUMBER) -> Iterator[tuple[str, str, str]]:
    """Alias, id and text of each document of a state; a third of them depends on the state."""
    for alias in ALIASES:
        for at in range(number):
            if at % 97 == len(name) + ord(name[0]) % 7:
                continue  # each state lacks some
            yield alias, f"p{at}", f"pebble {at} {name if at % 3 == 0 else 'same'}"


def state(
    name: str,
    number: int = NUMBER,
    version: str = "1",
    seen: Callable[[int], None] = lambda _: None,
) -> State:
    """A state of this name; ``seen`` is called with the number of each document that is read."""

    def documents() -> Iterator[Sent]:
        for at, (alias, identifier, text) in enumerate(texts(name, number)):
            seen(at)
            yield Sent(alias, identifier, json.dumps({"text": text}).encode())

    key = hashlib.sha256(f"{name} {number} {version}".encode()).hexdigest()
    return State(key, BODY, version, ALIASES, documents)


def load_from(addresses: tuple[str, ...], loaded: State) -> Loaded:
    """Load a state into a cluster without users."""
    cluster = read_cluster(addresses, None, {})
    return load(connect(cluster), cluster, loaded, lambda _: None)


if __name__ == "__main__":
    load_from(tuple(sys.argv[3:]), state(sys.argv[1], int(sys.argv[2])))
