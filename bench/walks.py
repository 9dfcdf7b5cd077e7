"""How much of lawkb two walks pass: a law from its XML to HTML, and a correction at the desk.

    python -m bench.walks

Both are counted when warm, by ``sys.setprofile``: modules, functions and calls of lawkb. Saving a
correction writes the patch and the XML that follows from it; then the desk reads and checks what
was written, for the next page. Both are counted in invented codes of 20 and of 2,000 laws, too.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from bench.made_up import made_up_corpus
from lawkb.align.translation_units import texts_of
from lawkb.corpus.decision_files import DecisionReason
from lawkb.corpus.laws import open_code
from lawkb.editorial.corrections import correct_texts
from lawkb.editorial.decisions import Decision
from lawkb.model.law import Law
from lawkb.pipeline import ingest
from lawkb.publish.page import SiteSettings
from lawkb.publish.render import page_html
from lawkb.publish.site import code_site, read_content, site_frames
from lawkb.server.desk.workspace import State, Workspace

FEW, MANY = 20, 2_000  # laws
_BEFORE = 3  # corrections that are saved before one is counted
_BRIDGE = Path(__file__).parent.parent / "corpus"
_PAGE = "el/2017/57/index.html"
_LAWKB = f"{os.sep}lawkb{os.sep}"


def passed(work: Callable[[], object]) -> str:
    """Return how many modules, functions and calls of lawkb some work passes."""
    calls = 0
    functions: set[tuple[str, int]] = set()

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        code = frame.f_code
        own = _LAWKB in code.co_filename and "site-packages" not in code.co_filename
        if event == "call" and own and code.co_name != "<module>":
            calls += 1
            functions.add((code.co_filename, code.co_firstlineno))

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    modules = {file for file, _ in functions}
    return f"modules {len(modules)}, functions {len(functions)}, calls {calls:,}"


def law_line(corpus: Path) -> str:
    """Return a line: what a law passes from its XML file to its HTML page."""
    content, settings = read_content(corpus), SiteSettings(("el", "en"))
    frames = site_frames(content, settings)
    draft = next(each for each in code_site(content, settings).pages if each.path == _PAGE)

    def read_and_shown() -> None:
        laws = open_code(corpus).laws
        assert laws["2017", "el", 57] == content.code.laws["2017", "el", 57]
        page_html(draft.make(), frames)

    read_and_shown()
    return f"a law from XML to HTML: {passed(read_and_shown)}"


def correction_lines(name: str, corpus: Path) -> list[str]:
    """Return two lines: what a correction passes until it is saved, then until it is checked."""
    workspace = Workspace(corpus)
    workspace.learn()
    laws = [law for law in workspace.state.code.laws.values() if law.language == "el"]
    for law in laws[:_BEFORE]:
        _correct(workspace, law)
    _look(workspace)
    return [
        f"a correction saved, {name}: {passed(lambda: _correct(workspace, laws[_BEFORE]))}",
        f"then read and checked, {name}: {passed(lambda: _look(workspace))}",
    ]


def _look(workspace: Workspace) -> int:
    return len(workspace.state.findings)


def _correct(workspace: Workspace, law: Law) -> None:
    provision = next(each for each in law.provisions() if each.address.depth and each.text)
    text = f"{texts_of(provision, workspace.state.code.outline.scheme)[''].shown} λέξη"
    cause = DecisionReason("a measurement", "bench", date.today().isoformat(), "a measurement")
    place = law.edition, law.language, provision.address

    def make(state: State) -> Decision:
        return correct_texts(state.code, state.patches, place, {"": text}, cause)

    workspace.decide(make, "bench")


def main(folder: Path) -> None:
    """Print both walks; ``folder`` is for the corpora."""
    bridge = Path(shutil.copytree(_BRIDGE, folder / "bridge"))
    lines = [law_line(bridge), *correction_lines("the bridge laws", bridge)]
    for count in (FEW, MANY):
        corpus = made_up_corpus(folder / f"of-{count}", count)
        ingest(corpus)
        lines += correction_lines(f"{count:,} invented laws", corpus)
    print("\n".join(lines))


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        main(Path(made))
