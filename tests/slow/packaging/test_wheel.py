"""The wheel and the source archive: what is in them, and lawkb as people install it.

The wheel is made from the source archive and installed into empty environments outside the
checkout, with the oldest and the newest Python of this machine that lawkb runs on. The packages
come from the index that pip is set to.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
MOST_PACKAGES, MOST_MEGABYTES = 35, 150
OLDEST, _NEWEST_THINKABLE = (3, 11), 30
_OF_PIP = ("pip", "setuptools", "pkg_resources", "_distutils_hack", "distutils-precedence")
# A command, and the extra without which it does not run.
NEEDS = [
    ("serve", "desk"),
    ("mcp", "mcp"),
    ("desk", "desk"),
    ("users add Maria --users people.toml", "desk"),
    ("fetch https://wiki.example", "wiki"),
    ("push", "wiki"),
    ("export -o laws.xlsx", "office"),
    ("export book", "book"),
    ("refs --graph dot", "graph"),
    ("check --select spelling", "spelling"),
    ("build --cluster tcp://127.0.0.1:9", "cluster"),
    ("index --engine opensearch", "opensearch"),
]


@cache
def pythons() -> dict[str, Path]:
    """The oldest Python here that lawkb runs on, and the newest, if that is another one."""
    named = [f"python3.{minor}" for minor in range(OLDEST[1], _NEWEST_THINKABLE)]
    found = [shutil.which(each) for each in (os.environ.get("PYTHON", ""), *named) if each]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    paths = [sys._base_executable, *filter(None, found), *pyenv.glob("*/bin/python")]  # type: ignore[attr-defined]
    versions = {version: Path(path) for path in paths if (version := _version(path))}
    oldest, *others = sorted(versions)
    newest = {"newest": versions[others[-1]]} if others else {}
    return {"oldest": versions[oldest], **newest}


def _version(python: str | Path) -> tuple[int, int] | None:
    """The version of a Python that lawkb runs on; None for another, or one that does not start."""
    script = "import sys, venv, ensurepip; print(*sys.version_info[:2])"
    done = subprocess.run([python, "-c", script], capture_output=True, text=True, check=False)
    if done.returncode:
        return None
    major, minor = map(int, done.stdout.split())
    return (major, minor) if (major, minor) >= OLDEST else None


@pytest.fixture(scope="session")
def archives(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The source archive, and the wheel that is made from it."""
    made = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(made), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return {"sdist": next(made.glob("*.tar.gz")), "wheel": next(made.glob("*.whl"))}


def test_the_archives_are_as_an_index_takes_them(archives: dict[str, Path]) -> None:
    command = [sys.executable, "-m", "twine", "check", "--strict", *map(str, archives.values())]
    subprocess.run(command, check=True, capture_output=True)


def test_the_wheel_holds_the_program_and_nothing_else(archives: dict[str, Path]) -> None:
    with zipfile.ZipFile(archives["wheel"]) as wheel:
        names = set(wheel.namelist())
    assert {name for name in names if ".dist-info/" not in name} == program()
    for part in ("py.typed", "publish/templates/", "publish/locale/", "presets/", "languages/"):
        assert any(name.startswith(f"lawkb/{part}") for name in names), part


