"""``lawkb new``."""

from __future__ import annotations

import datetime
import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import fill

import click

from lawkb.cli.options import echo
from lawkb.cli.terminal import messages
from lawkb.corpus.new_corpus import (
    GivenFile,
    NewCorpus,
    is_named_as_annex,
    kinds_of_code,
    language_of_file,
    start_corpus,
    start_languages,
    word_for_law,
)
from lawkb.errors import LawkbError
from lawkb.model.address import largest_ordinal
from lawkb.model.language import language_codes, read_language
from lawkb.publish.strings import interface_languages

_GIVEN = re.compile(r"([A-Za-z]{2,3}(?:[,+][A-Za-z]{2,3})*)=(.+)", re.DOTALL)
_MOST_LAWS = largest_ordinal("arabic")
_MOST_SHOWN = 45  # characters of an offered title on the line of its question
_OTHERS = "en"  # language of the menus of a code whose languages have none
_FILES = "Files with the texts, or the address of a wiki; empty for an example"


@click.command("new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--kind", metavar="KIND", help="Kind of code; without it you are asked.")
@click.option(
    "--languages", metavar="TAGS", help="Languages, such as en,el; the original comes first."
)
@click.option(
    "--title",
    "titles",
    metavar="[TAG=]TEXT",
    multiple=True,
    help="Title of the code, for each language.",
)
@click.option(
    "--articles",
    metavar="N",
    type=click.IntRange(1, _MOST_LAWS),
    help="Number of the last article, section or rule.",
)
@click.option("--date", metavar="DATE", help="Date of the edition, such as 2016-04-27.")
@click.option(
    "--from",
    "sources",
    metavar="[TAG=]FILE|URL",
    multiple=True,
    help="Files to copy, or a wiki; TAG is the language, if the name does not show it.",
)
@click.argument("files", metavar="[FILE]...", nargs=-1)
def new_command(
    folder: Path,
    kind: str | None,
    languages: str | None,
    titles: Sequence[str],
    articles: int | None,
    date: str | None,
    sources: Sequence[str],
    files: Sequence[str],
) -> int:
    """Start a law code in a folder: settings, texts and site.

    What the options do not say is asked. FILE is as after --from. Nothing is overwritten.

    Kinds of code: rule-book, eu-act, greek-statute, federal-act, codice, blank.
    """
    given = (*sources, *files)
    asked = kind is None or languages is None or articles is None or not titles
    kind = _kind(kind or _ask_kind())
    tags = _tags(languages or _ask("Languages, the original first (such as en,el)", "--languages"))
    named = _titles(titles, tags)
    date = _date(date) if date else None
    if asked and not given:
        given = tuple(_words(_ask(_FILES, "--from", "")))
    wikis = [each for each in given if re.match(r"https?://", each)]
    if len(wikis) > 1 or (wikis and len(given) > 1):
        hint = "give files, or one address"
        raise LawkbError("--from", "a wiki and something else", hint)
    texts = () if wikis else tuple(_given_files(given, tags))
    found, last = ({}, 0) if named and articles else _first_look(texts, kind)
    named = named or _ask_titles(tags, found)
    articles = articles or _ask_laws(kind, last)
    if asked and date is None:
        date = _date(_ask("Date of this text, its year in addresses", "--date", _today()))
    new = NewCorpus(
        kind=kind,
        languages=tags,
        titles=named,
        laws=articles,
        date=date or _today(),
        menus=tuple(tag for tag in tags if tag in interface_languages()) or (_OTHERS,),
        files=texts,
        wiki=wikis[0] if wikis else "",
    )
    for name in start_corpus(folder, new):
        echo(folder / name)
    _tell_annexes(new)
    _tell_menus(new)
    _tell_next(folder, new)
    return 0


def _first_look(files: Sequence[GivenFile], kind: str) -> tuple[dict[str, str], int]:
    from lawkb.file_reading import first_look

    return first_look([(each.path, each.languages) for each in files], kind)


def _tell_annexes(new: NewCorpus) -> None:
    """Say which files hold annexes: they have a heading of their own and no articles."""
    names = [each.path.name for each in new.files if is_named_as_annex(each.path, new)]
    if names:
        told = names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
        echo(_filled(f"{told}: read as annexes, by the heading in each file"))


def _tell_menus(new: NewCorpus) -> None:
    """Say in which languages the site has no menus yet, and how to add them."""
    known = interface_languages()
    lacking = [tag for tag in new.languages if tag not in known]
    if lacking:
        names = " and ".join(read_language(tag).name for tag in lacking)
        there = ", ".join(read_language(tag).name for tag in new.menus)
        file = f"corpus/languages/{lacking[0]}.po"
        echo(
            _filled(
                f"Menus of the site: {there}. There are none in {names} yet; the texts are shown "
                f"all the same. To add them, translate some words in {file} and add "
                f"{lacking[0]} to languages in mkdocs.yml (page “Add another language” of the "
                f"manual)."
            )
        )


def _filled(text: str) -> str:
    return fill(text, 79, break_long_words=False, break_on_hyphens=False)


def _tell_next(folder: Path, new: NewCorpus) -> None:
    go = "" if folder == Path() else f"cd {folder}, then "
    if new.wiki:
        go += f"lawkb fetch {new.wiki} --source wiki, then "
    elif not new.files:
        echo("The texts are an example. Put your own files into corpus/sources/texts,")
        echo("and name them at the end of corpus/corpus.toml.")
    echo(f"next: {go}make site (or: lawkb ingest, lawkb build)")


