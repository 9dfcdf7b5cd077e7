"""Who works together at the desk: threads of comments, proposals, files, and users.

What a translator decides is a proposal, see ``Desk.decide``; a reviewer sees it where it is about,
in the queue and on a page with all of them.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from threading import Lock
from types import SimpleNamespace
from typing import TYPE_CHECKING

from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from lawkb.align.translation_units import texts_of
from lawkb.corpus.decision_files import ColleagueComment, Proposal, ThreadState
from lawkb.desk_users import ROLES, User, change_users, new_user, read_users
from lawkb.editorial.decisions import Decision
from lawkb.editorial.teamwork import (
    is_open,
    place_in,
    say_to_colleagues,
    sent_form,
    threads_of,
    with_file,
)
from lawkb.errors import LawkbError
from lawkb.history.changes import word_diff
from lawkb.model.address import Address
from lawkb.model.finding import say
from lawkb.publish.localized_site import LocalizedSite
from lawkb.publish.strings import written_date
from lawkb.server.desk.access import users_file
from lawkb.server.desk.decisions import local_time, proposal_line
from lawkb.server.desk.texts import beside, typed_texts
from lawkb.server.desk.workspace import Decided, State

if TYPE_CHECKING:
    from lawkb.server.desk.pages import Asked, Desk


# ---- comments for colleagues


def threads_at(asked: Asked, place: tuple[str, str, str]) -> list[SimpleNamespace]:
    """Return the threads on a page: that of its provision, empty if nobody has said anything.

    On the page of the whole code are those of provisions that are gone, too.
    """
    edition, language, written = place
    all_ = threads_of(asked.state.discussion)
    found = [_thread(asked.site, place, all_.get(place, ()))]
    if not written:
        here = (edition, language, None)
        found += [
            _thread(asked.site, at, thread)
            for at, thread in all_.items()
            if at != place and place_in(asked.state.code, *at) == here
        ]
    return found


def _thread(
    site: LocalizedSite, place: tuple[str, str, str], thread: Sequence[ColleagueComment]
) -> SimpleNamespace:
    return SimpleNamespace(
        place=place[2],
        open=is_open(thread),
        comments=[
            (each, site.language_of(each.text), written_time(site, each.time)) for each in thread
        ],
    )


def written_time(site: LocalizedSite, time: str) -> str:
    """Return a time in UTC as people write it; as it is if somebody has changed it in its file."""
    try:
        return written_date(local_time(time), site.language.code)
    except ValueError:
        return time


def comment(
    form: Mapping[str, str], author: str, page: tuple[str, str, str], state: State
) -> Decision:
    """Return the decision that the form of a thread asks for.

    Args:
        form: The form.
        author: Who sent it.
        page: Edition, language and address of the page; an empty address for the whole code.
        state: The corpus.

    Raises:
        LawkbError: The form is of no thread of the page, or says nothing.
    """
    place = (*page[:2], form.get("thread", ""))
    thread = threads_of(state.discussion).get(place, ())
    if place != page and not thread:
        raise LawkbError(place[2], say("there is no such thread"), say("load the page again"))
    wanted = form.get("thread-state", "")
    now: ThreadState = "open" if is_open(thread) or not thread else "resolved"
    stands: ThreadState = "resolved" if wanted == "resolved" else "open"
    if wanted not in ("open", "resolved"):
        # A further word opens a thread again, since somebody is to read it.
        stands = "open" if form.get("said", "").strip() else now
    return say_to_colleagues(place, (form.get("said", ""), stands), author, thread)


# ---- proposals


def show_proposals(desk: Desk, asked: Asked, error: LawkbError | None) -> Response:
    """Answer with all proposals."""
    return desk.answer(
        asked,
        "proposals.html",
        asked.site.gettext("Proposals"),
        error,
        proposals=[proposal_view(desk, asked, each) for each in asked.state.proposals],
    )


def nothing_to_decide(_desk: Desk, asked: Asked) -> Decided:
    """Refuse a form that asks for nothing that its page can do."""
    do = asked.form.get("do", "")
    raise LawkbError(do, say("the desk knows no such decision"), say("load the page again"))


def proposals_at(
    desk: Desk, asked: Asked, here: tuple[str, str, Address | None]
) -> list[SimpleNamespace]:
    """Return the proposals that are shown at a place."""
    return [
        proposal_view(desk, asked, each)
        for each in asked.state.proposals
        if place_in(asked.state.code, each.edition, each.language, each.place) == here
    ]


def proposal_view(desk: Desk, asked: Asked, proposal: Proposal) -> SimpleNamespace:
    """Return a proposal as a page shows it, with what it would change now.

    Its ``texts`` are those that it would change, each whole, with the original; or it ``replaces``
    words at many places.
    """
    decision, about, why = desk.tried(asked, proposal)
    place = place_in(asked.state.code, proposal.edition, proposal.language, proposal.place)
    return SimpleNamespace(
        one=proposal,
        line=proposal_line(asked.site, proposal, decision, about),
        why_not=why,
        written=written_time(asked.site, proposal.time),
        own=proposal.author == asked.editor.name,
        place=place,
        texts=[*_texts(asked, proposal)],
        replaces="find" in sent_form(proposal),
    )


def _texts(asked: Asked, proposal: Proposal) -> Iterator[SimpleNamespace]:
    scheme, code = asked.state.code.outline.scheme, asked.state.code
    for key, (base, text) in typed_texts(sent_form(proposal)).items():
        written, _, part = key.partition(" ")
        with suppress(LawkbError):
            at = scheme.read(written)
            law = code.law(proposal.edition, proposal.language, at.law)
            other = beside(asked.state, law) if law else None
            provision = other.find(at) if other else None
            original = texts_of(provision, scheme).get(part) if provision else None
            if text.strip() != base.strip():
                yield SimpleNamespace(
                    language=proposal.language,
                    pieces=word_diff(base, text),
                    other=other.language if other else "",
                    original=original.shown if original else "",
                )


def proposal_for_fields(asked: Asked, here: tuple[str, str, Address | None]) -> Proposal | None:
    """Return the proposal to edit in the fields of a page: that of the query, or a reader's own.

    Who proposes sees what they proposed; sent anew, it takes the place of what they sent before.
    """
    found = [
        each
        for each in asked.state.proposals
        if is_asked_for(asked, each)
        or (
            not asked.editor.reviews
            and each.author == asked.editor.name
            and typed_texts(sent_form(each))
            and place_in(asked.state.code, each.edition, each.language, each.place) == here
        )
    ]
    found.sort(key=lambda each: (is_asked_for(asked, each), each.time))
    return found[-1] if found else None


def is_asked_for(asked: Asked, proposal: Proposal) -> bool:
    """Return whether the query names a proposal."""
    return proposal.id == asked.request.query_params.get("proposal")


# ---- files that are shown before they are written or proposed

_MOST_KEPT = 8  # files that wait for the button


@dataclasses.dataclass(frozen=True, slots=True)
class ShownFile:
    """A file that was shown and not written yet."""

    author: str
    file: tuple[str, bytes]  # name and content
    digest: str  # hash of what its import was to do

    def sent_by(self, asked: Asked) -> Asked:
        """Return a request to write it; of those who only propose, it has the file itself."""
        if asked.editor.reviews:
            return asked
        form = {name: value for name, value in asked.form.items() if name != "key"}
        return dataclasses.replace(asked, form=with_file(form, self.file, self.digest))


class ShownFiles:
    """The last files that wait for the button."""

    def __init__(self) -> None:
        """Begin without a file."""
        self._files: OrderedDict[str, ShownFile] = OrderedDict()
        self._lock = Lock()

    def keep(self, file: ShownFile) -> str:
        """Keep a file; return the key by which a form names it."""
        key = secrets.token_urlsafe(16)
        with self._lock:
            self._files[key] = file
            while len(self._files) > _MOST_KEPT:
                self._files.popitem(last=False)
        return key

    def named_in(self, asked: Asked) -> ShownFile | None:
        """Return the file that a form names."""
        return self._files.get(asked.form.get("key", ""))

    def to_write(self, asked: Asked) -> ShownFile:
        """Return the file that a form names, if it was shown to who sends the form."""
        found = self.named_in(asked)
        if found is None or found.author != asked.author:
            raise LawkbError("", say("this file is not here any more"), say("choose it again"))
        return found


def chosen_file(file: tuple[str, bytes] | None) -> tuple[str, bytes]:
    """Return the file of a form, name and content; refuse none, and an empty one."""
    if file is None or not file[1]:
        raise LawkbError("", say("no file was chosen"), say("choose one, then press the button"))
    return file


# ---- users


def show_users(desk: Desk, asked: Asked, error: LawkbError | None) -> Response:
    """Answer with the users and their roles, for an administrator.

    Raises:
        HTTPException: Nobody signs in at this desk, or who asks manages no users.
    """
    file = users_file(asked.request)
    if file is None:
        raise HTTPException(404, say("There is no such page."))
    if not asked.editor.manages:
        raise HTTPException(403, say("Only an administrator manages the users."))
    return desk.answer(
        asked,
        "users.html",
        asked.site.gettext("Users"),
        error,
        users=[*read_users(file).values()],
        roles=ROLES,
        typed=asked.form if error else {},
    )


def decide_on_user(desk: Desk, asked: Asked) -> Response:
    """Add a user, or change or remove one; then show the users."""
    file = users_file(asked.request)
    # Whoever writes into the corpus, which proposals are in, decides on no user.
    if file is None or not asked.editor.manages or asked.proposal:
        return show_users(desk, asked, None)
    change_users(file, partial(_changed_users, asked.form, asked.editor.name))
    return RedirectResponse(asked.request.url.path, 303)


def _changed_users(form: Mapping[str, str], own: str, held: dict[str, User]) -> dict[str, User]:
    name, do = form.get("name", ""), form.get("do", "")
    role = next((each for each in ROLES if each == form.get("role")), None)
    if do != "remove" and role is None:
        raise LawkbError(name, say("there is no such role"), say("choose one of the list"))
    if do == "add" and role:
        if name in held:
            raise LawkbError(name, say("there is a user of this name"), say("take another name"))
        if form.get("password", "") != form.get("again", ""):
            raise LawkbError(
                name, say("the passwords are not the same"), say("type the same one twice")
            )
        added = new_user(name, form.get("password", ""), form.get("email", "").strip(), role)
        return {**held, name: added}
    if name not in held:
        raise LawkbError(name, say("this user is not there any more"), say("load the page again"))
    if do == "remove":
        changed = {key: user for key, user in held.items() if key != name}
    elif role:
        changed = {**held, name: replace(held[name], role=role)}
    if not any(user.role == "administrator" for user in changed.values()):
        told = say("nobody would manage the users")
        raise LawkbError(name, told, say("make somebody else an administrator first"))
    return changed
