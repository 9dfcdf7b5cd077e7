"""Promise 7: a crash leaves the old or the new corpus, never half of one."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lawkb.corpus.laws import held_files, write_files
from lawkb.errors import LawkbError

OLD = {f"laws/2017/el/law_{n}.xml": f"old {n}".encode() for n in range(1, 9)}
NEW = {f"laws/2017/el/law_{n}.xml": f"new {n}".encode() for n in range(3, 12)}

# A writer that kills itself before its nth rename, sync or removal.
WRITER = """
import os, signal, sys
from pathlib import Path
sys.path[:0] = {path!r}
from lawkb.corpus import laws
left = int(sys.argv[2])
def counted(call):
    def wrapped(*args, **kwargs):
        global left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*args, **kwargs)
    return wrapped
for owner, name in ((Path, "replace"), (Path, "unlink"), (Path, "mkdir"), (os, "fsync"),
                    (os, "rmdir"), (os, "unlink")):
    setattr(owner, name, counted(getattr(owner, name)))
new = {new!r}
laws.write_files(Path(sys.argv[1]), new)
"""


def corpus_with(folder: Path, files: dict[str, bytes]) -> Path:
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def killed_writer(folder: Path, steps: int) -> int:
    script = WRITER.format(path=[str(Path.cwd())], new=NEW)
    done = subprocess.run([sys.executable, "-c", script, str(folder), str(steps)], check=False)
    return done.returncode


def test_writing_makes_the_corpus_hold_just_these_files(tmp_path: Path) -> None:
    corpus_with(tmp_path, OLD)
    changed = write_files(tmp_path, NEW)
    assert held_files(tmp_path) == NEW
    assert set(changed) == set(OLD) | set(NEW)
    assert write_files(tmp_path, NEW) == ()
    assert [path.name for path in tmp_path.iterdir()] == ["laws"]


def test_a_writer_killed_at_any_step_leaves_the_old_or_the_new_corpus(tmp_path: Path) -> None:
    seen = set()
    for steps in range(0, 90, 4):
        folder = tmp_path / str(steps)
        folder.mkdir()
        corpus_with(folder, OLD)
        code = killed_writer(folder, steps)
        held = held_files(folder)
        assert held in (OLD, NEW), steps
        seen.add((code, held == NEW))
        write_files(folder, NEW)
        assert held_files(folder) == NEW
    assert {(-signal.SIGKILL, False), (-signal.SIGKILL, True), (0, True)} <= seen


def test_a_folder_that_cannot_be_written_is_told_in_three_lines(tmp_path: Path) -> None:
    corpus_with(tmp_path, OLD)
    (tmp_path / ".laws.new").write_text("a file where the stage should be", encoding="utf-8")
    with pytest.raises(LawkbError) as caught:
        write_files(tmp_path, NEW)
    assert len(str(caught.value).split("\n")) == 3
    assert held_files(tmp_path) == OLD


def test_two_writers_wait_for_each_other(tmp_path: Path) -> None:
    corpus_with(tmp_path, OLD)
    script = (
        "import sys; from pathlib import Path; sys.path[:0] = [sys.argv[3]]\n"
        "from lawkb.corpus.laws import write_files\n"
        "for turn in range(20):\n"
        "    names = [f'laws/2017/el/law_{n}.xml' for n in range(1, 30)]\n"
        "    content = f'{sys.argv[2]} {turn}'.encode()\n"
        "    write_files(Path(sys.argv[1]), dict.fromkeys(names, content))\n"
    )
    here = os.fspath(Path.cwd())
    writers = [
        subprocess.Popen([sys.executable, "-c", script, str(tmp_path), name, here]) for name in "ab"
    ]
    for writer in writers:
        assert writer.wait(timeout=60) == 0
    held = held_files(tmp_path)
    assert len(held) == 29
    assert len(set(held.values())) == 1
    shutil.rmtree(tmp_path / "laws")
