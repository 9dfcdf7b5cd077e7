"""Variants by rule of what is read right: the targets follow from those of the case.

With the thorough profile these are 2,000 in a language, 500 by each of the four rules.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.references.codes_of_kinds import is_right, read, rows, targets

_LANGUAGES = ("en", "el", "de", "it", "fr")
# In each language: a provision of the own code, its article and paragraph by {a} and {p}.
_WHOLE = {
    "en": ("Article {a}({p})", "paragraph {p} of Article {a}", "Article {a}, paragraph {p}"),
    "el": (
        "άρθρο {a} παρ. {p}",
        "παρ. {p} του άρθρου {a}",
        "παρ. {p} άρθρου {a}",
        "άρθρ. {a} § {p}",
    ),
    "de": ("Artikel {a} Absatz {p}", "Art. {a} Abs. {p}", "Absatz {p} des Artikels {a}"),
    "it": ("articolo {a}, comma {p}", "art. {a}, co. {p}", "comma {p} dell'articolo {a}"),
    "fr": ("article {a}, paragraphe {p}", "art. {a}, par. {p}", "paragraphe {p} de l'article {a}"),
}
_ARTICLE = {"en": "Article", "el": "άρθρο", "de": "Artikel", "it": "articolo", "fr": "article"}
# Words behind an article that make a paragraph a part of it.
_PART = {
    "en": ("except paragraph {p}", "in particular paragraph {p}", "other than paragraph {p}"),
    "el": ("πλην της παρ. {p}", "εκτός από την παράγραφο {p}", "και ιδίως η παρ. {p}"),
    "de": ("außer Absatz {p}", "insbesondere Absatz {p}", "mit Ausnahme des Absatzes {p}"),
    "it": ("escluso il comma {p}", "in particolare il comma {p}", "ad eccezione del comma {p}"),
    "fr": (
        "sauf le paragraphe {p}",
        "notamment le paragraphe {p}",
        "à l'exception du paragraphe {p}",
    ),
}
_ACTS = {
    "en": ("of Regulation (EU) 2016/679", "of the 1994 Act", "of the Treaty on European Union"),
    "el": (
        "του ν. 4412/2016",
        "του Κ.Πολ.Δ.",
        "του κανονισμού (ΕΕ) 2016/679",
        "της Κ.Υ.Α. 12/2010",
    ),
    "de": ("der Verordnung (EU) 2016/679", "des Aufenthaltsgesetzes", "der Richtlinie 95/46/EG"),
    "it": ("della legge 7 agosto 1990, n. 241", "del codice civile", "del T.U. 445/2000"),
    "fr": ("du règlement (UE) 2016/679", "de la loi du 6 janvier 1978", "de la directive 95/46/CE"),
}
_WITH = {
    "en": ("read with", "in conjunction with"),
    "el": ("σε συνδυασμό με το",),
    "de": ("in Verbindung mit",),
    "it": ("in combinato disposto con l'",),
    "fr": ("en liaison avec l'",),
}
_BEFORE = {
    "en": (
        "Regulation (EU) 2016/679, in particular {}",
        "Directive 95/46/EC ({})",
        "the 1994 Act: {}",
    ),
    "el": ("ν. 4412/2016 ({})", "τον κανονισμό (ΕΕ) 2016/679, ιδίως το {}", "ν. 4412/2016: {}"),
    "de": ("Verordnung (EU) 2016/679 ({})", "die Richtlinie 95/46/EG, insbesondere {}"),
    "it": ("regolamento (UE) 2016/679 ({})", "legge 7 agosto 1990, n. 241: {}"),
    "fr": ("règlement (UE) 2016/679 ({})", "la directive 95/46/CE, notamment l'{}"),
}


def _shy(text: str) -> str:
    return re.sub(r"(?<=[^\W\d_]{3})(?=[^\W\d_]{3})", "\u00ad", text)


_SAME: dict[str, Callable[[str], str]] = {
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "narrow spaces": lambda text: text.replace(" ", "\u202f"),
    "two spaces": lambda text: text.replace(" ", "  "),
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "soft hyphens": _shy,
    "a quotation": lambda text: f"“{text}”",
    "guillemets": lambda text: f"«{text}»",
    "a line before": lambda text: f"–\n\n{text}",
    "en dashes": lambda text: re.sub(r"(?<=\d)[-–—](?=\d)", "–", text),
}


@cache
def _cases(lang: str) -> list[tuple[str, str]]:
    return [(row["text"], row["want"]) for row in rows(lang) if row["lang"] == lang]


@pytest.mark.parametrize("lang", _LANGUAGES)
@given(data=st.data())
def test_how_a_case_is_typed_changes_no_target(codes: Path, lang: str, data: st.DataObject) -> None:
    text, want = data.draw(st.sampled_from(_cases(lang)))
    name = data.draw(st.sampled_from(sorted(_SAME)))
    typed = _SAME[name](text)
    got = targets(read(codes, lang, typed))
    assert is_right(got, want), f"{name}: {typed}"


def _provision(data: st.DataObject, lang: str) -> tuple[str, str]:
    a, p = data.draw(st.integers(5, 12)), data.draw(st.integers(1, 4))
    return data.draw(st.sampled_from(_WHOLE[lang])).format(a=a, p=p), f"{a}({p})"


@pytest.mark.parametrize("lang", _LANGUAGES)
@given(data=st.data())
def test_an_exception_or_stress_is_of_the_article_before(
    codes: Path, lang: str, data: st.DataObject
) -> None:
    a, p = data.draw(st.integers(5, 12)), data.draw(st.integers(1, 4))
    part = data.draw(st.sampled_from(_PART[lang])).format(p=p)
    form = data.draw(st.sampled_from(["{} {}, {}", "{} {} ({})", "{} {}, {},", "{} {} {}."]))
    text = form.format(_ARTICLE[lang], a, part)
    assert is_right(targets(read(codes, lang, text)), f"{a};{a}({p})"), text


@pytest.mark.parametrize("lang", _LANGUAGES)
@given(data=st.data())
def test_an_act_behind_the_words_leaves_no_reference_to_the_own_law(
    codes: Path, lang: str, data: st.DataObject
) -> None:
    provision, _own = _provision(data, lang)
    a = data.draw(st.integers(5, 12))
    between = data.draw(st.sampled_from(["", *_WITH[lang]]))
    joined = f" {between} {_ARTICLE[lang]} {a}".replace("' ", "'") if between else ""
    act = data.draw(st.sampled_from(_ACTS[lang]))
    text = f"{provision}{joined} {act}"
    assert is_right(targets(read(codes, lang, text)), "outside"), text


@pytest.mark.parametrize("lang", _LANGUAGES)
@given(data=st.data())
def test_an_act_before_the_words_leaves_no_reference_to_the_own_law(
    codes: Path, lang: str, data: st.DataObject
) -> None:
    a, p = data.draw(st.integers(5, 12)), data.draw(st.integers(1, 4))
    provision = _WHOLE[lang][0].format(a=a, p=p)
    text = data.draw(st.sampled_from(_BEFORE[lang])).format(provision)
    assert is_right(targets(read(codes, lang, text)), "outside"), text
