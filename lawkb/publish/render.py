"""Rendering: a page of the site and the frame around it become HTML."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from urllib.parse import urljoin

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from lawkb.publish.frames import Frame
from lawkb.publish.pages import SitePage
from lawkb.publish.places import CHOOSER, NOT_FOUND, Place, page_url, relative_url
from lawkb.publish.strings import Strings


def make_environment() -> Environment:
    """The templates of the theme: text of strangers is escaped, an unknown name is an error."""
    return Environment(
        loader=PackageLoader("lawkb.publish", "theme"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render_page(environment: Environment, page: SitePage, frame: Frame) -> str:
    """HTML of a page."""
    return environment.get_template(page.template).render(page_context(page, frame))


def page_context(page: SitePage, frame: Frame) -> dict[str, object]:
    """What the templates know: the page, its view, its frame, functions for strings and URLs."""
    return {
        "page": page,
        "view": page.view,
        "frame": frame,
        "_": partial(_text, frame.strings),
        "ngettext": partial(_counted, frame.strings),
        "href": partial(_href, page, frame),
        "public": partial(_public, frame),
        "Place": Place,
    }


def _text(strings: Strings, message: str, **values: object) -> Markup:
    return escape(strings.gettext(message)) % values


def _counted(strings: Strings, one: str, many: str, num: int) -> Markup:
    return escape(strings.ngettext(one, many, num)) % {"num": num}


def _href(page: SitePage, frame: Frame, place: Place) -> str:
    """Relative, so that the site works anywhere; from the page for what is not there, absolute."""
    if page.path == NOT_FOUND:
        return urljoin(frame.site_url or "/", relative_url(CHOOSER, place))
    return relative_url(page.path, place)


def _public(frame: Frame, place: Place) -> str:
    """Absolute URL of a page of the published site."""
    return urljoin(frame.site_url, page_url(place.path))


def sitemap(paths: Iterable[str], site_url: str) -> str:
    """The list of pages for search engines. It holds no dates, so that two builds are equal."""
    urls = sorted(urljoin(site_url, page_url(path)) for path in paths if path != NOT_FOUND)
    lines = "".join(f"<url><loc>{escape(url)}</loc></url>\n" for url in urls)
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{space}">\n{lines}</urlset>\n'
