"""The text on a day and since when it stands: by revisions, by the page, by the edition."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

import lawkb
from lawkb.pipeline import ingest
from tests.corpus_files import CORPUS

PEBBLES = CORPUS.parent / "examples" / "three-pebbles" / "corpus"
AKN = "{http://docs.oasis-open.org/legaldocml/ns/akn/3.0}"


@pytest.fixture(scope="module")
def corpus() -> lawkb.Corpus:
    return lawkb.open_corpus(CORPUS)


@pytest.fixture(scope="module")
def undated(tmp_path_factory: pytest.TempPathFactory) -> lawkb.Corpus:
    """The corpus, without the day since when an edition is in force."""
    return lawkb.open_corpus(dated_corpus(tmp_path_factory.mktemp("undated"), ""))


def dated_corpus(folder: Path, in_force: str) -> Path:
    """A copy of the corpus with another line of the day since when an edition is in force."""
    copy = folder / "corpus"
    shutil.copytree(CORPUS, copy)
    settings = copy / "corpus.toml"
    text, count = re.subn(r"^in_force = .*\n", in_force, settings.read_text("utf-8"), flags=re.M)
    assert count == 1
    settings.write_text(text, "utf-8")
    return copy


@pytest.fixture(scope="module")
def pebbles(tmp_path_factory: pytest.TempPathFactory) -> lawkb.Corpus:
    folder = tmp_path_factory.mktemp("pebbles") / "corpus"
    shutil.copytree(PEBBLES, folder)
    ingest(folder)
    return lawkb.open_corpus(folder)


@pytest.mark.parametrize(
    ("day", "since", "until"),
    [
        ("2017-05-25", "2016-03-05", "2017-05-26"),
        ("2017-05-26", "2017-05-26", None),
        ("2024-01-01", "2017-05-26", None),
    ],
)
def test_with_revisions_the_days_are_those_of_the_changes(
    pebbles: lawkb.Corpus, day: str, since: str, until: str | None
) -> None:
    """Read off rule_07.changes."""
    wording = pebbles.provision("7A1", on=day).texts["el"].wording
    assert wording is not None
    assert (wording.since, wording.until, wording.known_by) == (since, until, "revision")


def test_without_revisions_it_is_said_what_is_not_known(undated: lawkb.Corpus) -> None:
    texts = undated.provision("47F2", on="2019-01-01").texts
    english, greek = texts["en"].wording, texts["el"].wording
    assert english
    assert greek
    assert (english.since, english.known_by) == ("2018-05-25", "page")
    assert "what that change of its page was is not known" in english.notes
    assert (greek.since, greek.known_by) == ("2018-05-25", "edition")
    assert any("since when it is in force is not known" in each for each in greek.notes)


def test_a_translation_that_was_not_published_is_left_out(corpus: lawkb.Corpus) -> None:
    found = corpus.provision("47F2", on="2018-01-01")
    assert (found.edition, [*found.texts]) == ("2017", ["en"])
    wording = found.texts["en"].wording
    assert wording
    assert wording.since is None
    assert wording.notes[-1].startswith("its page was changed on 2018-05-25")


def test_the_edition_is_the_newest_of_that_day(corpus: lawkb.Corpus, undated: lawkb.Corpus) -> None:
    """Without a day since when it is in force, an edition is that of the day it was published."""
    assert corpus.provision("47F1", on="2017-09-29").edition == "2007"
    assert corpus.provision("47F1", on="2017-09-30").edition == "2017"
    assert undated.provision("47F1", on="2016-12-31").edition == "2007"
    assert undated.provision("47F1", on="2017-01-01").edition == "2017"
    assert corpus.excerpt("47F", on="2010-01-01").edition == "2007"


@pytest.mark.parametrize(
    ("address", "on", "told"),
    [
        ("47", "1999-12-31", "no edition is that old"),
        ("20A", "2010-01-01", "the edition of 2007 was the newest"),
        ("2017 47", "2010-01-01", "the edition of 2017 is in force since 2017-09-30"),
        ("47", "someday", "this is no date"),
        ("47", "0000-00-00", "this is no date"),
        ("47Z", "2019-01-01", "no text of 47Z"),
    ],
)
def test_a_day_without_a_text_is_told(
    corpus: lawkb.Corpus, address: str, on: str, told: str
) -> None:
    with pytest.raises(lawkb.LawkbError, match=told):
        corpus.provision(address, on=on)


def test_a_day_before_an_edition_was_published_is_told(undated: lawkb.Corpus) -> None:
    with pytest.raises(lawkb.LawkbError, match="of 2017 was published on 2017-01-01"):
        undated.provision("2017 47", on="2010-01-01")


def test_an_edition_in_force_ends_the_one_before(tmp_path: Path) -> None:
    corpus = lawkb.open_corpus(dated_corpus(tmp_path, 'in_force = "2017-09-01"\n'))
    old = corpus.provision("47F1", on="2017-08-31")
    assert old.edition == "2007"
    wording = old.texts["it"].wording
    assert wording
    assert wording.until == "2017-09-01"
    new = corpus.provision("47F1", on="2017-09-01").texts["en"].wording
    assert new
    assert "the edition of 2017 is in force since 2017-09-01" in new.notes


def test_two_days_of_one_edition_and_of_two_are_compared(
    corpus: lawkb.Corpus, pebbles: lawkb.Corpus
) -> None:
    found = pebbles.compare("7A", dates=("2016-03-06", "2017-05-26"))
    assert found.editions == ("2016@2016-03-06", "2016@2017-05-26")
    assert found.provisions
    editions = corpus.compare("47F1", dates=("2010-01-01", "2019-01-01"))
    assert editions.editions == ("2007", "2017")
    assert [each.kind for each in editions.provisions[0].references] == ["moved"]
    with pytest.raises(lawkb.LawkbError, match="how 47F1 was on that day is not known"):
        corpus.compare("47F1", dates=("2018-01-01", "2019-01-01"))
    with pytest.raises(lawkb.LawkbError, match="the second day is not later"):
        corpus.compare("47F1", dates=("2019-01-01", "2018-01-01"))


def words_of_xml(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Language, eId, and heading and own text of every leaf of Law 47, read by lxml alone."""
    for tag in ("en", "el"):
        root = etree.parse(str(folder / "laws" / "2017" / tag / "law_47.xml")).getroot()
        for node in root.iter(f"{AKN}point", f"{AKN}subparagraph", f"{AKN}paragraph"):
            content = node.find(f"{AKN}content")
            if content is None:
                continue
            heading = node.find(f"{AKN}heading")
            paragraphs = ["".join(map(str, each.itertext())) for each in content.iter(f"{AKN}p")]
            parts = ["".join(map(str, heading.itertext()))] if heading is not None else []
            yield tag, node.get("eId") or "", "\n".join([*parts, *paragraphs])


