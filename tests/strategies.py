"""Generated laws: every shape a page can give, and the code they belong to.

``OUTLINE`` is built here, not read from ``corpus.toml``, so that the tests do not change with it.
"""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.model.address import (
    Address,
    Insert,
    Inserted,
    Level,
    Numbering,
    Ordinal,
    Scheme,
    largest_ordinal,
)
from lawkb.model.code import Edition, Expression, Organization, Outline
from lawkb.model.language import language_codes
from lawkb.model.law import Comment, Law, Origin, Provision, Repeal
from lawkb.model.passage import (
    Cell,
    Lines,
    Note,
    Passage,
    Reference,
    Span,
    Table,
)
from tests.standoff import links, marks

SCHEME = Scheme(
    (
        Level("law", "arabic", "{}.", "{}"),
        Level("letter", "upper", "{}.", "{}"),
        Level("number", "arabic", "{}.", "{}"),
        Level("point", "lower", "({})", "({})"),
        Level("roman", "roman", "({})", "({})"),
    )
)
# The Italian text of 2007 translates an original that the code does not hold.
OUTLINE = Outline(
    id="duplicate-bridge",
    authority="aa-wbf",
    authoritative="en",
    titles={
        "en": "Laws of Duplicate Bridge",
        "el": "Νόμοι του Αγωνιστικού Μπριτζ",
        "it": "Codice di Gara",
    },
    scheme=SCHEME,
    editions=(
        Edition("2017", "2017-01-01", "wbf", 93),
        Edition("2007", "2007-01-01", "wbf", 93),
    ),
    expressions=(
        Expression("2017", "en", "2017-01-01", "wbf", "Laws of Duplicate Bridge 2017."),
        Expression("2017", "el", "2018-05-25", "hbf", "Ελληνική μετάφραση."),
        Expression("2007", "it", "2007-01-01", "figb", "Traduzione italiana."),
    ),
    organizations=(
        Organization("wbf", "World Bridge Federation"),
        Organization("hbf", "Ελληνική Ομοσπονδία Μπριτζ"),
        Organization("figb", "Federazione Italiana Gioco Bridge"),
    ),
    references={"it": {"filler": ["del codice di gara"]}},
)
LANGUAGES = ("en", "el", "it")
# Every language that lawkb has a file for: a new one is tested without a line here.
LANGUAGE_FILES = language_codes()
EXPRESSIONS = tuple((e.edition, e.language) for e in OUTLINE.expressions)
# What XML, wikis and careless code trip over.
_TRICKY = "\t\u00a0\u2028\u2029\u0085\u200b\ufeff\ufffd\u0301<>&\"']]>-#;ΕE16(α)"
_CHARACTERS = st.one_of(
    st.sampled_from(_TRICKY),
    st.characters(min_codepoint=0x20, exclude_categories=["Cs"], exclude_characters="\ufffe\uffff"),
)


def words(min_size: int = 0, max_size: int = 30) -> st.SearchStrategy[str]:
    """Text of one line: any characters that XML can hold."""
    return st.text(_CHARACTERS, min_size=min_size, max_size=max_size)


@st.composite
def addresses(draw: st.DrawFn, law: int | None = None) -> Address:
    """Any address of the scheme, skipped levels among them; small ordinals more often."""
    depth = draw(st.integers(0, len(SCHEME.levels) - 1))
    path = [law or draw(st.one_of(st.integers(1, 93), st.integers(1, 999_999)))]
    for level in SCHEME.levels[1 : depth + 1]:
        path.append(draw(st.one_of(st.integers(0, 9), st.integers(0, _largest(level)))))
    while path[-1] == 0:
        path.pop()
    return Address(tuple(path))


def lines() -> st.SearchStrategy[Lines | None]:
    """Lines of a page, or none."""
    pairs = st.tuples(st.integers(1, 300), st.integers(0, 9))
    return st.none() | pairs.map(lambda pair: (pair[0], pair[0] + pair[1]))


@st.composite
def references(draw: st.DrawFn, text: str) -> tuple[Reference, ...]:
    """References of a text: in order, often adjacent, alone or in lists."""
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    spans = [span for span in pairwise(cuts) if draw(st.booleans())]
    found = [draw(_reference(text, span)) for span in spans]
    if draw(st.booleans()):
        found = _listed(draw, found, len(text))
    if draw(st.integers(0, 9)) == 0:  # spans that no mref can be made of
        loose = st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))
        found = [replace(ref, within=draw(loose | st.just(ref.within))) for ref in found]
    return tuple(found)


@st.composite
def notes(draw: st.DrawFn, text: str) -> tuple[Note, ...]:
    """Notes of a text: at its ends, several in one place, without their words."""
    ends = st.sampled_from((0, len(text)))
    places = draw(st.lists(ends | st.integers(0, len(text)), max_size=3))
    return tuple(draw(_note(at)) for at in sorted(places))


