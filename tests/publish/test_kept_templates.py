"""A compiled template is that of its source, its place and its compiler, or it is made again."""

import marshal
from pathlib import Path

import pytest
from jinja2 import BytecodeCache, Environment

from lawkb.corpus.cached import templates_folder
from lawkb.errors import LawkbError
from lawkb.publish import kept_templates as module
from lawkb.publish.render import make_environment, settled_templates

OWN = "absent.html"  # a template that the webmaster has in place of the theme's


@pytest.fixture
def overrides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A webmaster's folder; all templates were compiled and kept."""
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / OWN).write_text("{{ 6 * page }}\n\n", encoding="utf-8")
    assert OWN in compiled(folder, monkeypatch)
    return folder


def compiled(overrides: Path, monkeypatch: pytest.MonkeyPatch, **settings: bool) -> set[str]:
    """The names of the templates that a new process compiles."""
    make_environment.cache_clear()
    environment = make_environment(str(overrides))
    for name, value in settings.items():
        setattr(environment, name, value)
    asked: set[str] = set()
    compiling = Environment.compile

    def compile_(self: Environment, source: str, name: str, filename: str) -> object:
        asked.add(name)
        return compiling(self, source, name, filename)

    with monkeypatch.context() as patch:
        patch.setattr(Environment, "compile", compile_)
        with settled_templates(str(overrides)):
            pass
    return asked


def shown(overrides: Path) -> str:
    return make_environment(str(overrides)).get_template(OWN).render(page=7)


def kept(overrides: Path) -> Path:
    """The file of the cache that the webmaster's template is kept in."""
    key = BytecodeCache.get_cache_key(module.KeptTemplates(), OWN, str(overrides / OWN))
    return templates_folder() / key


def test_what_stands_is_not_compiled_again(
    overrides: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compiled(overrides, monkeypatch) == set()
    assert shown(overrides) == "42\n"


def test_the_one_that_changes_is_compiled_and_no_other(
    overrides: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (overrides / OWN).write_text("{{ 7 * page }}\n", encoding="utf-8")
    assert compiled(overrides, monkeypatch) == {OWN}
    assert shown(overrides) == "49"


def test_templates_of_two_folders_do_not_drive_each_other_out(
    overrides: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = overrides.with_name("other")
    other.mkdir()
    (other / OWN).write_bytes((overrides / OWN).read_bytes())
    assert compiled(other, monkeypatch) == {OWN}
    assert compiled(overrides, monkeypatch) == set()


@pytest.mark.parametrize("name", ["autoescape", "trim_blocks"])
def test_other_settings_or_another_compiler_compile_all(
    overrides: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    every = set(make_environment(str(overrides)).list_templates(extensions=["html"]))
    assert compiled(overrides, monkeypatch, **{name: False}) == every
    assert compiled(overrides, monkeypatch) == every
    monkeypatch.setattr(module, "_COMPILER", "another Python")
    assert compiled(overrides, monkeypatch) == every


def test_code_that_others_could_have_written_is_never_run(
    overrides: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = kept(overrides)
    written = file.read_bytes()
    digest, _, _ = written.partition(b"\n")
    foreign = compile("raise SystemExit('run')", str(overrides / OWN), "exec")
    file.write_bytes(digest + b"\n" + marshal.dumps(foreign))
    assert compiled(overrides, monkeypatch) == {OWN}
    assert file.read_bytes() == written
    file.chmod(0o666)
    assert compiled(overrides, monkeypatch) == {OWN}
    assert not file.stat().st_mode & 0o077
    beside = file.rename(file.with_name("beside"))
    file.symlink_to(beside)
    assert compiled(overrides, monkeypatch) == {OWN}
    assert not file.is_symlink()
    assert shown(overrides) == "42\n"


def test_a_wrong_template_is_told_each_time_with_its_line(
    overrides: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (overrides / OWN).write_text("\n{% if %}\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(LawkbError, match=rf"{OWN}:2"):
            compiled(overrides, monkeypatch)


def test_where_nothing_can_be_kept_templates_are_compiled(
    overrides: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAWKB_CACHE", str(overrides / OWN))
    assert OWN in compiled(overrides, monkeypatch)
    assert shown(overrides) == "42\n"