def test_the_digest_is_that_of_the_words_in_the_xml(corpus: lawkb.Corpus) -> None:
    known = {
        (tag, each.eid): text.sha256
        for each in corpus.law(47).provisions
        for tag, text in each.texts.items()
    }
    found = [*words_of_xml(CORPUS)]
    assert len(found) > 12
    for tag, eid, words in found:
        assert known[tag, eid] == hashlib.sha256(words.encode()).hexdigest(), (tag, eid, words)


@pytest.mark.parametrize("end", ["", "/"])  # MkDocs takes an address with a slash or without
def test_a_permalink_leads_to_the_page_of_the_site(tmp_path: Path, end: str) -> None:
    folder = tmp_path / "corpus"
    shutil.copytree(CORPUS, folder)
    settings = tmp_path / "mkdocs.yml"
    settings.write_text(
        f"site_name: Laws\nsite_url: https://laws.example.org/code{end}\nmore: !ENV [A, b]\n"
        "plugins:\n  - lawkb:\n      languages: [el, en]\n"
    )
    corpus = lawkb.open_corpus(folder)
    assert corpus.provision("47E2(a)").permalink == (
        "https://laws.example.org/code/en/2017/47/#E2a"
    )
    (quote,) = corpus.verify("“A card may be withdrawn as Law 53B provides” (Law 47F1)").quotes
    assert quote.permalink == "https://laws.example.org/code/en/2017/47/#F1"
    settings.write_text("site_name: [")  # it cannot be read
    assert lawkb.open_corpus(folder).provision("47").permalink is None
