"""A real OpenSearch cluster of one node, started once for all workers of a test session."""

from collections.abc import Iterator

import pytest
from opensearchpy import OpenSearch

from tests.once import shared_folder
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
