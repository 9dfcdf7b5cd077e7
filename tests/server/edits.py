"""Every kind of edit that a served site has to follow, on a copy of the real corpus."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

import lawkb
from lawkb.corpus.corpus_toml import read_outline
from lawkb.corpus.decision_files import DecisionReason
from lawkb.corpus.laws import read_code
from lawkb.editorial.decisions import Decision, accept_finding
from lawkb.editorial.findings import code_report
from lawkb.pipeline import ingest
from lawkb.publish.plugin import build_site
from lawkb.server.incremental_reading import run_checks
from lawkb.server.preview import Preview
from tests.corpus_files import CORPUS, put_decided
from tests.publish.test_build import configured, files_of

ADDRESS = "127.0.0.1:8000"
PATCH = """
[[patches]]
page = "{page}"
language = "{language}"
place = "{law}"
field = "heading"
old = {old}
new = "{new}"
reason = "a test"
origin = "a test"
author = "tester"
date = "2026-11-22"
"""

CHECKLIST = """
[[patterns]]
language = "en"
pattern = "declarer"
severity = "note"
message = "a word"
"""
THEME = Path(lawkb.__file__).parent / "publish" / "templates"


def editable(folder: Path) -> Path:
    """A copy of the real corpus with two hand-written pages, and its ``mkdocs.yml``."""
    shutil.copytree(CORPUS, folder / "corpus")
    (folder / "corpus" / "sources" / "wiki" / "provenance.toml").unlink()  # pages come and go
    ingest(folder / "corpus")
    for tag in ("el", "en"):
        page = folder / "pages" / tag / "reading.md"
        page.parent.mkdir(parents=True)
        page.write_text("# Reading\n\nSee [57B](2017/57/index.md#B).\n", encoding="utf-8")
    (folder / "theme" / "assets").mkdir(parents=True)
    return configured(
        folder,
        docs_dir=str(folder / "pages"),
        nav=[{"Reading": "el/reading.md"}, {"Reading": "en/reading.md"}],
        not_in_nav="/*.md\n",
        site_url=f"http://{ADDRESS}/laws/",
        theme={"name": "lawkb", "custom_dir": str(folder / "theme")},
        # A site that is edited offers no books.
        plugins=[{"lawkb": {"corpus": str(folder / "corpus"), "offline": False, "books": []}}],
    )


class Edited:
    """A site that is edited, and how its files were when it was last looked at."""

    def __init__(self, folder: Path, config: Path | None = None) -> None:
        self.folder, self.config = folder, config or editable(folder)
        self.preview = Preview(self.config, ADDRESS, folder / "made")
        self._files = self._stats()

    def update(self) -> bool:
        """Take in what has changed, as the watcher tells it; whether anything has."""
        before, self._files = self._files, self._stats()
        keys = before.keys() | self._files.keys()
        changed = {path for path in keys if before.get(path) != self._files.get(path)}
        kinds = self.preview.watched.kinds_of(changed)
        return bool(kinds) and self.preview.refresh(kinds)

    def study(self) -> bool:
        """Do what follows in its own time; whether there was anything."""
        self.preview.check_links()
        stale = self.preview.is_outdated()
        if stale:
            self.preview.use_results(run_checks(self.preview.corpus))
        return stale

    def read(self, path: str) -> bytes:
        return self.preview.read(path) or b""

    def _stats(self) -> dict[Path, tuple[int, int]]:
        found = (path for path in self.folder.rglob("*") if path.is_file())
        ours = (path for path in found if not path.is_relative_to(self.folder / "made"))
        return {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in ours}


def served(preview: Preview) -> dict[str, bytes]:
    """What a reader can fetch, the search's own files left out."""
    found = {path: preview.read(path) for path in preview.paths()}
    return {path: content for path, content in found.items() if content is not None}


def built(config: Path) -> dict[str, bytes]:
    """What a fresh build of the same sources writes, the search's own files left out."""
    files = files_of(build_site(config, strict=False))
    return {path: held for path, held in files.items() if not path.startswith("pagefind/")}


def replace(path: Path, old: str, new: str) -> None:
    """Other words in a file."""
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def source(folder: Path, change: Callable[[str], str]) -> None:
    """Another text of the page of Law 57."""
    page = folder / "corpus" / "sources" / "wiki" / "law_57.txt"
    page.write_text(change(page.read_text(encoding="utf-8")), encoding="utf-8")


def _toggled(path: Path, content: str) -> None:
    path.unlink() if path.exists() else path.write_text(content, encoding="utf-8")


