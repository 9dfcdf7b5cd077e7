"""A private DokuWiki of Debian's packages: loopback, its own folders, ended by its process id."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import xmlrpc.client
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal

import urllib3

PROGRAM = Path("/usr/share/dokuwiki")
CONFIGURATION = Path("/etc/dokuwiki")
# A later one with JSON-RPC, which `make dokuwiki-later` unpacks.
LATER = Path(__file__).parents[2] / ".venv" / "dokuwiki" / "root"
LATER_CONFIGURATION = LATER / "etc" / "dokuwiki"
USER, PASSWORD = "anna", "βότσαλο 7"
OTHER = "nikos"  # has the same password
# Whatever happens to the tests, the server does not outlive this.
LIFE_SECONDS = "600"
DATA = "pages attic media media_attic media_meta meta cache index locks tmp log".split()

PRELOAD = """<?php
if(!defined('DOKU_MAIN_CONF')) define('DOKU_MAIN_CONF', getenv('WIKI_CONF'));
if(!defined('DOKU_CONF')) define('DOKU_CONF', getenv('WIKI_CONF'));
"""
LOCAL = """<?php
$conf['title'] = 'Κώδικας των Τριών Βοτσάλων';
$conf['lang'] = 'el';
$conf['savedir'] = '{data}';
$conf['updatecheck'] = 0;
"""


def copy_program(folder: Path) -> None:
    """Put DokuWiki's own code into a folder, with an eye for the configuration of each instance."""
    shutil.copytree(PROGRAM, folder, dirs_exist_ok=True)
    (folder / "inc" / "preload.php").write_text(PRELOAD, encoding="utf-8")


