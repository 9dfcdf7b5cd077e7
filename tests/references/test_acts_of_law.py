"""References as acts of the Union, federal acts, statutes and codici have them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from lawkb.corpus.corpus_toml import read_outline
from lawkb.errors import LawkbError
from lawkb.model.code import Outline
from lawkb.model.passage import Reference
from lawkb.references.find import find_references
from tests.references.cases import CASES, rows

_LANGUAGES = ("en", "fr", "it", "el")
_ROWS = [{"lang": lang, **row} for lang in _LANGUAGES for row in rows(f"references/{lang}.tsv")]
_FORMS = rows("references/forms.tsv")


@cache
def _outline(code: str) -> Outline:
    return read_outline(Path(CASES) / "references" / code)


def _read(row: dict[str, str]) -> tuple[Reference, ...]:
    outline = _outline(row["code"])
    place = outline.scheme.read(row["citing"])
    return find_references(row["text"], outline.language(row["lang"]), outline.scheme, place)


def _written(reference: Reference, outline: Outline) -> str:
    """Target as a case writes it: ``6(1)¶2``, ``12..22``, ``@`` with the other act."""
    if reference.act is not None:
        return "@"
    if reference.target is None:
        return "?"
    upto = f"..{outline.scheme.write(reference.upto)}" if reference.upto else ""
    counted = f"¶{reference.subparagraph}" if reference.subparagraph else ""
    return f"{outline.scheme.write(reference.target)}{counted}{upto}"


@pytest.mark.parametrize("row", _ROWS, ids=lambda row: f"{row['lang']}-{row['text']}")
def test_a_sentence_cites_the_provisions_that_a_reader_finds(row: dict[str, str]) -> None:
    """Where a case has ``@``, articles of other acts are cited, which no table need know."""
    outline = _outline(row["code"])
    found = [_written(each, outline) for each in _read(row)]
    wanted = [each for each in row["targets"].split(";") if each not in ("", "@")]
    assert [each for each in found if each not in ("@", "?")] == wanted
    assert "@" not in found or "@" in row["targets"]


@pytest.mark.parametrize("row", _FORMS, ids=lambda row: f"{row['lang']}-{row['text']}")
def test_words_and_targets_are_those_of_the_case(row: dict[str, str]) -> None:
    outline = _outline(row["code"])
    said = "; ".join(
        f"{each.raw}={each.act}|{each.url or ''}" if each.act else f"{each.raw}={target}"
        for each in _read(row)
        for target in [_written(each, outline)]
    )
    assert (said or ".") == row["references"], row["why"]


_INSERTED = [
    ("gr", "capitals", "el", "άρθρο 12Α παρ. 2, παρ. 3 του άρθρου 12Β", "12a(2);12b(3)"),
    ("gr", "capitals", "el", "άρθρο 16Α του ν. 4624/2019", "@"),
    ("ca", "decimals", "en", "section 5.1, paragraph 6(1)(c.1)", "5.1;6(1)(c.1)"),
    ("ca", "decimals", "fr", "l'article 5.1 et l'alinéa 6(1)c.1)", "5.1;6(1)(c.1)"),
    ("it", "latin", "it", "l'articolo 4-bis, comma 2-ter, lettera a)", "4a(2b)(a)"),
    ("eu", "letters", "fr", "l'article 4 bis, paragraphe 2 bis, point a)", "4a(2a)(a)"),
    ("eu", "letters", "el", "άρθρο 4α παράγραφος 2α στοιχείο β)", "4a(2a)(b)"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "inserts", "lang", "text", "targets"), _INSERTED)
def test_inserted_provisions_are_cited_with_their_parts(
    tmp_path: Path, code: str, inserts: str, lang: str, text: str, targets: str
) -> None:
    settings = (CASES / "references" / code / "corpus.toml").read_text(encoding="utf-8")
    declared = settings.replace("\nwritten = ", f'\ninserts = ["{inserts}"]\nwritten = ')
    (tmp_path / "corpus.toml").write_text(declared, encoding="utf-8")
    outline = read_outline(tmp_path)
    found = find_references(
        text, outline.language(lang), outline.scheme, outline.scheme.read("8(1)")
    )
    assert ";".join(_written(each, outline) for each in found) == targets


def test_acts_of_the_corpus_are_links_outside(tmp_path: Path) -> None:
    settings = (CASES / "references" / "ca" / "corpus.toml").read_text(encoding="utf-8")
    (tmp_path / "corpus.toml").write_text(settings, encoding="utf-8")
    url = "https://laws.example.org/F-11[/section-{article}.html]"
    rows_ = f"en\tFinancial Administration Act\tFAA\t{url}\n"
    (tmp_path / "acts.tsv").write_text(f"language\tname\tshort\turl\n{rows_}", encoding="utf-8")
    outline = read_outline(tmp_path)
    text = "section 2 of the Financial Administration Act and subsection 7(1) of that Act"
    found = find_references(text, outline.language("en"), outline.scheme, None)
    assert [(each.raw, each.status, each.act, each.url) for each in found] == [
        ("2", "outside", "FAA", "https://laws.example.org/F-11/section-2.html"),
        ("7(1)", "outside", "FAA", "https://laws.example.org/F-11/section-7.html"),
    ]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("xx\tAct\tA\t", "no language 'xx'"),
        ("en\t\tA\t", "no name"),
        ("en\tAct\tA\tjavascript:alert(1)", "no address of a web page"),
    ],
)
def test_a_wrong_act_is_refused_with_its_line(tmp_path: Path, row: str, said: str) -> None:
    settings = (CASES / "references" / "ca" / "corpus.toml").read_text(encoding="utf-8")
    (tmp_path / "corpus.toml").write_text(settings, encoding="utf-8")
    (tmp_path / "acts.tsv").write_text(f"language\tname\tshort\turl\n{row}\n", encoding="utf-8")
    with pytest.raises(LawkbError) as caught:
        read_outline(tmp_path)
    assert "acts.tsv:2" in str(caught.value)
    assert said in str(caught.value)
