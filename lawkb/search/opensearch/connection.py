"""The connection to an OpenSearch cluster: addresses, certificates, users, and what can go wrong.

Who asks is in the environment, never in the corpus and never in a message:
``LAWKB_OPENSEARCH_USER`` with ``LAWKB_OPENSEARCH_PASSWORD``, or ``LAWKB_OPENSEARCH_TOKEN``. The
names with ``_FILE`` at the end, such as ``LAWKB_OPENSEARCH_TOKEN_FILE``, name files in their place,
as orchestrators of containers give them.
"""

from __future__ import annotations

import logging
import os
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from lawkb.errors import LawkbError
from lawkb.extras import needs

if TYPE_CHECKING:
    from opensearchpy import OpenSearch

USER, PASSWORD, TOKEN = (
    "LAWKB_OPENSEARCH_USER",
    "LAWKB_OPENSEARCH_PASSWORD",
    "LAWKB_OPENSEARCH_TOKEN",
)
SECONDS = 30  # until a node that does not answer is left for another one
_LONGEST_SECRET = 64 << 10
UNPLACED = "no node takes the index"
_BLOCKED = {"cluster_block_exception", "index_create_block_exception", UNPLACED}


@dataclass(frozen=True, slots=True)
class Cluster:
    """Where a cluster is, and who asks it."""

    addresses: tuple[str, ...]  # URLs of its nodes, `https://search-1:9200`.
    # File with the certificates (PEM) of the authority that signed those of the nodes; None for the
    # authorities that the machine trusts.
    authority: Path | None = None
    user: str = ""  # Name of the user; empty for none.
    password: str = field(default="", repr=False)  # The password of the user.
    # A token (JWT or another bearer token) in place of a user.
    token: str = field(default="", repr=False)

    @property
    def name(self) -> str:
        """The first address, as messages name the cluster."""
        return self.addresses[0]


def read_cluster(
    addresses: tuple[str, ...],
    authority: Path | None,
    environment: Mapping[str, str] = os.environ,
) -> Cluster:
    """Return a cluster with the user or token of the environment.

    Args:
        authority: File with the certificates of their authority, or None.
        environment: The variables, and those that name a file, with ``_FILE`` at the end.

    Raises:
        LawkbError: There is no address, an address holds a password, a secret would be sent without
            TLS to another machine, or a file of a secret cannot be read.
    """
    if not addresses:
        hint = 'write addresses = ["https://search-1:9200"] under [search] in corpus.toml'
        raise LawkbError("OpenSearch", "no address of the cluster is given", hint)
    for address in addresses:
        _check_address(address)
    token, password = (_secret(name, environment) for name in (TOKEN, PASSWORD))
    user = environment.get(USER, "")
    if password and not user:
        raise LawkbError(USER, "there is a password and no user", f"set {USER}")
    if token or password:
        for address in addresses:
            if urlsplit(address).scheme == "http" and not _is_here(address):
                what = "a password or token would be sent there without TLS"
                raise LawkbError(address, what, "give the address with https://")
    return Cluster(addresses, authority, user if password else "", password, token)


def connect(cluster: Cluster) -> OpenSearch:
    """Return a client of a cluster; nothing is asked yet.

    A node that does not answer is left for the next one.

    Raises:
        LawkbError: The client is not installed, or the file of certificates cannot be used.
    """
    # Not above: who uses the embedded engine need not have it.
    with needs("opensearch", "OpenSearch"):
        from opensearchpy import OpenSearch
    # Its warnings tell of nodes that do not answer, with the whole stack; our errors tell it.
    logging.getLogger("opensearch").setLevel(logging.ERROR)
    chosen: dict[str, Any] = {}
    if cluster.authority:
        chosen["ssl_context"] = _trusting(cluster.authority)
    if cluster.token:
        chosen["headers"] = {"Authorization": f"Bearer {cluster.token}"}
    elif cluster.user:
        chosen["http_auth"] = (cluster.user, cluster.password)
    return OpenSearch(
        list(cluster.addresses),
        timeout=SECONDS,
        retry_on_timeout=True,
        max_retries=2 * len(cluster.addresses),
        http_compress=True,
        **chosen,
    )


