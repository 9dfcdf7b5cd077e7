"""Every page of a code as HTML, and what tests ask of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lxml import html
from markupsafe import escape

from lawkb.model.code import Code
from lawkb.publish.render import make_environment, page_context, render_page
from lawkb.publish.strings import read_strings
from lawkb.publish.views.laws.law_page import AbsentView
from lawkb.publish.views.localized_site import EditorialContent
from lawkb.publish.views.page import Frame, SitePage, make_frame
from lawkb.publish.views.site_pages import site_pages
from lawkb.references.graph import build_graph

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


def macros(template: str, tag: str, here: str) -> Any:
    """The macros of a template, as the page at a path has them.

    Args:
        template: Its name.
        tag: Language of the interface.
        here: Path of the page.
    """
    view = AbsentView("", "", ())
    page = SitePage(here, tag, "", "", template, view)
    frame = Frame(read_strings(tag), "", tag, {}, escape(""), "")
    context = page_context(page, frame)
    texts = make_environment().get_template("texts.html").make_module(dict(context))
    context |= {name: value for name, value in vars(texts).items() if not name.startswith("_")}
    parts = make_environment().get_template("page_parts.html").make_module(dict(context))
    context |= {name: value for name, value in vars(parts).items() if not name.startswith("_")}
    return make_environment().get_template(template).make_module(context)


def rendered_site(code: Code, editorial: EditorialContent | None = None) -> dict[str, Rendered]:
    """Every page of a code by its path."""
    graph = build_graph(code)
    environment = make_environment()
    frames = {tag: make_frame(code, graph, TAGS, tag) for tag in TAGS}
    site = {}
    for page in site_pages(code, graph, TAGS, editorial):
        text = render_page(environment, page, frames[page.language])
        site[page.path] = Rendered(page, text, html.document_fromstring(text))
    return site
