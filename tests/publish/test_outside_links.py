"""Links to other sites that ``corpus.toml`` names, with the values of a provision filled in."""

from __future__ import annotations

from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.model.code import Code, OfficialText
from lawkb.model.source import filled
from lawkb.publish.page import SiteSettings
from tests.publish.rendering import rendered_site
from tests.publish.sample_code import HOSTILE, sample_code

ISSUE = "https://example.org/new?title={label}&body={text}&page={page}&lang={language}"


def _with(code: Code, **outline: object) -> Code:
    return replace(code, outline=replace(code.outline, **outline))


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_whatever_a_value_holds_it_is_one_value_of_the_url(text: str) -> None:
    url = urlsplit(filled("https://example.org/?a={text}&b=2#{text}", text=text))
    assert (url.scheme, url.netloc, url.path) == ("https", "example.org", "/")
    query = parse_qs(url.query, keep_blank_values=True)
    assert query == {"a": [text], "b": ["2"]}
    assert unquote(url.fragment) == text


def test_a_placeholder_without_a_value_stays_and_a_value_is_never_filled_in_again() -> None:
    assert filled("https://x/{a}/{url}", a="{url}") == "https://x/%7Burl%7D/{url}"


def test_a_correction_has_address_text_page_and_language() -> None:
    code = _with(sample_code(), correction=ISSUE)
    tree = rendered_site(code)["el/2017/33/index.html"].tree
    link = tree.xpath("//section[@id='A']/a[@class='correct']/@href")[0]
    assert parse_qs(urlsplit(link).query) == {
        "title": ["33Α"],
        "body": ["Απόσυρση Ένα φύλλο αποσύρεται, βλέπε Νόμο 59 και B1."],
        "page": ["law_33"],
        "lang": ["el"],
    }
    alone = tree.xpath("//section[@id='C']/a[@class='correct']/@href")[0]
    assert parse_qs(urlsplit(alone).query)["lang"] == ["en"]  # no other language has it


def test_a_code_without_the_key_has_no_link_for_corrections() -> None:
    for rendered in rendered_site(sample_code()).values():
        assert not rendered.tree.xpath("//a[@class='correct']")


def test_a_long_text_is_cut_where_a_word_ends() -> None:
    code = sample_code()
    english = code.laws["2017", "en", 33]
    long = replace(english.root, heading=replace(english.root.heading, text="word " * 400))  # type: ignore[type-var]
    laws = {**code.laws, ("2017", "en", 33): replace(english, root=long)}
    shown = rendered_site(_with(replace(code, laws=laws), correction=ISSUE))
    link = shown["en/2017/33/index.html"].tree.xpath("//section[@id='law']/a[2]/@href")[0]
    (body,) = parse_qs(urlsplit(link).query)["body"]
    assert len(body) <= 80
    assert body.endswith("word …")


@pytest.mark.parametrize("tag", ["el", "en"])
def test_a_law_that_is_not_here_leads_to_its_official_texts_the_readers_language_first(
    tag: str,
) -> None:
    code = sample_code()
    pattern = "https://example.org/{edition}/{language}/{law}#{address}"
    expressions = tuple(
        replace(each, official_text=OfficialText(pattern)) if each.edition == "2017" else each
        for each in code.outline.expressions
    )
    tree = rendered_site(_with(code, expressions=expressions))[f"{tag}/2017/59/index.html"].tree
    other = "en" if tag == "el" else "el"
    urls = tree.xpath("//div[@class='not-here']//a/@href")
    assert urls == [f"https://example.org/2017/{each}/59#59" for each in (tag, other)]


def test_strangers_words_stay_inside_the_url() -> None:
    code = sample_code()
    english = code.laws["2017", "en", 33]
    root = replace(english.root, heading=replace(english.root.heading, text=HOSTILE))  # type: ignore[type-var]
    laws = {**code.laws, ("2017", "en", 33): replace(english, root=root)}
    shown = rendered_site(_with(replace(code, laws=laws), correction=ISSUE))
    tree = shown["en/2017/33/index.html"].tree
    link = tree.xpath("//section[@id='law']/a[@class='correct']")[0]
    assert parse_qs(urlsplit(link.get("href")).query)["body"] == [HOSTILE]
    assert set(link.attrib) == {"class", "href", "rel", "title"}


def test_the_url_of_the_page_is_filled_in_where_the_site_has_one() -> None:
    code = _with(sample_code(), correction="https://example.org/?at={url}")
    settings = SiteSettings(("el", "en"), url="https://laws.example/b/")
    tree = rendered_site(code, settings=settings)["el/2017/33/index.html"].tree
    link = tree.xpath("//section[@id='A']/a[@class='correct']/@href")[0]
    assert parse_qs(urlsplit(link).query)["at"] == ["https://laws.example/b/el/2017/33/#A"]
    without = rendered_site(code)["el/2017/33/index.html"].tree
    assert without.xpath("//section[@id='A']/a[@class='correct']/@href") == [
        "https://example.org/?at="
    ]
