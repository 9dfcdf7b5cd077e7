"""The real corpus and its pages, for tests that read them."""

from pathlib import Path

CORPUS = Path(__file__).parent.parent / "corpus"
CASES = Path(__file__).parent / "cases"
