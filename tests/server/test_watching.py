"""What kind of source a changed file is, and that no change is missed."""

import os
import time
from pathlib import Path

import anyio
import pytest

from lawkb.server.watching import WatchedFiles, watch

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


async def _seen(places: WatchedFiles, since: float, file: Path) -> bool:
    """Whether a change of a file is seen within ten seconds."""
    with anyio.move_on_after(10) as scope:

        async def report(changed: frozenset[Path]) -> None:
            if file in changed:
                found.append(file)
                scope.cancel()

        found: list[Path] = []
        await watch(places, since, report)
    return bool(found)


def test_a_file_that_was_saved_before_it_was_watched_is_seen(tmp_path: Path) -> None:
    places = _places(tmp_path)
    since = time.time() + 60
    for file in (places.pages / "below" / "a.txt", places.settings):
        os.utime(file, (since + 1, since + 1))
        assert anyio.run(_seen, places, since, file)
        os.utime(file, (since - 1, since - 1))


def test_an_editor_may_put_another_file_in_place_of_the_settings(tmp_path: Path) -> None:
    places = _places(tmp_path)

    async def _replaced() -> bool:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_replace, places.settings)
            seen = await _seen(places, time.time() + 60, places.settings)
            tasks.cancel_scope.cancel()
        return seen

    assert anyio.run(_replaced)


async def _replace(file: Path) -> None:
    """Save a file as many editors do, again and again."""
    while True:
        await anyio.sleep(0.3)
        new = file.with_suffix(".new")
        new.write_text("b", encoding="utf-8")
        new.replace(file)


def test_a_folder_that_goes_away_and_comes_back_is_watched(tmp_path: Path) -> None:
    places = _places(tmp_path)
    file = places.corpus / "below" / "b.txt"

    async def _back() -> bool:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_away_and_back, places.corpus, file)
            seen = await _seen(places, time.time() + 60, file)
            tasks.cancel_scope.cancel()
        return seen

    assert anyio.run(_back)


async def _away_and_back(folder: Path, file: Path) -> None:
    await anyio.sleep(0.5)
    folder.rename(folder.with_name("aside"))
    await anyio.sleep(0.5)
    folder.with_name("aside").rename(folder)
    while True:
        await anyio.sleep(0.5)
        file.write_text("b", encoding="utf-8")
