"""The calls to a DokuWiki, in JSON-RPC or, for older releases, in XML-RPC.

To edit a page is to lock it, fetch its newest text, save, and check that it was saved.

Source: the interfaces of releases 2022-07-31b (API 11) and 2026-07-14b (API 14), as recorded in
tests/samples/dokuwiki.
"""

from __future__ import annotations

import json
import re
import xmlrpc.client
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple, Protocol, TypeVar
from urllib.parse import urlsplit
from xml.parsers import expat

import msgspec

from lawkb.errors import LawkbError
from lawkb.model.privacy import public_name
from lawkb.sources.dokuwiki_api.http import (
    PASSWORD,
    TOKEN,
    USER,
    Answer,
    BadAnswerError,
    BusyError,
    EndlessError,
    NotAllowedError,
    PageLockedError,
    PageMissingError,
    RemoteOffError,
    ServerFailedError,
    SignInPageError,
    UnsureError,
    WikiConnection,
    one_line,
)

Value = None | bool | int | float | str | list["Value"] | dict[str, "Value"]

_DEEPEST = 100  # elements in elements; each level of values has up to four
_MOST_TAGS = 2_000_000  # of an answer; the values of more would take more memory than its bytes


class NotXmlRpcError(ValueError):
    """Bytes that are no XML-RPC answer."""


class FaultError(Exception):
    """An XML-RPC fault: the server answered with an error.

    Attributes:
        code: Error code of DokuWiki or XML-RPC.
        words: Error message.
    """

    def __init__(self, code: int, words: str) -> None:
        super().__init__(code, words)
        self.code = code
        self.words = words


def write_call(method: str, *values: Value) -> bytes:
    """Return an XML-RPC call as bytes.

    The standard library is used for encoding only: its decoder expands entities.
    """
    return xmlrpc.client.dumps(tuple(values), method).encode()


def read_answer(body: bytes) -> Value:
    """Decode an XML-RPC answer. Dates stay strings: DokuWiki has its own format for them.

    It is read in one pass, without a tree of its elements, which takes a hundred times their bytes.

    Raises:
        FaultError: The answer is an error.
        NotXmlRpcError: The bytes are not an XML-RPC answer, have a document type or entities, or
            are nested too deep.
    """
    body = body.strip()
    if not body.startswith(b"<"):
        raise NotXmlRpcError("not XML")
    if body.count(b"<") > _MOST_TAGS:
        raise NotXmlRpcError("not the XML of an answer")
    reading = _Reading()
    # The encoding is fixed, since another one could hide what is refused.
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = reading.refuse
    parser.StartElementHandler = reading.start
    parser.EndElementHandler = reading.end
    parser.CharacterDataHandler = reading.text
    try:
        parser.Parse(body, True)
    except (expat.ExpatError, ValueError) as error:
        if isinstance(error, NotXmlRpcError):
            raise
        raise NotXmlRpcError(f"broken XML: {error}") from error
    return reading.result()


class _Element(NamedTuple):
    """An element of XML-RPC that is being read."""

    kind: str
    values: list[Any]  # what the elements in it gave
    words: list[str]  # its own text, of those that may have one


_SCALARS = frozenset(
    {"int", "i4", "i8", "boolean", "double", "string", "dateTime.iso8601", "base64", "nil"}
)
_WITH_WORDS = _SCALARS | {"value", "name"}
# What may be in what; any other element is none of XML-RPC.
_INSIDE: Mapping[str, frozenset[str]] = {
    "": frozenset({"methodResponse"}),
    "methodResponse": frozenset({"params", "fault"}),
    "params": frozenset({"param"}),
    "param": frozenset({"value"}),
    "fault": frozenset({"value"}),
    "value": _SCALARS | {"struct", "array"},
    "struct": frozenset({"member"}),
    "member": frozenset({"name", "value"}),
    "array": frozenset({"data"}),
    "data": frozenset({"value"}),
}


