"""The budgets of the site: a full build beside writing its files and beside MkDocs' own themes,
and the wait for an edit while it is served.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

from mkdocs.commands.build import build
from mkdocs.config import load_config

from bench.made_up import made_up_corpus
from bench.serving import load, serving_lines
from lawkb.cores import cores
from lawkb.model.law import Law
from lawkb.pipeline import ingest
from lawkb.publish.bundle import make_bundle
from lawkb.publish.page import Draft, FileDraft
from lawkb.publish.places import law_path
from lawkb.publish.plugin import build_site
from lawkb.publish.site import Around, Content, code_site, in_frames, read_content
from lawkb.publish.writing import put_files, write_files

LAWS = 500  # each is a page in both interface languages
SECTIONS = 1  # so that a page has about 12 kB
RUNS = 2
LANGUAGES = ("el", "en")
_AROUND = Around(LANGUAGES, "")


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
    os.environ["LAWKB_CACHE"] = str(folder / "cache")
    corpus = made_up_corpus(folder / "corpus", LAWS, SECTIONS)
    ingest(corpus)
    (folder / "pages").mkdir()
    ours = _config(folder, "ours", "lawkb", [{"lawkb": {"corpus": str(corpus)}}], "pages")
    whole = _cost(lambda: _first(folder, lambda: build_site(ours)), folder / "ours")
    again = _cost(lambda: build_site(ours), folder / "ours")
    built = _files(folder / "ours")
    writing = _writing(folder, built)
    content = read_content(corpus)
    site = in_frames(code_site(content, _AROUND), _AROUND)
    paths = {law_path(tag, "2017", n) for tag in LANGUAGES for n in range(1, LAWS + 1)}
    laws = [page for page in site.pages if page.path in paths]
    drafts: tuple[Draft | FileDraft, ...] = (*site.pages, *site.files)
    alone = _cost(lambda: write_files(folder / "laws", laws, site.frames), folder / "laws")
    held = _files(folder / "laws")
    size = sum(map(len, held.values())) / len(held) / 1000
    searched = _cost(lambda: make_bundle(content.shadow), folder / "none")
    read = _cost(lambda: _first(folder, lambda: read_content(corpus)), folder / "none")
    rest = _cost(lambda: write_files(folder / "all", drafts, site.frames), folder / "all")
    all_files = (writing, len(built))
    rows = [
        ("full build with all, nothing kept before", "its files", whole.beside(*all_files)),
        ("of it: reading the corpus, checks, words for the search", "", read.beside(*all_files)),
        ("of it: making and writing the files", "", rest.beside(*all_files)),
        ("of it, at the same time: Pagefind", "", searched.beside(*all_files)),
        ("the same again, with all that is kept between builds", "", again.beside(*all_files)),
        ("law pages alone", "their files", alone.beside(_writing(folder, held), len(held))),
        *_peers(folder, content),
    ]
    return [
        f"{len(held)} law pages of {size:.1f} kB ({LAWS} laws in two interface languages). The full"
        f" build has {len(built)} files: for each law page one of its references and one of what is"
        " to be done on it, downloads, search and the list for reading offline among them."
        f" Writing takes {1000 * writing.clock / len(built):.2f} ms a file. Ingest is not counted.",
        "The peers are given the texts of the same law pages as Markdown, none in the navigation.",
        f"Best of {RUNS}, beside writing the same files into a new folder: on the clock, and in"
        " work on all cores together, which other programs on the machine disturb less (load"
        f" {load():.0f} at the end, on {cores()} cores).",
        "",
        "| what | beside writing | clock | work | ms of work a file |",
        "|---|---|---|---|---|",
        *(f"| {what} | {files} | {ratios} |" for what, files, ratios in rows),
        "",
        *serving_lines(folder / "served"),
    ]


def _first(folder: Path, work: Callable[[], object]) -> None:
    """Do some work as on the first day: nothing is in the cache."""
    shutil.rmtree(folder / "cache", ignore_errors=True)
    work()


def _build(config: Path) -> None:
    build(load_config(str(config)))


def _peers(folder: Path, content: Content) -> Iterable[tuple[str, str, str]]:
    _markdown(folder / "markdown", content.holdings.code.laws.values())
    for theme in ("mkdocs", "material"):
        config = _config(folder, theme, theme, [], "markdown")
        cost = _cost(partial(_build, config), folder / theme)
        files = {p: c for p, c in _files(folder / theme).items() if p.endswith("/index.html")}
        size = sum(map(len, files.values())) / len(files) / 1000
        name = f"MkDocs, theme {theme}, pages of {size:.1f} kB"
        yield name, "its pages", cost.beside(_writing(folder, files), len(files))


def _markdown(folder: Path, laws: Iterable[Law]) -> None:
    """The texts of every law page, the languages of a law one after the other."""
    texts: dict[int, list[str]] = {}
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


def _writing(folder: Path, files: Mapping[str, bytes]) -> Cost:
    return _cost(lambda: put_files(folder / "copy", files), folder / "copy")


def _cost(work: Callable[[], object], made: Path) -> Cost:
    """What some work costs that makes a folder, which is put aside before each run.

    It is not deleted: ext4 takes ten times as long to write what comes after a great deletion.
    """
    costs = []
    for run in range(RUNS):
        if made.exists():
            made.rename(made.with_name(f"{made.name}-{run}-{time.monotonic_ns()}"))
        start, before = time.perf_counter(), _worked()
        work()
        costs.append((time.perf_counter() - start, _worked() - before))
    return Cost(min(clock for clock, _ in costs), min(work for _, work in costs))


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