@contextmanager
def explained(cluster: Cluster) -> Iterator[None]:
    """Turn errors of the client into those of lawkb: where, what, and what to do.

    Raises:
        LawkbError: The cluster does not answer, refuses, or has no room.
    """
    from opensearchpy import exceptions

    try:
        yield
    except exceptions.AuthenticationException:
        what = "the cluster does not know this user or token, or the password is wrong"
        raise LawkbError(cluster.name, what, f"set {USER} and {PASSWORD}, or {TOKEN}") from None
    except exceptions.SSLError as error:
        told = [getattr(each, "verify_message", "") for each in _causes(error.info)]
        what = f"its certificate does not fit: {next(filter(None, told), 'TLS fails')}"
        hint = "name the authority's certificates: authority under [search] in corpus.toml"
        raise LawkbError(cluster.name, what, hint) from None
    except exceptions.ConnectionTimeout:
        what = f"no node answered within {SECONDS} seconds"
        hint = "look at the load of the cluster, and run this again"
        raise LawkbError(cluster.name, what, hint) from None
    except exceptions.ConnectionError as error:
        raise LawkbError(
            cluster.name,
            f"no node of the cluster can be reached: {_reason(error.info)}",
            "look whether it runs, and whether the addresses in corpus.toml are right",
        ) from None
    except exceptions.SerializationError:
        what = "the server there does not answer as OpenSearch does"
        hint = "look whether the addresses in corpus.toml are right"
        raise LawkbError(cluster.name, what, hint) from None
    except exceptions.TransportError as error:
        raise _of_answer(cluster, error.status_code, _kind(error)) from None


def of_status(cluster: Cluster, status: int, kind: str) -> LawkbError:
    """Return the error for the status and the kind of error that the cluster gave one document."""
    return _of_answer(cluster, status, kind)


def _of_answer(cluster: Cluster, status: int | str, kind: str) -> LawkbError:
    if kind in _BLOCKED:
        what = f"it takes no documents: {kind}; a disk of a node is probably full"
        return LawkbError(cluster.name, what, "make room on its disks, and run this again")
    if status == 403:
        what = "this user or token may not do that"
        return LawkbError(cluster.name, what, "give the role the rights that the manual names")
    if status == 404:
        what = "the index went away: another load replaced it, or somebody removed it"
        return LawkbError(cluster.name, what, "run this again")
    if status in (429, 503):
        what = f"the cluster is overloaded, or parts of the index are on no node: {kind}"
        return LawkbError(cluster.name, what, "wait until its nodes are there, and run this again")
    what = f"the cluster answered {status}: {kind}"
    return LawkbError(cluster.name, what, "look at the log of the cluster")


def _kind(error: Any) -> str:
    """Return the kind of an error of the server, ``cluster_block_exception``; never its text."""
    info = error.info
    told = info.get("error") if isinstance(info, dict) else None
    if isinstance(told, dict):
        causes = told.get("root_cause") or [{}]
        return str(told.get("type") or causes[0].get("type"))
    return "an error that is no JSON" if not isinstance(error.error, str) else error.error[:80]


def _reason(error: object) -> str:
    """Return why a connection failed, without addresses and passwords: ``Connection refused``."""
    causes = [*_causes(error)]
    known = (each.strerror for each in causes if isinstance(each, OSError) and each.strerror)
    return next(known, type(causes[-1]).__name__ if causes else "for no known reason")


def _causes(error: object) -> Iterator[BaseException]:
    """Yield an error and what caused it, which libraries keep in several places."""
    seen: list[object] = []
    waiting = [error]
    while waiting:
        each = waiting.pop()
        if isinstance(each, BaseException) and each not in seen:
            seen.append(each)
            yield each
            waiting += [*each.args, getattr(each, "reason", None), each.__context__, each.__cause__]


def _check_address(address: str) -> None:
    try:
        parts = urlsplit(address)
        bad = parts.scheme not in {"http", "https"} or not parts.hostname
        hidden = parts.username is not None or parts.password is not None
        _ = parts.port
    except ValueError:
        bad, hidden = True, False
    if hidden:
        raise LawkbError(
            "OpenSearch",
            "an address holds a user or password, and everybody reads corpus.toml",
            f"take it out, and set {USER} and {PASSWORD}",
        )
    if bad:
        raise LawkbError(address, "is no address of a server", "write https://search-1:9200")


def _secret(name: str, environment: Mapping[str, str]) -> str:
    file = environment.get(f"{name}_FILE")
    if not file:
        return environment.get(name, "")
    try:
        with Path(file).open("rb") as opened:
            content = opened.read(_LONGEST_SECRET + 1)
        if len(content) > _LONGEST_SECRET:
            raise LawkbError(f"{name}_FILE", "the file is too long for a secret", "name another")
        return content.decode().rstrip("\r\n")
    except OSError as error:
        what = f"the file cannot be read: {error.strerror}"
        raise LawkbError(f"{name}_FILE", what, "name a file that this user may read") from None
    except ValueError:
        raise LawkbError(f"{name}_FILE", "the file is not UTF-8", "name another") from None


def _trusting(authority: Path) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=str(authority))
    except (OSError, ssl.SSLError) as error:
        what = f"has no certificates that can be read: {error.strerror or 'it is no PEM file'}"
        hint = "name the file with the authority's certificates: authority under [search]"
        raise LawkbError(str(authority), what, hint) from None


def _is_here(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
