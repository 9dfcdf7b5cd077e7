"""Corrections of a page, sent to its wiki and taken over from it."""

from __future__ import annotations

import subprocess

from tests.wiki.conftest import RAW, Fetch
from tests.wiki.instance import Wiki

OLD, NEW = "να δεχτεί την κίνηση", "να αποδεχτεί την κίνηση"


def raw(page: str) -> str:
    return (RAW / f"{page}.txt").read_text(encoding="utf-8")


def correct(desk: Fetch, page: str, old: str, new: str) -> None:
    """Correct words of a page as an editor does, from an edited copy."""
    here = desk.folder / f"{page}.txt"
    copy = desk.corpus.parent / "copy.txt"
    copy.write_text(here.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    words = ["patch", page, str(copy), "--reason", "a slip", "--author", "Άννα Σαμπλή"]
    done = desk.command(*words)
    assert done.returncode == 0, done.stdout + done.stderr


def push(desk: Fetch, *words: str) -> subprocess.CompletedProcess[str]:
    """Push corrections, reviewed or not."""
    return push_ready(desk, "--all", *words)


def push_ready(desk: Fetch, *words: str) -> subprocess.CompletedProcess[str]:
    """Push corrections that are reviewed and have no open error."""
    return desk.command("push", "--delay", "0", *words)


def take_over(desk: Fetch, wiki: Wiki) -> subprocess.CompletedProcess[str]:
    """Fetch and ingest; return what ingest printed."""
    fetched = desk(wiki.url)
    assert fetched.returncode == 0, fetched.stderr
    return desk.command("ingest")


def patches(desk: Fetch) -> list[str]:
    return sorted(file.name for file in (desk.corpus / "patches").glob("*.toml"))
