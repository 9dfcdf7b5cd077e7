"""The nouns of the project: addresses, languages, laws, passages, pages, findings.

Frozen dataclasses and the small functions that belong to them: an address and the ways to write
it, a language as its TOML file describes it, a law as a tree of provisions with passages of text,
a page as a source gave it with the account of its characters. Other packages fill them and read
them. Nothing here reads a corpus or parses a page; it imports nothing but errors and Unicode
normal forms.
"""
