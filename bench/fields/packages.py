"""Debian packages: downloaded into a folder and unpacked there, installed nowhere."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path


class NotFetchedError(Exception):
    """A package that could not be downloaded."""


@dataclass(frozen=True, slots=True)
class Package:
    """An unpacked package.

    Attributes:
        root: Folder that has the package's files as below ``/``.
    """

    name: str
    version: str
    root: Path


def unpack(name: str, cache: Path) -> Package:
    """Download a package, unless the cache has it already, and unpack it there.

    Raises:
        NotFetchedError: if apt-get has not given it.
    """
    archive = _archive(name, cache) or _download(name, cache)
    root = cache / name
    if not root.exists():
        part = root.with_name(f"{name}.part")
        _run("dpkg-deb", "-x", str(archive), str(part))
        part.rename(root)
    return Package(name, _run("dpkg-deb", "-f", str(archive), "Version").strip(), root)


def _archive(name: str, cache: Path) -> Path | None:
    return max(cache.glob(f"{name}_*.deb"), default=None)


def _download(name: str, cache: Path) -> Path:
    cache.mkdir(parents=True, exist_ok=True)
    try:
        _run("apt-get", "download", "-q", name, folder=cache)
    except (OSError, subprocess.CalledProcessError) as error:
        told = getattr(error, "stderr", "") or str(error)
        raise NotFetchedError(
            f"{name}\n  apt-get download has not fetched it: {told.strip()}\n"
            "  hint: run `apt-get update` on a Debian system with network"
        ) from error
    archive = _archive(name, cache)
    if archive is None:
        raise NotFetchedError(f"{name}\n  apt-get download has left no file in {cache}")
    return archive


def _run(*words: str, folder: Path | None = None) -> str:
    done = subprocess.run(words, cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout
