"""The site while it is edited: ``lawkb serve``.

A Starlette application serves a ``Preview``: every page is rendered when it is requested, by the
views and templates of ``publish``, from the newest sources. ``watching`` reports what changed,
``incremental_reading`` reads only that again, ``background_checks`` runs the checks in a separate
process, and open pages reload. In come a ``mkdocs.yml`` and an address; out goes the site over
HTTP. Of a published site, ``search_only`` answers the search alone.
"""

from lawkb.server.app import listen, serve_search, serve_site
from lawkb.server.preview import TRACEBACK_LOG
from lawkb.server.request_log import json_formatter, request_log
from lawkb.server.search_only import SearchedCode

__all__ = [
    "TRACEBACK_LOG",
    "SearchedCode",
    "json_formatter",
    "listen",
    "request_log",
    "serve_search",
    "serve_site",
]