class _Reading:
    """An answer of XML-RPC while it is read: the elements that are open."""

    __slots__ = ("_open",)

    def __init__(self) -> None:
        self._open = [_Element("", [], [])]

    def refuse(self, *_: object) -> None:
        raise NotXmlRpcError("not the XML of an answer")

    def start(self, kind: str, _: object) -> None:
        if kind not in _INSIDE.get(self._open[-1].kind, ()):
            raise NotXmlRpcError("not the XML of an answer")
        if len(self._open) > _DEEPEST:
            raise NotXmlRpcError("nested too deep")
        self._open.append(_Element(kind, [], []))

    def text(self, words: str) -> None:
        top = self._open[-1]
        if top.kind in _WITH_WORDS:
            top.words.append(words)

    def end(self, _: object) -> None:
        done = self._open.pop()
        self._open[-1].values.append(_closed(done))

    def result(self) -> Value:
        """Return the value of the answer.

        Raises:
            FaultError: It is an error.
            NotXmlRpcError: It is neither.
        """
        kinds: dict[str, Any] = dict(self._open[0].values[0])
        if "params" in kinds and kinds["params"] and kinds["params"][0]:
            found: Value = kinds["params"][0][0]
            return found
        fields = kinds["fault"][0] if kinds.get("fault") else None
        if not isinstance(fields, dict):
            raise NotXmlRpcError("neither a value nor a fault")
        code, words = fields.get("faultCode"), fields.get("faultString")
        raise FaultError(
            code if isinstance(code, int) else 0, words if isinstance(words, str) else ""
        )


def _closed(done: _Element) -> Any:
    """Return what an element gives to the one around it."""
    kind, values, words = done
    if kind in _SCALARS:
        return _scalar(kind, "".join(words))
    if kind == "value":
        return values[0] if values else "".join(words)
    if kind == "name":
        return _Name("".join(words))
    if kind == "member":
        name = next((each for each in values if isinstance(each, _Name)), "")
        held = [each for each in values if not isinstance(each, _Name)]
        if not held:
            raise NotXmlRpcError("a member without a value")
        return str(name), held[0]
    if kind == "struct":
        return dict(values)
    if kind == "array":
        return values[0] if values else []
    return (kind, values) if kind in ("params", "fault") else values


class _Name(str):
    """The name of a member, unlike its value."""

    __slots__ = ()


def _scalar(kind: str, text: str) -> Value:
    try:
        if kind in ("int", "i4", "i8"):
            return int(text)
        if kind == "boolean":
            return text.strip() == "1"
        return float(text) if kind == "double" else text
    except ValueError as error:
        raise NotXmlRpcError(f"not of type {kind}") from error


