"""Messages of MkDocs: listen to its log and report each in three lines."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lawkb.errors import LawkbError

_HINT = "fix it; for all at once set strict: false in mkdocs.yml and leave --strict out"


@contextmanager
def told(
    config_file: Path, errors: tuple[type[Exception], ...], hint: str = _HINT
) -> Iterator[list[str]]:
    """Hear what MkDocs says, and tell in three lines why it gave up.

    Args:
        config_file: The ``mkdocs.yml``.
        errors: What it gives up with.
        hint: What to do then.

    Raises:
        LawkbError: It gave up.
    """
    heard = _Heard()
    logger = logging.getLogger("mkdocs")
    level, propagate = logger.level, logger.propagate
    logger.setLevel(logging.WARNING)
    logger.propagate = False
    logger.addHandler(heard)
    try:
        yield heard.messages
    except errors as error:
        said = heard.messages or [str(error)]
        more = f" (and {len(said) - 1} more)" if len(said) > 1 else ""
        raise LawkbError(str(config_file), " ".join(said[0].split()) + more, hint) from error
    finally:
        logger.removeHandler(heard)
        logger.setLevel(level)
        logger.propagate = propagate


class _Heard(logging.Handler):
    """Keeps what was said, once each."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if (message := record.getMessage()) not in self.messages:
            self.messages.append(message)
