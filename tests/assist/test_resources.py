"""The laws and the glossary as Markdown, in parts that are not too long."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from lawkb.assist.answers import Answers, RefusedError
from lawkb.assist.plain_json import MOST_CHARACTERS
from lawkb.assist.server import law_uris, parts_of, read_resource
from lawkb.exchange.law_markdown import escaped
from tests.assist.asked import answers_in
from tests.corpus_files import CORPUS, PEBBLES, bridge_code


def test_a_law_has_the_address_above_each_provision() -> None:
    text = read_resource(answers_in(), "law://2017/el/47")
    assert 'notice: "Ελληνική μετάφραση' in text
    headings = [line for line in text.splitlines() if line.startswith("#")]
    assert headings[:3] == ["# 47", "## 47A · 47Α", "## 47B · 47Β"]
    assert "#### 47E2(b) · 47Ε2(β)\n\n> (β) Όταν είναι πλέον πολύ αργά" in text


def test_every_word_of_a_law_is_in_its_markdown() -> None:
    for (edition, tag, number), law in bridge_code().laws.items():
        whole = read_resource(answers_in(), f"law://{edition}/{tag}/{number}")
        shown = "".join(MarkdownIt("commonmark").render(whole).split())
        for each in law.provisions():
            for passage in each.passages:
                words = "".join(passage.text.split())
                as_html = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                assert as_html.replace('"', "&quot;") in shown
            assert all("".join(note.text.split())[:40] in shown for note in each.notes)


def test_a_provision_and_a_text_beside_the_laws_are_resources_too() -> None:
    part = read_resource(answers_in(), "law://2017/en/47E2(b)")
    assert "# 47E2(b)\n\n> (b) When it is too late" in part
    text = read_resource(answers_in(PEBBLES), "law://2016/en/definitions")
    assert 'text: "definitions"' in text


def test_every_listed_law_can_be_read() -> None:
    for own in (answers_in(), answers_in(PEBBLES)):
        uris = [uri for uri, _ in law_uris(own.corpus)]
        assert len(uris) == len(set(uris)) > 4
        assert all(len(read_resource(own, uri)) <= MOST_CHARACTERS for uri in uris)


def test_the_glossary_has_the_terms_with_their_translations() -> None:
    text = read_resource(answers_in(), "law://glossary")
    assert "> **penalty card**: " in text
    assert read_resource(answers_in(), "law://glossary/el").count("## ") > 5
    with pytest.raises(RefusedError) as told:
        read_resource(answers_in(), "law://glossary/fr")
    assert told.value.refusal.kind == "no_such_language"


@given(st.lists(st.text("aβ \\.`", max_size=30_000), max_size=6))
def test_parts_are_not_too_long_and_lose_no_words(texts: list[str]) -> None:
    blocks = [f"> {' '.join(each.split())}" for each in texts]
    parts = parts_of("\n\n".join(blocks))
    assert all(len(part) <= MOST_CHARACTERS for part in parts)
    kept = "".join("".join(parts).split()).replace(">", "")
    assert kept == "".join("".join(texts).split())
    for part in parts:
        assert all(line.startswith(">") for line in part.splitlines() if line)


def test_a_long_law_goes_on_in_the_part_that_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    shutil.copytree(CORPUS, folder)
    file = folder / "laws" / "2017" / "en" / "law_57.xml"
    word = "retracted with great care "
    text = file.read_text(encoding="utf-8")
    longer = text.replace("may not be withdrawn.", f"{word * 2_000}may not be withdrawn.", 1)
    assert longer != text
    file.write_text(longer, encoding="utf-8")
    own = Answers(folder)
    uri, found = "law://2017/en/57", []
    while uri:
        part = read_resource(own, uri)
        assert len(part) <= MOST_CHARACTERS
        found.append(part)
        _, _, behind = part.partition("It goes on: <")
        uri = behind.partition(">")[0]
    assert len(found) > 2
    assert "".join(found).count("great") == 2_000


@given(st.text("ab1.)(#*_`~<>[]|&\\- +=\n\t!$", min_size=1, max_size=60).filter(str.strip))
def test_signs_of_markdown_in_a_text_show_as_they_are(text: str) -> None:
    words = " ".join(text.split())
    shown = MarkdownIt("commonmark").render(f"> {escaped(words)}")
    plain = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    inside = f"<p>{plain}</p>\n"
    assert shown == f"<blockquote>\n{inside}</blockquote>\n"
