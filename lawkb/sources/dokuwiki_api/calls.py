"""The calls to a DokuWiki, in JSON-RPC or, for older releases, in XML-RPC.

Source: the interfaces of releases 2022-07-31b (API 11) and 2026-07-14b (API 14), as recorded in
tests/samples/dokuwiki.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Protocol, TypeVar

import msgspec

from lawkb.errors import LawkbError
from lawkb.model.privacy import public_name
from lawkb.sources.dokuwiki_api.http import (
    PASSWORD,
    TOKEN,
    USER,
    Answer,
    BadAnswerError,
    NotAllowedError,
    PageLockedError,
    PageMissingError,
    RemoteOffError,
    WikiConnection,
    one_line,
)
from lawkb.sources.dokuwiki_api.xmlrpc import (
    FaultError,
    NotXmlRpcError,
    Value,
    read_answer,
    write_call,
)

JSON_PATH = "lib/exe/jsonrpc.php"
XML_PATH = "lib/exe/xmlrpc.php"
# Deeper than any namespace. Depth 0 means all, but is answered from the search index, which a wiki
# may not have.
DEPTH = 99
_OFF, _NO_READING, _NO_EDITING, _NO_PAGE, _LOCKED = -32605, 111, 112, 121, 133
EDIT = 2  # the right to edit a page; rights are numbers, and each includes the lower ones
_MOST_BRACKETS = 1_000_000


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A page in the page list of a wiki.

    Attributes:
        page_id: Page id as the wiki sends it, not yet checked: ``code:rule_57``.
        revision: Unix time of the page's last change.
    """

    page_id: str
    revision: int


@dataclass(frozen=True, slots=True)
class PageMetadata:
    """Metadata of the current text of a page.

    Attributes:
        revision: Unix time of the page's last change.
        user: Login of the author of that change; None for a guest, for whom a wiki sends the IP
            address.
    """

    revision: int
    user: str | None


T = TypeVar("T")
_Number = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


class RemoteCalls(Protocol):
    """The methods of a DokuWiki's remote API that ``lawkb fetch`` and ``lawkb push`` need.

    Each method raises ``UnreachableError``, ``RemoteOffError``, ``NotAllowedError`` or
    ``BadAnswerError``.
    """

    @property
    def name(self) -> str:
        """Return the name of the protocol for messages: ``JSON-RPC`` or ``XML-RPC``."""

    def release(self) -> str:
        """Return the release of the wiki, or the number of its API; this tests the connection."""

    def known_user(self) -> bool:
        """Return whether the wiki accepts the login. It serves a wrong login as a guest."""

    def pages(self, namespace: str) -> tuple[ListedPage, ...]:
        """Return all readable pages of a namespace; ``""`` is the whole wiki."""

    def about(self, page_id: str) -> PageMetadata:
        """Return metadata of a page. Raises ``PageMissingError`` when there is no such page."""

    def text(self, page_id: str) -> str:
        """Return the wiki text of a page with LF line ends; empty when there is no such page."""

    def rights(self, page_id: str) -> int:
        """Return the rights of this user on a page; with ``EDIT`` or more, it can be edited."""

    def lock(self, page_id: str) -> bool:
        """Lock a page for this user, or renew the lock; return whether it is this user's now."""

    def unlock(self, page_id: str) -> None:
        """Remove the lock of a page, if it is this user's."""

    def save(self, page_id: str, text: str, summary: str) -> None:
        """Save a page and remove its lock. The call is sent once.

        Raises:
            UnsureError: The answer was lost: fetch the page to see whether it was saved.
            PageLockedError: Another user has locked the page.
            NotAllowedError: This user may not edit the page.
        """


@dataclass(frozen=True, slots=True)
class _Calls:
    wire: WikiConnection

    @property
    def _where(self) -> str:
        return self.wire.address.base


