"""Real OpenSearch clusters: one node for all workers of a test session, three for one file."""

from collections.abc import Iterator

import pytest
from opensearchpy import OpenSearch

from lawkb.search.opensearch.connection import connect
from tests.once import shared_folder
from tests.opensearch_cluster import Cluster as Running
from tests.opensearch_cluster import cluster
from tests.slow.opensearch.loads import where
from tests.slow.opensearch.shared_cluster import shared_cluster


@pytest.fixture(scope="session")
def opensearch_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """URL of the node; other tests use it too, so keep to indexes of your own name."""
    with shared_cluster(shared_folder(tmp_path_factory) / "opensearch") as address:
        yield address


@pytest.fixture(scope="session")
def opensearch(opensearch_address: str) -> Iterator[OpenSearch]:
    """A client of the node."""
    client = OpenSearch(opensearch_address, timeout=60)
    yield client
    client.close()


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
