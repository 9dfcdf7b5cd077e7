"""The tables ``[references.<tag>]`` of ``corpus.toml``: a code's own words for references."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, create_model

from lawkb.corpus.tables import Fault, Table, read_as
from lawkb.errors import LawkbError
from lawkb.model.language import read_language

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
