"""The data types of the project: addresses, languages, laws, passages, pages, findings.

Frozen structures and the small functions that belong to them: an address and the ways to write it,
a language as its TOML file describes it, a law as a tree of provisions with passages of text, a
page as a source gave it with the count of its characters by kind. Other packages create and use
them. Nothing here reads a corpus or parses a page; of lawkb it imports nothing but errors and
Unicode normal forms.

They are copied with changes by ``msgspec.structs.replace``. ``dataclasses.replace`` fails on them,
which mypy does not see.
"""
