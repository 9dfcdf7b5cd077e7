"""The help of every command: groups, headings, one name for one thing, 80 columns."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator

import click
import pytest

from lawkb.cli.commands import cli
from tests.corpus_files import CORPUS
from tests.running import run_command

CONTEXT = click.Context(cli, info_name="lawkb", max_content_width=80)
OPERATORS = "Options for operators:"


def commands() -> Iterator[tuple[str, click.Command]]:
    for name in cli.list_commands(CONTEXT):
        command = cli.get_command(CONTEXT, name)
        assert command
        yield name, command
        if isinstance(command, click.Group):
            own = click.Context(command)
            for inner in command.list_commands(own):
                found = command.get_command(own, inner)
                assert found
                yield f"{name} {inner}", found


def help_of(name: str) -> str:
    done = run_command(*name.split(), "--help", environment=dict(os.environ))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_the_help_fits_80_columns_and_cuts_no_sentence(name: str) -> None:
    told = help_of(name)
    assert max(map(len, told.split("\n"))) <= 80
    assert "..." not in told.split("\n", 1)[1]


def test_a_value_has_a_name_that_says_what_it_is() -> None:
    vague = ("TEXT", "PATH", "INTEGER", "FLOAT", "INTEGER RANGE", "FLOAT RANGE")
    free = {"--reason", "--origin", "--note", "--message", "--text", "--title"}  # any words
    found = [
        f"{name} {option.opts[0]}"
        for name, command in commands()
        for option in command.params
        if isinstance(option, click.Option) and not option.is_flag
        if option.make_metavar(CONTEXT) in vague and not free.intersection(option.opts)
    ]
    assert not found


def test_a_law_or_a_provision_is_an_address_everywhere() -> None:
    words = {word for name, _ in commands() for word in re.findall("[A-Z]{3,}", help_of(name))}
    assert "ADDRESS" in words
    assert not words & {"PLACE", "LAW", "PROVISION"}


def test_options_of_operators_are_apart_from_the_daily_ones() -> None:
    found = {}
    for name, command in commands():
        daily, _, operators = help_of(name).partition(OPERATORS)
        found[name] = set(re.findall(r"^  (--[\w-]+)", operators, re.M))
        named = {word for option in command.params for word in option.opts}
        meant = named & {"--engine", "--cluster", "--log", "--log-addresses"}
        assert meant <= found[name], name
        assert not found[name].intersection(re.findall(r"^  (--[\w-]+)", daily, re.M))
    assert {name for name, options in found.items() if options} == {
        "build",
        "check",
        "desk",
        "index",
        "ingest",
        "mcp",
        "search",
        "serve",
    }


@pytest.mark.parametrize("group", ["review", "terms"])
def test_a_group_that_shows_by_itself_has_the_options_of_show_in_its_help(group: str) -> None:
    options = help_of(f"{group} show").partition("Options:")[2]
    assert options in help_of(group)


def test_serve_and_desk_name_port_and_address_alike() -> None:
    options = [re.findall(r"  --(?:port|address) .*", help_of(name)) for name in ("serve", "desk")]
    told = [" ".join(each).replace("8001", "8000") for each in options]
    assert told[0] == told[1] and "--port N" in told[0] and "--address HOST" in told[0]


@pytest.mark.parametrize(
    ("words", "new"),
    [
        (
            ["desk", "--no-browser", "--listen", "127.0.0.1:{port}"],
            "--listen: from the next version on, write --address\n",
        ),
        (
            ["desk", "--no-browser", "--listen=127.0.0.1:{port}"],
            "--listen: from the next version on, write --address\n",
        ),
        (
            ["serve", "--address", "127.0.0.1:{port}"],
            "HOST:PORT: from the next version on, write --address 127.0.0.1 --port {port}\n",
        ),
        (
            ["serve", "--address", "localhost:{port}"],
            "HOST:PORT: from the next version on, write --address localhost --port {port}\n",
        ),
    ],
)
def test_an_old_name_works_for_one_version_with_a_word(words: list[str], new: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        given = [word.format(port=port) for word in words]
        done = run_command("--corpus", str(CORPUS), *given, environment=dict(os.environ))
    assert done.returncode == 2
    assert new.format(port=port) in done.stderr
    assert f":{port}\n  cannot be used: Address already in use" in done.stderr


@pytest.mark.parametrize(
    ("host", "shown"), [("::1", "[::1]:"), ("[::1]", "[::1]:"), ("localhost", "localhost:")]
)
def test_an_address_of_either_kind_is_listened_at(host: str, shown: str) -> None:
    words = ["--corpus", str(CORPUS), "serve", "--address", host, "--port", "1"]
    family = socket.AF_INET6 if "[" in shown else socket.AF_INET
    with socket.socket(family) as held:
        held.bind(("::1" if "[" in shown else "127.0.0.1", 0))
        held.listen()
        port = held.getsockname()[1]
        done = run_command(*words[:-1], str(port), environment=dict(os.environ))
    assert done.stderr.startswith(f"{shown}{port}\n  cannot be used: ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["serve", "--port", "0"], "0 is not in the range 1<=x<=65535"),
        (["desk", "--port", "http"], "'http' is not a valid integer"),
        (["serve", "--address", "example.org"], "not an IP address and a port"),
        (["index", "--engine", "lucene"], "'lucene' is not one of 'whoosh', 'opensearch'"),
        (["shwo", "47"], "Did you mean: lawkb show"),
        (["users", "list", "--users", "nowhere.toml"], "No such file or directory"),
    ],
)
def test_a_wrong_value_is_named(words: list[str], told: str) -> None:
    done = run_command("--corpus", str(CORPUS), *words, environment=dict(os.environ))
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr and "Traceback" not in done.stderr
