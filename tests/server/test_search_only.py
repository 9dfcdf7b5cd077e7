"""``lawkb serve --search-only``: the two addresses of the search, and no law that is not needed."""

import json
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

from bench.made_up import made_up_corpus
from lawkb.corpus.cache import cache_folder
from lawkb.corpus.laws import Texts, open_code
from lawkb.errors import LawkbError
from lawkb.pipeline import ingest
from lawkb.publish.render import HEADERS
from lawkb.search import open_index
from lawkb.server.app import make_app, make_search_app, server_of
from lawkb.server.preview import Preview
from lawkb.server.search_endpoint import SearchedCode
from tests.publish.test_build import configured
from tests.server.edits import ADDRESS, editable
from tests.server.running import LONGEST_SECONDS, Running, listen_free, started
from tests.server.test_serve_command import SERVE

Both = tuple[Running, Running]
QUERIES = (
    "penalty card",
    '"penalty card" NOT lead',
    "law:20-47 director",
    "τιμωρημενο φυλο",
    "47E2(a)",
    "Νόμος 57",
    "zzzzqqqq",
    '"unclosed',
    "<script>",
    "",
)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    """The same site as it is previewed, and with the search alone."""
    folder = tmp_path_factory.mktemp("site")
    config = editable(folder)
    preview = server_of(make_app(Preview(config, ADDRESS, folder / "made")))
    search = server_of(make_search_app(SearchedCode(config, ADDRESS)))
    with ExitStack() as running:
        sites = []
        for server in (preview, search):
            listening = running.enter_context(listen_free("127.0.0.1"))
            running.enter_context(started(server, listening))
            sites.append(Running("127.0.0.1", listening.getsockname()[1], folder))
        yield sites[0], sites[1]


@pytest.mark.parametrize("query", QUERIES)
def test_pages_and_json_are_those_of_the_preview(both: Both, query: str) -> None:
    asked = [
        f"/laws/search.json?{urlencode({'q': query, 'limit': 100})}",
        *(f"/laws/search?{urlencode({'page': tag, 'q': query})}" for tag in ("el", "en", "xx")),
    ]
    for path in asked:
        (previewed, expected), (answer, content) = (site.ask(path) for site in both)
        assert content.decode() == expected.decode()
        assert answer.status == previewed.status
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS


def test_its_pages_need_no_script_of_the_search(both: Both) -> None:
    content = both[1].ask("/laws/search?page=en&q=card")[1].decode()
    assert "server_search.js" not in content
    assert "data-table" not in content


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/search.json?q=card",
        "/laws/",
        "/laws/en/2017/57/",
        "/laws/search/",
        "/laws/search.json/",
        "/laws/sitemap.xml",
        "/.lawkb/changes",
        "/laws/%0a" + quote("'\"<script>"),
    ],
)
def test_nothing_else_is_answered(both: Both, path: str) -> None:
    answer, content = both[1].ask(path)
    assert (answer.status, content) == (404, b"Only the search of this site is answered here.\n")
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


def test_other_names_and_methods_are_refused(both: Both) -> None:
    assert both[1].ask("/laws/search.json?q=card", host="evil.example")[0].status == 421
    assert both[1].ask("/laws/search.json?q=card", "POST")[0].status == 405


def small_site(folder: Path, **settings: object) -> Path:
    """The ``mkdocs.yml`` of sixty made-up laws, with their index."""
    corpus = made_up_corpus(folder / "corpus", laws=60, letters=1)
    ingest(corpus)
    open_index(open_code(corpus), cache_folder(corpus))  # all are read to build it
    (folder / "pages").mkdir()
    docs, plugins = str(folder / "pages"), [{"lawkb": {"corpus": str(corpus)}}]
    return configured(folder, docs_dir=docs, nav=[], plugins=plugins, **settings)


@pytest.mark.parametrize("url", ["https://laws.example/bridge/", None])
def test_pages_name_the_published_site_and_not_this_server(tmp_path: Path, url: str | None) -> None:
    code = SearchedCode(small_site(tmp_path, site_url=url), "127.0.0.1:8321")
    page = "/bridge/search" if url else "/search"
    with listen_free("127.0.0.1") as listening:
        site = Running("127.0.0.1", listening.getsockname()[1], tmp_path)
        with started(server_of(make_search_app(code)), listening):
            answer, content = site.ask(f"{page}?page=en&q=card")
    assert answer.status == 200
    html = content.decode()
    assert "127.0.0.1" not in html
    assert ('rel="canonical" href="https://laws.example/bridge/' in html) == bool(url)


def test_only_the_laws_that_a_query_needs_are_read(tmp_path: Path) -> None:
    code = SearchedCode(small_site(tmp_path), ADDRESS)
    laws = code.code.laws
    assert isinstance(laws, Texts)
    before = len(laws._read)  # for the example of an address in the box
    with listen_free("127.0.0.1") as listening:
        site = Running("127.0.0.1", listening.getsockname()[1], tmp_path)
        with started(server_of(make_search_app(code)), listening):
            assert site.ask("/search?page=en&q=card&limit=1")[0].status == 200
            assert json.loads(site.ask("/search.json?q=57")[1])["hits"][0]["address"] == "57"
    assert len(laws._read) <= before + 4 < len(laws)


def test_a_corpus_without_laws_is_refused(tmp_path: Path) -> None:
    config = editable(tmp_path)
    shutil.rmtree(tmp_path / "corpus" / "laws")
    with pytest.raises(LawkbError, match="has no laws yet") as told:
        SearchedCode(config, ADDRESS)
    assert told.value.hint == "run: lawkb ingest"


def test_the_command_says_where_it_answers_and_ends_when_interrupted(tmp_path: Path) -> None:
    editable(tmp_path)
    with listen_free("127.0.0.1") as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-c", SERVE, "--corpus", str(tmp_path / "corpus"), "serve"]
    with subprocess.Popen(
        [*command, "--port", address.rpartition(":")[2], "--search-only", "--log", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout
            url = f"http://{address}/laws/search.json"
            assert process.stdout.readline() == f"search is answered at {url} (Ctrl-C stops)\n"
            with urllib.request.urlopen(f"{url}?q=card", timeout=LONGEST_SECONDS) as answer:
                assert json.loads(answer.read())["hits"]
            process.send_signal(2)
            said = process.communicate(timeout=LONGEST_SECONDS)[1]
        finally:
            process.kill()
    assert process.returncode == 130
    (line,) = said.splitlines()
    assert json.loads(line)["route"] == "/laws/search.json"
