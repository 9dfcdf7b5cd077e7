"""What kind of source a changed file is, and that no change is missed."""

import math
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from anyio.streams.memory import MemoryObjectReceiveStream

from lawkb.server.preview import WatchedFiles, watch
from tests.server.running import LONGEST_SECONDS

PLACES = WatchedFiles(
    Path("/x/corpus"), Path("/x/pages"), Path("/x/mkdocs.yml"), (Path("/x/theme"),)
)


@pytest.mark.parametrize(
    ("path", "kinds"),
    [
        ("/x/corpus", {"sources", "corpus"}),
        ("/x/corpus/sources/wiki/law_57.txt", {"sources", "corpus"}),
        ("/x/corpus/patches/law_57.toml", {"sources", "corpus"}),
        ("/x/corpus/corpus.toml", {"sources", "corpus"}),
        ("/x/corpus/comments.toml", {"sources", "corpus"}),
        ("/x/corpus/glossary.tsv", {"corpus"}),
        ("/x/corpus/laws/2017/el/law_57.xml", {"corpus"}),
        ("/x/pages/en/reading.md", {"pages"}),
        ("/x/mkdocs.yml", {"pages"}),
        ("/x/theme/law.html", {"templates"}),
        ("/x/theme/assets/site.css", {"pages"}),
        ("/x/other.txt", set()),
        ("/x/corpus.toml", set()),
    ],
)
def test_a_changed_file_is_of_a_kind(path: str, kinds: set[str]) -> None:
    assert PLACES.kinds_of({Path(path)}) == kinds


def _places(folder: Path) -> WatchedFiles:
    places = WatchedFiles(
        folder / "corpus", folder / "pages", folder / "mkdocs.yml", (folder / "theme",)
    )
    for each in places.folders:
        (each / "below").mkdir(parents=True)
        (each / "below" / "a.txt").write_text("a", encoding="utf-8")
    places.settings.write_text("a", encoding="utf-8")
    return places


@asynccontextmanager
async def _watching(
    places: WatchedFiles, since: float
) -> AsyncIterator[MemoryObjectReceiveStream[Path]]:
    """What is reported while the block runs, one file after another."""
    sending, reports = anyio.create_memory_object_stream[Path](math.inf)

    async def report(changed: frozenset[Path]) -> None:
        for path in changed:
            sending.send_nowait(path)

    with anyio.fail_after(LONGEST_SECONDS):
        async with sending, reports, anyio.create_task_group() as tasks:
            tasks.start_soon(watch, places, since, report)
            yield reports
            tasks.cancel_scope.cancel()


async def _seen(
    reports: MemoryObjectReceiveStream[Path],
    file: Path,
    change: Callable[[], object] = lambda: None,
) -> None:
    """Wait until a file is reported, and change it again and again until it is."""
    while True:
        change()
        with anyio.move_on_after(0.5):
            while await reports.receive() != file:
                pass
            return


def test_a_file_that_was_saved_before_it_was_watched_is_seen(tmp_path: Path) -> None:
    places = _places(tmp_path)
    since = time.time() + 2 * LONGEST_SECONDS

    async def _saved(file: Path) -> None:
        async with _watching(places, since) as reports:
            await _seen(reports, file)

    for file in (places.pages / "below" / "a.txt", places.settings):
        os.utime(file, (since + 1, since + 1))
        anyio.run(_saved, file)
        os.utime(file, (since - 1, since - 1))


def test_an_editor_may_put_another_file_in_place_of_the_settings(tmp_path: Path) -> None:
    places = _places(tmp_path)

    def replace() -> None:
        new = places.settings.with_suffix(".new")
        new.write_text("b", encoding="utf-8")
        new.replace(places.settings)

    async def _replaced() -> None:
        async with _watching(places, time.time() + 2 * LONGEST_SECONDS) as reports:
            await _seen(reports, places.settings, replace)

    anyio.run(_replaced)


def test_a_folder_that_goes_away_and_comes_back_is_watched(tmp_path: Path) -> None:
    places = _places(tmp_path)
    before, after = (places.corpus / "below" / name for name in ("b.txt", "c.txt"))
    aside = places.corpus.with_name("aside")

    async def _back() -> None:
        async with _watching(places, time.time() + 2 * LONGEST_SECONDS) as reports:
            await _seen(reports, before, lambda: before.write_text("b", encoding="utf-8"))
            places.corpus.rename(aside)
            await _seen(reports, places.corpus)
            aside.rename(places.corpus)
            await _seen(reports, after, lambda: after.write_text("c", encoding="utf-8"))

    anyio.run(_back)
