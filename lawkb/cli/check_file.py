"""``lawkb check FILE``: check bilingual files, pair by pair while they are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from lawkb.align.translation_units import FilePair
from lawkb.checks.bilingual_files import (
    LearnedFile,
    check_file,
    check_whole_file,
    file_rules,
    learn_file,
    most_pairs,
    not_checked,
)
from lawkb.checks.rule_list import Rule, with_settings
from lawkb.checks.shown_findings import FindingGroup
from lawkb.cli.options import Settings
from lawkb.cli.terminal import messages
from lawkb.cli.terminal_findings import ReportOptions, write_report
from lawkb.corpus.corpus_toml import read_outline
from lawkb.corpus.editorial_settings import EditorialSettings, read_editorial_settings
from lawkb.errors import LawkbError
from lawkb.exchange.formats.all_formats import open_pairs, read_file_languages
from lawkb.model.finding import Finding
from lawkb.model.language import Language, any_language, known_codes, main_language

_OF_ANY_LANGUAGE = {".tmx", ".po"}  # what these declare need not be complete
_T = TypeVar("_T")


def check_bilingual(
    settings: Settings,
    files: Sequence[Path],
    rules: Sequence[Rule],
    wanted: ReportOptions,
    asked: dict[str, Any],
) -> int:
    """Check bilingual files, each by what it teaches itself; report all, return the exit code."""
    if asked["fix"] or asked["waive"]:
        what = "--fix" if asked["fix"] else "--waive"
        raise LawkbError(what, "a bilingual file is only checked", "edit the file itself")
    if wanted.output and wanted.output.resolve() in {file.resolve() for file in files}:
        what = "it is one of the files to check"
        raise LawkbError(f"-o {wanted.output}", what, "name another file for the report")
    editorial = _editorial_settings(settings)
    runs = [_run(file, rules, editorial, asked) for file in files]
    with _progress() as progress:
        groups = (group for run in runs for group in run.groups(progress))
        code = write_report(groups, replace(wanted, settings=editorial.checks))
    if not wanted.quiet:
        _print_not_run(rules, runs)
    return code


def _run(
    file: Path, rules: Sequence[Rule], editorial: EditorialSettings, asked: dict[str, Any]
) -> _Run:
    tags, languages = _languages(file, asked["source"], asked["target"])
    kept = file_rules(rules, languages, editorial)
    if not kept:
        names = ", ".join(rule.name for rule in rules)
        raise LawkbError(f"{file}", f"a file is not checked for {names}", "name other rules")
    return _Run(file, tags, languages, editorial, kept)


def _languages(
    file: Path, source: str | None, target: str | None
) -> tuple[tuple[str, str], tuple[Language, Language]]:
    """Return the BCP 47 tags of the two languages in the file, and the languages."""
    said = read_file_languages(file)
    if len(said) > 2 and not target:
        told = f"its texts are in {', '.join(said)}"
        hint = f"name two of them: --source {said[0]} --target {said[1]}"
        raise LawkbError(str(file), told, hint)
    named = (*said, "", "")
    tags = (source or named[0], target or named[1])
    if not all(tags):
        told = "the languages of its texts are not declared"
        raise LawkbError(str(file), told, "name them: --source en --target el")
    asked, there = set(map(main_language, tags[: len(said)])), set(map(main_language, said))
    if asked - there and file.suffix.lower() not in _OF_ANY_LANGUAGE:
        told = f"its texts are in {' and '.join(said)}"
        raise LawkbError(
            f"--source {tags[0]} --target {tags[1]}", told, "name these languages instead"
        )
    if main_language(tags[0]) == main_language(tags[1]):
        raise LawkbError(str(file), f"both texts would be in {tags[0]}", "name two languages")
    for tag in tags:
        if main_language(tag) not in known_codes():
            hint = f"there are: {', '.join(known_codes())}"
            raise LawkbError(f"language {tag}", "lawkb does not know it", hint)
    return tags, (any_language(main_language(tags[0])), any_language(main_language(tags[1])))


def _editorial_settings(settings: Settings) -> EditorialSettings:
    """Return the editors' settings of the corpus that was named; empty ones without a corpus."""
    if settings.corpus is None:
        return EditorialSettings()
    return read_editorial_settings(settings.folder, read_outline(settings.folder))


