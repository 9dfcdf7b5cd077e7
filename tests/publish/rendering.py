"""Every page of a code as HTML, and what tests ask of it."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import html

from lawkb.model.code import Code
from lawkb.publish.apparatus import Apparatus
from lawkb.publish.frames import make_frame
from lawkb.publish.page import SitePage
from lawkb.publish.pages import site_pages
from lawkb.publish.render import make_environment, render_page
from lawkb.refs.graph import build_graph

TAGS = ("el", "en")


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page, its HTML, and the tree of that."""

    page: SitePage
    text: str
    tree: html.HtmlElement

    def words(self, selector: str) -> str:
        """Text of the first element that an XPath selects, white space folded."""
        return " ".join(str(self.tree.xpath(selector)[0].text_content()).split())


def rendered_site(code: Code, apparatus: Apparatus | None = None) -> dict[str, Rendered]:
    """Every page of a code by its path."""
    graph = build_graph(code)
    environment = make_environment()
    frames = {tag: make_frame(code, graph, TAGS, tag) for tag in TAGS}
    site = {}
    for page in site_pages(code, graph, TAGS, apparatus):
        text = render_page(environment, page, frames[page.language])
        site[page.path] = Rendered(page, text, html.document_fromstring(text))
    return site
