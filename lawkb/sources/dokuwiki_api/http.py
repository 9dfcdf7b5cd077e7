"""HTTP requests to a wiki: its address and login, polite, retried and bounded; errors by kind."""

from __future__ import annotations

import base64
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import TracebackType
from urllib.parse import SplitResult, urljoin, urlsplit

import urllib3
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import HTTPError, NameResolutionError, SSLError

from lawkb.errors import LawkbError

USER, PASSWORD, TOKEN = "LAWKB_WIKI_USER", "LAWKB_WIKI_PASSWORD", "LAWKB_WIKI_TOKEN"
# Ends of addresses that people copy from the browser: a page, or one of the APIs.
_SCRIPT = re.compile(r"/(?:lib/exe/.*|(?:doku|index)\.php(?:/.*)?)$")
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Login:
    """Credentials for a wiki. They are never printed or written."""

    user: str = ""  # User name; empty for a guest or with a token.
    password: str = field(default="", repr=False)  # Password of that user.
    # Token from the user's profile, instead of user name and password.
    token: str = field(default="", repr=False)

    @property
    def given(self) -> bool:
        """Whether there are credentials; without them requests are those of a guest."""
        return bool(self.user or self.token)

    @property
    def header(self) -> dict[str, str]:
        """Return the HTTP header ``Authorization``; empty for a guest."""
        if self.token:
            return {"Authorization": f"Bearer {self.token}"}
        if not self.user:
            return {}
        pair = base64.b64encode(f"{self.user}:{self.password}".encode(errors="surrogateescape"))
        return {"Authorization": f"Basic {pair.decode('ascii')}"}


def host_of(wiki: str) -> str:
    """Return the host name of a wiki in lower case."""
    return urlsplit(wiki).hostname or ""


def is_in_clear(wiki: str) -> bool:
    """Whether others can read requests on the way: plain HTTP, except to this machine."""
    return wiki.startswith("http:") and host_of(wiki) not in ("127.0.0.1", "::1", "localhost")


