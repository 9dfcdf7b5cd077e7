"""Files of 1 MiB that repeat one thing: read in linear time and bounded memory, whatever it is."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

SIZE = 2**20
# The bound is 10 seconds; a machine may be half as fast as the one that it was measured on.
CPU_SECONDS = 20
MEMORY_KIB = 600 * 1024
PAGE = "<html><body><main><h3>Article 1</h3>{}</main></body></html>"
WIKI, MEDIAWIKI, MARKDOWN = (
    "===== Article 1 =====\n\n{}",
    "== Article 1 ==\n\n{}",
    "# Article 1\n\n{}",
)
FILES = [
    ("row_en.html", PAGE.format("<table border=1><tr>{}</tr></table>"), "<td>a</td>"),
    ("paragraphs_en.html", PAGE, "<p>a</p>"),
    ("items_en.txt", WIKI, "  * a\n"),
    ("numbers_en.txt", WIKI, "  - a\n"),
    ("deep_en.txt", WIKI, "  - a\n    - b\n"),
    ("brackets_en.txt", WIKI, "(("),
    ("lines_en.txt", "Article 1\n\n{}", "1. a\n\n"),
    ("notes_en.txt", "Article 1\n\n{}", "[1] a\nb.[1]\n"),
    ("pictures_en.md", MARKDOWN, "!["),
    ("links_en.md", MARKDOWN, "[a]["),
    ("definitions_en.md", MARKDOWN, "[a]: /u\n"),
    ("lines_en.md", MARKDOWN, "1. a\n\n"),
    ("templates_en.wiki", MEDIAWIKI, "{{{a|"),
    ("items_en.wiki", MEDIAWIKI, "# a\n"),
]


@pytest.mark.parametrize(("name", "page", "unit"), FILES, ids=[each[0] for each in FILES])
def test_a_file_that_repeats_one_thing_is_read_in_bounds(
    name: str, page: str, unit: str, tmp_path: Path
) -> None:
    head, tail = page.split("{}")
    (tmp_path / name).write_text(head + unit * (SIZE // len(unit)) + tail, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "lawkb", "read", str(tmp_path / name)],
        capture_output=True,
        check=False,
        cwd=tmp_path,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS)),
    )
    assert done.returncode in (0, 1), (done.returncode, done.stderr[-500:])
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss <= MEMORY_KIB
