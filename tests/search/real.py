"""The laws of the real pages, for tests that search them."""

from functools import cache

from lawkb.model.code import Code
from lawkb.pipeline import read_all
from tests.corpus_files import CORPUS


@cache
def real_code() -> Code:
    """The code as the sources give it, references resolved."""
    return read_all(CORPUS).code
