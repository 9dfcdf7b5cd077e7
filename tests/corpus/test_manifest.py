"""The manifest of a corpus gives what is in its files now, however little of them it reads."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from lawkb.corpus import manifest
from lawkb.corpus.manifest import corpus_digest, corpus_manifest
from lawkb.corpus.stats import known_digest
from lawkb.errors import LawkbError

PATHS = ("corpus.toml", *(f"laws/2017/{tag}/law_{n}.xml" for tag in ("el", "en") for n in (1, 2)))
TICK_NS = 30_000_000  # longer than the clock of a local file system stands still
CONTENTS = st.sampled_from((b"one", b"two", b"six", b"seven"))  # most of one size


def wait() -> None:
    time.sleep(2 * TICK_NS / 1e9)


@pytest.fixture(autouse=True)
def short_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manifest, "SETTLED_NS", TICK_NS)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    for path in PATHS:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(path.encode())
    return folder


class Edited(RuleBasedStateMachine):
    """A corpus that is edited in every way that keeps as much of its stats as can be kept."""

    @initialize()
    def begin(self) -> None:
        self.top = Path(tempfile.mkdtemp())
        self.folder = self.top / "corpus"
        self.folder.mkdir()
        self.remembered = self.top / "cache" / "manifest"

    def teardown(self) -> None:
        shutil.rmtree(self.top)

    def held(self) -> Iterator[Path]:
        yield from (self.folder / path for path in PATHS if (self.folder / path).exists())

    @rule(path=st.sampled_from(PATHS), content=CONTENTS)
    def write(self, path: str, content: bytes) -> None:
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_bytes(content)

    @rule(path=st.sampled_from(PATHS), content=CONTENTS)
    def write_and_set_the_time_back(self, path: str, content: bytes) -> None:
        if (self.folder / path).exists():
            before = (self.folder / path).stat()
            (self.folder / path).write_bytes(content)
            os.utime(self.folder / path, ns=(before.st_atime_ns, before.st_mtime_ns))

    @rule(path=st.sampled_from(PATHS), content=CONTENTS)
    def put_another_file_in_its_place(self, path: str, content: bytes) -> None:
        if (self.folder / path).exists():
            other = self.top / "other"
            other.write_bytes(content)
            shutil.copystat(self.folder / path, other)
            other.replace(self.folder / path)

    @rule(first=st.sampled_from(PATHS), second=st.sampled_from(PATHS))
    def swap(self, first: str, second: str) -> None:
        one, two = self.folder / first, self.folder / second
        if first != second and one.exists() and two.exists():
            one.rename(self.top / "other")
            two.rename(one)
            (self.top / "other").rename(two)

    @rule(path=st.sampled_from(PATHS))
    def remove(self, path: str) -> None:
        (self.folder / path).unlink(missing_ok=True)

    @rule()
    def settle(self) -> None:
        wait()

    @rule(at=st.integers(0, 2000), byte=st.sampled_from(b" \n0a-"))
    def damage_the_record(self, at: int, byte: int) -> None:
        if self.remembered.exists():
            record = bytearray(self.remembered.read_bytes())
            record[at % len(record)] = byte
            self.remembered.write_bytes(record)

    @invariant()
    def gives_what_is_there(self) -> None:
        known = corpus_digest(self.folder, self.remembered)
        truth = corpus_manifest(self.folder)
        remembered = corpus_manifest(self.folder, self.remembered)
        assert remembered == truth
        assert list(remembered.files) == sorted(PATHS) or len(truth.files) < len(PATHS)
        assert known == truth.whole


# The wait is what a step costs, so that there are fewer of them.
TestEdited = pytest.mark.usefixtures("short_tick")(Edited.TestCase)
TestEdited.settings = settings(max_examples=30, stateful_step_count=12, deadline=None)


def test_the_digest_is_of_names_and_content_alone(corpus: Path, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere"
    shutil.copytree(corpus, other)
    assert corpus_manifest(other) == corpus_manifest(corpus)
    (other / PATHS[1]).rename(other / PATHS[1].replace("law_1", "law_3"))
    assert corpus_digest(other) != corpus_digest(corpus)


def test_a_corpus_that_stands_still_is_known_by_its_stats(corpus: Path, tmp_path: Path) -> None:
    remembered = tmp_path / "manifest"
    wait()
    whole = corpus_digest(corpus, remembered)
    assert known_digest(corpus, remembered) == whole
    shutil.copyfile(corpus / PATHS[1], corpus / PATHS[2])
    assert known_digest(corpus, remembered) is None


def test_a_file_that_was_written_just_now_is_read_again(corpus: Path, tmp_path: Path) -> None:
    remembered = tmp_path / "manifest"
    (corpus / PATHS[1]).write_bytes(b"new")
    corpus_digest(corpus, remembered)
    assert known_digest(corpus, remembered) is None


def test_only_what_changed_is_read_again(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remembered = tmp_path / "manifest"
    wait()
    corpus_manifest(corpus, remembered)
    (corpus / PATHS[2]).write_bytes(b"new")
    read = []
    real = manifest._read

    def noted(folder: Path, path: str) -> tuple[str, str]:
        read.append(path)
        return real(folder, path)

    monkeypatch.setattr(manifest, "_read", noted)
    corpus_manifest(corpus, remembered)
    assert read == [PATHS[2]]


def test_where_no_record_can_be_kept_all_is_read(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert corpus_digest(corpus, tmp_path / "file" / "manifest") == corpus_digest(corpus)


def test_a_file_that_cannot_be_read_is_an_error(corpus: Path) -> None:
    (corpus / "laws/2017/el/law_9.xml").mkdir()
    with pytest.raises(LawkbError, match="cannot be read"):
        corpus_digest(corpus)
