"""Commands are imported when they are called, each under the name by which it is called."""

import subprocess
import sys

import click
import pytest

from lawkb.cli.commands import cli
from lawkb.corpus.stats import APART

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


# What a word that is sought may load of lawkb, and what it may not of others (decision 0013).
SEARCHING = {
    "lawkb", "lawkb.align", "lawkb.align.phrases", "lawkb.errors", "lawkb.frozen",
    "lawkb.cli", "lawkb.cli.at_once", "lawkb.cli.search_at_once", "lawkb.cli.searching",
    "lawkb.cli.sheets", "lawkb.corpus", "lawkb.corpus.cached", "lawkb.corpus.stats",
    "lawkb.model", "lawkb.model.address", "lawkb.model.label", "lawkb.model.language",
    "lawkb.model.numbering", "lawkb.search",
    *(f"lawkb.search.{name}" for name in (
        "addressed analysis answering asking complaints conjunctions counterparts execution "
        "fields folding found ground hits layout leaves lexing marks nearness opened places "
        "postings query record renderings scores segments shelf snippets spelling spots "
        "termbook tree vocabulary writing"
    ).split()),
}  # fmt: skip
SLOW = {
    "click", "contextlib", "dataclasses", "hashlib", "importlib.resources", "inspect", "lxml",
    "mkdocs", "pathlib", "platformdirs", "rich", "sqlite3", "tomllib", "typing", "whoosh",
}  # fmt: skip


def test_a_word_is_sought_without_what_reads_laws_or_writes_indexes() -> None:
    script = (
        "import sys; before = set(sys.modules); import lawkb.cli.search_at_once;"
        "print(*(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    loaded = set(done.stdout.decode().split())
    assert {name for name in loaded if name.startswith("lawkb")} == SEARCHING
    assert not loaded & SLOW


def test_what_does_not_count_for_the_caches_is_loaded_by_no_command_that_fills_them() -> None:
    for words in (("show", "47E2a"), ("search", "penalty", "card"), ("search", "cites:16C")):
        loaded = {name.split(".")[1] for name in loaded_by(*words) if name.startswith("lawkb.")}
        assert loaded.isdisjoint(APART)


def test_show_imports_nothing_of_the_other_commands() -> None:
    assert not loaded_by("show", "47E2a").intersection(HEAVY)
