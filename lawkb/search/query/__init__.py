"""The query language: what a person typed goes in, the tree of the query comes out.

A malformed query raises an error that shows the place. The nodes of the tree are in ``nodes``,
where ``written`` prints a tree as it would be typed in full.
"""

from lawkb.search.query.lexer import read_address, read_addresses
from lawkb.search.query.parser import LONGEST_QUERY, MOST_EXPANSIONS, check_length, parse_query
from lawkb.search.query.syntax_errors import syntax_error

__all__ = [
    "LONGEST_QUERY",
    "MOST_EXPANSIONS",
    "check_length",
    "parse_query",
    "read_address",
    "read_addresses",
    "syntax_error",
]
