"""Render the desk's pages in the frame of the site: header, menu, language switch, style."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse

from lawkb.errors import LawkbError
from lawkb.model.finding import Message
from lawkb.publish.localized_site import LocalizedSite, localized_sites
from lawkb.publish.page import Frame, SitePage, SiteSettings, make_frames
from lawkb.publish.render import make_environment, page_context, template_error
from lawkb.publish.urls import ASSETS, INDEX, Place, page_url, translated
from lawkb.publish.views.finding_words import Words, localized_message
from lawkb.server.desk.access import editor_of, form_token, has_users, sign_out_path

if TYPE_CHECKING:
    from lawkb.server.desk.git_commits import Uncommitted
    from lawkb.server.desk.workspace import State

DESK = "desk"  # first part of the paths of the desk's pages
OWN_ASSETS = "/.lawkb/desk"


def desk_path(language: str, *parts: str) -> str:
    """Return the path of a page of the desk: ``desk/el/decisions/index.html``."""
    return "/".join((DESK, language, *parts, INDEX))


@dataclass(frozen=True, slots=True)
class Localized:
    """The site in one interface language, made from one state of the corpus."""

    state: State
    site: LocalizedSite
    frame: Frame


class Frames:
    """Makes the site's views and frames from the states of the corpus; keeps the last ones.

    Attributes:
        uncommitted: Why the last decision is in no commit of git; None if it is, or need not be.
    """

    def __init__(self, settings: Callable[[], SiteSettings], mount: str) -> None:
        """Store where the site is.

        Args:
            settings: Returns the settings of the site.
            mount: Path below which the site is served, ``/`` or ``/laws/``.
        """
        self.uncommitted: Uncommitted | None = None
        self._settings, self._mount = settings, mount
        self._last: tuple[int, SiteSettings, dict[str, Localized]] | None = None

    @property
    def languages(self) -> tuple[str, ...]:
        """Return the BCP 47 tags of the interface languages."""
        return self._settings().languages

    def of(self, state: State, language: str) -> Localized:
        """Return the site in an interface language, made from a state of the corpus."""
        settings = replace(self._settings(), url="", offline=False)
        if self._last is None or self._last[:2] != (state.number, settings):
            content = state.content
            sites = localized_sites(
                content.code, content.graph, settings.languages, content.editorial
            )
            frames = make_frames(content.code, content.graph, content.editorial, settings)
            made = {tag: Localized(state, sites[tag], frames[tag]) for tag in sites}
            self._last = state.number, settings, made
        return self._last[2][language]

    def answer(
        self,
        request: Request,
        at: Localized,
        template: str,
        view: object,
        title: str,
        error: LawkbError | None = None,
    ) -> HTMLResponse:
        """Return a page of the desk.

        Args:
            request: The request.
            at: The site in the language of the page.
            template: Name of its template below ``desk/``.
            view: Dataclass with the content for the template.
            title: Title without the name of the law code.
            error: Why a decision was refused; None if it was not.
        """
        tag = at.site.language.code
        below = request.url.path.removeprefix(f"/{DESK}/").partition("/")[2]
        path = f"{DESK}/{tag}/{below}{INDEX if not below or below.endswith('/') else ''}"
        page = SitePage(path, tag, title, title, f"desk/{template}", view)
        others = tuple((tag, Place(_in(path, tag))) for tag in at.site.languages)
        page = replace(page, alternates=others)
        return HTMLResponse(self._html(request, page, at, error))

    def _html(
        self, request: Request, page: SitePage, at: Localized, error: LawkbError | None
    ) -> str:
        frame = at.frame
        context = page_context(page, frame)
        tag = page.language
        href = partial(_href, self._mount, frame)
        context |= {
            "href": href,
            "asset": lambda name: href(Place(f"{ASSETS}/{name}")),
            "own_asset": lambda name: f"{OWN_ASSETS}/{name}",
            "token": form_token(request),
            "editor": editor_of(request).name,
            "sign_out": sign_out_path(tag) if has_users(request) else "",
            "error": error,
            "said": partial(said, at.site),
            "uncommitted": self.uncommitted,
            "here": request.url.path,
            "query": f"?{request.url.query}" if request.url.query else "",
        }
        try:
            environment = make_environment(frame.settings.overrides)
            return environment.get_template(page.template).render(context)
        except Exception as fault:
            raise template_error(page.template, fault) from fault


def said(site: LocalizedSite, text: str) -> Words:
    """Return a sentence of lawkb in the language of the reader, as pairs of BCP 47 tag and words.

    A sentence without a translation is English.
    """
    if not isinstance(text, Message):
        return (("en", text),) if text else ()
    return localized_message(site, text, site.code.outline.languages)


def _in(path: str, language: str) -> str:
    return f"{DESK}/{translated(path.removeprefix(f'{DESK}/'), language)}"


def _href(mount: str, frame: Frame, place: Place) -> str:
    """Return the URL of a place on this server: of the desk, or of the site that it shows."""
    root = "/" if place.path.startswith(f"{DESK}/") else mount
    versioned = frame.settings.assets and place.path.startswith(f"{ASSETS}/")
    version = f"?v={frame.settings.assets}" if versioned else ""
    fragment = f"#{quote(place.fragment)}" if place.fragment else ""
    return f"{root}{page_url(place.path)}{version}{fragment}"
