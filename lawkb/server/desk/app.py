"""The desk as a web application: the site as ``serve`` shows it, and the pages to decide on.

Routes of the desk are listed in ``_desk_routes``; a module with further pages gives a function that
returns its routes, which ``make_desk`` adds as well. Each page is ``/desk/LANG/…`` and works with
plain forms: POST, redirect, GET. What a form decides is a function from the state of the corpus to
a ``Decision``, which ``Workspace.decide`` writes.
"""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from importlib import resources
from pathlib import Path
from threading import Thread
from typing import TypeVar
from urllib.parse import quote, urlsplit

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from lawkb.corpus.decision_files import REVIEW_STATES, SettledAs, comment_id
from lawkb.editorial.corrections import correct_texts
from lawkb.editorial.decisions import (
    Decision,
    accept_finding,
    add_term,
    allow_all,
    change_term,
    decide_comment,
    end_acceptance,
    fix_all,
    new_decision,
    remove_term,
    renew_acceptance,
    set_review_state,
    typed_term,
    withdraw_comment_decision,
)
from lawkb.editorial.new_patches import DecisionReason
from lawkb.editorial.translation_progress import Translation
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.finding import Finding, Message, address_text, say
from lawkb.model.law import Law
from lawkb.publish.urls import ASSETS, page_url
from lawkb.server.app import server_of, unguarded_app
from lawkb.server.desk.access import (
    MOST_CONNECTIONS,
    Access,
    editor_of,
    protected,
    read_form,
    user_routes,
)
from lawkb.server.desk.code_pages import code_view, fix_view, row_id, terms_view
from lawkb.server.desk.decision_log import About, Decided
from lawkb.server.desk.decision_views import decisions_view
from lawkb.server.desk.files_page import file_routes
from lawkb.server.desk.frames import DESK, OWN_ASSETS, Frames, Localized
from lawkb.server.desk.git_commits import Commits
from lawkb.server.desk.law_to_translate import translation_routes
from lawkb.server.desk.provision_page import (
    CheckAnswer,
    Checked,
    Form,
    checked_texts,
    findings_on_form,
    place_at_desk,
    provision_view,
    reasons_of_texts,
    text_kind,
)
from lawkb.server.desk.queue_page import queue_view
from lawkb.server.desk.texts import Merge, merges, typed_here
from lawkb.server.desk.work import laws_of, queue, read_filters, settled_places
from lawkb.server.desk.workspace import State, Workspace
from lawkb.server.preview import Preview

R = TypeVar("R")
_ASSETS = {
    "editing.js": "text/javascript",
    "translating.js": "text/javascript",
    "editing.css": "text/css",
    "translating.css": "text/css",
    "dropping.js": "text/javascript",
    "to_desk.css": "text/css",
}


class Changed(Exception):  # noqa: N818  # it is no error: somebody else has saved
    """Texts of a form that somebody changed since it was opened."""

    def __init__(self, found: tuple[Merge, ...]) -> None:
        """Store the merges, which the reader must confirm or choose from."""
        super().__init__()
        self.found = found


@dataclass(frozen=True, slots=True)
class Asked:
    """A request for a page of the desk."""

    request: Request
    at: Localized  # the site in the language of the reader, with the newest state of the corpus
    author: str  # name of the reader
    form: Mapping[str, str]  # the fields of the form; empty for GET

    @property
    def done(self) -> str:
        """Return the id of the decision just made, from the query."""
        return self.request.query_params.get("done", "")

    def query(self, **values: str) -> str:
        """Return the query of the page with some values replaced; empty ones are left out."""
        asked = {**self.request.query_params, **values}
        pairs = [f"{quote(k)}={quote(v)}" for k, v in asked.items() if v]
        return f"?{'&'.join(pairs)}" if pairs else ""


