"""A new corpus: commented settings, the texts that are given, and the files of its site.

What a kind of code has is data: ``lawkb/presets/<kind>/`` has its levels, its words in each
language, and an example that is written where no texts are given. ``lawkb/presets/law_words/`` has
what a code may call its laws, whatever its kind: *article*, *rule*, *section*.
"""

from __future__ import annotations

import json
import re
import shlex
import sysconfig
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from lawkb.errors import LawkbError
from lawkb.extras import install_command
from lawkb.model.label import law_words, plain
from lawkb.model.language import (
    Language,
    any_language,
    language_codes,
    read_language,
    use_language_files,
)
from lawkb.model.source import LARGEST_LAW
from lawkb.sources.untrusted_files import RefusedError, parse_toml, read_bounded

if TYPE_CHECKING:
    from jinja2 import Environment

    from lawkb.model.code import Outline

_PRESETS = Path(__file__).parents[1] / "presets"
_FILES = _PRESETS / "files"
_ORDER = (
    "rule-book", "regulations", "eu-act", "greek-statute", "federal-act", "codice", "german-act",
    "swiss-act", "uk-act", "blank",
)  # fmt: skip
_SOURCE, _WIKI = "texts", "wiki"  # names of the folder of the source
_ALWAYS = ("corpus/corpus.toml", "mkdocs.yml", "Makefile", "README.md")
_OTHERS = "en"  # whose words a page has in a language that has none
_LONGEST_ID = 30
_LAW = "article"  # what a language calls its laws that has no word for those of a kind


@dataclass(frozen=True, slots=True)
class GivenFile:
    """A file with texts for a new corpus."""

    path: Path  # The file.
    languages: tuple[str, ...]  # Tags of the languages in it, in their order.
    page_id: str = ""  # Id of the page of a wiki, `code:rule_57`; empty for the name of the file.
    # The files of that page by path in the data folder of the wiki: `attic/code/rule_57.….txt.gz`.
    of_page: Mapping[str, Path] = field(default_factory=dict, hash=False)

    @property
    def name(self) -> str:
        """Return the name by which a page rule knows the file."""
        return self.page_id or self.path.stem


@dataclass(frozen=True, slots=True)
class NewCorpus:
    """What a new corpus is made from."""

    kind: str  # Name of a preset, such as `eu-act`.
    languages: tuple[str, ...]  # Tags of its languages; the first is that of the original.
    # Title of the code by language tag; that of the original must be there.
    titles: Mapping[str, str]
    laws: int  # Number of the last law.
    date: str  # ISO date of the edition; the year is its id.
    menus: tuple[str, ...]  # Tags of the languages of the menus of the site.
    files: tuple[GivenFile, ...] = ()  # Files with the texts; they are copied.
    wiki: str = ""  # URL of a wiki that the texts are fetched from; empty without one.
    # What its laws are called, by language tag: a name of `presets/law_words`, or a word that is in
    # none of them. A language that is not there has the word of the kind.
    law_words: Mapping[str, str] = field(default_factory=dict)
    id: str = ""  # Its id, of ASCII letters, digits and hyphens; empty for one made from the title.
    issuer: str = ""  # Name of the body that issues it; empty for the title.
    # Title of the code by language tag, as the files have it above the laws.
    printed_titles: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """Return the title in the language of the original."""
        return self.titles[self.languages[0]]


@dataclass(frozen=True, slots=True)
class _PageRule:
    pattern: str
    languages: tuple[str, ...]
    kind: str = "laws"
    is_annex: bool = False
    titles: tuple[str, ...] = ()  # above its laws, where they are not those of the code


def kinds_of_code() -> dict[str, str]:
    """Return the kinds of code that have a preset, each with a line that describes it."""
    return {name: _toml(_PRESETS / name / "preset.toml")["title"] for name in _ORDER}


def word_for_law(kind: str) -> str:
    """Return what a kind of code calls its laws in English: ``article``."""
    word: str = _toml(_PRESETS / kind / "preset.toml")["law"]
    return word


def is_made_for(kind: str, languages: Iterable[str]) -> bool:
    """Return whether a kind of code is that of acts in these languages, such as German ones."""
    own = _toml(_PRESETS / kind / "preset.toml").get("languages", ())
    return {*languages} <= {*own}


def known_law_word(printed: str, language: Language) -> str | None:
    """Return the name of a printed word for a law: ``article`` for «Άρθρου», ``Art.``.

    None for a word that is in no table of the language.
    """
    own = _law_words(language.code)
    terms = language.tables.get("references", {}).get("terms", {})
    for name, row in own.items():
        forms = [*row.get("signs", ()), *_forms(terms.get(row.get("term"), {}))]
        if plain(printed) in map(plain, forms):
            return name
    default = next((name for name, row in own.items() if "words" not in row), _LAW)
    return default if plain(printed) in map(plain, law_words(language)) else None


