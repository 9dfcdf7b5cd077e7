"""Promise 8, as a property: whatever words stand in a code, its pages have the same elements."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar
from xml.etree.ElementTree import Element

import tinyhtml5
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree
from msgspec import Struct
from msgspec.structs import replace

from lawkb.akn.laws import law_tree
from lawkb.corpus.laws import law_path
from lawkb.history.law_changes import last_changes
from lawkb.model.address import Address
from lawkb.model.code import Code, Organization
from lawkb.publish.localized_site import EditorialContent, localized_sites
from lawkb.publish.site import (
    SiteContent,
    atom_feed,
    download_drafts,
)
from lawkb.publish.urls import page_url
from lawkb.references.graph import build_graph
from tests.corpus_files import CORPUS
from tests.profiles import of_profile
from tests.publish.rendering import TAGS, rendered_site
from tests.publish.sample_companions import code_with_companions

T = TypeVar("T")
Shape = Counter[tuple[str, ...]]

# Behind the words of the code, so that what stands on them stays where it is.
HARMLESS = "word"
STRANGE = [
    "</script><script>alert(1)</script>",
    "<!--", "--><img src=x onerror=alert(1)>", "]]>", "<![CDATA[", "<?php ?>",
    "\" onmouseover=\"alert(1)", "' autofocus onfocus='alert(1)", "`", "=", "/>", "</title><base>",
    "</textarea></style></noscript><svg/onload=alert(1)>", "&lt;b&gt;", "&#60;b>", "&amp;quot;",
    "{{ 7*7 }}", "{% raw %}", "%(name)s", "%s", "{n}", "\\u003cb>", "\\", "\u2028", "\u2029",
    "\u202e<b>\u202c", "\u2066x\u2069", "\u200f", "javascript:alert(1)", "data:text/html,<b>",
    "<math><mtext><table><mglyph><style><img>", "<plaintext>", "<a href=//evil.example>",
    "\u0130<I>", "\ufeff", "<x-y>", "</p></div></main></body></html><b>",
]  # fmt: skip
WORDS = st.lists(st.sampled_from(STRANGE) | st.text("<>&\"'/=`aA!-\u2028\u202e ", max_size=8))


def spoiled(value: T, words: str) -> T:
    """A code whose every text, name and title ends in words; ids, tags and times stay."""
    if isinstance(value, Struct) and not isinstance(value, Address):
        changed: dict[str, Any] = {
            name: _spoiled_field(name, getattr(value, name), words)
            for name in value.__struct_fields__
            if name != "name" or isinstance(value, Organization)
        }
        return replace(value, **changed)
    if isinstance(value, tuple):
        return type(value)(spoiled(item, words) for item in value)
    return value


def _spoiled_field(name: str, value: Any, words: str) -> Any:
    if isinstance(value, str) and name in _TEXTS and value:
        return f"{value} {words}x"
    if name == "titles":
        return {tag: f"{title} {words}x" for tag, title in value.items()}
    if name in ("laws", "companions") and isinstance(value, dict):
        return {key: spoiled(held, words) for key, held in value.items()}
    return spoiled(value, words)


# ``text`` of passages, notes and comments, names of authors and organizations, what a source says.
_TEXTS = frozenset(
    "text author notice name page user editorial_origin num heading term note".split()
)


def shapes(code: Code) -> dict[str, Shape]:
    """Of every page, how often each element stands in it, with the names of its attributes.

    But for the index of subjects: each word of a heading has an entry there.
    """
    found = {}
    for path, page in rendered_site(code).items():
        if "/subjects/" in path:
            continue
        found[path] = Counter(_elements(tinyhtml5.parse(page.text, namespace_html_elements=False)))
    return found


@cache
def harmless() -> dict[str, Shape]:
    return shapes(spoiled(code_with_companions(), HARMLESS))


def _elements(element: Element, above: str = "") -> Iterator[tuple[str, ...]]:
    """Every element but those that say which words are of another language: that is as they are."""
    name = f"{above}/{element.tag}"
    if (element.tag, *element.attrib) == ("span", "lang"):
        name = above
    else:
        yield (name, *sorted(key for key in element.attrib))
    for child in element:
        yield from _elements(child, name)


def test_the_words_are_put_in() -> None:
    pages = rendered_site(spoiled(code_with_companions(), "<mark>"))
    for path in ("en/2017/33/index.html", "el/index.html", "el/2017/definitions/index.html"):
        assert pages[path].text.count("&lt;mark&gt;x") > 5
        assert "<mark>x" not in pages[path].text


@settings(max_examples=of_profile(0.06), deadline=None)
@example(["".join(STRANGE)])
@example([])
@given(WORDS)
def test_no_words_add_an_element_or_an_attribute_to_any_page(pieces: list[str]) -> None:
    assert shapes(spoiled(code_with_companions(), "".join(pieces))) == harmless()


@settings(max_examples=of_profile(0.06), deadline=None)
@example(["".join(STRANGE)])
@given(WORDS)
def test_no_words_add_anything_to_data_feeds_and_downloads(
    tmp_path_factory: Any, pieces: list[str]
) -> None:
    code = spoiled(code_with_companions(), "".join(pieces))
    graph = build_graph(code)
    for page in rendered_site(code).values():
        for data in page.tree.xpath("//script[@type='application/ld+json']/text()"):
            assert not set("<>&\u2028\u2029") & set(data)
            json.loads(data)
    for tree in localized_sites(code, graph, TAGS, EditorialContent()).values():
        entries = last_changes(code, ())
        feed = atom_feed(entries, tree, lambda place: f"https://x/{page_url(place.path)}")
        names = {etree.QName(element).localname for element in etree.fromstring(feed).iter()}
        assert names <= set("feed id title updated author name link entry summary".split())
    folder = tmp_path_factory.mktemp("laws")
    for law in code.laws.values():
        file = folder / law_path(law, code.outline.scheme)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(etree.tostring(law_tree(law, code.outline)))
    (folder / "corpus.toml").write_bytes((CORPUS / "corpus.toml").read_bytes())
    for draft in download_drafts(SiteContent(folder, code, graph)):
        content = draft.make()
        if draft.path.endswith(".json"):
            assert json.loads(content)
        elif draft.path.endswith(".md"):
            assert content.decode()
        else:
            assert etree.fromstring(content) is not None