class Desk:
    """The pages of the desk.

    Attributes:
        workspace: The corpus.
        frames: Renders pages in the frame of the site.
    """

    def __init__(
        self,
        workspace: Workspace,
        frames: Frames,
        access: Access,
        commits: Commits | None,
    ) -> None:
        """Store what the pages need.

        Args:
            workspace: The corpus.
            frames: Renders pages in the frame of the site.
            access: Who may use the desk.
            commits: Commits each decision; None for no commits.
        """
        self.workspace = workspace
        self.frames = frames
        self._access = access
        self._commits = commits

    def page(self, answer: Callable[[Asked], Response]) -> Callable[[Request], Awaitable[Response]]:
        """Return a request handler from a function that answers a request in a thread."""

        async def handler(request: Request) -> Response:
            form: Mapping[str, str] = {}
            if request.method == "POST":
                read = await read_form(request)
                form = {name: value for name, value in read.items() if isinstance(value, str)}
            return await to_thread.run_sync(self._answer, request, form, answer)

        return handler

    def _answer(
        self, request: Request, form: Mapping[str, str], answer: Callable[[Asked], Response]
    ) -> Response:
        tag = request.path_params.get("tag", "")
        if tag not in self.frames.languages:
            raise HTTPException(404, "There is no such page.")
        at = self.frames.of(self.workspace.refreshed(), tag)
        return answer(Asked(request, at, editor_of(request).name, form))

    def decide(self, asked: Asked, make: Callable[[State], Decision], about: About) -> Decided:
        """Write a decision and report it to whoever wants to know.

        Raises:
            LawkbError: It was refused; nothing was written.
        """
        decided = self.workspace.decide(make, asked.author, about)
        self._commit(decided, asked)
        return decided

    def undo(self, asked: Asked, id_: str) -> Decided:
        """Take a decision back.

        Raises:
            LawkbError: It was refused; nothing was written.
        """
        decided = self.workspace.undo(id_, asked.author)
        self._commit(decided, asked)
        return decided

    def _commit(self, decided: Decided, asked: Asked) -> None:
        """Commit a decision, where that is wanted; each page says if it could not be."""
        if self._commits is None:
            return
        about, what = decided.about, decided.decision.what
        details = [(name, value) for name, value in (("Place", about.address),) if value]
        author = editor_of(asked.request) if self._access.users else None
        files = (*decided.files, *decided.laws)
        self.frames.uncommitted = self._commits.commit(files, what, details, author)

    # ---- the queue

    def queue(self, asked: Asked, error: LawkbError | None = None) -> Response:
        """Answer with the queue."""
        filters = read_filters(asked.request.query_params)
        done = self.workspace.log.find(asked.done)
        view = queue_view(asked.at, self.workspace.log, asked.author, filters, done)
        title = asked.at.site.gettext("Desk")
        return self.frames.answer(asked.request, asked.at, "queue.html", view, title, error=error)

    def decide_in_queue(self, asked: Asked) -> Response:
        """Correct one finding by one click, or undo a decision; then show the queue again."""
        try:
            if "undo" in asked.form:
                decided = self.undo(asked, asked.form["undo"])
            else:
                fingerprint = asked.form.get("fix", "")
                found = self._finding(asked.at.state, fingerprint)
                decided = self.decide(
                    asked, partial(_fixed, (fingerprint,), asked.author), _about(asked, found)
                )
        except LawkbError as error:
            return self.queue(asked, error)
        return _see(asked, done=decided.id)

    def fixes(self, asked: Asked, error: LawkbError | None = None) -> Response:
        """Answer with the fixes of a rule, and what they would write."""
        rule = asked.request.path_params["rule"]
        filters = replace(read_filters(asked.request.query_params), rule=rule)
        own = laws_of(self.workspace.log, asked.author)
        works = queue(asked.at.state, filters, own)
        found = [each for work in works for each in work.findings if each.fix]
        view = fix_view(asked.at, rule, found, partial(_fixes, found, asked.author), filters)
        return self.frames.answer(
            asked.request, asked.at, "fix.html", view, view.title[1], error=error
        )

    def fix(self, asked: Asked) -> Response:
        """Correct all the findings that the form names, at once."""
        wanted = tuple(asked.form.get("fingerprints", "").split())
        try:
            decided = self.decide(asked, partial(_fixed, wanted, asked.author), About())
        except LawkbError as error:
            return self.fixes(asked, error)
        tag = asked.at.site.language.code
        return RedirectResponse(f"/desk/{tag}/{asked.query(rule='', done=decided.id)}#told", 303)

    # ---- a provision

    def from_site(self, asked: Asked) -> Response:
        """Lead from a provision on the site to its page at the desk, in its first translation."""
        named, code = asked.request.path_params, asked.at.site.code
        edition = named["edition"]
        number = code.outline.scheme.law_number(named["number"]) or 0
        tags = code.languages_of(edition, number)
        translations = [tag for tag in tags if tag != code.outline.authoritative]
        for tag in (*translations, *tags):
            law = code.law(edition, tag, number)
            for provision in law.provisions() if law else ():
                fragment = asked.at.site.fragment(provision.address) or "-"
                if fragment == named["fragment"]:
                    place = place_at_desk(asked.at.site, edition, tag, provision.address)
                    return RedirectResponse(f"/{page_url(place.path)}", 303)
        raise HTTPException(404, "There is no such provision.")

    def provision(
        self, asked: Asked, form: Form | None = None, error: LawkbError | None = None
    ) -> Response:
        """Answer with the page of a provision."""
        law, address = _place(asked)
        filters = read_filters(asked.request.query_params)
        log = self.workspace.log
        works = queue(asked.at.state, filters, laws_of(log, asked.author))
        at = asked.request.query_params.get("at", "")
        index = int(at) if at.isdecimal() and len(at) < 7 else 0
        done = self.workspace.log.find(asked.done)
        view = provision_view(
            asked.at,
            self.workspace.log,
            (law, address),
            (works, filters, index, settled_places(log, filters, works, asked.at.state)),
            form or Form({}),
            done,
        )
        title = f"{view.name} ({law.language}, {law.edition})"
        return self.frames.answer(
            asked.request, asked.at, "provision.html", view, title, error=error
        )

    def decide_on_provision(self, asked: Asked) -> Response:
        """Do what the form of a provision asks for, then show the provision again."""
        law, address = _place(asked)
        typed = typed_here(asked.form, asked.at.state, law, address)
        texts = {key: text for key, (_, text) in typed.items()}
        reason, origin = asked.form.get("reason", ""), asked.form.get("origin", "")
        form = Form(texts, reason=reason, origin=origin)
        if asked.form.get("do") == "check":
            return self.provision(asked, replace(form, checked=self._checked(asked)))
        written = asked.at.site.code.outline.scheme.write(address)
        about = About(law.edition, law.language, written, str(law.number))
        try:
            if "undo" in asked.form:
                decided = self.undo(asked, asked.form["undo"])
            else:
                decided = self.decide(asked, partial(_decision, asked, (law, address)), about)
        except Changed as changed:
            merged = {m.name: m.yours if m.merged is None else m.merged for m in changed.found}
            again = replace(asked, at=self._newest(asked))
            return self.provision(again, replace(form, typed=texts | merged, merges=changed.found))
        except LawkbError as error:
            form = replace(form, refused=asked.form.get("do") == "save")
            return self.provision(replace(asked, at=self._newest(asked)), form, error)
        return _see(asked, done=decided.id)

    def check(self, asked: Asked) -> Response:
        """Answer with what the checks say of the texts in a form; nothing is written."""
        view = CheckAnswer(self._checked(asked), asked.request.path_params["language"])
        return self.frames.answer(asked.request, asked.at, "check_answer.html", view, "")

    def _checked(self, asked: Asked) -> Checked:
        place = _place(asked)
        typed = typed_here(asked.form, asked.at.state, *place)
        return checked_texts(self.workspace, asked.at, place, typed)

    def _newest(self, asked: Asked) -> Localized:
        return self.frames.of(self.workspace.state, asked.at.site.language.code)

    # ---- the whole code

    def code(self, asked: Asked, error: LawkbError | None = None) -> Response:
        """Answer with the findings on the whole code."""
        edition, language = (asked.request.path_params[name] for name in ("edition", "language"))
        filters = read_filters(asked.request.query_params)
        works = queue(asked.at.state, filters, laws_of(self.workspace.log, asked.author))
        done = self.workspace.log.find(asked.done)
        at = asked.request.query_params.get("at", "")
        index = int(at) if at.isdecimal() and len(at) < 7 else 0
        settled = settled_places(self.workspace.log, filters, works, asked.at.state)
        view = code_view(asked.at, (edition, language), (works, filters, index, settled), done)
        title = asked.at.site.gettext("The whole code")
        return self.frames.answer(asked.request, asked.at, "code.html", view, title, error=error)

    def decide_on_code(self, asked: Asked) -> Response:
        """Do what the form of a finding on the whole code asks for."""
        try:
            if "undo" in asked.form:
                decided = self.undo(asked, asked.form["undo"])
            else:
                make = partial(_on_finding, asked.form, asked.author)
                decided = self.decide(asked, make, About())
        except LawkbError as error:
            return self.code(asked, error)
        return _see(asked, done=decided.id)

    # ---- terms and decisions

    def terms(self, asked: Asked, error: LawkbError | None = None) -> Response:
        """Answer with the glossary."""
        done = self.workspace.log.find(asked.done)
        view = terms_view(asked.at, asked.request.query_params.get("term", ""), done)
        title = asked.at.site.gettext("Terms")
        return self.frames.answer(asked.request, asked.at, "terms.html", view, title, error=error)

    def decide_on_term(self, asked: Asked) -> Response:
        """Add or change a row of the glossary."""
        try:
            if "undo" in asked.form:
                decided = self.undo(asked, asked.form["undo"])
            else:
                decided = self.decide(asked, partial(_on_term, asked.form), About())
        except LawkbError as error:
            return self.terms(asked, error)
        return _see(asked, done=decided.id)

    def decisions(self, asked: Asked, error: LawkbError | None = None) -> Response:
        """Answer with the decisions made at the desk."""
        done = self.workspace.log.find(asked.done)
        view = decisions_view(asked.at, self.workspace.log, done)
        title = asked.at.site.gettext("Decisions")
        return self.frames.answer(
            asked.request, asked.at, "decisions.html", view, title, error=error
        )

    def undo_one(self, asked: Asked) -> Response:
        """Take a decision back."""
        try:
            decided = self.undo(asked, asked.form.get("undo", ""))
        except LawkbError as error:
            return self.decisions(asked, error)
        return _see(asked, done=decided.id)

    def _finding(self, state: State, fingerprint: str) -> Finding:
        found = state.finding(fingerprint)
        if found is None:
            raise _settled(fingerprint)
        return found


