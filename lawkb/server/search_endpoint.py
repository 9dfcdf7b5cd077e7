"""The search of a served site over HTTP, for codes whose index is too large for a browser.

``/search.json`` answers as ``lawkb search --format json`` prints; nothing can be changed here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from threading import Lock

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import Response

from lawkb.corpus.cache import cache_folder
from lawkb.errors import LawkbError
from lawkb.exchange.public_reports import search_result
from lawkb.exchange.public_types import as_json
from lawkb.model.code import Code
from lawkb.search import Answer, Engine, Question, jump, open_index, readings, search
from lawkb.server.preview import Preview

PATH = "search.json"  # below the root of the site
OUTCOME = "search_outcome"  # name in the state of a request: found, nothing or error

MOST_HITS = 100
MOST_WAITING = 50  # queries; more of them are asked to come again
_USUAL_HITS = 10
_RETRY_SECONDS = "5"
_TRY_AGAIN = "try again in a moment"


@dataclass(frozen=True, slots=True)
class _OpenIndex:
    """The open index of a code."""

    code: Code
    engine: Engine


class SearchEndpoint:
    """Answers queries about the laws of a site that is served.

    While the index of changed laws is built, one request waits for it; others are answered from
    the index before.
    """

    def __init__(self, preview: Preview, report: Callable[[LawkbError], None]) -> None:
        """Prepare to search the laws of a site.

        Args:
            preview: The site.
            report: Prints an error that is no fault of a query.
        """
        self._preview, self._report = preview, report
        self._open: _OpenIndex | None = None
        self._opening = Lock()
        self._limiter: CapacityLimiter | None = None

    @property
    def engine(self) -> Engine | None:
        """The engine with the index that was opened last; None before the first search."""
        return self._open.engine if self._open else None

    async def answer_json(self, request: Request) -> Response:
        """Answer a query with JSON: the hits with status 200, or an error with 400 or 503.

        Parameters of the request are ``q``, ``language`` and ``limit``, as ``QUERY``,
        ``--lang`` and ``--limit`` of ``lawkb search``.
        """
        self._limiter = self._limiter or CapacityLimiter(1)  # belongs to the running event loop
        if self._limiter.statistics().tasks_waiting >= MOST_WAITING:
            busy = LawkbError("search", "too many queries are waiting", _TRY_AGAIN)
            return _refused(request, busy, 503)
        try:
            question = question_of(request.query_params)
            answer = await to_thread.run_sync(self._jump, question)
        except LawkbError as error:
            return _refused(request, error, 400)
        try:
            if answer is None:
                run = partial(self._search, question)
                answer = await to_thread.run_sync(run, limiter=self._limiter)
        except LawkbError as error:
            self._report(error)
            what = "the search does not answer at the moment"
            return _refused(request, LawkbError("search", what, _TRY_AGAIN), 503)
        setattr(request.state, OUTCOME, "found" if answer.total else "nothing")
        return _json(as_json(search_result(answer, self._preview.code.outline.scheme)), 200)

    def open_index(self) -> None:
        """Open the index, built first when necessary, so that the first query need not wait."""
        try:
            self._opened()
        except LawkbError as error:
            self._report(error)

    def _jump(self, question: Question) -> Answer | None:
        """Return the answer to an address; None for a correct query that the index answers."""
        code = self._preview.code
        answer = jump(code, question)
        if answer is None:
            readings(code.outline, question)
        return answer

    def _search(self, question: Question) -> Answer:
        opened, editorial = self._opened(), self._preview.editorial
        return search(opened.engine, opened.code, question, editorial.glossary, editorial.synonyms)

    def _opened(self) -> _OpenIndex:
        code, last = self._preview.code, self._open
        if last and last.code is code:
            return last
        if not self._opening.acquire(blocking=last is None):
            assert last is not None  # then the lock is waited for
            return last
        try:
            if self._open is None or self._open.code is not code:
                engine = open_index(code, cache_folder(self._preview.corpus))
                self._open = _OpenIndex(code, engine)
            return self._open
        finally:
            self._opening.release()


def question_of(parameters: Mapping[str, str]) -> Question:
    """Return the query of a request with its options.

    Raises:
        LawkbError: There is no query, or ``limit`` is no number from 1 to ``MOST_HITS``.
    """
    query = parameters.get("q", "")
    if not query.strip():
        raise LawkbError("q", "there is no query", "write it after ?q=")
    limit = parameters.get("limit", str(_USUAL_HITS))
    if not (limit.isascii() and limit.isdecimal() and len(limit) <= len(str(MOST_HITS))):
        raise LawkbError("limit", "not a number of hits", f"write a number from 1 to {MOST_HITS}")
    if not 1 <= int(limit) <= MOST_HITS:
        raise LawkbError("limit", f"{int(limit)} is too few or too many", f"write 1 to {MOST_HITS}")
    return Question(query, int(limit), parameters.get("language") or None)


def _refused(request: Request, error: LawkbError, status: int) -> Response:
    setattr(request.state, OUTCOME, "error")
    told = {"where": error.where, "what": error.what, "hint": error.hint}
    return _json({"error": told}, status)


def _json(content: object, status: int) -> Response:
    # Not stored: a change shows at once, and no cache on the way has what people search for.
    headers = {"Cache-Control": "no-store", "Content-Type": "application/json; charset=utf-8"}
    if status == 503:
        headers["Retry-After"] = _RETRY_SECONDS
    return Response(json.dumps(content, ensure_ascii=False).encode(), status, headers)
