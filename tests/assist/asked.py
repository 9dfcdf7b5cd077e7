"""Calls of the tools without the protocol, and what every answer must be."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema

from lawkb.assist.answers import Answers
from lawkb.assist.plain_json import MOST_CHARACTERS, written
from lawkb.assist.tools import Examples, Tool, call, tools
from tests.corpus_files import CORPUS

TOOLS = {each.name: each for each in tools(Examples("47E2(b)", "47Ε2(β)", "el", "2017"))}


@cache
def answers_in(folder: Path = CORPUS) -> Answers:
    """The answers about a corpus that no test writes."""
    return Answers(folder)


@cache
def _judge(name: str) -> jsonschema.Draft202012Validator:
    schema = TOOLS[name].output_schema
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def ask(name: str, own: Answers | None = None, /, **arguments: Any) -> dict[str, Any]:
    """The answer to a call, which fits its schema and is not too long."""
    tool: Tool = TOOLS[name]
    found = call(tool, own or answers_in(), arguments)
    _judge(name).validate(found)
    assert len(written(found)) <= MOST_CHARACTERS
    return found


def pages(name: str, own: Answers | None = None, /, **arguments: Any) -> Iterator[dict[str, Any]]:
    """All pages of an answer."""
    found = ask(name, own, **arguments)
    yield found
    while "next" in found:
        found = ask(name, own, **arguments, cursor=found["next"])
        yield found


def refused(name: str, own: Answers | None = None, /, **arguments: Any) -> dict[str, Any]:
    """Why a call is refused."""
    refusal: dict[str, Any] = ask(name, own, **arguments)["refused"]
    return refusal
