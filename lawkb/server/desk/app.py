"""The desk as a web application: the site as ``serve`` shows it, and the pages to decide on.

All pages of the desk are listed in ``_routes``. Each is ``/desk/LANG/…`` and works with plain
forms: POST, redirect, GET. What a form decides is a function from the state of the corpus to a
``Decision``, which ``Workspace.decide`` writes.
"""

from __future__ import annotations

import socket
import tempfile
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Thread
from urllib.parse import quote, urlsplit

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from lawkb.errors import LawkbError
from lawkb.model.finding import say
from lawkb.publish.urls import ASSETS
from lawkb.server.app import asset_routes, server_of, unguarded_app
from lawkb.server.desk.access import (
    DESK,
    MOST_CONNECTIONS,
    Access,
    asked_language,
    protected,
    user_routes,
)
from lawkb.server.desk.code_and_terms import decide_on_code, show_code
from lawkb.server.desk.decisions import show_decisions
from lawkb.server.desk.git_commits import Commits
from lawkb.server.desk.law_to_translate import LawsToTranslate
from lawkb.server.desk.many_places import (
    decide_on_replacement,
    decide_on_states,
    show_replacement,
    show_states,
)
from lawkb.server.desk.pages import OWN_ASSETS, Desk
from lawkb.server.desk.provision import (
    check_provision,
    decide_on_provision,
    lead_from_site,
    show_provision,
)
from lawkb.server.desk.queue import fix_all_of_rule, fix_in_queue, show_fixes, show_queue
from lawkb.server.desk.team import (
    decide_on_user,
    nothing_to_decide,
    show_proposals,
    show_users,
)
from lawkb.server.desk.terms import TermFiles, decide_on_term, show_term, show_terms
from lawkb.server.desk.translators_files import Files
from lawkb.server.desk.workspace import Workspace
from lawkb.server.preview import Preview
from lawkb.server.request_log import error_report

_ASSETS = (
    "editing.js",
    "translating.js",
    "editing.css",
    "translating.css",
    "dropping.js",
    "to_desk.css",
)


def make_desk(
    preview: Preview,
    access: Access,
    commits: Commits | None = None,
) -> ASGIApp:
    """Return the application: the desk, and the site that it is about.

    Args:
        preview: The site; its ``desk`` must be ``access.DESK``.
        access: Who may use the desk.
        commits: Commits each decision; None for no commits.
    """
    sources, reader, lock = preview.readers
    workspace = Workspace(preview.corpus, sources, reader, lock)
    mount = urlsplit(preview.url).path
    desk = Desk(workspace, lambda: preview.site_settings, mount, access, commits)
    routes = _routes(desk)
    if mount != "/":
        routes.append(Route(f"{mount}{DESK}/{{path:path}}", _at_root))
    app = unguarded_app(preview, routes, workspace.use_results)
    app.add_exception_handler(HTTPException, partial(_refused, desk))
    for kind in (LawkbError, Exception):
        app.add_exception_handler(kind, partial(_failed, desk, preview))
    Thread(target=workspace.learn, daemon=True).start()
    shown = (f"{mount}{ASSETS}/", f"{OWN_ASSETS}/")  # style and script of the page to sign in on
    languages = preview.site_settings.languages
    told = replace(access, languages=languages, open_paths=shown, refused=desk.refused)
    return protected(app, told)