def law_word_of(kind: str, language: Language, name: str | None = None) -> str:
    """Return what laws are called in a language, as a label has it: «Άρθρο»."""
    row = _law_words(language.code).get(_law_name(kind, language.code, name))
    term = language.tables.get("references", {}).get("terms", {}).get((row or {}).get("term"))
    if row is None and name:
        return name
    return str(term["label"]) if term else language.law


def _law_name(kind: str, tag: str, name: str | None) -> str:
    """Return the name of the word for a law: the given one, else that of the kind of code."""
    own = _law_words(tag)
    return name or (word if (word := word_for_law(kind)) in own else _LAW)


def _forms(term: Mapping[str, Any]) -> Iterator[str]:
    for key in ("words", "plural"):
        yield from term.get(key, ())


@cache
def _law_words(tag: str) -> dict[str, dict[str, Any]]:
    """Return what codes call their laws in a language, by name; empty for one without a table."""
    file = _PRESETS / "law_words" / f"{tag}.toml"
    rows = _toml(file) if file.is_file() else {}
    return {name: row for name, row in rows.items() if isinstance(row, dict)}


def start_languages(tags: Sequence[str]) -> tuple[str, ...]:
    """Put in use the languages that a new corpus gets a file for; return the tags without any."""
    rows = {tag: _language_row(tag) for tag in tags if tag not in language_codes()}
    use_language_files({tag: _language_keys(tag, row) for tag, row in rows.items() if row})
    return tuple(tag for tag, row in rows.items() if not row)


def _language_row(tag: str) -> dict[str, str]:
    """Return what ``languages.tsv`` says of a language by column; empty if it is not there."""
    return next((row for row in _language_rows() if row["tag"] == tag), {})


def _language_rows() -> tuple[dict[str, str], ...]:
    lines = (_PRESETS / "languages.tsv").read_text(encoding="utf-8").splitlines()
    names, *rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return tuple(dict(zip(names, row, strict=True)) for row in rows)


def _language_keys(tag: str, row: Mapping[str, str]) -> dict[str, str]:
    keys = {"iso639_3": row["iso639_3"], "name": row["name"], "law": row["article"]}
    return {**keys, "script": any_language(tag).script}


def language_of_file(path: Path, languages: Sequence[str]) -> str | None:
    """Return the language that the name of a file or of its folder tells: ``act_en.docx``.

    None if it names none of the languages, or several.
    """
    read = map(read_language, languages)
    return _named_by(path, {each.code: (each.iso639_3, each.name) for each in read})


def listed_language_of_file(path: Path) -> str | None:
    """Return the same of the languages that a new corpus gets a file for."""
    return _named_by(path, {row["tag"]: (row["iso639_3"], row["name"]) for row in _language_rows()})


def _named_by(path: Path, names: Mapping[str, tuple[str, str]]) -> str | None:
    words = {
        tag: "|".join(map(re.escape, filter(None, (tag, *each)))) for tag, each in names.items()
    }
    for name in (path.stem, path.parent.name):
        found = [
            tag
            for tag, word in words.items()
            if re.search(rf"(?<![^\W\d_])(?:{word})(?![^\W\d_])", name, re.IGNORECASE)
        ]
        if len(found) == 1:
            return found[0]
    return None


def start_corpus(folder: Path, new: NewCorpus) -> tuple[str, ...]:
    """Write the files of a new corpus, none over another; return their paths below the folder."""
    contents = {**_texts(new), **_settings(new)}
    refuse_used(folder, contents)
    try:
        _write(folder, contents)
        (folder / "corpus/sources" / _source_name(new)).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"cannot be written: {error.strerror}"
        raise LawkbError(str(folder), what, "name another folder: lawkb new DIR") from error
    return tuple(contents)


def refuse_used(folder: Path, names: Iterable[str] = _ALWAYS) -> None:
    """Refuse a folder in which files of a new corpus are already."""
    if there := [name for name in names if (folder / name).exists()]:
        hint = "nothing was written; name an empty folder: lawkb new DIR"
        raise LawkbError(str(folder), f"there already: {', '.join(there)}", hint)


def _write(folder: Path, contents: Mapping[str, bytes]) -> None:
    for name, content in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


@contextmanager
def tried_corpus(new: NewCorpus) -> Iterator[Path]:
    """Yield a corpus folder with the settings of a new corpus, without texts."""
    with TemporaryDirectory() as folder:
        _write(Path(folder), _settings(new))
        yield Path(folder) / "corpus"


