"""What ``lawkb build`` and ``lawkb serve`` share: the settings of the site, and its log."""

from __future__ import annotations

import logging
import os
from pathlib import Path

from lawkb.api import site_settings
from lawkb.cli.settings import Settings
from lawkb.controls import visible


class _Visible(logging.Formatter):
    """Writes what is logged with control characters visible: pages and file names are in it."""

    def format(self, record: logging.LogRecord) -> str:
        return visible(super().format(record))


def log_visibly() -> None:
    """Have what is logged written to standard error, control characters visible."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Visible("%(message)s"))
    logging.basicConfig(handlers=[handler])


def site_config(settings: Settings) -> Path:
    """Return the mkdocs.yml next to the corpus, else the one of the current folder.

    The plugin reads the corpus that ``LAWKB_CORPUS`` names; ``--corpus`` says the same to it.

    Raises:
        LawkbError: There is none.
    """
    corpus = settings.folder
    if settings.corpus is not None:
        os.environ["LAWKB_CORPUS"] = str(corpus.resolve())
    return site_settings(corpus)
