"""Documents sent to the server in the plainest way: what loads them in earnest is tested apart."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import uuid4

from opensearchpy import OpenSearch
from opensearchpy.helpers import bulk

from lawkb.model.code import Outline
from lawkb.search.documents import Document
from lawkb.search.opensearch.engine import OpenSearchEngine
from lawkb.search.opensearch.mapping import id_of, index_body, source_of


def indexed(
    client: OpenSearch, outline: Outline, documents: Iterable[Document], shards: int = 1
) -> OpenSearchEngine:
    """An engine on a new index of documents."""
    name = f"lawkb-test-{uuid4().hex}"
    body = index_body(outline, [language.code for language in outline.languages])
    body["settings"]["index"].update(number_of_shards=shards, number_of_replicas=0)
    client.indices.create(index=name, body=body)
    sent = (
        {"_index": name, "_id": id_of(each), "_source": source_of(each, outline) | {"place": place}}
        for place, each in enumerate(documents)
    )
    bulk(client, sent, refresh=True)
    return OpenSearchEngine(client, outline, name)
