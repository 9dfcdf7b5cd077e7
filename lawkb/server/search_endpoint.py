"""The search of a served site over HTTP, for codes whose index is too large for a browser.

``/search.json`` answers as ``lawkb search --format json`` prints, ``/search`` with a page for
readers without script; nothing can be changed here.

``lawkb serve --search-only`` answers the search alone: the laws are not watched, checked or
rendered, but each is read when a query needs it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from anyio import CapacityLimiter, to_thread
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from lawkb.corpus.cache import cache_folder
from lawkb.corpus.glossary import read_glossary, read_synonyms
from lawkb.corpus.laws import check_held, open_code
from lawkb.errors import LawkbError
from lawkb.exchange.public_types import as_json
from lawkb.model.code import Code, Outline
from lawkb.publish.localized_site import EditorialContent, localized_sites
from lawkb.publish.page import SitePage, make_frames
from lawkb.publish.render import page_html
from lawkb.publish.site import SiteContent
from lawkb.publish.views.search_page import AnswerRows, answer_rows
from lawkb.publish.views.site_pages import answer_page
from lawkb.references.graph import graph_of
from lawkb.search import (
    Answer,
    Engine,
    Guide,
    Question,
    chosen_cluster,
    jump,
    open_index,
    read_guide,
    readings,
    search,
)
from lawkb.server.preview import MkdocsProject, Preview
from lawkb.server.request_log import SEARCH_OUTCOME, error_report

log = logging.getLogger("lawkb.server")


class SearchedCode:
    """The laws of a site as they are when the server starts, with what the search needs of it.

    Attributes:
        url: Address of the site on this server.
        corpus: The corpus folder.
        engine: Search engine that answers queries; None for that of the corpus.
        code: The laws, each read when it is accessed.
        editorial: The glossary, the synonyms, and what guides a search; a report without findings
            if the translators' pages are published, because the menu leads to them.
        localized: The site in each interface language, by BCP 47 tag, without what has to be read
            from all laws: laws that are only cited, and the sources of pages.
    """

    def __init__(self, config_file: Path, address: str, engine: str | None = None) -> None:
        """Read settings, menus and the words of the editors, and list the laws."""
        self.engine = engine
        with TemporaryDirectory() as folder:
            project = MkdocsProject(config_file, address, Path(folder), is_published=True)
            self.url, self.corpus = project.url, project.corpus
            self.code = open_code(self.corpus)
            check_held(self.corpus, self.code)
            outline = self.code.outline
            without_laws = replace(self.code, laws={}, companions={}, divisions={})
            graph = graph_of(without_laws, ())
            settings = project.build_pages(
                SiteContent(self.corpus, without_laws, graph)
            ).site_settings
        guide = read_guide(self.corpus, self.code)
        self.editorial = EditorialContent(
            glossary=read_glossary(self.corpus, outline),
            synonyms=read_synonyms(self.corpus, outline),
            subjects=guide.subjects,
            titles=guide.titles,
        )
        self.localized = localized_sites(
            self.code, graph, settings.languages, self.editorial, held={}
        )
        self._frames = make_frames(self.code, graph, self.editorial, settings)

    def html_of(self, page: SitePage) -> str:
        """Return a page as HTML, with the site's header and menu."""
        return page_html(page, self._frames)

    def report(self, error: LawkbError) -> None:
        """Print an error in the terminal."""
        log.warning(str(error))


MOST_HITS = 100
MOST_WAITING = 50  # queries; more of them are asked to come again
_USUAL_HITS = 10
_BAD_QUERY, _UNAVAILABLE = 400, 503
_RETRY_SECONDS = "5"
_TRY_AGAIN = "try again in a moment"


