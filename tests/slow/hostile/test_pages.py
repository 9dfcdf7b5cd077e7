"""Promise 8, by ``lawkb ingest``: no page stops the others, and none takes all time or memory."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.slow.hostile.pages import (
    ENCODINGS,
    ENTITIES,
    LONG,
    NESTED,
    REPEATED,
    TOGETHER,
    Hostile,
    html,
)
from tests.slow.hostile.running import ingest, ingest_again, sound_corpus


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sound_corpus(tmp_path_factory.mktemp("sound"))


@pytest.fixture
def corpus(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sound, tmp_path / "corpus"))


PAGES = (*ENTITIES, *LONG, *NESTED, *ENCODINGS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.why)
def test_a_page_is_read_or_lost_in_bounds_and_the_other_laws_stand(
    corpus: Path, page: Hostile
) -> None:
    sound = {path: path.read_bytes() for path in corpus.glob("laws/*/*/*.xml")}
    with (corpus / "sources/wiki/law_90.txt").open("wb") as file:
        for _ in range(page.times):
            file.write(page.content)
    done = ingest(corpus)
    # A page that cannot be read, or holds another text, is named, and the command ends with 2.
    assert done.code == (2 if "sources/wiki/law_90.txt\n" in done.err else 0), done.err
    if len(page.content) < 20_000 and not done.code:  # the larger ones take as long again
        ingest_again(corpus)
    told = " ".join((done.out + done.err).split())
    assert page.lost in told or (done.code and "not read: sources/wiki/law_90.txt" in told), told
    read = "".join(path.read_text("utf-8") for path in corpus.glob("laws/2017/*/law_90.xml"))
    assert done.code or page.kept in read
    assert "lollol" not in read
    assert "root:" not in read
    assert "<!DOCTYPE" not in read
    for path, content in sound.items():
        assert path.read_bytes() == content


@pytest.mark.parametrize("first", range(0, len(REPEATED), TOGETHER))
def test_a_sign_over_and_over_takes_bounded_time(corpus: Path, first: int) -> None:
    sound = {path: path.read_bytes() for path in corpus.glob("laws/*/*/*.xml")}
    pages = REPEATED[first : first + TOGETHER]
    for number, page in enumerate(pages, 70):
        (corpus / f"sources/wiki/law_{number}.txt").write_bytes(page.content)
    done = ingest(corpus)
    assert done.code == 0, (done.err, [page.why for page in pages])
    for path, content in sound.items():
        assert path.read_bytes() == content


def test_an_external_entity_brings_no_file_into_a_law(corpus: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("do not read me")
    uri = secret.as_uri()
    objects = f'<object data="{uri}"></object><iframe src="{uri}"></iframe>'
    page = html(f"<p>A. words &x;</p>{objects}", f'<!DOCTYPE html [<!ENTITY x SYSTEM "{uri}">]>')
    (corpus / "sources/wiki/law_90.html").write_bytes(page)
    assert ingest(corpus).code == 0
    written = b"".join(path.read_bytes() for path in corpus.glob("laws/*/*/*.xml"))
    assert b"words" in written
    assert b"do not read me" not in written
