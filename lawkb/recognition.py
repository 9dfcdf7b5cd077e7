"""Recognise what a new code is from its files: languages, word for a law, kind, titles.

Nothing is written. Each kind of code is tried: its settings are made as ``lawkb new`` would write
them, and the files are read by them as ``lawkb ingest`` would. The kind that reads most fits best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from lawkb.corpus.corpus_toml import read_outline
from lawkb.corpus.new_corpus import (
    GivenFile,
    NewCorpus,
    is_made_for,
    kinds_of_code,
    known_law_word,
    language_of_file,
    listed_language_of_file,
    start_languages,
    tried_corpus,
    word_for_law,
)
from lawkb.errors import LawkbError
from lawkb.file_reading import FileReading, page_of, read_files
from lawkb.model.address import InSeries, base_of
from lawkb.model.code import Outline
from lawkb.model.label import plain
from lawkb.model.language import Language, frequent_words, language_codes, read_language
from lawkb.model.law import Law
from lawkb.model.source import PageRule, Source
from lawkb.parse.input_formats import read_page_lines
from lawkb.parse.structure.law_numbers import HeadingWord, heading_words, told
from lawkb.parse.structure.titles import looks_like_title
from lawkb.unicode_characters import script_of

_MOST_FILES = 200  # more are an article each, and say the same
_MOST_TRIED = 20  # files that every kind is tried on
_MOST_LAWS = 999  # a larger number in the name of a file is a year, unless a law has it
_MOST_LINES = 4  # of a title
_LONGEST_TITLE = 120
_LEAST_SHARE = 0.2  # of the words of a file that has two languages
_FREQUENT = 0.15  # least share of the most frequent words of a language in a text of it
_FEWEST = 2  # numbers that make a word, which lawkb does not know, that for a law
_LEAST_FIT = 0.8  # of what the best kind reads
_MOST_LIKELY = 3  # kinds
_ANY_KIND = "eu-act"  # any with inserted laws: its levels tell whether a line is a title
_SHOWN = 3  # files and words in a message


@dataclass(frozen=True, slots=True)
class KindReading:
    """What the files hold if they are read as a kind of code."""

    laws: int  # Number of laws, each language counted.
    # Number of provisions, also of annexes and recitals, and headings of divisions.
    provisions: int
    # Number of labels that the files do not have or that are out of order, and of laws without a
    # title.
    doubts: int

    @property
    def worth(self) -> int:
        """Return what to compare kinds by: what is read, without what is doubtful."""
        return self.provisions - self.doubts if self.laws else 0


@dataclass(frozen=True, slots=True)
class RecognisedCode:
    """What the files of a new code say of it."""

    files: tuple[GivenFile, ...]  # The files, each with its languages.
    languages: tuple[str, ...]  # Tags of the languages, in the order in which the files have them.
    law_words: Mapping[str, str]  # What the laws are called, by language: see `NewCorpus`.
    # The same words as the files print them before the numbers of most laws.
    printed: Mapping[str, str]
    kinds: Mapping[str, KindReading]  # What is read by each kind of code.
    # The kind that reads most; of several the one that has the word of the files and is made for
    # their languages.
    best: str
    kind: str  # The kind that laws and doubts are read by: the one asked for, else the best.
    titles: Mapping[str, str]  # Title of the code by language, where the files have it.
    last: int  # Number of the last law; 0 if there are too many files to read all.
    # Printed numbers of the laws and their titles, by language.
    laws: Mapping[str, tuple[tuple[str, str], ...]]
    doubts: tuple[str, ...]  # What was not understood, or is not sure, a sentence each.

    def fits(self, kind: str) -> bool:
        """Return whether a kind reads about as much as the best one, with whatever doubts."""
        most = self.kinds[self.best].provisions
        return self.kinds[kind].provisions >= _LEAST_FIT * most

    def likely_kinds(self) -> tuple[str, ...]:
        """Return the best kind and at most two others that fit, those that read more first."""
        order = sorted(self.kinds, key=lambda kind: (kind != self.best, -self.kinds[kind].worth))
        return tuple(kind for kind in order[:_MOST_LIKELY] if self.fits(kind))


@dataclass(frozen=True, slots=True)
class _Text:
    """A given file and its lines."""

    given: GivenFile
    lines: tuple[str, ...]

    def in_language(self, tag: str) -> list[str]:
        """Return the lines in a language; those of a file in one language are all in it."""
        tags = self.given.languages
        if len(tags) == 1:
            return [*self.lines]
        return [line for line in self.lines if _language_of_line(line, tags) == tag]


def recognise(
    files: Sequence[GivenFile], languages: tuple[str, ...] = (), kind: str | None = None
) -> RecognisedCode:
    """Return what the files of a new code say of it.

    Args:
        kind: Name of the kind of code; None for the one that reads most.

    Raises:
        LawkbError: A file is empty or no text; its language is not known; no law is read from any;
            or the files call their laws by different words, each with numbers from 1.
    """
    texts, doubts = _with_languages([*map(_text, files[:_MOST_FILES])], languages)
    rest = _like_those_read([_named(each, languages) for each in files[_MOST_FILES:]], texts)
    if rest:
        doubts.append(f"only the first {_MOST_FILES} of {len(files)} files were looked at")
    found = dict.fromkeys(tag for text in texts for tag in text.given.languages)
    tags = languages or tuple(found)
    start_languages(tags)
    words = {tag: word for tag in found if (word := _law_word(texts, tag))}
    names = {tag: known_law_word(word.word, read_language(tag)) for tag, word in words.items()}
    new = NewCorpus(
        kind=kind or next(iter(kinds_of_code())),
        languages=tags,
        titles=dict.fromkeys(tags, "Code"),
        laws=max([_MOST_LAWS, *(n for word in words.values() for n in word.numbers)]),
        date="2000-01-01",
        menus=("en",),
        files=(*(text.given for text in texts), *rest),
        law_words={tag: names[tag] or word.word.lower() for tag, word in words.items()},
    )
    titles = _titles(texts, new)
    new = replace(new, titles={**new.titles, **titles})
    kinds = {
        each: _count(_read(replace(new, kind=each), texts[:_MOST_TRIED]))
        for each in kinds_of_code()
    }
    own = {names.get(tag) for tag in words}
    best = max(
        kinds,
        key=lambda each: (kinds[each].worth, word_for_law(each) in own, is_made_for(each, found)),
    )
    read = _read(replace(new, kind=kind or best), texts)
    _refuse_other_words(texts, read, words)
    _refuse_unread_languages(texts, read)
    laws = {tag: tuple(_titled(read, tag)) for tag in tags}
    return RecognisedCode(
        files=new.files,
        languages=tags,
        law_words=new.law_words,
        printed={
            tag: word.word for tag, word in words.items() if 2 * len(word.numbers) >= len(laws[tag])
        },
        kinds=kinds,
        best=best,
        kind=kind or best,
        titles=titles,
        last=0 if rest else max(base_of(law.number) for law in _laws(read)),
        laws=laws,
        doubts=(*doubts, *_doubts(read, tags)),
    )


def looks_like_laws(given: GivenFile, languages: tuple[str, ...]) -> bool:
    """Return whether a page of a wiki has a line that is the title of a law."""
    lines = _text(given).lines
    tags = languages or _languages_of(lines, language_codes())[0] or language_codes()
    for tag in tags:
        for word in heading_words(lines):
            name = known_law_word(word.word, read_language(tag))
            outline = _outline_with(tag, name) if name else None
            if outline and any(
                looks_like_title(line, outline.language(tag), outline.scheme) for line in word.lines
            ):
                return True
    return False


@cache
def _outline_with(tag: str, law_word: str) -> Outline:
    """Return the outline of a code of any kind whose laws have the name of a known word."""
    new = NewCorpus(
        _ANY_KIND, (tag,), {tag: "Code"}, _MOST_LAWS, "2000-01-01", ("en",),
        law_words={tag: law_word},
    )  # fmt: skip
    with tried_corpus(new) as folder:
        return read_outline(folder)


def _text(given: GivenFile) -> _Text:
    page = page_of(given.path)
    two = PageRule(page.page_id, "", ("", ""), "laws")  # languages in the columns of a table
    blocks = read_page_lines(page, Source("files", "Files", (two,))).text_lines
    if not any(block.rich and block.rich.column for block in blocks):
        blocks = read_page_lines(page, Source("files", "Files", ())).text_lines
    return _Text(given, tuple(line for block in blocks if (line := block.text.strip())))


# ---- languages


def _with_languages(
    texts: list[_Text], languages: tuple[str, ...]
) -> tuple[list[_Text], list[str]]:
    """Return the files with their languages, and what is not sure of them."""
    found: list[_Text] = []
    doubts: list[str] = []
    unknown: list[Path] = []
    for text in texts:
        path, known = text.given.path, languages or language_codes()
        named = language_of_file(Path(path.name), known)
        read, is_sure = _languages_of(text.lines, known)
        tags = text.given.languages or ((named,) if named else read if is_sure else ())
        tags = tags or _named(text.given, languages).languages
        if not tags:
            tags = languages if len(languages) == 1 else read
            if not languages and read:
                doubts.append(
                    f"{path.name} is taken as {','.join(read)}, by its words; if it is another "
                    f"language, write that before its name: TAG={path.name}"
                )
        elif named and is_sure and not text.given.languages and {*read} != {named}:
            other = ",".join(read)
            doubts.append(f"{path.name} is taken as {named}, by its name, but reads as {other}")
        unknown += [] if tags else [path]
        found.append(_Text(replace(text.given, languages=tags), text.lines))
    _refuse_unknown(unknown, languages)
    return found, doubts


def _like_those_read(files: list[GivenFile], read: list[_Text]) -> list[GivenFile]:
    """Return files that were not looked at, with the languages that all others have."""
    others = {text.given.languages for text in read}
    tags = next(iter(others)) if len(others) == 1 else ()
    files = [replace(each, languages=each.languages or tags) for each in files]
    _refuse_unknown([each.path for each in files if not each.languages], ())
    return files


def _refuse_unknown(files: Sequence[Path], languages: tuple[str, ...]) -> None:
    if files:
        names = ", ".join(map(str, files[:_SHOWN])) + (" …" if len(files) > _SHOWN else "")
        hint = f"write their language: {languages[0] if languages else 'en'}={files[0]}"
        raise LawkbError("--from", f"in which language: {names}", hint)


def _named(given: GivenFile, languages: tuple[str, ...]) -> GivenFile:
    """Return a file with the language that the names of file and folder tell, if they do."""
    if given.languages:
        return given
    tag = language_of_file(given.path, languages or language_codes())
    tag = tag or (None if languages else listed_language_of_file(given.path))
    return replace(given, languages=(tag,) if tag else ())


def _languages_of(lines: Sequence[str], known: Sequence[str]) -> tuple[tuple[str, ...], bool]:
    """Return the languages of a text, in order, and whether they are sure.

    They are if no other known language has the script, or the text has a word for a law as well as
    the frequent words of the language: other languages have some of these, too.
    """
    words: Counter[str] = Counter()
    frequent: Counter[str] = Counter()
    for line in lines:
        if tag := _language_of_line(line, known):
            own = line.lower().split()
            words[tag] += len(own)
            frequent[tag] += sum(word in frequent_words(tag) for word in own)
    printed = [word.word for word in heading_words(lines)]
    scripts = Counter(read_language(tag).script for tag in known)
    alone = {tag for tag in words if scripts[read_language(tag).script] == 1}
    tags = tuple(
        tag
        for tag, count in words.items()
        if count >= _LEAST_SHARE * words.total()
        and (tag in alone or frequent[tag] >= _FREQUENT * count)
    )
    is_sure = all(
        tag in alone or any(known_law_word(word, read_language(tag)) for word in printed)
        for tag in tags
    )
    return tags, is_sure


def _language_of_line(line: str, known: Iterable[str]) -> str | None:
    """Return the language whose script a line has, and of several the one with most words in it."""
    letters = Counter(map(script_of, line))
    letters.pop("", None)
    script = letters.most_common(1)[0][0] if letters else ""
    own = [tag for tag in known if read_language(tag).script == script]
    if len(own) < 2:
        return own[0] if own else None
    words = line.lower().split()
    counts = {tag: sum(word in frequent_words(tag) for word in words) for tag in own}
    best = max(counts.values())
    first = [tag for tag, count in counts.items() if count == best]
    return first[0] if best and len(first) == 1 else None


# ---- words and titles


def _law_word(texts: Sequence[_Text], tag: str) -> HeadingWord | None:
    """Return the word for a law in the files of a language, with its numbers.

    It is the known one with most numbers; without one, another that counts from 1.
    """
    language = read_language(tag)
    own = (text for text in texts if tag in text.given.languages)
    words = heading_words(line for text in own for line in text.in_language(tag))
    known = [word for word in words if known_law_word(word.word, language)]
    others = [
        word
        for word in words
        if word.word[0].isupper()
        and word.counts
        and len(word.numbers) >= _FEWEST
        and plain(word.word) not in _words_of_divisions(language)
    ]
    return next(iter([*known, *others]), None)


def _words_of_divisions(language: Language) -> frozenset[str]:
    """Return the words before the numbers of chapters, annexes and the like."""
    tables = (language.tables.get(key, {}).values() for key in ("series", "divisions"))
    return frozenset(plain(word) for table in tables for words in table for word in words)


def _titles(texts: Sequence[_Text], new: NewCorpus) -> dict[str, str]:
    """Return the titles of a code, as its first file in each language has them."""
    found: dict[str, str] = {}
    with tried_corpus(new) as folder:
        outline = read_outline(folder)
    for tag in new.languages:
        language = outline.language(tag)
        first = next((text for text in texts if tag in text.given.languages), None)
        lines = first.in_language(tag)[:_MOST_LINES] if first else []
        title = _title(lines, language, outline)
        found |= {tag: title} if title else {}
    return found


def _title(lines: Sequence[str], language: Language, outline: Outline) -> str:
    """Return the title above the first law: the first line, with those that continue it."""
    if not lines or _is_inside(lines[0], language, outline):
        return ""
    title = lines[0].lstrip("#* ")
    for line in lines[1:]:
        named_by_number = title == lines[0] and title[-1:].isdigit()
        if not (line[:1].islower() or (named_by_number and line[:1].isupper())):
            break
        title += f"{': ' if named_by_number and line[:1].isupper() else ' '}{line}"
    whole, first = (" ".join(each.split()).rstrip(".,;:") for each in (title, lines[0]))
    return whole if len(whole) <= _LONGEST_TITLE else first[:_LONGEST_TITLE]


def _is_inside(line: str, language: Language, outline: Outline) -> bool:
    """Return whether a line is no title of a code, but of a law, a chapter or the recitals."""
    first = plain(line.split()[0])
    inside = first in _words_of_divisions(language)
    return line.endswith(":") or inside or looks_like_title(line, language, outline.scheme)


# ---- kinds of code


def _read(new: NewCorpus, texts: Sequence[_Text]) -> tuple[FileReading, ...]:
    """Return what the files hold, read by the settings that a new corpus would have."""
    with tried_corpus(new) as folder:
        paths = [text.given.path for text in texts]
        return read_files(paths, folder, references=False).files


def _laws(read: Iterable[FileReading]) -> Iterator[Law]:
    """Yield the laws that are no annexes or recitals."""
    for file in read:
        yield from (law for law in file.reading.laws if not isinstance(law.number, InSeries))


def _count(read: Sequence[FileReading]) -> KindReading:
    texts = (law for file in read for law in file.reading.laws)
    inside = [provision for text in texts for provision in text.provisions()]
    divisions = sum(len([*each.walk()]) for file in read for each in file.reading.divisions)
    doubts = sum(
        loss.kind in ("numbering", "title") for file in read for loss in file.reading.losses
    )
    inferred = sum(bool(provision.inferred) for provision in inside)
    return KindReading(len([*_laws(read)]), len(inside) + divisions, inferred + doubts)


def _titled(read: Sequence[FileReading], tag: str) -> Iterator[tuple[str, str]]:
    """Yield the printed number and the title of each law in a language."""
    for law in sorted(_laws(read), key=lambda law: law.number):
        if law.language == tag:
            heading = law.root.heading
            yield law.root.num or str(law.number), heading.text if heading else ""


def _refuse_other_words(
    texts: Sequence[_Text], read: Sequence[FileReading], words: Mapping[str, HeadingWord]
) -> None:
    """Refuse files from which nothing is read, and those with laws by another name."""
    lines = [line for text in texts for line in text.lines]
    if not any(_laws(read)):
        seen = told(heading_words(lines)[:_SHOWN])
        what = f"no line begins as a law does; seen: {seen}" if seen else "no law is read from it"
        hint = "begin each law with a line such as: Article 1 – Title"
        raise LawkbError(", ".join(str(text.given.path) for text in texts[:_SHOWN]), what, hint)
    for text, file in zip(texts, read, strict=False):
        if file.reading.laws or len(text.given.languages) != 1:
            continue
        tag = text.given.languages[0]
        own = read_language(tag)
        for word in heading_words(text.lines):
            if word.counts and len(word.numbers) > 1 and known_law_word(word.word, own):
                what = f"it has {told([word])}, and other files {told([words[tag]])}"
                hint = "start a code for each: lawkb new DIR FILE"
                raise LawkbError(str(text.given.path), what, hint)


def _refuse_unread_languages(texts: Sequence[_Text], read: Sequence[FileReading]) -> None:
    """Refuse files of a language in which no law is read from any."""
    with_laws = {law.language for law in _laws(read)}
    for text in texts:
        for tag in text.given.languages:
            if tag not in with_laws:
                seen = told(heading_words(text.in_language(tag))[:_SHOWN])
                what = f"no law is read in {read_language(tag).name}"
                hint = f"leave it out; in another language, write TAG={text.given.path}"
                seen = f"; its lines begin with {seen}" if seen else ""
                raise LawkbError(str(text.given.path), what + seen, hint)


def _doubts(read: Sequence[FileReading], tags: Sequence[str]) -> Iterator[str]:
    """Yield what was not understood in the files."""
    for file in read:
        if not file.reading.laws:
            yield f"{file.path.name}: no law is read from it"
        for loss in file.reading.losses:
            line = f" (line {loss.line})" if loss.line else ""
            yield f"{file.path.name}: {loss.message}{line}"
    for tag in tags:
        name = read_language(tag).name
        numbers = Counter(law.number for law in _laws(read) if law.language == tag)
        if twice := sum(count > 1 for count in numbers.values()):
            yield f"{twice} laws in {name} are in several files; the richest file is taken"
        if not numbers:
            yield f"no law is read in {name}"
