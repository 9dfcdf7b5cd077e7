"""Files for translators who work elsewhere: exports of the queue and of laws, and their import.

What an import does is shown row by row before anything is written; then one button writes it, as
one decision that can be undone.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from datetime import date
from threading import Lock
from types import SimpleNamespace
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import Response

from lawkb.corpus.decision_files import FROM_FILE, DecisionReason
from lawkb.editorial.decisions import Decision
from lawkb.editorial.translation_progress import Translation
from lawkb.errors import LawkbError
from lawkb.exchange.queue_export import export_queue, write_texts
from lawkb.exchange.translation_export import export_texts, messages_of, translation_of
from lawkb.model.address import Address
from lawkb.model.finding import Finding, say
from lawkb.pipeline import TranslationImport, preview_import
from lawkb.server.desk.pages import Asked, Desk
from lawkb.server.desk.queue import asked_queue, read_filters
from lawkb.server.desk.workspace import Decided, State

_SUFFIXES = {"xliff": ".xlf", "csv": ".csv", "xlsx": ".xlsx"}
_NAMES = {"xliff": "XLIFF", "csv": "CSV", "xlsx": "Excel (XLSX)"}
_MOST_KEPT = 8  # files that wait for the button
_MOST_ROWS = 300  # rows shown of an outcome


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
    """The page of files, with the files that wait for the button."""

    def __init__(self) -> None:
        """Begin without a file."""
        self._waiting: OrderedDict[str, _Waiting] = OrderedDict()
        self._lock = Lock()

    def show(
        self,
        desk: Desk,
        asked: Asked,
        error: LawkbError | None = None,
        preview: SimpleNamespace | None = None,
    ) -> Response:
        """Answer with the downloads and the form of an import, and what it would do."""
        filters = read_filters(asked.request.query_params)
        path = f"{asked.request.url.path.rpartition('/')[0]}/download"
        return desk.answer(
            asked,
            "files.html",
            asked.site.gettext("Files for translators"),
            error,
            translations=[
                _downloads(asked, of, path, len(_findings(desk, asked, of)))
                for of in _translations(asked.state)
            ],
            formats=_NAMES.items(),
            download=path,
            filtered=bool(filters.query),
            preview=preview,
            reason=asked.form.get("reason", ""),
        )

    def download(self, desk: Desk, asked: Asked) -> Response:
        """Answer with a file: the texts with open findings, or those of one law.

        Raises:
            HTTPException: There is no such file; status 404.
        """
        query, state = asked.request.query_params, asked.state
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
            told = messages_of(open_, of)
            texts = export_texts(state.code, of, wanted, reviews, told, state.discussion)
            content, name = write_texts(texts, form), f"law-{only}"
        else:
            found = _findings(desk, asked, of)
            content = export_queue(state.code, of, found, reviews, form, state.discussion)
            name = "open-findings"
        file = f"{state.code.outline.id}-{of.edition}-{of.target}-{name}{_SUFFIXES[form]}"
        return Response(
            content,
            media_type="application/octet-stream",
            headers={"Content-Disposition": f'attachment; filename="{file}"'},
        )

    def decide(self, desk: Desk, asked: Asked) -> Decided | Response:
        """Show what the import of a file would do, or write it."""
        if asked.form.get("do") != "write":
            return self._preview(desk, asked)
        waiting = self._waiting.get(asked.form.get("key", ""))
        if waiting is None or waiting.author != asked.author:
            raise LawkbError("", say("this file is not here any more"), say("choose it again"))

        def make(state: State) -> Decision:
            preview = _imported(state, (waiting.name, waiting.content), asked)
            if preview.token != waiting.token:
                raise _ShownAnewError
            if preview.decision is None:
                raise LawkbError(
                    waiting.name, say("nothing would change"), say("it is imported already")
                )
            return preview.decision

        try:
            return desk.decide(asked, make)
        except _ShownAnewError:
            return self._preview(desk, desk.newest(asked), changed=True)

    def _preview(self, desk: Desk, asked: Asked, changed: bool = False) -> Response:
        """Answer with what the import of a file would do.

        Args:
            desk: The desk.
            asked: The request, with the file, or with the key of one that waits.
            changed: Whether the corpus has changed since this was shown before.
        """
        known = self._waiting.get(asked.form.get("key", ""))
        chosen = (known.name, known.content) if known else asked.file
        if chosen is None or not chosen[1]:
            raise LawkbError(
                "", say("no file was chosen"), say("choose one, then press the button")
            )
        made = _imported(asked.state, chosen, asked)
        name, content = chosen
        key = secrets.token_urlsafe(16)
        with self._lock:
            self._waiting[key] = _Waiting(asked.author, name, content, made.token)
            while len(self._waiting) > _MOST_KEPT:
                self._waiting.popitem(last=False)
        counts = made.merge.counts
        preview = SimpleNamespace(
            key=key,
            name=name,
            # Rows by outcome: accepted, refused, unchanged.
            outcomes=[(each, n, made.merge.with_outcome(each)) for each, n in counts.items() if n],
            most=_MOST_ROWS,
            accepted=counts["accepted"] if made.decision else 0,
            changed=changed,
        )
        return self.show(desk, asked, preview=preview)


def _downloads(asked: Asked, of: Translation, path: str, count: int) -> SimpleNamespace:
    """Return the downloads of a translation: of the texts with open findings, and by law."""
    site, code = asked.site, asked.state.code
    query = read_filters(asked.request.query_params).query.removeprefix("?")
    named = {"edition": of.edition, "language": of.target}
    urls = [
        (_NAMES[form], f"{path}?{urlencode({**named, 'form': form})}{f'&{query}' if query else ''}")
        for form in _SUFFIXES
    ]
    return SimpleNamespace(
        edition=of.edition,
        language=of.target,
        name=code.outline.language(of.target).name,
        open=count,
        queue=urls,
        laws=[(number, site.law_name(number)) for number in code.numbers(of.edition)],
    )


def _findings(desk: Desk, asked: Asked, of: Translation) -> list[Finding]:
    """Return the open findings on a translation and its original, as the queue is filtered."""
    return [
        finding
        for opened in asked_queue(desk, asked)
        for finding in opened.findings
        if opened.edition == of.edition and opened.language in (of.source, of.target)
    ]


def _translations(state: State) -> list[Translation]:
    outline = state.code.outline
    listed = [(each.edition, each.language) for each in outline.expressions]
    return [
        Translation(edition, outline.authoritative, tag)
        for edition, tag in listed
        if tag != outline.authoritative and (edition, outline.authoritative) in listed
    ]


def _imported(state: State, file: tuple[str, bytes], asked: Asked) -> TranslationImport:
    reason = asked.form.get("reason", "").strip() or asked.site.gettext("translation revised")
    cause = DecisionReason(reason, asked.author, date.today().isoformat(), f"{FROM_FILE}{file[0]}")
    return preview_import(state.folder, state.code, file, cause)