def read_address(url: str) -> str:
    """Return the base address of a wiki from the address of any page or API of it.

    It has no slash at the end: ``https://wiki.example/laws``.

    Raises:
        LawkbError: ``url`` is not a web address, or contains a user name or password.
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
    return f"{parts.scheme}://{parts.netloc.lower()}{path}"


def read_login(environment: Mapping[str, str]) -> Login:
    """Read the credentials from environment variables; without any, return a guest.

    Raises:
        LawkbError: There is a user without a password, or a token that cannot be sent.
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
    """Return the address to which a server redirects a request.

    Raises:
        LawkbError: The address is on another host, or changes from https to http. Nothing is sent
            there, so that no password leaks.
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
        raise LawkbError(
            url, f"redirects to {shown}, without https", "give the https address of the wiki"
        )
    if not _same_place(old, new) or "@" in new.netloc:
        raise LawkbError(url, f"redirects to {shown}", "if that is the wiki, give that address")
    return target


def _same_place(old: SplitResult, new: SplitResult) -> bool:
    """Whether host and port are equal, or only http has changed to https on the same host."""
    ports = (old.port or _PORTS[old.scheme], new.port or _PORTS[new.scheme])
    upgraded = (old.scheme, new.scheme) == ("http", "https") and ports == (80, 443)
    return old.hostname == new.hostname and (
        upgraded or (old.scheme == new.scheme and ports[0] == ports[1])
    )


def _split(url: str) -> SplitResult | None:
    """Split an address; None when it is invalid, such as one with a wrong port or character."""
    try:
        parts = urlsplit(url)
        good = parts.port != 0 and (parts.hostname or "").isprintable()
        parts.netloc.encode("idna" if not parts.netloc.isascii() else "ascii")
    except ValueError:
        return None
    return parts if good and not re.search(r"[\s\x00-\x20\x7f\\]", url) else None


def _without_login(url: str) -> str:
    return re.sub(r"//[^/]*@", "//", url)


class UnreachableError(LawkbError):
    """No answer: no such host, refused, too slow, a wrong certificate."""

    __slots__ = ()


class RemoteOffError(LawkbError):
    """The wiki answers, but its remote API is switched off."""

    __slots__ = ()


class NotAllowedError(LawkbError):
    """The wiki does not let this user, or a guest, read it."""

    __slots__ = ()


class SignInPageError(NotAllowedError):
    """A page to sign in is where the remote API should be."""

    __slots__ = ()


class PageMissingError(LawkbError):
    """The wiki has no such page, or has it no longer."""

    __slots__ = ()


class PageLockedError(LawkbError):
    """Somebody else is editing the page."""

    __slots__ = ()


class BadAnswerError(LawkbError):
    """An answer that cannot be used: too long, truncated, not of DokuWiki, an error."""

    __slots__ = ()


class BusyError(BadAnswerError):
    """The server asks to come back later: too many requests, or out of service."""

    __slots__ = ()


class EndlessError(BadAnswerError):
    """An answer that does not end, or is longer than any of a wiki."""

    __slots__ = ()


class ServerFailedError(BadAnswerError):
    """An error of the server, of which it does not say when it ends."""

    __slots__ = ()


class UnsureError(LawkbError):
    """A request that may have been carried out or not: the answer to it was lost."""

    __slots__ = ()


def one_line(words: str) -> str:
    """Return the message of an untrusted server as one short printable line."""
    line = " ".join(words.split())[:200]
    return "".join(sign for sign in line if sign.isprintable())


LARGEST_ANSWER = 32 * 2**20
LONGEST_WAIT_SECONDS = 30.0
_PIECE = 2**16
_REDIRECTIONS = 5
_MOVED = (301, 302, 303, 307, 308)


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """Delays, retries and time limits of requests to a wiki."""

    delay_seconds: float = 0.5  # Seconds between two requests.
    tries: int = 5  # Number of attempts before a request fails.
    wait_seconds: float = 0.5  # Seconds before the first retry; doubled for each further one.
    silence_seconds: float = 30.0  # Seconds without a byte after which an attempt fails.
    # Most seconds from opening the connection to the last byte of the answer.
    answer_seconds: float = 300.0


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a request."""

    url: str  # the address that answered, after redirections
    status: int  # HTTP status code
    body: bytes  # at most ``LARGEST_ANSWER`` bytes


