"""``lawkb check FILE``: check any bilingual file, pair by pair while it is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from lawkb.checks.bilingual_files import (
    FilePair,
    LearnedFile,
    check_file,
    check_whole_file,
    file_rules,
    learn_file,
    most_pairs,
    not_checked,
)
from lawkb.checks.rule_list import Rule
from lawkb.cli.options import Settings, is_file
from lawkb.cli.terminal import console, messages, print_lines
from lawkb.cli.terminal_findings import pair_lines, print_report, summary_line
from lawkb.corpus.corpus_toml import read_outline
from lawkb.corpus.editorial_settings import EditorialSettings, read_editorial_settings
from lawkb.errors import LawkbError
from lawkb.exchange.formats.all_formats import open_pairs, read_file_languages
from lawkb.exchange.formats.tmx import main_language
from lawkb.exchange.sarif_and_junit import count_by_severity
from lawkb.model.finding import SEVERITIES, Finding
from lawkb.model.language import Language, any_language, known_codes

_SUFFIXES = {".xlf", ".xliff", ".tmx", ".tsv", ".csv", ".xlsx", ".txt"}
_MOST_SHOWN = 1000  # pairs with findings in a terminal
_T = TypeVar("_T")
_Checked = tuple[FilePair, tuple[Finding, ...]]


def named_file(words: Sequence[str]) -> Path | None:
    """Return the bilingual file if the arguments of ``check`` name one; None if they name laws."""
    if len(words) != 1:
        return None
    path = Path(words[0])
    named = is_file(words[0]) and not words[0].isalnum()  # a file called 47 does not hide Law 47
    return path if named or path.suffix.lower() in _SUFFIXES else None


def check_bilingual(
    settings: Settings, file: Path, rules: Sequence[Rule], form: str, asked: dict[str, Any]
) -> int:
    """Check a bilingual file, print the findings, and return the exit code.

    Raises:
        LawkbError: The file cannot be read, its languages are unknown, or an option is given that
            waives or fixes a finding, which needs a corpus.
    """
    if not file.exists():
        what = "there is no such file, and no such provision"
        raise LawkbError(f"{file}", what, "name a bilingual file that is there, or a provision")
    if asked["fix"] or asked["waive"]:
        what = "--fix" if asked["fix"] else "--waive"
        raise LawkbError(what, "a bilingual file is only checked", "edit the file itself")
    tags, languages = _languages(file, asked["source"], asked["target"])
    editorial = _editorial_settings(settings)
    kept = file_rules(rules, languages, editorial)
    if not kept:
        names = ", ".join(rule.name for rule in rules)
        raise LawkbError(f"{file}", f"a file is not checked for {names}", "name other rules")
    counts = _Run(file, tags, languages, editorial, kept).print(form)
    _print_not_run(rules, kept, languages)
    failing = counts["error"] + (counts["warning"] if asked["strict"] else 0)
    return 1 if failing else 0


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
    if asked - there and file.suffix != ".tmx":
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


def _print_not_run(
    rules: Sequence[Rule], kept: Sequence[Rule], languages: tuple[Language, Language]
) -> None:
    unknown = [each.code for each in languages if not each.has_words]
    unspaced = [each.code for each in languages if not each.has_blanks]
    reasons: dict[str, list[str]] = {}
    for rule in (rule for rule in rules if rule not in kept):
        if not rule.in_files:
            reason = "they need whole laws"
        elif rule.needs_settings:
            reason = "they need a glossary: --corpus DIR"
        elif rule.needs_words and unknown:
            reason = f"lawkb has no word lists of {' and '.join(unknown)}"
        else:
            reason = f"no spaces separate the words of {' and '.join(unspaced)}"
        reasons.setdefault(reason, []).append(rule.name)
    parts = [f"{', '.join(names)} ({reason})" for reason, names in reasons.items()]
    if parts:
        messages().print(f"rules not run: {'; '.join(parts)}")
    if unspaced or unknown:
        told = "only where a whole text is missing" if unspaced else "in files of 30 pairs or more"
        messages().print(f"the check for lost text works {told}")


@dataclass(slots=True)
class _Run:
    """One check of a file."""

    file: Path
    tags: tuple[str, str]
    languages: tuple[Language, Language]
    editorial: EditorialSettings
    rules: Sequence[Rule]
    counts: Counter[str] = field(default_factory=Counter)

    def print(self, form: str) -> dict[str, int]:
        """Print all findings, and return their number by severity."""
        with _progress() as progress:
            found = self._found(progress)
            if form == "text":
                self._print_text(found)
            else:
                told = (each for _, own in self._counted(found) for each in own)
                print_report(form, told, self.file.as_posix())
        return {name: self.counts[name] for name in (*SEVERITIES, "waived")}

    def _found(self, progress: Progress) -> Iterator[_Checked]:
        """Yield pairs with their findings while the file is read.

        Findings on the whole file come first.
        """
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

    def _counted(self, found: Iterable[_Checked]) -> Iterator[_Checked]:
        for pair, findings in found:
            if findings:
                self.counts.update(count_by_severity(findings))
                yield pair, findings

    def _print_text(self, found: Iterable[_Checked]) -> None:
        out = console()
        names = [language.code for language in self.languages]
        told = self._counted(found)
        for pair, findings in islice(told, _MOST_SHOWN):
            texts = list(zip(names, (pair.source, pair.target), strict=True))
            print_lines(out, pair_lines(out, findings, texts))
        if left := sum(1 for _ in told):
            out.print(f"findings in {left} more texts; --format json shows all")
        out.print(summary_line(self.counts))


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