class JsonCalls(_Calls):
    """The methods ``core.*`` over JSON-RPC, of DokuWiki releases since 2024."""

    __slots__ = ()
    name = "JSON-RPC"

    def release(self) -> str:
        """Return the release of the wiki; see ``RemoteCalls.release``."""
        return f"API {_as(_Number, self._call('core.getAPIVersion'), self._where)}"

    def known_user(self) -> bool:
        """Return whether the wiki accepts the login; see ``RemoteCalls.known_user``."""
        who = _as_record(self._call("core.whoAmI"), self._where)
        return bool(who.get("login"))

    def pages(self, namespace: str) -> tuple[ListedPage, ...]:
        """Return all readable pages of a namespace; see ``RemoteCalls.pages``."""
        found = self._call("core.listPages", namespace=namespace, depth=DEPTH, hash=False)
        return _as_list(found, "revision", self._where)

    def about(self, page_id: str) -> PageMetadata:
        """Return metadata of a page; see ``RemoteCalls.about``."""
        found = self._call("core.getPageInfo", page=page_id, rev=0, author=True, hash=False)
        return as_metadata(_as_record(found, self._where), "revision", self._where)

    def text(self, page_id: str) -> str:
        """Return the wiki text of a page; see ``RemoteCalls.text``."""
        return _as(str, self._call("core.getPage", page=page_id), self._where)

    def rights(self, page_id: str) -> int:
        """Return the rights of this user on a page; see ``RemoteCalls.rights``."""
        return _as(_Number, self._call("core.aclCheck", page=page_id), self._where)

    def lock(self, page_id: str) -> bool:
        """Lock a page for this user; see ``RemoteCalls.lock``."""
        return bool(_as(list[str], self._call("core.lockPages", pages=[page_id]), self._where))

    def unlock(self, page_id: str) -> None:
        """Remove this user's lock; see ``RemoteCalls.unlock``."""
        self._call("core.unlockPages", pages=[page_id])

    def save(self, page_id: str, text: str, summary: str) -> None:
        """Save a page; see ``RemoteCalls.save``."""
        values: dict[str, Value] = {"page": page_id, "text": text, "summary": summary}
        body = json.dumps({**values, "isminor": False}).encode()
        path = f"{JSON_PATH}/core.savePage"
        self._result(self.wire.post_once(path, body, "application/json"))

    def _call(self, method: str, **values: Value) -> Value:
        body = json.dumps(values, ensure_ascii=False).encode()
        return self._result(self.wire.post(f"{JSON_PATH}/{method}", body, "application/json"))

    def _result(self, answer: Answer) -> Value:
        record = _json_record(answer)
        error = record.get("error")
        code = error.get("code") if isinstance(error, dict) else None
        if "result" not in record or code not in (None, 0):
            words = error.get("message") if isinstance(error, dict) else None
            raise _fault(answer, self.wire, code, words)
        return record["result"]


class XmlCalls(_Calls):
    """The methods ``wiki.*`` and ``dokuwiki.*`` over XML-RPC, of every release since 2009."""

    __slots__ = ()
    name = "XML-RPC"

    def release(self) -> str:
        """Return the release of the wiki or the number of its API; see ``RemoteCalls.release``."""
        return _as(str, self._call("dokuwiki.getVersion"), self._where)

    def known_user(self) -> bool:
        """Return whether the wiki accepts user name and password; see ``RemoteCalls.known_user``.

        Releases that have only XML-RPC have no tokens.
        """
        login = self.wire.login
        return not login.token and bool(self._call("dokuwiki.login", login.user, login.password))

    def pages(self, namespace: str) -> tuple[ListedPage, ...]:
        """Return all readable pages of a namespace; see ``RemoteCalls.pages``."""
        options: dict[str, Value] = {"depth": DEPTH}
        found = self._call("dokuwiki.getPagelist", namespace, options)
        return _as_list(found, "rev", self._where)

    def about(self, page_id: str) -> PageMetadata:
        """Return metadata of a page; see ``RemoteCalls.about``."""
        record = _as_record(self._call("wiki.getPageInfo", page_id), self._where)
        if not record:
            # Release 2022-07-31b gives an empty record for every error that has no HTTP status.
            raise PageMissingError(
                page_id, "the wiki has no such page", "check its name; somebody may have deleted it"
            )
        return as_metadata(record, "version", self._where)

    def text(self, page_id: str) -> str:
        """Return the wiki text of a page; see ``RemoteCalls.text``."""
        return _as(str, self._call("wiki.getPage", page_id), self._where)

    def rights(self, page_id: str) -> int:
        """Return the rights of this user on a page; see ``RemoteCalls.rights``."""
        return _as(_Number, self._call("wiki.aclCheck", page_id), self._where)

    def lock(self, page_id: str) -> bool:
        """Lock a page for this user; see ``RemoteCalls.lock``."""
        found = self._call("dokuwiki.setLocks", {"lock": [page_id], "unlock": []})
        return bool(_as_record(found, self._where).get("locked"))

    def unlock(self, page_id: str) -> None:
        """Remove this user's lock; see ``RemoteCalls.unlock``."""
        self._call("dokuwiki.setLocks", {"lock": [], "unlock": [page_id]})

    def save(self, page_id: str, text: str, summary: str) -> None:
        """Save a page; see ``RemoteCalls.save``."""
        options: dict[str, Value] = {"sum": summary, "minor": False}
        call = write_call("wiki.putPage", page_id, text, options)
        self._result(self.wire.post_once(XML_PATH, call, "text/xml"))

    def _call(self, method: str, *values: Value) -> Value:
        return self._result(self.wire.post(XML_PATH, write_call(method, *values), "text/xml"))

    def _result(self, answer: Answer) -> Value:
        try:
            value = read_answer(answer.body)
        except FaultError as fault:
            raise _fault(answer, self.wire, fault.code, fault.words) from fault
        except NotXmlRpcError as error:
            raise _fault(answer, self.wire, None, f"its answer is {error}") from error
        if answer.status != 200:
            raise _fault(answer, self.wire, None, None)
        return value