class WikiConnection:
    """A connection to one wiki. Close it, or use it in a ``with``."""

    __slots__ = ("_deadline", "_last", "_patience", "_pool", "address", "login")

    def __init__(self, address: str, login: Login, patience: RequestLimits) -> None:
        """Store address, login and limits; nothing is sent yet."""
        self.address = address
        self.login = login
        self._patience = patience
        self._last = float("-inf")
        # No proxies and no .netrc from the environment: only what the user gave is used.
        self._pool = urllib3.PoolManager(
            timeout=urllib3.Timeout(connect=10.0, read=patience.silence_seconds),
            retries=False,
            maxsize=1,
        )
        self._deadline = _Deadline()
        self._pool.pool_classes_by_scheme = _watched_pools(self._deadline.watch)

    def __enter__(self) -> WikiConnection:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pool.clear()

    def post(self, path: str, body: bytes, content_type: str) -> Answer:
        """Send a POST request to a path of the wiki; repeat failed attempts with increasing waits.

        Returns:
            The answer, of a status below 500 that is neither 429 nor a redirection.

        Raises:
            UnreachableError: No answer came in any attempt.
            BusyError: Every attempt was answered so, or the first one asks for a long wait.
            ServerFailedError: Every attempt gave a server error.
            EndlessError: The answer was too long, in bytes or in time.
            LawkbError: The wiki redirects to another host, or from https to http.
        """
        for attempt in Retrying(
            stop=stop_after_attempt(self._patience.tries),
            retry=retry_if_exception(_may_be_repeated),
            wait=self._wait,
            reraise=True,
        ):
            with attempt:
                return self._follow(f"{self.address}/{path}", body, self._headers(content_type))
        raise AssertionError("tenacity raises the last error")

    def post_once(self, path: str, body: bytes, content_type: str) -> Answer:
        """Send a POST request that changes something: like ``post``, but never a second time.

        Raises:
            UnsureError: The answer was lost, so that it is not known whether it was carried out.
            EndlessError: The answer was too long.
            LawkbError: The wiki redirects to another host, or from https to http.
        """
        try:
            return self._follow(f"{self.address}/{path}", body, self._headers(content_type))
        except _RetryError as lost:
            raise UnsureError(lost.where, lost.what, "fetch the page to see") from lost

    def _headers(self, content_type: str) -> dict[str, str]:
        return {
            "Content-Type": content_type,
            # A compressed answer could be a decompression bomb.
            "Accept-Encoding": "identity",
            "User-Agent": "lawkb",
            **self.login.header,
        }

    def _wait(self, state: RetryCallState) -> float:
        """Return the seconds before a retry: as the server asks, else doubled each time.

        They are bounded, whatever the server asks.
        """
        fault = state.outcome.exception() if state.outcome else None
        requested = fault.after if isinstance(fault, _RetryError) else 0.0
        doubled = self._patience.wait_seconds * 2.0 ** (state.attempt_number - 1)
        return min(max(requested, doubled), LONGEST_WAIT_SECONDS)

    def _follow(self, url: str, body: bytes, headers: dict[str, str]) -> Answer:
        for _ in range(_REDIRECTIONS):
            answer, location = self._ask(url, body, headers)
            if answer.status not in _MOVED or not location:
                return answer
            url = follow(url, location)
        raise BadAnswerError(url, "redirects in circles", "give the final address")

    def _ask(self, url: str, body: bytes, headers: dict[str, str]) -> tuple[Answer, str]:
        self._be_polite()
        try:
            with self._deadline.within(self._patience.answer_seconds, url):
                response = self._pool.request(
                    "POST", url, body=body, headers=headers, preload_content=False, redirect=False
                )
                # A connection is used again only after its answer was read to the end.
                with closing(response):
                    content = _read(url, response)
        except HTTPError as error:
            raise _no_answer(url, error) from error
        if response.status >= 500 or response.status == 429:
            raise _server_error(url, response.status, _seconds(response.headers))
        return Answer(url, response.status, content), response.headers.get("Location", "")

    def _be_polite(self) -> None:
        due = self._last + self._patience.delay_seconds
        time.sleep(max(0.0, due - time.monotonic()))
        self._last = time.monotonic()


_HINT = "is it the address of a DokuWiki?"


def _read(url: str, response: urllib3.BaseHTTPResponse) -> bytes:
    if response.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise BadAnswerError(url, "a compressed answer, which was not requested", _HINT)
    pieces, size = [], 0
    while piece := response.read1(_PIECE, decode_content=False):
        pieces.append(piece)
        size += len(piece)
        if size > LARGEST_ANSWER:
            raise EndlessError(url, f"an answer of more than {LARGEST_ANSWER >> 20} MiB", _HINT)
    return b"".join(pieces)


class _Deadline:
    """A time limit on the answer of a connection, whatever is being read.

    A socket time-out starts again with every byte, and headers, trailers and ``100 Continue``
    are read inside of libraries: so a second thread shuts the socket down.
    """

    __slots__ = ("_ended", "_socket")

    def __init__(self) -> None:
        self._socket: socket.socket | None = None
        self._ended = False

    def watch(self, opened: socket.socket) -> None:
        """Store a socket that was just opened, to be shut down when the time is over."""
        self._socket = opened
        if self._ended:
            self._shut()

    @contextmanager
    def within(self, seconds: float, url: str) -> Iterator[None]:
        """Shut the connection down if the block takes longer than some seconds.

        Raises:
            EndlessError: The answer was not complete by then.
        """
        self._ended = False
        timer = threading.Timer(seconds, self._end)
        timer.daemon = True
        timer.start()
        fault: HTTPError | None = None
        try:
            yield
        except HTTPError as error:
            fault = error
        finally:
            timer.cancel()
        if self._ended:
            raise EndlessError(url, "an answer that does not end", _HINT) from fault
        if fault:
            raise fault

    def _end(self) -> None:
        self._ended = True
        self._shut()

    def _shut(self) -> None:
        if self._socket:
            with suppress(OSError):  # already closed
                # Not the shutdown of TLS, which would remove the object that is being read.
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


