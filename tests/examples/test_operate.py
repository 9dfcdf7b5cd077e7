"""The files for operators: each can be read, and each command in them exists."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from lawkb.cli.commands import cli
from lawkb.publish.render import HEADERS

ROOT = Path(__file__).parents[2]
OPERATE = ROOT / "examples" / "operate"
PAGES = [ROOT / "site" / "manual" / tag / "how-to" / "operate.md" for tag in ("en", "el")]


def documents(name: str) -> list[Any]:
    return list(yaml.safe_load_all((OPERATE / name).read_text(encoding="utf-8")))


def commands_of_compose() -> Iterator[list[str]]:
    (file,) = documents("compose.yaml")
    yield from (each["command"] for each in file["services"].values() if "command" in each)
    text = (OPERATE / "compose.yaml").read_text(encoding="utf-8")
    yield from (shlex.split(line) for line in re.findall(r"run --rm lawkb (.*)", text))


def commands_of_kubernetes() -> Iterator[list[str]]:
    for each in documents("kubernetes.yaml"):
        if each["kind"] in ("Deployment", "Job"):
            for container in each["spec"]["template"]["spec"]["containers"]:
                yield container["args"]


def commands_of_pages() -> Iterator[list[str]]:
    for page in PAGES:
        for line in re.findall(r"(?m)^\s*(?:\$ )?lawkb (.*)$", page.read_text(encoding="utf-8")):
            yield shlex.split(line, comments=True)


@pytest.mark.parametrize(
    "words",
    [*commands_of_compose(), *commands_of_kubernetes(), *commands_of_pages()],
    ids=" ".join,
)
def test_each_command_and_its_options_exist(words: list[str]) -> None:
    context = click.Context(cli)
    command = cli.get_command(context, words[0])
    assert command, words
    known = {name for each in command.get_params(context) for name in each.opts}
    typed = {word.partition("=")[0] for word in words[1:] if word.startswith("-")}
    assert typed <= known


def test_the_proxy_sends_the_headers_that_the_site_has() -> None:
    text = (OPERATE / "nginx.conf").read_text(encoding="utf-8")
    assert dict(re.findall(r'add_header (\S+) "([^"]+)" always', text)).items() >= HEADERS.items()


def test_no_file_publishes_the_site_being_edited() -> None:
    (file,) = documents("compose.yaml")
    published = {name: each["ports"] for name, each in file["services"].items() if "ports" in each}
    assert published == {"web": ["127.0.0.1:8080:80"]}
    service = next(each for each in documents("kubernetes.yaml") if each["kind"] == "Service")
    assert [port["name"] for port in service["spec"]["ports"]] == ["site"]


def test_the_lines_for_the_corpus_hold_no_secret() -> None:
    table = tomllib.loads((OPERATE / "search.toml").read_text(encoding="utf-8"))
    assert set(table["search"]) == {"on", "engine", "addresses", "authority"}
