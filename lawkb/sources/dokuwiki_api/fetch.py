"""Fetch the pages of a DokuWiki over its remote API into a folder: only what changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from lawkb.sources.dokuwiki_api.calls import ListedPage, PageMetadata, RemoteCalls
from lawkb.sources.dokuwiki_api.http import BadAnswerError, NotAllowedError, PageMissingError
from lawkb.sources.dokuwiki_api.store import FetchedPage, Store
from lawkb.sources.page_names import is_page_id

OutcomeKind = Literal["fetched", "gone", "failed"]
_MOST_FAILURES = 10


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of fetching one page."""

    page_id: str  # page id as the wiki sent it; not checked if the page failed
    fate: OutcomeKind  # ``fetched``, ``gone`` if the wiki no longer has the page, or ``failed``
    why: str = ""  # short reason if the page failed; else empty


@dataclass(frozen=True, slots=True)
class Plan:
    """The pages that a run of ``lawkb fetch`` has to handle.

    Attributes:
        wanted: Pages that are new or changed, in the order of the wiki's list.
        unchanged: Number of pages of which the folder has the wiki's latest revision.
        unlisted: Ids of pages in the folder that the wiki no longer lists, except pages already
            recorded as deleted there.
        refused: Entries of the wiki's list with invalid page ids, as failures.
    """

    wanted: tuple[ListedPage, ...]
    unchanged: int
    unlisted: tuple[str, ...]
    refused: tuple[Outcome, ...]

    @property
    def steps(self) -> int:
        """Return the number of outcomes that ``fetch_pages`` will yield."""
        return len(self.wanted) + len(self.unlisted) + len(self.refused)


def list_pages(calls: RemoteCalls, namespace: str) -> tuple[ListedPage, ...]:
    """Return the page list of a wiki; page ids are not checked yet.

    Args:
        calls: The wiki.
        namespace: Namespace to list, ``ns:sub``; ``""`` is the whole wiki.

    Raises:
        LawkbError: The wiki does not answer.
        NotAllowedError: The wiki lists no page in the namespace for this user.
    """
    listed = tuple(p for p in calls.pages(namespace) if _within(p.page_id, namespace))
    if not listed:
        raise NotAllowedError(
            f"namespace {namespace}" if namespace else "the list of pages",
            "the wiki shows no page there",
            "check the namespace, and what this user or a guest is allowed to read",
        )
    return listed


def plan_changes(listed: tuple[ListedPage, ...], store: Store, namespace: str) -> Plan:
    """Return a plan for the pages that are new, changed, or damaged in the folder.

    Args:
        listed: The wiki's page list.
        store: The folder of the pages fetched earlier.
        namespace: The namespace that was listed, ``ns:sub``; ``""`` is the whole wiki.
    """
    plan = plan_all(listed, store, namespace)
    wanted = tuple(p for p in plan.wanted if not store.holds(p.page_id, p.revision))
    return replace(plan, wanted=wanted, unchanged=len(plan.wanted) - len(wanted))


def plan_all(listed: tuple[ListedPage, ...], store: Store, namespace: str) -> Plan:
    """Return a plan for every listed page, changed or not; arguments as for ``plan_changes``."""
    good = {page.page_id: page for page in listed if is_page_id(page.page_id)}
    bad = dict.fromkeys(page.page_id for page in listed if page.page_id not in good)
    unlisted = tuple(
        page_id
        for page_id, fetched in store.pages().items()
        if _within(page_id, namespace) and page_id not in good and not fetched.gone
    )
    refused = tuple(Outcome(page_id, "failed", "this is no page id") for page_id in bad)
    return Plan(tuple(good.values()), 0, unlisted, refused)


def fetch_pages(calls: RemoteCalls, store: Store, plan: Plan) -> Iterator[Outcome]:
    """Execute a plan page by page; each page is on the disk before its outcome is yielded.

    A page that cannot be fetched is an outcome, not an error. After an interruption, the next
    plan has what is missing.

    Raises:
        LawkbError: The wiki does not answer any more, or fails page after page.
    """
    yield from plan.refused
    failures = 0
    for page in plan.wanted:
        outcome = _fetch(calls, store, page)
        yield outcome
        failures = failures + 1 if outcome.fate == "failed" else 0
        if failures == _MOST_FAILURES:
            raise BadAnswerError(
                page.page_id,
                f"{failures} pages in a row failed, at last: {outcome.why}",
                "try later: the pages fetched so far are saved",
            )
    for page_id in plan.unlisted:
        yield _check_unlisted(calls, store, page_id)


def _within(page_id: str, namespace: str) -> bool:
    return not namespace or page_id.startswith(f"{namespace}:")


def _fetch(calls: RemoteCalls, store: Store, page: ListedPage) -> Outcome:
    try:
        # In this order, so that the next plan detects a change between the two.
        about = calls.about(page.page_id)
        text = calls.text(page.page_id)
    except PageMissingError:
        return _gone(store, page.page_id)
    except (NotAllowedError, BadAnswerError) as fault:
        return Outcome(page.page_id, "failed", fault.what)
    if not text:
        return _gone(store, page.page_id)
    return _save(store, page, about, text)


def _save(store: Store, page: ListedPage, about: PageMetadata, text: str) -> Outcome:
    # Lone surrogates, possible in JSON only, become bytes that reading reports as a loss.
    content = text.encode("utf-8", "surrogatepass")
    fetched = FetchedPage(
        page.revision, about.revision, about.user, hashlib.sha256(content).hexdigest()
    )
    store.save(page.page_id, content, fetched)
    return Outcome(page.page_id, "fetched")


def _check_unlisted(calls: RemoteCalls, store: Store, page_id: str) -> Outcome:
    """Return whether a page that is not listed was deleted, or is only hidden from this user."""
    try:
        calls.about(page_id)
    except PageMissingError:
        return _gone(store, page_id)
    except (NotAllowedError, BadAnswerError) as fault:
        return Outcome(page_id, "failed", fault.what)
    return Outcome(page_id, "failed", "the wiki has it, but does not list it")


def _gone(store: Store, page_id: str) -> Outcome:
    store.mark_gone(page_id)
    return Outcome(page_id, "gone")
