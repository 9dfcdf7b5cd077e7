"""The desk: ``lawkb desk``, where translators work in a browser.

``Workspace`` has the corpus in memory and writes decisions; ``make_desk`` returns the application:
the site as ``lawkb serve`` shows it, and the pages below ``/desk/LANG/`` on which everything that
is open is decided. Decisions themselves are made and undone by ``lawkb.editorial``.
"""

from lawkb.server.desk.access import Access, Editor
from lawkb.server.desk.app import make_desk
from lawkb.server.desk.frames import DESK
from lawkb.server.desk.git_commits import Commits, editor_in_settings
from lawkb.server.desk.serving import serve_desk
from lawkb.server.desk.users import Users
from lawkb.server.desk.workspace import Workspace

__all__ = [
    "DESK",
    "Access",
    "Commits",
    "Editor",
    "Users",
    "Workspace",
    "editor_in_settings",
    "make_desk",
    "serve_desk",
]