def _print_not_run(rules: Sequence[Rule], runs: Sequence[_Run]) -> None:
    """Print which rules do not apply to the files, and why; with the names of the files if some."""
    told: dict[str, list[str]] = {}
    for run in runs:
        for line in _not_run(rules, run):
            told.setdefault(line, []).append(f"{run.file}")
    for line, files in told.items():
        where = f"{', '.join(files)}: " if len(files) < len(runs) else ""
        messages().print(f"{where}{line}")


def _not_run(rules: Sequence[Rule], run: _Run) -> Iterator[str]:
    """Yield a line on the rules that do not apply to any such file, and one on its languages."""
    unknown = [each.code for each in run.languages if not each.has_words]
    unspaced = [each.code for each in run.languages if not each.has_blanks]
    of_file: dict[str, list[str]] = {}
    of_languages: dict[str, list[str]] = {}
    ran = {rule.name for rule in run.rules}
    on = with_settings(rules, run.editorial.checks)
    for rule in (rule for rule in on if rule.name not in ran):
        if not rule.in_files:
            of_file.setdefault("they need whole laws", []).append(rule.name)
        elif rule.needs_settings:
            of_file.setdefault("they need a glossary: --corpus DIR", []).append(rule.name)
        elif rule.needs_words and unknown:
            reason = f"lawkb has no word lists of {' and '.join(unknown)}"
            of_languages.setdefault(reason, []).append(rule.name)
        else:
            reason = f"no spaces separate the words of {' and '.join(unspaced)}"
            of_languages.setdefault(reason, []).append(rule.name)
    if of_file:
        yield f"rules not run: {_with_reasons(of_file)}"
    if unspaced or unknown:
        where = "only where a whole text is missing" if unspaced else "in files of 30 pairs or more"
        part = f"rules not run: {_with_reasons(of_languages)}; " if of_languages else ""
        yield f"{part}the check for lost text works {where}"


def _with_reasons(reasons: Mapping[str, Sequence[str]]) -> str:
    return "; ".join(f"{', '.join(names)} ({reason})" for reason, names in reasons.items())


@dataclass(frozen=True, slots=True)
class _Run:
    """One check of a file."""

    file: Path
    tags: tuple[str, str]
    languages: tuple[Language, Language]
    editorial: EditorialSettings
    rules: Sequence[Rule]

    def groups(self, progress: Progress) -> Iterator[FindingGroup]:
        """Yield the findings on the whole file, then those on each pair, while it is read."""
        names = [language.code for language in self.languages]
        for pair, findings in self._found(progress):
            if findings:
                named = tuple(replace(each, file=self.file.as_posix()) for each in findings)
                texts = tuple(zip(names, (pair.source, pair.target), strict=True))
                yield FindingGroup(named, texts)

    def _found(self, progress: Progress) -> Iterator[tuple[FilePair, tuple[Finding, ...]]]:
        most = most_pairs(self.file.stat().st_size)
        lesson = self._learned(progress, most)
        whole = FilePair("", "", "")
        for rule in self.rules:
            if rule.scope == "code":
                with open_pairs(self.file, *self.tags) as pairs:
                    told = _shown(progress, rule.name, islice(pairs, most), lesson.count)
                    yield whole, tuple(check_whole_file(told, lesson, rule))
        with open_pairs(self.file, *self.tags) as pairs:
            told = _shown(progress, "checking", islice(pairs, most), lesson.count)
            yield from check_file(told, lesson, self.rules)
            if more := next(pairs, None):
                yield more, (not_checked(more, most),)

    def _learned(self, progress: Progress, most: int) -> LearnedFile:
        with open_pairs(self.file, *self.tags) as pairs:
            told = _shown(progress, "learning", islice(pairs, most), None)
            lesson = learn_file(told, self.languages, self.editorial)
        if not lesson.count:
            told_tags = " and ".join(self.tags)
            raise LawkbError(
                str(self.file),
                f"no pair of texts in {told_tags}",
                "name other languages or another file",
            )
        return lesson


@contextmanager
def _progress() -> Iterator[Progress]:
    """Yield a progress bar on standard error, shown only on a terminal."""
    out = messages()
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=out, disable=not out.is_terminal, transient=True) as progress:
        yield progress


def _shown(progress: Progress, what: str, things: Iterable[_T], total: int | None) -> Iterator[_T]:
    """Yield things while counting them in a progress bar."""
    task = progress.add_task(what, total=total)
    for number, thing in enumerate(things, start=1):
        yield thing
        if number % 500 == 0:
            progress.update(task, completed=number)
    progress.update(task, visible=False)
