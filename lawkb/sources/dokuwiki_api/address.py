"""The address of a wiki, the login, and the redirections that are followed."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urljoin, urlsplit

from lawkb.errors import LawkbError

USER, PASSWORD, TOKEN = "LAWKB_WIKI_USER", "LAWKB_WIKI_PASSWORD", "LAWKB_WIKI_TOKEN"
# Ends of addresses that people copy from the browser: a page, or one of the APIs.
_SCRIPT = re.compile(r"/(?:lib/exe/.*|(?:doku|index)\.php(?:/.*)?)$")
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class WikiAddress:
    """The base address of a wiki.

    Attributes:
        base: ``https://wiki.example/laws``, without a slash at the end.
    """

    base: str

    @property
    def host(self) -> str:
        """Return its host name in lower case."""
        return urlsplit(self.base).hostname or ""

    @property
    def in_clear(self) -> bool:
        """Whether requests can be read on the way: HTTP, and not on this machine."""
        return self.base.startswith("http:") and self.host not in ("127.0.0.1", "::1", "localhost")

    def url(self, path: str) -> str:
        """Return the address of a path below it."""
        return f"{self.base}/{path}"


@dataclass(frozen=True, slots=True)
class Login:
    """Credentials. Never printed or written.

    Attributes:
        user: User name; empty for a guest or with a token.
        password: Password of that user.
        token: Token from the user's profile, instead of both.
    """

    user: str = ""
    password: str = field(default="", repr=False)
    token: str = field(default="", repr=False)

    @property
    def given(self) -> bool:
        """Whether there are credentials; without them we are a guest."""
        return bool(self.user or self.token)

    @property
    def header(self) -> dict[str, str]:
        """Return the HTTP header for it."""
        if self.token:
            return {"Authorization": f"Bearer {self.token}"}
        if not self.user:
            return {}
        pair = base64.b64encode(f"{self.user}:{self.password}".encode(errors="surrogateescape"))
        return {"Authorization": f"Basic {pair.decode('ascii')}"}


def read_address(url: str) -> WikiAddress:
    """Return the wiki of an address of its front page, another page or an API.

    Raises:
        LawkbError: It is no web address, or has a user or password in it.
    """
    parts = _split(url)
    if parts is None or parts.scheme not in _PORTS or not parts.hostname:
        raise LawkbError(
            _without_login(url), "not the address of a wiki", "write it like https://wiki.example/"
        )
    if "@" in parts.netloc:
        raise LawkbError(
            _without_login(url),
            "an address with a user or password is refused: others can read it",
            f"set {USER} and {PASSWORD} in the environment",
        )
    path = _SCRIPT.sub("", parts.path).rstrip("/")
    return WikiAddress(f"{parts.scheme}://{parts.netloc.lower()}{path}")


def read_login(environment: Mapping[str, str]) -> Login:
    """Read the credentials from the environment; a guest when it has none.

    Raises:
        LawkbError: A user without a password, or a token that cannot be sent.
    """
    token = environment.get(TOKEN, "")
    if token:
        if not re.fullmatch(r"[!-~]+", token):
            what = "not a token: it has a space or a letter beyond ASCII"
            raise LawkbError(TOKEN, what, f"copy it from the wiki into {TOKEN} again")
        return Login(token=token)
    user, password = environment.get(USER, ""), environment.get(PASSWORD, "")
    if bool(user) != bool(password):
        raise LawkbError(
            USER if user else PASSWORD, "set without the other", f"set {USER} and {PASSWORD}"
        )
    return Login(user, password)


def follow(url: str, location: str) -> str:
    """Return the address of a redirection.

    Raises:
        LawkbError: It leads to another host, or leaves https; nothing is sent there, so that no
            password leaks.
    """
    try:
        target = urljoin(url, location)
    except ValueError:
        target = ""
    old, new = _split(url), _split(target)
    if old is None or new is None or new.scheme not in _PORTS or not new.hostname:
        raise LawkbError(url, "redirects to no valid address", "is it the address of a wiki?")
    shown = f"{new.scheme}://{new.netloc.rpartition('@')[2]}"
    if old.scheme == "https" and new.scheme == "http":
        raise LawkbError(url, f"redirects to {shown}, without https", "not followed")
    if not _same_place(old, new) or "@" in new.netloc:
        raise LawkbError(url, f"redirects to {shown}", "if that is the wiki, give that address")
    return target


def _same_place(old: SplitResult, new: SplitResult) -> bool:
    """Whether host and port are the same, or it changes from http to https on the same host."""
    ports = (old.port or _PORTS[old.scheme], new.port or _PORTS[new.scheme])
    upgraded = (old.scheme, new.scheme) == ("http", "https") and ports == (80, 443)
    return old.hostname == new.hostname and (
        upgraded or (old.scheme == new.scheme and ports[0] == ports[1])
    )


def _split(url: str) -> SplitResult | None:
    """Split an address; None when it is invalid, as by its port or its characters."""
    try:
        parts = urlsplit(url)
        good = parts.port != 0 and (parts.hostname or "").isprintable()
        parts.netloc.encode("idna" if not parts.netloc.isascii() else "ascii")
    except ValueError:
        return None
    return parts if good and not re.search(r"[\s\x00-\x20\x7f\\]", url) else None


def _without_login(url: str) -> str:
    return re.sub(r"//[^/]*@", "//", url)
