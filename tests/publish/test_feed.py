from lxml import etree

from lawkb.history.law_changes import LawChange, in_order, last_changes
from lawkb.model.source import Source
from lawkb.publish.localized_site import EditorialContent, localized_sites
from lawkb.publish.site import atom_feed
from lawkb.publish.urls import public_url
from lawkb.references.graph import build_graph
from tests.publish.sample_code import sample_code
from tests.strategies import SCHEME

URL = "https://laws.example/bridge/"
ATOM = {"a": "http://www.w3.org/2005/Atom"}
SOURCES = (Source("wiki", "A wiki", (), zone="Europe/Athens"), Source("codice", "Codice", ()))


def feed(*entries: LawChange, tag: str = "el") -> etree._Element:
    code = sample_code()
    graph = build_graph(code)
    tree = localized_sites(code, graph, ("el", "en"), EditorialContent())[tag]
    written = atom_feed(entries, tree, lambda place: public_url(URL, place))
    return etree.fromstring(written)


def test_a_law_without_a_history_has_the_time_of_its_page_by_the_clock_of_the_wiki() -> None:
    entries = in_order(last_changes(sample_code(), SOURCES))
    assert [(e.edition, e.law, e.time) for e in entries] == [
        ("2007", 33, "2018-05-25T16:53:00Z"),
        ("2017", 33, "2018-05-25T13:53:00Z"),
    ]


def test_an_entry_names_the_law_and_its_provisions_in_the_language_of_the_reader() -> None:
    entry = LawChange("2017", 33, "2018-05-25T13:53:00Z", (SCHEME.read("33A"), SCHEME.read("33B1")))
    tree = feed(entry)
    assert tree.xpath("//a:entry/a:title/text()", namespaces=ATOM) == ["Νόμος 33 (2017)"]
    assert tree.xpath("//a:summary/text()", namespaces=ATOM) == ["Άλλαξαν: 33Α, 33Β1"]
    assert tree.xpath("//a:entry/a:link/@href", namespaces=ATOM) == [f"{URL}el/2017/33/"]


def test_the_feed_is_as_old_as_its_newest_entry() -> None:
    older = LawChange("2017", 34, "2017-01-01T00:00:00Z")
    tree = feed(LawChange("2017", 33, "2018-05-25T13:53:00Z"), older, tag="en")
    assert tree.xpath("/a:feed/a:updated/text()", namespaces=ATOM) == ["2018-05-25T13:53:00Z"]


def test_a_reader_that_looks_for_plain_names_finds_them() -> None:
    assert feed().nsmap == {None: ATOM["a"]}


def test_every_id_of_the_feed_stands_once() -> None:
    entries = in_order(last_changes(sample_code(), SOURCES))
    ids = [element.text for element in feed(*entries).iter("{*}id")]
    assert len(ids) == len(set(ids)) == len(entries) + 1
