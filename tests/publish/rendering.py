"""Every page of a code as HTML, and what tests ask of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from lxml import html
from markupsafe import escape

from lawkb.model.code import Code
from lawkb.publish.localized_site import EditorialContent, localized_sites
from lawkb.publish.page import Frame, SitePage, SiteSettings, make_frames
from lawkb.publish.pagefind_source import pagefind_pages
from lawkb.publish.render import make_environment, page_context, page_html
from lawkb.publish.strings import read_strings
from lawkb.publish.views.site_pages import site_drafts
from lawkb.references.graph import build_graph

TAGS = ("el", "en")
NOTHING = EditorialContent()


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page, its HTML, and the tree of that."""

    page: SitePage
    text: str
    tree: html.HtmlElement

    def words(self, selector: str) -> str:
        """Text of the first element that an XPath selects, white space folded."""
        return " ".join(str(self.tree.xpath(selector)[0].text_content()).split())


@cache
def macros(template: str, tag: str, here: str, **names: Any) -> Any:
    """The macros of a template, as the page at a path has them.

    Args:
        template: Its name.
        tag: Language of the interface.
        here: Path of the page.
        names: What its page has besides, as a page of the desk has more than one of the site.
    """
    page = SitePage(here, tag, "", "", template, None)
    frame = Frame(SiteSettings(TAGS), read_strings(tag), "", tag, {}, escape(""), "")
    context = page_context(page, frame)
    texts = make_environment().get_template("texts.html").make_module(dict(context))
    context |= {name: value for name, value in vars(texts).items() if not name.startswith("_")}
    parts = make_environment().get_template("page_parts.html").make_module(dict(context))
    context |= {name: value for name, value in vars(parts).items() if not name.startswith("_")}
    context |= names
    return make_environment().get_template(template).make_module(context)


def rendered_site(
    code: Code,
    editorial: EditorialContent = NOTHING,
    settings: SiteSettings = SiteSettings(TAGS),  # noqa: B008  # frozen
) -> dict[str, Rendered]:
    """Every page of a code by its path."""
    graph = build_graph(code)
    frames = make_frames(code, graph, editorial, settings)
    sites = localized_sites(code, graph, TAGS, editorial)
    site = {}
    for page in (draft.make() for draft in site_drafts(sites, pagefind_pages(code))):
        text = page_html(page, frames)
        site[page.path] = Rendered(page, text, html.document_fromstring(text))
    return site
