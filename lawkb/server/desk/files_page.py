"""Files for translators who work elsewhere: exports of the queue and of laws, and their import.

What an import does is shown row by row before anything is written; then one button writes it, as
one decision that can be undone.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from lawkb.editorial.decisions import Decision
from lawkb.editorial.new_patches import DecisionReason
from lawkb.editorial.translation_progress import Translation
from lawkb.errors import LawkbError
from lawkb.exchange.queue_export import export_queue, write_texts
from lawkb.exchange.translation_export import export_texts, messages_of, translation_of
from lawkb.exchange.translation_import import MergedRow
from lawkb.model.address import Address, Ordinal
from lawkb.model.finding import Finding, say
from lawkb.pipeline import TranslationImport, preview_import
from lawkb.publish.urls import Place
from lawkb.server.desk.access import read_form
from lawkb.server.desk.decision_log import About
from lawkb.server.desk.decision_views import DecisionLine, decision_line
from lawkb.server.desk.frames import desk_path
from lawkb.server.desk.work import laws_of, queue, read_filters

if TYPE_CHECKING:
    from lawkb.server.desk.app import Asked, Desk
    from lawkb.server.desk.workspace import State

_SUFFIXES = {"xliff": ".xlf", "csv": ".csv", "xlsx": ".xlsx"}
_NAMES = {"xliff": "XLIFF", "csv": "CSV", "xlsx": "Excel (XLSX)"}
_MOST_KEPT = 8  # files that wait for the button
_MOST_ROWS = 300  # rows shown of an outcome


@dataclass(frozen=True, slots=True)
class TranslationFiles:
    """The downloads of a translation."""

    edition: str  # id of the edition
    language: str  # BCP 47 tag of the translation
    name: str  # name of that language
    open: int  # number of open findings, as the queue is filtered
    queue: tuple[tuple[str, str], ...]  # name of a format and URL of the texts with these findings
    laws: tuple[tuple[Ordinal, str], ...]  # number and name of each law


@dataclass(frozen=True, slots=True)
class RowsView:
    """The rows of an outcome; ``more`` is the number of those that are not shown."""

    outcome: str
    count: int
    rows: tuple[MergedRow, ...]
    more: int


@dataclass(frozen=True, slots=True)
class PreviewView:
    """What an import would do."""

    key: str  # names the file that waits
    name: str  # name of the file
    outcomes: tuple[RowsView, ...]  # its rows by outcome: accepted, refused, unchanged
    accepted: int  # number of rows that would be written
    changed: bool  # whether the corpus has changed since the last preview


@dataclass(frozen=True, slots=True)
class FilesView:
    """Exports and imports."""

    translations: tuple[TranslationFiles, ...]  # the downloads
    formats: tuple[tuple[str, str], ...]  # formats of downloads: name in URLs, name for people
    download: str  # where downloads are
    filtered: bool  # whether the queue is filtered
    preview: PreviewView | None  # what an import would do; None before a file is chosen
    reason: str  # why the texts are changed, as typed in the form
    queue: Place  # the page of the queue
    done: DecisionLine | None  # the decision just made


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A file that was shown and not written yet."""

    author: str
    name: str
    content: bytes
    token: str


class _ShownAnewError(Exception):
    """The corpus has changed so that an import would do something else than was shown."""