def open_calls(wire: WikiConnection) -> RemoteCalls:
    """Return the API of a wiki, by JSON-RPC if possible, else by XML-RPC; check the login.

    Raises:
        UnreachableError: The wiki does not answer.
        RemoteOffError: The remote API of the wiki is switched off.
        NotAllowedError: This user may not use the API, or the login is wrong.
        BadAnswerError: The answer is not that of a DokuWiki.
    """
    calls = _detect_protocol(wire)
    if wire.login.given and not calls.known_user():
        raise _guest(wire)
    return calls


def _detect_protocol(wire: WikiConnection) -> RemoteCalls:
    for calls in (JsonCalls(wire), XmlCalls(wire)):
        try:
            calls.release()
        except BadAnswerError:
            continue
        return calls
    raise BadAnswerError(
        wire.address.base,
        "this is not a DokuWiki, or not its front page",
        "give the address below which lib/exe/xmlrpc.php is",
    )


def _json_record(answer: Answer) -> dict[str, Value]:
    body = answer.body
    if body.count(b"[") + body.count(b"{") > _MOST_BRACKETS:
        return {}
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _fault(answer: Answer, wire: WikiConnection, code: Value, words: Value) -> LawkbError:
    """Return the error that an answer reports, with the server's message on one short line."""
    base = wire.address.base
    if code == _OFF:
        return RemoteOffError(
            base,
            "the remote API of this wiki is switched off",
            "its administrator sets `remote`, and `remoteuser` to who may use it",
        )
    if code == _NO_PAGE:
        return PageMissingError(
            base, "the wiki has no such page", "check its name; somebody may have deleted it"
        )
    if code == _LOCKED:
        return PageLockedError(base, "somebody else is editing the page", "push again later")
    if code in (_NO_READING, _NO_EDITING) or answer.status in (401, 403):
        return _not_allowed(wire, answer.status)
    message = one_line(words) if isinstance(words, str) else ""
    return BadAnswerError(
        base, f"HTTP {answer.status}: {message or 'not an answer of DokuWiki'}", "is it a DokuWiki?"
    )


def _not_allowed(wire: WikiConnection, status: int) -> NotAllowedError:
    """Return the error for a forbidden call: DokuWiki answers 401 to guests, 403 to users."""
    if wire.login.given:
        return _guest(wire) if status == 401 else _no_right(wire)
    return NotAllowedError(
        wire.address.base,
        "a guest is not allowed to read it remotely",
        f"set {USER} and {PASSWORD}, or {TOKEN}, in the environment",
    )


def _no_right(wire: WikiConnection) -> NotAllowedError:
    return NotAllowedError(
        wire.address.base,
        "this user is not allowed to read it remotely",
        "its administrator names the user in `remoteuser` and in the access rules",
    )


def _guest(wire: WikiConnection) -> NotAllowedError:
    """Return the error for a wrong login, which DokuWiki does not report: it serves a guest."""
    names = TOKEN if wire.login.token else f"{USER} and {PASSWORD}"
    return NotAllowedError(
        wire.address.base,
        "the wiki treats us as a guest: wrong user, password or token",
        f"check {names}; or its web server does not pass logins to PHP",
    )


def _as(kind: type[T], value: Value, where: str) -> T:
    try:
        return msgspec.convert(value, kind)
    except (ValueError, OverflowError) as error:  # a lone surrogate is no ValidationError
        raise BadAnswerError(where, "an answer unlike DokuWiki's", "is it a DokuWiki?") from error


def _as_record(value: Value, where: str) -> dict[str, Any]:
    """Return a value as a dictionary; PHP encodes an empty dictionary as an empty list."""
    return {} if value == [] else _as(dict[str, Any], value, where)


def _as_list(value: Value, key: str, where: str) -> tuple[ListedPage, ...]:
    found = _as(list[dict[str, Any]], value, where)
    return tuple(
        ListedPage(_as(str, each.get("id"), where), _as(_Number, each.get(key), where))
        for each in found
    )


def as_metadata(record: Mapping[str, Any], key: str, where: str) -> PageMetadata:
    """Return the metadata of a page from the record that a wiki sent.

    Args:
        record: The record.
        key: Key of the revision in it, which depends on the API.
        where: Name of the wiki, for the error.

    Raises:
        BadAnswerError: The record has no revision.
    """
    user = record.get("author")
    name = public_name(user) if isinstance(user, str) else None
    return PageMetadata(_as(_Number, record.get(key), where), name)
