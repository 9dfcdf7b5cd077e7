"""Who may use the desk, and what a request may carry: everything refused is refused here.

``protected`` goes around the whole application. A request that arrives in the application has been
asked of this desk by name, comes from no other site, carries a bounded body and, if it is to change
anything, the token of the browser that it comes from. Where users are named, it comes from one of
them.

Here are the users of a file, too, with the pace of their wrong passwords; and the pages on which
they sign in, and on which a form that came too late is sent again.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote, urlsplit

import anyio
from anyio import to_thread
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from starlette.datastructures import FormData, Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lawkb.desk_users import LONGEST_NAME, MOST_LETTERS, Role, User, read_users
from lawkb.errors import LawkbError
from lawkb.model.finding import say
from lawkb.publish.render import HEADERS
from lawkb.publish.urls import INDEX, Place
from lawkb.server.request_log import is_asked_here

if TYPE_CHECKING:
    from lawkb.server.desk.pages import Asked, Desk

DESK = "desk"  # first part of the paths of the desk's pages
ROOT = f"/{DESK}/"
SIGN_IN = "sign-in"  # names of pages of the desk, after the language
SIGN_OUT = "sign-out"
AGAIN = "again"
SEAL = "sealed"  # field of a form that was shown on the page ``AGAIN``
MOST_CONNECTIONS = 500  # at once; requests of more are answered with 503
MOST_UPLOADED = 8 * 2**20  # bytes of a form with files
MOST_SENT = 2**20  # bytes of any other request
MOST_FIELDS = 2_000
MOST_FILES = 10
MOST_SIGNED_IN = 1_000  # sessions; the one unused for longest ends
UNUSED_SECONDS = 8 * 60 * 60.0  # after which a session ends
BODY_SECONDS = 60.0  # for the whole body of a request
SEND_SECONDS = 60.0  # for each part of an answer
LONGEST_PATH = 2_000
_MOST_DRAINED = 64 * 2**20  # bytes of a body that is refused

_SAFE = frozenset({"GET", "HEAD"})
_METHODS = _SAFE | {"POST"}
_VISIT = "lawkb.visit"  # key in the scope of a request
_ID = re.compile(r"[\w-]{43}", re.ASCII)  # as secrets.token_urlsafe writes 32 bytes
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_FORMS = ("multipart/form-data", "application/x-www-form-urlencoded")
_ADDED = {
    **HEADERS,
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
}


_MOST_NAMES = 1_000  # of which the wrong passwords are counted, each at each address
_MOST_WAITING = 10  # passwords of one name and address that wait to be verified
_AT_ONCE = 2  # verifications; each takes 64 MB
_LONGEST_PAUSE_SECONDS = 8.0
_FREE_TRIES = 2  # wrong passwords before the first pause
_NETWORK_BITS = 64  # of an IPv6 address: a customer has at least as many addresses as follow

_hasher = PasswordHasher()


# ---- the named users: whether a password is right, and the pace of wrong ones


class Users:
    """The users in a file; a change of the file takes effect at the next request."""

    def __init__(self, file: Path) -> None:
        """Read the users.

        Raises:
            LawkbError: The file cannot be read, or has no user.
        """
        self.file = file
        self._stamp = _stamp(file)
        self._held = read_users(file)
        if not self._held:
            hint = f"add one: lawkb users add NAME --users {file}"
            raise LawkbError(str(file), "there is no user in it", hint)
        self._tries = _Tries()
        _unknown()  # made now: the first unknown name takes no longer than others

    def named(self, name: str) -> User | None:
        """Return the user of a name. If the file has become unreadable there are no users."""
        stamp = _stamp(self.file)
        if stamp != self._stamp:
            try:
                self._held = read_users(self.file)
            except LawkbError:
                self._held = {}
            self._stamp = stamp
        return self._held.get(name)

    async def verified(self, name: str, password: str, address: str = "") -> User | None:
        """Return the user if name and password are right; wrong ones take longer each time.

        An unknown name takes as long as a known one.

        Args:
            name: Name of the user.
            password: What was typed.
            address: Where it was typed, see ``_address``. Only who guesses there waits.

        Raises:
            TooManyTries: Too many passwords of this name and address wait to be verified.
        """
        name = name[:LONGEST_NAME]
        key = (address, name)
        async with self._tries.turn(key):
            user = self.named(name)
            right = await to_thread.run_sync(
                _is_right, user.password if user else _unknown(), password[:MOST_LETTERS]
            )
            self._tries.note(key, right and user is not None)
            return user if right else None


class TooManyTries(Exception):  # noqa: N818  # an outcome, not a fault of the program
    """Too many passwords of this name and address wait to be verified."""


_Try = tuple[str, str]  # where a password was typed, and the name that it is of


class _Tries:
    """The wrong passwords of each name at each address; these are verified one after another.

    Only passwords of the same name from the same address are in one another's way, and the server
    bounds how many come at once: who guesses the password of a user keeps nobody out, not even that
    user, who is elsewhere.
    """

    def __init__(self) -> None:
        self._wrong: OrderedDict[_Try, int] = OrderedDict()
        self._turns: dict[_Try, anyio.Lock] = {}
        self._places = anyio.Semaphore(_AT_ONCE)

    @asynccontextmanager
    async def turn(self, key: _Try) -> AsyncIterator[None]:
        """Wait until a password of a name may be verified: longer after each wrong one."""
        turn = self._turns.setdefault(key, anyio.Lock())
        if turn.locked() + turn.statistics().tasks_waiting >= _MOST_WAITING:
            raise TooManyTries
        try:
            async with turn:
                await anyio.sleep(pause_seconds(self._wrong.get(key, 0)))
                async with self._places:
                    yield
        finally:
            if not turn.locked():  # a lock that others wait for goes to the next one at once
                self._turns.pop(key, None)

    def note(self, key: _Try, right: bool) -> None:
        """Count a wrong password; a right one ends the count."""
        wrong = self._wrong.pop(key, 0)
        if not right:
            self._wrong[key] = wrong + 1
        if len(self._wrong) > _MOST_NAMES:
            self._wrong.popitem(last=False)


def _address(request: Request, access: Access) -> str:
    """Return where a request comes from: its address, of IPv6 the network that is one customer's.

    A proxy in front, which ``access.url`` tells of, adds the address that it was asked from to the
    end of a header; what a browser wrote there itself is before that.
    """
    told = request.client.host if request.client else ""
    forwarded = request.headers.getlist("x-forwarded-for")
    if forwarded:
        # Of a proxy that nobody told of, anybody could have written it.
        told = forwarded[-1].rpartition(",")[2].strip() if access.url else ""
    try:
        found = ipaddress.ip_address(told)
    except ValueError:
        return told[:LONGEST_NAME]
    if found.version == 6:
        return str(ipaddress.ip_network((int(found), _NETWORK_BITS), strict=False))
    return str(found)


def pause_seconds(wrong: int) -> float:
    """Return how long a password waits after a number of wrong ones: 0, 0, 1, 2, 4, 8, 8."""
    if wrong < _FREE_TRIES:
        return 0.0
    return min(2.0 ** (wrong - _FREE_TRIES), _LONGEST_PAUSE_SECONDS)


def _is_right(held: str, password: str) -> bool:
    try:
        return _hasher.verify(held, password)
    except (VerificationError, InvalidHashError):
        return False


@cache
def _unknown() -> str:
    """Return the hash that the password of an unknown name is compared with."""
    return _hasher.hash(secrets.token_hex())


def _stamp(file: Path) -> tuple[int, int, int]:
    try:
        held = file.stat()
    except OSError:
        return (0, 0, 0)
    return (held.st_ctime_ns, held.st_size, held.st_ino)  # changes with the mode, too


# ---- who asks


@dataclass(frozen=True, slots=True)
class Editor:
    """The person who decides: the author of decisions, and of their commits."""

    name: str
    email: str = ""
    role: Role = "reviewer"  # who works alone decides everything

    @property
    def reviews(self) -> bool:
        """Return whether they decide; otherwise they propose."""
        return self.role != "translator"

    @property
    def manages(self) -> bool:
        """Return whether they manage the users."""
        return self.role == "administrator"


def refused_plainly(request: Request, status: int, why: str) -> Response:
    """Return the answer to a refused request as one line of English."""
    return PlainTextResponse(f"{why}\n", status)


@dataclass(frozen=True, slots=True)
class Access:
    """Who may use a desk, and where it is asked for."""

    editor: Editor  # who decides when no users are named
    users: Users | None = None  # those who may use the desk; None for everybody on this machine
    url: str = ""  # public address, when a proxy with TLS is in front: `https://desk.example.org`
    # Of the interface; the first is that of a page without a language.
    languages: tuple[str, ...] = ("en",)
    # Paths, ended by `/`, below which nobody needs to be signed in.
    open_paths: tuple[str, ...] = ()
    # Returns the page that says with a status why a request is refused.
    refused: Callable[[Request, int, str], Response] = refused_plainly


def protected(app: ASGIApp, access: Access) -> ASGIApp:
    """Return an application that refuses everything that the desk must not be asked."""
    return Guarded(
        _BodyLimit(_Visiting(app, access), access),
        _ADDED,
        partial(_refusal, access),
        _refused(access, 408, say("The request took too long.")),
    )


def editor_of(request: Request) -> Editor:
    """Return who sent a request; without a name where nobody is signed in."""
    visit = _known_visit(request)
    return (visit and visit.editor) or Editor("", role="translator")


def form_token(request: Request) -> str:
    """Return the token for the forms of a page: the hidden field ``token``.

    It is empty for what was refused before it was known which browser asks.
    """
    visit = _known_visit(request)
    return visit.token() if visit else ""


async def read_form(request: Request) -> FormData:
    """Return the form of a request; ends of lines are LF.

    Raises:
        HTTPException: It has too many fields, is malformed, or has a control character; status 400.
    """
    visit = _visit(request)
    if visit.form is None:
        visit.form = await _parsed(request)
    return visit.form


async def sign_in(request: Request, name: str, password: str) -> bool:
    """Begin the session of a user if name and password are right; otherwise return False.

    Raises:
        TooManyTries: Too many passwords wait to be verified.
    """
    visit = _visit(request)
    users = visit.access.users
    address = _address(request, visit.access)
    user = await users.verified(name, password, address) if users else None
    if user:
        before = visit.id
        visit.sessions.end(before)
        visit.renew()
        visit.sessions.begin(visit.id, user, before)
    return user is not None


def sign_out(request: Request) -> None:
    """End the session of a request; the tokens in its pages are worth nothing from now on."""
    visit = _visit(request)
    visit.sessions.end(visit.id)
    visit.renew()


def users_file(request: Request) -> Path | None:
    """Return the file of those who may sign in at this desk; None where nobody signs in."""
    visit = _known_visit(request)
    return visit.access.users.file if visit and visit.access.users else None


@dataclass(frozen=True, slots=True)
class LateForm:
    """A form of a page that is out of date, or of a user who is not signed in any more."""

    place: str  # path and query that it was sent to
    fields: tuple[tuple[str, str], ...]  # its fields without the token, and without files
    signed_in: bool  # whether somebody is signed in
    seal: str  # the field ``SEAL``, with which just this form is accepted after signing in


def late_form(request: Request) -> LateForm:
    """Return the form that was not accepted, so that its user can send it again.

    ``protected`` leads such forms to the page ``AGAIN``; they come from a page of the desk.

    Raises:
        HTTPException: The form was accepted; status 404.
    """
    late = _visit(request).late
    if late is None:
        raise HTTPException(404, say("There is no such page."))
    return late


def own_path(path: str) -> str:
    """Return a path of this desk to go on to, or that of the desk if it could be elsewhere."""
    unsafe = path.startswith("//") or "\\" in path or _CONTROL.search(path) or "\n" in path
    return path if path.startswith("/") and not unsafe and path.isprintable() else ROOT


# ---- sessions


class _Sessions:
    """The browsers in which a user is signed in, and the secret that tokens are made with."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._held: OrderedDict[str, tuple[User, float]] = OrderedDict()  # and when last used
        self._before: dict[str, str] = {}  # the ids that these browsers had before signing in

    def token(self, browser: str, *parts: str) -> str:
        """Return the token of a browser; with parts, its seal of a form that is made of them."""
        return hmac.new(self._key, repr((browser, *parts)).encode(), hashlib.sha256).hexdigest()

    def seals(self, browser: str, *parts: str) -> list[str]:
        """Return the seals of a form: of a browser, and of what it was before signing in."""
        return [self.token(id_, *parts) for id_ in (browser, self._before.get(browser)) if id_]

    def begin(self, browser: str, user: User, before: str = "") -> None:
        """Sign a user in, in a browser that had another id before."""
        self._held[browser] = user, time.monotonic()
        self._before[browser] = before
        if len(self._held) > MOST_SIGNED_IN:
            self.end(next(iter(self._held)))

    def end(self, browser: str) -> None:
        """Sign out whoever is signed in."""
        self._held.pop(browser, None)
        self._before.pop(browser, None)

    def user(self, browser: str, users: Users) -> User | None:
        """Return who is signed in, unless the session ended or the user was changed or removed."""
        if browser not in self._held:
            return None
        user, used = self._held[browser]
        if time.monotonic() - used > UNUSED_SECONDS or users.named(user.name) != user:
            self.end(browser)
            return None
        self._held[browser] = user, time.monotonic()
        self._held.move_to_end(browser)
        return user


