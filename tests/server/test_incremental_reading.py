"""The terms of a code that is edited are those of a code that is read for the first time."""

from dataclasses import replace
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from lawkb.corpus.glossary import Glossary, Stem, Term, read_glossary
from lawkb.model.address import Ordinal
from lawkb.model.code import Code
from lawkb.model.law import Law, Provision
from lawkb.publish.views.terms_page import index_terms
from lawkb.server.incremental_reading import TermReader, uneven_uses
from tests.corpus_files import CORPUS, bridge_code
from tests.profiles import of_profile


@cache
def glossary_rows() -> tuple[Term, ...]:
    return read_glossary(CORPUS, bridge_code().outline).terms


@cache
def law_keys() -> list[tuple[str, str, Ordinal]]:
    return sorted(bridge_code().laws)


def _other(row: Term) -> Term:
    """The same term with another rendering."""
    return replace(row, renderings={tag: ((Stem("π", True),),) for tag in row.renderings})


def _cut(law: Law) -> Law:
    """A law that has lost the last provision directly in it: its tree is another one."""
    own = [item for item in law.root.body if isinstance(item, Provision)]
    body = tuple(item for item in law.root.body if item is not own[-1])
    return structs.replace(law, root=structs.replace(law.root, body=body))


@cache
def whole_and_cut() -> dict[tuple[str, str, Ordinal], tuple[Law, Law]]:
    return {key: (law, _cut(law)) for key, law in bridge_code().laws.items()}


GLOSSARIES = st.deferred(
    lambda: st.lists(
        st.sampled_from([*glossary_rows(), *map(_other, glossary_rows())]),
        unique_by=lambda row: row.term,
        max_size=12,
    ).map(lambda rows: Glossary(tuple(rows)))
)
# Of each law nothing, the law, or what is left of it.
CODES = st.deferred(
    lambda: st.lists(
        st.sampled_from([None, 0, 0, 0, 1]), min_size=len(law_keys()), max_size=len(law_keys())
    ).map(
        lambda found: structs.replace(
            bridge_code(),
            laws={
                key: whole_and_cut()[key][at]
                for key, at in zip(law_keys(), found, strict=True)
                if at is not None
            },
        )
    )
)


@settings(max_examples=of_profile(0.4), deadline=None)
@given(st.lists(st.tuples(CODES, GLOSSARIES), min_size=1, max_size=5))
def test_after_any_edits_the_terms_are_those_of_a_first_reading(
    steps: list[tuple[Code, Glossary]],
) -> None:
    reader = TermReader(bridge_code().outline)
    for code, glossary in steps:
        found = reader.index(code, glossary, uneven_uses(code, glossary))
        first = index_terms(code, glossary)
        assert found == first
        assert {tag: list(uses) for tag, uses in found.uses.items()} == {
            tag: list(uses) for tag, uses in first.uses.items()
        }


def test_of_a_changed_law_with_another_tree_no_terms_are_known_until_it_is_studied() -> None:
    reader, glossary = TermReader(bridge_code().outline), Glossary(glossary_rows())
    key = ("2017", "el", 57)
    studied = uneven_uses(bridge_code(), glossary)
    code = structs.replace(bridge_code(), laws={**bridge_code().laws, key: whole_and_cut()[key][1]})
    marked = {place[2].law for place in reader.index(code, glossary, studied).marks}
    assert 57 not in marked
    assert {20, 47} <= marked
