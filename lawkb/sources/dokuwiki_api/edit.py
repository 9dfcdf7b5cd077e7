"""Edit a page of a DokuWiki: lock it, fetch its newest text, save, check that it was saved."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from lawkb.errors import LawkbError
from lawkb.sources.dokuwiki_api.calls import EDIT, RemoteCalls
from lawkb.sources.dokuwiki_api.http import (
    BadAnswerError,
    NotAllowedError,
    PageLockedError,
    PageMissingError,
    UnsureError,
)

_MOST_SAVES = 3
LOCKED = "somebody else is editing it now (the wiki does not say who): push again later"
READ_ONLY = "this user may not edit it: its administrator gives the right to edit"
MISSING = "the wiki has no such page"
NOT_SAVED = "the wiki answers that it is saved, but shows another text: ask its administrator"


@dataclass(frozen=True, slots=True)
class EditOutcome:
    """The result of editing a page.

    Attributes:
        kind: ``saved``; ``unchanged`` if there was nothing to change; ``left`` if the page could
            not be edited.
        why: Why it was left, in one sentence; else empty.
    """

    kind: Literal["saved", "unchanged", "left"]
    why: str = ""


def newest_text(calls: RemoteCalls, page_id: str) -> str | None:
    """Return the newest text of a page; None if the wiki has no such page or does not show it."""
    try:
        calls.about(page_id)
        return calls.text(page_id)
    except (PageMissingError, NotAllowedError):
        return None


def edit_page(
    calls: RemoteCalls, page_id: str, edit: Callable[[str], str], summary: Callable[[], str]
) -> EditOutcome:
    """Change the newest text of a page. It is locked meanwhile, and unlocked whatever happens.

    After every save the page is fetched again: only that shows whether it was saved, also when the
    answer was lost. A text is never sent twice without that look.

    Args:
        calls: The wiki.
        page_id: Id of the page.
        edit: The function from the newest text to the text to save. It is called for every text
            that is fetched, and returns a text unchanged that needs no change.
        summary: The function that returns the summary of the last call of ``edit``.

    Raises:
        UnreachableError: The wiki does not answer any more.
    """
    try:
        if newest_text(calls, page_id) is None:
            return EditOutcome("left", MISSING)
        if calls.rights(page_id) < EDIT:
            return EditOutcome("left", READ_ONLY)
        return _edit(calls, page_id, edit, summary)
    except PageLockedError:
        return EditOutcome("left", LOCKED)
    except NotAllowedError:
        return EditOutcome("left", READ_ONLY)
    except BadAnswerError as error:
        return EditOutcome("left", error.what)


def _edit(
    calls: RemoteCalls, page_id: str, edit: Callable[[str], str], summary: Callable[[], str]
) -> EditOutcome:
    why = NOT_SAVED
    for _ in range(_MOST_SAVES):
        if not calls.lock(page_id):
            return EditOutcome("left", LOCKED)
        try:
            text = calls.text(page_id)
            edited = edit(text)
            if edited == text:
                return EditOutcome("unchanged")
            try:
                calls.save(page_id, edited, summary())
            except UnsureError as lost:
                why = f"the wiki did not save it: {lost.what}"
            saved = calls.text(page_id)
        finally:
            with suppress(LawkbError):  # a lock ends by itself, and is ours until then
                calls.unlock(page_id)
        if edit(saved) == saved:
            return EditOutcome("saved")
    return EditOutcome("left", why)