@st.composite
def passages(draw: st.DrawFn) -> Passage:
    """A run of text with notes, references, marks and links; now and then preformatted."""
    preformatted = draw(st.integers(0, 4)) == 0
    text = draw(_drawings() if preformatted else words(min_size=1))
    return Passage(
        text=text,
        notes=draw(notes(text)),
        references=draw(references(text)),
        lines=draw(lines()),
        marks=draw(marks(text)),
        links=draw(links(text)),
        preformatted=preformatted,
    )


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table of any shape: ragged, with empty cells, rows that are spanned whole."""
    rows = draw(st.lists(st.lists(_cells(), max_size=3), min_size=1, max_size=3))
    return Table(tuple(map(tuple, rows)), draw(lines()))


def provisions() -> st.SearchStrategy[Provision]:
    """A law as a provision, with everything in it."""
    return st.sampled_from((1, 47, 93, 1234)).flatmap(provisions_of_law)


def provisions_of_law(number: Ordinal) -> st.SearchStrategy[Provision]:
    """A law of one number as a provision."""
    return _provision(Address((number,)))


@st.composite
def comments(draw: st.DrawFn, depth: int = 2) -> Comment:
    """A reader's comment, with replies."""
    replies = st.lists(comments(depth - 1), max_size=2) if depth else st.just([])
    return Comment(
        author=draw(words()),
        created=draw(st.sampled_from(("2017-06-30T14:14", "", "χθες"))),
        text="\n".join(draw(st.lists(words(), min_size=1, max_size=3))),
        address=draw(st.none() | addresses()),
        quote=draw(st.none() | words() | st.just("two\nlines")),
        status=draw(st.sampled_from(("open", "applied", "outdated", "orphan", "rejected"))),
        replies=tuple(draw(replies)),
        inferred=draw(st.sampled_from(((), ("reply",)))),
        lines=draw(lines()),
        edited=draw(st.sampled_from((None, "2017-06-30T15:14"))),
    )


@st.composite
def origins(draw: st.DrawFn) -> Origin:
    """Where a law came from; the time may be what no calendar knows."""
    return Origin(
        source=draw(words(min_size=1)),
        page=draw(words(min_size=1)),
        sha256=draw(st.text("0123456789abcdef", min_size=64, max_size=64)),
        revised=draw(st.sampled_from((None, "2018-05-25T16:53", "2018-02-31", "", "0000-01-01"))),
        user=draw(st.none() | words()),
    )


@st.composite
def laws(draw: st.DrawFn, expression: tuple[str, str] | None = None) -> Law:
    """A law of one of the expressions of ``OUTLINE``."""
    edition, language = expression or draw(st.sampled_from(EXPRESSIONS))
    return Law(
        edition=edition,
        language=language,
        root=draw(provisions()),
        origin=draw(origins()),
        comments=tuple(draw(st.lists(comments(), max_size=2))),
    )


@st.composite
def _drawings(draw: st.DrawFn) -> str:
    """Several lines whose blanks count, at both ends too."""
    drawn = draw(st.lists(st.sampled_from(("", "  N", "W   E", "\t")) | words(), min_size=1))
    return "\n".join(drawn) or " "


@st.composite
def _cells(draw: st.DrawFn) -> Cell:
    return Cell(
        passage=draw(st.none() | passages()),
        header=draw(st.booleans()),
        columns=draw(st.sampled_from((1, 1, 2, 999_999_999))),
        rows=draw(st.sampled_from((1, 1, 2, 999_999_999))),
        align=draw(st.sampled_from((None, "left", "right", "center"))),
    )


def _largest(level: Level) -> int:
    return largest_ordinal(level.numbering)


@st.composite
def _reference(draw: st.DrawFn, text: str, span: Span) -> Reference:
    near = st.none() | addresses(law=47) | addresses()
    return Reference(
        start=span[0],
        end=span[1],
        raw=text[slice(*span)],
        form=draw(st.sampled_from(("absolute", "relative", "self", "range"))),
        target=draw(near),
        upto=draw(st.none() | near),
        edition=draw(st.sampled_from((None, None, "2017", "2007", "1997"))),
        status=draw(st.sampled_from(("held", "not-held", "ambiguous", "unresolved", "removed"))),
        candidates=tuple(draw(st.lists(addresses(), max_size=2))),
        folded=draw(st.none() | words(max_size=4)),
        linked=draw(st.none() | near),
        linked_edition=draw(st.sampled_from((None, None, "2017", "2007", "1997"))),
        subparagraph=draw(st.sampled_from((None, None, 1, 12))),
    )


def _listed(draw: st.DrawFn, found: list[Reference], size: int) -> list[Reference]:
    """The references in lists, each with a span that may reach to its neighbours."""
    listed: list[Reference] = []
    free = 0
    while found:
        count = draw(st.integers(1, len(found)))
        members, found = found[:count], found[count:]
        end = draw(st.integers(members[-1].end, found[0].start if found else size))
        within = (draw(st.integers(free, members[0].start)), end)
        free = end
        listed += [replace(ref, within=within) for ref in members]
    return listed


