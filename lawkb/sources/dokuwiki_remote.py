"""The pages of a DokuWiki over its remote interface, into a folder: only what changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from lawkb.sources.fetch_store import Kept, Store
from lawkb.sources.page_files import is_page_id
from lawkb.sources.remote_calls import RemoteCalls
from lawkb.sources.remote_faults import BadAnswerError, NotAllowedError, PageMissingError
from lawkb.sources.remote_values import About, Listed

Fate = Literal["fetched", "gone", "failed"]
_MOST_FAILURES = 10


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a page.

    Attributes:
        page_id: As the wiki gives it; for a failure it may be anything.
        fate: What.
        why: In a few words, for a failure.
    """

    page_id: str
    fate: Fate
    why: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a fetch is to do.

    Attributes:
        wanted: Pages that are new or changed, in the order of the wiki's list.
        unchanged: Number of pages that are here as the wiki lists them.
        unlisted: Ids of the pages here that the wiki does not list, those known to be gone left
            out.
        refused: Entries of the list that cannot be pages.
    """

    wanted: tuple[Listed, ...]
    unchanged: int
    unlisted: tuple[str, ...]
    refused: tuple[Outcome, ...]

    @property
    def steps(self) -> int:
        """Number of outcomes to come."""
        return len(self.wanted) + len(self.unlisted) + len(self.refused)


def list_pages(calls: RemoteCalls, namespace: str) -> tuple[Listed, ...]:
    """What a wiki has; ids are as it gives them.

    Args:
        calls: The wiki.
        namespace: The part of the wiki to look at, ``ns:sub``; ``""`` is all.

    Raises:
        LawkbError: The wiki cannot be asked.
        NotAllowedError: It shows no page at all.
    """
    listed = tuple(p for p in calls.pages(namespace) if _within(p.page_id, namespace))
    if not listed:
        raise NotAllowedError(
            f"namespace {namespace}" if namespace else "the list of pages",
            "the wiki shows no page there",
            "check the namespace, and what this user or a guest is allowed to read",
        )
    return listed


def plan_changes(listed: tuple[Listed, ...], store: Store, namespace: str) -> Plan:
    """A plan that brings what is new or changed, or damaged here."""
    plan = plan_all(listed, store, namespace)
    wanted = tuple(p for p in plan.wanted if not store.holds(p.page_id, p.revision))
    return replace(plan, wanted=wanted, unchanged=len(plan.wanted) - len(wanted))


def plan_all(listed: tuple[Listed, ...], store: Store, namespace: str) -> Plan:
    """A plan that brings every page, changed or not."""
    good = {page.page_id: page for page in listed if is_page_id(page.page_id)}
    bad = dict.fromkeys(page.page_id for page in listed if page.page_id not in good)
    unlisted = tuple(
        page_id
        for page_id, kept in store.pages().items()
        if _within(page_id, namespace) and page_id not in good and not kept.gone
    )
    refused = tuple(Outcome(page_id, "failed", "this is no page id") for page_id in bad)
    return Plan(tuple(good.values()), 0, unlisted, refused)


def fetch_pages(calls: RemoteCalls, store: Store, plan: Plan) -> Iterator[Outcome]:
    """Do what was planned, page by page; each is on the disk when its outcome comes.

    A page that cannot be fetched is an outcome, not an error. What was done stays done, whatever
    happens; the next plan holds the rest.

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
                "try later: what came is kept",
            )
    for page_id in plan.unlisted:
        yield _look_for(calls, store, page_id)


def _within(page_id: str, namespace: str) -> bool:
    return not namespace or page_id.startswith(f"{namespace}:")


def _fetch(calls: RemoteCalls, store: Store, page: Listed) -> Outcome:
    try:
        # In this order: a change between the two is seen by the next plan.
        about = calls.about(page.page_id)
        text = calls.text(page.page_id)
    except PageMissingError:
        return _gone(store, page.page_id)
    except (NotAllowedError, BadAnswerError) as fault:
        return Outcome(page.page_id, "failed", fault.what)
    if not text:
        return _gone(store, page.page_id)
    return _keep(store, page, about, text)


def _keep(store: Store, page: Listed, about: About, text: str) -> Outcome:
    # Half characters, which only JSON can hold, become bytes that reading reports as a loss.
    content = text.encode("utf-8", "surrogatepass")
    kept = Kept(page.revision, about.revision, about.user, hashlib.sha256(content).hexdigest())
    store.keep(page.page_id, content, kept)
    return Outcome(page.page_id, "fetched")


def _look_for(calls: RemoteCalls, store: Store, page_id: str) -> Outcome:
    """Whether a page that is not listed is gone, or only hidden from us."""
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
