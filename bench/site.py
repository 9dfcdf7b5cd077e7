"""Building the site, beside writing the same files and beside MkDocs' default theme."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config

from bench.clock import best_seconds
from lawkb.pipeline import read_code
from lawkb.publish.bundle import make_bundle
from lawkb.publish.plugin import build_site
from lawkb.publish.shadow import shadow_pages

Row = tuple[str, str, str, float]


def site_ratios(folder: Path) -> list[Row]:
    """Ratios of a full build of the corpus in ``folder/large``.

    The default theme is given the main part of every page as Markdown that holds only HTML.
    """
    (folder / "pages").mkdir()
    ours = _config(
        folder, "ours", {"name": "lawkb"}, [{"lawkb": {"corpus": str(folder / "large")}}]
    )
    seconds = best_seconds(lambda: build_site(ours), 3)
    files = {
        path.relative_to(folder / "ours"): path.read_bytes()
        for path in sorted((folder / "ours").rglob("*"))
        if path.is_file()
    }
    written = best_seconds(lambda: _write(folder / "copy", files), 3)
    pages = [path for path in files if path.suffix == ".html" and len(path.parts) > 2]
    for path in pages:
        page = folder / "markdown" / path.with_suffix(".md")
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(_main_part(files[path].decode("utf-8")), encoding="utf-8")
    peer = _config(folder, "peer", {"name": "mkdocs"}, [], "markdown")
    other = best_seconds(lambda: build(load_config(str(peer))), 2)
    shadow = shadow_pages(read_code(folder / "large"))
    searched = best_seconds(lambda: make_bundle(shadow), 2)
    note = f"{len(pages)} pages"
    return [
        ("full build", "writing the files", note, seconds / written),
        ("of it, at the same time: Pagefind", "writing the files", note, searched / written),
        ("MkDocs' default theme", "writing the files", note, other / written),
        ("full build", "MkDocs' default theme", note, seconds / other),
    ]


def _config(
    folder: Path, name: str, theme: dict[str, str], plugins: list[object], docs: str = "pages"
) -> Path:
    path = folder / f"{name}.yml"
    config = {
        "site_name": name,
        "docs_dir": str(folder / docs),
        "site_dir": str(folder / name),
        "theme": theme,
        "plugins": plugins,
    }
    path.write_text(json.dumps(config), encoding="utf-8")
    return path


def _write(folder: Path, files: dict[Path, bytes]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


def _main_part(html: str) -> str:
    start = html.index("<main")
    return html[start : html.index("</main>")] + "</main>"