def make_desk(
    preview: Preview,
    access: Access,
    commits: Commits | None = None,
) -> ASGIApp:
    """Return the application: the desk, and the site that it is about.

    Args:
        preview: The site; its ``desk`` must be ``frames.DESK``.
        access: Who may use the desk.
        commits: Commits each decision; None for no commits.
    """
    sources, reader, lock = preview.readers
    workspace = Workspace(preview.corpus, sources, reader, lock)
    mount = urlsplit(preview.url).path
    desk = Desk(workspace, Frames(lambda: preview.site_settings, mount), access, commits)
    routes = [
        *_desk_routes(desk),
        *translation_routes(desk),
        *file_routes(desk),
        *user_routes(desk),
    ]
    if mount != "/":
        routes.append(Route(f"{mount}{DESK}/{{path:path}}", _at_root))
    app = unguarded_app(preview, routes, workspace.use_results)
    Thread(target=workspace.learn, daemon=True).start()
    shown = (f"{mount}{ASSETS}/", f"{OWN_ASSETS}/")  # style and script of the page to sign in on
    languages = preview.site_settings.languages
    return protected(app, replace(access, languages=languages, open_paths=shown))


async def _at_root(request: Request) -> Response:
    return RedirectResponse(quote(f"/{DESK}/{request.path_params['path']}"), 303)