JSON_PATH = "lib/exe/jsonrpc.php"
XML_PATH = "lib/exe/xmlrpc.php"
# Deeper than any namespace. Depth 0 means all, but is answered from the search index, which a wiki
# may not have.
DEPTH = 99
_OFF, _NO_READING, _NO_EDITING, _NO_PAGE, _LOCKED = -32605, 111, 112, 121, 133
EDIT = 2  # the right to edit a page; rights are numbers, and each includes the lower ones
_MOST_BRACKETS = 1_000_000
_MOST_COMMAS = 4_000_000
# A field for a password, in HTML.
_ASKS_FOR_PASSWORD = re.compile(rb"<input\b[^>]*\btype\s*=\s*[\"']?password\b", re.IGNORECASE)
_INTERFACE = "/lib/exe/"


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A page of a wiki, as its page list has it, or its metadata."""

    page_id: str  # Page id as the wiki sends it, not yet checked: `code:rule_57`.
    revision: int  # Unix time of the page's last change.
    # Login of the author of that change; None for a guest, for whom a wiki sends the IP address,
    # and in the list, which does not name it.
    user: str | None = None


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

    def about(self, page_id: str) -> ListedPage:
        """Return metadata of a page. Raises ``PageMissingError`` when there is no such page."""

    def text(self, page_id: str) -> str:
        """Return the wiki text of a page with LF line ends; empty when there is no such page."""

    def revisions(self, page_id: str) -> tuple[int, ...]:
        """Return the times of the last changes of a page, newest first (Unix time)."""

    def text_at(self, page_id: str, revision: int) -> str:
        """Return the wiki text of a page as it was; empty when the wiki no longer has it."""

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
        return self.wire.address


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

    def about(self, page_id: str) -> ListedPage:
        """Return metadata of a page; see ``RemoteCalls.about``."""
        found = self._call("core.getPageInfo", page=page_id, rev=0, author=True, hash=False)
        return as_metadata(page_id, _as_record(found, self._where), "revision", self._where)

    def text(self, page_id: str) -> str:
        """Return the wiki text of a page; see ``RemoteCalls.text``."""
        return _as(str, self._call("core.getPage", page=page_id), self._where)

    def revisions(self, page_id: str) -> tuple[int, ...]:
        """Return the times of the last changes; see ``RemoteCalls.revisions``."""
        found = self._call("core.getPageHistory", page=page_id, first=0)
        return _revisions(found, "revision", self._where)

    def text_at(self, page_id: str, revision: int) -> str:
        """Return the wiki text of a page as it was; see ``RemoteCalls.text_at``."""
        return _as(str, self._call("core.getPage", page=page_id, rev=revision), self._where)

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

    def about(self, page_id: str) -> ListedPage:
        """Return metadata of a page; see ``RemoteCalls.about``."""
        record = _as_record(self._call("wiki.getPageInfo", page_id), self._where)
        if not record:
            # Release 2022-07-31b gives an empty record for every error that has no HTTP status.
            raise PageMissingError(
                page_id, "the wiki has no such page", "check its name; somebody may have deleted it"
            )
        return as_metadata(page_id, record, "version", self._where)

    def text(self, page_id: str) -> str:
        """Return the wiki text of a page; see ``RemoteCalls.text``."""
        return _as(str, self._call("wiki.getPage", page_id), self._where)

    def revisions(self, page_id: str) -> tuple[int, ...]:
        """Return the times of the last changes; see ``RemoteCalls.revisions``."""
        found = self._call("wiki.getPageVersions", page_id, 0)
        return _revisions(found, "version", self._where)

    def text_at(self, page_id: str, revision: int) -> str:
        """Return the wiki text of a page as it was; see ``RemoteCalls.text_at``."""
        return _as(str, self._call("wiki.getPageVersion", page_id, revision), self._where)

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
    told: LawkbError | None = None
    for calls in (JsonCalls(wire), XmlCalls(wire)):
        try:
            calls.release()
        except (BusyError, EndlessError):
            raise  # it says nothing of what is there
        except (BadAnswerError, SignInPageError) as error:
            # An older release has no JSON-RPC; its web server may fail at that, or show any page.
            told = error
            continue
        return calls
    if isinstance(told, ServerFailedError | SignInPageError):
        raise told
    raise BadAnswerError(
        wire.address,
        "this is not a DokuWiki, or not its front page",
        "give the address below which lib/exe/xmlrpc.php is",
    )


def _json_record(answer: Answer) -> dict[str, Value]:
    body = answer.body
    brackets = body.count(b"[") + body.count(b"{")
    if brackets > _MOST_BRACKETS or body.count(b",") > _MOST_COMMAS:
        return {}
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _fault(answer: Answer, wire: WikiConnection, code: Value, words: Value) -> LawkbError:
    """Return the error that an answer reports, with the server's message on one short line."""
    base = wire.address
    if code is None and (told := _in_its_place(answer)):
        hint = f"set {USER} and {PASSWORD}; if they are set, the wiki must let {_INTERFACE} through"
        return SignInPageError(base, told, hint)
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


def _in_its_place(answer: Answer) -> str:
    """Return what is there in place of the remote API, if that asks to sign in; else empty."""
    if _ASKS_FOR_PASSWORD.search(answer.body):
        return "a page to sign in is where its remote interface should be"
    if _INTERFACE not in urlsplit(answer.url).path:
        return f"it sends us to {one_line(answer.url)}, perhaps to sign in"
    return ""


def _not_allowed(wire: WikiConnection, status: int) -> NotAllowedError:
    """Return the error for a forbidden call: DokuWiki answers 401 to guests, 403 to users."""
    if wire.login.given:
        return _guest(wire) if status == 401 else _no_right(wire)
    return NotAllowedError(
        wire.address,
        "a guest is not allowed to read it remotely",
        f"set {USER} and {PASSWORD}, or {TOKEN}, in the environment",
    )


