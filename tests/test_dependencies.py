"""Dependencies: each has its reason in CONTRIBUTING, and ``all`` has what a user may want."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
_ROW = re.compile(r"^\| ([\w.-]+) \| ([\w, ]*) ?\| (.+) \|$", re.MULTILINE)
_NAME = re.compile(r"[\w.-]+")
LGPL = "validate"
# Extras that name others, and the tools of those who work on lawkb.
COMPOSED = ("all", "dev")


def project() -> Any:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def names(requirements: list[str]) -> set[str]:
    return {match[0] for each in requirements if (match := _NAME.match(each))}


def test_every_dependency_has_its_reason_and_its_extras_in_the_table() -> None:
    table = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## What lawkb is built on")[2]
    told = {name: extras.strip() for name, extras, _ in _ROW.findall(table) if name != "package"}
    held = {name: set[str]() for name in names(project()["dependencies"])}
    for extra, requirements in project()["optional-dependencies"].items():
        if extra not in COMPOSED:
            for name in names(requirements):
                held.setdefault(name, set()).add(extra)
    assert told == {name: ", ".join(sorted(extras)) for name, extras in held.items()}


def test_all_has_every_extra_but_that_of_another_licence() -> None:
    extras = project()["optional-dependencies"]
    (whole,) = extras["all"]
    listed = whole.removeprefix("lawkb[").removesuffix("]").split(",")
    assert listed == sorted({*extras} - {*COMPOSED, LGPL})
