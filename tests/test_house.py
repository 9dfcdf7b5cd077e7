"""The house: imports go down in few steps, and never in a circle.

An import counts wherever it is written, also inside a function, but not for types alone.
"""

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import lawkb

PACKAGE = Path(lawkb.__file__).parent
LONGEST = 25


def _name(module: Path) -> str:
    parts = module.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def _imports(tree: ast.AST, modules: set[str]) -> set[str]:
    """Return what a module imports; a name of a package that is no module is the package's."""
    found: set[str] = set()
    for node in ast.iter_child_nodes(tree):
        if _is_for_types(node):
            continue
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module and not node.level, "imports have full names"
            inner = [f"{node.module}.{each.name}" for each in node.names]
            found |= {each if each in modules else node.module for each in inner}
        elif not isinstance(node, ast.expr):  # no expression imports anything
            found |= _imports(node, modules)
    return found & modules


@cache
def _graph() -> dict[str, set[str]]:
    trees = {_name(path): ast.parse(path.read_bytes()) for path in PACKAGE.rglob("*.py")}
    return {name: _imports(tree, set(trees)) - {name} for name, tree in trees.items()}


def test_no_imports_go_in_a_circle() -> None:
    try:
        TopologicalSorter(_graph()).prepare()
    except CycleError as error:
        raise AssertionError(" → ".join(error.args[1])) from None


def test_the_longest_chain_of_imports_is_short() -> None:
    graph = _graph()
    chains: dict[str, tuple[str, ...]] = {}
    for name in TopologicalSorter(graph).static_order():  # what is imported comes first
        below = max((chains[each] for each in graph[name]), key=len, default=())
        chains[name] = (name, *below)
    longest = max(chains.values(), key=len)
    assert len(longest) <= LONGEST, f"{len(longest)} modules: {' → '.join(longest)}"
