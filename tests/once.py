"""What all workers of a test session share: made by the first that needs it, once."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that all workers of this session see."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


def made_once(
    tmp_path_factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]
) -> Path:
    """A folder that the first worker fills; the others wait for it, and only read it.

    Args:
        tmp_path_factory: That of the session.
        name: Name of the folder, the same in every worker.
        make: Fills the empty folder.
    """
    folder = shared_folder(tmp_path_factory) / name
    with folder.with_suffix(".lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = folder.with_suffix(".made")
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)  # of a worker that failed in the middle
            folder.mkdir()
            make(folder)
            done.touch()
    return folder
