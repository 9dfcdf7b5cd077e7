"""A fault while a reference is read is lost in use; in these tests it is seen."""

from __future__ import annotations

from functools import wraps
from typing import NoReturn

import pytest

from lawkb.references import find


@pytest.fixture(autouse=True)
def _faults_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    @wraps(find._lost)
    def seen(*_: object) -> NoReturn:
        raise  # the fault that is being handled

    monkeypatch.setattr(find, "_lost", seen)
