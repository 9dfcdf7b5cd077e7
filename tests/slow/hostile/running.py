"""The command as a user runs it, on a corpus of its own, with bounds on time and memory."""

from __future__ import annotations

import hashlib
import os
import resource
import shutil
import signal
from dataclasses import dataclass
from pathlib import Path

from tests.corpus_files import CORPUS
from tests.running import run_command

# Several times what the worst page of the largest size takes.
CPU_SECONDS = 150
MEMORY_BYTES = 4 << 30
FILE_BYTES = 256 << 20
WALL_SECONDS = 900


@dataclass(frozen=True)
class Done:
    """A command that has ended.

    Attributes:
        code: Exit code; below zero when a signal ended it.
        out: Standard output.
        err: Standard error.
    """

    code: int
    out: str
    err: str

    def check(self) -> None:
        """It ended by itself: done, or refused in a few lines; never with a traceback.

        They are three, and one more for each further fault of a TOML file.
        """
        assert "Traceback" not in self.err + self.out, self.err[-3000:]
        assert self.code in (0, 2), (self.code, self.err[-3000:])
        if self.code == 2:
            where, *faults, hint = self.err.rstrip("\n").split("\n")
            assert not where.startswith(" ") and hint.startswith("  hint: "), self.err
            assert 1 <= len(faults) <= 51 and all(each.startswith("  ") for each in faults)
            assert len(faults) == 1 or ".toml" in where


def run(corpus: Path, *words: str, **environment: str) -> Done:
    """Run ``lawkb`` on a corpus, in bounds."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LAWKB")}
    cache = corpus.parent / "cache"
    done = run_command(
        *("--corpus", str(corpus)),
        *words,
        environment={**kept, "LAWKB_CACHE": str(cache), **environment},
        bound=_bound,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def _bound() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_BYTES, FILE_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.alarm(WALL_SECONDS)


def sound_corpus(folder: Path) -> Path:
    """A corpus of two real pages whose laws stand as they are read."""
    corpus = folder / "corpus"
    (corpus / "sources" / "wiki").mkdir(parents=True)
    shutil.copy(CORPUS / "corpus.toml", corpus)
    shutil.copy(CORPUS / "sources/wiki/law_57.txt", corpus / "sources" / "wiki")
    shutil.copytree(CORPUS / "sources/codice-di-gara", corpus / "sources/codice-di-gara")
    for edition in ("2017/el/law_57.xml", "2017/en/law_57.xml", "2007/it/law_47.xml"):
        (corpus / "laws" / edition).parent.mkdir(parents=True, exist_ok=True)
    assert run(corpus, "ingest").code == 0
    return corpus


def state(corpus: Path) -> str:
    """A hash of every name and byte in ``corpus/laws``."""
    found = hashlib.sha256()
    for path in sorted((corpus / "laws").rglob("*")):
        found.update(os.fsencode(path.relative_to(corpus)) + b"\0")
        found.update(path.read_bytes() if path.is_file() else b"")
    return found.hexdigest()


def ingest(corpus: Path) -> Done:
    """Run ``lawkb ingest``: it ends by itself, and when it is refused the laws are as they were.

    Where pages cannot be read, the others are. The law of the source that nothing is done to stands
    in any case.
    """
    before, beside = state(corpus), (corpus / "laws/2007/it/law_47.xml").read_bytes()
    done = run(corpus, "ingest", "--verbose")
    done.check()
    if done.code and not done.out:
        assert state(corpus) == before
    assert (corpus / "laws/2007/it/law_47.xml").read_bytes() == beside
    return done


def ingest_again(corpus: Path) -> None:
    """What ingest wrote can be read back, and ingest would write the same again."""
    assert run(corpus, "ingest", "--check").code == 0
