"""``corpus.toml``: the settings of a code, its sources, and its own words for references."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    StrictInt,
    create_model,
    model_validator,
)

from lawkb.corpus.toml_files import Fault, Table, read_as, read_toml, refuse
from lawkb.errors import LawkbError
from lawkb.model.address import EID_PREFIXES, Level, Scheme
from lawkb.model.code import Edition, Expression, Organization, Outline
from lawkb.model.language import read_language
from lawkb.model.page import TEMPLATE_FIELDS, PageKind, PageRule, Source

_Words = tuple[str, ...]
_Forms = Annotated[_Words, BeforeValidator(lambda form: form if isinstance(form, list) else [form])]


class _OfLevel(Table):
    """Words of a level; the manual says what each list is for."""

    words: _Words = ()
    plural: _Words = ()
    this: _Words = ()
    before: _Words = ()
    next: _Words = ()


class _OfSubparagraph(Table):
    """Words of paragraphs without a number.

    Attributes:
        ordinals: Forms of *first*, forms of *second* and so on; one form alone need not be a list.
    """

    words: _Words = ()
    plural: _Words = ()
    ordinals: tuple[_Forms, ...] = ()
    numbering: Literal["arabic", "upper", "lower", "roman"] | None = None
    of: str | None = None


class _OfLanguage(Table):
    levels: dict[str, _OfLevel] = Field(default_factory=dict)
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
        lists: Any = {key: (_Words, ()) for key, value in own.items() if isinstance(value, list)}
        model = create_model("words", __base__=_OfLanguage, **lists)
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
    lists = ((key, value) for key, value in read if isinstance(value, tuple))
    found: dict[str, Any] = {key: list(value) for key, value in lists if key in table}
    if "levels" in table:
        found["levels"] = {
            levels.index(name): {key: list(words) for key, words in lists}
            for name, lists in read.levels.items()
        }
    if sub := read.subparagraph:
        found["subparagraph"] = {
            "words": list(sub.words),
            "plural": list(sub.plural),
            "ordinals": [list(forms) for forms in sub.ordinals],
            "numbering": sub.numbering,
            "of": None if sub.of is None else levels.index(sub.of),
        }
    return found


_T = TypeVar("_T")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_NAME = re.compile(r"(?!law$)[a-z][a-z0-9-]{0,40}")
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")


def _fitting(pattern: re.Pattern[str], what: str) -> AfterValidator:
    def check(value: str) -> str:
        if not pattern.fullmatch(value):
            raise ValueError(f"{value!r} is not {what}")
        return value

    return AfterValidator(check)


def _language(tag: str) -> str:
    try:
        return read_language(tag).code
    except LawkbError as error:
        raise ValueError(f"{tag!r}: {error.what}; {error.hint}") from error


def _form(form: str) -> str:
    if form.count("{}") != 1:
        raise ValueError(f"{form!r} has no place for the label: write {{}} once")
    return form


def _some(listed: tuple[_T, ...]) -> tuple[_T, ...]:
    if not listed:
        raise ValueError("is empty")
    return listed


def _within_the_profile(levels: tuple[_T, ...]) -> tuple[_T, ...]:
    if len(levels) > len(EID_PREFIXES):
        raise ValueError(f"are {len(levels)}: the XML profile has {len(EID_PREFIXES)}")
    return levels


def _template(template: str) -> str:
    unknown = set(re.findall(r"\{(\w*)\}", template)) - set(TEMPLATE_FIELDS)
    if unknown:
        known = ", ".join(f"{{{name}}}" for name in TEMPLATE_FIELDS)
        raise ValueError(f"{{{min(unknown)}}} in a template is unknown, there are {known}")
    return template


def _zone(name: str) -> str:
    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        what = f"{name!r} is no time zone: write an IANA name, such as Europe/Athens"
        raise ValueError(what) from error


_Id = Annotated[str, _fitting(_ID, "of letters, digits, - and _")]
_Date = Annotated[str, _fitting(_DATE, "a date such as 2017-09-30, in quotes")]
_Name = Annotated[str, _fitting(_NAME, "part of a path: a to z, then also 0 to 9 and -")]
_Tag = Annotated[str, AfterValidator(_language)]
_Form = Annotated[str, AfterValidator(_form)]
_Template = Annotated[str, AfterValidator(_template)]
_AtLeastOne = AfterValidator(_some)
_Positive = Annotated[StrictInt, Field(ge=1)]


class _Code(Table):
    id: _Id
    authority: _Id
    authoritative: _Tag
    titles: dict[str, str]


class _Level(Table):
    name: str
    numbering: Literal["arabic", "upper", "lower", "roman"]
    printed: Annotated[
        tuple[_Form, ...], _AtLeastOne, BeforeValidator(lambda v: (v,) if isinstance(v, str) else v)
    ]
    written: _Form
    most: _Positive | None = None


class _Organization(Table):
    id: _Id
    name: str


class _Edition(Table):
    id: _Id
    date: _Date
    by: str
    laws: _Positive


class _Expression(Table):
    edition: str
    language: _Tag
    date: _Date
    by: str
    notice: str


class _Pages(Table):
    pattern: str
    edition: str
    languages: tuple[str, ...] = ()
    kind: PageKind = "law"
    name: _Name | None = None

    @model_validator(mode="after")
    def _fits_its_kind(self) -> _Pages:
        fields = self.pattern.count("{law}")
        if self.kind == "law" and fields != 1:
            raise ValueError(f"pattern {self.pattern!r} names no law: write {{law}} once")
        if fields > (self.kind in ("law", "commentary")):
            what = f"pattern {self.pattern!r} names a law, a page of kind {self.kind} is one page"
            raise ValueError(f"{what}: write its id")
        return self


class _Source(Table):
    name: _Id
    title: str
    pages: tuple[_Pages, ...] = ()
    furniture: tuple[_Template, ...] = ()
    page_data: tuple[_Template, ...] = ()
    comment: _Template | None = None
    zone: Annotated[str, AfterValidator(_zone)] = "UTC"


class _Corpus(Table):
    code: _Code
    levels: Annotated[tuple[_Level, ...], _AtLeastOne, AfterValidator(_within_the_profile)]
    editions: Annotated[tuple[_Edition, ...], _AtLeastOne]
    expressions: Annotated[tuple[_Expression, ...], _AtLeastOne]
    organizations: tuple[_Organization, ...] = ()
    sources: tuple[_Source, ...] = ()
    law_words: dict[_Tag, dict[str, str]] = Field(default_factory=dict)
    references: dict[_Tag, dict[str, Any]] = Field(default_factory=dict)


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
        editions=tuple(Edition(**dict(each)) for each in read.editions),
        expressions=tuple(Expression(**dict(each)) for each in read.expressions),
        organizations=tuple(Organization(**dict(each)) for each in read.organizations),
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
            rules=tuple(PageRule(**dict(rule)) for rule in each.pages),
            **{name: value for name, value in each if name != "pages"},
        )
        for each in _read(folder)[0].sources
    )


def _read(folder: Path) -> tuple[_Corpus, dict[str, dict[str, Any]]]:
    """All of the file, and the words for references by language tag."""
    file = folder / "corpus.toml"
    raw = read_toml(file)
    read, faults = read_as(_Corpus, raw)
    names = [str(level.get("name")) for level in _tables(raw, "levels")]
    words, wrong = read_code_words(raw.get("references", {}), names)
    refuse(file, [*faults, *wrong, *_unlisted(raw)])
    assert read is not None  # it is where it has no faults
    return read, words


def _level(read: _Level) -> Level:
    printed, *others = read.printed
    return Level(read.name, read.numbering, printed, read.written, tuple(others), read.most)


def _unlisted(raw: dict[str, Any]) -> Iterator[Fault]:
    """What names an edition, a body or an expression that the file does not list."""
    bodies = [body.get("id") for body in _tables(raw, "organizations")]
    editions = [edition.get("id") for edition in _tables(raw, "editions")]
    texts = [(each.get("edition"), each.get("language")) for each in _tables(raw, "expressions")]
    for key, table in (("editions", bodies), ("expressions", bodies)):
        for index, each in enumerate(_tables(raw, key)):
            if "by" in each and each["by"] not in table:
                yield (key, index, "by"), f"{each['by']!r} is not listed: add [[organizations]]"
    for index, (edition, _) in enumerate(texts):
        if edition is not None and edition not in editions:
            yield ("expressions", index, "edition"), f"{edition!r} is not listed: add [[editions]]"
    if any(edition not in editions for edition, _ in texts):
        return  # what a page rule names may be one of these
    for index, source in enumerate(_tables(raw, "sources")):
        for place, rule in enumerate(_tables(source, "pages")):
            tags = rule.get("languages", [])
            for tag in tags if isinstance(tags, list) else ():
                if (rule.get("edition"), tag) not in texts:
                    what = f"no expression {rule.get('edition')} {tag}: add [[expressions]]"
                    yield ("sources", index, "pages", place, "languages"), what


def _tables(raw: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """The list of tables below a key; empty where it is something else, which is told apart."""
    values = raw.get(key)
    listed = values if isinstance(values, list) else []
    return listed if all(isinstance(value, dict) for value in listed) else []
