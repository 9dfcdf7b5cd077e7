"""What every page of the desk is made of: the request, what it decides, and the frame of the site.

``Desk.routes`` makes a page of two functions: one shows it, one decides what its form asks for.
What is refused is shown on the same page. The templates have the corpus in its own records, and the
functions of ``Desk.answer`` to name and to link what is in it.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock
from types import SimpleNamespace
from typing import TypeVar
from urllib.parse import quote, urlsplit

from anyio import to_thread
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Match, Route

from lawkb.corpus.decision_files import DONE_STATES, Proposal
from lawkb.editorial.decisions import Decision
from lawkb.editorial.teamwork import (
    form_of,
    may_decide,
    proposal_of,
    propose,
    send_back,
    settled_by,
    withdraw,
)
from lawkb.errors import LawkbError
from lawkb.history.changes import word_diff
from lawkb.model.address import Address
from lawkb.model.finding import Message, say
from lawkb.publish.localized_site import LocalizedSite, localized_sites
from lawkb.publish.page import Frame, SitePage, SiteSettings, make_frames
from lawkb.publish.render import make_environment, page_context, template_error
from lawkb.publish.urls import ASSETS, INDEX, Place, page_url, translated
from lawkb.publish.views.finding_words import (
    NamedPlace,
    Words,
    finding_view,
    localized_message,
)
from lawkb.server.desk.access import (
    DESK,
    SEAL,
    Access,
    Editor,
    desk_path,
    editor_of,
    form_token,
    read_form,
    refused_plainly,
    sign_out_path,
    term_place,
    users_file,
)
from lawkb.server.desk.decisions import decision_line, fix_words, undo_of
from lawkb.server.desk.git_commits import Commits, Uncommitted
from lawkb.server.desk.texts import Changed
from lawkb.server.desk.workspace import About, Decided, Settled, State, Workspace

OWN_ASSETS = "/.lawkb/desk"
_ID = re.compile(r"[0-9a-f]{12,}")  # of a decision, a finding or a comment


_Line = TypeVar("_Line")
_Page = tuple[int, bool, str]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request for a page of the desk."""

    request: Request
    author: str  # name of the reader
    form: Mapping[str, str]  # the fields of the form; empty for GET
    file: tuple[str, bytes] | None  # the file of the form, as name and content
    done: str  # id of the decision just made, from the query; empty if there is none
    state: State  # the newest state of the corpus
    site: LocalizedSite  # the site in the language of the reader, made from that state
    frame: Frame  # header and menu of the site
    # What the form decides on if it is one that a colleague has proposed.
    proposal: Proposal | None = None
    is_tried: bool = False  # whether only the decision is wanted, see `Desk.tried`

    @property
    def editor(self) -> Editor:
        """Return who sent the request: also where the form is that of a colleague."""
        return editor_of(self.request)

    def query(self, **values: str) -> str:
        """Return the query of the page with some values replaced; empty ones are left out."""
        asked = {**self.request.query_params, **values}
        pairs = [f"{quote(k)}={quote(v)}" for k, v in asked.items() if v]
        return f"?{'&'.join(pairs)}" if pairs else ""

    def paged(self, lines: Sequence[_Line], most: int) -> tuple[Sequence[_Line], list[_Page]]:
        """Return the lines of a list that are on the page of the query, and all its pages.

        Each page has its number, whether it is shown, and its query.
        """
        pages = max(1, -(-len(lines) // most))
        asked = self.request.query_params.get("page", "")
        page = min(int(asked), pages) if asked.isdecimal() and len(asked) < 7 else 1
        page = max(page, 1)
        found = [
            (each, each == page, self.query(page="" if each == 1 else str(each), done=""))
            for each in range(1, pages + 1)
        ]
        return lines[(page - 1) * most : page * most], found


class Desk:
    """The corpus at the desk, and the site that its pages are shown in.

    Attributes:
        workspace: The corpus.
    """

    def __init__(
        self,
        workspace: Workspace,
        settings: Callable[[], SiteSettings],
        mount: str,
        access: Access,
        commits: Commits | None,
    ) -> None:
        """Store what the pages need.

        Args:
            workspace: The corpus.
            settings: Returns the settings of the site.
            mount: Path below which the site is served, ``/`` or ``/laws/``.
            access: Who may use the desk.
            commits: Commits each decision; None for no commits.
        """
        self.workspace = workspace
        self._settings, self._mount = settings, mount
        self._access, self._commits = access, commits
        # Why the last decision is in no commit of git; None if it is, or need not be.
        self._uncommitted: Uncommitted | None = None
        self._committing = Lock()
        # What decides on the form of each page.
        self._deciding: list[tuple[Route, Callable[[Desk, Asked], Decided | Response]]] = []
        self._last: tuple[int, SiteSettings, dict[str, tuple[LocalizedSite, Frame]]] | None = None

    # ---- requests

    @property
    def languages(self) -> tuple[str, ...]:
        """Return the BCP 47 tags of the interface languages."""
        return self._settings().languages

    def routes(
        self,
        path: str,
        show: Callable[[Desk, Asked, LawkbError | None], Response],
        decide: Callable[[Desk, Asked], Decided | Response],
    ) -> list[BaseRoute]:
        """Return the routes of a page.

        Args:
            path: Its path.
            show: Answers with the page, and says why a decision was refused.
            decide: Decides what the form of the page asks for, and returns the decision, which the
                page then shows; or an answer, where the form asks for something else. Each page
                has the form that takes a decision back.
        """

        def shown(desk: Desk, asked: Asked) -> Response:
            return show(desk, asked, None)

        def decided(desk: Desk, asked: Asked) -> Response:
            try:
                made = desk.answered(asked) or decide(desk, asked)
            except LawkbError as error:
                return show(desk, desk.newest(asked), error)
            if isinstance(made, Response):
                return made
            page = quote(asked.request.url.path)
            return RedirectResponse(f"{page}{asked.query(done=made.id, proposal='')}#told", 303)

        posted = Route(path, self.page(decided), methods=["POST"])
        self._deciding.append((posted, decide))
        return [Route(path, self.page(shown), methods=["GET"]), posted]

    def page(
        self, answer: Callable[[Desk, Asked], Response]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return a request handler from a function that answers a request in a thread."""

        async def handler(request: Request) -> Response:
            form: Mapping[str, str] = {}
            file: tuple[str, bytes] | None = None
            if request.method == "POST":
                read = await read_form(request)
                form = {name: value for name, value in read.items() if isinstance(value, str)}
                if isinstance(sent := read.get("file"), UploadFile):
                    file = sent.filename or "file", await sent.read()
            return await to_thread.run_sync(self._answered, request, form, file, answer)

        return handler

    def _answered(
        self,
        request: Request,
        form: Mapping[str, str],
        file: tuple[str, bytes] | None,
        answer: Callable[[Desk, Asked], Response],
    ) -> Response:
        tag = request.path_params.get("tag", "")
        if tag not in self.languages:
            raise HTTPException(404, say("There is no such page."))
        state = self.workspace.refreshed()
        done = request.query_params.get("done", "")
        author = editor_of(request).name
        at = self._localized(state, tag)
        return answer(self, Asked(request, author, form, file, done, state, *at))

    def newest(self, asked: Asked) -> Asked:
        """Return a request with the state of the corpus as it is by now."""
        state = self.workspace.state
        site, frame = self._localized(state, asked.site.language.code)
        return replace(asked, state=state, site=site, frame=frame)

    def _localized(self, state: State, language: str) -> tuple[LocalizedSite, Frame]:
        """Return the site in an interface language, made from a state; the last ones are kept."""
        settings = replace(self._settings(), url="", offline=False)
        if self._last is None or self._last[:2] != (state.number, settings):
            content = state.content
            sites = localized_sites(
                content.code, content.graph, settings.languages, content.editorial
            )
            frames = make_frames(content.code, content.graph, content.editorial, settings)
            made = {tag: (sites[tag], frames[tag]) for tag in sites}
            self._last = state.number, settings, made
        return self._last[2][language]

    # ---- decisions

    def decide(
        self, asked: Asked, make: Callable[[State], Decision], about: About | None = None
    ) -> Decided:
        """Write a decision, about the whole code if nothing else is said, and commit it.

        A translator's decision becomes a proposal, unless translators may make it. A decision on
        the form of a proposal settles that.

        Raises:
            LawkbError: It was refused; nothing was written.
        """
        where = about or About()
        if asked.proposal:
            make = partial(_on_proposed, make, asked.proposal)
        if asked.is_tried:
            raise _TriedError(make(asked.state), where)
        own = partial(self._as_may, asked, make, where)
        try:
            decide = partial(self.workspace.decide, own, asked.editor.name, where)
            made = self._committed(asked, decide)
        except Settled as error:
            last = self.workspace.log.last_about(where)
            if last is None or last.author == asked.editor.name:
                raise
            told = say("%(name)s has settled this finding already", name=last.author)
            raise LawkbError(error.where, told, error.hint) from error
        if asked.proposal:
            raise _AcceptedError(made)
        return made

    def _as_may(
        self, asked: Asked, make: Callable[[State], Decision], about: About, state: State
    ) -> Decision:
        """Return a decision as the role of who sent the request has it."""
        id_ = asked.proposal.id if asked.proposal else asked.form.get("proposal", "")
        settled = proposal_of(state.proposals, id_) if id_ else None
        if settled and not (asked.editor.reviews or settled.author == asked.editor.name):
            raise not_allowed(settled.place)
        decision = make(state)
        if asked.editor.reviews or may_decide(decision, _is_reviewed(state, about)):
            return settled_by(decision, settled) if settled else decision
        page = asked.request.url.path.removeprefix(f"/{DESK}/").partition("/")[2]
        sent = {k: v for k, v in asked.form.items() if k not in ("token", SEAL, "proposal")}
        place = (about.edition, about.language, about.address, about.law)
        return propose(decision, (page, sent), place, asked.editor.name, settled)

    def answered(self, asked: Asked) -> Decided | None:
        """Do what any page of the desk can be asked for; None if the form asks for none of it.

        It takes a decision back (``undo``) or makes it again (``redo``), or it accepts a proposal,
        sends it back or withdraws it: the name of the field, and the id as its value.

        Raises:
            LawkbError: It was refused; nothing was written.
        """
        form = asked.form
        may = partial(self._may_undo, asked.editor)
        for name, act in (("undo", self.workspace.undo), ("redo", self.workspace.make_again)):
            if name in form:
                return self._committed(asked, partial(act, form[name], asked.editor.name, may))
        if "accept-proposal" in form:
            return self._accepted(
                asked, proposal_of(asked.state.proposals, form["accept-proposal"])
            )
        for name in ("return-proposal", "withdraw-proposal"):
            if name in form:
                known = proposal_of(asked.state.proposals, form[name])
                about = About(known.edition, known.language, known.place, known.law)
                return self.decide(asked, partial(_sent_back, asked, name, known.id), about)
        return None

    def _accepted(self, asked: Asked, proposal: Proposal) -> Decided:
        if not asked.editor.reviews:
            raise not_allowed(proposal.place)
        try:
            self._sent_again(asked, proposal)
        except _AcceptedError as accepted:
            return accepted.made
        raise _not_there(proposal)

    def _may_undo(self, editor: Editor, decided: Decided) -> bool:
        """Return whether somebody may take a decision back: translators what is theirs to make."""
        if editor.reviews:
            return True
        reviewed = _is_reviewed(self.workspace.state, decided.about)
        return decided.author == editor.name and may_decide(decided.decision, reviewed)

    def tried(self, asked: Asked, proposal: Proposal) -> tuple[Decision | None, About, str]:
        """Return what a proposal would decide on the present texts, and about what.

        Where it cannot be decided so any more, there is no decision, and a sentence says why.
        """
        about = About(proposal.edition, proposal.language, proposal.place, proposal.law)
        why = _not_there(proposal).what
        try:
            self._sent_again(replace(asked, is_tried=True), proposal)
        except _TriedError as tried:
            return tried.decision, tried.about, ""
        except LawkbError as error:
            why = error.what
        return None, about, why

    def _sent_again(self, asked: Asked, proposal: Proposal) -> None:
        """Decide on the form of a proposal; the words in it are signed by who proposed them.

        Raises:
            _AcceptedError: It is decided.
            _TriedError: It would be decided.
            LawkbError: It was refused. Where a page asks for something else, nothing is raised.
        """
        form = form_of(proposal)
        path = f"/{DESK}/{asked.site.language.code}/{proposal.page}"
        # What is said of texts is its author's, that they are reviewed is the reviewer's.
        author = asked.editor.name if form.get("do") == "review" else proposal.author
        for route, decide in self._deciding:
            scope = {**asked.request.scope, "method": "POST", "path": path, "query_string": b""}
            match, found = route.matches(scope)
            if match is Match.FULL:
                request = Request({**scope, **found})
                sent = replace(
                    asked, request=request, author=author, form=form, file=None, proposal=proposal
                )
                try:
                    decide(self, sent)
                except HTTPException:
                    break
                return
        raise _not_there(proposal)

    def _committed(self, asked: Asked, decide: Callable[[], Decided]) -> Decided:
        """Write a decision and commit it, where that is wanted; each page says if it could not be.

        The next decision is written after that, so that no commit has words of somebody else.
        """
        if self._commits is None:
            return decide()
        with self._committing:
            decided = decide()
            place = decided.about.address
            details = [("Place", place)] if place else []
            details += [("Proposed-by", asked.proposal.author)] if asked.proposal else []
            author = asked.editor if self._access.users else None
            files = (*decided.files, *decided.laws)
            what = decided.decision.what
            self._uncommitted = self._commits.commit(files, what, details, author)
        return decided

    def lines(
        self,
        asked: Asked,
        decisions: Iterable[tuple[Decided, Decided | None]],
        here: Place | None = None,
    ) -> list[SimpleNamespace]:
        """Return decisions as a page shows them, with the undo of those that may be taken back.

        Args:
            asked: The request.
            decisions: The decisions, each with the later one that changed what it wrote.
            here: The page of a provision; what changed there comes first.
        """
        each = [*decisions]
        written = asked.state.written() if each else frozenset()
        shown = []
        for made, above in each:
            may = self._may_undo(asked.editor, made)
            undo = undo_of(made, above, written) if may else None
            again = may and above is None and self.workspace.log.may_be_made_again(made)
            shown.append(decision_line(asked.site, made, undo, again, here))
        return shown

    # ---- answers

    def refused(self, request: Request, status: int, why: str | LawkbError) -> Response:
        """Answer why a request is refused: a page with the way back, for a browser.

        Args:
            request: The request, which may have come no further than its headers.
            status: Status of the answer.
            why: A sentence; or why the corpus cannot be read.
        """
        told = why.what if isinstance(why, LawkbError) else why
        if "text/html" not in request.headers.get("accept", ""):
            return refused_plainly(request, status, told)
        asked_tag = request.url.path.removeprefix(f"/{DESK}/").partition("/")[0]
        tag = asked_tag if asked_tag in self.languages else self.languages[0]
        try:
            state = self.workspace.state
            at = self._localized(state, tag)
        except LawkbError:
            return refused_plainly(request, status, told)
        asked = Asked(request, "", {}, None, "", state, *at)
        error = why if isinstance(why, LawkbError) else None
        title = asked.site.gettext("This cannot be shown")
        back = urlsplit(request.headers.get("referer", ""))
        here = request.headers.get("host", "")
        page = self.answer(
            asked,
            "refused.html",
            title,
            told=told,
            unread=error,
            back=back.path if back.netloc == here else "",
        )
        page.status_code = status
        return page

    def answer(
        self,
        asked: Asked,
        template: str,
        title: str,
        error: LawkbError | None = None,
        /,
        **view: object,
    ) -> HTMLResponse:
        """Return a page of the desk.

        Args:
            asked: The request.
            template: Name of its template below ``desk/``.
            title: Title without the name of the law code.
            error: Why a decision was refused; None if it was not.
            view: What the template shows, by the names it uses.
        """
        request, site, frame = asked.request, asked.site, asked.frame
        tag = site.language.code
        of_desk = request.url.path.startswith(f"/{DESK}/{tag}/")
        below = request.url.path.removeprefix(f"/{DESK}/{tag}/") if of_desk else ""
        path = f"{DESK}/{tag}/{below}{INDEX if not below or below.endswith('/') else ''}"
        shown = SimpleNamespace(**view)
        page = SitePage(path, tag, title, title, f"desk/{template}", shown)
        others = tuple((tag, Place(_in(path, tag))) for tag in site.languages)
        page = replace(page, alternates=others)
        href = partial(_href, self._mount, frame)
        log = self.workspace.log
        made = [(done, log.on_top_of(done))] if (done := log.find(asked.done)) else []
        context = page_context(page, frame) | {
            "href": href,
            "asset": lambda name: href(Place(f"{ASSETS}/{name}")),
            "own_asset": lambda name: f"{OWN_ASSETS}/{name}",
            "token": form_token(request),
            "editor": asked.editor.name,
            "role": asked.editor,
            "manages_users": asked.editor.manages and users_file(request) is not None,
            "sign_out": sign_out_path(tag) if users_file(request) else "",
            "error": error,
            "said": partial(said, site),
            "where": partial(_where, str(self.workspace.folder)),
            "uncommitted": self._uncommitted,
            "here": request.url.path,
            "query": f"?{request.url.query}" if request.url.query else "",
            "done": next(iter(self.lines(asked, made)), None),
            "desk_page": lambda *parts: Place(desk_path(tag, *parts)),
            "term_page": partial(term_place, tag),
            "at_desk": partial(place_at_desk, site),
            "named_at_desk": partial(named_at_desk, site),
            "name_of": partial(name_of, site),
            "finding_view": partial(finding_view, site),
            "fix_words": fix_words,
            "word_diff": word_diff,
        }
        try:
            environment = make_environment(frame.settings.overrides)
            return HTMLResponse(environment.get_template(page.template).render(context))
        except Exception as fault:
            raise template_error(page.template, fault) from fault


def _on_proposed(make: Callable[[State], Decision], proposal: Proposal, state: State) -> Decision:
    """Return the decision on the form of a proposal, unless its texts have changed."""
    try:
        return make(state)
    except Changed as changed:
        told = say("the text has changed since this was proposed")
        hint = say("take it into the fields, put both together and save")
        raise LawkbError(proposal.place, told, hint) from changed


class _TriedError(Exception):
    """A decision that was only tried."""

    def __init__(self, decision: Decision, about: About) -> None:
        super().__init__()
        self.decision, self.about = decision, about


class _AcceptedError(Exception):
    """A proposal was accepted: its page need not be answered."""

    def __init__(self, made: Decided) -> None:
        super().__init__()
        self.made = made


def _not_there(proposal: Proposal) -> LawkbError:
    told = say("what this is about is not there any more")
    return LawkbError(proposal.place, told, say("send it back"))


def not_allowed(where: str) -> LawkbError:
    """Return the error that only a reviewer may decide something."""
    return LawkbError(where, say("only a reviewer decides this"), say("ask a reviewer"))


def _sent_back(asked: Asked, name: str, id_: str, state: State) -> Decision:
    proposal = proposal_of(state.proposals, id_)
    if name == "withdraw-proposal":
        if proposal.author != asked.editor.name:
            raise not_allowed(proposal.place)
        return withdraw(proposal)
    if not asked.editor.reviews:
        raise not_allowed(proposal.place)
    return send_back(proposal, asked.form.get("word", ""), asked.editor.name)


def _is_reviewed(state: State, about: About) -> bool:
    """Return whether any text of the law that a decision is about is reviewed."""
    number = state.code.outline.scheme.law_number(about.law)
    return any(
        review.state in DONE_STATES
        and (review.edition, review.language) == (about.edition, about.language)
        and review.address.law == number
        for review in state.content.editorial.reviews.values()
    )


def said(site: LocalizedSite, text: str) -> Words:
    """Return a sentence of lawkb in the language of the reader, as pairs of BCP 47 tag and words.

    A sentence without a translation is English.
    """
    if not isinstance(text, Message):
        return (("en", text),) if text else ()
    return localized_message(site, text, site.code.outline.languages)


def _where(folder: str, where: str) -> str:
    """Return where an error is, without the folders of the server and the ids of the program."""
    if isinstance(where, Message):
        return where
    return "" if _ID.fullmatch(where) else where.replace(f"{folder}/", "").replace(folder, "")


def place_at_desk(
    site: LocalizedSite, edition: str, language: str, address: Address | None
) -> Place:
    """Return the page of a provision at the desk; without an address, that of the whole code.

    A law that nobody has translated has the page on which it is translated.
    """
    tag = site.language.code
    if address and not site.code.law(edition, language, address.law):
        return Place(desk_path(tag, "translate", edition, language, str(address.law)))
    written = site.code.outline.scheme.write(address) if address else "code"
    return Place(desk_path(tag, edition, language, written))


def named_at_desk(site: LocalizedSite, edition: str, language: str, words: str) -> Place | None:
    """Return the page at the desk of a provision that a finding names; None for any other words."""
    if not isinstance(words, NamedPlace):
        return None
    for tag in (language, *site.code.languages_of(edition, words.address.law)):
        law = site.code.law(edition, tag, words.address.law)
        if law and law.find(words.address):
            return place_at_desk(site, edition, tag, words.address)
    return None


def name_of(site: LocalizedSite, address: Address | None) -> str:
    """Return the name of a provision, a law or the whole code in the language of the reader."""
    if address is None:
        return site.gettext("the whole code")
    return site.name(address) if address.depth else site.law_name(address.law)


def _in(path: str, language: str) -> str:
    return f"{DESK}/{translated(path.removeprefix(f'{DESK}/'), language)}"


def _href(mount: str, frame: Frame, place: Place) -> str:
    """Return the URL of a place on this server: of the desk, or of the site that it shows."""
    root = "/" if place.path.startswith(f"{DESK}/") else mount
    versioned = frame.settings.assets and place.path.startswith(f"{ASSETS}/")
    version = f"?v={frame.settings.assets}" if versioned else ""
    fragment = f"#{quote(place.fragment)}" if place.fragment else ""
    return f"{root}{page_url(place.path)}{version}{fragment}"
