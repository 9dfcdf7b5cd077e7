"""Addresses and secrets of a cluster, and servers that are none."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from lawkb.errors import LawkbError
from lawkb.search.opensearch.connection import Cluster, connect, explained, read_cluster
from lawkb.search.opensearch.loading import load
from tests.slow.opensearch.states import state

SECRET = "nobody may read this"


def asked(where: Cluster) -> str:
    """What a load says; empty if it succeeds."""
    try:
        load(connect(where), where, state("A", 50), lambda _: None)
    except LawkbError as error:
        assert str(error).count("\n") == 2
        return str(error)
    return ""


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenacity.nap.time.sleep", lambda _: None)  # it is tried five times
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        where = read_cluster((f"http://127.0.0.1:{taken.getsockname()[1]}",), None, {})
        assert "no node of the cluster can be reached: Connection refused" in asked(where)


def test_a_server_of_another_kind_is_told() -> None:
    import http.server
    import threading

    class Other(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>secret page")

        def log_message(self, *_: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Other) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            where = read_cluster((f"http://127.0.0.1:{server.server_port}",), None, {})
            told = asked(where)
        finally:
            server.shutdown()
            thread.join()
    assert "does not answer as OpenSearch does" in told
    assert "secret page" not in told


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("https://user:password@search:9200", "holds a user or password"),
        ("search:9200", "is no address of a server"),
        ("ftp://search", "is no address of a server"),
        ("https://", "is no address of a server"),
        ("https://search:port", "is no address of a server"),
        ("https://[search", "is no address of a server"),
    ],
)
def test_wrong_addresses(address: str, told: str) -> None:
    with pytest.raises(LawkbError, match=told) as error:
        read_cluster((address,), None, {})
    assert "password@" not in str(error.value)


def test_no_address() -> None:
    with pytest.raises(LawkbError, match="no address of the cluster"):
        read_cluster((), None, {})


def test_secrets_are_sent_to_other_machines_with_tls_only() -> None:
    environment = {"LAWKB_OPENSEARCH_TOKEN": SECRET}
    with pytest.raises(LawkbError, match="without TLS") as error:
        read_cluster(("http://search:9200",), None, environment)
    assert SECRET not in str(error.value)
    for address in ("http://127.0.0.1:9200", "http://localhost:9200", "https://search:9200"):
        where = read_cluster((address,), None, environment)
        assert where.token == SECRET
        assert SECRET not in repr(where)


@pytest.mark.parametrize(
    ("content", "told"),
    [(None, "cannot be read"), (b"\xff", "not UTF-8"), (b"x" * 70_000, "too long")],
)
def test_files_of_secrets(tmp_path: Path, content: bytes | None, told: str) -> None:
    file = tmp_path / "token"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(LawkbError, match=told):
        read_cluster(("https://x",), None, {"LAWKB_OPENSEARCH_TOKEN_FILE": str(file)})


def test_a_password_needs_a_user() -> None:
    with pytest.raises(LawkbError, match="no user"):
        read_cluster(("https://x",), None, {"LAWKB_OPENSEARCH_PASSWORD": "x"})


def test_a_file_without_certificates(tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    for content in (None, "no certificate"):
        if content:
            file.write_text(content)
        with pytest.raises(LawkbError, match="no certificates that can be read"):
            connect(read_cluster(("https://x",), file, {}))


def test_errors_of_lawkb_pass_unchanged() -> None:
    own = LawkbError("a", "b", "c")
    with (
        pytest.raises(LawkbError) as told,
        explained(read_cluster(("http://127.0.0.1:1",), None, {})),
    ):
        raise own
    assert told.value is own
