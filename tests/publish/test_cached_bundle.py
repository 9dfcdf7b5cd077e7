"""A bundle that is cached is that of its pages, or none."""

import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from lawkb.corpus.cache import cache_folder
from lawkb.errors import LawkbError
from lawkb.publish import site as module
from lawkb.publish.pagefind_source import PagefindPage, pagefind_pages
from lawkb.publish.site import begin_bundle, start_bundle
from tests.publish.sample_code import sample_code


@cache
def sample_pages() -> tuple[PagefindPage, ...]:
    return pagefind_pages(sample_code())


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus whose bundle is cached; from now on, Pagefind fails."""
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "cache"))
    assert begin_bundle(tmp_path, sample_pages()).files() == start_bundle(sample_pages()).files()
    monkeypatch.setattr(sys, "executable", "/bin/false")
    return tmp_path


def test_while_the_pages_stand_pagefind_is_not_asked(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = begin_bundle(corpus, sample_pages())
    kept.stop()  # a build that failed
    held = begin_bundle(corpus, sample_pages()).files()
    monkeypatch.undo()
    assert held == start_bundle(sample_pages()).files()


def test_another_word_needs_another_bundle(corpus: Path) -> None:
    first, *others = sample_pages()
    changed = (replace(first, html=first.html.replace("33", "34")), *others)
    for pages in (changed, sample_pages()[:-1]):
        with pytest.raises(LawkbError, match="the search of the site was not made"):
            begin_bundle(corpus, pages).files()
    assert begin_bundle(corpus, sample_pages()).files()


def test_another_pagefind_needs_another_bundle(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "version", lambda name: f"{name} 99")
    with pytest.raises(LawkbError):
        begin_bundle(corpus, sample_pages()).files()


def test_a_damaged_bundle_is_made_again(corpus: Path) -> None:
    file = cache_folder(corpus) / module._CACHED
    written = file.read_bytes()
    for damaged in (written[:-1], written[:200] + b"?" + written[201:], b""):
        file.write_bytes(damaged)
        with pytest.raises(LawkbError):
            begin_bundle(corpus, sample_pages()).files()
    file.write_bytes(written)
    assert begin_bundle(corpus, sample_pages()).files()
