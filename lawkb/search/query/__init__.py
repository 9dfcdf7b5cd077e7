"""The query language: what a person typed goes in, the tree of the query comes out.

A malformed query raises an error that shows the place. ``written`` prints a tree as it would be
typed in full.
"""

from lawkb.search.query.lexer import read_address, read_addresses
from lawkb.search.query.parser import LONGEST_QUERY, MOST_EXPANSIONS, check_length, parse_query
from lawkb.search.query.syntax_errors import syntax_error
from lawkb.search.query.tree import (
    CITING,
    FIELDS,
    NEAR_DISTANCE,
    And,
    Cited,
    CitedBy,
    Field,
    Form,
    Having,
    Leaf,
    Like,
    Located,
    Near,
    Node,
    Not,
    Or,
    Pattern,
    Phrase,
    Within,
    Word,
    leaves,
    loosened,
    nodes,
    scoped_leaves,
    written,
)

__all__ = [
    "CITING",
    "FIELDS",
    "LONGEST_QUERY",
    "MOST_EXPANSIONS",
    "NEAR_DISTANCE",
    "And",
    "Cited",
    "CitedBy",
    "Field",
    "Form",
    "Having",
    "Leaf",
    "Like",
    "Located",
    "Near",
    "Node",
    "Not",
    "Or",
    "Pattern",
    "Phrase",
    "Within",
    "Word",
    "check_length",
    "leaves",
    "loosened",
    "nodes",
    "parse_query",
    "read_address",
    "read_addresses",
    "scoped_leaves",
    "syntax_error",
    "written",
]
