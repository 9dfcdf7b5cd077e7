"""A page that cannot be read is named with the reason, and what it had is kept: at every step."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lawkb.errors import LawkbError
from lawkb.pipeline import ingest
from lawkb.server.repeated_reading import SourceReader
from tests.corpus.small_act import LANGUAGES, act, article, held, page_of, small_act
from tests.parse.word_files import paragraph, run, word_file
from tests.running import run_command

Damage = Callable[[Path, str], None]
NOBODY = 65534
# The language that is beside one, and that its page is in when it is the wrong file.
OTHER = {"en": "de", "de": "fr", "fr": "it", "it": "el", "el": "en"}
SIGN_IN = (
    "<!doctype html><html><body><h1>Sign in</h1><form>"
    '<input type="text" name="u"><input type="password" name="p"></form></body></html>'
)
LFS = "version https://git-lfs.github.com/spec/v1\noid sha256:{}\nsize 12345\n".format("a" * 64)
ANNEX = "/annex/objects/SHA256E-s12345--" + "b" * 64 + ".txt\n"


def _bytes(content: bytes) -> Damage:
    def damage(page: Path, tag: str) -> None:
        page.write_bytes(content)

    return damage


def _no_utf_8(page: Path, tag: str) -> None:
    page.write_bytes(bytes(each ^ 0x80 for each in act(tag).encode()))


def _other_code_page(page: Path, tag: str) -> None:
    page.write_bytes("".join(f"{n}. ╔══╗ Š‰…ƒ\n" for n in range(99)).encode("cp437", "replace"))


def _other_language(page: Path, tag: str) -> None:
    page.write_text(act(OTHER[tag]), "utf-8")


def _other_word(page: Path, tag: str) -> None:
    word = article(tag, 1).partition(" ")[0]
    page.write_text(act(tag).replace(word, "Regula"), "utf-8")


def _dangling(page: Path, tag: str) -> None:
    page.unlink()
    page.symlink_to("nowhere.txt")


def _annex_link(page: Path, tag: str) -> None:
    page.unlink()
    page.symlink_to("../../../.git/annex/objects/Ab/Cd/SHA256E-s1--c.txt")


def _folder(page: Path, tag: str) -> None:
    page.unlink()
    page.mkdir()


def _no_right(page: Path, tag: str) -> None:
    page.chmod(0)


def _as_docx(page: Path, tag: str) -> None:
    page.rename(page.with_suffix(".docx"))


def _as_doc(page: Path, tag: str) -> None:
    page.rename(page.with_suffix(".doc"))


def _cut_zip(page: Path, tag: str) -> None:
    whole = word_file(paragraph(run(act(tag))))
    page.write_bytes(whole[: len(whole) // 2])


def _cut_docx(page: Path, tag: str) -> None:
    page.unlink()
    whole = word_file(paragraph(run(act(tag))))
    page.with_suffix(".docx").write_bytes(whole[: len(whole) // 2])


# What happens to the page, and words of the reason that is told.
DAMAGES: dict[str, tuple[Damage, str]] = {
    "not UTF-8": (_no_utf_8, "not in UTF-8"),
    "another code page": (_other_code_page, "no text, or not in UTF-8"),
    "empty": (_bytes(b""), "empty"),
    "blank": (_bytes(b"\xef\xbb\xbf \n\n"), "empty"),
    "zeros": (_bytes(bytes(4096)), "empty"),
    "binary": (_bytes(bytes(range(256)) * 20), "no text"),
    "PDF": (_bytes(b"%PDF-1.7\n1 0 obj <<>> endobj\n"), "PDF"),
    "image": (_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256))), "image"),
    "a text renamed .docx": (_as_docx, "no Word file"),
    "a text renamed .doc": (_as_doc, "save it as DOCX"),
    "another language": (_other_language, "its words are"),
    "another word for Article": (_other_word, "lines begin with Regula 1–4"),
    "a link that leads nowhere": (_dangling, "cannot be read"),
    "a git-annex pointer": (_bytes(ANNEX.encode()), "git annex get"),
    "a git-annex link": (_annex_link, "cannot be read"),
    "a Git LFS pointer": (_bytes(LFS.encode()), "git lfs pull"),
    "a folder": (_folder, "is no file"),
    "no right to read": (_no_right, "cannot be read"),
    "a ZIP cut short": (_cut_zip, "ZIP file whose end is missing"),
    "a Word file cut short": (_cut_docx, "Word file"),
    "a page to sign in": (_bytes(SIGN_IN.encode()), "password"),
    "RTF": (_bytes(b"{\\rtf1\\ansi Article 1}"), "RTF"),
}
CASES = [
    pytest.param(damage, words, LANGUAGES[n % len(LANGUAGES)], id=name)
    for n, (name, (damage, words)) in enumerate(DAMAGES.items())
]


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A corpus in a language and another one, by the first: it is read again for every case."""
    found = {tag: small_act(tmp_path_factory.mktemp(tag), (tag, OTHER[tag])) for tag in LANGUAGES}
    for corpus in found.values():
        ingest(corpus)
    return found


@pytest.fixture
def tag() -> str:
    return "el"


