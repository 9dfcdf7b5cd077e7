"""The code of an invented act, made once for all workers of a test session."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.invented_acts import Act, read_act
from lawkb.corpus.laws import read_code
from lawkb.model.code import Code
from tests.once import made_once


def act_read_once(factory: pytest.TempPathFactory, act: Act, form: str) -> Code:
    """The code that ``lawkb new`` and ``lawkb ingest`` make of an act in one form."""

    def make(folder: Path) -> None:
        read_act(act, form, folder)

    return read_code(made_once(factory, f"{act.folder.name}-{form}", make) / "corpus")
