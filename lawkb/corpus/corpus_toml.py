"""``corpus.toml``: the settings of a code, its sources, and its own words for references."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import asdict

from lawkb.corpus.toml_files import Fault, Table, read_as, read_toml, refuse, tables
from lawkb.errors import LawkbError
from lawkb.model.address import EID_PREFIXES, Level, Scheme
from lawkb.model.code import Edition, Expression, Organization, Outline
from lawkb.model.language import read_language
from lawkb.model.page import TEMPLATE_FIELDS, PageKind, PageRule, Source

_Words = tuple[str, ...]
_Numbering = Literal["arabic", "upper", "lower", "roman"]


class _OfLevel(Table, frozen=True):
    """Words of a level; the manual says what each list is for."""

    words: _Words = ()
    plural: _Words = ()
    this: _Words = ()
    before: _Words = ()
    next: _Words = ()


class _OfSubparagraph(Table, frozen=True):
    """Words of paragraphs without a number.

    Attributes:
        ordinals: Forms of *first*, forms of *second* and so on; one form alone need not be a list.
    """

    words: _Words = ()
    plural: _Words = ()
    ordinals: tuple[str | _Words, ...] = ()
    numbering: _Numbering | None = None
    of: str | None = None


class _OfLanguage(Table, frozen=True):
    levels: dict[str, _OfLevel] = {}  # noqa: RUF012  # msgspec copies it
    subparagraph: _OfSubparagraph | None = None


def read_code_words(
    raw: object, levels: Sequence[str]
) -> tuple[dict[str, dict[str, Any]], list[Fault]]:
    """The words for references by language tag, as ``Language.with_references`` takes them.

    In ``levels`` and in ``subparagraph``, names of levels have become their depths, 0 for the law.

    Args:
        raw: The tables by language tag.
        levels: Names of the levels, the law first.

    Returns:
        The words, and the faults: a list or a level is unknown, or is not what it should be.
        A language that lawkb does not have is left out.
    """
    found: dict[str, dict[str, Any]] = {}
    faults: list[Fault] = []
    for tag, table in raw.items() if isinstance(raw, dict) else ():
        try:
            own = read_language(tag).tables.get("references", {})
        except LawkbError:
            continue
        lists = [(key, _Words, ()) for key, value in own.items() if isinstance(value, list)]
        model = msgspec.defstruct("words", lists, bases=(_OfLanguage,), frozen=True)
        read, wrong = read_as(model, table, at=("references", tag))
        wrong = wrong or list(_unknown_levels(read, levels, tag))
        faults += wrong
        if not wrong:
            found[tag] = _words(read, table, levels)
    return found, faults


def _unknown_levels(read: Any, levels: Sequence[str], tag: str) -> Iterator[Fault]:
    there = f"is no level of the code, there are {', '.join(levels)}"
    for name, lists in read.levels.items():
        place = ("references", tag, "levels", name)
        if name not in levels:
            yield place, there
        elif name == levels[0] and (lists.words or lists.plural):
            yield place, "has words of its own: write them in law, above the levels"
    of = read.subparagraph.of if read.subparagraph else None
    if of not in (None, *levels):
        yield ("references", tag, "subparagraph", "of"), f"{of!r} {there}"


def _words(read: Any, table: dict[str, Any], levels: Sequence[str]) -> dict[str, Any]:
    """The lists that the table has, with depths for the names of levels."""
    lists = ((key, value) for key, value in asdict(read).items() if isinstance(value, tuple))
    found: dict[str, Any] = {key: list(value) for key, value in lists if key in table}
    if "levels" in table:
        found["levels"] = {
            levels.index(name): {key: list(words) for key, words in asdict(lists).items()}
            for name, lists in read.levels.items()
        }
    if sub := read.subparagraph:
        found["subparagraph"] = {
            "words": list(sub.words),
            "plural": list(sub.plural),
            "ordinals": [[each] if isinstance(each, str) else list(each) for each in sub.ordinals],
            "numbering": sub.numbering,
            "of": None if sub.of is None else levels.index(sub.of),
        }
    return found


_Check = Callable[[Any], str | None]  # returns what is wrong with a value, or None


def _fitting(pattern: str, what: str) -> _Check:
    fits = re.compile(pattern).fullmatch
    return lambda value: None if fits(value) else f"{value!r} is not {what}"


def _unknown_language(tag: str) -> str | None:
    try:
        read_language(tag)
    except LawkbError as error:
        return f"{tag!r}: {error.what}; {error.hint}"
    return None


def _fault_of_form(form: str) -> str | None:
    fits = form.count("{}") == 1
    return None if fits else f"{form!r} has no place for the label: write {{}} once"


def _empty(listed: object) -> str | None:
    return None if listed else "is empty"


def _beyond_the_profile(levels: list[object]) -> str | None:
    most = len(EID_PREFIXES)
    return f"are {len(levels)}: the XML profile has {most}" if len(levels) > most else None


def _fault_of_template(template: str) -> str | None:
    unknown = set(re.findall(r"\{(\w*)\}", template)) - set(TEMPLATE_FIELDS)
    known = ", ".join(f"{{{name}}}" for name in TEMPLATE_FIELDS)
    return f"{{{min(unknown)}}} in a template is unknown, there are {known}" if unknown else None


def _fault_of_zone(name: str) -> str | None:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return f"{name!r} is no time zone: write an IANA name, such as Europe/Athens"
    return None


def _below_one(n: int) -> str | None:
    return None if n >= 1 else f"is {n}, and must be 1 or more"


_Id = Annotated[str, _fitting(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}", "of letters, digits, - and _")]
_Date = Annotated[
    str,
    _fitting(
        r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", "a date such as 2017-09-30, in quotes"
    ),
]
_Name = Annotated[
    str,
    _fitting(r"(?!law$)[a-z][a-z0-9-]{0,40}", "part of a path: a to z, then also 0 to 9 and -"),
]
_Tag = Annotated[str, _unknown_language]
_Form = Annotated[str, _fault_of_form]
_Template = Annotated[str, _fault_of_template]
_Positive = Annotated[int, _below_one]


class _Code(Table, frozen=True):
    id: _Id
    authority: _Id
    authoritative: _Tag
    titles: dict[str, str]


class _Level(Table, frozen=True):
    name: str
    numbering: _Numbering
    printed: Annotated[_Form | tuple[_Form, ...], _empty]
    written: _Form
    most: _Positive | None = None


class _Organization(Table, frozen=True):
    id: _Id
    name: str


class _Edition(Table, frozen=True):
    id: _Id
    date: _Date
    by: str
    laws: _Positive


class _Expression(Table, frozen=True):
    edition: str
    language: _Tag
    date: _Date
    by: str
    notice: str


class _Pages(Table, frozen=True):
    pattern: str
    edition: str
    languages: tuple[str, ...] = ()
    kind: PageKind = "law"
    name: _Name | None = None

    def __post_init__(self) -> None:
        fields = self.pattern.count("{law}")
        if self.kind == "law" and fields != 1:
            raise ValueError(f"pattern {self.pattern!r} names no law: write {{law}} once")
        if fields > (self.kind in ("law", "commentary")):
            what = f"pattern {self.pattern!r} names a law, a page of kind {self.kind} is one page"
            raise ValueError(f"{what}: write its id")


class _Source(Table, frozen=True):
    name: _Id
    title: str
    pages: tuple[_Pages, ...] = ()
    furniture: tuple[_Template, ...] = ()
    page_data: tuple[_Template, ...] = ()
    comment: _Template | None = None
    zone: Annotated[str, _fault_of_zone] = "UTC"


class _Corpus(Table, frozen=True):
    code: _Code
    levels: Annotated[tuple[_Level, ...], _empty, _beyond_the_profile]
    editions: Annotated[tuple[_Edition, ...], _empty]
    expressions: Annotated[tuple[_Expression, ...], _empty]
    organizations: tuple[_Organization, ...] = ()
    sources: tuple[_Source, ...] = ()
    law_words: dict[_Tag, dict[str, str]] = {}  # noqa: RUF012  # msgspec copies it
    references: dict[_Tag, dict[str, Any]] = {}  # noqa: RUF012


def read_outline(folder: Path) -> Outline:
    """What a code is, from the ``corpus.toml`` of a corpus folder.

    Raises:
        LawkbError: The file is missing or wrong; it names every fault and its place.
    """
    read, words = _read(folder)
    code = read.code
    return Outline(
        id=code.id,
        authority=code.authority,
        authoritative=code.authoritative,
        titles=code.titles,
        scheme=Scheme(tuple(map(_level, read.levels))),
        editions=tuple(Edition(**asdict(each)) for each in read.editions),
        expressions=tuple(Expression(**asdict(each)) for each in read.expressions),
        organizations=tuple(Organization(**asdict(each)) for each in read.organizations),
        law_words=read.law_words,
        references=words,
    )


def read_sources(folder: Path, outline: Outline) -> tuple[Source, ...]:
    """The sources of a corpus, from its ``corpus.toml``.

    Raises:
        LawkbError: As ``read_outline``.
    """
    return tuple(
        Source(
            rules=tuple(PageRule(**asdict(rule)) for rule in each.pages),
            **{name: value for name, value in asdict(each).items() if name != "pages"},
        )
        for each in _read(folder)[0].sources
    )


def _read(folder: Path) -> tuple[_Corpus, dict[str, dict[str, Any]]]:
    """All of the file, and the words for references by language tag."""
    file = folder / "corpus.toml"
    raw = read_toml(file)
    read, faults = read_as(_Corpus, raw)
    names = [str(level.get("name")) for level in tables(raw, "levels")]
    words, wrong = read_code_words(raw.get("references", {}), names)
    refuse(file, [*faults, *wrong, *_unlisted(raw)])
    assert read is not None  # it is where it has no faults
    return read, words


def _level(read: _Level) -> Level:
    printed, *others = [read.printed] if isinstance(read.printed, str) else read.printed
    return Level(read.name, read.numbering, printed, read.written, tuple(others), read.most)


def _unlisted(raw: dict[str, Any]) -> Iterator[Fault]:
    """What names an edition, a body or an expression that the file does not list."""
    bodies = [body.get("id") for body in tables(raw, "organizations")]
    editions = [edition.get("id") for edition in tables(raw, "editions")]
    texts = [(each.get("edition"), each.get("language")) for each in tables(raw, "expressions")]
    for key, table in (("editions", bodies), ("expressions", bodies)):
        for index, each in enumerate(tables(raw, key)):
            if "by" in each and each["by"] not in table:
                yield (key, index, "by"), f"{each['by']!r} is not listed: add [[organizations]]"
    for index, (edition, _) in enumerate(texts):
        if edition is not None and edition not in editions:
            yield ("expressions", index, "edition"), f"{edition!r} is not listed: add [[editions]]"
    if any(edition not in editions for edition, _ in texts):
        return  # what a page rule names may be one of these
    for index, source in enumerate(tables(raw, "sources")):
        for place, rule in enumerate(tables(source, "pages")):
            tags = rule.get("languages", [])
            for tag in tags if isinstance(tags, list) else ():
                if (rule.get("edition"), tag) not in texts:
                    what = f"no expression {rule.get('edition')} {tag}: add [[expressions]]"
                    yield ("sources", index, "pages", place, "languages"), what