def _desk_routes(desk: Desk) -> list[BaseRoute]:
    """Return the routes of the desk's own pages."""
    place = "/desk/{tag}/{edition}/{language}"
    pages = (
        ("/desk/{tag}/", desk.queue, desk.decide_in_queue),
        ("/desk/{tag}/decisions/", desk.decisions, desk.undo_one),
        ("/desk/{tag}/at/{edition}/{number}/{fragment}/", desk.from_site, desk.from_site),
        ("/desk/{tag}/terms/", desk.terms, desk.decide_on_term),
        ("/desk/{tag}/fix/{rule}/", desk.fixes, desk.fix),
        (f"{place}/code/", desk.code, desk.decide_on_code),
        (f"{place}/{{address}}/", desk.provision, desk.decide_on_provision),
    )
    routes: list[BaseRoute] = [
        Route(f"{OWN_ASSETS}/{name}", partial(_asset, name)) for name in _ASSETS
    ]
    routes.append(Route("/desk/", _desk_home(desk)))
    routes.append(Route(f"{place}/{{address}}/check", desk.page(desk.check), methods=["POST"]))
    for path, shown, decided in pages:
        routes.append(Route(path, desk.page(shown), methods=["GET"]))
        routes.append(Route(path, desk.page(decided), methods=["POST"]))
    return routes