def _patch(folder: Path, heading: str) -> None:
    """A patch that fits, or one that is stale when another gave the law a heading before."""
    file = folder / "corpus" / "patches" / "zz_test.toml"
    entry = PATCH.format(page="law_14", language="en", law="14", old='""', new=heading)
    _toggled(file, entry)


def _without_a_law(folder: Path) -> None:
    page = folder / "corpus" / "sources" / "wiki" / "law_20.txt"
    aside = folder / "law_20.txt"
    shutil.move(aside, page) if aside.exists() else shutil.move(page, aside)


def _renamed(folder: Path) -> None:
    page, other = folder / "pages" / "en" / "reading.md", folder / "pages" / "en" / "other.md"
    page.rename(other) if page.exists() else other.rename(page)


def _in_reading(folder: Path, old: str, new: str) -> None:
    """The hand-written page under either of its names."""
    for page in (folder / "pages" / "en").glob("*.md"):
        replace(page, old, new)


def _override(folder: Path, name: str, old: str, new: str) -> None:
    """A file of the theme with a word in it, in the folder whose files stand for the theme's."""
    _toggled(folder / "theme" / name, (THEME / name).read_text("utf-8").replace(old, new, 1))


@cache
def _waived() -> Decision:
    code = read_code(CORPUS)
    cause = DecisionReason("a test", "tester", "2026-11-22")
    found = code_report(CORPUS, code).findings
    lost = next(each for each in found if each.place == "20E")
    return accept_finding(lost, code, (), cause)


def _waiver(folder: Path) -> None:
    file = folder / "corpus" / "waivers.toml"
    if file.exists():
        file.unlink()
    else:
        put_decided(folder / "corpus", _waived(), read_outline(CORPUS))


def _new_term(folder: Path, word: str) -> None:
    """A row before the others, or none again."""
    file, row = folder / "corpus" / "glossary.tsv", f"{word} law\tνόμο*\t\t\t\n"
    head, rest = file.read_text(encoding="utf-8").split("\n", 1)
    rest = rest.replace(row, "") if row in rest else row + rest
    file.write_text(f"{head}\n{rest}", encoding="utf-8")


def _drawn(folder: Path, word: str) -> None:
    (folder / "pages" / "one.svg").write_text(f"<svg>{word}</svg>", encoding="utf-8")


def _settings(folder: Path) -> None:
    """The menu the other way round, under another name of the site."""
    file = folder / "mkdocs.yml"
    held = json.loads(file.read_text(encoding="utf-8"))
    held |= {"nav": held["nav"][::-1], "site_name": held["site_name"][::-1]}
    file.write_text(json.dumps(held), encoding="utf-8")


# What anybody may edit while the site is served, by what it is.
EDITS: dict[str, Callable[[Path, str], None]] = {
    "a word of a law": lambda f, word: source(f, lambda t: t.replace("\n", f" {word}\n", 1)),
    "a new reference": lambda f, word: source(f, lambda t: t.replace("Law 16", "Law 47E", 1)),
    "a law that goes or comes": lambda f, word: _without_a_law(f),
    "a patch that goes or comes": _patch,
    "a broken patch": lambda f, word: _toggled(f / "corpus" / "patches" / "a.toml", "[[patches"),
    "a hand-written page": lambda f, word: _in_reading(f, "See", f"{word} see"),
    "its name": lambda f, word: _renamed(f),
    "a new hand-written page": lambda f, word: _toggled(f / "pages" / f"{word}.md", "# New\n"),
    "its title": lambda f, word: replace(f / "pages/el/reading.md", "# ", f"# {word} "),
    "a picture": lambda f, word: _toggled(f / "pages" / f"{word}.svg", "<svg/>"),
    "what is on a picture": _drawn,
    "a template": lambda f, word: _override(f, "law.html", "<h1>", f"<h1>{word} "),
    "the template of every page": lambda f, word: _override(
        f, "base.html", "</body>", f"{word}</body>"
    ),
    "the style": lambda f, word: _override(f, "assets/site.css", "/*", f"/* {word}"),
    "a waiver": lambda f, word: _waiver(f),
    "the checklist": lambda f, word: _toggled(f / "corpus/checklist.toml", CHECKLIST),
    "the settings": lambda f, word: _settings(f),
    "a new term": _new_term,
    "a term": lambda f, word: replace(f / "corpus/glossary.tsv", "declarer\t", f"{word}\t"),
    "the title of the code": lambda f, word: replace(
        f / "corpus/corpus.toml", "Laws of", "Rules of"
    ),
}
WORDS = st.sampled_from(["lano", "κερο", "zo"])
