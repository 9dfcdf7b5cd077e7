"""Pages with links, and the code they give: as ingest reads them, without a folder."""

from __future__ import annotations

from lawkb.model.code import Code, Outline
from lawkb.model.law import Law
from lawkb.model.page import Page
from lawkb.model.passage import Reference
from lawkb.model.source import PageRule, Source
from lawkb.parse.read_page import read_page
from lawkb.references.links import link_references
from lawkb.references.resolve import annotate_law, resolve_code
from tests.references.cases import written
from tests.strategies import OUTLINE, SCHEME

SOURCE = Source(
    "wiki",
    "A wiki",
    (
        PageRule("law_{law}", "2017", ("el", "en")),
        PageRule("law07_{law}", "2007", ("it",)),
        PageRule("definitions", "2017", ("el", "en"), "definitions"),
        PageRule("comment_{law}", "2017", ("el", "en"), "commentary"),
    ),
)
_EIGHTY_ONE = """===== ΝΟΜΟΣ 81 - Ο ΔΙΕΥΘΥΝΤΗΣ =====

==== Α. Θέση ====

Ο Διευθυντής εκπροσωπεί τον διοργανωτή.

==== Γ. Καθήκοντα ====

1. πρώτο

2. δεύτερο

3. τρίτο

4. τέταρτο

5. πέμπτο

==== Δ. Βοηθοί ====

Ορίζει βοηθούς.

===== LAW 81 - THE DIRECTOR =====

==== A. Status ====

The Director is the representative of the organizer.

==== C. Duties ====

1. first

2. second

3. third

4. fourth

5. fifth

==== D. Assistants ====

He appoints assistants.
"""
# Before and behind what stands in 16B.
AROUND = {
    "el": "===== ΝΟΜΟΣ 16 - ΜΗ ΕΞΟΥΣΙΟΔΟΤΗΜΕΝΗ ΠΛΗΡΟΦΟΡΙΑ =====\n\n==== Β. Πληροφορίες ====\n\n",
    "en": "===== LAW 16 - UNAUTHORIZED INFORMATION =====\n\n==== B. Information ====\n\n",
}


def code_of(wiki: str, lang: str) -> Code:
    """The code of Law 81 in both languages, and of a Law 16 whose 16B is a piece of wiki text."""
    pages = {"law_81": _EIGHTY_ONE, "law_16": f"{AROUND[lang]}{wiki}\n"}
    return linked_code({page: content.encode() for page, content in pages.items()})


def linked_code(
    pages: dict[str, bytes], source: Source = SOURCE, outline: Outline = OUTLINE
) -> Code:
    """The code that pages give, by id: references found, links read, all of it resolved."""
    laws = [
        annotate_law(law, outline)
        for page_id, content in pages.items()
        for law in read_page(Page(source.name, page_id, page_id, content), source, outline).laws
    ]
    held = {(law.edition, law.language, law.number): law for law in laws}
    return resolve_code(link_references(Code(outline, held), (source,)))


def law_of(code: Code, lang: str) -> Law:
    """Law 16 of a code."""
    return code.laws["2017", lang, 16]


def references(law: Law) -> tuple[Reference, ...]:
    """The references of all passages of a law."""
    return tuple(
        reference
        for provision in law.provisions()
        for passage in provision.passages
        for reference in passage.references
    )


def found_in(law: Law) -> list[str]:
    """The references of a law as a case writes them."""
    return [said(reference) for reference in references(law)]


def said(reference: Reference) -> str:
    """``81Γ5 = 81C5``; with ``but`` and the place of the link where it is another."""
    shown = f"{reference.raw} = {written(reference)}"
    if reference.linked is None:
        return shown
    edition = f"{reference.linked_edition}:" if reference.linked_edition else ""
    return f"{shown} but {edition}{SCHEME.write(reference.linked)}"
