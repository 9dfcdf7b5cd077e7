"""``lawkb new``."""

from __future__ import annotations

import datetime
import re
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, TypeVar

import click

from lawkb.cli.options import counted, echo, left_option
from lawkb.cli.terminal import messages
from lawkb.corpus.new_corpus import (
    GivenFile,
    NewCorpus,
    is_made_for,
    is_named_as_annex,
    kinds_of_code,
    law_word_of,
    refuse_used,
    short_id,
    start_corpus,
    start_languages,
    word_for_law,
)
from lawkb.errors import LawkbError, on_one_line
from lawkb.model.address import largest_ordinal
from lawkb.model.language import language_codes, main_language, read_language
from lawkb.model.page import PAGE_SUFFIXES
from lawkb.publish.strings import interface_languages

if TYPE_CHECKING:
    from lawkb.recognition import RecognisedCode

_T = TypeVar("_T")

_GIVEN = re.compile(r"([A-Za-z]{2,3}(?:[,+][A-Za-z]{2,3})*)=(.+)", re.DOTALL)
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_MOST_LAWS = largest_ordinal("arabic")
_MOST_SHOWN = 45  # characters of an offered title on the line of its question
_MOST_TITLES = 3  # of laws
_MOST_DOUBTS = 3
_MOST_PAGES = 8  # of a wiki that are named
_OTHERS = "en"  # language of the menus of a code whose languages have none
_DATE = "Date of this text: adopted or in force, YYYY-MM-DD"
_DAY_FIRST = re.compile(r"(\d{1,2})([./])(\d{1,2})\2(\d{4})")
_FILES = "Files with the texts, or the address of a wiki; empty for an example"


@click.command("new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--kind", metavar="KIND", help="Kind of code; by default the one that reads most.")
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
@click.option("--issuer", metavar="NAME", help="Who issues the code; the title without it.")
@click.option(
    "--id",
    "short",
    metavar="ID",
    help="Short name of the code in file names and addresses: a to z, 0 to 9, -.",
)
@click.option("--date", metavar="DATE", help="Date of the text: 2016-04-27 or 27/4/2016.")
@click.option(
    "--from",
    "sources",
    metavar="[TAG=]FILE|URL",
    multiple=True,
    help="Files to copy, or a wiki; TAG is the language, if neither name nor text shows it.",
)
@left_option(
    "--public-findings/--no-public-findings",
    why="findings are at the desk alone",
    hint="leave it out; lawkb desk shows them",
)
@click.argument("files", metavar="[FILE]...", nargs=-1)
def new_command(
    folder: Path,
    kind: str | None,
    languages: str | None,
    titles: Sequence[str],
    articles: int | None,
    issuer: str | None,
    short: str | None,
    date: str | None,
    sources: Sequence[str],
    files: Sequence[str],
) -> int:
    """Start a law code in a folder: settings, texts and site.

    Reads the files, says what it recognises and what it does not understand, and proposes the rest.
    At a terminal it asks what the options do not say; elsewhere it takes what it proposes. FILE is
    as after --from: a file, or a folder of files. Nothing is overwritten.

    Kinds of code: rule-book, regulations, eu-act, greek-statute, federal-act, codice, german-act,
    swiss-act, uk-act, blank.
    """
    if folder.is_file():
        hint = f"write a name for it first: lawkb new mycode {folder.name} …"
        raise LawkbError(str(folder), "the first word is the new folder, and this is a file", hint)
    refuse_used(folder)
    kind = _kind(kind) if kind else None
    tags = _tags(languages) if languages else ()
    named = _titles(titles, tags) if tags else {}
    date = _date(date) if date else None
    short = _id(short) if short else None
    given = (*sources, *files) or tuple(_read(_FILES, "--from", "", _words))
    wikis = [each for each in given if re.match(r"https?://", each)]
    if len(wikis) > 1 or (wikis and len(given) > 1):
        hint = "give files, or one address"
        raise LawkbError("--from", "a wiki and something else", hint)
    found = None if wikis or not given else _recognised(given, tags, kind)
    kind = found.kind if found and kind else kind or _ask_kind(found)
    tags = tags or _ask_languages(found)
    named = named or _titles(titles, tags)
    offered = found.titles if found else {}
    named = {**offered, **named} if named else _ask_titles(tags, offered, folder)
    last = str(found.last) if found and found.last else None
    question = f"Number of the last {word_for_law(kind)}"
    articles = articles or _read(question, "--articles", last, _laws)
    title = named[tags[0]]
    issuer = issuer or _ask_name("Issued by, such as the name of a federation", "--issuer", title)
    short = short or _ask_id(title, tags[0])
    new = NewCorpus(
        kind=kind,
        languages=tags,
        titles=named,
        laws=articles,
        date=date or _read(_DATE, "--date", datetime.date.today().isoformat(), _date),
        menus=tuple(tag for tag in tags if tag in interface_languages()) or (_OTHERS,),
        files=found.files if found else (),
        wiki=wikis[0] if wikis else "",
        law_words=found.law_words if found else {},
        id=short,
        issuer=issuer,
        printed_titles=offered,
    )
    _tell_written(folder, start_corpus(folder, new), new)
    _tell_annexes(new)
    _tell_menus(new)
    _tell_next(folder, new)
    return 0


