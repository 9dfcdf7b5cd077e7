"""The real wiki of the smaller tests."""

from tests.wiki.conftest import desk, fetch, program, wiki

__all__ = ["desk", "fetch", "program", "wiki"]
