"""A day of an editor who amends an act: what changes, what is broken, and what is only repealed."""

from __future__ import annotations

import json
import os
import re
import shutil
from itertools import cycle
from pathlib import Path

import pytest

from lawkb.api import Corpus
from lawkb.errors import LawkbError
from lawkb.model.law import Repeal
from lawkb.pipeline import ingest, read_all, read_code
from lawkb.publish.localized_site import EditorialContent, localized_sites
from lawkb.publish.page import SiteSettings, make_frames
from lawkb.publish.pagefind_source import pagefind_pages
from lawkb.publish.render import page_html
from lawkb.publish.views.site_pages import site_drafts
from lawkb.references.graph import Selection, build_graph
from lawkb.server.repeated_reading import SourceReader
from tests.corpus.small_act import LANGUAGES, article, held, page_of, small_act
from tests.corpus.test_damage import DAMAGES
from tests.running import run_command

CITING = {  # the last article cites 6(2), 2(2) and 3
    "en": "see article 6(2), article 2(2) and article 3",
    "el": "βλέπε άρθρο 6 παράγραφος 2. Βλέπε άρθρο 2 παράγραφος 2. Βλέπε άρθρο 3",
    "de": "siehe Artikel 6 Absatz 2, Artikel 2 Absatz 2 und Artikel 3",
    "fr": "voir article 6 paragraphe 2, article 2 paragraphe 2 et article 3",
    "it": "vedi articolo 6 paragrafo 2, articolo 2 paragrafo 2 e articolo 3",
}
INSERTS = ('name = "article"\n', 'name = "article"\ninserts = ["letters"]\n')
INSERTED = {  # the number of 3a, what it cites, and what cites it
    "en": ("3a", "see article 2(1)", "see article 3a"),
    "el": ("3Α", "βλέπε άρθρο 2 παράγραφος 1", "βλέπε άρθρο 3Α"),
    "de": ("3a", "siehe Artikel 2 Absatz 1", "siehe Artikel 3a"),
    "fr": ("3a", "voir article 2 paragraphe 1", "voir article 3a"),
    "it": ("3a", "vedi articolo 2 paragrafo 1", "vedi articolo 3a"),
}
ENTRY = """
[[repeals]]
edition = "2020"
place = "{place}"
date = "2024-03-01"
reason = "voted by the members"
author = "Vera"
by = "Resolution 3"
link = "{link}"
"""
Act = dict[str, list[str]]  # the articles of each language


def _articles(tag: str) -> list[str]:
    return [*(article(tag, n) for n in range(1, 8)), article(tag, 8, f"{CITING[tag]}.")]


def _write(corpus: Path, act: Act) -> None:
    for tag, articles in act.items():
        page_of(corpus, tag).write_text("\n\n".join(articles) + "\n", "utf-8")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    corpus = small_act(tmp_path_factory.mktemp("club"))
    settings = (corpus / "corpus.toml").read_text("utf-8")
    (corpus / "corpus.toml").write_text(settings.replace(*INSERTS, 1), "utf-8")
    _write(corpus, {tag: _articles(tag) for tag in LANGUAGES})
    assert ingest(corpus).broken == ()
    return corpus


@pytest.fixture
def corpus(club: Path, tmp_path: Path) -> Path:
    shutil.copytree(club, tmp_path / "corpus")
    return tmp_path / "corpus"


@pytest.fixture
def act() -> Act:
    return {tag: _articles(tag) for tag in LANGUAGES}


def _without_second(text: str) -> str:
    return text.partition("\n\n2. ")[0]


def _statuses(corpus: Path, tag: str) -> list[tuple[str, str]]:
    code = read_code(corpus)
    graph = build_graph(code)
    found = Selection("2020", tag, frozenset(), None, ()).lists(code, graph)["references"]
    write = code.outline.scheme.write
    return [
        (write(each.reference.target), each.reference.status)
        for each in found
        if each.reference.target
    ]


# ---- only what changed is written


