"""A git commit for each decision made at the desk: of the files that it wrote, and no others."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from lawkb.errors import on_one_line
from lawkb.server.desk.access import Editor

LONGEST_SECONDS = 60.0  # for one call of git, with its hooks
_LONGEST_TOLD = 500

NO_REPOSITORY = "The corpus is not in a git repository."
NO_BRANCH = "The repository is on no branch: check one out."
LOCKED = "Another git program is at work in the repository."
NOBODY = "Git does not know who you are: set user.name and user.email."
UNFINISHED = "A merge or rebase is not finished in the repository."
IGNORED = "Git ignores the file of the decision: see .gitignore."
TOO_LONG = "Git took too long and was stopped."
NO_GIT = "The program git was not found."
REFUSED = "Git did not make the commit."

_CAUSES = {
    "not a git repository": NO_REPOSITORY,
    ".lock": LOCKED,
    "tell me who you are": NOBODY,
    "auto-detect email": NOBODY,
    "empty ident": NOBODY,
    "partial commit during": UNFINISHED,
    "unmerged": UNFINISHED,
    "ignored by one of your": IGNORED,
}


@dataclass(frozen=True, slots=True)
class Uncommitted:
    """A decision that is written, but in no commit yet; the next commit includes it."""

    reason: str  # one of the sentences of this module
    told: str = ""  # what git or a hook printed, on one line


class _GitError(Exception):
    def __init__(self, reason: str, told: str = "") -> None:
        super().__init__(reason, told)
        self.outcome = Uncommitted(reason, told)


@dataclass(slots=True)
class Commits:
    """Commits the decisions about a corpus, one after another."""

    folder: Path  # the corpus
    # Files, and what was decided, of what is in no commit yet.
    _pending: list[tuple[Sequence[str], str]] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def commit(
        self,
        files: Sequence[str],
        what: str,
        details: Sequence[tuple[str, str]] = (),
        author: Editor | None = None,
    ) -> Uncommitted | None:
        """Commit the files that a decision wrote; what is staged or changed besides is left so.

        Decisions that could not be committed before are in the same commit, and in its message.

        Args:
            files: Paths below the corpus, removed files included.
            what: The decision on one line.
            details: Name and value of each further line of the message: place, reason.
            author: A named user; None for the author in git's settings.

        Returns:
            None if everything is committed; otherwise why it is not.
        """
        with self._lock:
            earlier = [before for _, before in self._pending]
            self._pending.append((files, what))
            try:
                paths = {path for written, _ in self._pending for path in written}
                self._commit(sorted(paths), _message(what, details, earlier), author)
            except _GitError as error:
                return error.outcome
            self._pending.clear()
            return None

    def _commit(self, paths: Sequence[str], message: str, author: Editor | None) -> None:
        if not self.folder.is_dir() or self._git("rev-parse", "--git-dir").returncode:
            raise _GitError(NO_REPOSITORY)
        if self._git("symbolic-ref", "--quiet", "HEAD").returncode:
            raise _GitError(NO_BRANCH)
        known = set(_names(self._run("ls-files", "-z", "--", *paths)))
        new = [path for path in paths if path not in known and (self.folder / path).exists()]
        if new:
            self._run("add", "--intent-to-add", "--", *new)
        try:
            there = [path for path in paths if path in known or path in new]
            if there and self._run("status", "--porcelain", "--", *there):
                words = ("commit", "--quiet", "--cleanup=whitespace", "--file=-", "--only", "--")
                self._run(*words, *there, sent=message, author=author)
        except _GitError:
            if new:
                self._git("rm", "--cached", "--quiet", "--force", "--", *new)
            raise

    def _run(self, *words: str, sent: str = "", author: Editor | None = None) -> str:
        done = self._git(*words, sent=sent, author=author)
        if done.returncode:
            told = done.stderr or done.stdout
            reason = next((why for sign, why in _CAUSES.items() if sign in told), REFUSED)
            raise _GitError(reason, _line(told)[:_LONGEST_TOLD])
        return done.stdout

    def _git(
        self, *words: str, sent: str = "", author: Editor | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run git in the corpus; it and its hooks have no terminal, and end in time."""
        try:
            running = subprocess.Popen(
                ["git", *words],
                cwd=self.folder,
                env=_environment(author),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except FileNotFoundError as error:
            raise _GitError(NO_GIT) from error
        try:
            out, told = running.communicate(sent, timeout=LONGEST_SECONDS)
        except subprocess.TimeoutExpired as error:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)  # its own group: with its hooks
            running.communicate()
            raise _GitError(TOO_LONG) from error
        return subprocess.CompletedProcess(words, running.returncode, out, told)


def editor_in_settings(folder: Path) -> Editor | None:
    """Return the author that git's settings name for a corpus; None if they name none."""
    commits = Commits(folder)
    try:
        name, email = (
            commits._git("config", "--get", f"user.{key}").stdout.strip()
            for key in ("name", "email")
        )
    except _GitError:
        return None
    return Editor(name, email) if name else None


def _message(what: str, details: Sequence[tuple[str, str]], earlier: Sequence[str]) -> str:
    lines = [f"{name}: {_line(value)}" for name, value in details if value.strip()]
    lines += [f"Also: {_line(each)}" for each in earlier]
    return "\n".join([_line(what) or "A decision", *([""] if lines else []), *lines])


def _line(words: str) -> str:
    return on_one_line(" ".join(words.split()))


def _environment(author: Editor | None) -> dict[str, str]:
    """Return the environment of git: of its own variables only those that are set here."""
    held = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    held |= {
        "LC_ALL": "C.UTF-8",  # messages as _CAUSES has them
        "GIT_EDITOR": ":",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_LITERAL_PATHSPECS": "1",
    }
    if author:
        held |= {"GIT_AUTHOR_NAME": _line(author.name), "GIT_AUTHOR_EMAIL": _line(author.email)}
    return held


def _names(listed: str) -> list[str]:
    return [name for name in listed.split("\0") if name]
