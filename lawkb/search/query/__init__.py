"""The query language: the query as typed goes in, its tree comes out.

A malformed query raises an error that marks the faulty words. The nodes of the tree are in
``nodes``, where ``written`` writes a tree as it would be typed in full.
"""

from lawkb.search.query.lexer import read_address, read_addresses
from lawkb.search.query.parser import (
    LONGEST_QUERY,
    MOST_EXPANSIONS,
    check_length,
    parse_query,
    plain_words,
)
from lawkb.search.query.syntax_errors import syntax_error

__all__ = [
    "LONGEST_QUERY",
    "MOST_EXPANSIONS",
    "check_length",
    "parse_query",
    "plain_words",
    "read_address",
    "read_addresses",
    "syntax_error",
]
