"""References to provisions that were inserted later are read whole, in lists and ranges too."""

from __future__ import annotations

import pytest

from lawkb.references.find import find_references
from tests.corpus_files import outline_in
from tests.test_inserted_numbers import SAMPLES

CASES = [
    ("letters", "en", "Articles 4a and 4b(2)", ["4a", "4b(2)"]),
    ("letters", "en", "points (a), (aa) and (b) of paragraph 1a", ["1a(a)", "1a(aa)", "1a(b)"]),
    ("letters", "en", "Articles 4a to 4c", ["4a..4c"]),
    ("letters", "en", "Article 4aa(1)", ["4aa(1)"]),
    ("letters", "en", "Article 4(1a)(aa)", ["4(1a)(aa)"]),
    ("letters", "el", "τα άρθρα 4Α και 12Α", ["4a", "12a"]),
    ("letters", "el", "άρθρο 12Α παράγραφος 2 στοιχείο αα)", ["12a(2)(aa)"]),
    ("letters", "el", "το άρθρο 12 Α παρ. 2", ["12a(2)"]),
    ("letters", "el", "των άρθρων 4Α έως 4Γ", ["4a..4c"]),
    ("letters", "el", "άρθρο 1 η επιτροπή", ["1"]),
    ("letters", "it", "articoli 4 bis e 4 ter", ["4a", "4b"]),
    ("letters", "it", "articolo 4-bis, comma 1-bis, lettera a-bis)", ["4a(1a)(aa)"]),
    ("letters", "it", "articolo 6, paragrafo 1, lettera a bis)", ["6(1)(aa)"]),
    ("decimals", "en", "subsection 45(1.1)", ["45(1.1)"]),
    ("decimals", "en", "sections 5.1 to 5.3", ["5.1..5.3"]),
    ("decimals", "en", "as in Section 5.1.", ["5.1"]),
    ("decimals", "en", "section 172.1(1)(c.1) and (d)", ["172.1(1)(c.1)", "172.1(1)(d)"]),
    ("decimals", "en", "paragraphs (c) and (c.1)", ["(c)", "(c.1)"]),
    ("decimals", "en", "version 2.1 of 1.2.2003", []),
    ("decimals", "fr", "l'alinéa 5.1(1.1)c.1)", ["5.1(1.1)(c.1)"]),
]


@pytest.mark.parametrize(("code", "language", "text", "targets"), CASES, ids=lambda each: str(each))
def test_a_reference_with_an_insert_has_its_target(
    code: str, language: str, text: str, targets: list[str]
) -> None:
    """Parts are of the citing article 13, which the cases leave out."""
    outline = outline_in(SAMPLES / code)
    write, citing = outline.scheme.write, outline.scheme.read("13")
    found = [
        write(each.target) + (f"..{write(each.upto)}" if each.upto else "")
        for each in find_references(text, outline.language(language), outline.scheme, citing)
        if each.target
    ]
    whole = [
        f"13{target}"
        if target.startswith("(")
        else target.replace("1a(", "13(1a)(", 1)
        if target.startswith("1a(")
        else target
        for target in targets
    ]
    assert found == whole