# ---- what the files say


def _recognised(given: Sequence[str], tags: tuple[str, ...], kind: str | None) -> RecognisedCode:
    """Return what the files say of the code, and print it."""
    from lawkb.recognition import recognise

    files = _given_files(given, tags)
    found = recognise(files, tags, kind)
    if kind and not found.fits(kind) and _is_replaced(found, kind):
        kind, found = None, recognise(files, tags)
    for tag, laws in found.laws.items():
        first = [f"{number} – {title}" if title else number for number, title in laws]
        more = ", …" if len(laws) > _MOST_TITLES else ""
        told = f": {', '.join(map(on_one_line, first[:_MOST_TITLES]))}{more}" if laws else ""
        _say(f"{read_language(tag).name}: {counted(len(laws), 'law')}{told}")
    if len(found.languages) > 1 and not tags:
        original, second, *others = found.languages
        name, other = (read_language(tag).name for tag in (original, second))
        swapped = ",".join((second, original, *others))
        _say(f"The original is {name}; if it is {other}, write --languages {swapped}.")
    if kind:
        _tell_fitting(found, kind)
    else:
        _say(
            f"The kind that reads most is {found.best}: {_read_by(found, found.best)}{_tie(found)}."
        )
    doubts = Counter(found.doubts)
    for doubt, count in [*doubts.items()][:_MOST_DOUBTS]:
        _say(f"not understood: {on_one_line(doubt)}{f', {count} times' if count > 1 else ''}")
    if len(doubts) > _MOST_DOUBTS:
        _say(f"and {len(doubts) - _MOST_DOUBTS} more; lawkb ingest -v will list them")
    return found


def _is_replaced(found: RecognisedCode, kind: str) -> bool:
    """Return whether the best kind is taken for one that reads clearly less."""
    mine, best = _read_by(found, kind), _read_by(found, found.best)
    what = f"{kind} reads {mine} of these files, {found.best} {best}"
    if not _at_terminal():
        hint = f"give --kind {found.best}; corpus.toml can change it afterwards"
        raise LawkbError(f"--kind {kind}", what, hint)
    _say(f"{what}, all languages together.")
    return _confirmed(f"Take {found.best} instead?", "--kind", "y")


def _tell_fitting(found: RecognisedCode, kind: str) -> None:
    """Say what the kind that was asked for calls its laws in other words, or reads less well."""
    own = {tag: law_word_of(kind, read_language(tag)) for tag in found.printed}
    other = [tag for tag in own if not _says(found, kind, tag)]
    if other:
        theirs = " and ".join(dict.fromkeys(found.printed[tag] for tag in other))
        ours = " and ".join(dict.fromkeys(own[tag] for tag in other))
        _say(f"These files say {theirs}, {kind} says {ours}: the code will say what the files say.")
    best = found.best
    if found.kinds[best].worth > found.kinds[kind].worth:
        mine = _read_by(found, kind)
        _say(f"The kind that fits is {best}: it reads {_read_by(found, best)}, {kind} {mine}.")
    elif other and best != kind:
        _say(f"The kind that fits is {best}.")