def _desk_home(desk: Desk) -> Callable[[Request], Awaitable[Response]]:
    """Return the request handler that leads to the queue in a language of the browser."""

    async def home(request: Request) -> Response:
        known = desk.frames.languages
        asked = request.headers.get("accept-language", "").lower().replace(",", " ").split()
        wanted = (each.partition(";")[0].partition("-")[0] for each in asked)
        return RedirectResponse(f"/desk/{next((t for t in wanted if t in known), known[0])}/", 303)

    return home


async def _asset(name: str, request: Request) -> Response:
    content = (resources.files("lawkb.server.desk") / "assets" / name).read_bytes()
    return Response(
        content,
        200,
        {"Content-Type": f"{_ASSETS[name]}; charset=utf-8", "Cache-Control": "no-store"},
    )


def _see(asked: Asked, **values: str) -> Response:
    path = quote(asked.request.url.path)
    return RedirectResponse(f"{path}{asked.query(**values)}#told", 303)


def _place(asked: Asked) -> tuple[Law, Address]:
    """Return the law and the address that the path names.

    Raises:
        HTTPException: There is no such provision; status 404.
    """
    named = asked.request.path_params
    code = asked.at.site.code
    try:
        address = code.outline.scheme.read(named["address"])
    except LawkbError as error:
        raise HTTPException(404, "There is no such provision.") from error
    law = code.law(named["edition"], named["language"], address.law)
    if law is None or law.find(address) is None:
        raise HTTPException(404, "There is no such provision.")
    return law, address


def _about(asked: Asked, finding: Finding) -> About:
    if finding.address is None:
        return About()
    written = str(finding.place)  # the log holds plain text
    return About(finding.edition, finding.language, written, str(finding.address.law))


def _settled(where: str) -> LawkbError:
    return LawkbError(
        where,
        say("this finding is not there any more"),
        say("somebody has settled it: load the page again"),
    )


# ---- decisions from forms


def _decision(asked: Asked, place: tuple[Law, Address], state: State) -> Decision:
    """Return the decision of the form of a provision.

    Raises:
        Changed: A text of the form was changed meanwhile.
        LawkbError: The form decides nothing that fits the newest state.
    """
    do = asked.form.get("do", "")
    if do == "save":
        return _correction(asked, place, state)
    if do == "review":
        return _review(asked, place, state)
    if do in ("applied", "rejected", "reopen"):
        return _on_comment(asked.form, asked.author, state)
    return _on_finding(asked.form, asked.author, state)


def _correction(asked: Asked, place: tuple[Law, Address], state: State) -> Decision:
    known, address = place
    law = state.code.law(known.edition, known.language, known.number)
    if law is None:
        raise LawkbError(
            asked.form.get("do", ""), say("this law is gone"), say("load the queue again")
        )
    typed = typed_here(asked.form, state, law, address)
    found = merges(state, law, address, typed)
    if found:
        raise Changed(found)
    scheme = state.code.outline.scheme
    here = say("%(place)s", place=address_text(scheme.write(address), address))
    reason = " ".join(asked.form.get("reason", "").split())
    if not reason:
        raise LawkbError(here, say("there is no reason"), say("say why the text is changed"))
    origin = asked.form.get("origin", "").strip() or "lawkb desk"
    changed = [
        (scheme.read(at), part, text)
        for key, (base, text) in typed.items()
        if text.strip() != base.strip()
        for at, _, part in [key.partition(" ")]
    ]
    if not changed:
        raise LawkbError(here, say("no text was changed"), say("change one, then save"))
    open_here = findings_on_form(state, law, address)
    kinds = [(at, text_kind(part)) for at, part, _ in changed]
    reasons = reasons_of_texts(asked.at.site, open_here, kinds, reason)
    together: dict[tuple[Address, str], dict[str, str]] = {}
    for at, part, text in changed:
        together.setdefault((at, reasons[at, text_kind(part)]), {})[part] = text
    made = [
        correct_texts(
            state.code,
            state.patches,
            (law.edition, law.language, at),
            texts,
            DecisionReason(why, asked.author, _today(), origin),
        )
        for (at, why), texts in together.items()
    ]
    if len(made) == 1:
        return made[0]
    names = ", ".join(dict.fromkeys(scheme.write(at) for at, _ in together))
    return new_decision(
        "correction",
        f"Correct {names} ({law.language}): {reason}",
        [entry for each in made for entry in each.added],
        [entry for each in made for entry in each.removed],
    )


