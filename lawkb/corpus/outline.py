"""``corpus.toml``: what the code is and where its pages come from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from lawkb.corpus.code_words import read_code_words
from lawkb.corpus.tables import Table, read_table
from lawkb.errors import LawkbError
from lawkb.model.address import EID_PREFIXES, Level, Scheme
from lawkb.model.code import Edition, Expression, Organization, Outline
from lawkb.model.language import read_language
from lawkb.model.numbering import Numbering
from lawkb.model.page import PAGE_KINDS, TEMPLATE_FIELDS, PageRule, Source

_T = TypeVar("_T")
_NUMBERINGS = ("arabic", "upper", "lower", "roman")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_NAME = re.compile(r"(?!law$)[a-z][a-z0-9-]{0,40}")
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")


def read_outline(folder: Path) -> Outline:
    """What a code is, from the ``corpus.toml`` of a corpus folder.

    Raises:
        LawkbError: The file is missing or wrong; it says where and what.
    """
    top = read_table(folder / "corpus.toml")
    code = top.table("code")
    organizations = tuple(
        Organization(_id(table, "id"), table.get("name", str))
        for table in top.tables("organizations")
    )
    bodies = {body.id for body in organizations}
    editions = tuple(_edition(table, bodies) for table in top.tables("editions"))
    known = {edition.id for edition in editions}
    titles = code.table("titles")
    scheme = _scheme(top)
    return Outline(
        id=_id(code, "id"),
        authority=_id(code, "authority"),
        authoritative=_language(code, "authoritative"),
        titles={tag: titles.get(tag, str) for tag in titles.entries},
        scheme=scheme,
        editions=_some(top, editions, "editions"),
        expressions=_some(
            top,
            tuple(_expression(table, known, bodies) for table in top.tables("expressions")),
            "expressions",
        ),
        organizations=organizations,
        law_words=_law_words(top),
        references=read_code_words(top, scheme),
    )


def read_sources(folder: Path, outline: Outline) -> tuple[Source, ...]:
    """The sources of a corpus, from its ``corpus.toml``.

    Raises:
        LawkbError: As ``read_outline``; also when a page rule names an unknown expression.
    """
    return tuple(
        _source(table, outline) for table in read_table(folder / "corpus.toml").tables("sources")
    )


def _law_words(top: Table) -> dict[str, dict[str, str]]:
    """The tables ``[law_words.<tag>]``: forms of lawkb's word for a law to the code's own."""
    if "law_words" not in top.entries:
        return {}
    words = top.table("law_words")
    found = {}
    for tag in words.entries:
        forms = words.table(read_language(tag).code)
        found[tag] = {form: forms.get(form, str) for form in forms.entries}
    return found


def _scheme(top: Table) -> Scheme:
    tables = _some(top, top.tables("levels"), "levels")
    if len(tables) > len(EID_PREFIXES):
        raise LawkbError(
            top.where, f"{len(tables)} levels", f"the XML profile has {len(EID_PREFIXES)}"
        )
    return Scheme(tuple(_level(table) for table in tables))


def _level(table: Table) -> Level:
    numbering = table.get("numbering", str)
    if numbering not in _NUMBERINGS:
        raise LawkbError(
            table.where, f"numbering {numbering!r} is unknown", f"one of {_listed(_NUMBERINGS)}"
        )
    printed, *others = _forms(table, "printed")
    return Level(
        table.get("name", str),
        cast(Numbering, numbering),
        printed,
        _written(table),
        tuple(others),
        _most(table),
    )


def _most(table: Table) -> int | None:
    """The highest ordinal of a level, where the code says it."""
    if "most" not in table.entries:
        return None
    most = table.get("most", int)
    if most < 1:
        raise LawkbError(table.where, f"most = {most}", "the highest ordinal is 1 or more")
    return most


def _forms(table: Table, key: str) -> tuple[str, ...]:
    """The forms of a key, one or a list."""
    listed = isinstance(table.entries.get(key), list)
    forms = table.texts(key) if listed else (table.get(key, str),)
    for form in forms or ("",):
        if form.count("{}") != 1:
            what = f"{key} = {form!r} has no place for the label"
            raise LawkbError(table.where, what, "write {} once")
    return forms


def _written(table: Table) -> str:
    table.get("written", str)  # an address has one writing
    (written,) = _forms(table, "written")
    return written


def _edition(table: Table, bodies: set[str]) -> Edition:
    laws = table.get("laws", int)
    if laws < 1:
        raise LawkbError(table.where, f"laws = {laws}", "the number of laws is 1 or more")
    return Edition(_id(table, "id"), _date(table), _body(table, bodies), laws)


def _expression(table: Table, editions: set[str], bodies: set[str]) -> Expression:
    edition = table.get("edition", str)
    if edition not in editions:
        raise LawkbError(
            table.where, f"edition {edition} is not listed", "add it under [[editions]]"
        )
    return Expression(
        edition,
        _language(table, "language"),
        _date(table),
        _body(table, bodies),
        table.get("notice", str),
    )


def _source(table: Table, outline: Outline) -> Source:
    templates = (*table.texts("furniture"), *table.texts("page_data"))
    comment = table.text("comment")
    for template in (*templates, *([comment] if comment else [])):
        unknown = set(re.findall(r"\{(\w*)\}", template)) - set(TEMPLATE_FIELDS)
        if unknown:
            raise LawkbError(
                table.where,
                f"{{{min(unknown)}}} in a template is unknown",
                f"there are: {', '.join(f'{{{name}}}' for name in TEMPLATE_FIELDS)}",
            )
    return Source(
        name=_id(table, "name"),
        title=table.get("title", str),
        rules=tuple(_rule(rule, outline) for rule in table.tables("pages")),
        furniture=table.texts("furniture"),
        page_data=table.texts("page_data"),
        comment=comment,
        zone=_zone(table),
    )


def _zone(table: Table) -> str:
    """The time zone of a source's clock; UTC when it names none."""
    name = table.text("zone") or "UTC"
    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        what = f"zone = {name!r} is no time zone"
        raise LawkbError(table.where, what, "write an IANA name, such as Europe/Athens") from error


