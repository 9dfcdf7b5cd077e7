"""OpenSearch as an engine: a search cluster, for corpora that outgrow one machine.

``mapping`` says what the server keeps of a document: our own tokens, joined by blanks, so that it
analyses nothing itself. ``queries`` compiles the tree of a query into the server's query language,
with the scores that the embedded engine gives. ``engine`` asks the server. ``stored_documents``
writes documents as JSON and reads them back.
"""

from lawkb.search.opensearch.engine import OpenSearchEngine
from lawkb.search.opensearch.mapping import (
    MAPPING_VERSION,
    alias_of,
    id_of,
    index_body,
    source_of,
)

__all__ = [
    "MAPPING_VERSION",
    "OpenSearchEngine",
    "alias_of",
    "id_of",
    "index_body",
    "source_of",
]