def test_one_word_in_one_article_changes_one_file(corpus: Path, act: Act) -> None:
    for tag in LANGUAGES:
        before = held(corpus)
        act[tag][2] = act[tag][2].replace(" 3.", " 33.", 1)
        _write(corpus, act)
        assert ingest(corpus).changed == (f"laws/2020/{tag}/art_3.xml",)
        after = held(corpus)
        assert [name for name in after if after[name] != before[name]] == [f"{tag}/art_3.xml"]


def test_the_desk_writes_the_same_one_file(corpus: Path, act: Act) -> None:
    act["de"][2] = act["de"][2].replace(" 3.", " 33.", 1)
    _write(corpus, act)
    assert SourceReader(corpus).write() == ("laws/2020/de/art_3.xml",)
    assert read_all(corpus).changed == ()


# ---- a provision that is gone, and still cited


def test_a_reference_to_what_was_removed_is_an_error_everywhere(corpus: Path, act: Act) -> None:
    for tag in LANGUAGES:
        act[tag][1] = _without_second(act[tag][1])
    _write(corpus, act)
    told = tuple(f"2020 {tag} 8(1) cites 2(2), which was removed" for tag in LANGUAGES)
    assert ingest(corpus).broken == told
    assert ingest(corpus).broken == told  # not only once
    assert SourceReader(corpus).write() == ()
    for tag in LANGUAGES:
        assert _statuses(corpus, tag) == [("6(2)", "held"), ("2(2)", "removed"), ("3", "held")]
    dangling = Corpus(corpus).references(status="removed")
    assert {each.lang for each in dangling} == {*LANGUAGES}
    found = Corpus(corpus).check().findings
    assert ("reference-dangling", "8(1)") in {(each.rule, each.address) for each in found}


def test_of_many_such_references_ten_are_told_and_json_stays_json(corpus: Path, act: Act) -> None:
    for tag in LANGUAGES:
        act[tag][1], act[tag][5] = _without_second(act[tag][1]), _without_second(act[tag][5])
        del act[tag][2]
    _write(corpus, act)
    words = ("--corpus", str(corpus), "ingest", "--prune", "--format", "json")
    done = run_command(*words, environment=dict(os.environ))
    assert done.returncode == 1
    assert len(json.loads(done.stdout)["broken"]) == 15
    *told, rest = done.stderr.splitlines()
    assert len(told) == 10 and all(line.startswith("no longer there: ") for line in told)
    assert rest == "  and 5 more; -v lists them all"


def test_what_is_there_again_is_no_error(corpus: Path, act: Act) -> None:
    whole = {tag: [*articles] for tag, articles in act.items()}
    for tag in LANGUAGES:
        act[tag][1] = _without_second(act[tag][1])
    _write(corpus, act)
    assert ingest(corpus).broken
    _write(corpus, whole)
    assert ingest(corpus).broken == ()


def test_a_removed_article_that_is_cited_is_one_too(corpus: Path, act: Act) -> None:
    for tag in LANGUAGES:
        del act[tag][5]
    _write(corpus, act)
    with pytest.raises(LawkbError, match=r"art_6\.xml"):
        ingest(corpus)
    broken = ingest(corpus, prune=True).broken
    assert [line.split()[1] for line in broken] == ["en", "el", "de", "fr", "it"]
    assert all(line.endswith("8(1) cites 6(2), which was removed") for line in broken)


# ---- what is repealed keeps its address


@pytest.mark.parametrize("link", ["https://example.org/3", "7"])
def test_an_article_that_an_editor_repeals_keeps_its_address_in_every_language(
    corpus: Path, act: Act, link: str
) -> None:
    for tag in LANGUAGES:
        del act[tag][5]
    _write(corpus, act)
    (corpus / "repeals.toml").write_text(ENTRY.format(place="6", link=link), "utf-8")
    result = ingest(corpus)
    assert (result.removed, result.broken, result.audit) == ((), (), ())
    assert ingest(corpus).changed == SourceReader(corpus).write() == ()
    code = read_code(corpus)
    address = code.outline.scheme.read("6")
    url, by = (link, None) if "://" in link else (None, code.outline.scheme.read(link))
    for tag in LANGUAGES:
        law = code.provision("2020", tag, address)
        assert law is not None
        repeal = Repeal("2024-03-01", "Resolution 3", url, by, "voted by the members", "Vera")
        assert law.repealed == repeal
        assert b'status="removed"' in held(corpus, tag)[f"{tag}/art_6.xml"]
        assert _statuses(corpus, tag) == [("6(2)", "not-held"), ("2(2)", "held"), ("3", "held")]


