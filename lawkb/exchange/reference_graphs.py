"""The citation graph for other programs: node-link JSON, DOT, GraphML.

A node is a provision: id ``2017:47E2(a)`` and the fields ``edition``, ``address``, ``eid``, ``law``
and ``status``: ``held`` (it exists), ``not-held`` (no text of its law) or ``unresolved`` (its law
lacks it). An edge leads from the citing provision to the cited one, with ``edition`` (of the citing
one), ``langs`` (tags, separated by spaces except in JSON), ``form``, ``status`` and ``range``
(``27..32``, or empty). A range has an edge to every provision in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import networkx as nx

from lawkb.model.address import Address, base_of
from lawkb.model.code import Code
from lawkb.references.graph import Edge

_STYLES = {"held": "solid", "not-held": "dotted", "unresolved": "dashed", "removed": "dashed"}


def graph_json(edges: Iterable[Edge], code: Code) -> str:
    """Return the citation graph as node-link JSON for networkx and D3.

    ``{"directed": true, "multigraph": true, "graph": {}, "nodes": [{"id", …}], "edges": [{"source",
    "target", "key", …}]}``.
    """
    record = nx.node_link_data(_graph(edges, code), edges="edges")
    record["edges"] = [{**edge, "langs": edge["langs"].split()} for edge in record["edges"]]
    return json.dumps(record, ensure_ascii=False, indent=2) + "\n"


def graph_graphml(edges: Iterable[Edge], code: Code) -> str:
    """Return the citation graph as GraphML for yEd, Gephi and Cytoscape."""
    lines = nx.generate_graphml(_graph(edges, code))
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + "\n".join(lines) + "\n"


def graph_dot(edges: Iterable[Edge], code: Code) -> str:
    """Return the citation graph for Graphviz: ``not-held`` dotted, ``unresolved`` dashed."""
    graph = _graph(edges, code)
    lines = ["digraph references {", "  rankdir=LR;", "  node [shape=box];"]
    for node, fields in graph.nodes(data=True):
        drawn = {"label": fields["address"], "style": _STYLES[fields["status"]]}
        lines.append(f"  {_quoted(node)} {_attributes({**fields, **drawn})};")
    for source, target, fields in graph.edges(data=True):
        drawn = {"style": _STYLES.get(fields["status"], "solid")}
        lines.append(
            f"  {_quoted(source)} -> {_quoted(target)} {_attributes({**fields, **drawn})};"
        )
    return "\n".join([*lines, "}"]) + "\n"


def _graph(edges: Iterable[Edge], code: Code) -> nx.MultiDiGraph[str]:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for edge in edges:
        source = _add(graph, edge.edition, edge.citing, code)
        for member in edge.members:
            target = _add(graph, edge.target_edition, member, code)
            graph.add_edge(source, target, **_fields(edge, code))
    return graph


def _add(graph: nx.MultiDiGraph[str], edition: str, address: Address, code: Code) -> str:
    scheme = code.outline.scheme
    written = scheme.write(address)
    node = f"{edition}:{written}"
    if node not in graph:
        graph.add_node(
            node,
            edition=edition,
            address=written,
            eid=scheme.eid(address),
            law=address.law,
            status=_status(edition, address, code),
        )
    return node


def _status(edition: str, address: Address, code: Code) -> str:
    tags = code.languages_of(edition, address.law)
    if any(code.provision(edition, tag, address) for tag in tags):
        return "held"
    laws = {known.id: known.laws for known in code.outline.editions}.get(edition, 0)
    return "unresolved" if tags or base_of(address.law) > laws else "not-held"


def _fields(edge: Edge, code: Code) -> dict[str, Any]:
    write = code.outline.scheme.write
    return {
        "edition": edge.edition,
        "langs": " ".join(edge.languages),
        "form": edge.form,
        "status": edge.status,
        "range": f"{write(edge.target)}..{write(edge.upto)}" if edge.upto else "",
    }


def _attributes(fields: dict[str, Any]) -> str:
    return "[" + ", ".join(f"{name}={_quoted(str(value))}" for name, value in fields.items()) + "]"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