def _rule(table: Table, outline: Outline) -> PageRule:
    kind = table.text("kind") or "law"
    if kind not in PAGE_KINDS:
        raise LawkbError(table.where, f"kind {kind!r} is unknown", f"one of {_listed(PAGE_KINDS)}")
    rule = PageRule(
        table.get("pattern", str),
        table.get("edition", str),
        table.texts("languages"),
        kind,
        _name(table) if "name" in table.entries else None,
    )
    _check_pattern(table, rule)
    held = {(expression.edition, expression.language) for expression in outline.expressions}
    for tag in rule.languages:
        if (rule.edition, tag) not in held:
            raise LawkbError(
                table.where, f"no expression {rule.edition} {tag}", "add it under [[expressions]]"
            )
    return rule


def _check_pattern(table: Table, rule: PageRule) -> None:
    fields = rule.pattern.count("{law}")
    if rule.kind == "law" and fields != 1:
        raise LawkbError(table.where, f"pattern {rule.pattern!r} names no law", "write {law} once")
    if fields > (rule.kind in ("law", "commentary")):
        what = f"pattern {rule.pattern!r} names a law"
        raise LawkbError(table.where, what, f"a page of kind {rule.kind} is one page: write its id")


def _name(table: Table) -> str:
    """Name of a companion: part of paths, and never that of a law or of our own pages."""
    name = table.get("name", str)
    if not _NAME.fullmatch(name):
        what = f"name = {name!r} cannot be part of a path"
        raise LawkbError(table.where, what, "use a to z, then also 0 to 9 and -")
    return name


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _some(top: Table, found: tuple[_T, ...], key: str) -> tuple[_T, ...]:
    if not found:
        raise LawkbError(top.where, f"no {key}", f"write at least one [[{key}]]")
    return found


def _id(table: Table, key: str) -> str:
    value = table.get(key, str)
    if not _ID.fullmatch(value):
        raise LawkbError(table.where, f"{key} = {value!r}", "use letters, digits, - and _")
    return value


def _date(table: Table) -> str:
    value = table.get("date", str)
    if not _DATE.fullmatch(value):
        raise LawkbError(table.where, f"date = {value!r}", "write it like 2017-09-30, in quotes")
    return value


def _body(table: Table, bodies: set[str]) -> str:
    value = table.get("by", str)
    if value not in bodies:
        raise LawkbError(
            table.where, f"by = {value!r} is not listed", "add it under [[organizations]]"
        )
    return value


def _language(table: Table, key: str) -> str:
    return read_language(table.get(key, str)).code
