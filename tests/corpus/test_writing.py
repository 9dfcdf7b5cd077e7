"""Promise 7: a crash leaves the old or the new corpus, never half of one."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lawkb.corpus.laws import find_corpus
from lawkb.corpus.writing import held_files, one_writer
from lawkb.errors import LawkbError

OLD = {f"laws/2017/el/law_{n}.xml": f"<old n='{n}'/>".encode() for n in range(1, 9)}
NEW = {f"laws/2017/el/law_{n}.xml": f"<new n='{n}'/>".encode() for n in range(3, 12)}

# A writer that kills itself before its nth rename, sync or removal.
WRITER = """
import os, signal, sys
from pathlib import Path
sys.path[:0] = {path!r}
from lawkb.corpus import writing
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
with writing.one_writer(Path(sys.argv[1])) as writer:
    held = writing.held_files(Path(sys.argv[1]))
    changed = dict((path, new[path]) for path in new if held.get(path) != new[path])
    writer.put(changed, held.keys() - new.keys())
"""


def write_files(folder: Path, files: dict[str, bytes]) -> tuple[str, ...]:
    with one_writer(folder) as writer:
        held = held_files(folder)
        changed = {path: new for path, new in files.items() if held.get(path) != new}
        removed = held.keys() - files.keys()
        writer.put(changed, removed)
        return tuple(sorted([*changed, *removed]))


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
        held = {**held_files(folder)}
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
        "from lawkb.corpus.writing import one_writer\n"
        "for turn in range(20):\n"
        "    names = [f'laws/2017/el/law_{n}.xml' for n in range(1, 30)]\n"
        '    content = f\'<law by="{sys.argv[2]}" turn="{turn}"/>\'.encode()\n'
        "    with one_writer(Path(sys.argv[1])) as writer:\n"
        "        writer.put(dict.fromkeys(names, content))\n"
    )
    here = os.fspath(Path.cwd())
    writers = [
        subprocess.Popen([sys.executable, "-c", script, str(tmp_path), name, here]) for name in "ab"
    ]
    for writer in writers:
        assert writer.wait() == 0
    held = {**held_files(tmp_path)}
    assert len(held) == 29
    assert len(set(held.values())) == 1
    shutil.rmtree(tmp_path / "laws")


PLANTED = "lawkb_planted"
PLANS = [
    f'{{"write": ["../../{PLANTED}"], "remove": []}}',
    f'{{"write": ["laws/../../{PLANTED}.xml"], "remove": []}}',
    '{"write": ["corpus.toml"], "remove": []}',
    '{"write": [], "remove": ["../victim.txt"]}',
    '{"write": [], "remove": ["sources/wiki/law_1.txt"]}',
    '{"write": [], "remove": ["laws/2017/el/.git/x.xml"]}',
    '{"write": "laws/2017/el/law_1.xml", "remove": []}',
    '{"write": [1], "remove": []}',
    "{}",
    "[]",
    "x",
    "[" * 100_000,
    "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
]


@pytest.mark.parametrize("plan", PLANS)
def test_a_planted_plan_writes_and_removes_nothing(tmp_path: Path, plan: str) -> None:
    corpus = corpus_with(tmp_path / "corpus", OLD | {"corpus.toml": b"[code]"})
    victims = [tmp_path / "victim.txt", corpus / "sources" / "wiki" / "law_1.txt"]
    victims.append(corpus / "laws" / "2017" / "el" / ".git" / "x.xml")
    for victim in victims:
        victim.parent.mkdir(parents=True, exist_ok=True)
        victim.write_text("stays", encoding="utf-8")
    stage = corpus / ".laws.new"
    stage.mkdir()
    (stage / "0").write_text("<planted/>", encoding="utf-8")
    (stage / "plan.json").write_text(plan, encoding="utf-8")
    with pytest.raises(LawkbError) as caught:
        held_files(corpus)
    assert len(str(caught.value).split("\n")) == 3
    with pytest.raises(LawkbError):
        write_files(corpus, NEW)
    assert [victim.read_text(encoding="utf-8") for victim in victims] == ["stays"] * 3
    assert (corpus / "corpus.toml").read_bytes() == b"[code]"
    assert not list(tmp_path.glob(f"**/{PLANTED}*"))


@pytest.mark.parametrize("link", ["laws", "laws/2017", "laws/2017/el"])
def test_nothing_is_written_or_removed_below_a_link(tmp_path: Path, link: str) -> None:
    corpus, elsewhere = tmp_path / "corpus", tmp_path / "elsewhere"
    corpus_with(corpus, OLD)
    (corpus / link).rename(elsewhere)
    (corpus / link).symlink_to(elsewhere)
    there = {path: path.read_bytes() for path in elsewhere.rglob("*.xml")}
    with pytest.raises(LawkbError, match="is a link"):
        write_files(corpus, NEW)
    with pytest.raises(LawkbError, match="is a link"):
        write_files(corpus, {})
    assert {path: path.read_bytes() for path in elsewhere.rglob("*.xml")} == there


@pytest.mark.parametrize("link", [".laws.new", ".laws.new/plan.json", ".laws.new/0"])
def test_a_stage_that_is_or_holds_a_link_is_not_carried_out(tmp_path: Path, link: str) -> None:
    corpus, elsewhere = corpus_with(tmp_path / "corpus", OLD), tmp_path / "elsewhere"
    corpus_with(
        corpus / ".laws.new",
        {"plan.json": b'{"write": ["laws/2017/el/law_1.xml"], "remove": []}', "0": b"<planted/>"},
    )
    (corpus / link).rename(elsewhere)
    (corpus / link).symlink_to(elsewhere)
    with pytest.raises(LawkbError, match="was not made by lawkb"):
        held_files(corpus)
    assert (corpus / "laws/2017/el/law_1.xml").read_bytes() == b"<old n='1'/>"


def test_an_unfinished_write_of_another_user_is_left_to_that_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = corpus_with(tmp_path / "corpus", OLD)
    plan = b'{"write": ["laws/2017/el/law_1.xml"], "remove": ["laws/2017/el/law_2.xml"]}'
    corpus_with(corpus / ".laws.new", {"plan.json": plan, "0": b"<new n='1'/>"})
    owner = corpus.stat().st_uid
    with monkeypatch.context() as other:
        other.setattr(os, "geteuid", lambda: owner + 1)
        with pytest.raises(LawkbError, match="another user"):
            held_files(corpus)
        assert (corpus / "laws/2017/el/law_2.xml").exists()
    assert held_files(corpus)["laws/2017/el/law_1.xml"] == b"<new n='1'/>"
    assert not (corpus / "laws/2017/el/law_2.xml").exists()


def test_a_corpus_of_another_user_is_taken_only_when_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus_with(tmp_path / "corpus", {"corpus.toml": b"[code]"})
    inside = tmp_path / "deep" / "down"
    inside.mkdir(parents=True)
    assert find_corpus(inside) == tmp_path / "corpus"
    monkeypatch.setattr("lawkb.corpus.laws._trusted_owners", lambda: {tmp_path.stat().st_uid + 1})
    with pytest.raises(LawkbError, match=r"another user[\s\S]*--corpus"):
        find_corpus(inside)


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("laws/2017/el/law_1.xml", b"<half"),
        ("comments.toml", b"comments = [{}]\n[[comments]]\n"),
        ("review.tsv", b"\xff"),
    ],
)
def test_what_could_not_be_read_again_is_not_written(
    tmp_path: Path, path: str, content: bytes
) -> None:
    corpus_with(tmp_path, OLD)
    with one_writer(tmp_path) as writer, pytest.raises(LawkbError, match="could not be read"):
        writer.put({"laws/2017/el/law_2.xml": b"<new/>", path: content})
    assert held_files(tmp_path) == OLD


@pytest.mark.parametrize("path", ["../x.xml", "/abs", "corpus.toml", "laws/a/b/../../../x.xml"])
def test_lawkb_writes_only_its_own_files(tmp_path: Path, path: str) -> None:
    corpus_with(tmp_path, OLD)
    with (
        one_writer(tmp_path) as writer,
        pytest.raises(LawkbError, match="none of those that lawkb may write"),
    ):
        writer.put({path: b""})
    with (
        one_writer(tmp_path) as writer,
        pytest.raises(LawkbError, match="none of those that lawkb may write"),
    ):
        writer.put({}, [path])
    assert held_files(tmp_path) == OLD


def test_what_is_staged_and_not_finished_is_forgotten(tmp_path: Path) -> None:
    corpus_with(tmp_path, OLD)
    with pytest.raises(RuntimeError), one_writer(tmp_path) as writer:
        writer.stage("laws/2017/el/law_2.xml", b"<new/>")
        raise RuntimeError
    assert held_files(tmp_path) == OLD
    assert [each.name for each in tmp_path.iterdir()] == ["laws"]
    with one_writer(tmp_path) as writer:
        writer.stage("laws/2017/el/law_2.xml", b"<new/>")
        writer.finish(["laws/2017/el/law_1.xml"])
    assert held_files(tmp_path)["laws/2017/el/law_2.xml"] == b"<new/>"
    assert "laws/2017/el/law_1.xml" not in held_files(tmp_path)


def test_nothing_of_a_refused_write_is_in_the_next_one(tmp_path: Path) -> None:
    corpus_with(tmp_path, OLD)
    with one_writer(tmp_path) as writer:
        with pytest.raises(LawkbError, match="could not be read"):
            writer.put({"laws/2017/el/law_1.xml": b"<new/>", "laws/2017/el/law_2.xml": b"<half"})
        writer.put({"laws/2017/el/law_3.xml": b"<new/>"})
    assert held_files(tmp_path) == OLD | {"laws/2017/el/law_3.xml": b"<new/>"}
