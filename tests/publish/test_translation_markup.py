"""Findings and references as HTML: whatever a stranger wrote is text, and nothing of it is lost."""

from __future__ import annotations

from functools import cache, partial
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.address import Address
from lawkb.model.finding import SEVERITIES
from lawkb.publish.drawing import Box
from lawkb.publish.localized_site import EditorialContent, localized_sites
from lawkb.publish.urls import Place, relative_url
from lawkb.publish.views.finding_words import NamedPlace
from lawkb.publish.views.references import (
    law_links,
)
from lawkb.references.graph import build_graph, citation_edges
from lawkb.server.desk.pages import named_at_desk
from tests.publish.rendering import TAGS, macros
from tests.publish.sample_code import sample_code
from tests.publish.test_markup import HERE, PLACES, TEXTS, parsed, pen

NAMED = st.tuples(TEXTS, st.none() | PLACES)
LINES = st.builds(
    SimpleNamespace,
    citing=NAMED,
    cited=NAMED,
    languages=st.lists(TEXTS, max_size=3).map(tuple),
    status=st.sampled_from(["held", "not-held", "unresolved"]),
    id=st.just(""),
)
BOXES = st.builds(
    SimpleNamespace,
    name=TEXTS,
    place=st.none() | PLACES,
    kind=st.sampled_from(["own", "other", "not-held", "unresolved"]),
    box=st.just(Box(4, 4, 40)),
)
WORDS = st.lists(st.tuples(st.sampled_from(["en", "el"]), TEXTS), min_size=1, max_size=3).map(tuple)


def of_a_place(words: str, law: int) -> NamedPlace:
    """The name of a provision, as the message of a finding has it."""
    named = NamedPlace(words)
    named.address = Address((law,))
    return named


# Of a law that the sample has, and of one that it has not.
NAMES = st.builds(of_a_place, TEXTS, st.sampled_from([33, 77]))
MESSAGES = st.lists(
    st.tuples(st.sampled_from(["en", "el"]), TEXTS | NAMES), min_size=1, max_size=3
).map(tuple)
DECISIONS = st.builds(
    SimpleNamespace,
    reason=TEXTS,
    reason_language=TEXTS,
    author=TEXTS,
    author_language=TEXTS,
    date=TEXTS,
    written=TEXTS,
)
FINDINGS = st.builds(
    SimpleNamespace,
    edition=st.just("2017"),
    rule=TEXTS,
    title=st.tuples(st.just("en"), TEXTS),
    description=st.just(()) | WORDS,
    severity=st.sampled_from(SEVERITIES),
    language=TEXTS,
    fingerprint=st.just("0123456789abcdef"),
    message=MESSAGES,
    quote=WORDS,
    quote_language=st.sampled_from(["en", "el", ""]),
    evidence=st.lists(MESSAGES, max_size=2).map(tuple),
    hint=st.just(()) | WORDS,
    waiver=st.none() | DECISIONS,
)


@cache
def desk_macros() -> Any:
    """The macros of findings, as a page of the desk of the sample has them."""
    code = sample_code()
    site = localized_sites(code, build_graph(code), TAGS, EditorialContent())["en"]
    named = partial(named_at_desk, site)
    return macros("desk/findings.html", "en", HERE, named_at_desk=named)


def localized_message(words: tuple[tuple[str, str], ...]) -> str:
    return "".join(text for _, text in words)


@given(st.lists(LINES, min_size=1, max_size=3))
def test_a_table_has_a_row_for_every_reference_with_names_as_they_are(
    lines: list[SimpleNamespace],
) -> None:
    read = parsed(macros("reference_parts.html", "en", HERE).table(lines, "cites"))
    rows = read.xpath(".//tbody/tr")
    assert len(rows) == len(lines)
    for row, line in zip(rows, lines, strict=True):
        citing, cited, tags = row.xpath("./td")
        doubt = cited.xpath("string(./span)")
        assert citing.text_content() == line.citing[0]
        assert cited.text_content().removesuffix(f" {doubt}" if doubt else "") == line.cited[0]
        assert bool(doubt) == (line.status != "held")
        assert [tag.text_content() for tag in tags.xpath("./span")] == list(line.languages)
        assert len(citing.xpath("./a")) == bool(line.citing[1])
    assert {each.tag for each in read.iter()} <= set(
        "div table thead tbody tr th td a span".split()
    )


