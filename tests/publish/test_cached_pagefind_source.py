"""Pages for Pagefind that are cached are those of the laws, or they are made."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from lawkb.corpus.cache import cache_folder
from lawkb.corpus.laws import read_cached_code
from lawkb.model.code import Code
from lawkb.publish import pagefind_source as module
from lawkb.publish.pagefind_source import (
    PagefindPage,
    cached_pagefind_pages,
    pagefind_pages,
)
from tests.corpus_files import CORPUS


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a corpus whose shadow is kept."""
    folder = tmp_path / "corpus"
    shutil.copytree(CORPUS, folder, ignore=shutil.ignore_patterns("sources"))
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "cache"))
    assert makes(folder, read_cached_code(folder), monkeypatch)
    return folder


def makes(folder: Path, code: Code, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the shadow of a code is made when it is asked for."""
    asked: list[Code] = []

    def making(code: Code) -> tuple[PagefindPage, ...]:
        asked.append(code)
        return pagefind_pages(code)

    with monkeypatch.context() as patch:
        patch.setattr(module, "pagefind_pages", making)
        assert cached_pagefind_pages(folder, code) == pagefind_pages(code)
    return bool(asked)


def test_while_the_corpus_stands_no_shadow_is_made(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not makes(corpus, read_cached_code(corpus), monkeypatch)


def test_a_law_that_changes_changes_its_shadow(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = corpus / "laws/2017/en/law_57.xml"
    file.write_bytes(file.read_bytes().replace(b"partner", b"neighbour"))
    code = read_cached_code(corpus)
    assert makes(corpus, code, monkeypatch)
    assert "neighbour" in "".join(page.html for page in cached_pagefind_pages(corpus, code))


def test_what_is_damaged_is_made_again(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = read_cached_code(corpus)
    file = cache_folder(corpus) / module._CACHED
    file.write_bytes(file.read_bytes()[:-1])
    assert makes(corpus, code, monkeypatch)
    assert not makes(corpus, code, monkeypatch)


def test_laws_whose_files_nobody_knows_are_not_kept(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert makes(corpus, replace(read_cached_code(corpus), files=None), monkeypatch)
