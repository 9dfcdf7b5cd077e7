"""A real OpenSearch cluster on loopback, for tests: three nodes, or one with TLS and users.

``make opensearch-programs`` fetches the programs into ``.venv/opensearch``; ``make opensearch``
starts a cluster by hand, prints its addresses, and stops it at Ctrl-C.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PROGRAMS = Path(sys.prefix) / "opensearch"
HEAP = "-Xms320m -Xmx320m"
USER, PASSWORD = "pebble", "a pebble in a pond"
_STARTED_WITHIN = 240  # seconds; a quiet machine needs some twenty
_STOPPED_WITHIN = 30
_ATTEMPTS = 3  # another program may take a port between finding and using it
_UNPRIVILEGED = "nobody"  # OpenSearch refuses to run as root
_TAIL = 2_000  # characters of a log that an error shows

# Absolute bounds: how full the disk of the machine is does not matter.
_SETTINGS = """\
cluster.name: lawkb-tests
network.host: 127.0.0.1
node.store.allow_mmap: false
cluster.routing.allocation.disk.watermark.low: 300mb
cluster.routing.allocation.disk.watermark.high: 200mb
cluster.routing.allocation.disk.watermark.flood_stage: 100mb
cluster.info.update.interval: 10s
"""
_SECURITY = """\
plugins.security.allow_default_init_securityindex: true
plugins.security.nodes_dn: ["O=*"]
plugins.security.ssl.transport.pemcert_filepath: node.pem
plugins.security.ssl.transport.pemkey_filepath: node-key.pem
plugins.security.ssl.transport.pemtrustedcas_filepath: ca.pem
plugins.security.ssl.transport.enforce_hostname_verification: false
plugins.security.ssl.http.enabled: true
http.bind_host: [127.0.0.1, 127.0.0.2]
plugins.security.ssl.http.pemcert_filepath: node.pem
plugins.security.ssl.http.pemkey_filepath: node-key.pem
plugins.security.ssl.http.pemtrustedcas_filepath: ca.pem
"""
_USERS = """\
_meta: {{type: internalusers, config_version: 2}}
{user}: {{hash: "{hash}", reserved: false, backend_roles: [admin]}}
stranger: {{hash: "{hash}", reserved: false, backend_roles: []}}
"""
# The bcrypt hash of PASSWORD, as the tool of the security plugin writes it.
_HASH = "$2y$12$DeqARdPtK7i1BwNrjFCq7.z4/TB3JGVVSmFMY7D6pDY.0g.HMi/2u"
# Users by password, and tokens (JWT) that are signed with SIGNING_KEY.
_AUTHENTICATION = """\
_meta: {{type: config, config_version: 2}}
config:
  dynamic:
    http: {{anonymous_auth_enabled: false}}
    authc:
      token:
        http_enabled: true
        order: 0
        http_authenticator:
          type: jwt
          challenge: false
          config: {{signing_key: "{key}", jwt_header: Authorization, roles_key: roles}}
        authentication_backend: {{type: noop}}
      password:
        http_enabled: true
        order: 1
        http_authenticator: {{type: basic, challenge: true}}
        authentication_backend: {{type: internal}}