class Files:
    """The page of files."""

    def __init__(self, desk: Desk) -> None:
        """Store the desk, whose corpus is exported and written."""
        self._desk = desk
        self._waiting: OrderedDict[str, _Waiting] = OrderedDict()
        self._lock = Lock()

    def routes(self) -> list[BaseRoute]:
        """Return the routes of the page and of its downloads."""
        path = "/desk/{tag}/files/"
        page = self._desk.page
        return [
            Route(path, page(self.files), methods=["GET"]),
            Route(path, self._with_file(page(self.decide)), methods=["POST"]),
            Route(f"{path}download", page(self.download), methods=["GET"]),
        ]

    @staticmethod
    def _with_file(
        handler: Callable[[Request], Awaitable[Response]],
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return a request handler that first reads the file of the form."""

        async def reading(request: Request) -> Response:
            file = (await read_form(request)).get("file")
            if isinstance(file, UploadFile):
                request.state.file = (file.filename or "file", await file.read())
            return await handler(request)

        return reading

    def files(
        self, asked: Asked, preview: PreviewView | None = None, error: LawkbError | None = None
    ) -> Response:
        """Answer with the downloads and the form of an import."""
        site, tag = asked.at.site, asked.at.site.language.code
        done = self._desk.workspace.log.find(asked.done)
        filters = read_filters(asked.request.query_params)
        path = f"{asked.request.url.path.rpartition('/')[0]}/download"
        view = FilesView(
            tuple(self._translation(asked, of, path) for of in _translations(asked.at.state)),
            tuple(_NAMES.items()),
            path,
            bool(filters.query),
            preview,
            asked.form.get("reason", ""),
            Place(desk_path(tag)),
            decision_line(asked.at, done) if done else None,
        )
        title = site.gettext("Files for translators")
        return self._desk.frames.answer(
            asked.request, asked.at, "files.html", view, title, error=error
        )

    def _translation(self, asked: Asked, of: Translation, path: str) -> TranslationFiles:
        site, code = asked.at.site, asked.at.state.code
        filters = read_filters(asked.request.query_params)
        named = {"edition": of.edition, "language": of.target}
        rest = f"&{filters.query.removeprefix('?')}" if filters.query else ""
        return TranslationFiles(
            of.edition,
            of.target,
            code.outline.language(of.target).name,
            len(self._findings(asked, of)),
            tuple(
                (_NAMES[form], f"{path}?{urlencode({**named, 'form': form})}{rest}")
                for form in _SUFFIXES
            ),
            tuple((number, site.law_name(number)) for number in code.numbers(of.edition)),
        )

    def _findings(self, asked: Asked, of: Translation) -> list[Finding]:
        filters = read_filters(asked.request.query_params)
        works = queue(asked.at.state, filters, laws_of(self._desk.workspace.log, asked.author))
        return [
            finding
            for work in works
            for finding in work.findings
            if work.edition == of.edition and work.language in (of.source, of.target)
        ]

    def download(self, asked: Asked) -> Response:
        """Answer with a file: the texts with open findings, or those of one law.

        Raises:
            HTTPException: There is no such file; status 404.
        """
        query, state = asked.request.query_params, asked.at.state
        form = query.get("form", "")
        if form not in _SUFFIXES:
            raise HTTPException(404, "There is no such file.")
        try:
            of = translation_of(state.code, query.get("edition", ""), query.get("language"))
        except LawkbError as error:
            raise HTTPException(404, "There is no such translation.") from error
        reviews = state.content.editorial.reviews
        only = query.get("only", "")
        if only:
            number = state.code.outline.scheme.law_number(only)
            if number is None or number not in state.code.numbers(of.edition):
                raise HTTPException(404, "There is no such law.")
            open_ = [each for each in state.findings if not each.waived]
            wanted = (Address((number,)),)
            texts = export_texts(state.code, of, wanted, reviews, messages_of(open_, of))
            content, name = write_texts(texts, form), f"law-{only}"
        else:
            found = self._findings(asked, of)
            content = export_queue(state.code, of, found, reviews, form)
            name = "open-findings"
        file = f"{state.code.outline.id}-{of.edition}-{of.target}-{name}{_SUFFIXES[form]}"
        return Response(
            content,
            media_type="application/octet-stream",
            headers={"Content-Disposition": f'attachment; filename="{file}"'},
        )

    def decide(self, asked: Asked) -> Response:
        """Show what the import of a file would do, write it, or take a decision back."""
        try:
            if "undo" in asked.form:
                decided = self._desk.undo(asked, asked.form["undo"])
            elif asked.form.get("do") == "write":
                decided = self._desk.decide(asked, self._import(asked), About())
            else:
                return self._shown(asked)
        except _ShownAnewError:
            return self._shown(asked, changed=True)
        except LawkbError as error:
            return self.files(self._newest(asked), error=error)
        return RedirectResponse(f"{asked.request.url.path}?done={decided.id}", 303)

    def _shown(self, asked: Asked, changed: bool = False) -> Response:
        """Answer with what the import of a file would do."""
        asked = self._newest(asked) if changed else asked
        known = self._waiting.get(asked.form.get("key", ""))
        chosen = (
            (known.name, known.content) if known else getattr(asked.request.state, "file", None)
        )
        try:
            if chosen is None or not chosen[1]:
                raise LawkbError(
                    "", say("no file was chosen"), say("choose one, then press the button")
                )
            preview = _preview(asked.at.state, chosen, asked)
        except LawkbError as error:
            return self.files(asked, error=error)
        name, content = chosen
        key = secrets.token_urlsafe(16)
        with self._lock:
            self._waiting[key] = _Waiting(asked.author, name, content, preview.token)
            while len(self._waiting) > _MOST_KEPT:
                self._waiting.popitem(last=False)
        return self.files(asked, _preview_view(preview, key, name, changed))

    def _import(self, asked: Asked) -> Callable[[State], Decision]:
        waiting = self._waiting.get(asked.form.get("key", ""))
        if waiting is None or waiting.author != asked.author:
            raise LawkbError("", say("this file is not here any more"), say("choose it again"))

        def make(state: State) -> Decision:
            preview = _preview(state, (waiting.name, waiting.content), asked)
            if preview.token != waiting.token:
                raise _ShownAnewError
            if preview.decision is None:
                raise LawkbError(
                    waiting.name, say("nothing would change"), say("it is imported already")
                )
            return preview.decision

        return make

    def _newest(self, asked: Asked) -> Asked:
        tag = asked.at.site.language.code
        return replace(asked, at=self._desk.frames.of(self._desk.workspace.state, tag))


def file_routes(desk: Desk) -> Sequence[BaseRoute]:
    """Return the routes of the page of files."""
    return Files(desk).routes()


def _translations(state: State) -> tuple[Translation, ...]:
    outline = state.code.outline
    listed = [(each.edition, each.language) for each in outline.expressions]
    return tuple(
        Translation(edition, outline.authoritative, tag)
        for edition, tag in listed
        if tag != outline.authoritative and (edition, outline.authoritative) in listed
    )


def _preview(state: State, file: tuple[str, bytes], asked: Asked) -> TranslationImport:
    reason = asked.form.get("reason", "").strip() or asked.at.site.gettext("translation revised")
    cause = DecisionReason(reason, asked.author, date.today().isoformat(), f"file {file[0]}")
    return preview_import(state.folder, state.code, file, cause)


def _preview_view(preview: TranslationImport, key: str, name: str, changed: bool) -> PreviewView:
    outcomes = []
    for outcome, count in preview.merge.counts.items():
        rows = preview.merge.with_outcome(outcome)
        if count:
            shown = rows[:_MOST_ROWS]
            outcomes.append(RowsView(outcome, count, shown, count - len(shown)))
    accepted = preview.merge.counts["accepted"] if preview.decision else 0
    return PreviewView(key, name, tuple(outcomes), accepted, changed)
