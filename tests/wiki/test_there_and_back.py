"""A real DokuWiki: its pages come, a correction goes back, and the next fetch retires it."""

from __future__ import annotations

from tests.wiki.conftest import Fetch
from tests.wiki.instance import USER, Wiki
from tests.wiki.pushing import NEW, OLD, correct, patches, push, raw, take_over


def test_a_correction_is_written_with_its_history_and_nothing_else_moves(
    wiki: Wiki, desk: Fetch
) -> None:
    correct(desk, "rule_07", OLD, NEW)
    dry = push(desk, "--dry-run")
    assert dry.returncode == 0, dry.stderr
    assert "rule_07: would be written: 1 correction" in dry.stdout
    assert "7A1" in dry.stdout
    assert wiki.text("rule_07") == raw("rule_07").encode()
    assert not [*(wiki.folder / "data" / "locks").iterdir()]
    done = push(desk)
    assert (done.returncode, done.stderr.count("\n")) == (0, 0), done.stderr
    assert wiki.text("rule_07") == raw("rule_07").replace(OLD, NEW).encode()
    user, summary = wiki.history("rule_07")[0]
    assert (user, summary) == (USER, "7A1: a slip (Άννα Σαμπλή)")
    assert not [*(wiki.folder / "data" / "locks").iterdir()]
    for page in ("rule_02", "rule_03", "rule_20", "rule_40"):
        assert wiki.text(page) == raw(page).encode()
        assert len(wiki.history(page)) == 1


def test_after_fetch_and_ingest_the_correction_is_retired_and_the_law_reads_the_same(
    wiki: Wiki, desk: Fetch
) -> None:
    correct(desk, "rule_07", OLD, NEW)
    assert desk.command("ingest").returncode == 0
    assert patches(desk) == ["rule_07.toml"]
    assert push(desk).returncode == 0
    done = take_over(desk, wiki)
    assert done.returncode == 0, done.stderr
    assert patches(desk) == []
    assert NEW in desk.command("show", "7A1").stdout
    assert desk.command("ingest", "--check").returncode == 0
    assert "no corrections" in push(desk).stderr
