"""Hypothesis profiles and ``--accept``.

Profile ``ci`` tries the same cases on every machine, ``dev`` looks for new ones each run; the
long search is ``make fuzz``.
"""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("ci", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("dev", deadline=None, max_examples=100)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "dev")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="rewrite golden files; read the diff")


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is cached of a corpus in a test is nobody's, and begins with nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LAWKB_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be rewritten."""
    return bool(request.config.getoption("--accept"))
