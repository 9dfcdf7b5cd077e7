"""A site that is made when it is asked for: what cannot be made takes nothing else with it."""

import logging

import pytest

from lawkb.errors import LawkbError
from lawkb.publish.faults import FAULTS
from lawkb.publish.live import Fresh, LiveSite
from lawkb.publish.page import FileDraft


class Source:
    """What a file is made from; it may be broken."""

    def __init__(self) -> None:
        self.held: bytes | Exception = b"first"

    def read(self) -> bytes:
        if isinstance(self.held, Exception):
            raise self.held
        return self.held


@pytest.fixture
def source() -> Source:
    return Source()


@pytest.fixture
def site(source: Source) -> LiveSite:
    live = LiveSite()
    _renew(live, source)
    return live


def _renew(site: LiveSite, source: Source) -> None:
    site.forget_faults()
    drafts = (FileDraft("a.txt", source.read), FileDraft("b.txt", lambda: b"other"))
    site.renew((), drafts, {})


@pytest.mark.parametrize(
    ("error", "what"),
    [
        (LawkbError("a.txt", "the text is broken", "mend it"), "the text is broken"),
        (KeyError("rows"), "KeyError: 'rows' (live.py:"),
        (RecursionError("too\n\ndeep"), "RecursionError: too deep (live.py:"),
    ],
)
def test_what_cannot_be_made_is_told_in_three_lines_once_and_stays_as_it_was(
    site: LiveSite,
    source: Source,
    error: Exception,
    what: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert site.read("a.txt") == b"first"
    source.held = error
    _renew(site, source)
    for _ in range(3):
        assert site.read("a.txt") == b"first"
        assert site.read("b.txt") == b"other"
    (told,) = (record.getMessage() for record in caplog.records)
    first, second, third = told.split("\n")
    assert first == "a.txt"
    assert second.startswith(f"  {what}")
    assert third.startswith("  hint: ")
    source.held = b"second"
    _renew(site, source)
    assert site.read("a.txt") == b"second"


def test_the_way_to_a_fault_of_lawkb_is_in_the_log_for_who_asks(
    site: LiveSite, source: Source, caplog: pytest.LogCaptureFixture
) -> None:
    source.held = KeyError("rows")
    with caplog.at_level(logging.DEBUG, FAULTS):
        assert site.read("a.txt") is None
    assert [record.exc_info is not None for record in caplog.records] == [True, False]


def test_what_was_made_elsewhere_is_taken_until_the_sources_change(
    site: LiveSite, source: Source
) -> None:
    site.put(Fresh("a.txt", b"elsewhere"))
    assert site.read("a.txt") == b"elsewhere"
    _renew(site, source)
    assert site.read("a.txt") == b"first"


def test_the_rest_is_what_nobody_asked_for_and_says_what_is_new(
    site: LiveSite, source: Source
) -> None:
    assert site.read("a.txt") == b"first"
    assert list(site.make_rest()) == [Fresh("b.txt", b"other")]
    source.held = b"second"
    _renew(site, source)
    assert list(site.make_rest()) == [Fresh("a.txt", b"second"), Fresh("b.txt", None)]
