"""Search a code: documents go into an index, a query goes in, an answer with its hits comes out.

A document is a provision or a division, such as a chapter, in all its languages, or a section of a
companion, which is a text beside the laws, such as a preface or definitions. ``open_index`` builds
the index in a private folder of the user when necessary; ``search`` answers a query. ``query``
parses queries. Words that translate each other are learned in ``learn_counterparts``, looked up and
added to the query in ``translated_query``, as are synonyms; ``answers`` corrects words that no
text has. An engine (``engine``) indexes the documents and compiles the tree
of a query: Whoosh, which is embedded, or a cluster with OpenSearch (``opensearch``), for codes that
outgrow one machine.
"""

from lawkb.model.answer import SearchResult as Answer
from lawkb.search.answers import (
    Question,
    jump,
    readings,
    search,
)
from lawkb.search.documents import (
    DivisionPlace,
    Document,
    Part,
    Place,
    Spot,
    documents,
    documents_of_companion,
    documents_of_divisions,
)
from lawkb.search.engine import Engine, ranking_table
from lawkb.search.guide import Guide, read_guide
from lawkb.search.index import chosen_cluster, load_index, open_index
from lawkb.search.query.lexer import operator_words
from lawkb.search.query.nodes import And, Form, Near, Node, Not, Or, Within, leaves, written

__all__ = [
    "And",
    "Answer",
    "DivisionPlace",
    "Document",
    "Engine",
    "Form",
    "Guide",
    "Near",
    "Node",
    "Not",
    "Or",
    "Part",
    "Place",
    "Question",
    "Spot",
    "Within",
    "chosen_cluster",
    "documents",
    "documents_of_companion",
    "documents_of_divisions",
    "jump",
    "leaves",
    "load_index",
    "open_index",
    "operator_words",
    "ranking_table",
    "read_guide",
    "readings",
    "search",
    "written",
]