def _says(found: RecognisedCode, kind: str, tag: str) -> bool:
    """Return whether a kind calls its laws in a language as the files do."""
    language = read_language(tag)
    return law_word_of(kind, language) == law_word_of(kind, language, found.law_words[tag])


def _tie(found: RecognisedCode) -> str:
    """Return how many kinds read as much as the best one, and why that one is proposed."""
    most = found.kinds[found.best].worth
    ties = sum(read.worth == most for read in found.kinds.values()) - 1
    if not ties:
        return ", all languages together"
    word = next((found.printed[tag] for tag in found.printed if _says(found, found.best, tag)), "")
    made_for = is_made_for(found.best, found.languages)
    other = f"it is made for {_names(found.languages)}" if made_for else "it is the first of them"
    why = f"it says {word} as the files do" if word else other
    return f", all languages together; {ties} more read as much, and {why}"


def _read_by(found: RecognisedCode, kind: str) -> str:
    read = found.kinds[kind]
    doubts = f", {counted(read.doubts, 'doubt')}" if read.doubts else ""
    return f"{counted(read.provisions, 'provision')}{doubts}"


def _say(text: str) -> None:
    echo(_filled(text), err=True)


def _tell_written(folder: Path, names: Sequence[str], new: NewCorpus) -> None:
    """Say what was written, the texts counted, and from a script what was taken."""
    sources = "corpus/sources/"
    texts = [name for name in names if name.startswith(sources)]
    for name in names:
        if name not in texts:
            echo(folder / name)
    if texts:
        place = "/".join(texts[0].split("/")[:3])
        history = tuple(f"{place}/{part}/" for part in ("attic", "meta"))  # of a wiki
        now = [name for name in texts if not name.startswith(history)]
        echo(f"{folder / place}: {counted(len(now), 'text')}")
    if not _at_terminal():
        taken = {
            "--kind": new.kind,
            "--languages": ",".join(new.languages),
            "--articles": str(new.laws),
            "--issuer": new.issuer,
            "--id": new.id,
            "--date": new.date,
        }
        told = [f"{option} {shlex.quote(value)}" for option, value in taken.items()]
        told += [f"--title {shlex.quote(f'{tag}={text}')}" for tag, text in new.titles.items()]
        echo("taken, since there is no terminal to ask at:")
        for option in told:
            echo(f"  {on_one_line(option)}")


def _tell_annexes(new: NewCorpus) -> None:
    """Say which files hold annexes: they have a heading of their own and no articles."""
    names = [each.path.name for each in new.files if is_named_as_annex(each.name, new)]
    if names:
        told = names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
        echo(_filled(f"{told}: read as annexes, by the heading in each file"))


def _tell_menus(new: NewCorpus) -> None:
    """Say in which languages the site has no menus yet, and how to add them."""
    known = interface_languages()
    lacking = [tag for tag in new.languages if tag not in known]
    if lacking:
        names = _names(lacking)
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


def _names(languages: Iterable[str]) -> str:
    return " and ".join(read_language(tag).name for tag in languages)


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
    pages = ", ".join(f"pages/{tag}/about.md" for tag in new.menus)
    echo(_filled(f"then say where the texts come from and who maintains the site, in {pages}"))


# ---- questions


def _at_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()  # None: it was closed


def _answer(question: str, option: str, proposed: str | None, *, shown: bool = True) -> str:
    """Return the answer to a question; where nobody can answer, what is proposed."""
    if not _at_terminal() and proposed is not None:
        return proposed
    try:
        if not _at_terminal():
            raise click.Abort
        default = proposed or ""
        while True:
            answer: str = click.prompt(
                question, default=default, show_default=bool(default) and shown, err=True
            )
            if answer or proposed is not None:
                return answer
            echo(LawkbError(question, "nothing is proposed here", "write an answer"), err=True)
    except click.Abort as error:
        what = f"{question}: there is no answer"
        hint = f"answer, or give {option}"
        raise LawkbError("lawkb new", what, hint) from error


