"""The budgets of the site: a full build beside writing its files and beside MkDocs' own themes,
and the wait for an edit while it is served.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

from mkdocs.commands.build import build
from mkdocs.config import load_config

from bench.made_up import made_up_corpus
from bench.serving import load, serving_lines
from lawkb.model.address import Ordinal
from lawkb.model.law import Law
from lawkb.parallel_work import cores
from lawkb.pipeline import ingest, read_code
from lawkb.publish.page import Drafts, SiteSettings
from lawkb.publish.plugin import build_site
from lawkb.publish.render import put_files, write_files
from lawkb.publish.site import code_site, read_content, site_frames, start_bundle
from lawkb.publish.urls import Paths

LAWS = 500  # each is a page in both interface languages
SECTIONS = 1  # so that a page has about 12 kB
RUNS = 3
WRITINGS = 9  # the system takes up to five times as long for the same writes
LANGUAGES = ("el", "en")
_SETTINGS = SiteSettings(LANGUAGES)
_PAGE = "/index.html"

Work = Callable[[], object]
Prepare = Callable[[], Work]  # done in the process that works, and not counted


@dataclass(frozen=True, slots=True)
class Cost:
    """The best of some runs: seconds on the clock, and seconds of work on all cores together."""

    clock: float
    work: float

    def beside(self, other: Cost, number: int) -> str:
        """The clock and the work beside those of another, and milliseconds of work of each file."""
        ratios = f"{self.clock / other.clock:.1f} | {self.work / other.work:.1f}"
        return f"{ratios} | {1000 * self.work / number:.2f}"


def site_lines(folder: Path) -> list[str]:
    """The section on the site; ``folder`` is an empty one to work in."""
    cache = folder / "cache"
    os.environ["LAWKB_CACHE"] = str(cache)
    corpus = made_up_corpus(folder / "corpus", LAWS, SECTIONS)
    ingest(corpus)
    (folder / "pages").mkdir()
    ours = _config(folder, "ours", "lawkb", [{"lawkb": {"corpus": str(corpus)}}], "pages")
    whole = _cost(partial(_first, cache, partial(_building, ours)), folder / "ours")
    again = _cost(partial(_building, ours), folder / "ours")
    built = _files(folder / "ours")
    all_files = (_writing(folder, folder / "ours"), len(built))
    alone = _cost(partial(_law_pages, corpus, folder / "laws"), folder / "laws")
    held, copied = _files(folder / "laws"), _writing(folder, folder / "laws")
    size = sum(map(len, held.values())) / len(held) / 1000
    searched = _cost(partial(_search, corpus), folder / "none")
    rest = _cost(partial(_making, corpus, folder / "all"), folder / "all")
    read = _cost(partial(_first, cache, partial(_reading, corpus)), folder / "none")
    rows = [
        ("full build with all, nothing kept before", "its files", whole.beside(*all_files)),
        ("of it: reading the corpus, checks, words for the search", "", read.beside(*all_files)),
        ("of it: making and writing the files", "", rest.beside(*all_files)),
        ("of it, at the same time: Pagefind", "", searched.beside(*all_files)),
        ("the same again, with all that is kept between builds", "", again.beside(*all_files)),
        ("law pages alone", "their files", alone.beside(copied, len(held))),
    ]
    peers = _peers(folder, corpus)
    rows += [(name, "its pages", ratios) for name, (_, ratios) in peers.items()]
    theirs = next(iter(peers.values()))[0].clock
    writing = all_files[0].clock
    return [
        f"{len(held)} law pages of {size:.1f} kB ({LAWS} laws in two interface languages). The full"
        f" build has {len(built)} files: for each law page one of its references and one of what is"
        " to be done on it, downloads, search and the list for reading offline among them."
        f" Writing takes {1000 * writing / len(built):.2f} ms a file. Ingest is not counted.",
        "The peers are given the texts of the same law pages as Markdown, none in the navigation.",
        f"Best of {RUNS}, each in a process of its own, beside writing the same files into a new"
        f" folder (best of {WRITINGS}): on the clock, and in work on all cores together, which"
        f" other programs on the machine disturb less (load {load():.0f} at the end, on {cores()}"
        " cores). Starting Python is not counted.",
        "",
        "| what | beside writing | clock | work | ms of work a file |",
        "|---|---|---|---|---|",
        *(f"| {what} | {files} | {ratios} |" for what, files, ratios in rows),
        "",
        f"On the clock, beside what MkDocs takes for its {len(held)} pages with its default theme:"
        f" law pages alone {alone.clock / theirs:.2f}, the full build {whole.clock / theirs:.2f},"
        f" the same again {again.clock / theirs:.2f}.",
        "",
        *serving_lines(folder / "served"),
    ]


def _first(cache: Path, prepare: Prepare) -> Work:
    """Some work as on the first day: nothing is in the cache."""
    shutil.rmtree(cache, ignore_errors=True)
    return prepare()


def _building(config: Path) -> Work:
    return partial(build_site, config)


def _reading(corpus: Path) -> Work:
    return partial(read_content, corpus)


def _search(corpus: Path) -> Work:
    pages = read_content(corpus).search_pages
    return lambda: start_bundle(pages).files()


def _making(corpus: Path, to: Path) -> Work:
    content = read_content(corpus)
    site = code_site(content, _SETTINGS)
    return partial(write_files, to, site.pages, site.files, site_frames(content, _SETTINGS))


def _law_pages(corpus: Path, to: Path) -> Work:
    content = read_content(corpus)
    paths = {Paths(tag).law("2017", n) for tag in LANGUAGES for n in range(1, LAWS + 1)}
    laws = [page for page in code_site(content, _SETTINGS).pages if page.path in paths]
    none: Drafts[bytes] = Drafts(())
    return partial(write_files, to, Drafts(laws), none, site_frames(content, _SETTINGS))


def _copying(made: Path, to: Path, ending: str) -> Work:
    files = {path: held for path, held in _files(made).items() if path.endswith(ending)}
    return partial(put_files, to, files)


def _peer(config: Path) -> Work:
    return partial(_build, config)


def _build(config: Path) -> None:
    build(load_config(str(config)))


def _peers(folder: Path, corpus: Path) -> dict[str, tuple[Cost, str]]:
    """What each theme of MkDocs costs, and that beside writing its pages."""
    _markdown(folder / "markdown", read_code(corpus).laws.values())
    peers = {}
    for theme in ("mkdocs", "material"):
        config = _config(folder, theme, theme, [], "markdown")
        cost = _cost(partial(_peer, config), folder / theme)
        files = {p: c for p, c in _files(folder / theme).items() if p.endswith(_PAGE)}
        size = sum(map(len, files.values())) / len(files) / 1000
        name = f"MkDocs, theme {theme}, pages of {size:.1f} kB"
        writing = _writing(folder, folder / theme, _PAGE)
        peers[name] = cost, cost.beside(writing, len(files))
    return peers


def _markdown(folder: Path, laws: Iterable[Law]) -> None:
    """The texts of every law page, the languages of a law one after the other."""
    texts: dict[Ordinal, list[str]] = {}
    for law in laws:
        lines = texts.setdefault(law.number, [f"# {law.number}"])
        for provision in law.provisions():
            heading = provision.heading.text if provision.heading else ""
            level = "#" * min(provision.address.depth + 1, 6)
            lines += [f"{level} {provision.num} {heading}", provision.text]
    for tag in LANGUAGES:
        for number, lines in texts.items():
            page = folder / tag / f"{number}.md"
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text("\n\n".join(lines), encoding="utf-8")
    (folder / "index.md").write_text("# Home\n", encoding="utf-8")


def _config(folder: Path, name: str, theme: str, plugins: list[object], docs: str) -> Path:
    path = folder / f"{name}.yml"
    config = {
        "site_name": name,
        "docs_dir": str(folder / docs),
        "site_dir": str(folder / name),
        "theme": {"name": theme},
        "plugins": plugins,
    }
    alone = {"nav": ["index.md"], "not_in_nav": "/*/*.md"} if docs == "markdown" else {}
    path.write_text(json.dumps(config | alone), encoding="utf-8")
    return path


def _writing(folder: Path, made: Path, ending: str = "") -> Cost:
    """What it costs to write the files of a folder whose paths end so."""
    return _cost(partial(_copying, made, folder / "copy", ending), folder / "copy", WRITINGS)


def _cost(prepare: Prepare, made: Path, runs: int = RUNS) -> Cost:
    """What some work costs that makes a folder, which is put aside before each run.

    It is not deleted: ext4 takes ten times as long to write what comes after a great deletion.
    """
    costs = []
    for run in range(runs):
        if made.exists():
            made.rename(made.with_name(f"{made.name}-{run}-{time.monotonic_ns()}"))
        # What a process did before makes it slower: more of its memory is copied when it forks.
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            costs.append(pool.submit(_measured, prepare).result())
    return Cost(min(clock for clock, _ in costs), min(work for _, work in costs))


def _measured(prepare: Prepare) -> tuple[float, float]:
    """Seconds on the clock and of work, the preparing not among them."""
    work = prepare()
    start, before = time.perf_counter(), _worked()
    work()
    return time.perf_counter() - start, _worked() - before


def _worked() -> float:
    """Seconds that this process and those it waited for have worked."""
    own, theirs = (getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + theirs.ru_utime + theirs.ru_stime


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