def _watched_pools(watch: Callable[[socket.socket], None]) -> dict[str, type[HTTPConnectionPool]]:
    """Return pools that pass each new socket to ``watch``; connecting has its own time-out."""

    class Plain(HTTPConnection):
        def connect(self) -> None:
            super().connect()
            watch(self.sock)

    class Safe(HTTPSConnection):
        def connect(self) -> None:
            super().connect()
            watch(self.sock)

    class PlainPool(HTTPConnectionPool):
        ConnectionCls = Plain

    class SafePool(HTTPSConnectionPool):
        ConnectionCls = Safe

    return {"http": PlainPool, "https": SafePool}


class _RetryError(LawkbError):
    """An error that may not occur in the next attempt."""

    __slots__ = ("after",)

    def __init__(self, where: str, what: str, hint: str, after: float = 0.0) -> None:
        super().__init__(where, what, hint)
        self.after = after


class _NoAnswerError(_RetryError, UnreachableError):
    """No answer."""

    __slots__ = ()


class _FailedError(_RetryError, ServerFailedError):
    """An error of the server."""

    __slots__ = ()


class _BusyServerError(_RetryError, BusyError):
    """A server that asks to come back later."""

    __slots__ = ()


def _may_be_repeated(error: BaseException) -> bool:
    """Return whether an attempt is repeated; a server that asks for a long wait is left alone."""
    return isinstance(error, _RetryError) and error.after <= LONGEST_WAIT_SECONDS


def _server_error(url: str, status: int, after: float) -> _RetryError:
    """Return the error for a status of 429 or of 500 and above.

    Args:
        after: Seconds that the server asks to wait; 0 if it does not say.
    """
    asked = f"; it asks to wait {_duration(after)}" if after else ""
    when = "then" if after else "later"
    if status == 429:
        what = f"too many requests in a short time (HTTP 429){asked}"
        return _BusyServerError(url, what, f"run it again {when}, with a longer --delay", after)
    if status == 503:
        what = f"out of service for now (HTTP 503){asked}"
        return _BusyServerError(url, what, f"run it again {when}: what is done is kept", after)
    return _FailedError(url, f"an error of the server: HTTP {status}", "try later", after)


def _duration(seconds: float) -> str:
    """Return a time in words: `90 seconds`, `20 minutes`, more than a day as that."""
    if seconds < 120:
        return f"{seconds:.0f} seconds" if seconds != 1 else "a second"
    minutes = -(-seconds // 60)
    if minutes < 120:
        return f"{minutes:.0f} minutes"
    return f"{-(-minutes // 60):.0f} hours" if minutes <= 24 * 60 else "more than a day"


def _no_answer(url: str, error: HTTPError) -> LawkbError:
    if isinstance(error, NameResolutionError):
        return UnreachableError(url, "there is no such host", "check the address and the network")
    if isinstance(error, SSLError):
        return UnreachableError(
            url, f"no safe connection: {_words(error)}", "check the address and its certificate"
        )
    return _NoAnswerError(
        url, f"no answer: {_words(error)}", "try later; what was done so far is saved"
    )


def _words(error: HTTPError) -> str:
    """Return the reason of an error without the Python objects that urllib3 puts around it."""
    inner = error.args[-1] if error.args and isinstance(error.args[-1], Exception) else error
    words = str(inner).rpartition(": ")[2]
    return one_line(re.sub(r"^\[Errno -?\d+\] ", "", words)) or type(inner).__name__


def _seconds(headers: urllib3.HTTPHeaderDict) -> float:
    """Return the seconds of the header ``Retry-After``, a number or a date; 0 without one."""
    told = headers.get("Retry-After", "").strip()
    if told.isascii() and told.isdigit():
        return float(told[:9])
    try:
        until = parsedate_to_datetime(told)
        if until.tzinfo is None:
            until = until.replace(tzinfo=UTC)
        return max(0.0, (until - datetime.now(UTC)).total_seconds())
    except (ValueError, OverflowError):
        return 0.0
