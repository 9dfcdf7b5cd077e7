"""Commands are imported when they are called, each under the name by which it is called."""

import subprocess
import sys

import click
import pytest

from lawkb.cli.commands import cli

CONTEXT = click.Context(cli)
HEAVY = ("mkdocs", "lawkb.pipeline", "lawkb.parse", "whoosh", "urllib3")


@pytest.mark.parametrize("name", cli.list_commands(CONTEXT))
def test_a_command_goes_by_the_name_it_is_called_by(name: str) -> None:
    command = cli.get_command(CONTEXT, name)
    assert command is not None
    assert command.name == name


def test_an_unknown_command_is_none() -> None:
    assert cli.get_command(CONTEXT, "shew") is None


def loaded_by(*words: str) -> set[str]:
    script = (
        "import sys; from lawkb.cli.commands import run; sys.argv[1:] = " + repr(list(words)) + ";"
        "run(); print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    return set(done.stderr.decode().split())


def test_the_help_says_the_first_words_of_the_help_of_every_command() -> None:
    listed = cli.get_help(CONTEXT).split("Commands:")[1].split("\n")
    told = dict(line.split(maxsplit=1) for line in listed if line.strip())
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


def test_show_imports_nothing_of_the_other_commands() -> None:
    assert not loaded_by("show", "47E2a").intersection(HEAVY)