def outline_of_kind(kind: str, languages: tuple[str, ...]) -> Outline:
    """Return the outline of a code of some kind, to read texts before there is a corpus."""
    from lawkb.corpus.corpus_toml import read_outline

    unknown = start_languages(languages)
    if unknown:
        hint = f"there are: {', '.join(language_codes())}; a corpus may bring others"
        raise LawkbError(f"--lang {unknown[0]}", "lawkb has no file for this language", hint)
    titles = dict.fromkeys(languages, "Code")
    new = NewCorpus(kind, languages, titles, LARGEST_LAW, "2000-01-01", (_OTHERS,))
    with tried_corpus(new) as folder:
        return replace(read_outline(folder), titles={})


def _source_name(new: NewCorpus) -> str:
    return _WIKI if new.wiki else _SOURCE


def _texts(new: NewCorpus) -> dict[str, bytes]:
    """Return the given texts by their paths in the corpus; without any, the example."""
    folder = f"corpus/sources/{_source_name(new)}"
    found: dict[str, bytes] = {}
    for given in new.files:
        for below, file in (given.of_page or {given.path.name: given.path}).items():
            name = f"{folder}/{below}"
            if name in found:
                what, hint = "two files have this name", "give one of them another name"
                raise LawkbError(given.path.name, what, hint)
            found[name] = _given_content(file)
    if not new.files and not new.wiki:
        for tag, file in _examples(new).items():
            found[f"{folder}/example_{tag}.txt"] = file.read_bytes()
    return found


def _given_content(file: Path) -> bytes:
    try:
        return read_bounded(file)
    except RefusedError as refused:
        hint = "give a file: --from FILE"
        raise LawkbError(str(file), str(refused), hint) from refused


def _examples(new: NewCorpus) -> dict[str, Path]:
    folder = _PRESETS / new.kind / "example"
    files = {tag: folder / f"{tag}.txt" for tag in new.languages}
    return {tag: file for tag, file in files.items() if file.is_file()}


def _settings(new: NewCorpus) -> dict[str, bytes]:
    """Return the files that are made from templates, by their paths."""
    environment = _environment()
    pages = _toml(_FILES / "about.toml")
    about = {tag: pages.get(tag, pages[_OTHERS]) for tag in new.menus}
    values: dict[str, Any] = {
        "id": new.id or short_id(new.title, new.languages[0]) or "code",
        "issuer": new.issuer or new.title,
        "body": short_id(new.issuer, new.languages[0]) or new.id or "issuer",
        "program": str(Path(sysconfig.get_path("scripts"), "lawkb")),
        "hint": shlex.quote(f"  hint: install it: {install_command()}"),
        "languages": new.languages,
        "titles": new.titles,
        "law": word_for_law(new.kind),
        "laws": new.laws,
        "edition": new.date[:4],
        "date": new.date,
        "source": _source_name(new),
        "wiki": new.wiki,
        "pages": tuple(_page_rules(new)),
        # "Section 1" is no heading of a division where laws are called so.
        "levels": environment.get_template(f"{new.kind}/levels.toml.jinja").render(
            law_names={_law_name(new.kind, tag, new.law_words.get(tag)) for tag in new.languages}
        ),
        "words": {tag: _words(new, tag, environment) for tag in new.languages},
        "menus": new.menus,
        "about": about,
    }
    own = {tag: row for tag in new.languages if (row := _language_row(tag))}

    def written(template: str, **more: object) -> bytes:
        text = environment.get_template(f"{template}.jinja").render(values, **more)
        return (text.rstrip("\n") + "\n").encode()

    return {
        "corpus/corpus.toml": written("corpus.toml"),
        **{
            f"corpus/languages/{tag}.toml": written(
                "language.toml", **_language_values(tag, row, new.law_words.get(tag))
            )
            for tag, row in own.items()
        },
        "mkdocs.yml": written("mkdocs.yml"),
        **{
            f"pages/{tag}/about.md": written("about.md", page=page, tag=tag)
            for tag, page in about.items()
        },
        "Makefile": written("Makefile"),
        "README.md": written("README.md"),
    }


