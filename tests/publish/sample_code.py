"""A small code with everything a page has to show, and words that try to break out of it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Comment, Law, Origin, Provision
from lawkb.model.passage import Note, Passage, Reference
from tests.strategies import OUTLINE, SCHEME

HOSTILE = """<img src=x onerror="alert(1)">'"""
ORIGIN = Origin("wiki", "law_33", "0" * 64, "2018-05-25T16:53", "someone")


def cite(text: str, raw: str, target: str | None, **more: Any) -> Reference:
    """A reference at the first place of ``raw`` in a text; held unless ``more`` says otherwise."""
    start = text.index(raw)
    address = SCHEME.read(target) if target else None
    found = Reference(start, start + len(raw), raw, "absolute", address, status="held")
    return replace(found, **more)


def passage(text: str, *references: Reference, notes: tuple[Note, ...] = ()) -> Passage:
    return Passage(text, notes, references)


def provision(address: str, num: str, *body: Passage | Provision, **more: Any) -> Provision:
    return replace(Provision(SCHEME.read(address), num, None, body), **more)


def _english() -> Law:
    see = "A card may be withdrawn, see Law 59 and B1."
    a = provision(
        "33A",
        "A.",
        passage(
            see,
            cite(see, "59", "59", status="not-held"),
            cite(see, "B1", "33B1"),
            notes=(Note(6, "1", "any card", ()),),
        ),
        heading=Passage("Withdrawal"),
    )
    doubtful = "As C says, or Law 34Z."
    b = provision(
        "33B",
        "B.",
        Passage("The player may:"),
        provision(
            "33B1",
            "1.",
            passage(
                doubtful,
                cite(doubtful, "C", None, status="ambiguous", candidates=_addresses("33C", "34C")),
                cite(doubtful, "34Z", "34Z", status="unresolved"),
            ),
        ),
        Passage("In both cases play goes on."),
        lost=("heading",),
    )
    c = provision("33C", "C.", Passage("English alone has this."), inferred=("num",))
    root = provision("33", "", a, b, c, heading=Passage("Law of <b>cards</b>"))
    return Law("2017", "en", root, ORIGIN)


def _greek() -> Law:
    see = "Ένα φύλλο αποσύρεται, βλέπε Νόμο 59 και B1."
    a = provision(
        "33A",
        "Α.",
        passage(see, cite(see, "59", "59", status="not-held"), cite(see, "B1", "33B1")),
        heading=Passage("Απόσυρση"),
        editorial=("heading",),
        editorial_origin="general knowledge",
    )
    b = provision(
        "33B",
        "Β.",
        Passage("Ο παίκτης μπορεί:"),
        provision("33B1", "1.", Passage("Όπως λέει ο"), complete=False),
        Passage("Και στις δύο περιπτώσεις συνεχίζεται η εκτέλεση."),
    )
    root = provision("33", "", a, b, lost=("heading",))
    reply = Comment("Τάκης", "2017-06-30T14:38", "σωστό", inferred=("reply",))
    comments = (
        Comment(
            HOSTILE,
            "2017-06-30T14:14",
            f"Α: Ένα φύλλο {HOSTILE}\nμάλλον περισσεύει",
            SCHEME.read("33A"),
            "Ένα φύλλο",
            "applied",
            (reply,),
        ),
        Comment("Miltos", "odd", "γενικά", SCHEME.read("33F"), None, "orphan"),
    )
    return Law("2017", "el", root, ORIGIN, comments)


def _other() -> Law:
    text = "This is dealt with in Law 33A."
    root = provision("34", "", provision("34A", "A.", passage(text, cite(text, "33A", "33A"))))
    return Law("2017", "en", root, replace(ORIGIN, page="law_34", revised=None))


def _italian() -> Law:
    root = provision("33", "Art. 33", Passage("Una carta."), heading=Passage("RITIRO"))
    return Law("2007", "it", root, replace(ORIGIN, source="codice", page="articolo_33"))


def _addresses(*written: str) -> tuple[Address, ...]:
    return tuple(SCHEME.read(text) for text in written)


def sample_code() -> Code:
    """Law 33 in English and Greek, Law 34 in English, Law 33 of 2007 in Italian."""
    laws = (_english(), _greek(), _other(), _italian())
    return Code(OUTLINE, {(law.edition, law.language, law.number): law for law in laws})
