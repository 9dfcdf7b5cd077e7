"""Users, tokens and certificates, at a real node with TLS; addresses and secrets without one."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
import time
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest

from lawkb.errors import LawkbError
from lawkb.search.opensearch.connection import Cluster, connect, explained, read_cluster
from lawkb.search.opensearch.loading import load, served
from tests.opensearch_cluster import PASSWORD, SIGNING_KEY, USER, cluster
from tests.opensearch_cluster import Cluster as Running
from tests.search.opensearch.states import ALIASES, state, texts

on_a_cluster = pytest.mark.opensearch
SECRET = "nobody may read this"


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with cluster(nodes=1, secured=True) as made:
        yield made


def asked(where: Cluster) -> str:
    """What a load says; empty if it succeeds."""
    try:
        load(connect(where), where, state("A", 50), lambda _: None)
    except LawkbError as error:
        assert str(error).count("\n") == 2
        return str(error)
    return ""


def token(key: str = SIGNING_KEY, until: float = 600) -> str:
    """A JWT, signed with HMAC and SHA-256."""
    claims = {"sub": "server", "roles": ["admin"], "exp": int(time.time() + until)}
    parts = [json.dumps(each).encode() for each in ({"alg": "HS256", "typ": "JWT"}, claims)]
    signed = b".".join(urlsafe_b64encode(part).rstrip(b"=") for part in parts)
    signature = hmac.new(b64decode(key), signed, hashlib.sha256).digest()
    return (signed + b"." + urlsafe_b64encode(signature).rstrip(b"=")).decode()


def known(running: Running, **environment: str) -> Cluster:
    return read_cluster(
        running.addresses,
        running.ca,
        {f"LAWKB_OPENSEARCH_{name}": value for name, value in environment.items()},
    )


@on_a_cluster
def test_a_user_and_a_token_are_let_in(running: Running, tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text(f"{PASSWORD}\n")
    for where in (
        known(running, USER=USER, PASSWORD=PASSWORD),
        known(running, USER=USER, PASSWORD_FILE=str(file)),
        known(running, TOKEN=token()),
    ):
        assert asked(where) == ""
        found = served(connect(where), ALIASES)
        assert sum(each.documents for each in found.values()) == len(list(texts("A", 50)))


@on_a_cluster
def test_wrong_users_are_told_without_their_secret(running: Running) -> None:
    for environment in (
        {},
        {"USER": USER, "PASSWORD": SECRET},
        {"USER": "nobody", "PASSWORD": SECRET},
        {"TOKEN": SECRET},
        {"TOKEN": token(key="c29tZWJvZHkgZWxzZSdzIGtleSwgd2hpY2ggaXMgbG9uZyBlbm91Z2g=")},
        {"TOKEN": token(until=-3600)},
    ):
        told = asked(known(running, **environment))
        assert "does not know this user or token" in told
        assert not any(secret in told for secret in environment.values() if secret != USER)


@on_a_cluster
def test_a_user_without_rights_is_told(running: Running) -> None:
    told = asked(known(running, USER="stranger", PASSWORD=PASSWORD))
    assert "may not do that" in told
    assert PASSWORD not in told


@on_a_cluster
def test_a_certificate_that_does_not_fit(running: Running, tmp_path: Path) -> None:
    import trustme

    other = tmp_path / "other.pem"
    trustme.CA().cert_pem.write_to_path(str(other))
    for authority in (other, None):
        where = read_cluster(running.addresses, authority, {})
        assert "its certificate does not fit: " in asked(where)
    # The authority is right, and the certificate names 127.0.0.1 and localhost.
    elsewhere = tuple(each.replace("127.0.0.1", "127.0.0.2") for each in running.addresses)
    told = asked(read_cluster(elsewhere, running.ca, {}))
    assert "its certificate does not fit: IP address mismatch" in told
    assert asked(known(running, USER=USER, PASSWORD=PASSWORD)) == ""


def test_a_cluster_that_is_not_there() -> None:
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