def _language_values(tag: str, row: Mapping[str, str], law: str | None) -> dict[str, object]:
    language = read_language(tag)
    letters = () if row["letters"] == "-" else tuple(row["letters"].split())
    own = {"script": language.script, "direction": language.direction, "letters": letters}
    own["article"] = row["article"] if law in (None, _LAW) else law
    return {**{key: row[key] for key in ("iso639_3", "name")}, **own}


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    # No HTML: settings, Markdown and a Makefile.
    found = Environment(
        loader=FileSystemLoader((_FILES, _PRESETS)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    # A string of JSON is one of YAML and, without a deletion sign, one of TOML.
    found.filters["toml"] = lambda text: _quoted(text).replace("\x7f", "\\u007f")
    found.filters["json"] = _quoted
    return found


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _words(new: NewCorpus, tag: str, environment: Environment) -> dict[str, object]:
    """Return the words of a code in a language, for the template of ``corpus.toml``."""
    language = read_language(tag)
    name = _law_name(new.kind, tag, new.law_words.get(tag))
    own = _law_words(tag)
    row = own.get(name, {"words": {language.law.lower(): name}} if own else {})
    file = f"{new.kind}/{tag}.toml.jinja"
    there = (_PRESETS / file).is_file()
    text = environment.get_template(file).render(term=row.get("term", "")) if there else ""
    term = language.tables.get("references", {}).get("terms", {}).get(row.get("term"), {})
    short = tuple(dict.fromkeys(form for form in _forms(term) if form.endswith(".")))
    note = str(_toml(_PRESETS / "law_words" / f"{tag}.toml")["comment"]) if own else ""
    return {
        "laws": row.get("words", {}),  # what it calls its laws: lawkb's words and its own
        "note": note,  # a comment on them
        # Abbreviations before the number of a law, where the kind has no words for references.
        "short": () if there else short,
        "references": text,  # the words of the kind for references, as text of corpus.toml
    }


def _page_rules(new: NewCorpus) -> Iterator[_PageRule]:
    """Yield the rules for the given files: one for files that differ in a number alone."""
    if new.wiki:
        yield _PageRule("law_{law}", new.languages, "law")
        return
    if not new.files:
        for tag in _examples(new):
            yield _PageRule(f"example_{tag}", (tag,))
        return
    named = {(given.name, given.languages): None for given in new.files}
    others = _words_of_other_texts(new)
    shapes = Counter((s, tags) for stem, tags in named for s in _shapes(stem, new.laws, others))
    rules: dict[_PageRule, None] = {}
    for stem, tags in named:
        own = _shapes(stem, new.laws, others)
        best = max(own, key=lambda shape: shapes[shape, tags], default="")
        if shapes[best, tags] > 1:
            rules[_PageRule(best, tags, "law")] = None
        else:
            printed = ((new.printed_titles.get(tag), new.titles.get(tag)) for tag in tags)
            titles = tuple(title for title, known in printed if title and title != known)
            annex = is_named_as_annex(stem, new)
            rules[_PageRule(stem, tags, is_annex=annex, titles=titles)] = None
    yield from rules


def _shapes(stem: str, laws: int, others: Set[str]) -> list[str]:
    """Return the name of a file with each of its numbers replaced: ``law_{law}`` of ``law_7``.

    A number that no law has is none, nor is one after a word for another text: ``annex_1``.
    """
    return [
        f"{stem[: match.start()]}{{law}}{stem[match.end() :]}"
        for match in re.finditer(r"\d+", stem)
        if 1 <= int(match[0]) <= laws
        and not (
            (last := re.search(r"([^\W\d_]+)[\W_]*$", stem[: match.start()]))
            and plain(last[1]) in others
        )
    ]


def is_named_as_annex(name: str, new: NewCorpus) -> bool:
    """Return whether the name of a file says that it holds an annex or a schedule."""
    tables = [read_language(tag).tables.get("series", {}) for tag in {*new.languages, _OTHERS}]
    annexes = {
        plain(word)
        for table in tables
        for name, words in table.items()
        if name != "recitals"
        for word in words
    }
    return any(plain(word) in annexes for word in re.findall(r"[^\W\d_]+", name))


def _words_of_other_texts(new: NewCorpus) -> frozenset[str]:
    """Return the words that announce an annex or a chapter, in the languages of the code."""
    tables = [read_language(tag).tables for tag in {*new.languages, _OTHERS}]
    lists = (
        words
        for table in tables
        for key in ("series", "divisions")
        for words in table.get(key, {}).values()
    )
    return frozenset(plain(word) for words in lists for word in words) - {word_for_law(new.kind)}


def short_id(title: str, tag: str) -> str:
    """Return an id made of the words of a title: few, in ASCII, without the most frequent ones.

    Empty for a title without letters that can be written in ASCII.
    """
    stop = read_language(tag).tables.get("search", {}).get("stop", ())
    frequent = {word for line in stop for word in line.split()}
    every = re.findall(r"\w+", title.lower())
    words = [word for word in every if word not in frequent] or every
    short = ""
    for word in map(plain, words):
        for letters, latin in _latin_letters():
            word = word.replace(letters, latin)
        own = re.sub(r"[^a-z0-9]", "", word)
        if short and own and len(short) + len(own) >= _LONGEST_ID:
            break
        short += f"{'-' * bool(short and own)}{own}"
    return short[:_LONGEST_ID]


@cache
def _latin_letters() -> tuple[tuple[str, str], ...]:
    lines = (_PRESETS / "latin_letters.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.partition("\t") for line in lines if not line.startswith("#")]
    return tuple((letters, latin) for letters, _, latin in rows[1:])


def _toml(file: Path) -> dict[str, Any]:
    return parse_toml(file.read_text(encoding="utf-8"))