def test_a_range_and_a_paragraph_may_be_repealed(corpus: Path, act: Act) -> None:
    for tag in LANGUAGES:
        act[tag][1] = _without_second(act[tag][1])
        del act[tag][3:6]
    _write(corpus, act)
    entries = ENTRY.format(place="2(2)", link="") + ENTRY.format(place="4", link="") + 'upto = "6"'
    (corpus / "repeals.toml").write_text(entries, "utf-8")
    assert ingest(corpus).broken == ()
    code = read_code(corpus)
    for tag in LANGUAGES:
        found = [law for key, law in code.laws.items() if key[1] == tag]
        assert [law.number for law in found] == [1, 2, 3, 4, 5, 6, 7, 8]
        repealed = [each.address for law in found for each in law.provisions() if each.repealed]
        assert [*map(code.outline.scheme.write, repealed)] == ["2(2)", "4", "5", "6"]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (('"6"', '"six"'), "is no address"),
        (('"2024-03-01"', '"1 March"'), "is no date"),
        (('"2020"', '"1999"'), "is none of 2020"),
        (("voted by the members", " "), "is empty"),
        (('link = "', 'upto = "3"\nlink = "'), "is not behind"),
        (('link = "', 'link = "x y'), "is no address"),
    ],
)
def test_a_wrong_entry_is_told_with_its_key(
    corpus: Path, wrong: tuple[str, str], told: str
) -> None:
    entry = ENTRY.format(place="6", link="").replace(*wrong, 1)
    (corpus / "repeals.toml").write_text(entry, "utf-8")
    with pytest.raises(LawkbError, match=told):
        ingest(corpus)


# ---- the day


def _words(xml: bytes) -> bytes:
    """An XML file without the numbers of lines, which move below what is inserted."""
    return re.sub(rb' lk:lines="[^"]*"', b"", xml)


def _amended(act: Act) -> Act:
    """An act with 3a, without 6, and with 2(2) as 7(3); 3a cites 2(1), and 8(2) cites 3a."""
    found = {}
    for tag, articles in act.items():
        number, cited, citing = INSERTED[tag]
        first, second, third, *rest = articles
        moved = second.partition("\n\n2. ")[2]
        inserted = article(tag, number, f"{cited}.")
        fourth, fifth, _, seventh, eighth = rest
        seventh, eighth = f"{seventh}\n\n3. {moved}", f"{eighth}\n\n2. {citing}."
        found[tag] = [first, _without_second(second), third, inserted, fourth, fifth]
        found[tag] += [seventh, eighth]
    return found


@pytest.fixture
def amended(corpus: Path, act: Act) -> Path:
    _write(corpus, _amended(act))
    (corpus / "repeals.toml").write_text(ENTRY.format(place="6", link="7"), "utf-8")
    return corpus


def test_an_article_is_inserted_one_repealed_and_a_paragraph_moved(amended: Path) -> None:
    before = held(amended)
    result = ingest(amended)
    assert result.broken == tuple(
        f"2020 {tag} 8(1) cites 2(2), which was removed" for tag in LANGUAGES
    )
    assert result.removed == ()
    after = held(amended)
    for tag in LANGUAGES:
        own = {name for name in after if name.startswith(f"{tag}/")}
        assert {name for name in own if _words(after[name]) != _words(before.get(name, b""))} == {
            f"{tag}/art_{n}.xml" for n in ("2", "3a", "6", "7", "8")
        }
        assert own - {*before} == {f"{tag}/art_3a.xml"}
        assert b"art_7__para_3" in after[f"{tag}/art_7.xml"]
    assert {*before} < {*after}
    assert ingest(amended).changed == SourceReader(amended).write() == ()


