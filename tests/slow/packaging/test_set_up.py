"""``make env`` where something is missing: three lines, and the next run goes on from there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
_NOBODY = 65534
_NOWHERE = "http://127.0.0.1:9/simple"  # the port that discards: nothing listens there
_TINY = "size=12m"  # an environment without packages has about 20 MB
_ON_A_TINY_DISK = f"""
set -e
mkdir disk
mount -t tmpfs -o {_TINY} tmpfs disk
cp Makefile pyproject.toml requirements.lock disk
cd disk
make env PYTHON="$1" || true
mount -o remount,size=100m .
make env PYTHON="$1"
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("Makefile", "pyproject.toml", "requirements.lock"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def without_packages(**settings: str) -> dict[str, str]:
    """The variables of this process, which make may run, with a pip that soon gives up."""
    not_passed_on = ("PIP_", "MAKE", "MFLAGS")
    own = {key: value for key, value in os.environ.items() if not key.startswith(not_passed_on)}
    return {**own, "PIP_RETRIES": "1", "PIP_CONFIG_FILE": os.devnull, "HOME": "/", **settings}


def make(folder: Path, *words: str, env: dict[str, str]) -> tuple[str, list[str]]:
    """What a target that fails prints, and its three lines."""
    done = subprocess.run(
        ["make", f"PYTHON={sys._base_executable}", *words],  # type: ignore[attr-defined]
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stdout
    lines = [line for line in done.stderr.splitlines() if not line.startswith("make: ***")]
    assert len(lines) == 3, done.stderr
    return done.stdout, lines


def test_what_the_index_does_not_give_is_said_and_the_environment_waits(checkout: Path) -> None:
    told, lines = make(checkout, "env", env=without_packages(PIP_INDEX_URL=_NOWHERE))
    assert "==> making the environment .venv" in told
    assert lines == [
        "Makefile: installing requirements.lock has failed",
        "  the packages cannot be fetched: nothing answers where they are",
        "  hint: look at the network and at the settings of pip or npm, "
        "then make the same again: it goes on from there",
    ]
    told, lines = make(checkout, "env", env=without_packages(PIP_NO_INDEX="1"))
    assert "==> making the environment .venv" not in told
    locked = (ROOT / "requirements.lock").read_text("utf-8")
    first = re.findall(r"(?m)^(\w\S*) ", locked)[0]
    assert lines[1] == f"  ERROR: No matching distribution found for {first}"


def test_a_python_that_makes_no_environments_is_named(checkout: Path) -> None:
    (checkout / "ensurepip.py").write_text("raise ImportError\n")
    python = checkout / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={checkout} exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    _, lines = make(checkout, "env", f"PYTHON={python}", env=without_packages())
    assert lines == [
        "Makefile: this Python cannot make environments",
        f"  found: {python} without its venv or ensurepip module",
        "  hint: on Debian and Ubuntu, apt-get install python3-venv",
    ]


def test_an_old_python_is_named(checkout: Path) -> None:
    python = checkout / "python"
    python.write_text("#!/bin/sh\ncase $1 in --version) echo Python 3.9.2 ;; *) exit 1 ;; esac\n")
    python.chmod(0o755)
    _, lines = make(checkout, "env", f"PYTHON={python}", env=without_packages())
    assert lines[1] == f"  found: {python}, Python 3.9.2"


def test_a_full_disk_is_named_and_the_next_run_begins_the_environment_again(
    checkout: Path,
) -> None:
    namespace = ["unshare", "--user", "--map-root-user", "--mount"]
    if subprocess.run(
        [*namespace, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], check=False
    ).returncode:
        pytest.skip("this machine lets no process mount a disk of its own")
    done = subprocess.run(
        [*namespace, "sh", "-c", _ON_A_TINY_DISK, "sh", sys._base_executable],  # type: ignore[attr-defined]
        cwd=checkout,
        env=without_packages(PIP_NO_INDEX="1"),
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line for line in done.stderr.splitlines() if not line.startswith("make: ***")]
    assert lines[:3] == [
        "Makefile: making the environment .venv has failed",
        "  the disk is full",
        "  hint: free some space, then make the same again: it goes on from there",
    ]
    assert lines[3] == "Makefile: installing requirements.lock has failed"
    assert done.stdout.count("==> making the environment .venv") == 2


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become another user")
def test_who_may_not_install_packages_is_told_which(checkout: Path) -> None:
    checkout.chmod(0o755)
    done = subprocess.run(
        ["make", "chromium", "NOTO=/no/such/font"],
        cwd=checkout,
        user=_NOBODY,
        group=_NOBODY,
        extra_groups=[],
        env=without_packages(),
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stderr.splitlines()
    assert done.returncode == 2
    assert lines[0] == "Makefile: packages are missing for the browser tests"
    assert lines[1].startswith("  this user may not install chromium-headless-shell")
    assert lines[2].startswith(
        "  hint: sudo apt-get install --no-install-recommends chromium-headless-shell"
    )
