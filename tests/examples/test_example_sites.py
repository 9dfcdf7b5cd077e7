"""The examples from their pages to a site, by the commands that their users type."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from lxml import html

EXAMPLES = Path(__file__).parents[2] / "examples"


def lawkb(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "lawkb", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_three_pebbles_are_ingested_checked_and_built(tmp_path: Path) -> None:
    code = tmp_path / "three-pebbles"
    shutil.copytree(
        EXAMPLES / "three-pebbles", code, ignore=shutil.ignore_patterns("laws", "build")
    )
    assert not (code / "corpus" / "laws").exists()
    read = lawkb(code, "ingest")
    assert (read.returncode, "audit" in read.stderr) == (0, False), read.stderr
    assert lawkb(code, "ingest", "--check").returncode == 0
    built = lawkb(code, "build", "--strict")
    assert built.returncode == 0, built.stderr
    site = code / "build" / "site"
    page = html.parse(site / "el" / "2016" / "7" / "index.html")
    assert page.xpath("string(.//h1)") == "Κανόνας 7: ΚΙΝΗΣΗ ΠΡΙΝ ΑΠΟ ΤΗ ΣΕΙΡΑ"
    english = html.parse(site / "en" / "2016" / "40" / "index.html")
    assert english.xpath("string(.//h1)") == "Rule 40: AGREEMENTS AND REFERENCES"
    hrefs = [str(link.get("href")) for link in english.iter("a")]
    assert any(href.startswith("../7/") for href in hrefs)


def test_the_statute_is_ingested_checked_and_built(tmp_path: Path) -> None:
    code = tmp_path / "statute"
    shutil.copytree(EXAMPLES / "statute", code, ignore=shutil.ignore_patterns("laws", "build"))
    read = lawkb(code, "ingest")
    assert (read.returncode, "audit" in read.stderr) == (0, False), read.stderr
    assert lawkb(code, "ingest", "--check").returncode == 0
    built = lawkb(code, "build", "--strict")
    assert built.returncode == 0, built.stderr
    page = html.parse(code / "build" / "site" / "el" / "2020" / "6" / "index.html")
    assert page.xpath("string(.//h1)") == "Άρθρο 6: Λόγοι απόρριψης"
    links = {link.text_content(): str(link.get("href")) for link in page.iter("a")}
    assert links["5 παράγραφος 2 πρώτο εδάφιο"].startswith("../5/")


@pytest.mark.parametrize("example", sorted(path.name for path in EXAMPLES.iterdir()))
def test_an_example_holds_no_python(example: str) -> None:
    files = [path for path in (EXAMPLES / example).rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if path.suffix in (".py", ".pyc", ".so")]
