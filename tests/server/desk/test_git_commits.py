"""One commit for each decision: real repositories, the real git."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from lawkb.server.desk import git_commits
from lawkb.server.desk.access import Editor
from lawkb.server.desk.git_commits import Commits, Uncommitted, editor_in_settings

WHAT = "Correct the text of 20E (el)"
PATCH = "patches/law_20.toml"


def git(folder: Path, *words: str) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(["git", *words], cwd=folder, env=clean, capture_output=True, check=True)
    return done.stdout.decode()


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus in a repository, with one commit, and an author in its settings."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    folder = tmp_path / "code" / "corpus"
    (folder / "patches").mkdir(parents=True)
    (folder / "waivers.toml").write_text("old", "utf-8")
    (folder / "other.txt").write_text("old", "utf-8")
    git(folder.parent, "init", "--quiet", "--initial-branch=main")
    git(folder, "config", "user.name", "Μαρία Παππά")
    git(folder, "config", "user.email", "maria@example.org")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message=first")
    return folder


def decide(corpus: Path, words: str, name: str = PATCH) -> str:
    (corpus / name).write_text(words, "utf-8")
    return name


def count(corpus: Path) -> int:
    return len(git(corpus, "log", "--format=%h").split())


def files_of_last(corpus: Path) -> list[str]:
    return git(corpus, "show", "--format=", "--name-only").split()


def test_a_decision_is_one_commit_with_its_place_and_reason(corpus: Path) -> None:
    details = [("Place", "20E"), ("Reason", "Λείπει μια φράση.")]
    assert Commits(corpus).commit([decide(corpus, "new")], WHAT, details) is None
    assert files_of_last(corpus) == [f"corpus/{PATCH}"]
    told = git(corpus, "show", "--no-patch", "--format=%an <%ae>%n%B").strip()
    assert told == (
        "Μαρία Παππά <maria@example.org>\n"
        "Correct the text of 20E (el)\n\nPlace: 20E\nReason: Λείπει μια φράση."
    )
    assert git(corpus, "status", "--porcelain") == ""


def test_what_others_staged_or_changed_stays_as_it_was(corpus: Path) -> None:
    decide(corpus, "staged", "other.txt")
    git(corpus, "add", "other.txt")
    decide(corpus, "staged, then changed", "other.txt")
    decide(corpus, "not staged", "new.txt")
    before = git(corpus, "status", "--porcelain")
    assert Commits(corpus).commit([decide(corpus, "x", "waivers.toml")], WHAT) is None
    assert files_of_last(corpus) == ["corpus/waivers.toml"]
    assert git(corpus, "status", "--porcelain") == before
    assert git(corpus, "show", ":corpus/other.txt") == "staged"


def test_a_removed_file_is_committed_as_removed(corpus: Path) -> None:
    (corpus / "waivers.toml").unlink()
    assert Commits(corpus).commit(["waivers.toml", "never.toml"], WHAT) is None
    assert "waivers" not in git(corpus, "ls-files")


def test_a_named_user_is_the_author_and_the_settings_name_who_commits(corpus: Path) -> None:
    eleni = Editor("Ελένη", "eleni@example.org")
    assert Commits(corpus).commit([decide(corpus, "1")], WHAT, (), eleni) is None
    told = git(corpus, "show", "--no-patch", "--format=%an <%ae> %cn")
    assert told == "Ελένη <eleni@example.org> Μαρία Παππά\n"
    assert Commits(corpus).commit([decide(corpus, "2")], WHAT, (), Editor("Άννα")) is None
    assert git(corpus, "show", "--no-patch", "--format=%an <%ae>") == "Άννα <>\n"


def test_a_hook_that_fails_leaves_the_decision_written_for_the_next_commit(corpus: Path) -> None:
    hook = corpus.parent / ".git" / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\necho 'the glossary\nis closed' >&2\nexit 1\n", "utf-8")
    hook.chmod(0o755)
    commits = Commits(corpus)
    refused = commits.commit([decide(corpus, "new")], "First")
    assert refused == Uncommitted(git_commits.REFUSED, "the glossary is closed")
    assert (corpus / PATCH).read_text("utf-8") == "new"
    assert git(corpus, "diff", "--cached", "--name-only") == ""
    hook.unlink()
    assert commits.commit([decide(corpus, "x", "waivers.toml")], "Second") is None
    assert files_of_last(corpus) == [f"corpus/{PATCH}", "corpus/waivers.toml"]
    assert git(corpus, "show", "--no-patch", "--format=%B").split("\n")[:3] == [
        "Second",
        "",
        "Also: First",
    ]
    assert commits.commit([decide(corpus, "y", "waivers.toml")], "Third") is None
    assert "First" not in git(corpus, "show", "--no-patch", "--format=%B")


def test_a_hook_that_waits_for_ever_is_stopped(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(git_commits, "LONGEST_SECONDS", 1.0)
    hook = corpus.parent / ".git" / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\nread answer\nsleep 1000\n", "utf-8")
    hook.chmod(0o755)
    refused = Commits(corpus).commit([decide(corpus, "new")], WHAT)
    assert refused == Uncommitted(git_commits.TOO_LONG)


def _locked(corpus: Path) -> None:
    (corpus.parent / ".git" / "index.lock").touch()


def _detached(corpus: Path) -> None:
    git(corpus, "checkout", "--quiet", "--detach")


def _nowhere(corpus: Path) -> None:
    (corpus.parent / ".git").rename(corpus.parent / "git")


def _nobody(corpus: Path) -> None:
    git(corpus, "config", "--unset", "user.name")
    git(corpus, "config", "--unset", "user.email")
    git(corpus, "config", "user.useConfigOnly", "true")


def _merging(corpus: Path) -> None:
    git(corpus, "checkout", "--quiet", "-b", "side")
    git(corpus, "commit", "--quiet", "--allow-empty", "--message=side")
    git(corpus, "checkout", "--quiet", "main")
    git(corpus, "merge", "--quiet", "--no-ff", "--no-commit", "side")


def _ignored(corpus: Path) -> None:
    (corpus / ".gitignore").write_text("patches\n", "utf-8")


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (_locked, git_commits.LOCKED),
        (_detached, git_commits.NO_BRANCH),
        (_nowhere, git_commits.NO_REPOSITORY),
        (_nobody, git_commits.NOBODY),
        (_merging, git_commits.UNFINISHED),
        (_ignored, git_commits.IGNORED),
    ],
)
def test_a_repository_that_takes_no_commit_is_reported_in_plain_words(
    corpus: Path, broken: object, reason: str
) -> None:
    assert callable(broken)
    broken(corpus)
    refused = Commits(corpus).commit([decide(corpus, "new")], WHAT)
    assert refused is not None
    assert refused.reason == reason
    assert "\n" not in refused.told
    assert (corpus / PATCH).read_text("utf-8") == "new"


def test_a_machine_without_git_is_reported(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(corpus))
    refused = Commits(corpus).commit([decide(corpus, "new")], WHAT)
    assert refused == Uncommitted(git_commits.NO_GIT)


def test_a_decision_that_was_undone_before_its_commit_makes_none(corpus: Path) -> None:
    assert Commits(corpus).commit(["waivers.toml"], WHAT) is None
    assert count(corpus) == 1


@pytest.mark.parametrize(
    "words",
    [
        "--amend",
        "$(touch evil) `touch evil`; touch evil",
        "x\n\nCo-authored-by: evil <evil@example.org>",
        "# a comment",
        "-m evil",
        "\x1b[31mred\x00",
        "",
    ],
)
def test_the_words_of_strangers_are_one_line_of_the_message(corpus: Path, words: str) -> None:
    files = [decide(corpus, "new")]
    outcome = Commits(corpus).commit(files, words, [("Reason", words)], Editor(words or "Ε", ""))
    assert outcome is None
    assert count(corpus) == 2
    lines = git(corpus, "show", "--no-patch", "--format=%B").strip().split("\n")
    assert len([line for line in lines if line]) <= 2
    assert not any(line.startswith("Co-authored-by") for line in lines)
    assert not list(corpus.rglob("evil"))
    assert "\x1b" not in "".join(lines)


def test_odd_names_of_files_are_paths_and_nothing_else(corpus: Path) -> None:
    names = ["-a", ":(top)x", "*.txt", "patches/ä ö.toml"]
    decide(corpus, "changed", "other.txt")
    outcome = Commits(corpus).commit([decide(corpus, "n", name) for name in names], WHAT)
    assert outcome is None
    assert len(git(corpus, "show", "--format=", "--name-only", "-z").split("\0")) == 5
    assert git(corpus, "status", "--porcelain").split() == ["M", "corpus/other.txt"]


def test_variables_of_git_lead_to_no_other_repository(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    git(tmp_path, "init", "--quiet", "elsewhere")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere" / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    monkeypatch.setenv("GIT_AUTHOR_NAME", "somebody else")
    assert Commits(corpus).commit([decide(corpus, "new")], WHAT) is None
    assert git(corpus, "show", "--no-patch", "--format=%an").strip() == "Μαρία Παππά"


def test_a_repository_without_a_commit_takes_the_first(corpus: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    git(fresh, "init", "--quiet", "--initial-branch=main")
    git(fresh, "config", "user.name", "Μ")
    git(fresh, "config", "user.email", "m@example.org")
    assert Commits(fresh).commit([decide(fresh, "x", "a.toml")], WHAT) is None
    assert count(fresh) == 1


def test_the_author_is_the_one_that_git_knows(corpus: Path, tmp_path: Path) -> None:
    assert editor_in_settings(corpus) == Editor("Μαρία Παππά", "maria@example.org")
    assert editor_in_settings(tmp_path) is None
