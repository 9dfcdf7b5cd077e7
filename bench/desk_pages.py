"""The time of each page of the desk, and of a correction, on an invented code."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable
from functools import partial
from html import unescape
from pathlib import Path
from statistics import median
from urllib.parse import quote

from bench.made_up import made_up_corpus
from lawkb.corpus.laws import read_code
from lawkb.pipeline import ingest
from lawkb.server.desk.access import Access, Editor
from tests.browser.running_desk import served_desk
from tests.server.desk.small_desk import Browser

LAWS = 75  # about 1,500 provisions in each of two languages
MOST_PAGE, MOST_CORRECTION = 150, 300  # milliseconds of processor
TIMES = 5
_DECISIONS = 40  # made before the pages are measured
_HERE = Path(__file__).parent.parent
_TEXT = re.compile(r'<textarea[^>]* name="text ([^"]*)"[^>]*>\n(.*?)</textarea>', re.DOTALL)
PAGES = {
    "queue": "",
    "queue of a rule": "?rule=reference-parity",
    "provision": "2017/el/{first}/",
    "law": "2017/el/{law}/",
    "whole code": "2017/el/code/",
    "terms": "terms/",
    "one term": "terms/?term=declarer",
    "decisions": "decisions/",
    "files": "files/",
    "laws to translate": "translate/",
    "law to translate": f"translate/2017/el/{LAWS}/",
}


def page_lines(folder: Path) -> list[str]:
    """A table: milliseconds of processor for each page of the desk, a check and a correction."""
    corpus = made_up_corpus(folder / "corpus", LAWS)
    _without_greek(corpus / "sources" / "wiki" / f"law_{LAWS}.txt")
    shutil.copy(_HERE / "corpus" / "glossary.tsv", corpus)
    shutil.copy(_HERE / "mkdocs.yml", folder)
    shutil.copytree(_HERE / "site" / "pages", folder / "site" / "pages")
    ingest(corpus)
    code = read_code(corpus)
    law = next(each for each in code.laws.values() if each.language == "el")
    scheme = code.outline.scheme
    places = [scheme.write(each.address) for each in law.provisions() if each.text]
    count = sum(
        1 for each in code.laws.values() if each.language == "el" for _ in each.provisions()
    )
    with served_desk(folder / "mkdocs.yml", Access(Editor("bench"))) as url:
        desk = Browser(int(url.rpartition(":")[2]))
        _wait_until_quiet(desk)
        rows = []
        corrections = [_corrected(desk, places[n % len(places)], n) for n in range(_DECISIONS)]
        for name, path in PAGES.items():
            asked = f"/desk/el/{quote(path.format(first=places[0], law=law.number), safe='/?=')}"
            rows.append((name, _median(partial(desk.get, asked)), MOST_PAGE))
        check = _median(partial(_checked, desk, places[1]))
        rows += [("check while one types", check, MOST_PAGE)]
        rows += [("correction, and the page after it", median(corrections), MOST_CORRECTION)]
    return [
        f"The pages of the desk on an invented code of {count} provisions in each of two languages,"
        f" after {_DECISIONS} corrections: milliseconds of processor (median of {TIMES}) for the"
        " whole answer.",
        "",
        "| page | processor | at most |",
        "|---|---|---|",
        *(f"| {name} | {found:.0f} | {most} |" for name, found, most in rows),
    ]


def _without_greek(page: Path) -> None:
    """Leave a page its English half alone."""
    _, _, english = page.read_text(encoding="utf-8").partition("\n\n\n")
    page.write_text(english, encoding="utf-8")


def _wait_until_quiet(desk: Browser) -> None:
    """Wait until what the server does at its start is done: it learns what the checks need."""
    desk.get("/desk/el/")
    quiet = 0
    while quiet < 3:
        used = time.process_time()
        time.sleep(1)
        quiet = quiet + 1 if time.process_time() - used < 0.05 else 0


def _median(work: Callable[[], object]) -> float:
    work()
    return median(_milliseconds(work) for _ in range(TIMES))


def _milliseconds(work: Callable[[], object]) -> float:
    used = time.process_time()
    work()
    return 1000 * (time.process_time() - used)


def _form(desk: Browser, path: str, more: str = "") -> dict[str, str]:
    page = desk.get(path).content.decode()
    found = {unescape(name): unescape(words) for name, words in _TEXT.findall(page)}
    key, words = next(iter(found.items()))
    return {f"base {key}": words, f"text {key}": words + more, "reason": "a measurement"}


def _checked(desk: Browser, place: str) -> None:
    path = f"/desk/el/2017/el/{quote(place)}/"
    answer = desk.post(f"{path}check", _form(desk, path, " λέξη"))
    assert answer.status == 200, answer.content


def _corrected(desk: Browser, place: str, nth: int) -> float:
    path = f"/desk/el/2017/el/{quote(place)}/"
    form = _form(desk, path, f" λέξη{nth}") | {"do": "save"}

    def save() -> None:
        answer = desk.post(path, form)
        assert answer.status == 303, answer.content.decode()
        assert desk.get(str(answer.headers["location"]).partition("#")[0]).status == 200

    return _milliseconds(save)


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        print("\n".join(page_lines(Path(name))))