def copy_later_program(folder: Path) -> None:
    """Do as ``copy_program`` with the later DokuWiki, which is not where it expects to be."""
    shutil.copytree(LATER / "usr" / "share" / "dokuwiki", folder, symlinks=True, dirs_exist_ok=True)
    for name in ("tpl", "plugins"):
        link = folder / "lib" / name
        link.unlink()
        shutil.copytree(LATER / "var" / "lib" / "dokuwiki" / "lib" / name, link, symlinks=True)
    for file in (folder / "vendor" / "composer").glob("autoload_*.php"):
        text = file.read_text("utf-8")
        file.write_text(text.replace("'/usr/share/", f"'{LATER}/usr/share/"), "utf-8")
    (folder / "inc" / "preload.php").write_text(PRELOAD, encoding="utf-8")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Wiki:
    """One wiki: a configuration, a data folder, a server that can die and come back."""

    program: Path
    folder: Path
    port: int = field(default_factory=free_port)
    configuration: Path = CONFIGURATION
    server: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pages(self) -> Path:
        return self.folder / "data" / "pages"

    def prepare(self) -> None:
        conf = self.folder / "conf"
        shutil.copytree(self.configuration, conf, ignore_dangling_symlinks=True)
        (conf / "plugins.local.php").unlink(missing_ok=True)
        for name in DATA:
            (self.folder / "data" / name).mkdir(parents=True)
        self.configure(remote=1, remoteuser="", useacl=0)

    def configure(self, **settings: object) -> None:
        lines = [LOCAL.format(data=self.folder / "data")]
        lines += [f"$conf['{name}'] = '{value}';\n" for name, value in settings.items()]
        (self.folder / "conf" / "local.php").write_text("".join(lines), encoding="utf-8")

    def ask_for_login(self, remoteuser: str = "@user", guests: int = 0) -> None:
        """Accounts and rights on; guests may do what the number says, 1 is reading."""
        code = f"echo password_hash({PASSWORD!r}, PASSWORD_BCRYPT, ['cost' => 4]);"
        digest = subprocess.run(
            ["php", "-r", code], capture_output=True, text=True, check=True
        ).stdout
        users = f"{USER}:{digest}:Άννα Σαμπλή:anna@example.org:user\n"
        users += f"{OTHER}:{digest}:Νίκος Δείγμας:nikos@example.org:user\n"
        (self.folder / "conf" / "users.auth.php").write_text(users, encoding="utf-8")
        self.allow(f"*\t@ALL\t{guests}", "*\t@user\t8")
        self.configure(remote=1, remoteuser=remoteuser, useacl=1)

    def allow(self, *lines: str) -> None:
        text = "\n".join(lines) + "\n"
        (self.folder / "conf" / "acl.auth.php").write_text(text, encoding="utf-8")

    def start(self) -> None:
        # A changed configuration counts at once, not after the two seconds PHP remembers it.
        options = "display_errors=0 date.timezone=Europe/Athens opcache.revalidate_freq=0".split()
        php = ["php", *(word for option in options for word in ("-d", option))]
        serve = ["-S", f"127.0.0.1:{self.port}", "-t", str(self.program)]
        with (self.folder / "server.log").open("ab") as log:
            self.server = subprocess.Popen(
                ["timeout", LIFE_SECONDS, *php, *serve],
                env={"PATH": "/usr/bin:/bin", "WIKI_CONF": f"{self.folder}/conf/"},
                stdout=log,
                stderr=log,
            )
        self._wait()

    def stop(self) -> None:
        if self.server:
            # ``timeout`` hands the signal on to PHP, and ends with it.
            self.server.terminate()
            self.server.wait(timeout=60)
            self.server = None

    def put(self, page: str, text: str, summary: str = "δοκιμή") -> None:
        """Save a page through the wiki's own interface; an empty text deletes it."""
        # A revision is named after its second: the wiki has but the last text of one.
        file = self.pages / f"{page.replace(':', '/')}.txt"
        while file.is_file() and int(file.stat().st_mtime) >= int(time.time()):
            time.sleep(0.05)
        with self.remote() as wiki:
            wiki.wiki.putPage(page, text, {"sum": summary})

    def remote(self, user: str = USER) -> xmlrpc.client.ServerProxy:
        """The wiki's own interface, for a user where there are users."""
        login = f"{user}:{urllib.parse.quote(PASSWORD)}@" if self._has_login() else ""
        return xmlrpc.client.ServerProxy(f"http://{login}127.0.0.1:{self.port}/lib/exe/xmlrpc.php")

    def history(self, page: str) -> list[tuple[str, str]]:
        """User and summary of each revision of a page, newest first."""
        with self.remote() as wiki:
            found: Any = wiki.wiki.getPageVersions(page, 0)
        return [(each["user"], each["sum"]) for each in found]

    def text(self, page: str) -> bytes:
        return (self.pages / f"{page}.txt").read_bytes()

    def _has_login(self) -> bool:
        return "useacl'] = '1'" in (self.folder / "conf" / "local.php").read_text("utf-8")

    def _wait(self) -> None:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/lib/exe/xmlrpc.php", timeout=60):
                    return
            except urllib.error.HTTPError:
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError((self.folder / "server.log").read_text("utf-8", "replace"))


# Of a request: handed on, or not; no answer; or one that asks to come back in an hour.
Fate = Literal["answered", "refused", "lost", "busy"]


@contextmanager
def wire(wiki: Wiki, fate: Callable[[bytes], Fate]) -> Iterator[str]:
    """A wire to a wiki; what becomes of a request is said when it is heard."""

    class Wire(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            told = fate(body)
            if told == "refused":
                self.connection.close()
                return
            if told == "busy":
                self.send_response(503)
                self.send_header("Retry-After", "3600")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            sent = {k: v for k, v in self.headers.items() if k not in ("Host", "Connection")}
            url = f"{wiki.url}{self.path}"
            answer = urllib3.request("POST", url, body=body, headers=sent, retries=False)
            if told == "lost":
                self.connection.close()
                return
            self.send_response(answer.status)
            self.send_header("Content-Length", str(len(answer.data)))
            self.end_headers()
            self.wfile.write(answer.data)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Wire) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
