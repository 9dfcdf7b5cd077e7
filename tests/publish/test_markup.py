"""The texts of a page as HTML: whatever a stranger wrote is text, and nothing of it is lost."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from lawkb.publish.urls import Place, relative_url
from lawkb.publish.views.law_rows import Block, Cell, Column, NoteView, Row, TableCell
from lawkb.publish.views.references import Cited
from lawkb.publish.views.text_runs import Run
from tests.publish.rendering import macros

HERE = "en/2017/7/index.html"


def pen() -> Any:
    """The macros of texts."""
    return macros("texts.html", "en", HERE)


def law_rows() -> Any:
    """The macros of the rows of a law."""
    return macros("rows.html", "en", HERE)


HOSTILE = ("<script>", "</p>", '" onload="x', "' x='", "&lt;", "&#60;", "<!--", "]]>", "</pre>")
# A parser of HTML drops or changes what no text may hold: control signs, lone surrogates, CR.
SIGNS = st.characters(exclude_categories=["Cc", "Cs"], include_characters="\n")
TEXTS = st.lists(st.sampled_from(HOSTILE) | st.text(SIGNS, max_size=8), max_size=4).map("".join)
PLACES = st.builds(Place, TEXTS.map(lambda name: f"en/x{name}/index.html"), TEXTS)
# What marks say is looked for elsewhere: these runs hold no words of ours.
RUNS = st.one_of(
    st.builds(Run, st.just("text"), TEXTS, tags=st.sampled_from([(), ("em",), ("ins", "em")])),
    st.builds(Run, st.just("text"), TEXTS, language=TEXTS),
    st.builds(
        Run,
        st.sampled_from(["held", "not-held"]),
        TEXTS,
        PLACES,
        st.just(()) | st.tuples(TEXTS, TEXTS),
        lead=TEXTS,
    ),
    st.builds(Run, st.just("link"), TEXTS, PLACES),
    st.builds(Run, st.just("link"), TEXTS, url=TEXTS.map(lambda text: f"https://x/{text}")),
    st.builds(Run, st.just("note"), TEXTS, PLACES, id=TEXTS),
    st.builds(Run, st.just("term"), TEXTS, names=st.tuples(TEXTS)),
)
DOUBTFUL = st.builds(
    Run, st.sampled_from(["not-held", "ambiguous", "unresolved"]), TEXTS, names=st.tuples(TEXTS)
)


def parsed(markup: str, tag: str = "div") -> html.HtmlElement:
    """What a browser makes of it."""
    return html.fragment_fromstring(f"<{tag}>{markup}</{tag}>")


@given(st.lists(RUNS, max_size=5))
def test_runs_hold_their_words_their_elements_and_no_others(runs: list[Run]) -> None:
    read = parsed(pen().runs(runs))
    assert read.text_content() == "".join(run.lead + run.text for run in runs)
    allowed = {"div", "em", "ins", "span", "a", "sup"}
    assert {each.tag for each in read.iter()} <= allowed
    values = {"lang", "class", "href", "title", "rel", "id", "role", "data-term"}
    assert {name for each in read.iter() for name in each.attrib} <= values


@given(RUNS)
def test_what_stands_in_values_comes_back_as_it_was(run: Run) -> None:
    read = parsed(pen().runs([run]))
    for link in read.iter("a"):
        if run.url:
            assert link.get("href") == run.url
        elif run.place:
            assert link.get("href") == relative_url(HERE, run.place)
        if run.names and run.place:
            assert link.get("title") == "–".join(run.names)
        assert link.get("id", "") == run.id
    assert [each.get("lang") for each in read.xpath(".//span[@lang]")] == [
        language for language in (run.language,) if language is not None
    ]


@given(DOUBTFUL, st.none() | st.tuples(TEXTS, st.none() | PLACES))
def test_what_leads_nowhere_says_so_in_the_language_of_the_page(
    run: Run, linked: tuple[str, Place | None] | None
) -> None:
    read = parsed(pen().runs([replace(run, linked=linked)]))
    assert read.text_content().startswith(run.text)
    marks = read.xpath("span[@class='mark']")
    assert len(marks) == 1 + (linked is not None)
    assert all(mark.get("lang") == "en" for mark in marks)
    if run.kind == "ambiguous":
        assert marks[0].text_content() == f"ambiguous: {run.names[0]}"
    if linked:
        assert marks[1].text_content() == f"its link leads to: {linked[0]}"
        assert bool(marks[1].xpath("a")) == (linked[1] is not None)


@given(st.lists(RUNS, min_size=1, max_size=3), TEXTS)
def test_preformatted_text_keeps_every_line_end(runs: list[Run], language: str) -> None:
    read = parsed(pen().blocks([Block(tuple(runs), preformatted=True)], language))
    # What a browser drops is the line end of ours; lxml keeps it.
    (pre,) = read.iter("pre")
    assert pre.text_content() == "\n" + "".join(run.lead + run.text for run in runs)
    assert pre.get("lang") == language


@given(st.lists(st.lists(RUNS, max_size=2), min_size=1, max_size=3), TEXTS)
def test_a_table_holds_each_cell_with_its_words(row: list[list[Run]], language: str) -> None:
    cells = tuple(TableCell(tuple(runs), False, "row", 2, 3, "left") for runs in row)
    read = parsed(pen().blocks([Block(rows=(cells,))], language))
    shown = list(read.iter("th"))
    assert [th.text_content() for th in shown] == [
        "".join(r.lead + r.text for r in runs) for runs in row
    ]
    expected = {"scope": "row", "colspan": "2", "rowspan": "3", "class": "left"}
    assert all(dict(th.attrib) == expected for th in shown)


@given(TEXTS, TEXTS, st.lists(RUNS, max_size=2), st.booleans())
def test_a_note_leads_back_and_one_that_was_lost_says_so(
    id_: str, marker: str, runs: list[Run], inferred: bool
) -> None:
    note = NoteView(id_, Place(HERE, "mark-1"), marker, tuple(runs), inferred)
    (shown,) = parsed(pen().notes([note])).xpath(".//div[@class='note']")
    assert shown.get("id") == id_
    words = "".join(run.lead + run.text for run in runs)
    told = shown.text_content()
    assert told.startswith(f"{marker} {words}")
    assert told.endswith("number of the note inferred from the order") or not inferred
    assert ("note missing in the source" in told) >= (pen().runs(runs) == "")


@given(TEXTS, TEXTS, st.lists(RUNS, max_size=2), st.integers(0, 4))
def test_a_cell_holds_its_label_heading_and_text(
    language: str, num: str, runs: list[Run], depth: int
) -> None:
    cell = Cell(language, f"l{num}", num, heading=tuple(runs), blocks=(Block(tuple(runs)),))
    row = Row("A", "47A", depth, (cell,))
    column = Column(2, language, "", "", "")
    (section,) = parsed(law_rows().rows([row], [column]))
    (shown,) = section
    assert dict(shown.attrib) == {"class": "cell c2", "lang": language, "data-label": f"l{num}"}
    words = "".join(run.lead + run.text for run in runs)
    found = [p.text_content() for p in shown.xpath("div/*[not(@class)]")]
    assert found == [words]
    (heading,) = shown.xpath("div/*[@class='heading']") or [None]
    assert (heading is None) == (not runs)
    labels = [each.text_content() for each in shown.xpath(".//*[@class='num']")]
    assert labels == ([num] if num and depth else [])


@given(TEXTS, TEXTS, TEXTS, st.none() | PLACES)
def test_who_cites_is_quoted_with_the_cited_words_marked(
    name: str, before: str, cited: str, place: Place | None
) -> None:
    sentences = (("el", before, cited, before),)
    view = SimpleNamespace(name=name, edition="2007", place=place, sentences=sentences)
    read = parsed(law_rows().citations(Cited(1, (view,))))
    (quote,) = read.iter("q")
    assert quote.text_content() == before + cited + before
    assert [mark.text_content() for mark in quote.iter("mark")] == [cited]
    assert f"{name} (edition 2007)" in read.text_content()


def test_what_a_macro_writes_is_not_escaped_again() -> None:
    assert pen().runs([Run("text", "a<b", tags=("em",))]) == "<em>a&lt;b</em>"
    assert pen().mark("<i>") == '<span class="mark" lang="en">&lt;i&gt;</span>'
