"""``corpus.toml``: the settings of a law code, its sources, and its words for references."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import asdict

from lawkb.corpus.language_files import use_languages_of
from lawkb.corpus.typed_tables import (
    Fault,
    Place,
    Table,
    check_language,
    content_of,
    parsed,
    read_as,
    read_rows,
    refuse,
    tables,
)
from lawkb.errors import LawkbError
from lawkb.model.address import (
    LAW_PREFIXES,
    LEVEL_ELEMENTS,
    NUMBER_INSERTS,
    Address,
    Level,
    Scheme,
    Series,
    joined_levels,
    with_elements,
    with_inner_elements,
    without_elements,
)
from lawkb.model.code import Edition, Expression, Organization, Outline
from lawkb.model.division import DivisionLevel
from lawkb.model.language import language_codes, level_terms, read_language
from lawkb.model.source import (
    DESK,
    OFFICIAL_FIELDS,
    TEMPLATE_FIELDS,
    Check,
    Id,
    LanguageTag,
    PageKind,
    PageRule,
    Positive,
    Source,
    fitting,
    is_mail_pattern,
    is_web_pattern,
    url_pattern,
)

# Texts of a list, and their characters: every line of a page is compared with each.
_MOST_TEXTS, _MOST_CHARACTERS = 1000, 65_536


_MOST_DIVISIONS = 3  # inside an annex


def _too_many(texts: list[Any]) -> str | None:
    if len(texts) > _MOST_TEXTS:
        return f"has {len(texts)} texts: at most {_MOST_TEXTS}"
    size = sum(map(len, texts))
    return f"has {size} characters: at most {_MOST_CHARACTERS}" if size > _MOST_CHARACTERS else None


_Words = Annotated[tuple[str, ...], _too_many]
_Numbering = Literal["arabic", "upper", "lower", "roman", "doubled"]
_Insert = Literal["letters", "small", "capitals", "latin", "decimals", "hyphens"]
_Element = Literal[
    "article", "section", "rule", "subsection", "paragraph", "subparagraph", "clause",
    "subclause", "point", "indent", "alinea",
]  # fmt: skip


class _OfLevel(Table, frozen=True):
    """Words for one level of provisions in references; the manual explains each list."""

    words: _Words = ()
    plural: _Words = ()
    this: _Words = ()
    before: _Words = ()
    next: _Words = ()


class _OfSubparagraph(Table, frozen=True):
    """Words for paragraphs without a number, in references such as *the second paragraph*."""

    words: _Words = ()
    plural: _Words = ()
    # What they are: paragraphs without a number, or sentences, as in Greek statutes.
    counts: Literal["paragraphs", "sentences"] = "paragraphs"
    # For each number, the forms of its ordinal, *first*, *second* and so on; a single form need not
    # be a list.
    ordinals: tuple[str | _Words, ...] = ()
    numbering: _Numbering | None = None
    of: str | None = None


_NOT_OF_LAWS = {"words", "plural"}  # the list ``law`` has them


class _OfLanguage(Table, frozen=True, rename=lambda name: name.removesuffix("_")):
    """Words for references in a language, as in ``[references]`` of ``lawkb/languages/en.toml``."""

    typed_law: _Words = ()
    law: _Words = ()
    first: _Words = ()
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
    beside: _Words = ()
    parts: _Words = ()
    named: _Words = ()
    ordinal_signs: _Words = ()
    earlier: _Words = ()
    earlier_after: _Words = ()
    later: _Words = ()
    later_after: _Words = ()
    counts: _Words = ()
    annexes: _Words = ()
    set_phrases: _Words = ()
    levels: dict[str, str | _OfLevel] = {}  # noqa: RUF012  # msgspec copies it
    subparagraph: _OfSubparagraph | None = None


def _code_words(read: _OfLanguage, levels: Sequence[str]) -> dict[str, Any]:
    """Return the words for references in a language, as ``Language.with_references`` takes them.

    In ``levels`` and ``subparagraph``, the name of a level is replaced by its depth, 0 for the law.
    A level may have a name of the words of the language file instead of lists.
    """
    # By JSON, which makes lists of tuples: ``to_builtins`` leaves them.
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(read))
    given = {key: words for key, words in plain.items() if words}
    if named := given.get("levels"):
        given["levels"] = {levels.index(name): lists for name, lists in named.items()}
    if sub := given.get("subparagraph"):
        forms = [[each] if isinstance(each, str) else each for each in sub["ordinals"]]
        of = None if sub["of"] is None else levels.index(sub["of"])
        own = {key: value for key, value in {**sub, "ordinals": forms}.items() if value}
        given["subparagraph"] = {**own, "of": of}
    return given


def _fault_of_form(form: str) -> str | None:
    if form.count("{}") != 1:
        return f"{form!r} has no place for the label: write {{}} once"
    unknown = re.search(r"\{\w+\}", form)
    return f"{unknown[0]} in a template is unknown, there is {{}}" if unknown else None


def _fault_of_label(form: str) -> str | None:
    """Return what is wrong with a label on pages: ``{}.``, ``{above}.{}.`` or ``—``."""
    if re.fullmatch(r"[^\w\s{}]", form):
        return None
    above, _, rest = form.rpartition("{above}")
    return _fault_of_form(f"{above}{rest}" if "{}" in rest else form)


def _empty(listed: object) -> str | None:
    return None if listed else "is empty"


def _at_most(most: int, place: str = "") -> Check:
    told = f"the XML profile has {most}{place}"
    return lambda listed: f"are {len(listed)}: {told}" if len(listed) > most else None


def _fault_of_template(template: str) -> str | None:
    unknown = set(re.findall(r"\{(\w*)\}", template)) - set(TEMPLATE_FIELDS)
    known = ", ".join(f"{{{name}}}" for name in TEMPLATE_FIELDS)
    return f"{{{min(unknown)}}} in a template is unknown, there are {known}" if unknown else None


def _fault_of_wiki(address: str) -> str | None:
    fits = is_web_pattern(address) and not re.search(r"[{}]", address)
    return None if fits else f"{address!r} is no https or http URL with a host"


_Name = Annotated[
    str,
    fitting(
        r"(?!(law|divisions)$)[a-z][a-z0-9-]{0,40}",
        "part of a path: a to z, then also 0 to 9 and -",
    ),
]
_Form = Annotated[str, _fault_of_form]
_Printed = Annotated[str, _fault_of_label]
_Template = Annotated[str, _fault_of_template]
_Wiki = Annotated[str, _fault_of_wiki]
_Namespace = Annotated[
    str, fitting(r"[^\s:/]+(:[^\s:/]+)*", "a namespace: names with : between them")
]
_Correction = Annotated[
    str,
    url_pattern(
        "https, http or mailto URL with a host or an address",
        lambda pattern: is_web_pattern(pattern) or is_mail_pattern(pattern),
        (*OFFICIAL_FIELDS, "label", "page", "text", "url"),
    ),
]


class _Code(Table, frozen=True):
    id: Id
    authority: Id
    authoritative: LanguageTag
    titles: dict[str, str]


def _several_letters(inserts: tuple[str, ...]) -> str | None:
    letters = [kind for kind in inserts if kind not in NUMBER_INSERTS]
    numbers = [kind for kind in inserts if kind in NUMBER_INSERTS]
    alike = next((kinds for kinds in (letters, numbers) if len(kinds) > 1), None)
    return f"has {' and '.join(alike)}: choose one of them" if alike else None


class _Level(Table, frozen=True):
    name: str
    numbering: _Numbering
    printed: Annotated[_Printed | tuple[_Printed, ...], _empty]
    written: _Form
    most: Positive | None = None
    written_in: dict[LanguageTag, _Form] = {}  # noqa: RUF012  # msgspec copies it
    inserts: Annotated[tuple[_Insert, ...], _several_letters] = ()
    element: _Element | None = (
        None  # of Akoma Ntoso, where the name of the level is not that of one
    )


_DivisionName = Literal[
    "book", "part", "subpart", "title", "subtitle", "chapter", "subchapter", "division",
    "subdivision", "section", "subsection",
]  # fmt: skip


class _Division(Table, frozen=True):
    """A kind of divisions above the laws, and its words where they are not those of lawkb."""

    name: _DivisionName  # One of the kinds that Akoma Ntoso has, such as `chapter`.
    # By language, the words that announce such a division, in all their forms.
    words: dict[LanguageTag, _Words] = {}  # noqa: RUF012


class _InnerDivision(Table, frozen=True):
    """A kind of divisions inside the texts of a series, such as the parts of an annex."""

    name: _DivisionName  # one of the kinds that Akoma Ntoso has, such as ``part``
    numbering: Literal["arabic", "roman", "upper"] = "upper"  # how labels count them


class _Series(Table, frozen=True):
    """Texts beside the laws that are read like laws, such as annexes."""

    # The series; recitals come before the laws and are one text, the others come after.
    name: Literal["recitals", "annex", "schedule", "appendix", "protocol"]
    numbering: Literal["arabic", "roman", "upper"] | None = None  # How labels count its texts.
    # The kinds of divisions inside, from the outside in.
    divisions: Annotated[
        tuple[_InnerDivision, ...], _at_most(_MOST_DIVISIONS, " inside an annex")
    ] = ()
    # The levels inside; without them, those of the laws below the first.
    levels: Annotated[
        tuple[_Level, ...], _at_most(len(LEVEL_ELEMENTS) - 1, " inside an annex")
    ] = ()

    def __post_init__(self) -> None:
        if self.divisions and self.name == "recitals":
            raise ValueError("divisions of recitals are not read: leave them out")


class _Site(Table, frozen=True):
    correction: _Correction | None = None


class SearchSettings(Table, frozen=True):
    """How a code and its site are searched."""

    # Where the search of the site runs: in the reader's browser, or on the site's server.
    on: Literal["browser", "server"] = "browser"
    # The search engine: embedded in this program, or a cluster.
    engine: Literal["whoosh", "opensearch"] = "whoosh"
    addresses: tuple[str, ...] = ()  # URLs of the nodes of the cluster.
    # File, from the folder of the corpus, with the certificates of the authority that signed those
    # of the nodes; None for the authorities that the machine trusts.
    authority: str | None = None


class _Pages(Table, frozen=True):
    pattern: str
    edition: str
    languages: tuple[str, ...] = ()
    kind: PageKind = "law"
    name: _Name | None = None
    titles: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        fields = self.pattern.count("{law}")
        if self.kind == "law" and fields != 1:
            raise ValueError(f"pattern {self.pattern!r} names no law: write {{law}} once")
        if fields > (self.kind in ("law", "commentary")):
            what = f"pattern {self.pattern!r} names a law, a page of kind {self.kind} is one page"
            raise ValueError(f"{what}: write its id")


class _Source(Table, frozen=True):
    name: Id
    title: str
    pages: tuple[_Pages, ...] = ()
    furniture: Annotated[tuple[_Template, ...], _too_many] = ()
    page_data: Annotated[tuple[_Template, ...], _too_many] = ()
    comment: _Template | None = None
    zone: str = "UTC"
    wiki: _Wiki | None = None
    namespace: _Namespace | None = None


class RuleSetting(Table, frozen=True):
    """What a code decides on a rule of ``lawkb check``."""

    name: str  # Name of the rule.
    # Severity of all its findings; `off` if it does not run.
    severity: Literal["off", "error", "warning", "note"]
    reason: Annotated[str, lambda text: None if text.strip() else "is empty"]  # Why.


class CheckSettings(Table, frozen=True):
    """What a code decides on ``lawkb check``."""

    # Findings with a lower confidence are left out.
    min_confidence: Annotated[
        float, lambda number: None if 0 <= number <= 1 else f"is {number}, and must be 0 to 1"
    ] = 0.0
    rules: tuple[RuleSetting, ...] = ()  # Rules that are switched off or have another severity.


class _Corpus(Table, frozen=True):
    code: _Code
    levels: Annotated[tuple[_Level, ...], _empty, _at_most(len(LEVEL_ELEMENTS))]
    editions: Annotated[tuple[Edition, ...], _empty]
    expressions: Annotated[tuple[Expression, ...], _empty]
    organizations: tuple[Organization, ...] = ()
    divisions: tuple[_Division, ...] = ()
    series: tuple[_Series, ...] = ()
    sources: tuple[_Source, ...] = ()
    law_words: dict[LanguageTag, dict[str, str]] = {}  # noqa: RUF012  # msgspec copies it
    references: dict[LanguageTag, _OfLanguage] = {}  # noqa: RUF012
    checks: CheckSettings = CheckSettings()
    site: _Site = _Site()
    search: SearchSettings = SearchSettings()


def read_outline(folder: Path) -> Outline:
    """Read the outline of a law code, its editions, languages and levels, from ``corpus.toml``.

    The other acts that it cites come from ``acts.tsv``.
    """
    read = _read(folder)
    code, levels = read.code, [level.name for level in read.levels]
    return Outline(
        id=code.id,
        authority=code.authority,
        authoritative=code.authoritative,
        titles=code.titles,
        scheme=Scheme(_levels(read), tuple(_all_series(read))),
        editions=read.editions,
        expressions=read.expressions,
        organizations=read.organizations,
        law_words=read.law_words,
        references={tag: _code_words(words, levels) for tag, words in read.references.items()},
        correction=read.site.correction,
        search_on_server=read.search.on == "server",
        acts=read_other_acts(folder, [each.language for each in read.expressions]),
        divisions=tuple(_division_levels(read)),
    )


def read_check_settings(folder: Path) -> CheckSettings:
    """Read the settings of ``lawkb check`` from the ``corpus.toml`` of a corpus."""
    return _read(folder).checks


def read_search_settings(folder: Path) -> SearchSettings:
    """Read the settings of the search from the ``corpus.toml`` of a corpus."""
    return _read(folder).search


def read_sources(folder: Path, outline: Outline) -> tuple[Source, ...]:
    """Read the sources of a corpus and their page rules from its ``corpus.toml``.

    The last one is the source of the translations made at the desk, if its folder is there.
    """
    sources = _read(folder).sources
    refuse(folder / "corpus.toml", _unknown_zones([source.zone for source in sources]))
    counting = outline.scheme.levels[0].counting
    named = tuple(
        Source(
            rules=tuple(PageRule(**asdict(rule), counting=counting) for rule in each.pages),
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
        PageRule(
            f"law_{{law}}_{each.edition}_{each.language}",
            each.edition,
            (each.language,),
            counting=outline.scheme.levels[0].counting,
        )
        for each in outline.expressions
        if each.language != outline.authoritative
    )
    return Source(DESK, "Translations made at the desk", tuple(rules))


def _read(folder: Path) -> _Corpus:
    file = folder / "corpus.toml"
    content = content_of(file)
    use_languages_of(folder)
    return _checked(file, content)


@lru_cache(1)  # a command needs several parts of it; language files that change empty it
def _checked(file: Path, content: bytes) -> _Corpus:
    raw = parsed(file, content)
    read, faults = read_as(_Corpus, raw)
    faults += [*_untitled(raw), *_unknown_levels(raw), *_unlisted(raw), *_repeated_divisions(raw)]
    if faults:
        given = (each.get("zone", "UTC") for each in tables(raw, "sources"))
        zones = [zone if isinstance(zone, str) else "UTC" for zone in given]
        refuse(file, [*faults, *_unknown_zones(zones)])
    assert read is not None  # it is where it has no faults
    refuse(file, [*_alike(read), *_named_like_laws(read)])
    return read


def _named_like_laws(read: _Corpus) -> Iterator[Fault]:
    """Yield a fault for each text beside the laws whose file would be named like that of a law."""
    law = _levels(read)[0].element
    taken = {LAW_PREFIXES[law], *(each.name for each in read.series)} if law else ()
    for index, source in enumerate(read.sources):
        for place, rule in enumerate(source.pages):
            if rule.name in taken:
                where = ("sources", index, "pages", place, "name")
                yield where, f"{rule.name!r} begins the names of files of laws: write another one"


def _untitled(raw: dict[str, Any]) -> Iterator[Fault]:
    """Yield a fault if the code has no title in the language of the original."""
    code = _table(raw, "code")
    original, titles = code.get("authoritative"), code.get("titles")
    if original in language_codes() and isinstance(titles, dict) and original not in titles:
        yield (
            ("code", "titles", str(original)),
            "is missing: the title in the language of the original",
        )


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
            elif isinstance(lists, str) and tag in language_codes():
                known = level_terms(read_language(tag))
                if lists not in known:
                    yield place, f"{lists!r} is none of the words for levels: {', '.join(known)}"
        of = _table(words, "subparagraph").get("of")
        if isinstance(of, str) and of not in levels:
            yield ("references", tag, "subparagraph", "of"), f"{of!r} {there}"


def _repeated_divisions(raw: dict[str, Any]) -> Iterator[Fault]:
    for key in ("divisions", "series"):
        yield from _repeated(tables(raw, key), (key,))
    for index, each in enumerate(tables(raw, "series")):
        yield from _repeated(tables(each, "divisions"), ("series", index, "divisions"))


def _repeated(listed: list[dict[str, Any]], place: Place, key: str = "name") -> Iterator[Fault]:
    names = [each.get(key) for each in listed]
    for index, name in enumerate(names):
        if name and name in names[:index]:
            yield (*place, index, key), f"{name!r} is there twice"


def _alike(read: _Corpus) -> Iterator[Fault]:
    """Yield a fault for each level whose labels cannot be told from those of another level."""
    levels = tuple(map(_level, read.levels))
    yield from _alike_levels(levels, ("levels",)) or _alike_in_addresses(levels)
    for index, each in enumerate(read.series):
        yield from _alike_levels(tuple(map(_level, each.levels)), ("series", index, "levels"))


def _alike_levels(levels: tuple[Level, ...], place: Place) -> list[Fault]:
    elements = [{"element": level.element or None} for level in levels]
    return [
        *_alike_inserts(levels, place),
        *_alike_on_pages(levels, place),
        *_repeated([{"name": level.name} for level in levels], place),
        *_repeated(elements, place, "element"),
    ]


def _alike_inserts(levels: tuple[Level, ...], place: Place) -> Iterator[Fault]:
    """Yield a fault for each form of a label inside an address that may be part of an insert."""
    told: dict[Place, str] = {}
    for above, index, tag in joined_levels(levels):
        key, form = ("written_in", tag) if tag else ("written",), levels[index].form(tag)
        what = f"{form!r} cannot be told from what {above.name} has inserted: write '({{}})'"
        told.setdefault((*place, index, *key), what)
    yield from told.items()


def _alike_in_addresses(levels: tuple[Level, ...]) -> Iterator[Fault]:
    """Yield a fault for the first level whose labels cannot be told from those above it."""
    for index, level in enumerate(levels):
        try:
            Scheme(levels).write(Address((2,) * (index + 1)))
        except ValueError:
            above = levels[index - 1]
            what = f"{level.written!r} cannot be told from {above.written!r} of {above.name}"
            yield ("levels", index, "written"), f"{what}: write '({{}})'"
            return


def _alike_on_pages(levels: tuple[Level, ...], place: Place) -> Iterator[Fault]:
    """Yield a fault for each level whose labels at the start of a line may be of another level."""
    for index, level in enumerate(levels):
        if not index and any("{above}" in form for form in (level.printed, *level.also_printed)):
            yield (*place, index, "printed"), "repeats a number, but there is no level above it"
        if not level.repeats_above:
            continue
        for other in levels:
            if other.counting.has_decimals:
                told = f"3.1 cannot be told from what {other.name} has inserted: leave out one"
                yield (*place, index, "printed"), told


def _level(read: _Level) -> Level:
    printed, *others = [read.printed] if isinstance(read.printed, str) else read.printed
    return Level(
        read.name,
        read.numbering,
        printed,
        read.written,
        tuple(others),
        read.most,
        read.inserts,
        tuple(read.written_in.items()),
        element=read.element or "",
    )


def _levels(read: _Corpus) -> tuple[Level, ...]:
    return with_elements(tuple(map(_level, read.levels)))


_RECITAL = Level("recital", "arabic", "({})", "({})", ("{}.",))


def _all_series(read: _Corpus) -> Iterator[Series]:
    """Yield the series of a code, each with its place: recitals before the laws, others after."""
    law, *below = _levels(read)
    for place, each in enumerate(read.series, start=1):
        own = [*map(_level, each.levels)] or ([_RECITAL] if each.name == "recitals" else below)
        parts = (
            Level(part.name, part.numbering, "{}", f"-{part.name}-{{}}", is_division=True)
            for part in each.divisions
        )
        levels = (*parts, *own)
        levels = with_inner_elements(levels) if law.element else without_elements(levels)
        if each.name == "recitals":
            yield Series(each.name, -1, None, levels)
        else:
            default: Literal["roman", "arabic"] = "roman" if each.name == "annex" else "arabic"
            yield Series(each.name, place, each.numbering or default, levels)


def _division_levels(read: _Corpus) -> Iterator[DivisionLevel]:
    """Yield the kinds of divisions of a code, with lawkb's words where it has none of its own."""
    tags = dict.fromkeys(each.language for each in read.expressions)
    for each in read.divisions:
        words = {}
        for tag in tags:
            own = read_language(tag).tables.get("divisions", {}).get(each.name, ())
            words[tag] = each.words.get(tag) or tuple(own)
        yield DivisionLevel(each.name, words)