@dataclass(slots=True)
class _Visit:
    """One request, and the browser that it comes from."""

    access: Access  # who may use the desk
    sessions: _Sessions  # of the desk
    id: str  # names the browser; only the browser and the desk know it
    editor: Editor | None  # who sent the request; None if nobody is signed in
    is_new: bool = False  # whether the browser is to be given the id with the answer
    # The form of the request, once it is read.
    form: FormData | None = field(default=None, repr=False)
    late: LateForm | None = None  # the form, if it was not accepted

    def token(self) -> str:
        """Return the token of the browser, which is given an id if it has none."""
        if not self.id:
            self.renew()
        return self.sessions.token(self.id)

    def renew(self) -> None:
        """Give the browser another id."""
        self.id, self.is_new = secrets.token_urlsafe(32), True

    def is_token(self, told: str) -> bool:
        """Return whether this is the token of the browser."""
        own = self.sessions.token(self.id)
        return bool(self.id) and _is_same(own, told)

    def is_sealed(self, form: tuple[str, ...], told: Sequence[str]) -> bool:
        """Return whether a form is one that this browser was shown before its user signed in."""
        known = self.sessions.seals(self.id, *form)
        return len(told) == 1 and any(_is_same(each, told[0]) for each in known)


def _is_same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def _visit(request: Request) -> _Visit:
    visit: _Visit = request.scope[_VISIT]
    return visit