def _ask(question: str, option: str, default: str | None = None, *, shown: bool = True) -> str:
    """Return the answer to a question.

    Raises:
        LawkbError: Nobody answers.
    """
    try:
        answer: str = click.prompt(
            question, default=default, show_default=bool(default) and shown, err=True
        )
    except click.Abort as error:
        what = f"{question}: there is no answer"
        hint = f"answer, or give {option}"
        raise LawkbError("lawkb new", what, hint) from error
    return answer


def _ask_kind() -> str:
    for name, title in kinds_of_code().items():
        messages().print(fill(f"{name:14} {title}", 79, subsequent_indent=" " * 15), soft_wrap=True)
    return _ask("Kind of code", "--kind")


def _ask_titles(tags: Sequence[str], offered: Mapping[str, str]) -> dict[str, str]:
    """Return the titles that are answered; empty answers take what the files have."""
    found: dict[str, str] = {}
    for tag in tags:
        default = offered.get(tag) or found.get(tags[0])
        question = f"Title in {read_language(tag).name}"
        if default and len(default) > _MOST_SHOWN:  # a line of its own
            messages().print(_filled(f"The files have: {default}"), soft_wrap=True, markup=False)
            found[tag] = _ask(f"{question} (Enter takes it)", "--title", default, shown=False)
        else:
            found[tag] = _ask(question, "--title", default)
    return found


def _ask_laws(kind: str, last: int) -> int:
    default = str(last) if last else None
    return _laws(_ask(f"Number of the last {word_for_law(kind)}", "--articles", default))


def _words(answer: str) -> list[str]:
    """Return the file names of an answer; those with spaces are in quotation marks.

    Raises:
        LawkbError: A quotation mark is missing.
    """
    try:
        return shlex.split(answer)
    except ValueError as error:
        raise LawkbError("--from", "a quotation mark is missing", 'write: "my act.docx"') from error


def _kind(name: str) -> str:
    known = kinds_of_code()
    if name not in known:
        raise LawkbError(
            f"--kind {name}", "lawkb has no such kind", f"there are: {', '.join(known)}"
        )
    return name


def _tags(written: str) -> tuple[str, ...]:
    tags = tuple(dict.fromkeys(tag.lower() for tag in re.findall(r"[^,\s]+", written)))
    unknown = start_languages(tags)
    if unknown or not tags:
        there = ", ".join(language_codes())
        what = f"lawkb has no file for {', '.join(unknown)}" if unknown else "names no language"
        hint = f"there are: {there}; another: the page “Add another language” of the manual"
        raise LawkbError(f"--languages {written}", what, hint)
    return tags


def _titles(written: Sequence[str], tags: Sequence[str]) -> dict[str, str]:
    """Return the titles by language; one without a tag is that of the original."""
    found: dict[str, str] = {}
    for each in written:
        match = _GIVEN.fullmatch(each)
        tag, title = match.groups() if match and match[1] in tags else (tags[0], each)
        found[tag] = title.strip()
    if found and (tags[0] not in found or not all(found.values())):
        hint = f"write: --title {tags[0]}=TEXT"
        raise LawkbError("--title", f"no title in {tags[0]}, the original", hint)
    return found


def _laws(written: str) -> int:
    if not (written.isdecimal() and 1 <= int(written[:7]) <= _MOST_LAWS):
        raise LawkbError(
            f"--articles {written}", "no number of a law", f"write a number from 1 to {_MOST_LAWS}"
        )
    return int(written)


def _date(written: str) -> str:
    try:
        return datetime.date.fromisoformat(written).isoformat()
    except ValueError as error:
        raise LawkbError(f"--date {written}", "no date", "write one such as 2016-04-27") from error


def _today() -> str:
    return datetime.date.today().isoformat()


def _given_files(written: Sequence[str], tags: Sequence[str]) -> list[GivenFile]:
    """Return the files, with those of the folders, and the languages of each.

    Raises:
        LawkbError: The language of files is not known, or they are not there.
    """
    found, missing, nameless = [], [], []
    for each in written:
        match = _GIVEN.fullmatch(each)
        own, name = (re.split("[,+]", match[1]), match[2]) if match else ([], each)
        path = Path(name)
        if not path.exists():
            missing.append(name)
        listed = sorted(path.iterdir()) if path.is_dir() else [path]
        for file in (file for file in listed if not file.name.startswith(".")):
            tag = tags[0] if len(tags) == 1 else language_of_file(file, tags)
            if not own and tag is None:
                nameless.append(str(file))
            found.append(GivenFile(file, tuple(own or filter(None, [tag]))))
    if missing:
        raise LawkbError("--from", f"not there: {', '.join(missing)}", "name files that exist")
    if nameless:
        hint = f"write their language: {tags[0]}={nameless[0]}"
        raise LawkbError("--from", f"in which language: {', '.join(nameless)}", hint)
    strange = sorted({tag for each in found for tag in each.languages} - {*tags})
    if strange:
        hint = f"add it: --languages {','.join([*tags, *strange])}"
        raise LawkbError("--from", f"no language of the code: {', '.join(strange)}", hint)
    return found
