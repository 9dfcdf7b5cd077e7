"""An independent client: the inspector of the protocol, from npm, in its command-line mode."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.assist.asked import TOOLS
from tests.assist.clients import TOKEN, served
from tests.browser.judges import NODE
from tests.corpus_files import CORPUS

INSPECTOR = (
    Path(sys.prefix)
    / "html/node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js"
)
TOOL_REFUSED = 5  # exit code of the inspector for an answer that says `isError`


def inspect(where: list[str], *words: str, code: int = 0) -> Any:
    """What the inspector prints; it compares every answer with the schema of its tool."""
    command = [str(NODE), str(INSPECTOR), "--cli", *where, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout)


OVER_STDIO = [sys.executable, "-m", "lawkb", "--corpus", str(CORPUS), "mcp"]


def test_the_schemas_of_all_tools_are_portable() -> None:
    # With --strict it judges every schema, and ends with 6 where a client may not understand one.
    listed = inspect(OVER_STDIO, "--method", "tools/list", "--strict")
    assert [each["name"] for each in listed["tools"]] == [*TOOLS]


CALLS = [
    ("get_provision", "address=47 ε 2 β", 0),
    ("get_provision", "address=16", TOOL_REFUSED),
    ("find_provisions", "query=τιμωρημένο φύλλο", 0),
    ("find_provisions", "limit=3", TOOL_REFUSED),
    ("get_references", "address=47E", 0),
    ("compare", "address=47", 0),
    ("list_contents", "edition=2017", 0),
    ("verify_citations", "text=“a card once played” (Law 47A)", 0),
]


def test_every_tool_is_called_over_http() -> None:
    with served(TOKEN) as port:
        where = [f"http://127.0.0.1:{port}/mcp", "--header", f"Authorization: Bearer {TOKEN}"]
        for name, argument, code in CALLS:
            call = ("--method", "tools/call", "--tool-name", name, "--tool-arg", argument)
            found = inspect(where, *call, code=code)
            assert found.get("isError", False) is bool(code)
            assert ("refused" in found["structuredContent"]) is bool(code)
        listed = inspect(where, "--method", "resources/list")
        assert len(listed["resources"]) == 10
        read = inspect(where, "--method", "resources/read", "--uri", "law://2017/el/47E2")
        assert "47Ε2(β)" in read["contents"][0]["text"]
        prompt = ("--prompt-name", "answer-from-the-laws", "--prompt-args", "question=May he?")
        assert len(inspect(where, "--method", "prompts/get", *prompt)["messages"]) == 2


@pytest.mark.parametrize("language", ["en", "el"])
def test_the_entry_of_the_manual_starts_the_server(tmp_path: Path, language: str) -> None:
    page = CORPUS.parent / "site" / "manual" / language / "how-to" / "assistant.md"
    (entry,) = re.findall(r"```json\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    own = {"/home/maria/lawkb/.venv/bin/lawkb": Path(sys.executable).with_name("lawkb")}
    for said, here in {**own, "/home/maria/lawkb/corpus": CORPUS}.items():
        assert said in entry
        entry = entry.replace(said, str(here))
    file = tmp_path / "laws.json"
    file.write_text(entry, "utf-8")
    where = ["--config", str(file), "--server", "laws"]
    listed = inspect(where, "--method", "tools/list", "--strict")
    assert [each["name"] for each in listed["tools"]] == [*TOOLS]
    call = ("--tool-name", "get_provision", "--tool-arg", "address=47 ε 2 β")
    found = inspect(where, "--method", "tools/call", *call)["structuredContent"]
    assert found["answer"]["address"] == "47E2(b)"


@pytest.mark.parametrize("method", ["prompts/list", "resources/templates/list"])
def test_what_else_is_offered_is_listed(method: str) -> None:
    assert inspect(OVER_STDIO, "--method", method)
