"""The edges of the graph, and provisions whose languages cite differently."""

import pytest
from msgspec.structs import replace

from lawkb.model.address import Ordinal
from lawkb.model.code import Code
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Note, Passage
from lawkb.pipeline import read_code
from lawkb.references.graph import Disagreement, build_graph, citation_edges, disagreements
from lawkb.references.resolve import annotate_law, resolve_code
from tests.corpus_files import CORPUS
from tests.references.cases import at
from tests.strategies import OUTLINE, SCHEME

_ORIGIN = Origin("wiki", "law", "0" * 64)


def _code(texts: dict[str, dict[str, str]]) -> Code:
    """Law 47 of 2017 by language; what stands after a stroke is a note."""
    laws: dict[tuple[str, str, Ordinal], Law] = {}
    for tag, provisions in texts.items():
        children = tuple(
            Provision(at(place), "", None, (_passage(text),)) for place, text in provisions.items()
        )
        root = Provision(at("47"), "", None, children)
        laws["2017", tag, 47] = annotate_law(Law("2017", tag, root, _ORIGIN), OUTLINE)
    return resolve_code(Code(OUTLINE, laws))


def _passage(text: str) -> Passage:
    words, _, note = text.partition(" | ")
    return Passage(words, (Note(0, "1", note),) if note else ())


def _edges(code: Code) -> list[str]:
    found = citation_edges(build_graph(code).citations, code)
    return [
        " ".join(
            (
                SCHEME.write(edge.citing),
                ",".join(SCHEME.write(member) for member in edge.members),
                edge.form,
                edge.status,
                "+".join(edge.languages),
            )
        )
        for edge in found
    ]


def _told(found: tuple[Disagreement, ...]) -> dict[str, dict[str, str]]:
    return {
        SCHEME.write(each.address): {
            tag: " ".join(
                SCHEME.write(address) + (f"¶{which}" if which else "")
                for _, address, which in places
            )
            for tag, places in each.cited
        }
        for each in found
    }


def test_what_languages_cite_alike_is_one_edge() -> None:
    code = _code({"en": {"47A": "Law 49, see Law 49"}, "el": {"47A": "βλ. Νόμο 49"}})
    assert _edges(code) == ["47A 49 absolute not-held en+el"]


def test_an_edge_tells_forms_states_and_the_members_of_a_range_apart() -> None:
    text = "see Laws 27 to 29, Law 47B, see B below, this Law, see Law 47Z"
    code = _code({"en": {"47A": text, "47B": "x"}})
    assert _edges(code) == [
        "47A 27,28,29 range not-held en",
        "47A 47B absolute held en",
        "47A 47B relative held en",
        "47A 47 self held en",
        "47A 47Z absolute unresolved en",
    ]


@pytest.mark.parametrize(
    ("english", "greek", "cited"),
    [
        ("see Law 49", "βλ. Νόμο 49", {}),
        ("see Law 49", "τίποτα", {"47A": {"en": "49", "el": ""}}),
        ("see Laws 16C and 49", "βλ. Νόμους 16Δ και 49", {"47A": {"en": "16C", "el": "16D"}}),
        ("see Laws 27 to 29", "βλ. Νόμους 27, 28 και 29", {}),
        ("see Laws 49 and 58", "βλ. Νόμους 58 και 49", {}),
        ("a card | see Law 49", "βλ. Νόμο 49", {}),
        ("see Law 47B", "βλ. παράγραφο Β παρακάτω", {}),
    ],
)
def test_languages_disagree_when_they_cite_different_provisions(
    english: str, greek: str, cited: dict[str, dict[str, str]]
) -> None:
    code = _code({"en": {"47A": english, "47B": "x"}, "el": {"47A": greek, "47B": "x"}})
    assert _told(disagreements(build_graph(code), code)) == cited


def test_a_language_without_the_provision_says_nothing_of_it() -> None:
    code = _code({"en": {"47A": "see Law 49", "47B": "x"}, "el": {"47B": "x"}})
    assert disagreements(build_graph(code), code) == ()


def test_in_the_corpus_greek_20f2_alone_disagrees() -> None:
    # The page lost the end of its sentence, and with it «on a like basis to 1».
    code = read_code(CORPUS)
    found = _told(disagreements(build_graph(code), code))
    assert found == {"20F2": {"en": "20F1", "el": ""}}


def test_two_paragraphs_without_a_number_are_different_provisions_cited() -> None:
    code = _code({"en": {"47A": "see Law 49"}, "el": {"47A": "βλ. Νόμο 49"}})
    law = code.laws["2017", "en", 47]
    first = replace(next(build_graph(code).citations).reference, subparagraph=2)
    (provision,) = law.root.children
    passage = replace(provision.passages[0], references=(first,))
    root = replace(law.root, body=(replace(provision, body=(passage,)),))
    changed = replace(code, laws={**code.laws, ("2017", "en", 47): replace(law, root=root)})
    assert _told(disagreements(build_graph(changed), changed)) == {
        "47A": {"en": "49¶2", "el": "49"}
    }
