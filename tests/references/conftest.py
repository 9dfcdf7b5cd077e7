"""A fault while a reference is read is lost in use; in these tests it is seen."""

from __future__ import annotations

from functools import wraps
from pathlib import Path
from typing import NoReturn

import pytest

from lawkb.references import find
from tests.once import made_once
from tests.references.codes_of_kinds import make_codes


@pytest.fixture(scope="session")
def codes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corpora of the codes in which the kinds of references are read."""
    return made_once(tmp_path_factory, "codes-of-kinds", make_codes)


@pytest.fixture(autouse=True)
def _faults_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    @wraps(find._lost)
    def seen(*_: object) -> NoReturn:
        raise  # the fault that is being handled

    monkeypatch.setattr(find, "_lost", seen)
