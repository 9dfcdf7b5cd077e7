"""Who works together: comments for colleagues, and proposals that a reviewer decides on."""

from __future__ import annotations

import secrets
import zlib
from base64 import b85decode, b85encode
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

import msgspec
from msgspec import structs

from lawkb.corpus.decision_files import (
    DISCUSSION,
    DONE_STATES,
    PROPOSALS,
    ColleagueComment,
    Proposal,
    ThreadState,
    discussion_entry,
    proposal_entry,
)
from lawkb.editorial.decisions import Decision, new_decision
from lawkb.errors import LawkbError, without_controls
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.finding import say
from lawkb.model.page import utc_now

_ID = 6  # bytes
LONGEST_COMMENT = 5_000  # characters
LARGEST_FILE = 2**20  # characters of a file that is proposed, packed
_LARGEST_UNPACKED = 2**23  # bytes; as many as an upload may have
Place = tuple[str, str, str]  # edition, language, address as it is written


# ---- comments for colleagues


def threads_of(comments: Iterable[ColleagueComment]) -> dict[Place, tuple[ColleagueComment, ...]]:
    """Return the threads by place, each in the order in which its comments were written."""
    found: dict[Place, list[ColleagueComment]] = {}
    for each in comments:
        found.setdefault((each.edition, each.language, each.place), []).append(each)
    return {place: tuple(thread) for place, thread in found.items()}


def is_open(thread: Sequence[ColleagueComment]) -> bool:
    """Return whether a thread has comments and is not resolved."""
    return bool(thread) and thread[-1].state == "open"


def say_to_colleagues(
    place: Place,
    said: tuple[str, ThreadState],
    author: str,
    thread: Sequence[ColleagueComment] = (),
) -> Decision:
    """Return the decision to add a comment to the thread of a provision."""
    text, state = without_controls(said[0]).strip(), said[1]
    where = place[2]
    if len(text) > LONGEST_COMMENT:
        told = say("a comment of more than %(most)s characters", most=LONGEST_COMMENT)
        raise LawkbError(where, told, say("make it shorter"))
    if not text and (not thread or thread[-1].state == state):
        raise LawkbError(where, say("the comment is empty"), say("write something, then save"))
    new = ColleagueComment(secrets.token_hex(_ID), *place, state, text, author, utc_now())
    verb = "Resolve the comments on" if state == "resolved" else "Comment on"
    named = f"{where} ({place[1]})" if where else "the whole code"
    return new_decision("discussion", f"{verb} {named}: {text}", [discussion_entry(new)])


def place_in(
    code: Code, edition: str, language: str, written: str
) -> tuple[str, str, Address | None]:
    """Return where a comment or proposal of a colleague is shown: the whole code if it is gone.

    What is about no text is shown with the whole code of the first translation.
    """
    listed = [(each.edition, each.language) for each in code.outline.expressions]
    if (edition, language) not in listed:
        original = code.outline.authoritative
        first = next((each for each in listed if each[1] != original), listed[0])
        return (*first, None)
    scheme = code.outline.scheme
    with suppress(LawkbError):
        address = scheme.read(written)
        law = code.law(edition, language, address.law)
        if law and law.find(address):
            return edition, language, address
        if not law and code.languages_of(edition, address.law) and address.depth == 0:
            return edition, language, address
    return edition, language, None


# ---- proposals


def propose(
    decision: Decision,
    form: tuple[str, Mapping[str, str]],
    about: tuple[str, str, str, str],
    author: str,
    replaced: Proposal | None = None,
) -> Decision:
    """Return the decision to propose another one.

    Args:
        form: Page of the desk that takes the form, and the fields of the form.
        about: Edition, language, address and law of the decision, as ``Proposal`` has them.
        replaced: An earlier proposal of the same author that this one takes the place of.
    """
    page, sent = form
    written = msgspec.json.encode(dict(sent)).decode()
    made = secrets.token_hex(_ID), decision.kind, decision.what
    new = Proposal(*made, page, written, *about, author, utc_now())
    gone = [proposal_entry(replaced)] if replaced else []
    what = f"Propose: {decision.what}"
    return new_decision("proposal", what, [proposal_entry(new)], gone)


