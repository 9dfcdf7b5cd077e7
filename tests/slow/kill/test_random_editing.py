"""Editing commands in any order, any of them twice, any of them killed at any of its writes.

Every edit puts one word into a text that stands nowhere else. So the laws without these words are
the laws of the sources, and an edit is there once if its word is.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from lawkb.corpus.decision_files import DecisionReason
from lawkb.corpus.laws import read_code
from lawkb.corpus.writing import held_files
from lawkb.exchange.formats.csv_text import write_csv
from lawkb.exchange.translation_export import export_texts, translation_of
from lawkb.model.address import Ordinal
from lawkb.model.code import Code
from lawkb.pipeline import current_code, edited_page, ingest, read_all, try_translation
from tests.exchange.second_reader import edit_csv
from tests.slow.kill.decisions import SIGNED, decided, decisions, small_corpus
from tests.slow.kill.moments import command_until

# How many sequences: 2 in `make test-slow`, 100 in `make fuzz`.
SEQUENCES = int(os.environ.get("LAWKB_EDITINGS", "2"))
CAUSE = DecisionReason("tried before", "Α. Β.", "2026-01-01", "a test")
# Words put behind a word of the page by `patch`, and before a text by `import`.
PUT_IN = re.compile(r" ζζ\w+|ξξ\w+ ")

Texts = dict[tuple[str, Ordinal, str], tuple[str, ...]]
moments = st.one_of(st.none(), st.integers(1, 32))  # of a kill


@dataclass(frozen=True)
class Beginning:
    """The corpus that every sequence begins with.

    Attributes:
        corpus: Its folder.
        words: Command lines of decisions that need no file.
        read: What the sources say.
        fixed: The same after `check --fix`.
    """

    corpus: Path
    words: dict[str, tuple[str, ...]]
    read: Texts
    fixed: Texts


def texts_of(code: Code) -> Texts:
    """The heading, the text and the notes of every provision."""
    return {
        (law.language, law.number, code.outline.scheme.write(each.address)): (
            each.heading.text if each.heading else "",
            each.text,
            *(note.text for note in each.notes),
        )
        for law in code.laws.values()
        for each in law.provisions()
    }


class Editing(RuleBasedStateMachine):
    """One corpus, its editors, and what they have been told is done."""

    beginning: ClassVar[Beginning]

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp(dir=self.beginning.corpus.parent))
        self.corpus = Path(shutil.copytree(self.beginning.corpus, self.folder / "corpus"))
        self.page = (self.corpus / "sources" / "wiki" / "law_57.txt").read_text("utf-8")
        body = self.page[: self.page.index("\n\n\n1)")]
        self.places = [each.end() for each in re.finditer(r"[^\W\d_]{4,}", body)]
        self.edits: dict[int, str] = {}  # of the copy that is edited on: words by place
        self.copies: list[bytes] = []
        self.files: list[Path] = []
        self.done: set[str] = set()  # words that are confirmed
        self.known: set[str] = set()  # decisions that are confirmed
        self.number = 0

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            shutil.rmtree(self.folder)

    # ---- what editors do

    @rule(place=st.integers(0, 10**6), moment=moments, again=st.booleans(), twice=st.booleans())
    def edit_a_copy_further(self, place: int, moment: int | None, again: bool, twice: bool) -> None:
        where = self.places[place % len(self.places)]
        if where in self.edits:
            return
        self.edits[where] = f" ζζ{self._name()}"
        text = self.page
        for at in sorted(self.edits, reverse=True):
            text = text[:at] + self.edits[at] + text[at:]
        self.copies.append(text.encode())
        self._patch(self.copies[-1], moment, again=again, twice=twice)

    @rule(which=st.integers(0, 10**6), moment=moments)
    def patch_with_an_old_copy(self, which: int, moment: int | None) -> None:
        if self.copies:
            self._patch(self.copies[which % len(self.copies)], moment, again=True, twice=False)

    def _patch(self, copy: bytes, moment: int | None, *, again: bool, twice: bool) -> None:
        made = edited_page(self.corpus, "law_57", copy, CAUSE)
        assert made.refused == ()
        file = self.folder / "copy.txt"
        file.write_bytes(copy)
        words = ("patch", "law_57", str(file), *SIGNED, self._name())
        if self._run(words, moment, again=again, twice=twice):
            self.done |= {word for each in made.patches for word in self._words(each.new)}
            assert edited_page(self.corpus, "law_57", copy, CAUSE).patches == ()

    @rule(
        rows=st.sets(st.sampled_from(["57A", "57A1", "57B1", "57C1", "20A", "20C2", "20F1"])),
        state=st.sampled_from(["", "translated", "final"]),
        moment=moments,
        again=st.booleans(),
        twice=st.booleans(),
    )
    def import_a_file(
        self, rows: set[str], state: str, moment: int | None, again: bool, twice: bool
    ) -> None:
        code = read_code(self.corpus)
        table = write_csv(export_texts(code, translation_of(code, "2017", None)))
        table = edit_csv(table, {row: f"ξξ{self._name()} " for row in sorted(rows)})
        if state:
            table = table.replace(b";needs-review;", f";{state};".encode())
        self.files.append(self.folder / f"{self._name()}.csv")
        self.files[-1].write_bytes(table)
        self._import(self.files[-1], moment, again=again, twice=twice)

    @rule(which=st.integers(0, 10**6), moment=moments)
    def import_an_old_file(self, which: int, moment: int | None) -> None:
        if self.files:
            self._import(self.files[which % len(self.files)], moment, again=True, twice=False)

    def _import(self, file: Path, moment: int | None, *, again: bool, twice: bool) -> None:
        merge = try_translation(self.corpus, file, CAUSE).merge
        words = ("import", str(file), *SIGNED, self._name())
        if self._run(words, moment, again=again, twice=twice):
            self.done |= {word for each in merge.patches for word in self._words(each.new)}
            assert try_translation(self.corpus, file, CAUSE).files == ()

    @rule(
        name=st.sampled_from(["fix", "waive", "waive again", "review", "review again", "settle"]),
        moment=moments,
        again=st.booleans(),
        twice=st.booleans(),
    )
    def decide(self, name: str, moment: int | None, again: bool, twice: bool) -> None:
        before = set(decided(self.corpus))
        if self._run(self.beginning.words[name], moment, again=again, twice=twice):
            self.known |= set(decided(self.corpus)) - before - self._states()

    @rule(moment=moments)
    def ingest(self, moment: int | None) -> None:
        self._run(("ingest",), moment, again=True, twice=True)
        assert read_all(self.corpus).changed == ()
        kinds = [loss.kind for each in read_all(self.corpus).reports for loss in each.losses]
        assert "stale-patch" not in kinds

    def _run(self, words: tuple[str, ...], moment: int | None, *, again: bool, twice: bool) -> bool:
        """Run a command, perhaps killed and then perhaps run again; whether it was confirmed."""
        ended = command_until(moment, self.corpus, *words)
        if ended.was_killed:
            read_code(self.corpus)  # finishes what was decided
            if not again:
                return False
            ended = command_until(None, self.corpus, *words)
        assert ended.code in (0, 1, 2), ended  # 1: something is refused; 2: it is waived already
        if twice:
            before = self._state()
            assert command_until(None, self.corpus, *words).code in (0, 1, 2)
            assert self._state() == before
        return True

    # ---- what always holds

    @invariant()
    def no_word_is_lost_or_doubled(self) -> None:
        if not hasattr(self, "corpus"):
            return
        texts = texts_of(current_code(self.corpus))
        words = [word for parts in texts.values() for part in parts for word in self._words(part)]
        assert len(words) == len(set(words))
        assert self.done <= set(words)
        for place, parts in texts.items():
            bare = tuple(PUT_IN.sub("", part) for part in parts)
            assert bare in (self.beginning.read[place], self.beginning.fixed[place]), place
        assert texts.keys() == self.beginning.read.keys()

    @invariant()
    def every_decision_is_there_once(self) -> None:
        if hasattr(self, "corpus"):
            found = decided(self.corpus)
            assert set(found.values()) <= {1}
            assert self.known <= set(found)

    def _name(self) -> str:
        self.number += 1
        return str(self.number).translate(str.maketrans("0123456789", "αβγδεζηθικ"))

    def _states(self) -> set[str]:
        """What is said of provisions, in whose place other things may be said."""
        return {each for each in decided(self.corpus) if re.fullmatch(r"\w+ \S+ [a-z-]+", each)}

    def _words(self, text: str) -> list[str]:
        return [each.strip() for each in PUT_IN.findall(text)]

    def _state(self) -> dict[str, bytes]:
        files = [file for file in self.corpus.rglob("*") if file.is_file()]
        return {str(file): file.read_bytes() for file in files if ".laws.new" not in str(file)}


@pytest.fixture
def beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Beginning:
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "cache"))
    corpus = small_corpus(tmp_path)
    words = {each.name: each.words for each in decisions(corpus, tmp_path)}
    fixed = Path(shutil.copytree(corpus, tmp_path / "fixed"))
    assert command_until(None, fixed, *words["fix"]).code == 0
    read, after = texts_of(current_code(corpus)), texts_of(current_code(fixed))
    assert read != after
    return Beginning(corpus, words, read, after)


def test_commands_in_any_order_lose_and_double_nothing(beginning: Beginning) -> None:
    Editing.beginning = beginning
    limits = settings(
        max_examples=SEQUENCES,
        stateful_step_count=10,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Editing, settings=limits)
    assert held_files(beginning.corpus)
    assert not ingest(beginning.corpus).changed