@given(st.lists(BOXES, min_size=1, max_size=4), TEXTS)
def test_a_picture_says_the_names_of_its_boxes_and_its_title(
    boxes: list[SimpleNamespace], title: str
) -> None:
    drawn = SimpleNamespace(
        id="picture-2017",
        width=60,
        height=40,
        row=26,
        boxes=tuple(boxes),
        curves=("M0 0C1 1 2 2 3 3",),
    )
    read = parsed(macros("reference_parts.html", "en", HERE).picture(drawn, title))
    assert [each.text_content() for each in read.iter("text")] == [view.name for view in boxes]
    assert [each.text_content() for each in read.iter("title")] == [title]
    assert [each.get("aria-label") for each in read.xpath("./div")] == [title]
    links = read.xpath(".//a[contains(@class, 'box')]")
    assert len(links) == sum(view.place is not None for view in boxes)
    allowed = "div svg title defs marker path a g rect text p".split()
    assert {each.tag for each in read.iter()} <= set(allowed)


@given(FINDINGS)
def test_a_finding_holds_the_words_of_rules_and_texts_and_no_markup_of_theirs(
    finding: SimpleNamespace,
) -> None:
    read = parsed(desk_macros().told(finding))
    assert read.xpath("string(./p[@class='verdict']/span[1])") == finding.title[1]
    assert read.xpath("string(./p[@class='message'][1])") == localized_message(finding.message)
    assert read.xpath("string(./p[@class='message']/q)") == localized_message(finding.quote)
    told = [each.text_content() for each in read.xpath("./ul[@class='evidence']/li")]
    assert told == [localized_message(each) for each in finding.evidence]
    assert read.xpath("string(./details/p)") == localized_message(finding.description)
    shown = [words for pairs in (finding.message, *finding.evidence) for _, words in pairs]
    held = [str(each) for each in shown if isinstance(each, NamedPlace) and each.address.law == 33]
    assert [each.text_content() for each in read.iter("a")] == held
    allowed = "div ul li p b span q details summary a".split()
    assert {each.tag for each in read.iter()} <= set(allowed)


@given(DECISIONS)
def test_why_a_finding_is_accepted_is_told_in_the_words_of_its_editor(
    decision: SimpleNamespace,
) -> None:
    read = parsed(macros("desk/findings.html", "en", HERE).accepted(decision))
    assert read.xpath("string(./p[@class='decision']/q)") == decision.reason
    assert {each.tag for each in read.iter()} <= set("div p q span time".split())


def test_the_links_of_a_law_are_its_edges_whatever_their_form() -> None:
    code = sample_code()
    graph = build_graph(code)
    site = localized_sites(code, graph, TAGS, EditorialContent())["en"]
    several = 0
    for edition, number in {(edition, number) for edition, _, number in code.laws}:
        links = law_links(site, edition, number)
        found = {
            (e.citing, e.target, e.upto, e.status, tag)
            for e in citation_edges(graph.cites(edition, Address((number,))), code)
            for tag in e.languages
        }
        ends = links.ends
        assert found == {
            (ends[c.citing].address, ends[c.cited].address, ends[c.cited].upto, c.status, tag)
            for c in links.cites
            for tag in c.languages
        }
        assert all(ends[each.citing].kind == "own" for each in links.cites)
        own = [end.address for end in ends if end.edition == edition]
        assert all(before <= after for before, after in pairwise(own))
        several += len(ends) > 2
    assert several


@given(st.lists(PLACES | st.builds(Place, st.just(HERE), TEXTS), max_size=6))
def test_a_link_leads_where_the_page_says(places: list[Place]) -> None:
    for place in places:
        read = parsed(pen().linked("x", place))
        assert [each.get("href") for each in read] == [relative_url(HERE, place)]


def test_a_name_without_a_place_is_no_link() -> None:
    assert pen().linked("47Ε <x>", None) == "47Ε &lt;x&gt;"
    place = Place("en/2017/47/index.html", "E")
    assert parsed(pen().linked("47E", place)).xpath("string(./a)") == "47E"