class SearchEndpoint:
    """Answers queries about the laws of a site that is served.

    One query is answered after another: laws that are read when they are needed are read by one
    thread at a time. While an index is opened, or built, all queries wait.
    """

    def __init__(self, site: Preview | SearchedCode) -> None:
        """Prepare to search the laws of a site."""
        self._site = site
        self._open: tuple[Code, Engine] | None = None  # laws, and the open index of them
        self._limiter: CapacityLimiter | None = None

    async def answer_json(self, request: Request) -> Response:
        """Answer a query with JSON: the hits with status 200, or an error with 400 or 503.

        Parameters of the request are ``q``, ``language`` and ``limit``, as ``QUERY``,
        ``--lang`` and ``--limit`` of ``lawkb search``.
        """
        try:
            answer = await self._answer(request)
        except _RefusedError as refused:
            error = refused.error
            told = {"where": error.where, "what": error.what, "hint": error.hint}
            content = json.dumps({"error": told}, ensure_ascii=False)
            return _response(content, refused.status, "application/json")
        found = as_json(answer)
        return _response(json.dumps(found, ensure_ascii=False), 200, "application/json")

    async def answer_page(self, request: Request) -> Response:
        """Answer a query with a page, for readers without script.

        Parameters are those of ``answer_json``, and ``page``, the language of the page.
        """
        status, query = 200, request.query_params.get("q", "")
        sites = self._site.localized
        site = sites.get(request.query_params.get("page", "")) or next(iter(sites.values()))
        try:
            rows = answer_rows(site, await self._answer(request, MOST_HITS))
        except _RefusedError as refused:
            status, error = refused.status, refused.error
            fault = f"{error.what.lstrip(' ^')}: {error.hint}"  # the marker needs its query above
            rows = AnswerRows(query, fault=fault, is_down=status != _BAD_QUERY)
        html = await to_thread.run_sync(self._site.html_of, answer_page(site, rows))
        return _response(html, status, "text/html")

    async def _answer(self, request: Request, usual: int = _USUAL_HITS) -> Answer:
        """Return the answer to a query."""
        alone = self._one_at_a_time()
        setattr(request.state, SEARCH_OUTCOME, "error")
        if alone.statistics().tasks_waiting >= MOST_WAITING:
            busy = LawkbError("search", "too many queries are waiting", _TRY_AGAIN)
            raise _RefusedError(busy, _UNAVAILABLE)
        try:
            question = question_of(request.query_params, self._site.code.outline, usual)
            answer = await to_thread.run_sync(self._jump, question, limiter=alone)
        except LawkbError as error:
            raise _RefusedError(error, _BAD_QUERY) from error
        try:
            if answer is None:
                run = partial(self._search, question)
                answer = await to_thread.run_sync(run, limiter=alone)
        except Exception as error:  # an engine may fail in many ways
            self._site.report(_without_words(error))
            what = "the search does not answer at the moment"
            raise _RefusedError(LawkbError("search", what, _TRY_AGAIN), _UNAVAILABLE) from error
        setattr(request.state, SEARCH_OUTCOME, "found" if answer.total else "nothing")
        return answer

    async def open_index(self) -> None:
        """Open the index, built first when necessary, so that the first query need not wait."""
        try:
            await to_thread.run_sync(self._opened, limiter=self._one_at_a_time())
        except LawkbError as error:
            self._site.report(error)

    def _one_at_a_time(self) -> CapacityLimiter:
        self._limiter = self._limiter or CapacityLimiter(1)  # belongs to the running event loop
        return self._limiter

    def _jump(self, question: Question) -> Answer | None:
        """Return the answer to an address; None for a correct query that the index answers."""
        code = self._site.code
        answer = jump(code, question, self._guide)
        if answer is None:
            readings(code.outline, question)
        return answer

    def _search(self, question: Question) -> Answer:
        (code, engine), editorial = self._opened(), self._site.editorial
        try:
            words = editorial.glossary, editorial.synonyms
            return search(engine, code, question, *words, self._guide)
        except LawkbError:
            self._open = None  # the index of a cluster may have been replaced: open the new one
            raise

    @property
    def _guide(self) -> Guide:
        editorial = self._site.editorial
        return Guide(editorial.subjects, editorial.titles)

    def _opened(self) -> tuple[Code, Engine]:
        code = self._site.code
        if self._open is None or self._open[0] is not code:
            corpus = self._site.corpus
            cluster = chosen_cluster(corpus, self._site.engine)
            engine = open_index(code, cache_folder(corpus), cluster=cluster)
            self._open = (code, engine)
        return self._open


class _RefusedError(Exception):
    """A query that is not answered: why, and the status of the response."""

    def __init__(self, error: LawkbError, status: int) -> None:
        super().__init__(error, status)
        self.error, self.status = error, status


def _without_words(error: Exception) -> LawkbError:
    """Return an error as it is reported; the text of an unexpected one may quote the query."""
    if isinstance(error, LawkbError):
        return error
    return error_report(
        "search", RuntimeError(type(error).__name__).with_traceback(error.__traceback__)
    )


def question_of(
    parameters: Mapping[str, str], outline: Outline, usual: int = _USUAL_HITS
) -> Question:
    """Return the query of a request with its options."""
    query = parameters.get("q", "")
    if not query.strip():
        raise LawkbError("q", "there is no query", "write it after ?q=")
    limit = parameters.get("limit", str(usual))
    if not (limit.isascii() and limit.isdecimal() and len(limit) <= len(str(MOST_HITS))):
        raise LawkbError("limit", "not a number of hits", f"write a number from 1 to {MOST_HITS}")
    if not 1 <= int(limit) <= MOST_HITS:
        raise LawkbError("limit", f"{int(limit)} is too few or too many", f"write 1 to {MOST_HITS}")
    asked = parameters.get("language")
    return Question(query, int(limit), outline.read_tag(asked) if asked else None)


def _response(content: str, status: int, kind: str) -> Response:
    # Not stored: a change shows at once, and no cache on the way has what people search for.
    headers = {"Cache-Control": "no-store", "Content-Type": f"{kind}; charset=utf-8"}
    if status == _UNAVAILABLE:
        headers["Retry-After"] = _RETRY_SECONDS
    return Response(content.encode(), status, headers)