@st.composite
def _note(draw: st.DrawFn, at: int) -> Note:
    text = draw(st.just("") | words() | st.just("two\nlines"))
    return Note(
        at=at,
        marker=draw(st.sampled_from(("1", "12", "*", ""))),
        text=text,
        references=draw(references(text)),
        inferred=draw(st.sampled_from(((), ("marker",)))),
        lost=draw(st.sampled_from(((), ("text",)))),
        lines=draw(lines()),
    )


@st.composite
def _provision(draw: st.DrawFn, address: Address) -> Provision:
    texts: st.SearchStrategy[Passage | Table] = st.one_of(passages(), passages(), tables())
    runs: st.SearchStrategy[list[Passage | Table]] = st.just([]) | st.lists(texts, max_size=2)
    body: list[Passage | Table | Provision] = []
    for place in draw(_places_below(address)):
        body += draw(runs)
        body.append(draw(_provision(address.child(*place))))
    body += draw(runs)
    repealed = draw(st.none() | st.none() | repeals())
    return Provision(
        address=address,
        num=draw(st.sampled_from(("", "Ε.", "(α)", "Art. 47", " ")) | words(max_size=5)),
        heading=draw(st.none() | passages()),
        body=tuple(body),
        inferred=draw(st.sampled_from(((), ("num",)))),
        lost=draw(st.sampled_from(((), ("heading",), ("heading", "text")))),
        editorial=draw(st.sampled_from(((), ("heading",), ("text", "complete")))),
        editorial_origin=draw(st.none() | words()),
        complete=bool(repealed) or draw(st.booleans()),
        repealed=repealed,
        lines=draw(lines()),
    )


@st.composite
def repeals(draw: st.DrawFn) -> Repeal:
    """A repeal as a source prints it, or as an editor records it."""
    by = draw(st.none() | addresses(law=47) | addresses())
    return Repeal(
        date=draw(st.sampled_from((None, "2020-02-29", "1997-01-01"))),
        by=draw(st.just("") | words()),
        url=None if by else draw(st.sampled_from((None, "https://example.org/act-12?a=1"))),
        provision=by,
        reason=draw(st.just("") | words()),
        author=draw(st.just("") | words()),
    )


def _places_below(address: Address) -> st.SearchStrategy[list[tuple[int, int]]]:
    """Depth and ordinal of the provisions in one; the depth may skip levels."""
    depths = range(address.depth + 1, len(SCHEME.levels))
    if not depths:
        return st.just([])
    places = st.tuples(st.sampled_from(depths), st.integers(1, 30))
    return st.just([]) | st.lists(places, max_size=3, unique=True)


NUMBERINGS: tuple[Numbering, ...] = ("arabic", "upper", "lower", "roman")
INSERTS: tuple[tuple[Insert, ...], ...] = (
    (),
    ("letters",),
    ("small",),
    ("capitals",),
    ("latin",),
    ("decimals",),
    ("letters", "decimals"),
    ("capitals", "decimals"),
    ("latin", "decimals"),
)


@st.composite
def schemes_with_inserts(draw: st.DrawFn) -> Scheme:
    """Any scheme that corpus.toml may declare with inserts: labels below them are in brackets."""
    levels: list[Level] = []
    for depth in range(draw(st.integers(1, 5))):
        numbering = draw(st.sampled_from(NUMBERINGS)) if depth else "arabic"
        bare = not depth or (
            not any(level.inserts for level in levels)
            and levels[-1].written == "{}"
            and (levels[-1].numbering == "arabic") != (numbering == "arabic")
            and draw(st.booleans())
        )
        form = "{}" if bare else "({})"
        inserts = draw(st.sampled_from(INSERTS))
        levels.append(Level(f"level{depth}", numbering, form, form, inserts=inserts))
    return Scheme(tuple(levels))


@st.composite
def ordinals(draw: st.DrawFn, level: Level, inserted: bool = True) -> Ordinal:
    """Any ordinal of a level, small ones more often, and inserts of every kind that it has."""
    most = largest_ordinal(*level.counting)
    n = draw(st.one_of(st.integers(1, 12), st.integers(1, most)).filter(lambda n: n <= most))
    letters = st.text("abcefijvxz", min_size=1, max_size=2)
    decimals = st.text("0125", min_size=1, max_size=3).map(".{}".format)
    kinds = [letters] * level.counting.has_letters + [decimals] * level.counting.has_decimals
    if len(kinds) == 2:
        kinds.append(st.tuples(letters, decimals).map("".join))
    if not kinds or not inserted or not draw(st.booleans()):
        return n
    return Inserted(n, draw(st.one_of(*kinds)))


@st.composite
def addresses_of(draw: st.DrawFn, scheme: Scheme) -> Address:
    """Any address of a scheme, skipped levels and inserted provisions among them."""
    depth = draw(st.integers(0, len(scheme.levels) - 1))
    path: list[Ordinal] = [draw(ordinals(scheme.levels[0]))]
    for level in scheme.levels[1 : depth + 1]:
        path.append(0 if draw(st.integers(0, 3)) == 0 else draw(ordinals(level)))
    while path[-1] == 0:
        path.pop()
    return Address(tuple(path))
