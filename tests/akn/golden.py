"""The law of the golden file ``tests/cases/akn/law_47.xml``: one of every form, by hand."""

from __future__ import annotations

from lawkb.model.address import Address
from lawkb.model.law import Comment, Law, Origin, Provision
from lawkb.model.passage import Cell, Link, Mark, Note, Passage, Reference, Table
from tests.strategies import SCHEME


def _at(written: str) -> Address:
    return SCHEME.read(written)


_E1 = Passage(
    "Μία έξοδος αποσύρεται (βλέπε Νόμους 16Γ και 62Γ2, και Νόμους 12 έως 15).",
    notes=(
        Note(
            21,
            "1",
            "Υποσημείωση, βλέπε Νόμο 49.",
            (Reference(24, 26, "49", "absolute", _at("49"), status="not-held"),),
            lines=(40, 41),
        ),
    ),
    references=(
        Reference(36, 39, "16Γ", "absolute", _at("16C"), status="not-held", within=(29, 48)),
        Reference(44, 48, "62Γ2", "absolute", _at("62C2"), status="not-held", within=(29, 48)),
        Reference(61, 70, "12 έως 15", "range", _at("12"), _at("15"), status="not-held"),
    ),
    lines=(21, 21),
)
_E2A = Passage(
    "πρώτο σκέλος· βλέπε 47E2(β)",
    lines=(23, 23),
    references=(
        Reference(20, 27, "47E2(β)", "absolute", _at("47E2(b)"), status="held", folded="47Ε2(β)"),
    ),
)
_E2B = Passage(
    "σύμφωνα με το (α), δεύτερο σκέλος.",
    references=(Reference(14, 17, "(α)", "relative", _at("47E2(a)"), status="held"),),
    lines=(25, 25),
)
_F2 = Passage(
    "Κατά την παράγραφο 1, και κατά τον Νόμο 53 του 2007.",
    references=(
        Reference(
            19, 20, "1", "relative", None, status="ambiguous", candidates=(_at("47E1"), _at("47F1"))
        ),
        Reference(40, 42, "53", "absolute", _at("53"), edition="2007", status="not-held"),
    ),
)
_F3 = Passage(
    "Όπως ορίζει ο Νόμος 16Γ και το υπόδειγμα.",
    references=(Reference(20, 23, "16Γ", "absolute", _at("16C"), status="not-held"),),
    marks=(Mark("bold", 0, 4), Mark("italic", 14, 21), Mark("sup", 22, 23)),
    links=(
        Link(14, 23, "page", "code:rule_16", "part_c"),
        Link(31, 40, "external", "https://example.org/a;b c\\d?x=1&y=%20#z"),
    ),
)
_DIAGRAM = Passage("    Β\nΔ     Α\n    Ν\n", lines=(33, 36), preformatted=True)
_TABLE = Table(
    rows=(
        (
            Cell(Passage("Φύλλα", lines=(38, 38)), header=True, columns=2),
            Cell(None, header=True),
        ),
        (
            Cell(Passage("παίχτηκαν"), rows=2),
            Cell(
                Passage(
                    "βλέπε 47E1",
                    notes=(Note(5, "2", "πρώτη"),),
                    references=(Reference(6, 10, "47E1", "absolute", _at("47E1"), status="held"),),
                    marks=(Mark("deleted", 0, 5),),
                ),
                rows=2,
            ),
            Cell(Passage("3"), rows=2, align="right"),
        ),
        (),
        (Cell(None), Cell(Passage("όλα"), columns=2, align="center")),
    ),
    lines=(38, 41),
)

LAW = Law(
    edition="2017",
    language="el",
    root=Provision(
        _at("47"),
        "",
        heading=Passage("Ανάκληση παιγμένου φύλλου", lines=(1, 1)),
        editorial=("heading",),
        editorial_origin="from general knowledge",
        body=(
            Provision(
                _at("47E"),
                "Ε.",
                heading=Passage("Αλλαγή παιξίματος", lines=(19, 19)),
                body=(
                    Provision(_at("47E1"), "1.", body=(_E1,), lines=(21, 21)),
                    Provision(
                        _at("47E2"),
                        "2.",
                        body=(
                            Passage("Εισαγωγικές λέξεις:", lines=(22, 22)),
                            Provision(_at("47E2(a)"), "(α)", body=(_E2A,), lines=(23, 23)),
                            Passage("Κείμενο ανάμεσα σε δύο σημεία.", lines=(24, 24)),
                            Provision(_at("47E2(b)"), "(β)", body=(_E2B,), lines=(25, 25)),
                            Passage("Συνέχεια που διέπει τα (α) και (β) μαζί.", lines=(26, 26)),
                            Passage("Και άλλη μία.", lines=(28, 28)),
                        ),
                        lines=(22, 28),
                    ),
                ),
                lines=(19, 19),
            ),
            Provision(
                _at("47F"),
                "",
                inferred=("num",),
                lost=("heading",),
                body=(
                    Provision(_at("47F1"), "1.", complete=False, lines=(30, 30)),
                    Provision(_at("47F2"), "2.", body=(_F2,)),
                    Provision(_at("47F3"), "3.", body=(_F3, _DIAGRAM, _TABLE, _F3)),
                ),
            ),
        ),
    ),
    origin=Origin("wiki", "law_47", "2cf2949039c2b17f", "2018-05-25T16:53", "pournaras"),
    comments=(
        Comment(
            "Μίλτος",
            "2017-06-30T14:14",
            "Ε1: «Μία έξοδος»\n\nμάλλον περισσεύει & < >",
            _at("47E1"),
            "Μία έξοδος",
            status="applied",
            replies=(
                Comment("Τάκης", "2017-06-30T14:38", "σωστο", inferred=("reply",), lines=(50, 52)),
            ),
            lines=(44, 48),
        ),
    ),
)
