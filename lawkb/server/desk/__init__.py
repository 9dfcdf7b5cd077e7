"""The desk: ``lawkb desk``, where translators work in a browser."""

from lawkb.server.desk.access import Access, Editor
from lawkb.server.desk.git_commits import Commits, editor_in_settings
from lawkb.server.desk.users import Users, new_user, read_users, write_users

__all__ = [
    "Access",
    "Commits",
    "Editor",
    "Users",
    "editor_in_settings",
    "new_user",
    "read_users",
    "write_users",
]