"""
SIGNING_KEY = b64encode(b"the signing key of a cluster that only lives for some tests").decode()


@dataclass
class Node:
    """One process of a cluster.

    Attributes:
        name: Its name in the cluster, ``node-1``.
        folder: Its program, settings, data and logs.
        http: Port of its HTTP interface.
        transport: Port on which the nodes talk to each other.
        process: The process; None before it was started.
    """

    name: str
    folder: Path
    http: int
    transport: int
    process: subprocess.Popen[bytes] | None = None

    def kill(self) -> None:
        """End the node at once, as a power failure does."""
        if self.process:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(_STOPPED_WITHIN)

    def pause(self) -> None:
        """Stop the node without ending it: its connections stay open, and nothing answers."""
        if self.process:
            os.killpg(self.process.pid, signal.SIGSTOP)

    def resume(self) -> None:
        """Let a paused node go on."""
        if self.process:
            os.killpg(self.process.pid, signal.SIGCONT)

    def log(self) -> str:
        """Return the end of what the node printed."""
        text = (self.folder / "printed.log").read_text(encoding="utf-8", errors="replace")
        return text[-_TAIL:]


@dataclass
class Cluster:
    """A running cluster.

    Attributes:
        folder: Everything of it; removed in the end.
        nodes: Its nodes.
        ca: Certificate of the authority that signed those of the nodes; None without TLS.
    """

    folder: Path
    nodes: list[Node] = field(default_factory=list)
    ca: Path | None = None

    @property
    def addresses(self) -> tuple[str, ...]:
        """URLs of all nodes."""
        scheme = "https" if self.ca else "http"
        return tuple(f"{scheme}://127.0.0.1:{node.http}" for node in self.nodes)

    def start(self, node: Node) -> None:
        """Start a node, or start it again after it was killed."""
        home = node.folder / "program"
        known = {name: value for name, value in os.environ.items() if "OPENSEARCH" not in name}
        java = shutil.which("java")
        if java is None:
            raise RuntimeError("OpenSearch needs Java: make opensearch-programs")
        environment = {
            **known,
            "OPENSEARCH_JAVA_HOME": str(Path(java).resolve().parents[1]),
            "OPENSEARCH_JAVA_OPTS": HEAP,
            "OPENSEARCH_PATH_CONF": str(home / "config"),
        }
        with (node.folder / "printed.log").open("ab") as printed:
            node.process = subprocess.Popen(
                [str(home / "bin" / "opensearch")],
                cwd=home,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=printed,
                start_new_session=True,
                **_unprivileged(),
            )

    def ask(
        self, path: str, body: object = None, method: str | None = None, node: int = 0
    ) -> dict[str, Any]:
        """Ask a node by HTTP, and return what it answers; raise OSError when it does not."""
        sent = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        context = None
        if self.ca:
            context = ssl.create_default_context(cafile=str(self.ca))
            headers["Authorization"] = f"Basic {b64encode(f'{USER}:{PASSWORD}'.encode()).decode()}"
        url = f"{self.addresses[node]}{path}"
        request = urllib.request.Request(url, sent, headers, method=method)
        with urllib.request.urlopen(request, timeout=30, context=context) as answer:
            read: dict[str, Any] = json.load(answer)
        return read

    def wait(self, nodes: int | None = None, status: str = "yellow") -> None:
        """Wait until the cluster has its nodes and a status; after a while raise RuntimeError."""
        until = time.monotonic() + _STARTED_WITHIN
        wanted = len(self.nodes) if nodes is None else nodes
        asked = next(at for at, node in enumerate(self.nodes) if _runs(node))
        while time.monotonic() < until:
            with suppress(OSError, ValueError):
                held = self.ask("/_cluster/health", node=asked)
                if held["number_of_nodes"] == wanted and held["status"] in {status, "green"}:
                    return
            ended = [node for node in self.nodes[asked:] if node.process and not _runs(node)]
            if ended and nodes is None:
                raise RuntimeError(f"{ended[0].name} ended:\n{ended[0].log()}")
            time.sleep(0.3)
        raise RuntimeError(f"OpenSearch did not start:\n{self.nodes[asked].log()}")

    def stop(self) -> None:
        """End all nodes, and remove everything of the cluster."""
        for node in self.nodes:
            node.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def cluster(nodes: int = 3, secured: bool = False) -> Iterator[Cluster]:
    """Start a cluster, and end it afterwards.

    Args:
        nodes: How many nodes.
        secured: Whether the nodes use TLS and know users; the certificates are made for this
            cluster alone.
    """
    for attempt in range(_ATTEMPTS):
        made = _prepared(nodes, secured)
        try:
            for node in made.nodes:
                made.start(node)
            made.wait()
        except RuntimeError as error:
            made.stop()
            if attempt + 1 == _ATTEMPTS or "Address already in use" not in str(error):
                raise
            continue
        try:
            yield made
        finally:
            made.stop()
        return


def _prepared(nodes: int, secured: bool) -> Cluster:
    folder = Path(tempfile.mkdtemp(prefix="lawkb-opensearch-"))
    folder.chmod(0o755)
    made = Cluster(folder)
    ports = _free_ports(2 * nodes)
    for at in range(nodes):
        own = folder / f"node-{at + 1}"
        own.mkdir()
        made.nodes.append(Node(own.name, own, ports[2 * at], ports[2 * at + 1]))
    for node in made.nodes:
        home = node.folder / "program"
        _unpack("opensearch.zip", node.folder)
        next(node.folder.glob("opensearch-*")).rename(home)
        settings = _SETTINGS + _of_node(node, made)
        if secured:
            _unpack("security.zip", home / "plugins" / "opensearch-security")
            made.ca = _secure(home)
            settings += _SECURITY
        (home / "config" / "opensearch.yml").write_text(settings, encoding="utf-8")
    if os.geteuid() == 0:
        for path in (folder, *folder.rglob("*")):
            shutil.chown(path, _UNPRIVILEGED)
    return made


def _of_node(node: Node, cluster: Cluster) -> str:
    peers = json.dumps([f"127.0.0.1:{each.transport}" for each in cluster.nodes])
    names = json.dumps([each.name for each in cluster.nodes])
    return (
        f"node.name: {node.name}\nhttp.port: {node.http}\ntransport.port: {node.transport}\n"
        f"path.data: {node.folder / 'data'}\npath.logs: {node.folder / 'logs'}\n"
        f"discovery.seed_hosts: {peers}\ncluster.initial_cluster_manager_nodes: {names}\n"
    )


def _unpack(name: str, folder: Path) -> None:
    """Unpack a program with the rights of its files."""
    try:
        with zipfile.ZipFile(PROGRAMS / name) as packed:
            packed.extractall(folder)
            for each in packed.infolist():
                rights = each.external_attr >> 16 & 0o777
                (folder / each.filename).chmod((rights or 0o755) | 0o200)
    except FileNotFoundError:
        raise RuntimeError(f"{PROGRAMS / name} is missing: make opensearch-programs") from None


def _secure(home: Path) -> Path:
    """Write certificates, users and their authentication; return the authority's certificate."""
    import trustme
    from cryptography.hazmat.primitives import serialization as keys

    config = home / "config"
    authority = trustme.CA()
    own = authority.issue_cert("127.0.0.1", "localhost", organization_name="lawkb")
    authority.cert_pem.write_to_path(str(config / "ca.pem"))
    # The plugin reads no other form of a key.
    key = keys.load_pem_private_key(own.private_key_pem.bytes(), None).private_bytes(
        keys.Encoding.PEM, keys.PrivateFormat.PKCS8, keys.NoEncryption()
    )
    (config / "node-key.pem").write_bytes(key)
    own.cert_chain_pems[0].write_to_path(str(config / "node.pem"))
    settings = config / "opensearch-security"
    shutil.copytree(home / "plugins" / "opensearch-security" / "config", settings)
    users = _USERS.format(user=USER, hash=_HASH)
    (settings / "internal_users.yml").write_text(users, encoding="utf-8")
    authentication = _AUTHENTICATION.format(key=SIGNING_KEY)
    (settings / "config.yml").write_text(authentication, encoding="utf-8")
    return config / "ca.pem"


def _unprivileged() -> dict[str, Any]:
    if os.geteuid() != 0:
        return {}
    return {"user": _UNPRIVILEGED, "extra_groups": []}


def _runs(node: Node) -> bool:
    return node.process is not None and node.process.poll() is None


def _free_ports(count: int) -> list[int]:
    taken = [socket.socket() for _ in range(count)]
    try:
        for each in taken:
            each.bind(("127.0.0.1", 0))
        return [int(each.getsockname()[1]) for each in taken]
    finally:
        for each in taken:
            each.close()


def main() -> None:
    """Start a cluster and wait for Ctrl-C."""
    with cluster(secured="--secured" in sys.argv) as running:
        sys.stdout.write(f"OpenSearch runs at {', '.join(running.addresses)}\n")
        sys.stdout.write("Ctrl-C stops it and removes its data\n")
        sys.stdout.flush()
        with suppress(KeyboardInterrupt):
            signal.pause()


if __name__ == "__main__":
    main()
