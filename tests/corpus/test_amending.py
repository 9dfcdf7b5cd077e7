"""A day of an editor who amends an act: what changes, what is broken, and what is only repealed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lawkb.api import Corpus
from lawkb.errors import LawkbError
from lawkb.model.law import Repeal
from lawkb.pipeline import ingest, read_all, read_code
from lawkb.references.graph import Selection, build_graph
from lawkb.server.repeated_reading import SourceReader
from tests.corpus.small_act import LANGUAGES, article, held, page_of, small_act

CITING = {  # the last article cites 6(2), 2(2) and 3
    "en": "see article 6(2), article 2(2) and article 3",
    "el": "βλέπε άρθρο 6 παράγραφος 2. Βλέπε άρθρο 2 παράγραφος 2. Βλέπε άρθρο 3",
    "de": "siehe Artikel 6 Absatz 2, Artikel 2 Absatz 2 und Artikel 3",
    "fr": "voir article 6 paragraphe 2, article 2 paragraphe 2 et article 3",
    "it": "vedi articolo 6 paragrafo 2, articolo 2 paragrafo 2 e articolo 3",
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


def test_an_article_is_inserted_one_repealed_and_a_paragraph_moved(corpus: Path, act: Act) -> None:
    before = held(corpus)
    for tag in LANGUAGES:
        moved = act[tag][1].partition("\n\n2. ")[2]
        act[tag][1] = _without_second(act[tag][1])
        act[tag][6] += f"\n\n3. {moved}"
        del act[tag][5]
    _write(corpus, act)
    (corpus / "repeals.toml").write_text(ENTRY.format(place="6", link=""), "utf-8")
    result = ingest(corpus)
    assert [line.split(" cites ")[1] for line in result.broken] == ["2(2), which was removed"] * 5
    after = held(corpus)
    assert {*after} == {*before}
    for tag in LANGUAGES:
        assert after[f"{tag}/art_1.xml"] == before[f"{tag}/art_1.xml"]
        assert b"art_7__para_3" in after[f"{tag}/art_7.xml"]
        page_of(corpus, tag).write_bytes(b"")  # and then it is damaged
        again = ingest(corpus, prune=True)
        assert (again.changed, again.broken) == ((), result.broken)
    assert held(corpus) == after
