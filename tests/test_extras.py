"""Extras: a missing package is said in three lines, with the line that installs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lawkb.errors import LawkbError
from lawkb.extras import install_command, needs

# Why, the record that pip left, and the line that installs lawkb with the extra office.
ORIGINS: list[tuple[str, dict[str, Any] | None, str]] = [
    (
        "a folder",
        {"url": "file:///srv/lawkb", "dir_info": {}},
        "pip install '/srv/lawkb[office]'",
    ),
    (
        "a folder in which somebody works",
        {"url": "file:///srv/lawkb", "dir_info": {"editable": True}},
        "pip install -e '/srv/lawkb[office]'",
    ),
    (
        "a folder whose name a shell would cut, and a URL writes in another way",
        {"url": "file:///srv/my%20laws%20%CE%91", "dir_info": {}},
        "pip install '/srv/my laws Α[office]'",
    ),
    (
        "a quotation mark in the name of the folder",
        {"url": "file:///srv/it%27s", "dir_info": {}},
        """pip install '/srv/it'"'"'s[office]'""",
    ),
    (
        "a repository",
        {"url": "https://git.example/lawkb.git", "vcs_info": {"vcs": "git", "commit_id": "12ab"}},
        "pip install 'lawkb[office] @ git+https://git.example/lawkb.git'",
    ),
    (
        "a tag of a repository",
        {
            "url": "ssh://git@git.example/lawkb",
            "vcs_info": {"vcs": "git", "requested_revision": "v0.2.0", "commit_id": "12ab"},
        },
        "pip install 'lawkb[office] @ git+ssh://git@git.example/lawkb@v0.2.0'",
    ),
    (
        "a repository on this disk",
        {"url": "file:///srv/lawkb.git", "vcs_info": {"vcs": "git", "commit_id": "12ab"}},
        "pip install 'lawkb[office] @ git+file:///srv/lawkb.git'",
    ),
    (
        "a folder inside a repository",
        {
            "url": "https://git.example/all.git",
            "vcs_info": {"vcs": "git", "commit_id": "12ab"},
            "subdirectory": "laws/lawkb",
        },
        "pip install 'lawkb[office] @ git+https://git.example/all.git#subdirectory=laws/lawkb'",
    ),
    (
        "an archive on the web",
        {"url": "https://files.example/lawkb-0.2.0.tar.gz", "archive_info": {}},
        "pip install 'lawkb[office] @ https://files.example/lawkb-0.2.0.tar.gz'",
    ),
    (
        "an archive on this disk",
        {"url": "file:///srv/lawkb-0.2.0-py3-none-any.whl", "archive_info": {}},
        "pip install '/srv/lawkb-0.2.0-py3-none-any.whl[office]'",
    ),
    ("an index, which leaves no record", None, "pip install 'lawkb[office]'"),
]


@pytest.mark.parametrize(
    ("record", "line"), [case[1:] for case in ORIGINS], ids=[case[0] for case in ORIGINS]
)
def test_the_install_line_names_where_this_lawkb_came_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record: dict[str, Any] | None, line: str
) -> None:
    _installed(tmp_path, record)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert install_command("office") == line


def test_an_install_line_may_name_no_extra_or_several(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _installed(tmp_path, {"url": "file:///srv/lawkb", "dir_info": {}})
    monkeypatch.syspath_prepend(str(tmp_path))
    assert install_command() == "pip install /srv/lawkb"
    assert install_command("office", "book") == "pip install '/srv/lawkb[office,book]'"


def test_a_missing_package_is_three_lines_that_name_the_extra() -> None:
    with pytest.raises(LawkbError) as raised, needs("office", "rules.docx"):
        import docx_that_is_not_there  # type: ignore[import-not-found] # noqa: F401
    assert str(raised.value).splitlines() == [
        "rules.docx",
        "  needs the extra office, which is not installed",
        f"  hint: install it: {install_command('office')}",
    ]


def test_a_module_that_lawkb_itself_lacks_is_no_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError), needs("office", "rules.docx"):
        import lawkb.not_there  # type: ignore[import-not-found] # noqa: F401


def _installed(folder: Path, record: dict[str, Any] | None) -> None:
    """Write what pip leaves in an environment, with its record of the origin."""
    metadata = folder / "lawkb-0.2.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.4\nName: lawkb\nVersion: 0.2.0\n")
    if record is not None:
        (metadata / "direct_url.json").write_text(json.dumps(record))
