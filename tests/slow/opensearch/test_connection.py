"""Users, tokens and certificates, at a real node with TLS."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest

from lawkb.search.opensearch.connection import Cluster, connect, read_cluster
from lawkb.search.opensearch.loading import served
from tests.opensearch_cluster import PASSWORD, SIGNING_KEY, USER, cluster
from tests.opensearch_cluster import Cluster as Running
from tests.search.opensearch.test_connection import asked
from tests.slow.opensearch.states import ALIASES, texts

SECRET = "nobody may read this"


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with cluster(nodes=1, secured=True) as made:
        yield made


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


def test_a_user_without_rights_is_told(running: Running) -> None:
    told = asked(known(running, USER="stranger", PASSWORD=PASSWORD))
    assert "may not do that" in told
    assert PASSWORD not in told


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