def _read(question: str, option: str, proposed: str | None, read: Callable[[str], _T]) -> _T:
    """Return what an answer means; at a terminal a wrong one is asked again."""
    while True:
        answer = _answer(question, option, proposed)
        try:
            return read(answer)
        except LawkbError as error:
            if not _at_terminal():
                raise
            echo(LawkbError(question, error.what, error.hint), err=True)


def _ask_kind(found: RecognisedCode | None) -> str:
    known = kinds_of_code()
    shown = found.likely_kinds() if found else (*known,)
    if _at_terminal():
        for name in shown:
            reads = f" [{_read_by(found, name)}]" if found else ""
            text = f"{name:14} {known[name]}{reads}"
            messages().print(
                fill(text, 79, subsequent_indent=" " * 15), soft_wrap=True, markup=False
            )
        if others := [name for name in known if name not in shown]:
            _say(f"others: {', '.join(others)}")
    return _read("Kind of code", "--kind", found.best if found else next(iter(known)), _kind)


def _ask_languages(found: RecognisedCode | None) -> tuple[str, ...]:
    def all_of_them(written: str) -> tuple[str, ...]:
        tags = _tags(written)
        if unread := sorted({*found.languages} - {*tags}) if found else ():
            what = f"there are texts in {', '.join(unread)}"
            hint = f"name their languages, too: {','.join((*tags, *unread))}"
            raise LawkbError("--languages", what, hint)
        return tags

    proposed = ",".join(found.languages) if found else None
    question = "Languages, the original first" + ("" if found else " (such as en,el)")
    return _read(question, "--languages", proposed, all_of_them)


def _ask_id(title: str, tag: str) -> str:
    """Return the id of the code."""
    proposed = short_id(title, tag)
    if not proposed and not _at_terminal():
        what = f"the title «{title}» gives no id"
        raise LawkbError("--id", what, "write a short one, such as: --id club-rules")
    return _read("Id of the code, in file names and addresses", "--id", proposed or None, _id)


def _confirmed(question: str, option: str, proposed: str) -> bool:
    """Return the answer to a question that is answered with y or n."""

    def yes(written: str) -> bool:
        if written.lower() not in {"y", "yes", "n", "no"}:
            raise LawkbError(question, "neither yes nor no", "write y or n")
        return written.lower().startswith("y")

    return _read(f"{question} (y or n)", option, proposed, yes)


