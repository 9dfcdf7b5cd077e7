"""The small code of the other tests with definitions, a preface and two commentaries beside it."""

from __future__ import annotations

from msgspec.structs import replace

from lawkb.model.code import Code
from lawkb.model.companion import Companion, Section
from lawkb.model.law import Comment, Origin
from lawkb.model.passage import Cell, Link, Mark, Note, Passage, Table
from tests.publish.sample_code import HOSTILE, cite, sample_code

_WIKI = Origin("wiki", "definitions", "0" * 64, "2018-05-25T16:53")
_SEE = "A card of a hand, see Law 33A, B1 and Law 77."
_FREE = "Ό,τι δείχνει ο παίκτης, βλέπε Νόμο 33Α."


def _english() -> Companion:
    see = Passage(
        _SEE,
        (Note(6, "1", "also a tile", ()),),
        (
            cite(_SEE, "33A", "33A"),
            cite(_SEE, "B1", None, status="unresolved"),
            cite(_SEE, "77", "77", status="not-held"),
        ),
    )
    senses = (
        Section("sense", "1.", None, (Passage("Any card."),)),
        Section("sense", "2.", None, (Passage("All the cards."),)),
    )
    card = Section("entry", "", Passage(f"Card {HOSTILE}"), (see, *senses))
    hand = Section("entry", "", Passage("Hand"), (Passage("Thirteen cards."),))
    body = (Passage("Words of the Laws."), card, hand)
    return Companion("definitions", "definitions", "2017", "en", None, None, body, _WIKI)


def _greek() -> Companion:
    words = Passage(
        "Βλέπε τον Νόμο, τα σχόλια και τον ιστό.",
        links=(
            Link(10, 14, "page", "law_33"),
            Link(19, 25, "page", "comment_33"),
            Link(34, 38, "external", "https://example.org/"),
        ),
        marks=(Mark("bold", 0, 5),),
    )
    bid = Section("entry", "", Passage("Αγορά"), (words,))
    ask = Section(
        "entry", "", Passage("Φύλλο"), (Passage(_FREE, (), (cite(_FREE, "33Α", "33A"),)),)
    )
    heading = Passage("ΟΡΙΣΜΟΙ")
    return Companion("definitions", "definitions", "2017", "el", None, heading, (bid, ask), _WIKI)


def _commentary() -> Companion:
    inner = (Section("item", "•", None, (Passage("μέσα"),)),)
    items = (
        Section("item", "1.", None, (Passage("πρώτο"), *inner)),
        Section("item", "2.", None, (Passage("δεύτερο"),)),
    )
    table = Table(((Cell(Passage("Κλήση"), header=True), Cell(Passage("Ποινή"), header=True)),))
    deep = Section(
        "section", "", Passage("Παράδειγμα"), (table, Passage("N\n W", preformatted=True))
    )
    first = Section("section", "", Passage("Σκοπός"), (Passage("Για τον Διαιτητή."), *items, deep))
    comment = Comment("Τάκης", "2017-06-30T14:38", "ωραίο σχόλιο")
    return Companion(
        name="commentary_33",
        kind="commentary",
        edition="2017",
        language="el",
        law=33,
        heading=Passage("ΣΧΟΛΙΑ ΣΤΟΝ ΝΟΜΟ 33"),
        body=(first,),
        origin=replace(_WIKI, page="comment_33"),
        comments=(comment,),
    )


def code_with_companions() -> Code:
    """Definitions in English and Greek, a commentary on Law 33 and one on 60, a preface of 2007."""
    commentary = _commentary()
    absent = replace(commentary, name="commentary_60", law=60, comments=(), body=())
    italian = Companion(
        *("preface", "preface", "2007", "it", None, Passage("PREFAZIONE")),
        body=(Passage("Per chi gioca."),),
        origin=replace(_WIKI, page="prefazione"),
    )
    held = (_english(), _greek(), commentary, absent, italian)
    return replace(sample_code(), companions={(c.edition, c.language, c.name): c for c in held})