def _unknown_zones(zones: Sequence[str]) -> Iterator[Fault]:
    """Yield a fault for each source whose time zone is unknown."""
    # Checked apart: most commands read no source, and time zones are slow to load.
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    for index, zone in enumerate(zones):
        try:
            ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            what = f"{zone!r} is no time zone: write an IANA name, such as Europe/Athens"
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


FILE = "acts.tsv"
_COLUMNS = ["language", "name", "short", "url"]


def read_other_acts(folder: Path, tags: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the acts that a corpus lists, each with language, name, short name and URL.

    The first line of ``acts.tsv`` names the columns. Empty lines and lines that begin with ``#``
    are left out, as in ``lawkb/languages/acts.tsv``, which explains the columns.
    """

    def check_names(where: str, names: list[str]) -> None:
        if names != _COLUMNS:
            what = f"the columns are {', '.join(names)}"
            raise LawkbError(where, what, f"name them {', '.join(_COLUMNS)}, with tabs between")

    rows = []
    for where, cells in read_rows(folder / FILE, check_names):
        check_language(where, cells["language"], tags)
        if not cells["name"]:
            raise LawkbError(where, "the act has no name", "write it as the text cites it")
        plain = cells["url"].replace("[", "").replace("]", "").replace("{article}", "1")
        if plain and not (plain.startswith("/akn/") or is_web_pattern(plain)):
            what = f"{cells['url']!r} is no address of a web page, and no IRI of Akoma Ntoso"
            raise LawkbError(where, what, "begin it with https:// or /akn/")
        rows.append(tuple(cells[name] for name in _COLUMNS))
    return tuple(rows)