def _ask_titles(tags: Sequence[str], offered: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return the titles that are answered; empty answers take what the files have.

    Where nobody can answer, the original without a title in its files has the folder's name.
    """
    if not _at_terminal():
        return {tags[0]: folder.resolve().name, **offered}
    found: dict[str, str] = {}
    for tag in tags:
        default = offered.get(tag) or found.get(tags[0])
        question = f"Title in {read_language(tag).name}"
        found[tag] = _ask_name(question, "--title", default)
    return found


def _ask_name(question: str, option: str, proposed: str | None) -> str:
    """Return the answer to a question; what is proposed and long has a line of its own."""
    is_long = proposed is not None and len(proposed) > _MOST_SHOWN
    if is_long and _at_terminal():
        _say(f"Enter takes: {on_one_line(str(proposed))}")
    return _answer(question, option, proposed, shown=not is_long)


def _words(answer: str) -> list[str]:
    """Return the file names of an answer; those with spaces are in quotation marks."""
    try:
        return shlex.split(answer)
    except ValueError as error:
        raise LawkbError("--from", "a quotation mark is missing", 'write: "my act.docx"') from error


def _kind(name: str) -> str:
    known = kinds_of_code()
    if name not in known:
        raise LawkbError(
            f"--kind {name}", f"lawkb has no kind {name}", f"there are: {', '.join(known)}"
        )
    return name


def _tags(written: str) -> tuple[str, ...]:
    tags = tuple(dict.fromkeys(map(main_language, re.findall(r"[^,\s]+", written))))
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
    day_first = _DAY_FIRST.fullmatch(written.strip())
    try:
        if day_first:
            day, _, month, year = day_first.groups()
            return datetime.date(int(year), int(month), int(day)).isoformat()
        return datetime.date.fromisoformat(written.strip()).isoformat()
    except ValueError as error:
        hint = "write one such as 2016-04-27 or 27/4/2016"
        raise LawkbError(f"--date {written}", f"no date: {written}", hint) from error


def _id(written: str) -> str:
    if not _ID.fullmatch(written):
        what = "an id has small letters a to z, digits and hyphens, at most 40"
        raise LawkbError(f"--id {written}", what, "write one such as: club-rules")
    return written


def _given_files(written: Sequence[str], tags: Sequence[str]) -> list[GivenFile]:
    """Return the files, with those of the folders, and the languages written before them."""
    found, missing = [], []
    for each in written:
        match = _GIVEN.fullmatch(each)
        own, name = (re.split("[,+]", match[1].lower()), match[2]) if match else ([], each)
        path = Path(name)
        if not path.exists():
            missing.append(name)
        found += [replace(file, languages=tuple(own)) for file in _files_of(path, tags)]
    if missing:
        raise LawkbError("--from", f"not there: {', '.join(missing)}", "name files that exist")
    if not found:
        what = "no file in it is one that lawkb reads"
        raise LawkbError(", ".join(written), what, "name files: .docx, .md, .html, .txt, .xml")
    used = dict.fromkeys(tag for each in found for tag in each.languages)
    strange = sorted({*used} - {*tags}) if tags else ()
    if strange:
        hint = f"add it: --languages {','.join([*tags, *strange])}"
        raise LawkbError("--from", f"no language of the code: {', '.join(strange)}", hint)
    if not tags and used:
        _tags(",".join(used))
    return found


def _files_of(path: Path, tags: Sequence[str]) -> list[GivenFile]:
    """Return a file, or those of a folder that lawkb can read; it says which it leaves out."""
    if not path.is_dir():
        return [GivenFile(path, ())]
    if data := next((each for each in (path, path / "data") if (each / "pages").is_dir()), None):
        return _pages_of_wiki(data, tags)
    files = sorted(each for each in path.iterdir() if not each.name.startswith("."))
    read = [each for each in files if each.suffix.lower() in PAGE_SUFFIXES]
    if left := [each.name for each in files if each not in read]:
        _say(f"left out of {path}: {on_one_line(', '.join(left))}")
    return [GivenFile(each, ()) for each in read]


def _pages_of_wiki(data: Path, tags: Sequence[str]) -> list[GivenFile]:
    """Return the pages of a DokuWiki that look like laws, with their history; it says which do."""
    from lawkb.recognition import looks_like_laws
    from lawkb.sources.dokuwiki_data import files_of_pages

    pages = [
        GivenFile(next(iter(files.values())), (), page_id, files)
        for page_id, files in files_of_pages(data).items()
    ]
    like = {page.name: looks_like_laws(page, tuple(tags)) for page in pages}
    laws, others = ([name for name in like if like[name] == each] for each in (True, False))
    if not laws:
        what = f"none of its {counted(len(pages), 'page')} looks like a law: {_few(others)}"
        hint = "a law begins with a line such as: Article 1 – Title"
        raise LawkbError(str(data), what, hint)
    _say(f"{len(laws)} of {counted(len(pages), 'page')} of the wiki look like laws: {_few(laws)}")
    if others:
        _say(f"left out, since they do not: {_few(others)}")
    return [page for page in pages if like[page.name]]


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_PAGES} more" if len(names) > _MOST_PAGES else ""
    return f"{on_one_line(', '.join(names[:_MOST_PAGES]))}{more}"
