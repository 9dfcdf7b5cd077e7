"""A correction that its page has by now is retired at ingest; everything else stays."""

from __future__ import annotations

import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.align.translation_units import texts_of
from lawkb.corpus.corpus_toml import read_outline, read_sources
from lawkb.corpus.decision_files import DecisionReason, patch_entries, read_patches
from lawkb.corpus.laws import read_code
from lawkb.editorial.decisions import decided_files, new_decision
from lawkb.editorial.new_patches import PatchedText, new_patch, patch_text
from lawkb.editorial.page_merge import content, merge_patches, page_reader
from lawkb.model.address import Ordinal
from lawkb.model.law import Law, Provision
from lawkb.model.page import Page, Patch, PatchField
from lawkb.pipeline import Ingest, ingest, read_all
from lawkb.server.desk.workspace import Workspace
from lawkb.server.repeated_reading import SourceReader
from tests.corpus_files import PEBBLES
from tests.editorial.test_page_merge import EDITS, PAGES, edited, raw
from tests.profiles import of_profile

CAUSE = DecisionReason("a slip", "Άννα Σαμπλή", "2026-01-01", "the editor")
SOURCE = """
[[sources]]
name = "pebbles"
title = "The wiki of the Three Pebbles"

[[sources.pages]]
pattern = "rule_{law}"
edition = "2016"
languages = ["el", "en"]
"""


@dataclass(frozen=True)
class Small:
    """A corpus with raw pages of a wiki."""

    folder: Path

    def __post_init__(self) -> None:
        told = (PEBBLES / "corpus.toml").read_text(encoding="utf-8")
        pages = self.folder / "sources" / "pebbles"
        pages.mkdir(parents=True)
        (self.folder / "corpus.toml").write_text(told[: told.index("[[sources]]")] + SOURCE)

    def page(self, name: str) -> Path:
        return self.folder / "sources" / "pebbles" / f"{name}.txt"

    def have(self, *names: str) -> None:
        for name in names:
            self.page(name).write_text(raw(name), encoding="utf-8")
        ingest(self.folder)

    def law(self, number: Ordinal, language: str = "el") -> Law:
        return read_code(self.folder).laws["2016", language, number]

    def find(self, place: str, language: str = "el") -> Provision:
        address = self.outline.scheme.read(place)
        found = self.law(address.law, language).find(address)
        assert found
        return found

    @property
    def outline(self):  # type: ignore[no-untyped-def]
        return read_outline(self.folder)

    def add(self, *patches: Patch) -> None:
        entries = patch_entries(patches, read_patches(self.folder, self.outline), self.outline)
        self.write(decided_files(self.folder, new_decision("import", "x", entries), self.outline))

    def write(self, files: dict[str, bytes | None]) -> None:
        for path, new in files.items():
            assert new is not None
            (self.folder / path).parent.mkdir(exist_ok=True)
            (self.folder / path).write_bytes(new)

    def correct(self, place: str, old: str, new: str, field: PatchField = "text") -> None:
        """Add a patch and ingest it."""
        provision = self.find(place)
        self.add(new_patch(self.law(provision.address.law), provision, field, (old, new), CAUSE))
        ingest(self.folder)

    def push(self, name: str, theirs: str | None = None) -> None:
        """Merge the patches of a page into the newest raw text, and fetch that."""
        (source,) = read_sources(self.folder, self.outline)
        page = Page("pebbles", name, f"{name}.txt", b"")
        read = page_reader(page, source, self.outline)
        ours = read(self.page(name).read_text(encoding="utf-8"))
        own = [each for each in read_patches(self.folder, self.outline) if each.page == name]
        done = merge_patches(theirs or raw(name), read, ours, own, self.outline)
        self.page(name).write_text(done.text, encoding="utf-8")

    def patches(self) -> tuple[Patch, ...]:
        return read_patches(self.folder, self.outline)

    def patch_file(self, name: str = "rule_07") -> Path:
        return self.folder / "patches" / f"{name}.toml"


@pytest.fixture
def small(tmp_path: Path) -> Small:
    made = Small(tmp_path / "corpus")
    made.have("rule_03", "rule_07")
    return made


def kinds(result: Ingest) -> list[str]:
    return [loss.kind for each in result.reports for loss in each.losses]


