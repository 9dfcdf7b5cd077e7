"""A command loads what it uses and nothing else; it goes by the name by which it is called."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import click
import pytest

from lawkb.cli.commands import cli
from tests.corpus_files import CORPUS

CONTEXT = click.Context(cli)
PEBBLES = str(CORPUS.parent / "examples/three-pebbles/corpus")
# What reading never needs: packages for one kind of user, and what uses them.
OF_FEW = (
    "argon2 asyncio babel dask docx fast_sugiyama jinja2 lxml.html markdown mkdocs mwparserfromhell"
    " networkx openpyxl opensearchpy python_multipart starlette tenacity typst"
    " uvicorn watchfiles lawkb.pipeline lawkb.publish lawkb.server lawkb.sources.dokuwiki_api"
).split()
# What each command that reads has no use for, besides that.
UNUSED = {
    "show 47E2a": "lawkb.checks lawkb.exchange lawkb.parse lawkb.search rapidfuzz whoosh",
    "refs 20F1": "lawkb.checks lawkb.exchange lawkb.parse lawkb.search rapidfuzz whoosh",
    "search 47E": "lawkb.checks lawkb.exchange lawkb.parse ssl whoosh",
    "search card": "lawkb.checks lawkb.exchange lawkb.parse lawkb.search.opensearch ssl",
    "compare 47": "lawkb.checks lawkb.editorial lawkb.parse lawkb.search rapidfuzz whoosh",
    "check 47": "lawkb.exchange.formats lawkb.history lawkb.parse lawkb.search whoosh",
    "terms dummy": "lawkb.checks.rule_list lawkb.editorial lawkb.parse lawkb.search whoosh",
    "review 47": "lawkb.checks lawkb.parse lawkb.search rapidfuzz whoosh",
    "waivers": "lawkb.exchange lawkb.search whoosh",
    "comments": "lawkb.checks lawkb.editorial lawkb.parse lawkb.search rapidfuzz whoosh",
    f"--corpus {PEBBLES} history 7A": "lawkb.checks lawkb.editorial lawkb.search whoosh",
    "read corpus/sources/wiki/law_57.txt": "lawkb.checks lawkb.editorial lawkb.search whoosh",
    "users list": "lawkb.corpus lawkb.model lxml rich",
}


@pytest.mark.parametrize("name", cli.list_commands(CONTEXT))
def test_a_command_goes_by_the_name_it_is_called_by(name: str) -> None:
    command = cli.get_command(CONTEXT, name)
    assert command is not None
    assert command.name == name


def test_an_unknown_command_is_none() -> None:
    assert cli.get_command(CONTEXT, "shew") is None


def loaded_by(*words: str, cache: Path | None = None) -> set[str]:
    """The modules that a real start has loaded in the end."""
    script = (
        "import sys; from lawkb.cli.commands import run; sys.argv[1:] = " + repr(list(words)) + ";"
        "code = run(); print('loaded', *sys.modules, file=sys.stderr); sys.exit(code == 2)"
    )
    environment = {**os.environ, "LAWKB_CORPUS": str(CORPUS)}
    if cache:
        environment["LAWKB_CACHE"] = str(cache)
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env=environment,
        cwd=CORPUS.parent,
    )
    assert not done.returncode, done.stderr
    return set(done.stderr.split("loaded ")[1].split())


def among(names: Iterable[str], loaded: set[str]) -> list[str]:
    return [name for name in names if name in loaded]


def test_the_help_says_the_first_words_of_the_help_of_every_command() -> None:
    groups = ("Read:", "Edit:", "Wiki:", "Publish:", "Many machines:")
    help_lines = cli.get_help(CONTEXT).split("\n")
    assert [line for line in help_lines if line in groups] == list(groups)
    listed = help_lines[help_lines.index("Read:") :]
    told = dict(line.split(maxsplit=1) for line in listed if line.startswith("  "))
    for name in cli.list_commands(CONTEXT):
        command = cli.get_command(CONTEXT, name)
        assert command is not None
        first = " ".join((command.help or "").split())
        assert first.startswith(told.pop(name).rstrip(".")), name
    assert not told


def test_the_help_loads_none_of_what_commands_do() -> None:
    loaded = loaded_by("--help")
    assert {"lawkb.cli.commands", "lawkb.cli.options"} <= loaded
    assert not {name.split(".")[0] for name in loaded} & {"lxml", "rich", "whoosh", "mkdocs"}
    assert not loaded.intersection(
        ["lawkb.references", "lawkb.corpus", "lawkb.search", "lawkb.akn"]
    )


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with the index and the findings, which only the first command makes."""
    place = tmp_path_factory.mktemp("cache")
    for words in (["search", "card"], ["check", "-q"]):
        loaded_by(*words, cache=place)
    return place


@pytest.fixture(scope="module")
def users(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("users") / "users.toml"
    file.write_text('[[users]]\nname = "Maria"\npassword = "x"\n', encoding="utf-8")
    file.chmod(0o600)
    return file


@pytest.mark.parametrize("command", UNUSED)
def test_a_command_that_reads_loads_nothing_that_it_has_no_use_for(
    command: str, cache: Path, users: Path
) -> None:
    words = [*command.split(), *(["--users", str(users)] if "users" in command else [])]
    loaded = loaded_by(*words, cache=cache)
    assert not among([*OF_FEW, *UNUSED[command].split()], loaded)


@pytest.mark.parametrize("name", cli.list_commands(CONTEXT))
def test_the_help_of_a_command_needs_no_web_server_and_no_site(name: str) -> None:
    unused = ["argon2", "docx", "mkdocs", "networkx", "starlette", "typst", "uvicorn"]
    assert not among(unused, loaded_by(name, "--help"))