def _on_finding(form: Mapping[str, str], author: str, state: State) -> Decision:
    fingerprint, do = form.get("finding", ""), form.get("do", "")
    reason = DecisionReason(form.get("reason", "").strip(), author, _today())
    if do in ("renew", "end"):
        waiver = next((each for each in state.waivers if each.fingerprint == fingerprint), None)
        if waiver is None:
            raise _settled(fingerprint)
        if do == "end":
            return end_acceptance(waiver)
        return renew_acceptance(waiver, state.findings, state.code, reason)
    finding = state.finding(fingerprint)
    if finding is None:
        raise _settled(fingerprint)
    if do == "fix":
        return _fixes([finding], author, state)
    if do == "allow" and isinstance(finding.message, Message):
        term, language = str(finding.message.values["term"]), finding.language
        glossary = state.content.editorial.glossary
        return allow_all(glossary, term, language, state.code.outline)
    if do == "accept":
        return accept_finding(finding, state.code, state.waivers, reason)
    raise LawkbError(do, say("the desk knows no such decision"), say("load the page again"))


def _fixed(fingerprints: Sequence[str], author: str, state: State) -> Decision:
    found = [each for name in fingerprints if (each := state.finding(name))]
    if not found:
        raise _settled(" ".join(fingerprints))
    return _fixes(found, author, state)


def _fixes(findings: Sequence[Finding], author: str, state: State) -> Decision:
    return fix_all(findings, state.code, state.patches, author, _today())[0]


def _review(asked: Asked, place: tuple[Law, Address], state: State) -> Decision:
    law, address = place
    wanted = asked.form.get("state", "")
    known = next((each for each in REVIEW_STATES if each == wanted), None)
    if known is None:
        raise LawkbError(wanted, say("is no state of a translation"), say("choose one of the list"))
    original = state.code.outline.authoritative
    of = Translation(law.edition, original, law.language)
    reviews = state.content.editorial.reviews
    return set_review_state(state.code, reviews, (of, [address]), known, (asked.author, _today()))


def _on_comment(form: Mapping[str, str], author: str, state: State) -> Decision:
    comment, do = form.get("comment", ""), form.get("do", "")
    if do == "reopen":
        return withdraw_comment_decision(state.settlements, comment)
    laws = state.code.laws.values()
    ids = {comment_id(law.origin.page, each) for law in laws for each in law.comments}
    if comment not in ids:
        raise LawkbError(comment, "there is no such comment any more", "load the page again")
    cause = DecisionReason(form.get("reason", "").strip(), author, _today())
    status: SettledAs = "applied" if do == "applied" else "rejected"
    return decide_comment(state.settlements, comment, status, cause)


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


def _today() -> str:
    return date.today().isoformat()


def serve_desk(
    config_file: Path,
    address: str,
    listening: socket.socket,
    access: Access,
    commits: Commits | None,
    engine: str | None = None,
) -> None:
    """Serve the desk until interrupted, with the site as it is after each decision.

    Args:
        config_file: The ``mkdocs.yml``.
        address: Host and port, ``127.0.0.1:8001``.
        listening: The socket that ``listen`` returned for the address.
        access: Who may use the desk.
        commits: Commits each decision; None for no commits.
        engine: Search engine that answers queries; None for that of the corpus.
    """
    with listening, tempfile.TemporaryDirectory() as folder:
        preview = Preview(config_file, address, Path(folder), DESK, engine)
        app = make_desk(preview, access, commits)
        with suppress(KeyboardInterrupt):
            server_of(app, MOST_CONNECTIONS).run(sockets=[listening])