def with_file(form: Mapping[str, str], file: tuple[str, bytes], digest: str) -> dict[str, str]:
    """Return a form that has a file, as name and content, so that it can be proposed.

    Args:
        digest: Hash of what the file does; it is not decided if it does something else by then.
    """
    if is_too_large(file[1]):
        told = say("this file is too large to be proposed")
        raise LawkbError(file[0], told, say("send the file to a reviewer"))
    return {**form, "name": file[0], "content": _packed(file[1]), "digest": digest}


def is_too_large(content: bytes) -> bool:
    """Return whether a file is too large to be proposed."""
    return len(_packed(content)) > LARGEST_FILE


def _packed(content: bytes) -> str:
    return b85encode(zlib.compress(content)).decode()


def file_of(form: Mapping[str, str]) -> tuple[str, bytes]:
    """Return the file in a form of a proposal.

    Raises:
        LawkbError: Somebody has changed the proposal in its file so that there is none.
    """
    try:
        packed = b85decode(form.get("content", ""))
        content = zlib.decompressobj().decompress(packed, _LARGEST_UNPACKED)
    except (ValueError, zlib.error) as error:
        told = say("this proposal is damaged in its file")
        raise LawkbError(PROPOSALS, told, say("send it back")) from error
    return form.get("name", ""), content


def form_of(proposal: Proposal) -> dict[str, str]:
    """Return the fields of the form of a proposal.

    Raises:
        LawkbError: Somebody has changed it in the file so that it is none.
    """
    try:
        return msgspec.json.decode(proposal.form, type=dict[str, str])
    except msgspec.DecodeError as error:
        told = say("this proposal is damaged in its file")
        raise LawkbError(f"{PROPOSALS} {proposal.id}", told, say("send it back")) from error


def sent_form(proposal: Proposal) -> dict[str, str]:
    """Return the fields of the form of a proposal; none of one that is damaged in its file."""
    with suppress(LawkbError):
        return form_of(proposal)
    return {}


def proposal_of(proposals: Iterable[Proposal], id_: str) -> Proposal:
    """Return a proposal by its id."""
    found = next((each for each in proposals if each.id == id_), None)
    if found is None:
        told = say("this proposal is settled already")
        raise LawkbError(id_, told, say("load the page again"))
    return found


def settled_by(decision: Decision, proposal: Proposal) -> Decision:
    """Return a decision that also removes the proposal that it settles."""
    return replace(decision, removed=(*decision.removed, proposal_entry(proposal)))


def send_back(proposal: Proposal, word: str, reviewer: str) -> Decision:
    """Return the decision to send a proposal back to its author."""
    if proposal.state != "open":
        told = say("this proposal was sent back already")
        raise LawkbError(proposal.place, told, say("load the page again"))
    said = without_controls(word).strip()
    if not said:
        raise LawkbError(proposal.place, say("there is no reason"), say("say why"))
    new = structs.replace(proposal, state="returned", word=said, reviewer=reviewer)
    what = f"Send back to {proposal.author}: {proposal.what}"
    return new_decision("proposal", what, [proposal_entry(new)], [proposal_entry(proposal)])


def withdraw(proposal: Proposal) -> Decision:
    """Return the decision to take a proposal back."""
    return new_decision("proposal", f"Withdraw: {proposal.what}", (), [proposal_entry(proposal)])


def may_decide(decision: Decision, reviewed: bool) -> bool:
    """Return whether a translator may make a decision, and need not propose it.

    Comments and proposals are theirs, and what nobody has reviewed yet: a translation of a law, and
    states of a translation before *reviewed*.
    """
    entries = (*decision.added, *decision.removed)
    files = {each.file for each in entries}
    if decision.kind in ("discussion", "proposal"):
        return files <= {DISCUSSION, PROPOSALS}
    if decision.kind == "translation":
        return not reviewed
    states = [dict(each.values).get("state", "") for each in entries]
    return decision.kind == "review" and not {*states} & {*DONE_STATES}
