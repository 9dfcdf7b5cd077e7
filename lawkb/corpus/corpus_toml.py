"""``corpus.toml``: the settings of a law code, its sources, and its words for references."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec.structs import asdict, fields

from lawkb.corpus.toml_files import Fault, Table, read_as, read_toml, refuse, tables
from lawkb.model.address import EID_PREFIXES, Level, Scheme
from lawkb.model.code import Edition, Expression, Organization, Outline
from lawkb.model.language import language_codes
from lawkb.model.source import DESK, TEMPLATE_FIELDS, PageKind, PageRule, Source
from lawkb.model.url_patterns import is_mail_pattern, is_web_pattern, unknown_fields

# Texts of a list, and their characters: every line of a page is compared with each.
_MOST_TEXTS, _MOST_CHARACTERS = 1000, 65_536


def _too_many(texts: list[Any]) -> str | None:
    if len(texts) > _MOST_TEXTS:
        return f"has {len(texts)} texts: at most {_MOST_TEXTS}"
    size = sum(map(len, texts))
    return f"has {size} characters: at most {_MOST_CHARACTERS}" if size > _MOST_CHARACTERS else None


_Words = Annotated[tuple[str, ...], _too_many]
_Numbering = Literal["arabic", "upper", "lower", "roman"]


class _OfLevel(Table, frozen=True):
    """Words for one level of provisions in references; the manual explains each list."""

    words: _Words = ()
    plural: _Words = ()
    this: _Words = ()
    before: _Words = ()
    next: _Words = ()


class _OfSubparagraph(Table, frozen=True):
    """Words for paragraphs without a number, in references such as *the second paragraph*.

    Attributes:
        ordinals: For each number, the forms of its ordinal, *first*, *second* and so on; a single
            form need not be a list.
    """

    words: _Words = ()
    plural: _Words = ()
    ordinals: tuple[str | _Words, ...] = ()
    numbering: _Numbering | None = None
    of: str | None = None


_NOT_OF_LAWS = {"words", "plural"}  # the list ``law`` has them


class _OfLanguage(Table, frozen=True, rename=lambda name: name.removesuffix("_")):
    """Words for references in a language, as in ``[references]`` of ``lawkb/languages/en.toml``."""

    typed_law: _Words = ()
    law: _Words = ()
    section: _Words = ()
    point: _Words = ()
    placing: _Words = ()
    plural: _Words = ()
    see: _Words = ()
    under: _Words = ()
    exactly: _Words = ()
    weak: _Words = ()
    article: _Words = ()
    self: _Words = ()
    before: _Words = ()
    next: _Words = ()
    after: _Words = ()
    after_see: _Words = ()
    and_: _Words = ()
    or_: _Words = ()
    range: _Words = ()
    range_opener: _Words = ()
    letter_words: _Words = ()
    filler: _Words = ()
    edition: _Words = ()
    edition_before: _Words = ()
    of_law: _Words = ()
    foreign: _Words = ()
    foreign_section: _Words = ()
    abbreviations: _Words = ()
    levels: dict[str, _OfLevel] = {}  # noqa: RUF012  # msgspec copies it
    subparagraph: _OfSubparagraph | None = None


def _code_words(read: _OfLanguage, levels: Sequence[str]) -> dict[str, Any]:
    """Return the words for references in a language, as ``Language.with_references`` takes them.

    In ``levels`` and ``subparagraph``, the name of a level is replaced by its depth, 0 for the law.

    Args:
        read: The table of the language.
        levels: Names of the levels, the law first.
    """
    given = ((field.encode_name, getattr(read, field.name)) for field in fields(_OfLanguage))
    found: dict[str, Any] = {
        key: list(words) for key, words in given if words and isinstance(words, tuple)
    }
    if read.levels:
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
    codes = language_codes()
    there = ", ".join(codes)
    return None if tag in codes else f"{tag!r}: lawkb has no file for it; there are: {there}"


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


def _fault_of_wiki(address: str) -> str | None:
    fits = is_web_pattern(address) and not re.search(r"[{}]", address)
    return None if fits else f"{address!r} is no https or http URL with a host"


_OFFICIAL_FIELDS = ("law", "address", "language", "edition")
_CORRECTION_FIELDS = (*_OFFICIAL_FIELDS, "label", "page", "text", "url")


def _fault_of_official(pattern: str) -> str | None:
    if not is_web_pattern(pattern):
        return f"{pattern!r} is no https or http URL with a host"
    return _fault_of_fields(pattern, _OFFICIAL_FIELDS)


def _fault_of_correction(pattern: str) -> str | None:
    if not (is_web_pattern(pattern) or is_mail_pattern(pattern)):
        return f"{pattern!r} is no https, http or mailto URL with a host or an address"
    return _fault_of_fields(pattern, _CORRECTION_FIELDS)


def _fault_of_fields(pattern: str, fields: Sequence[str]) -> str | None:
    unknown = unknown_fields(pattern, fields)
    known = ", ".join(f"{{{name}}}" for name in fields)
    return f"{unknown[0]} in a URL is unknown, there are {known}" if unknown else None


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
_Wiki = Annotated[str, _fault_of_wiki]
_Namespace = Annotated[
    str, _fitting(r"[^\s:/]+(:[^\s:/]+)*", "a namespace: names with : between them")
]
_Official = Annotated[str, _fault_of_official]
_Correction = Annotated[str, _fault_of_correction]


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
    official: _Official | None = None


class _Site(Table, frozen=True):
    correction: _Correction | None = None


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
    furniture: Annotated[tuple[_Template, ...], _too_many] = ()
    page_data: Annotated[tuple[_Template, ...], _too_many] = ()
    comment: _Template | None = None
    zone: str = "UTC"
    wiki: _Wiki | None = None
    namespace: _Namespace | None = None


def _no_probability(number: float) -> str | None:
    return None if 0 <= number <= 1 else f"is {number}, and must be 0 to 1"


def _blank(text: str) -> str | None:
    return None if text.strip() else "is empty"


class RuleSetting(Table, frozen=True):
    """What a code decides on a rule of ``lawkb check``.

    Attributes:
        name: Name of the rule.
        severity: Severity of all its findings; ``off`` if it does not run.
        reason: Why.
    """

    name: str
    severity: Literal["off", "error", "warning", "note"]
    reason: Annotated[str, _blank]


class CheckSettings(Table, frozen=True):
    """What a code decides on ``lawkb check``.

    Attributes:
        min_confidence: Findings with a lower confidence are left out.
        rules: Rules that are switched off or have another severity.
    """

    min_confidence: Annotated[float, _no_probability] = 0.0
    rules: tuple[RuleSetting, ...] = ()


class _Corpus(Table, frozen=True):
    code: _Code
    levels: Annotated[tuple[_Level, ...], _empty, _beyond_the_profile]
    editions: Annotated[tuple[_Edition, ...], _empty]
    expressions: Annotated[tuple[_Expression, ...], _empty]
    organizations: tuple[_Organization, ...] = ()
    sources: tuple[_Source, ...] = ()
    law_words: dict[_Tag, dict[str, str]] = {}  # noqa: RUF012  # msgspec copies it
    references: dict[_Tag, _OfLanguage] = {}  # noqa: RUF012
    checks: CheckSettings = CheckSettings()
    site: _Site = _Site()


def read_outline(folder: Path) -> Outline:
    """Read the outline of a law code, its editions, languages and levels, from ``corpus.toml``.

    Raises:
        LawkbError: The file is missing or wrong; the message names every fault and where it is.
    """
    read = _read(folder)
    code, levels = read.code, [level.name for level in read.levels]
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
        references={tag: _code_words(words, levels) for tag, words in read.references.items()},
        correction=read.site.correction,
    )


def read_check_settings(folder: Path) -> CheckSettings:
    """Read the settings of ``lawkb check`` from the ``corpus.toml`` of a corpus.

    Raises:
        LawkbError: The file is missing or wrong. Whether the rules exist is not known here.
    """
    return _read(folder).checks


def read_sources(folder: Path, outline: Outline) -> tuple[Source, ...]:
    """Read the sources of a corpus and their page rules from its ``corpus.toml``.

    The last one is the source of the translations made at the desk, if its folder is there.

    Raises:
        LawkbError: The file is missing or wrong, or a time zone is unknown.
    """
    sources = _read(folder).sources
    refuse(folder / "corpus.toml", _unknown_zones(sources))
    named = tuple(
        Source(
            rules=tuple(PageRule(**asdict(rule)) for rule in each.pages),
            **{
                name: value
                for name, value in asdict(each).items()
                if name != "pages" and value is not None
            },
        )
        for each in sources
    )
    has_desk = (folder / "sources" / DESK).is_dir() and DESK not in {each.name for each in named}
    return (*named, desk_source(outline)) if has_desk else named


def desk_source(outline: Outline) -> Source:
    """Return the source of the translations made at the desk, which ``corpus.toml`` need not name.

    Its pages are named after law, edition and language: ``law_2_2017_el``.
    """
    rules = (
        PageRule(f"law_{{law}}_{each.edition}_{each.language}", each.edition, (each.language,))
        for each in outline.expressions
        if each.language != outline.authoritative
    )
    return Source(DESK, "Translations made at the desk", tuple(rules))


def _read(folder: Path) -> _Corpus:
    file = folder / "corpus.toml"
    raw = read_toml(file)
    read, faults = read_as(_Corpus, raw)
    refuse(file, [*faults, *_unknown_levels(raw), *_unlisted(raw)])
    assert read is not None  # it is where it has no faults
    return read


def _unknown_levels(raw: dict[str, Any]) -> Iterator[Fault]:
    """Yield a fault for each name, in the words for references, that is no level of the code."""
    levels = [str(level.get("name")) for level in tables(raw, "levels")]
    there = f"is no level of the code, there are {', '.join(levels)}"
    for tag, words in _table(raw, "references").items():
        for name, lists in _table(words, "levels").items():
            place = ("references", tag, "levels", name)
            if name not in levels:
                yield place, there
            elif name == levels[0] and isinstance(lists, dict) and lists.keys() & _NOT_OF_LAWS:
                yield place, "has words of its own: write them in law, above the levels"
        of = _table(words, "subparagraph").get("of")
        if isinstance(of, str) and of not in levels:
            yield ("references", tag, "subparagraph", "of"), f"{of!r} {there}"


def _level(read: _Level) -> Level:
    printed, *others = [read.printed] if isinstance(read.printed, str) else read.printed
    return Level(read.name, read.numbering, printed, read.written, tuple(others), read.most)


def _unknown_zones(sources: Sequence[_Source]) -> Iterator[Fault]:
    # Checked apart: most commands read no source, and time zones are slow to load.
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    for index, source in enumerate(sources):
        try:
            ZoneInfo(source.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            what = f"{source.zone!r} is no time zone: write an IANA name, such as Europe/Athens"
            yield ("sources", index, "zone"), what


def _unlisted(raw: dict[str, Any]) -> Iterator[Fault]:
    """Yield a fault for each edition, body or expression that is used but not listed."""
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


def _table(raw: object, key: str) -> dict[str, Any]:
    value = raw.get(key) if isinstance(raw, dict) else None
    return value if isinstance(value, dict) else {}
