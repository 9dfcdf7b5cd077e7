"""Profiles of examples, a cache that is nobody's, and ``--accept``."""

from collections.abc import Iterator

import pytest

from tests import profiles

profiles.register()


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