def test_each_reference_of_the_day_is_as_it_should_be(amended: Path) -> None:
    ingest(amended)
    for tag in LANGUAGES:
        assert _statuses(amended, tag) == [
            ("2(1)", "held"),
            ("6(2)", "not-held"),
            ("2(2)", "removed"),
            ("3", "held"),
            ("3a", "held"),
        ]


def test_the_findings_of_the_day_are_the_reference_to_what_was_moved(
    corpus: Path, act: Act
) -> None:
    earlier = {(e.rule, e.address, e.lang) for e in Corpus(corpus).check().findings}
    _write(corpus, _amended(act))
    (corpus / "repeals.toml").write_text(ENTRY.format(place="6", link="7"), "utf-8")
    ingest(corpus)
    found = {(e.rule, e.address, e.lang) for e in Corpus(corpus).check().findings}
    # Translations that cite what the original cites are not told again.
    assert found - earlier == {("reference-dangling", "8(1)", "en")}


def test_the_pages_of_the_day(amended: Path) -> None:
    ingest(amended)
    code = read_code(amended)
    graph, nothing = build_graph(code), EditorialContent()
    frames = make_frames(code, graph, nothing, SiteSettings(LANGUAGES))
    sites = localized_sites(code, graph, LANGUAGES, nothing)
    made = (draft.make() for draft in site_drafts(sites, pagefind_pages(code)))
    pages = {page.path: page_html(page, frames) for page in made}
    for tag in LANGUAGES:
        shown = {n: pages[f"{tag}/2020/{n}/index.html"] for n in ("3", "3a", "6", "7", "8")}
        assert 'href="../3a/"' in shown["3"], "what is next"
        assert 'class="ref held" href="../2/#1"' in shown["3a"]
        assert '<a href="../7/#law">Resolution 3</a>' in shown["6"], "what repealed it"
        assert re.search(r'<p class="borrowed"><span class="mark"', shown["6"]), (
            "in words at its place"
        )
        assert "voted by the members" in shown["6"]
        assert 'id="3"' in shown["7"], "the paragraph that was moved"
        assert 'class="ref held" href="../3a/"' in shown["8"]
        assert 'href="../2/#2"' not in shown["8"], "no link to what is gone"


# ---- a page that is damaged, at each step of the day


def _inserted(act: Act) -> Act:
    """3a after 3."""
    found = {}
    for tag, articles in act.items():
        number, cited, _ = INSERTED[tag]
        found[tag] = [*articles[:3], article(tag, number, f"{cited}."), *articles[3:]]
    return found


def _repealed(act: Act) -> Act:
    """3a, and no 6, which an entry of the editor repeals."""
    return {tag: [*articles[:6], *articles[7:]] for tag, articles in _inserted(act).items()}


STEPS = {"insert 3a": _inserted, "repeal 6": _repealed, "move a paragraph": _amended}
NINE = (
    *("not UTF-8", "empty", "binary", "a text renamed .docx", "another language"),
    *("another word for Article", "a link that leads nowhere", "a git-annex pointer", "a folder"),
)


@pytest.mark.parametrize("step", STEPS)
def test_a_page_that_is_damaged_at_any_step_takes_nothing_and_is_named(
    corpus: Path, act: Act, step: str
) -> None:
    _write(corpus, STEPS[step](act))
    (corpus / "repeals.toml").write_text(ENTRY.format(place="6", link="7"), "utf-8")
    broken = ingest(corpus).broken
    after = held(corpus)
    for tag, name in zip(cycle(LANGUAGES), NINE, strict=False):
        damage, words = DAMAGES[name]
        page = page_of(corpus, tag)
        whole = page.read_bytes()
        damage(page, tag)
        result = ingest(corpus, prune=True)
        (unread,) = result.unread
        assert words in unread.why
        assert Path(unread.path).stem == f"act_{tag}"
        assert {path.removeprefix("laws/2020/") for path in unread.kept or ()} == {
            *held(corpus, tag)
        }
        assert (result.changed, result.removed, result.broken) == ((), (), broken)
        assert held(corpus) == after
        for path in page.parent.glob(f"{page.stem}.*"):
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
        page.write_bytes(whole)
    assert ingest(corpus, prune=True).changed == ()
    assert held(corpus) == after
