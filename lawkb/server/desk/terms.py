"""The terms of the glossary at the desk: a table, an editor for one term, and files of terms."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from lawkb.checks.term_uses import TermUse
from lawkb.checks.text_pairs import TextPair
from lawkb.corpus.glossary import Term, TermStatus, first_form, written
from lawkb.editorial.decisions import (
    Decision,
    add_term,
    change_term,
    remove_term,
    typed_term,
)
from lawkb.editorial.teamwork import file_of, is_too_large
from lawkb.errors import LawkbError
from lawkb.exchange.term_import import TermImport, import_terms
from lawkb.model.address import Address
from lawkb.model.finding import say
from lawkb.publish.localized_site import LocalizedSite
from lawkb.publish.urls import Place, page_url
from lawkb.server.desk.access import desk_path
from lawkb.server.desk.team import ShownFile, ShownFiles, chosen_file, proposal_view
from lawkb.server.desk.workspace import Decided, State
from lawkb.words.folding import fold

if TYPE_CHECKING:
    from lawkb.server.desk.pages import Asked, Desk

_STATUSES: tuple[TermStatus, ...] = ("preferred", "admitted", "forbidden")
_ID = 12  # hexadecimal digits
NEW = "new"  # in place of the id of a term
ON_PAGE = 30  # terms on a page of the table
_MOST_PLACES = 60  # named of a translation
_MOST_ROWS = 300  # shown of a file


@dataclass(frozen=True, slots=True)
class _Line:
    """A term in the table."""

    id: str  # names its editor
    term: str
    # Tag of each language with the translations: words and status.
    renderings: tuple[tuple[str, tuple[tuple[str, TermStatus], ...]], ...]
    times: int  # occurrences in the original
    missing: int  # texts with the term whose translation has none of its translations
    notes: str


# How the table may be sorted; equal ones are in the order of the alphabet.
_ORDERS: Mapping[str, Callable[[_Line], object]] = {
    "term": lambda each: (),
    "uses": lambda each: -each.times,
    "missing": lambda each: -each.missing,
}


def show_terms(
    desk: Desk, asked: Asked, error: LawkbError | None, preview: SimpleNamespace | None = None
) -> Response:
    """Answer with the table of the terms, of those that have the words asked for."""
    query = asked.request.query_params
    words, sort = query.get("words", "").strip(), query.get("sort", "")
    lines = _lines(asked.state, asked.site)
    wanted = fold(words).split()
    found = [each for each in lines if all(word in _searched(each) for word in wanted)]
    order = _ORDERS.get(sort, _ORDERS["term"])
    found.sort(key=lambda each: (order(each), fold(each.term)))
    shown, pages = asked.paged(found, ON_PAGE)
    tags = dict.fromkeys(tag for each in lines for tag, _ in each.renderings)
    return desk.answer(
        asked,
        "terms.html",
        asked.site.gettext("Terms"),
        error,
        original=asked.state.code.outline.authoritative,
        languages=[(tag, asked.state.code.outline.language(tag).name) for tag in tags],
        lines=shown,
        shown=len(found),
        all=len(lines),
        words=words,
        sort=sort if sort in _ORDERS else "term",
        sorted_by=lambda name: asked.query(sort="" if name == "term" else name, page="", done=""),
        pages=pages,
        preview=preview,
        proposals=[
            proposal_view(desk, asked, each)
            for each in asked.state.proposals
            if each.page.startswith("terms/")
        ],
    )


def show_term(desk: Desk, asked: Asked, error: LawkbError | None) -> Response:
    """Answer with the editor of one term: its rows as forms, and where it is used.

    Raises:
        HTTPException: There is no such term; status 404.
    """
    id_ = asked.request.path_params["id"]
    name = _name(asked.site, id_)
    held = [each for each in asked.state.content.editorial.glossary.terms if each.term == name]
    on_site = asked.site.paths.terms()
    return desk.answer(
        asked,
        "term.html",
        name or asked.site.gettext("Add a term"),
        error,
        name=name,
        place=Place(on_site, id_) if name else None,
        rows=[(each, _fields(asked, each)) for each in (*held, None)],
        example=_example(asked.state),
        original=asked.state.code.outline.authoritative,
        statuses=_STATUSES,
        row_id=row_id,
        uses=_uses(asked, name),
        typed=asked.form if error else {},
    )


def decide_on_term(desk: Desk, asked: Asked) -> Decided | Response:
    """Add, change or remove a row of the glossary; then show the term, or the table without it."""
    name = _name(asked.site, asked.request.path_params["id"])
    decided = desk.decide(asked, partial(_on_term, asked.form))
    newest = desk.newest(asked)
    ids = newest.site.terms.ids
    id_ = ids.get(name or " ".join(asked.form.get("term", "").split()), "")
    tag = asked.site.language.code
    path = desk_path(tag, "terms", id_) if id_ else desk_path(tag, "terms")
    return RedirectResponse(f"/{page_url(path)}?done={quote(decided.id)}#told", 303)


def _example(state: State) -> str:
    """Return how the glossary writes one of its translations with a star or |; empty for none."""
    terms = state.content.editorial.glossary.terms
    all_ = (written(words) for each in terms for words in each.renderings.values())
    return next((each for each in all_ if "*" in each or "|" in each), "")


def _name(site: LocalizedSite, id_: str) -> str:
    """Return the term that an id names; empty for a new one."""
    if id_ == NEW:
        return ""
    name = next((term for term, known in site.terms.ids.items() if known == id_), None)
    if name is None:
        raise HTTPException(404, say("There is no such term."))
    return name


def _on_term(form: Mapping[str, str], state: State) -> Decision:
    outline, glossary = state.code.outline, state.content.editorial.glossary
    renderings = {
        name.removeprefix("in "): value.strip()
        for name, value in form.items()
        if name.startswith("in ") and value.strip()
    }
    status, note = form.get("status", ""), form.get("note", "").strip()
    row, term = form.get("row", ""), form.get("term", "").strip()
    old = next((each for each in glossary.terms if row_id(each) == row), None)
    if row and old is None:
        raise LawkbError(term, say("this row was changed meanwhile"), say("load the page again"))
    if old and form.get("do") == "remove":
        return remove_term(old, outline)
    new = typed_term(term, renderings, status, note, outline, old)
    return change_term(glossary, old, new, outline) if old else add_term(glossary, new, outline)


def row_id(term: Term) -> str:
    """Return a name for a row of the glossary that changes with its content."""
    parts = (term.term, *(f"{k} {written(v)}" for k, v in term.renderings.items()))
    whole = "\x1f".join((*parts, term.status, term.note))
    return hashlib.sha256(whole.encode()).hexdigest()[:_ID]


def _fields(asked: Asked, row: Term | None) -> list[tuple[str, str, str]]:
    """Return the languages of a row: BCP 47 tag, name, and translation as the file writes it."""
    outline = asked.state.code.outline
    held = row.renderings if row else {}
    terms = asked.state.content.editorial.glossary.terms
    known = {tag for each in terms for tag in each.renderings}
    tags = [each for each in outline.languages if each.code != outline.authoritative]
    return [
        (each.code, each.name, written(held[each.code]) if each.code in held else "")
        for each in tags
        if each.code in known or not known
    ]


# ---- the table


def _lines(state: State, site: LocalizedSite) -> list[_Line]:
    rows: dict[str, list[Term]] = {}
    for each in state.content.editorial.glossary.terms:
        rows.setdefault(each.term, []).append(each)
    return [_line(site, term, held) for term, held in rows.items()]


def _line(site: LocalizedSite, term: str, rows: list[Term]) -> _Line:
    tags = dict.fromkeys(tag for row in rows for tag in row.renderings)
    uses = [site.terms.uses.get(tag, {}).get(term, ()) for tag in tags]
    return _Line(
        site.terms.ids.get(term, ""),
        term,
        tuple(
            (
                tag,
                tuple(
                    (first_form(row.renderings[tag]), row.status)
                    for row in rows
                    if tag in row.renderings
                ),
            )
            for tag in tags
        ),
        max((_times(each) for each in uses), default=0),
        sum(not use.rendered for each in uses for _, use in each),
        " ".join(row.note for row in rows),
    )


def _times(uses: tuple[tuple[TextPair, TermUse], ...]) -> int:
    return sum(len(use.original) for _, use in uses)


def _searched(line: _Line) -> str:
    words = (form for _, forms in line.renderings for form, _ in forms)
    return fold(" ".join((line.term, *words, line.notes)))


def _uses(asked: Asked, term: str) -> list[SimpleNamespace]:
    """Return where each translation of a term is found, and where none of them is.

    Each has the tag of its language, its words (empty where none is found), its status, how often
    it occurs, and edition and address of the provisions, the first of them.
    """
    scheme = asked.state.code.outline.scheme
    found = []
    for tag, by_term in asked.site.terms.uses.items():
        uses = by_term.get(term, ())
        rows = uses[0][1].rows if uses else ()
        lists: list[tuple[str, str, int, list[TextPair]]] = [
            (
                first_form(row.renderings[tag]),
                row.status,
                sum(len(use.found[at]) for _, use in uses),
                [text for text, use in uses if use.found[at]],
            )
            for at, row in enumerate(rows)
            if tag in row.renderings
        ]
        missing = [text for text, use in uses if not use.rendered]
        if missing:
            lists.append(("", "", len(missing), missing))
        for words, status, times, texts in lists:
            places: dict[tuple[str, Address], None] = {
                (text.edition, scheme.read(text.place)): None for text in texts
            }
            found.append(
                SimpleNamespace(
                    language=tag,
                    words=words,
                    status=status,
                    times=times,
                    places=[*places][:_MOST_PLACES],
                    more=max(0, len(places) - _MOST_PLACES),
                )
            )
    return found


# ---- files of terms


class TermFiles:
    """Files of terms that wait for the button."""

    def __init__(self) -> None:
        """Begin without a file."""
        self._shown = ShownFiles()

    def decide(self, desk: Desk, asked: Asked) -> Decided | Response:
        """Show what the import of a file of terms would do, or write it."""
        if asked.form.get("do") != "write":
            return self._preview(desk, asked, asked.file)
        if asked.proposal:
            file = file_of(asked.form)
            return desk.decide(asked, partial(_term_decision, file, asked.form.get("digest", "")))
        shown = self._shown.to_write(asked)
        if _digest(_imported(asked.state, shown.file)) != shown.digest:
            return self._preview(desk, asked, shown.file)
        make = partial(_term_decision, shown.file, shown.digest)
        return desk.decide(shown.sent_by(asked), make)

    def _preview(self, desk: Desk, asked: Asked, chosen: tuple[str, bytes] | None) -> Response:
        file = chosen_file(chosen)
        made = _imported(asked.state, file)
        preview = SimpleNamespace(
            key=self._shown.keep(ShownFile(asked.author, file, _digest(made))),
            name=file[0],
            outcomes=[(each, n, made.with_outcome(each)) for each, n in made.counts.items() if n],
            most=_MOST_ROWS,
            accepted=made.counts["accepted"],
            too_large=not asked.editor.reviews and is_too_large(file[1]),
        )
        return show_terms(desk, asked, None, preview)


def _imported(state: State, file: tuple[str, bytes]) -> TermImport:
    return import_terms(state.content.editorial.glossary, file, state.code.outline)


def _digest(made: TermImport) -> str:
    added = [(each.term, each.words) for each in made.with_outcome("accepted")]
    return hashlib.sha256(repr(added).encode()).hexdigest()


def _term_decision(file: tuple[str, bytes], digest: str, state: State) -> Decision:
    made = _imported(state, file)
    if made.decision is None:
        raise LawkbError(file[0], say("nothing would change"), say("it is imported already"))
    if _digest(made) != digest:
        told = say("the glossary has changed since this was shown")
        raise LawkbError(file[0], told, say("choose the file again"))
    return made.decision
