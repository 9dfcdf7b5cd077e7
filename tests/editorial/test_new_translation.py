"""A translation is saved as a page of its source; pages that came from elsewhere stay."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from lawkb.corpus.corpus_toml import read_outline
from lawkb.corpus.writing import one_writer
from lawkb.editorial.decisions import Decision, as_written, put_decision, undone
from lawkb.editorial.new_translation import (
    Key,
    TranslatedLaw,
    fields_of,
    find_place,
    present_law,
    save_translation,
)
from lawkb.editorial.translation_progress import Translation
from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.pipeline import current_code, ingest, read_all
from tests.editorial.untranslated import statute_without, wiki_without_greek

STATUTE = (Translation("2020", "en", "el"), 6)
PEBBLES = (Translation("2016", "en", "el"), 7)


def _put(corpus: Path, decision: Decision) -> Decision:
    outline = read_outline(corpus)
    written = as_written(corpus, decision, outline)
    with one_writer(corpus) as writer:
        put_decision(corpus, written, outline, writer)
    ingest(corpus)
    return written


def _save(
    corpus: Path, of: tuple[Translation, int], texts: Mapping[Key, str]
) -> tuple[Decision, TranslatedLaw]:
    place = find_place(corpus, read_outline(corpus), *of)
    return save_translation(current_code(corpus), of, texts, place, "Μαρία", "2026-11-23T20:15")


def _texts(code: Code, of: tuple[Translation, int]) -> dict[Key, str]:
    translation, number = of
    original = code.law(translation.edition, translation.source, number)
    assert original
    return {
        each.key: f"Λέξη {n}"
        + "".join(c.token for c in each.source.codes)
        + "." * (each.part != "heading")
        for n, each in enumerate(fields_of(original, None, code.outline.scheme))
    }


def _all_files(corpus: Path) -> dict[str, bytes]:
    return {
        file.relative_to(corpus).as_posix(): file.read_bytes()
        for file in corpus.rglob("*")
        if file.is_file() and not file.relative_to(corpus).parts[0].startswith(".")
    }


def test_a_source_with_pages_in_the_language_gets_another_page_in_its_form(tmp_path: Path) -> None:
    corpus = statute_without(tmp_path, 6)
    texts = _texts(current_code(corpus), STATUTE)

    _put(corpus, _save(corpus, STATUTE, texts)[0])

    page = (corpus / "sources/gazette/article_6_el.desk.txt").read_text()
    assert page.startswith("Άρθρο 6 – Λέξη 0\n\n1. Λέξη 1.\n\nα) Λέξη 2.\n\nβ) Λέξη 3.\n")
    assert 'user = "Μαρία"' in (corpus / "sources/gazette/provenance.toml").read_text()


def test_what_was_saved_is_in_the_corpus_and_ingest_is_stable(tmp_path: Path) -> None:
    corpus = statute_without(tmp_path, 6)
    texts = _texts(current_code(corpus), STATUTE)

    _put(corpus, _save(corpus, STATUTE, texts)[0])

    again = read_all(corpus)
    law = again.code.law("2020", "el", 6)
    original = again.code.law("2020", "en", 6)
    assert law and original and not again.changed and not again.audit
    fields = fields_of(original, law, again.code.outline.scheme)
    assert {each.key: each.target for each in fields} == texts
    (losses,) = [each.losses for each in again.reports if each.page == "article_6_el"]
    assert not losses


def test_taking_back_gives_every_byte_of_the_corpus_back(tmp_path: Path) -> None:
    corpus = statute_without(tmp_path, 6)
    before = _all_files(corpus)
    texts = _texts(current_code(corpus), STATUTE)
    some = dict(list(texts.items())[:3])

    first = _put(corpus, _save(corpus, STATUTE, some)[0])
    between = _all_files(corpus)
    second = _put(corpus, _save(corpus, STATUTE, texts)[0])
    _put(corpus, undone(second))
    assert _all_files(corpus) == between
    _put(corpus, undone(first))
    assert _all_files(corpus) == before


def test_a_second_save_keeps_the_texts_of_the_first(tmp_path: Path) -> None:
    corpus = wiki_without_greek(tmp_path)
    texts = _texts(current_code(corpus), PEBBLES)
    some = {key: text for n, (key, text) in enumerate(texts.items()) if n % 3 != 1}
    others = {key: text for key, text in texts.items() if key not in some}

    first = _save(corpus, PEBBLES, some)
    _put(corpus, first[0])
    second = _save(corpus, PEBBLES, others)

    assert (first[1].filled, second[1].filled) == (len(some), len(texts))
    assert second[0].what == f"Translate law 7 (el): {len(texts)} of {len(texts)} texts"


def test_a_page_of_a_wiki_in_both_languages_stays_and_the_desk_has_its_own(tmp_path: Path) -> None:
    corpus = wiki_without_greek(tmp_path)
    wiki = {path: text for path, text in _all_files(corpus).items() if "/wiki/" in path}
    texts = _texts(current_code(corpus), PEBBLES)

    decision = _put(corpus, _save(corpus, PEBBLES, texts)[0])

    assert [path for path, _ in decision.pages] == ["sources/desk/law_7_2016_el.desk.txt"]
    assert wiki.items() <= _all_files(corpus).items()
    law = read_all(corpus).code.law("2016", "el", 7)
    assert law and law.origin.source == "desk"
    assert law.comments, "comments of readers on the page of the wiki"
    page = (corpus / "sources/desk/law_7_2016_el.desk.txt").read_text()
    assert page.startswith(
        "===== ΚΑΝΟΝΑΣ 7 – Λέξη 0 =====\n\n==== Α. Λέξη 1 ====\n\nΛέξη 2.\n\n1. "
    )


def test_taking_back_the_only_page_of_the_desk_leaves_a_corpus_that_can_be_read(
    tmp_path: Path,
) -> None:
    corpus = wiki_without_greek(tmp_path)
    before = _all_files(corpus)
    texts = _texts(current_code(corpus), PEBBLES)

    _put(corpus, undone(_put(corpus, _save(corpus, PEBBLES, texts)[0])))

    assert _all_files(corpus) == before


def test_a_fetched_source_gets_no_page(tmp_path: Path) -> None:
    corpus = statute_without(tmp_path, 6)
    (corpus / "sources/gazette/fetch.json").write_text("{}")

    assert find_place(corpus, read_outline(corpus), *STATUTE).source.name == "desk"


def test_what_has_no_text_yet_is_reported_by_the_checks(tmp_path: Path) -> None:
    from lawkb.checks.runner import check_code

    corpus = statute_without(tmp_path, 6)
    texts = _texts(current_code(corpus), STATUTE)
    some = dict(list(texts.items())[:3])

    _put(corpus, _save(corpus, STATUTE, some)[0])

    code = read_all(corpus).code
    missing = {
        code.outline.scheme.write(each.address)
        for each in check_code(code)
        if each.address and each.address.law == 6 and each.message == "the whole text is missing"
    }
    assert missing == {"6(1)(b)", "6(1)(c)", "6(1)(d)", "6(1)(e)", "6(2)", "6(3)"}


def test_a_law_with_a_translation_is_not_translated_again(tmp_path: Path) -> None:
    corpus = statute_without(tmp_path, 6)
    of = (STATUTE[0], 7)

    with pytest.raises(LawkbError, match="has a translation of this law"):
        _save(corpus, of, _texts(current_code(corpus), of))


def test_words_that_would_be_read_as_a_label_are_refused_with_their_place(tmp_path: Path) -> None:
    corpus = statute_without(tmp_path, 6)
    texts = _texts(current_code(corpus), STATUTE)
    place = next(key for key in texts if key[0].path == (6, 2))

    with pytest.raises(LawkbError, match=r"6\(2\)"):
        _save(corpus, STATUTE, texts | {place: "α) Ένα στοιχείο."})


def test_a_page_changed_since_is_not_written_over(tmp_path: Path) -> None:
    corpus = statute_without(tmp_path, 6)
    texts = _texts(current_code(corpus), STATUTE)
    _put(corpus, _save(corpus, STATUTE, dict(list(texts.items())[:3]))[0])
    second = _save(corpus, STATUTE, texts)
    page = corpus / "sources/gazette/article_6_el.desk.txt"
    page.write_text(page.read_text().replace("Λέξη 0", "Άλλη λέξη"))

    with pytest.raises(LawkbError, match="the page was changed since"):
        _put(corpus, second[0])
    assert "Άλλη λέξη" in page.read_text()
    found = find_place(corpus, read_outline(corpus), *STATUTE)
    law = present_law(found, current_code(corpus))
    assert law and law.root.heading and law.root.heading.text == "Άλλη λέξη"