def _known_visit(request: Request) -> _Visit | None:
    """Return the visit of a request; None if it was refused before the browser was known."""
    visit: _Visit | None = request.scope.get(_VISIT)
    return visit


# ---- around the application, from the outside to the inside


class Guarded:
    """An application with headers on every answer, of which some requests are refused.

    What comes too late, or is taken too slowly, ends. Only HTTP is answered.
    """

    def __init__(
        self,
        app: ASGIApp,
        added: Mapping[str, str],
        refusal: Callable[[Scope], ASGIApp | None],
        late: ASGIApp,
    ) -> None:
        """Store the application.

        Args:
            app: The application.
            added: Headers of every answer.
            refusal: Returns the answer to a request that is refused, or None.
            late: The answer to a request that does not come in time.
        """
        self._app, self._added, self._refusal, self._late = app, added, refusal, late

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # a web socket is closed
        started = False

        async def answered(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                MutableHeaders(scope=message).update(self._added)
            with anyio.fail_after(SEND_SECONDS):
                await send(message)

        try:
            app = self._refusal(scope) or self._app
            await app(scope, _in_time(receive), answered)
        except TimeoutError:
            if started:
                raise
            await self._late(scope, receive, answered)


def _refusal(access: Access, scope: Scope) -> ASGIApp | None:
    """Return the answer to a request that is refused for its headers and path alone."""
    headers = Headers(scope=scope)
    origin = _own_origin(scope, headers, access)
    if not origin:
        # In one line: a page under the name of another could be read by that site.
        return PlainTextResponse("This desk is not served by that name.\n", 421)
    if _is_odd(scope["path"]):
        return _refused(access, 400, say("There is no such page."))
    if scope["method"] not in _METHODS:
        return _refused(access, 405, say("The desk is only read, and sent forms."))
    if scope["method"] not in _SAFE and not _is_from(origin, headers):
        told = say("This was sent from another site. Nothing was changed.")
        return _refused(access, 403, told)
    return None


def _own_origin(scope: Scope, headers: Headers, access: Access) -> str:
    """Return the origin by which the desk was asked; empty for the name of another."""
    hosts = headers.getlist("host")
    if len(hosts) != 1:
        return ""
    if access.url:
        public = urlsplit(access.url)
        if hosts[0].lower() == public.netloc:
            return f"{public.scheme}://{public.netloc}"
    return f"http://{hosts[0].lower()}" if is_asked_here(scope) else ""


def _is_from(origin: str, headers: Headers) -> bool:
    """Return whether a browser sent a request from a page of this origin.

    Source: Fetch Metadata Request Headers (W3C), and OWASP's page on cross-site request forgery.
    """
    fetched = headers.getlist("sec-fetch-site")
    if fetched and fetched != ["same-origin"]:
        return False
    origins = headers.getlist("origin")
    if origins:
        return origins == [origin]
    if fetched:
        return True
    referer = urlsplit(headers.get("referer", ""))
    return f"{referer.scheme}://{referer.netloc}" == origin


def _is_odd(path: str) -> bool:
    """Return whether no browser asks for this path: it leads upwards, or hides where it leads."""
    parts = path.split("/")
    return (
        len(path) > LONGEST_PATH
        or not {".", ".."}.isdisjoint(parts)
        or "\\" in path
        or not path.isprintable()
        or path.startswith("//")
    )


def _in_time(receive: Receive) -> Receive:
    """Return a function that gives the body of a request, if all of it comes in time."""
    deadline = time.monotonic() + BODY_SECONDS
    more = True

    async def received() -> Message:
        nonlocal more
        if not more:
            return await receive()  # waits until the browser has gone
        with anyio.fail_after(max(0.0, deadline - time.monotonic())):
            message = await receive()
        more = message["type"] == "http.request" and message.get("more_body", False)
        return message

    return received


class _BodyLimit:
    """Limits the body of a request: forms with files may be larger than others."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._access = access
        self._limited = {
            most: RequestBodyLimitMiddleware(app, most) for most in (MOST_UPLOADED, MOST_SENT)
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope) if scope["type"] == "http" else Headers({})
        most = MOST_UPLOADED if _kind(headers) == _FORMS[0] else MOST_SENT
        # Starlette refuses a body when it is read. What reads none must not be done either.
        too_long = int(headers.get("content-length", "0")) > most
        if too_long:
            if "text/html" in headers.get("accept", ""):  # a person is to see the answer
                await _drained(receive)
            app = _refused(self._access, 413, _too_large(most))
        else:
            app = self._limited[most]
        await app(scope, receive, send)


class _Visiting:
    """Knows the browser and its user; refuses who is not signed in, and a wrong token."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app, self._access = app, access
        self._sessions = _Sessions()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        visit = scope[_VISIT] = self._visit_of(request)

        async def answered(message: Message) -> None:
            if message["type"] == "http.response.start" and visit.is_new:
                MutableHeaders(scope=message).append("Set-Cookie", _cookie(scope, visit))
            await send(message)

        try:
            app = await self._refusal(request, visit) or self._app
            # What is read of the body is read once.
            await app(scope, request.receive, answered)
        except HTTPException as refused:
            most = MOST_UPLOADED if _kind(request.headers) == _FORMS[0] else MOST_SENT
            told = _too_large(most) if refused.status_code == 413 else refused.detail
            answer = _refused(self._access, refused.status_code, told)
            await answer(scope, receive, answered)
        finally:
            if visit.form:
                await visit.form.close()

    def _visit_of(self, request: Request) -> _Visit:
        told = request.cookies.get(_cookie_name(request.scope, self._access), "")
        known = told if _ID.fullmatch(told) else ""
        return _Visit(self._access, self._sessions, known, self._editor(known))

    def _editor(self, browser: str) -> Editor | None:
        users = self._access.users
        if users is None:
            return self._access.editor
        user = self._sessions.user(browser, users)
        return Editor(user.name, user.email, user.role) if user else None

    async def _refusal(self, request: Request, visit: _Visit) -> ASGIApp | None:
        if request.method in _SAFE:
            if not visit.id and _is_led_here(request.headers):
                return _asked_again(request)
            return None if self._may(request, visit) else self._to_sign_in(request)
        fields = request.headers.getlist("x-token")
        is_form = not fields and _kind(request.headers) in _FORMS
        if is_form:
            visit.form = await _parsed(request)
            fields = [str(each) for each in visit.form.getlist("token")]
        if len(fields) == 1 and visit.is_token(fields[0]) and self._may(request, visit):
            return None
        if not is_form or visit.form is None:
            told = say("This page is out of date. Load it again, then save once more.")
            return _refused(self._access, 403, told)
        seals = [str(each) for each in visit.form.getlist(SEAL)]
        sent = (_target(request), *map(repr, _texts_of(visit.form)))
        if visit.editor and visit.is_sealed(sent, seals):
            return None
        return self._late(request, visit)

    def _late(self, request: Request, visit: _Visit) -> Response | None:
        """Lead a form to the page on which it can be sent again, so that no work is lost."""
        if self._is_sign_in(request.url.path):
            return self._to_sign_in(request)
        fields, place = _texts_of(visit.form or FormData()), _target(request)
        visit.token()  # a browser without an id gets one, which the seal is of
        seal = visit.sessions.token(visit.id, place, *map(repr, fields))
        visit.late = LateForm(place, fields, visit.editor is not None, seal)
        path = f"{ROOT}{self._language(request.url.path)}/{AGAIN}/"
        request.scope.update(path=path, raw_path=path.encode(), query_string=b"")
        return None

    def _may(self, request: Request, visit: _Visit) -> bool:
        path = request.url.path
        is_open = self._is_sign_in(path) or path.startswith(self._access.open_paths)
        return visit.editor is not None or is_open

    def _is_sign_in(self, path: str) -> bool:
        return path in [sign_in_path(language) for language in self._access.languages]

    def _to_sign_in(self, request: Request) -> Response:
        path = request.url.path
        asked = request.query_params.get("next", "") if self._is_sign_in(path) else ""
        place = quote(asked or _target(request), safe="/")
        tag = self._language(path)
        if path.rstrip("/") in ("", ROOT.rstrip("/")):  # a page of no language
            tag = asked_language(request, self._access.languages)
        return RedirectResponse(f"{sign_in_path(tag)}?next={place}", 303)

    def _language(self, path: str) -> str:
        """Return the interface language of a path, or the first of all."""
        asked = path.removeprefix(ROOT).split("/")[0]
        known = self._access.languages
        return asked if path.startswith(ROOT) and asked in known else known[0]


def asked_language(request: Request, known: Sequence[str]) -> str:
    """Return the language of the browser, or the first of all."""
    asked = request.headers.get("accept-language", "").lower().replace(",", " ").split()
    wanted = (each.partition(";")[0].partition("-")[0] for each in asked)
    return next((each for each in wanted if each in known), known[0])


def desk_path(language: str, *parts: str) -> str:
    """Return the path of a page of the desk: ``desk/el/decisions/index.html``."""
    return "/".join((DESK, language, *parts, INDEX))


def term_place(language: str, id_: str) -> Place:
    """Return the page of a term at the desk; without an id, that of all terms."""
    return Place(desk_path(language, "terms", id_) if id_ else desk_path(language, "terms"))


def sign_in_path(language: str) -> str:
    """Return the path of the page on which users sign in."""
    return f"{ROOT}{language}/{SIGN_IN}/"


def sign_out_path(language: str) -> str:
    """Return the path to which users send the form to sign out."""
    return f"{ROOT}{language}/{SIGN_OUT}/"


def _target(request: Request) -> str:
    """Return path and query of a request, as a URL has them."""
    query = f"?{request.url.query}" if request.url.query else ""
    return quote(request.scope["path"]) + query


async def _parsed(request: Request) -> FormData:
    try:
        form = await request.form(
            max_files=MOST_FILES, max_fields=MOST_FIELDS, max_part_size=MOST_SENT
        )
    except MultiPartException as error:
        raise HTTPException(400, say("The form cannot be read.")) from error
    items = [
        (name, value.replace("\r\n", "\n") if isinstance(value, str) else value)
        for name, value in form.multi_items()
    ]
    if any(_CONTROL.search(text) for pair in items for text in pair if isinstance(text, str)):
        await form.close()
        raise HTTPException(400, say("There is a control character in the form."))
    return FormData(items)


def _texts_of(form: FormData) -> tuple[tuple[str, str], ...]:
    """Return the fields of a form that its user wrote, without files."""
    own = ("token", SEAL)
    return tuple((k, v) for k, v in form.multi_items() if isinstance(v, str) and k not in own)


def _kind(headers: Mapping[str, str]) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def _is_led_here(headers: Headers) -> bool:
    """Return whether a link on another site led here: then the browser sends no strict cookie."""
    return (
        headers.get("sec-fetch-site") == "cross-site"
        and headers.get("sec-fetch-mode") == "navigate"
    )


def _asked_again(request: Request) -> Response:
    """Return an answer that makes the browser ask once more, from here, with its cookie."""
    return Response(status_code=200, headers={"Refresh": f"0;url={_target(request)}"})


def _cookie_name(scope: Scope, access: Access) -> str:
    if access.url.startswith("https:"):
        return "__Host-lawkb-desk"
    return f"lawkb-desk-{scope['server'][1]}"  # one browser, desks at several ports


def _cookie(scope: Scope, visit: _Visit) -> str:
    secure = "; Secure" if visit.access.url.startswith("https:") else ""
    name = _cookie_name(scope, visit.access)
    return f"{name}={visit.id}; Path=/; HttpOnly; SameSite=Strict{secure}"


def _refused(access: Access, status: int, why: str) -> ASGIApp:
    """Return an application that answers why a request is refused."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        page = await to_thread.run_sync(access.refused, Request(scope), status, why)
        await page(scope, receive, send)

    return answer


def _too_large(most: int) -> str:
    return say(
        "This is too large: at most %(most)s MB are accepted. Nothing was changed.",
        most=most // 2**20,
    )


async def _drained(receive: Receive) -> None:
    """Read a body that is too large, within bounds: a browser shows no answer before that."""
    left = _MOST_DRAINED
    while left > 0:
        message = await receive()
        left -= len(message.get("body", b"")) + 1
        if message["type"] != "http.request" or not message.get("more_body", False):
            return


Problem = Literal["", "wrong", "busy"]
_STATUS: dict[Problem, int] = {"": 200, "wrong": 403, "busy": 503}


def user_routes(desk: Desk) -> Sequence[BaseRoute]:
    """Return the routes for users who sign in and out."""
    return (
        Route(f"/desk/{{tag}}/{SIGN_IN}/", desk.page(_show_sign_in), methods=["GET"]),
        Route(f"/desk/{{tag}}/{SIGN_IN}/", partial(_enter, desk), methods=["POST"]),
        Route(f"/desk/{{tag}}/{SIGN_OUT}/", _leave, methods=["POST"]),
        Route(f"/desk/{{tag}}/{AGAIN}/", desk.page(_show_again), methods=["POST"]),
    )


async def _enter(desk: Desk, request: Request) -> Response:
    form = await read_form(request)
    name, password, place = (str(form.get(key, "")) for key in ("name", "password", "next"))
    problem: Problem = "wrong"
    try:
        if await sign_in(request, name, password):
            return RedirectResponse(own_path(place), 303)
    except TooManyTries:
        problem = "busy"
    return await desk.page(partial(_show_sign_in, problem=problem))(request)


async def _leave(request: Request) -> Response:
    sign_out(request)
    return RedirectResponse(sign_in_path(request.path_params["tag"]), 303)


def _show_sign_in(desk: Desk, asked: Asked, problem: Problem = "") -> Response:
    """Answer with the page on which a user signs in, and why the last try was refused."""
    place = asked.form.get("next", "") if problem else asked.request.query_params.get("next", "")
    answer = desk.answer(
        asked,
        "sign_in.html",
        asked.site.gettext("Sign in"),
        place=own_path(place),
        name=asked.form.get("name", ""),
        problem=problem,
    )
    answer.status_code = _STATUS[problem]
    return answer


def _show_again(desk: Desk, asked: Asked) -> Response:
    """Answer with a form that was not accepted, to be looked at and sent again."""
    late = late_form(asked.request)
    answer = desk.answer(
        asked,
        "again.html",
        asked.site.gettext("Nothing was saved yet"),
        late=late,
        typed=_typed(dict(late.fields)),
        sign_in=sign_in_path(asked.site.language.code),
    )
    answer.status_code = 403
    return answer


# What somebody types in the forms of the desk, and the field beside it with what stood there.
_TYPED = {"text": "base", "reason": "proposed", "in": "", "term": "", "note": ""}
_TYPED |= {"said": "", "word": "", "find": "", "new": ""}


def _typed(form: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Return what somebody typed in a form: the kind of each field, what it is of, and the words.

    A text that stands as it was, and a reason that the page proposed, are none of it.
    """
    found = []
    for name, words in form.items():
        kind, space, of = name.partition(" ")
        before = form.get(f"{_TYPED[kind]}{space}{of}", "") if kind in _TYPED else words
        if words.strip() != before.strip():
            found.append((kind, of, words))
    return found
