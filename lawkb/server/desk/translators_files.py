"""Files for translators who work elsewhere: exports of the queue and of laws, and their import.

What an import does is shown row by row before anything is written; then one button writes it, as
one decision that can be undone.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from types import SimpleNamespace
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import Response

from lawkb.corpus.decision_files import FROM_FILE, with_discussion
from lawkb.editorial.decisions import Decision
from lawkb.editorial.findings import findings_made
from lawkb.editorial.teamwork import file_of, is_too_large
from lawkb.editorial.translation_progress import Translation
from lawkb.errors import LawkbError
from lawkb.exchange.queue_export import export_queue, write_terms, write_texts
from lawkb.exchange.translation_export import export_texts, messages_of, translation_of
from lawkb.exchange.translation_import import MergedRow
from lawkb.model.address import Address
from lawkb.model.finding import Finding, say
from lawkb.pipeline import TranslationImport, preview_import
from lawkb.publish.views.finding_words import rule_title
from lawkb.server.desk.decisions import reason_of
from lawkb.server.desk.pages import Asked, Desk
from lawkb.server.desk.queue import asked_queue, read_filters
from lawkb.server.desk.team import ShownFile, ShownFiles, chosen_file
from lawkb.server.desk.workspace import Decided, State

# The formats of the command line, with their suffixes and their names.
_SUFFIXES = {"xliff": ".xlf", "xliff12": "-1.2.xlf", "csv": ".csv", "xlsx": ".xlsx", "tmx": ".tmx"}
_NAMES = {
    "xliff": "XLIFF 2.1",
    "xliff12": "XLIFF 1.2",
    "csv": "CSV",
    "xlsx": "Excel (XLSX)",
    "tmx": "TMX",
}
_MEMORY = "tmx"  # a translation memory has no findings
_TERMS = {"tbx": "TBX 3", "tbx2": "TBX 2"}
_ROW = "row"  # beginning of the fields of the rows of an import
_SHOWN = "shown"  # the field that says how many rows had one
_MOST_ROWS = 300  # rows shown of an outcome
_ALL = "all"  # in place of the number of a law


class _ShownAnewError(Exception):
    """The corpus has changed so that an import would do something else than was shown."""


class Files:
    """The page of files, with the files that wait for the button."""

    def __init__(self) -> None:
        """Begin without a file."""
        self._shown = ShownFiles()

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
        if form not in _SUFFIXES and form not in _TERMS:
            raise HTTPException(404, say("There is no such file."))
        try:
            of = translation_of(state.code, query.get("edition", ""), query.get("language"))
        except LawkbError as error:
            raise HTTPException(404, say("There is no such translation.")) from error
        reviews = state.content.editorial.reviews
        only, name = query.get("only", ""), ""
        suffix = _SUFFIXES.get(form, ".tbx")
        open_ = [each for each in state.findings if not each.waived]
        commented = with_discussion(state.folder, state.code)
        if form in _TERMS:
            glossary = state.content.editorial.glossary
            content, name = write_terms(state.code, glossary, of.target, form), "terms"
        elif only == _ALL:
            texts = export_texts(commented, of, (), reviews, messages_of(open_, of))
            content, name = write_texts(texts, form), "all"
        elif only:
            number = state.code.outline.scheme.law_number(only)
            if number is None or number not in state.code.numbers(of.edition):
                raise HTTPException(404, say("There is no such law."))
            wanted = (Address((number,)),)
            texts = export_texts(commented, of, wanted, reviews, messages_of(open_, of))
            content, name = write_texts(texts, form), f"law-{only}"
        else:
            content = export_queue(commented, of, _findings(desk, asked, of), reviews, form)
            name = "open-findings"
        file = f"{state.code.outline.id}-{of.edition}-{of.target}-{name}{suffix}"
        return Response(
            content,
            media_type="application/octet-stream",
            headers={"Content-Disposition": f'attachment; filename="{file}"'},
        )

    def decide(self, desk: Desk, asked: Asked) -> Decided | Response:
        """Show what the import of a file would do, or write it."""
        if asked.form.get("do") != "write":
            return self._preview(desk, asked)
        if asked.proposal:
            return self._proposed(desk, asked)
        shown = self._shown.to_write(asked)
        asked = shown.sent_by(asked)

        def make(state: State) -> Decision:
            preview = _imported(state, shown.file, asked)
            if preview.token != shown.digest:
                raise _ShownAnewError
            return _chosen_rows(state, shown.file, asked, preview)

        try:
            return desk.decide(asked, make)
        except _ShownAnewError:
            return self._preview(desk, desk.newest(asked), changed=True)

    def _proposed(self, desk: Desk, asked: Asked) -> Decided:
        """Write a file that a colleague has proposed, if it still does what they saw."""
        file = file_of(asked.form)

        def make(state: State) -> Decision:
            preview = _imported(state, file, asked)
            if preview.token != asked.form.get("digest"):
                told = say("the text has changed since this was proposed")
                raise LawkbError(file[0], told, say("send it back"))
            return _chosen_rows(state, file, asked, preview)

        return desk.decide(asked, make)

    def _preview(self, desk: Desk, asked: Asked, changed: bool = False) -> Response:
        """Answer with what the import of a file would do.

        Args:
            desk: The desk.
            asked: The request, with the file, or with the key of one that waits.
            changed: Whether the corpus has changed since this was shown before.
        """
        known = self._shown.named_in(asked)
        file = chosen_file(known.file if known else asked.file)
        made = _imported(asked.state, file, asked)
        counts = made.merge.counts
        preview = SimpleNamespace(
            key=self._shown.keep(ShownFile(asked.author, file, made.token)),
            name=file[0],
            # Rows by outcome: accepted, refused, unchanged.
            outcomes=[(each, n, _rows(made, each)) for each, n in counts.items() if n],
            most=_MOST_ROWS,
            accepted=counts["accepted"] if made.decision else 0,
            findings=[
                (
                    asked.site.name(each.address) if each.address else "",
                    rule_title(asked.site, each.rule),
                    each.message,
                )
                for each in findings_made(asked.state.folder, *made.merge.codes)
            ],
            changed=changed,
            too_large=not asked.editor.reviews and is_too_large(file[1]),
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
        if form != _MEMORY
    ]
    whole = [
        (name, f"{path}?{urlencode({**named, 'form': form, 'only': _ALL})}")
        for form, name in _NAMES.items()
    ]
    glossary = asked.state.content.editorial.glossary
    terms = [
        (name, f"{path}?{urlencode({**named, 'form': form})}")
        for form, name in _TERMS.items()
        if any(of.target in each.renderings for each in glossary.terms)
    ]
    return SimpleNamespace(
        edition=of.edition,
        language=of.target,
        name=code.outline.language(of.target).name,
        open=count,
        queue=urls,
        whole=whole,
        terms=terms,
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


def _rows(made: TranslationImport, outcome: str) -> list[tuple[int, MergedRow]]:
    """Return the rows of an outcome with their indexes in the file."""
    return [(n, row) for n, row in enumerate(made.merge.rows) if row.outcome == outcome]


def _left_out(made: TranslationImport, form: Mapping[str, str]) -> frozenset[int]:
    """Return the indexes of the accepted rows that had a box on the page, and are not ticked."""
    if _SHOWN not in form:
        return frozenset()
    shown = _rows(made, "accepted")[:_MOST_ROWS]
    return frozenset(n for n, _ in shown if f"{_ROW} {n}" not in form)


def _chosen_rows(
    state: State, file: tuple[str, bytes], asked: Asked, made: TranslationImport
) -> Decision:
    """Return the decision of an import without the rows that the form leaves out."""
    if without := _left_out(made, asked.form):
        made = _imported(state, file, asked, without)
    if made.decision is None:
        raise LawkbError(file[0], say("nothing would change"), say("it is imported already"))
    return made.decision


def _imported(
    state: State, file: tuple[str, bytes], asked: Asked, without: Set[int] = frozenset()
) -> TranslationImport:
    typed = asked.form.get("reason", "").strip()
    origin = f"{FROM_FILE}{file[0]}"
    cause = reason_of(asked.site, typed or say("translation revised"), asked.author, origin)
    return preview_import(state.folder, state.code, file, cause, without)