def _no_right(wire: WikiConnection) -> NotAllowedError:
    return NotAllowedError(
        wire.address,
        "this user is not allowed to read it remotely",
        "its administrator names the user in `remoteuser` and in the access rules",
    )


def _guest(wire: WikiConnection) -> NotAllowedError:
    """Return the error for a wrong login, which DokuWiki does not report: it serves a guest."""
    names = TOKEN if wire.login.token else f"{USER} and {PASSWORD}"
    return NotAllowedError(
        wire.address,
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


def _revisions(value: Value, key: str, where: str) -> tuple[int, ...]:
    found = _as(list[dict[str, Any]], value, where)
    return tuple(_as(_Number, each.get(key), where) for each in found)


def as_metadata(page_id: str, record: Mapping[str, Any], key: str, where: str) -> ListedPage:
    """Return the metadata of a page from the record that a wiki sent.

    Args:
        page_id: Id of the page.
        record: The record.
        key: Key of the revision in it, which depends on the API.
        where: Name of the wiki, for the error.

    Raises:
        BadAnswerError: The record has no revision.
    """
    user = record.get("author")
    name = public_name(user) if isinstance(user, str) else None
    return ListedPage(page_id, _as(_Number, record.get(key), where), name)


_MOST_SAVES = 3
LOCKED = "somebody else is editing it now (the wiki does not say who): push again later"
READ_ONLY = "this user may not edit it: its administrator gives the right to edit"
MISSING = "the wiki has no such page"
NOT_SAVED = "the wiki answers that it is saved, but shows another text: ask its administrator"


@dataclass(frozen=True, slots=True)
class EditOutcome:
    """The result of editing a page."""

    # `saved`; `unchanged` if there was nothing to change; `left` if the page could not be edited.
    kind: Literal["saved", "unchanged", "left"]
    why: str = ""  # Why it was left, in one sentence; else empty.


def newest_text(calls: RemoteCalls, page_id: str) -> str | None:
    """Return the newest text of a page; None if the wiki has no such page or does not show it."""
    try:
        calls.about(page_id)
        return calls.text(page_id)
    except (PageMissingError, NotAllowedError):
        return None


def edit_page(
    calls: RemoteCalls, page_id: str, edit: Callable[[str], str], summary: Callable[[], str]
) -> EditOutcome:
    """Change the newest text of a page. It is locked meanwhile, and unlocked whatever happens.

    After every save the page is fetched again: only that shows whether it was saved, also when the
    answer was lost. A text is never sent twice without that look.

    Args:
        calls: The wiki.
        page_id: Id of the page.
        edit: The function from the newest text to the text to save. It is called for every text
            that is fetched, and returns a text unchanged that needs no change.
        summary: The function that returns the summary of the last call of ``edit``.

    Raises:
        UnreachableError: The wiki does not answer any more.
        BusyError: The wiki asks to come back later.
    """
    try:
        if newest_text(calls, page_id) is None:
            return EditOutcome("left", MISSING)
        if calls.rights(page_id) < EDIT:
            return EditOutcome("left", READ_ONLY)
        return _edit(calls, page_id, edit, summary)
    except PageLockedError:
        return EditOutcome("left", LOCKED)
    except NotAllowedError:
        return EditOutcome("left", READ_ONLY)
    except BusyError:
        raise  # so are the other pages
    except BadAnswerError as error:
        return EditOutcome("left", error.what)


def _edit(
    calls: RemoteCalls, page_id: str, edit: Callable[[str], str], summary: Callable[[], str]
) -> EditOutcome:
    why = NOT_SAVED
    for _ in range(_MOST_SAVES):
        if not calls.lock(page_id):
            return EditOutcome("left", LOCKED)
        try:
            text = calls.text(page_id)
            edited = edit(text)
            if edited == text:
                return EditOutcome("unchanged")
            try:
                calls.save(page_id, edited, summary())
            except UnsureError as lost:
                why = f"the wiki did not save it: {lost.what}"
            saved = calls.text(page_id)
        finally:
            with suppress(LawkbError):  # a lock ends by itself, and is ours until then
                calls.unlock(page_id)
        if edit(saved) == saved:
            return EditOutcome("saved")
    return EditOutcome("left", why)
