"""Bilingual texts of many fields, taken from Debian's packages: fetched, never committed.

``fields.toml`` says which packages hold which field. :func:`read_fields` downloads and unpacks
them and gives one :class:`Field` per name and language: English originals with their
translations, in the order of their files, so that neighbours stay neighbours.
``python -m bench.fields FOLDER`` writes them as files that ``lawkb check`` reads.
"""

from bench.fields.field import Field, Pair
from bench.fields.sources import LANGUAGES, read_fields, read_learning_fields

__all__ = ["LANGUAGES", "Field", "Pair", "read_fields", "read_learning_fields"]
