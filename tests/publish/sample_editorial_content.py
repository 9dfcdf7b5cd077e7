"""A code whose provisions moved from one edition to the next, with a glossary and a concordance."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from msgspec import structs

from lawkb.history.editions import shared_laws
from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.model.passage import Passage
from lawkb.publish.localized_site import EditorialContent, read_editorial_content
from lawkb.publish.views.terms_page import index_terms
from tests.publish.sample_code import HOSTILE, ORIGIN, cite, passage, provision, sample_code
from tests.strategies import OUTLINE

GLOSSARY = (
    "en\tel\tit\tstatus\tnote",
    "card\tφύλλ*\tcart*\tpreferred\tthe thing, not its χρώμα",
    "card\tχαρτ*\t\tforbidden\t",
    f"player\tπαίκτ*\t\tpreferred\t{HOSTILE}",
    "play\tεκτέλεσ*\t\t\t",
    "Play!\tπαίξιμο\t\t\t",
    "withdrawn\tανακαλ*\t\tadmitted\t",
)
CONCORDANCE = (
    "2007\t2017\tremark",
    "34B\t34A\tboth say what is to be done",
    "59B\t59A\t<b>told</b> by the preface",
)


def edition_2007() -> Law:
    """Law 34 of 2007: A was dropped, B is A of 2017, and it cites what has moved since."""
    text = "This is dealt with in Laws 59B, 33 and 12."
    own = "Old words of its own."
    root = provision(
        "34",
        "",
        provision("34A", "A.", Passage(own)),
        provision(
            "34B",
            "B.",
            passage(
                text,
                cite(text, "59B", "59B", status="not-held"),
                cite(text, "33", "33"),
                cite(text, "12", "12", status="not-held"),
            ),
            heading=Passage("What is to be done"),
        ),
    )
    return Law("2007", "en", root, structs.replace(ORIGIN, page="law_34_2007"))


def edition_2017() -> Law:
    """Law 34 of 2017: A is B of 2007, C is new."""
    text = "This is dealt with in Laws 59A, 33 and 60."
    root = provision(
        "34",
        "",
        provision(
            "34A",
            "A.",
            passage(
                text,
                cite(text, "59A", "59A", status="not-held"),
                cite(text, "33", "33"),
                cite(text, "60", "60", status="not-held"),
            ),
            heading=Passage("What is to be done"),
        ),
        provision("34C", "C.", Passage("New words.")),
    )
    return Law("2017", "en", root, structs.replace(ORIGIN, page="law_34"))


def moved_code() -> Code:
    """The sample code, its Law 34 in two editions."""
    laws = (edition_2007(), edition_2017())
    italian = OUTLINE.expression("2007", "it")
    expressions = (*OUTLINE.expressions, structs.replace(italian, language="en"))
    outline = structs.replace(OUTLINE, expressions=expressions)
    added = {(law.edition, law.language, law.number): law for law in laws}
    return structs.replace(sample_code(), outline=outline, laws={**sample_code().laws, **added})


def sample_editorial_content(folder: Path) -> EditorialContent:
    """The glossary and the concordance, read from files in a folder, for ``moved_code``."""
    for name, lines in (("glossary.tsv", GLOSSARY), ("concordance.tsv", CONCORDANCE)):
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    code = moved_code()
    editorial = with_terms(folder, code)
    return replace(editorial, editions=shared_laws(code, editorial.concordance))


def with_terms(folder: Path, code: Code) -> EditorialContent:
    """What the editors of a corpus keep, with where the terms stand in a code."""
    kept = read_editorial_content(folder, code.outline)
    return replace(kept, terms=index_terms(code, kept.glossary))