@pytest.fixture
def corpus(
    clubs: dict[str, Path], tag: str, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Path]:
    copy = tmp_path / "corpus"
    shutil.copytree(clubs[tag], copy)
    drawn = getattr(request.node, "callspec", None)
    if drawn is None or drawn.params.get("damage") is not _no_right or os.geteuid():
        yield copy
        return
    # Root may read everything: this test is nobody, to whom the corpus belongs.
    for path in (copy, *copy.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    for folder in copy.parents[: len(copy.parents) - 2]:
        folder.chmod(folder.stat().st_mode | 0o011)
    os.seteuid(NOBODY)
    try:
        yield copy
    finally:
        os.seteuid(0)


@pytest.mark.parametrize(("damage", "words", "tag"), CASES)
def test_a_damaged_page_is_named_and_no_law_of_it_is_removed(
    corpus: Path, damage: Damage, words: str, tag: str
) -> None:
    before = held(corpus)
    damage(page_of(corpus, tag), tag)
    for options in ({}, {"prune": True}, {"prune": True, "languages": (tag,)}):
        result = ingest(corpus, **options)
        (unread,) = result.unread
        assert words in unread.told
        assert unread.path.startswith(f"sources/files/act_{tag}.")
        assert {path.removeprefix("laws/2020/") for path in unread.kept or ()} == {
            *held(corpus, tag)
        }
        assert (result.changed, result.removed) == ((), ())
    reader = SourceReader(corpus)
    assert reader.write() == ()
    assert any(words in loss.message for losses in reader.losses.values() for loss in losses)
    assert held(corpus) == before


@pytest.mark.parametrize(("damage", "words", "tag"), CASES)
def test_a_first_ingest_names_it_and_reads_the_other_pages(
    corpus: Path, damage: Damage, words: str, tag: str
) -> None:
    shutil.rmtree(corpus / "laws")
    damage(page_of(corpus, tag), tag)
    if damage is _as_doc:  # no law came from there, so that it is no page of ours
        with pytest.raises(LawkbError, match=rf"act_{tag} is missing"):
            ingest(corpus)
        return
    result = ingest(corpus)
    (unread,) = result.unread
    assert words in unread.told
    assert unread.kept == ()
    assert result.without_laws == (("2020", tag),)
    assert {name.partition("/")[0] for name in held(corpus)} == {OTHER[tag]}


@pytest.mark.parametrize(("damage", "words", "tag"), CASES)
def test_read_gives_the_same_reason(
    corpus: Path, damage: Damage, words: str, tag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from lawkb.file_reading import read_files

    damage(page_of(corpus, tag), tag)
    (page,) = (corpus / "sources" / "files").glob(f"act_{tag}.*")
    try:
        (reading,) = read_files([page], corpus).files
    except LawkbError as error:
        told = str(error)
    else:
        told = " ".join(loss.message for loss in reading.reading.losses)
    if damage not in (_dangling, _annex_link, _folder):  # it has words of its own for a wrong name
        assert all(part in told for part in words.split(": "))


def test_the_command_ends_with_2_and_its_json_names_the_file(corpus: Path) -> None:
    page_of(corpus, "el").write_bytes(b"")
    before = held(corpus)
    page_of(corpus, "en").write_text(act("en").replace("rules", "laws", 1), "utf-8")
    environment = {**os.environ, "LAWKB_CACHE": str(corpus / "cache")}
    done = run_command(
        "--corpus", str(corpus), "ingest", "--prune", "--format", "json", environment=environment
    )
    assert done.returncode == 2
    assert len(done.stderr.strip().split("\n")) == 3
    assert "act_el.txt" in done.stderr
    found = json.loads(done.stdout)
    (unread,) = found["unread"]
    assert unread["file"] == "sources/files/act_el.txt"
    assert len(unread["kept"]) == 4
    assert "laws/2020/en/art_1.xml" in found["changed"]
    assert {name: held(corpus)[name] for name in held(corpus, "el")} == {
        name: before[name] for name in held(corpus, "el")
    }


# ---- what was read and has a law no longer


def test_only_a_page_that_was_read_gives_up_a_law_and_only_with_prune(corpus: Path) -> None:
    page_of(corpus, "el").write_text(act("el", (1, 2, 4)), "utf-8")
    page_of(corpus, "en").write_bytes(b"")
    with pytest.raises(LawkbError, match=r"el/art_3\.xml"):
        ingest(corpus)
    assert ingest(corpus, prune=True).removed == ("laws/2020/el/art_3.xml",)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_language_is_never_emptied_without_being_named(corpus: Path, tag: str) -> None:
    page_of(corpus, tag).write_text("The board meets on Monday.\n", "utf-8")
    with pytest.raises(LawkbError, match=f"--prune-language {tag}"):
        ingest(corpus, prune=True)
    other = OTHER[tag]
    with pytest.raises(LawkbError, match="--prune"):
        ingest(corpus, languages=(other,))
    assert len(ingest(corpus, languages=(tag,)).removed) == 4


def test_a_language_that_is_unknown_is_named(corpus: Path) -> None:
    with pytest.raises(LawkbError, match="no language nl"):
        ingest(corpus, languages=("nl",))


# ---- encodings that are sure are read

ENCODED = [
    ("el", "cp1253", "windows-1253"),
    ("el", "iso8859-7", "iso-8859-7"),
    ("el", "utf-16", None),
    ("el", "utf-8-sig", None),
    ("el", "utf-16-be", "utf-16-be"),
    ("de", "cp1252", "windows-1252"),
    ("fr", "latin-1", "windows-1252"),
    ("it", "cp1252", "windows-1252"),
    ("en", "utf-16-le", "utf-16-le"),
]


@pytest.mark.parametrize(("tag", "codec", "named"), ENCODED)
def test_a_page_in_an_older_encoding_is_read_and_told(
    corpus: Path, tag: str, codec: str, named: str | None
) -> None:
    before = held(corpus, tag)
    page_of(corpus, tag).write_bytes(act(tag).encode(codec))
    result = ingest(corpus)
    assert result.unread == ()
    assert not result.removed
    assert {*held(corpus, tag)} == {*before}
    assert not any(change.kind == "text" for change in result.changes)
    told = [
        loss.message for page in result.reports for loss in page.losses if loss.kind == "encoding"
    ]
    assert [named in message for message in told if named] == ([True] if named else [])