def _routes(desk: Desk) -> list[BaseRoute]:
    """Return the routes of the desk's pages, with the functions that show them and decide."""
    page, routes = desk.page, desk.routes
    place, law = "/desk/{tag}/{edition}/{language}", "/desk/{tag}/translate/{edition}/{language}"
    laws, files, terms = LawsToTranslate(), Files(), TermFiles()
    return [
        *asset_routes("lawkb.server.desk", OWN_ASSETS, _ASSETS),
        Route("/", partial(_home, desk)),
        Route("/desk/", partial(_home, desk)),
        *routes("/desk/{tag}/", show_queue, fix_in_queue),
        *routes("/desk/{tag}/decisions/", show_decisions, nothing_to_decide),
        Route(
            "/desk/{tag}/at/{edition}/{number}/{fragment}/",
            page(lead_from_site),
            methods=["GET", "POST"],
        ),
        *routes("/desk/{tag}/proposals/", show_proposals, nothing_to_decide),
        *routes("/desk/{tag}/states/", show_states, decide_on_states),
        *routes("/desk/{tag}/replace/", show_replacement, decide_on_replacement),
        *routes("/desk/{tag}/users/", show_users, decide_on_user),
        *routes("/desk/{tag}/terms/", show_terms, terms.decide),
        *routes("/desk/{tag}/terms/{id}/", show_term, decide_on_term),
        *routes("/desk/{tag}/fix/{rule}/", show_fixes, fix_all_of_rule),
        *routes(f"{place}/code/", show_code, decide_on_code),
        *routes(f"{place}/{{address}}/", show_provision, decide_on_provision),
        Route(f"{place}/{{address}}/check", page(check_provision), methods=["POST"]),
        Route("/desk/{tag}/translate/", page(laws.show_laws), methods=["GET"]),
        *routes(f"{law}/{{number}}/", laws.show_law, laws.decide),
        Route(f"{law}/{{number}}/check", page(laws.check), methods=["POST"]),
        Route(f"{law}/{{number}}/suggest", page(laws.suggest), methods=["POST"]),
        *routes("/desk/{tag}/files/", files.show, files.decide),
        Route("/desk/{tag}/files/download", page(files.download), methods=["GET"]),
        *user_routes(desk),
        Route("/desk{path:path}", partial(_missing, desk)),
    ]


async def _at_root(request: Request) -> Response:
    return RedirectResponse(quote(f"/{DESK}/{request.path_params['path']}"), 303)


async def _home(desk: Desk, request: Request) -> Response:
    """Lead to the queue in a language of the browser."""
    return RedirectResponse(f"/desk/{asked_language(request, desk.languages)}/", 303)


async def _missing(desk: Desk, request: Request) -> Response:
    """Lead to the address with a slash at its end, or say that there is no such page."""
    path = request.url.path
    if not path.endswith("/") and request.method == "GET":
        return RedirectResponse(f"{quote(path)}/", 303)
    raise HTTPException(404, say("There is no such page."))


async def _refused(desk: Desk, request: Request, why: HTTPException) -> Response:
    """Answer why a page cannot be shown, or lead to the one that can."""
    if why.headers and "Location" in why.headers:
        return RedirectResponse(why.headers["Location"], why.status_code)
    return await to_thread.run_sync(desk.refused, request, why.status_code, why.detail)


async def _failed(desk: Desk, preview: Preview, request: Request, error: Exception) -> Response:
    """Answer that the corpus cannot be read, or with a fault of the desk; the terminal has it."""
    preview.report(error_report(request.url.path, error))
    told = say("The desk has failed here; its terminal says why. The decisions have what is saved.")
    why = error if isinstance(error, LawkbError) else told
    return await to_thread.run_sync(desk.refused, request, 500, why)


def serve_desk(
    config_file: Path,
    address: str,
    listening: socket.socket,
    access: Access,
    commits: Commits | None,
    engine: str | None = None,
) -> None:
    """Serve the desk until interrupted, with the site as it is after each decision.

    Args:
        config_file: The ``mkdocs.yml``.
        address: Host and port, ``127.0.0.1:8001``.
        listening: The socket that ``listen`` returned for the address.
        access: Who may use the desk.
        commits: Commits each decision; None for no commits.
        engine: Search engine that answers queries; None for that of the corpus.
    """
    with listening, tempfile.TemporaryDirectory() as folder:
        preview = Preview(config_file, address, Path(folder), DESK, engine)
        app = make_desk(preview, access, commits)
        with suppress(KeyboardInterrupt):
            server_of(app, MOST_CONNECTIONS).run(sockets=[listening])