@settings(max_examples=of_profile(0.25), deadline=None)
@given(
    st.sampled_from(PAGES),
    st.lists(st.tuples(EDITS, st.integers(0, 60)), min_size=1, max_size=3),
    st.data(),
)
def test_what_was_merged_into_the_page_is_retired_exactly_and_the_law_reads_as_before(
    name: str, edits: list[tuple[str, int]], data: st.DataObject
) -> None:
    with TemporaryDirectory() as folder:
        small = Small(Path(folder) / "corpus")
        small.have(name)
        number, scheme = int(name[-2:]), small.outline.scheme
        for kind, at in edits:
            law = small.law(number, data.draw(st.sampled_from(["el", "en"])))
            place = data.draw(st.sampled_from([*law.provisions()]))
            texts = texts_of(place, scheme)
            if texts:
                part = data.draw(st.sampled_from([*texts]))
                words = edited(texts[part].words, kind, at)
                made = patch_text(PatchedText(law, place, part), words, CAUSE, scheme)
                small.add(*made.patches)
                ingest(small.folder)
        assume(small.patches())
        before, patches = read_code(small.folder).laws, small.patches()
        small.push(name)
        (source,) = read_sources(small.folder, small.outline)
        page = Page("pebbles", name, f"{name}.txt", b"")
        read = page_reader(page, source, small.outline)
        text = small.page(name).read_text(encoding="utf-8")
        merge = merge_patches(raw(name), read, read(raw(name)), patches, small.outline)
        assert merge.text == text
        result = ingest(small.folder)
        if not merge.refused:
            assert result.retired == patches
            assert not small.patch_file(name).exists()
        assert {key: content(law) for key, law in before.items()} == {
            key: content(law) for key, law in read_code(small.folder).laws.items()
        }
        again = ingest(small.folder)
        assert (again.changed, again.retired) == ((), ())


def test_other_entries_and_remarks_stay_byte_for_byte(small: Small) -> None:
    small.correct("7A1", "δεχτεί", "αποδεχτεί")
    small.correct("7A2", "να ακυρώσει", "αν ακυρώσει")
    file = small.patch_file()
    first, second = file.read_text(encoding="utf-8").split("[[patches]]")[1:]
    told = f"# ours\n\n[[patches]]{first}# of the second\n[[patches]]{second}"
    file.write_text(told, encoding="utf-8")
    small.push("rule_07")
    text = small.page("rule_07").read_text(encoding="utf-8")
    small.page("rule_07").write_text(text.replace("αν ακυρώσει", "να ακυρώσει"), encoding="utf-8")
    result = ingest(small.folder)
    assert [each.new for each in result.retired] == ["αποδεχτεί"]
    assert file.read_text(encoding="utf-8") == f"# ours\n\n# of the second\n[[patches]]{second}"
    assert "patches/rule_07.toml" in result.changed
    assert result.removed == ()


def test_a_file_with_remarks_alone_stays(small: Small) -> None:
    small.correct("7A1", "δεχτεί", "αποδεχτεί")
    file = small.patch_file()
    file.write_text(f"# ours\n\n{file.read_text(encoding='utf-8')}", encoding="utf-8")
    small.push("rule_07")
    assert len(ingest(small.folder).retired) == 1
    assert "# ours" in file.read_text(encoding="utf-8")
    assert ingest(small.folder).changed == ()


def test_a_check_retires_nothing_and_says_what_would_be(small: Small) -> None:
    small.correct("7A1", "δεχτεί", "αποδεχτεί")
    small.push("rule_07")
    before = small.patch_file().read_bytes()
    result = read_all(small.folder)
    assert len(result.retired) == 1
    assert "patches/rule_07.toml" in result.removed
    assert small.patch_file().read_bytes() == before


def test_a_mark_of_missing_words_goes_with_the_correction_that_filled_the_gap(
    small: Small,
) -> None:
    law, place = small.law(7), small.find("7A1")
    gap = new_patch(law, place, "complete", ("να δεχτεί την", ""), CAUSE)
    small.add(replace(gap, new=""))
    ingest(small.folder)
    assert not small.find("7A1").complete
    small.correct("7A1", "δεχτεί την", "δεχτεί αμέσως την")
    assert small.find("7A1").complete
    small.push("rule_07")
    assert [each.field for each in ingest(small.folder).retired] == ["complete", "text"]
    assert small.find("7A1").complete
    assert small.patches() == ()


