"""Turn the wiki pages of a law code kept in several languages into structured, linked law."""

__version__ = "0.1.0"
