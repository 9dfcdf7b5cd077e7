"""The graph in each format, read back by the programs that others read it with."""

import io
import json

import networkx as nx
import pydot
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawkb.exchange.reference_graphs import graph_dot, graph_graphml, graph_json
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Passage
from lawkb.references.graph import Edge, build_graph, citation_edges
from lawkb.references.resolve import annotate_law, resolve_code
from tests.profiles import of_profile
from tests.strategies import OUTLINE, SCHEME, addresses

# pydot still calls pyparsing by its old names.
pytestmark = pytest.mark.filterwarnings("ignore::pyparsing.warnings.PyparsingDeprecationWarning")
_TEXT = "see Laws 27 to 29, Law 47B, Law 47Z and Law 12C1(e) of the 2007 Code"


def _code() -> Code:
    children = (
        Provision(SCHEME.read("47A"), "", None, (Passage(_TEXT),)),
        Provision(SCHEME.read("47B"), "", None, (Passage("as in A"),)),
    )
    law = Law(
        "2017",
        "en",
        Provision(SCHEME.read("47"), "", None, children),
        Origin("wiki", "law", "0" * 64),
    )
    return resolve_code(Code(OUTLINE, {("2017", "en", 47): annotate_law(law, OUTLINE)}))


CODE = _code()
EDGES = citation_edges(build_graph(CODE).citations, CODE)
_NODES = {
    "2017:47A": "held",
    "2017:47B": "held",
    "2017:27": "not-held",
    "2017:28": "not-held",
    "2017:29": "not-held",
    "2017:47Z": "unresolved",
    "2007:12C1(e)": "not-held",
}
_LINKS = {
    ("2017:47A", "2017:27", "27..29"),
    ("2017:47A", "2017:28", "27..29"),
    ("2017:47A", "2017:29", "27..29"),
    ("2017:47A", "2017:47B", ""),
    ("2017:47A", "2017:47Z", ""),
    ("2017:47A", "2007:12C1(e)", ""),
    ("2017:47B", "2017:47A", ""),
}


def _read_json(found: tuple[Edge, ...]) -> "nx.Graph[str]":
    graph: nx.Graph[str] = nx.node_link_graph(json.loads(graph_json(found, CODE)))
    return graph


def _read_graphml(found: tuple[Edge, ...]) -> "nx.Graph[str]":
    file = io.BytesIO(graph_graphml(found, CODE).encode("utf-8"))
    graph: nx.Graph[str] = nx.read_graphml(file, force_multigraph=True)
    return graph


def _read_dot(found: tuple[Edge, ...]) -> "nx.Graph[str]":
    dots = pydot.graph_from_dot_data(graph_dot(found, CODE))
    assert dots is not None
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for node in dots[0].get_nodes():
        if node.get_name() != "node":
            graph.add_node(_bare(node.get_name()), **_fields(node.get_attributes()))
    for edge in dots[0].get_edges():
        ends = (_bare(str(end)) for end in (edge.get_source(), edge.get_destination()))
        graph.add_edge(*ends, **_fields(edge.get_attributes()))
    return graph


def _fields(given_as: dict[str, str]) -> dict[str, str]:
    return {name: _bare(value) for name, value in given_as.items()}


def _bare(quoted: str) -> str:
    return quoted.removeprefix('"').removesuffix('"')


_READERS = {"json": _read_json, "graphml": _read_graphml, "dot": _read_dot}


@pytest.mark.parametrize("form", _READERS)
def test_every_format_holds_the_provisions_and_who_cites_whom(form: str) -> None:
    graph = _READERS[form](EDGES)
    assert {node: fields["status"] for node, fields in graph.nodes(data=True)} == _NODES
    assert {(a, b, fields["range"]) for a, b, fields in graph.edges(data=True)} == _LINKS
    assert graph.nodes["2007:12C1(e)"]["eid"] == "rule_12__para_C__subpara_1__point_e"
    assert {fields["edition"] for _, _, fields in graph.edges(data=True)} == {"2017"}


def test_languages_are_a_list_in_json_and_words_elsewhere() -> None:
    (edge,) = [e for e in json.loads(graph_json(EDGES, CODE))["edges"] if e["form"] == "relative"]
    assert edge["langs"] == ["en"]
    assert {f["langs"] for _, _, f in _read_graphml(EDGES).edges(data=True)} == {"en"}


def test_a_graph_of_nothing_is_one() -> None:
    for read in _READERS.values():
        assert len(read(())) == 0


@st.composite
def _edge(draw: st.DrawFn) -> Edge:
    target: Address = draw(addresses())
    return Edge(
        draw(st.sampled_from(("2017", "2007"))),
        draw(addresses()),
        draw(st.sampled_from(("2017", "2007"))),
        target,
        None,
        draw(st.sampled_from(("absolute", "relative", "self"))),
        draw(st.sampled_from(("held", "not-held", "unresolved"))),
        ("en", "el"),
        (target,),
    )


@settings(max_examples=of_profile(0.4))  # pydot is slow
@given(st.lists(_edge(), max_size=6))
def test_no_address_breaks_a_format_and_all_say_the_same(found: list[Edge]) -> None:
    graphs = [read(tuple(found)) for read in _READERS.values()]
    wanted = sorted(
        (f"{e.edition}:{SCHEME.write(e.citing)}", f"{e.target_edition}:{SCHEME.write(e.target)}")
        for e in found
    )
    for graph in graphs:
        assert sorted(graph.edges()) == wanted