def test_a_half_fulfilled_correction_stays_and_is_reported_with_both_texts(small: Small) -> None:
    small.correct("7A1", "να δεχτεί την κίνηση", "να αποδεχτεί αμέσως και χωρίς όρους την κίνηση")
    text = raw("rule_07").replace("να δεχτεί την κίνηση", "να αποδεχτεί αμέσως και την κίνηση")
    small.page("rule_07").write_text(text, encoding="utf-8")
    result = ingest(small.folder)
    (loss,) = (loss for each in result.reports for loss in each.losses if "patch" in loss.kind)
    assert loss.kind == "partial-patch"
    assert "αμέσως και χωρίς" in loss.message
    assert "αμέσως και την κίνηση" in loss.message
    assert (result.retired, len(small.patches())) == ((), 1)


def test_a_correction_whose_words_were_rewritten_otherwise_stays_stale(small: Small) -> None:
    small.correct("7A1", "δεχτεί", "αποδεχτεί")
    text = raw("rule_07").replace("δεχτεί", "εγκρίνει")
    small.page("rule_07").write_text(text, encoding="utf-8")
    result = ingest(small.folder)
    assert "stale-patch" in kinds(result)
    assert (result.retired, len(small.patches())) == ((), 1)


def test_a_correction_that_somebody_made_in_the_wiki_is_retired_though_more_was_edited(
    small: Small,
) -> None:
    small.correct("7A1", "δεχτεί", "αποδεχτεί")
    text = raw("rule_07").replace("να δεχτεί την κίνηση", "να αποδεχτεί την κίνηση αμέσως")
    small.page("rule_07").write_text(text, encoding="utf-8")
    assert len(ingest(small.folder).retired) == 1
    assert "αποδεχτεί την κίνηση αμέσως" in small.find("7A1").text


def test_a_chain_is_retired_as_far_as_the_page_has_it(small: Small) -> None:
    small.correct("7A1", "δεχτεί", "αποδεχτεί")
    small.correct("7A1", "αποδεχτεί", "αποδεχτεί αμέσως")
    text = raw("rule_07").replace("να δεχτεί", "να αποδεχτεί")
    small.page("rule_07").write_text(text, encoding="utf-8")
    before = small.find("7A1").text
    result = ingest(small.folder)
    assert [each.new for each in result.retired] == ["αποδεχτεί"]
    assert small.find("7A1").text == before
    assert "stale-patch" not in kinds(result)


def test_a_correction_that_would_fit_the_corrected_page_again_is_retired_not_applied_twice(
    small: Small,
) -> None:
    small.correct("7A1", "να δεχτεί", "νέα να δεχτεί")
    small.correct("7A1", "νέα", "λέξη")
    before = small.find("7A1").text
    small.push("rule_07")
    assert len(ingest(small.folder).retired) == 2
    assert small.find("7A1").text == before


def test_serve_and_the_desk_retire_too_when_they_write_the_laws(small: Small) -> None:
    small.correct("7A1", "δεχτεί", "αποδεχτεί")
    small.push("rule_07")
    other = Path(shutil.copytree(small.folder, small.folder.parent / "other"))
    third = Path(shutil.copytree(small.folder, small.folder.parent / "third"))
    ingest(small.folder)
    assert "patches/rule_07.toml" in SourceReader(other).write()
    workspace = Workspace(third)
    (third / "corpus.toml").touch()
    assert workspace.refreshed().patches == ()
    for folder in (other, third):
        assert not (folder / "patches" / "rule_07.toml").exists()
        assert read_all(folder).changed == ()
        for file in (small.folder / "laws").rglob("*.xml"):
            assert (folder / file.relative_to(small.folder)).read_bytes() == file.read_bytes()


def test_a_reader_that_writes_nothing_retires_nothing(small: Small) -> None:
    small.correct("7A1", "δεχτεί", "αποδεχτεί")
    small.push("rule_07")
    before = small.patch_file().read_bytes()
    SourceReader(small.folder).files()
    Workspace(small.folder)
    assert small.patch_file().read_bytes() == before
    assert len(tomllib.loads(before.decode())["patches"]) == 1