def test_the_source_archive_holds_what_the_wheel_is_made_from(archives: dict[str, Path]) -> None:
    with tarfile.open(archives["sdist"]) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    around = {"CHANGELOG.md", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml", ".gitignore"}
    assert names == program() | around


def program() -> set[str]:
    files = (path for path in (ROOT / "lawkb").rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}


@dataclass(frozen=True)
class Installed:
    """lawkb in an environment of its own, and a law code that it made."""

    environment: Path
    code: Path
    wheel: Path

    def python(self, *words: str) -> subprocess.CompletedProcess[str]:
        return self._run("python", words)

    def lawkb(self, *words: str) -> subprocess.CompletedProcess[str]:
        return self._run("lawkb", words)

    def _run(self, program: str, words: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
        own = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        cache_folder = str(self.environment.parent / "cache")
        return subprocess.run(
            [self.environment / "bin" / program, *words],
            cwd=self.code if self.code.is_dir() else self.code.parent,
            env={**own, "LAWKB_CACHE": cache_folder},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="session", params=["oldest", "newest"])
def installed(
    request: pytest.FixtureRequest,
    archives: dict[str, Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Installed]:
    """The wheel in an empty environment, and a code that ``new`` and ``ingest`` have made there."""
    python = pythons().get(request.param)
    if python is None:
        pytest.skip("this machine has one Python that lawkb runs on")
    folder = tmp_path_factory.mktemp("installed")
    made = Installed(folder / "environment", folder / "code", archives["wheel"])
    subprocess.run([python, "-m", "venv", made.environment], check=True)
    brought = made.python("-m", "pip", "install", "-q", str(made.wheel))
    assert not brought.returncode, brought.stderr
    words = ["--kind", "rule-book", "--languages", "en,el", "--title", "Rules", "--articles", "3"]
    begun = made.lawkb("new", "code", *words)
    assert not begun.returncode, begun.stderr
    ingested = made.lawkb("ingest")
    assert not ingested.returncode, ingested.stderr
    yield made
    shutil.rmtree(folder, ignore_errors=True)


def test_a_plain_installation_is_light(installed: Installed) -> None:
    listed = json.loads(installed.python("-m", "pip", "list", "--format", "json").stdout)
    packages = {each["name"] for each in listed} - {*_OF_PIP}
    (site,) = installed.environment.glob("lib/python*/site-packages")
    own = [path for path in site.iterdir() if path.name.partition("-")[0] not in _OF_PIP]
    size = sum(_size(path) for path in own)
    told = f"{len(packages)} packages, {size / 2**20:.0f} MB: {sorted(packages)}"
    assert len(packages) <= MOST_PACKAGES, told
    assert size <= MOST_MEGABYTES * 2**20, told


def _size(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else (path,)
    return sum(file.stat().st_blocks * 512 for file in files)


def test_version_and_the_help_of_every_command_need_no_extra(installed: Installed) -> None:
    assert re.fullmatch(r"lawkb, version [\d.]+\n", installed.lawkb("--version").stdout)
    script = (
        "from lawkb.cli.commands import cli; import click\n"
        "for name in cli.list_commands(click.Context(cli)):\n"
        "    command = cli.get_command(click.Context(cli), name)\n"
        "    for each in (command, *getattr(command, 'commands', {}).values()):\n"
        "        assert each.get_help(click.Context(each)).startswith('Usage:'), name\n"
        "    print(name)\n"
    )
    told = installed.python("-c", script)
    assert not told.returncode, told.stderr
    assert len(told.stdout.split()) > 20


def test_a_code_is_read_searched_checked_and_built(installed: Installed) -> None:
    assert installed.lawkb("search", "player").returncode == 0
    assert installed.lawkb("check").returncode == 0
    built = installed.lawkb("build", "--strict")
    assert not built.returncode, built.stderr
    assert "the site offers no PDF: it needs the extra book" in built.stderr
    site = installed.code / "build" / "site"
    assert (site / "pagefind" / "el" / "pagefind-entry.json").is_file()
    assert not [*site.rglob("*.pdf")]
    assert [*site.rglob("*.epub")]


def test_a_site_that_asks_for_pdf_is_not_built_without_it(installed: Installed) -> None:
    settings = installed.code / "mkdocs.yml"
    before = settings.read_text("utf-8")
    settings.write_text(before.replace("  - lawkb:\n", "  - lawkb:\n      books: [pdf-a4]\n"))
    told = installed.lawkb("build")
    settings.write_text(before)
    assert told.returncode == 2
    assert told.stderr.splitlines() == [
        "a PDF of the laws",
        "  needs the extra book, which is not installed",
        f"  hint: install it: pip install '{installed.wheel}[book]'",
    ]


def test_the_public_face_opens_a_corpus(installed: Installed) -> None:
    script = "import lawkb; corpus = lawkb.open_corpus(); print(len(corpus.provision('1').texts))"
    told = installed.python("-c", script)
    assert told.stdout == "2\n", told.stderr


@pytest.mark.parametrize(("words", "extra"), NEEDS, ids=lambda each: each.partition(" --")[0])
def test_a_command_without_its_extra_says_in_three_lines_how_to_install_it(
    installed: Installed, words: str, extra: str
) -> None:
    settings = installed.code / "corpus" / "corpus.toml"
    before = settings.read_text("utf-8")
    if extra == "opensearch":
        settings.write_text(
            before + '\n[search]\nengine = "opensearch"\naddresses = ["http://127.0.0.1:9"]\n'
        )
    told = installed.lawkb(*words.split())
    settings.write_text(before)
    assert told.returncode == 2
    assert told.stderr.splitlines()[-2:] == [
        f"  needs the extra {extra}, which is not installed",
        f"  hint: install it: pip install '{installed.wheel}[{extra}]'",
    ]
    assert len([line for line in told.stderr.splitlines() if not line.startswith("making")]) == 3


def _as_word_file(folder: Path) -> Path:
    file = folder / "example_en.docx"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", "<document/>")
    return file


def _as_wiki_page(folder: Path) -> Path:
    file = folder / "example_en.wiki"
    file.write_text("== Article 1 ==\nText.\n")
    return file


@pytest.mark.parametrize(("write", "extra"), [(_as_word_file, "office"), (_as_wiki_page, "wiki")])
def test_a_page_that_needs_an_extra_stops_ingest_and_its_laws_stay(
    installed: Installed, write: Callable[[Path], Path], extra: str
) -> None:
    texts = installed.code / "corpus" / "sources" / "texts"
    plain = (texts / "example_en.txt").read_bytes()
    laws = {path: path.read_bytes() for path in (installed.code / "corpus/laws").rglob("*.xml")}
    (texts / "example_en.txt").unlink()
    file = write(texts)
    told = installed.lawkb("ingest")
    file.unlink()
    (texts / "example_en.txt").write_bytes(plain)
    assert told.returncode == 2
    assert told.stderr.splitlines()[-3:] == [
        f"corpus/sources/texts/{file.name}",
        f"  needs the extra {extra}, which is not installed",
        f"  hint: install it: pip install '{installed.wheel}[{extra}]'",
    ]
    assert {path: path.read_bytes() for path in laws} == laws


def test_a_site_in_chinese_is_not_searched_with_a_program_that_finds_no_word_of_it(
    installed: Installed,
) -> None:
    script = (
        "from lawkb.errors import LawkbError\n"
        "from lawkb.publish.site import start_bundle\n"
        "from lawkb.publish.pagefind_source import PagefindPage\n"
        "try:\n"
        "    start_bundle([PagefindPage('zh-Hant/2017/1.html', '', ())])\n"
        "except LawkbError as error:\n"
        "    print(error)\n"
    )
    told = installed.python("-c", script)
    assert "needs the extra cjk, which is not installed" in told.stdout, told.stderr
