"""What ``lawkb desk`` refuses before it starts, in three lines; and that it starts and stops."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from lawkb.desk_users import new_user, write_users
from tests.publish.test_build import configured
from tests.running import run_command
from tests.server.test_serve_command import SERVE
from tests.slow.kill.decisions import small_corpus


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("desk")
    small_corpus(folder)
    (folder / "pages").mkdir()
    settings = {"corpus": str(folder / "corpus"), "offline": False, "books": []}
    configured(folder, docs_dir=str(folder / "pages"), nav=[], plugins=[{"lawkb": settings}])
    return folder


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def refused(folder: Path, *words: str) -> str:
    """The three lines with which a desk is refused."""
    environment = {**os.environ, "LAWKB_CACHE": str(folder / "cache")}
    where = () if "--port" in words else ("--port", f"{free_port()}")
    done = run_command(
        "desk", "--no-browser", *where, *words, environment=environment, folder=folder
    )
    assert (done.returncode, done.stdout) == (2, "")
    lines = done.stderr.splitlines()
    assert len(lines) == 3 and lines[2].startswith("  hint: "), done.stderr
    return done.stderr


@pytest.mark.parametrize("address", ["nonsense", "", "127.0.0.1:", "example.org"])
def test_an_address_that_is_none_is_refused(made: Path, address: str) -> None:
    assert "not an IP address and a port" in refused(made, "--address", address)


def test_a_port_in_use_is_refused_with_another(made: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        told = refused(made, "--port", f"{port}")
        assert f"127.0.0.1:{port}\n  cannot be used" in told
        assert "name another port, such as" in told


@pytest.mark.parametrize("words", [("--address", "0.0.0.0"), ("--url", "https://a.example")])
def test_a_desk_that_others_can_reach_demands_users(made: Path, words: tuple[str, str]) -> None:
    told = refused(made, *words)
    assert "no users are named" in told
    assert "lawkb users add" in told


def test_a_file_of_users_that_is_missing_or_read_by_others_is_refused(
    made: Path, tmp_path: Path
) -> None:
    file = tmp_path / "users.toml"
    assert "lawkb users add" in refused(made, "--users", str(file))
    user = new_user("Maria", "a long password")
    write_users(file, {user.name: user})
    assert "users sign their decisions" in refused(made, "--users", str(file), "--author", "M")
    file.chmod(0o644)
    assert "chmod 600" in refused(made, "--users", str(file))


@pytest.mark.parametrize("url", ["desk.example.org", "ftp://a.example", "https://a.example/desk"])
def test_a_public_address_with_more_than_a_server_is_refused(
    made: Path, tmp_path: Path, url: str
) -> None:
    user = new_user("Maria", "a long password")
    write_users(tmp_path / "users.toml", {user.name: user})
    told = refused(made, "--users", str(tmp_path / "users.toml"), "--url", url)
    assert "https://desk.example.org" in told


def test_a_corpus_without_settings_of_a_site_is_refused(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made / "corpus", tmp_path / "corpus")
    assert "mkdocs.yml" in refused(tmp_path)


def test_a_corpus_that_cannot_be_written_is_refused(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(**_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("tempfile.TemporaryFile", lambda **_: full() if "dir" in _ else None)
    with pytest.raises(Exception, match="decisions cannot be written there: Read-only"):
        from lawkb.cli.desk import _check_writable

        _check_writable(made / "corpus")


def test_it_tells_its_address_on_one_line_and_ctrl_c_stops_it(made: Path) -> None:
    port = f"{free_port()}"
    address = f"127.0.0.1:{port}"
    command = [sys.executable, "-c", SERVE, "desk", "--no-browser", "--port", port]
    with subprocess.Popen(command, cwd=made, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout
            line = running.stdout.readline()
            assert line == f"the desk is at http://{address}/desk/ (Ctrl-C stops)\n"
            with urlopen(f"http://{address}/desk/", timeout=60) as answer:
                assert answer.status == 200
            running.send_signal(signal.SIGINT)
            assert running.wait(60) == 130
            assert running.stdout.read() == ""
        finally:
            running.kill()
