"""References to texts beside the laws: «recitals 47 to 49», «point 2(a) of Part A of Annex III».

A place in such a text is named from the outside in, «Annex III, Part A, point 2», or from the
inside out, «items 1 to 4 of Part 1 of Schedule 2». Inside such a text its name may be missing.
Parts named after such a text are its own, never those of the citing law. Without a series of such
texts in ``corpus.toml`` they cite nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from msgspec.structs import replace

from lawkb.model.address import Address, InSeries, Ordinal
from lawkb.model.label import own_number, read_number
from lawkb.model.passage import Form, Reference
from lawkb.references.grammar import Path, ReferenceText, key_of, opener_after_of
from lawkb.references.label_reading import read_item, torn_end
from lawkb.references.relative import Found, in_its_act
from lawkb.references.vocabulary import Phrase

_LONGEST_LIST = 12  # labels after one word
_LONGEST_CHAIN = 5  # words for parts, and their text
_LONGEST_LETTERS = 5  # of one level of a label: «xviii»
_ROMAN = re.compile("[ivx]+")
_PARTS = ("level", "section", "point")

_Kind = Literal["series", "division", "part", "law"]


class _Label(NamedTuple):
    """A label: the indexes of its tokens, and the number or letters of each level.

    A part after a dot begins with it, «.1». «The Annex» has no part.
    ``ends_range`` tells that a word such as *to* is before the label.
    """

    first: int
    end: int
    parts: tuple[str, ...]
    ends_range: bool = False


class _Named(NamedTuple):
    """A text or part as it is named: *Annex* with its numbers, *points* with theirs."""

    kind: _Kind  # what the word is for
    opener: Phrase  # the word; its kind is the name of the series or division
    labels: tuple[_Label, ...]  # the labels after it

    @property
    def end(self) -> int:
        """Index of the token after the labels."""
        return self.labels[-1].end


class _Place(NamedTuple):
    """Places in a text beside the laws."""

    base: Path | None  # path of what contains the parts; None if the code has no such text
    named: tuple[_Named, ...]  # the parts, from the outside in
    end: int  # index of the token after the words
    near: Path | None = None  # path of the citing provision if the parts are beside it


def read_beside(reading: ReferenceText, at: int) -> Found | None:
    """Return the references to places in texts beside the laws, and the index after them.

    None where the words at the token name no such place.

    Args:
        at: Index of the first token, a word for such a text or for a part.
    """
    place = _read_place(reading, at)
    if place is None:
        return None
    references = tuple(_references(reading, place)) if place.base is not None else ()
    references = references or _not_had(reading, at, place)
    return in_its_act(reading, references, place.end) if references else ((), place.end)


def _not_had(reading: ReferenceText, at: int, place: _Place) -> tuple[Reference, ...]:
    """Return the reference to a place in an annex that the code does not have: «Anlage 3»."""
    outer = place.named[0]
    if outer.kind != "series" or outer.opener.words not in reading.vocabulary.annexes:
        return ()
    start, stop = reading.tokens[at].start, reading.tokens[place.end - 1].end
    return (Reference(start, stop, reading.text[start:stop], "absolute", None),)


def read_this_beside(reading: ReferenceText, at: int) -> Found | None:
    """Return the reference of «this Annex» or «this Part» inside an annex, or None elsewhere."""
    found = _this(reading, at)
    if found is None:
        return None
    path, end = found
    start, stop = reading.tokens[at].start, reading.tokens[end - 1].end
    return (Reference(start, stop, reading.text[start:stop], "self", Address(path)),), end


def or_part_beside(
    reading: ReferenceText, key: Phrase, references: tuple[Reference, ...]
) -> tuple[Reference, ...]:
    """Return references to laws, ambiguous where parts of the citing annex have the same word.

    In a French schedule «article 3» may be its item 3.

    Args:
        key: The word for a law.
    """
    place, parts = reading.place, reading.grammar.beside.parts
    if (
        place is None
        or not place.depth
        or (key.words, "part") not in parts.by_first.get(key.words[0], ())
    ):
        return references

    def either(reference: Reference) -> Reference:
        law = reference.target
        if law is None or law.depth or reference.upto or reference.act:
            return reference
        path = _inside(reading, (str(law.law),), place.path[:1], place.path)
        if path is None:
            return reference
        both = law, Address(path)
        return replace(reference, target=None, status="ambiguous", candidates=both)

    return tuple(map(either, references))


def _read_place(reading: ReferenceText, at: int, left: int = _LONGEST_CHAIN) -> _Place | None:
    groups, end = _groups(reading, at)
    if not groups or any(group[0].kind == "law" for group in groups[1:]):
        return None
    named = tuple(each for group in reversed(groups) for each in group)
    outer = named[0]
    if outer.kind == "series":
        one = len(named) > 1 and len(outer.labels) == 1
        number = _number(reading, outer, outer.labels[0]) if one else None
        unknown = () if len(named) == 1 else None
        return _Place((number,) if number else unknown, named, end)
    contained = _container(reading, end)
    if contained:
        return _Place(contained[0], named, contained[1])
    base = _text_beside(reading, at, end, left) if outer.kind == "division" else None
    if base:
        return _Place(base, named, end)
    return _near(reading, named, end)


def _groups(reading: ReferenceText, at: int) -> tuple[list[list[_Named]], int]:
    """Return what is named from the inside out, each with what is named in it, and the end."""
    groups: list[list[_Named]] = []
    named, end = _named(reading, at), at
    while named and len(groups) < _LONGEST_CHAIN:
        groups.append(_group(reading, named))
        end = groups[-1][-1].end
        if named.kind == "series" or (named.kind == "law" and len(groups) > 1):
            break
        comma = len(groups[-1]) > 1 and reading.tokens[end].text == ","
        of = reading.vocabulary.of_law.at(reading.tokens, end + comma)
        named = _named(reading, of.end) if of else None
    return groups, end


def _group(reading: ReferenceText, named: _Named) -> list[_Named]:
    """Return what is named from the outside in: «Annex III, Part A, point 2»."""
    group = [named]
    for _ in range(_LONGEST_CHAIN if named.kind != "law" else 0):
        end = group[-1].end
        following = _named(reading, end + (reading.tokens[end].text == ","))
        if following is None or following.kind in ("series", "law"):
            break
        elsewhere = ("law", "level", *(("beside",) if named.kind == "series" else ()))
        deeper = min(_ranks(reading, group[-1], -1)) < max(_ranks(reading, following, 0))
        if not deeper or _is_of(reading, following.end, elsewhere):
            break
        group.append(following)
    return group


def _ranks(reading: ReferenceText, named: _Named, part: int) -> tuple[int, ...]:
    """Return how deep a part can be: a text, its divisions, numbers, letters, Roman numerals."""
    if named.kind == "series":
        return (0,)
    if named.kind == "division":
        return (1 + list(_divisions(reading)).index(named.opener.kind),)
    written = named.labels[-1 if part else 0].parts[part].lstrip(".")
    base = 1 + len(_divisions(reading))
    if written.isdigit():
        return (base,)
    letters = "".join(reading.grammar.language.roman.get(char, char) for char in written.lower())
    return (base + 1, base + 2) if _ROMAN.fullmatch(letters) else (base + 1,)


def _divisions(reading: ReferenceText) -> tuple[str, ...]:
    levels = (each for series in reading.grammar.scheme.series for each in series.divisions)
    return tuple(dict.fromkeys(level.name for level in levels))


def _is_of(reading: ReferenceText, i: int, kinds: tuple[str, ...]) -> bool:
    """Return whether a part is of what is named after it: «Annex I, point (a) of Article 7»."""
    opener = opener_after_of(reading, i)
    return opener is not None and opener.kind in kinds


def _container(reading: ReferenceText, i: int) -> tuple[Path | None, int] | None:
    """Return the path of «of this Annex» or «of that Part» at a token, and the index after it."""
    i += reading.tokens[i].text == ","
    of = reading.vocabulary.of_law.at(reading.tokens, i)
    if of and (this := _this(reading, of.end)):
        return this
    last = next((each.target for each in reversed(reading.cited) if each.target), None)
    that = reading.grammar.acts.that.at(reading.tokens, i)
    opener = _opener(reading, that.end) if that else None
    if opener is None:
        thereof = reading.grammar.acts.thereof.at(reading.tokens, i)
        named = last and isinstance(last.law, InSeries) and not reading.cited[-1].act
        return (last.path, thereof.end) if thereof and last and named else None
    path = last.path if last else reading.around.beside
    inside = path and isinstance(path[0], InSeries)
    return (_up_to(reading, path, opener.kind) if path and inside else None), opener.end


def _this(reading: ReferenceText, i: int) -> tuple[Path, int] | None:
    """Return the path of «this Annex» or «this Part» at a token, and the index after it."""
    place = reading.place
    if place is None or reading.tokens[i].key not in reading.grammar.beside.this:
        return None
    opener = _opener(reading, i + 1)
    path = _up_to(reading, place.path, opener.kind) if opener else None
    return (path, opener.end) if opener and path else None


def _opener(reading: ReferenceText, i: int) -> Phrase | None:
    """Return the word for a text beside the laws or for a division of it at a token, or None."""
    words = reading.grammar.beside
    return words.series.at(reading.tokens, i) or words.divisions.at(reading.tokens, i)


def _up_to(reading: ReferenceText, path: Path, name: str) -> Path | None:
    """Return a path up to its text or to a division in it; None where it is in no such one."""
    if isinstance(path[0], InSeries) and path[0].series == name:
        return path[:1]
    depth = _depth(reading, path[0], name)
    return path[: depth + 1] if depth and depth < len(path) and path[depth] else None


def _depth(reading: ReferenceText, number: Ordinal, division: str) -> int | None:
    levels = reading.grammar.scheme.levels_of(number)
    names = [level.name if level.is_division else "" for level in levels]
    return names.index(division) if division in names else None


def _text_beside(reading: ReferenceText, at: int, end: int, left: int) -> Path | None:
    """Return the text of a place that is joined: «Part A, point 1, and Part B of Annex III»."""
    words, tokens = reading.vocabulary, reading.tokens
    last = reading.cited[-1] if reading.cited else None
    if last and last.target and isinstance(last.target.law, InSeries):
        first = next((i for i in range(max(0, at - 3), at) if tokens[i].start >= last.end), at)
        if any(join.end == at for join in words.joins.all_at(tokens, first)):
            return last.target.path[:1]
    for join in words.joins.all_at(tokens, end) if left else ():
        place = _read_place(reading, join.end, left - 1)
        if place and place.near is None and place.base:
            return place.base[:1]
    return None


def _near(reading: ReferenceText, named: tuple[_Named, ...], end: int) -> _Place | None:
    """Return places in the citing text, «point 2» or «Part A» in an annex, or None."""
    citing, outer = reading.place, named[0]
    if citing is None or any(each.kind == "law" for each in named):
        return None
    if outer.kind == "division":
        here = _up_to(reading, citing.path, outer.opener.kind)
        return _Place(here[:-1], named, end) if here else None
    key = key_of(reading, outer.opener)
    item = read_item(reading, outer.opener.end, key)
    if (item and item.named) or not _is_inside(reading, citing.law, outer.opener):
        return None
    return _Place(citing.path[:1], named, end, citing.path)


def _is_inside(reading: ReferenceText, number: Ordinal, opener: Phrase) -> bool:
    """Return whether a word for a part can mean a part of a text beside the laws."""
    scheme = reading.grammar.scheme
    inside = {level.name for level in scheme.levels_of(number)[1:]}
    depths = reading.vocabulary.meaning(opener) if opener.kind == "level" else ()
    named = any(scheme.levels[depth].name in inside for depth in depths)
    return named or opener.kind in ("part", "point")


def _named(reading: ReferenceText, i: int) -> _Named | None:
    """Return the text or part that is named at a token, with its labels, or None."""
    words, tokens = reading.grammar.beside, reading.tokens
    opener = reading.vocabulary.openers.at(tokens, i)
    series = words.series.at(tokens, i)
    if series is None and opener and opener.kind == "beside":
        series = opener
    if series:
        labels = _labels(reading, series, _number_label) or _without_number(reading, i, series)
        return _Named("series", series, labels) if labels else None
    division = words.divisions.at(tokens, i)
    if division and (labels := _labels(reading, division, _number_label)):
        return _Named("division", division, labels)
    if opener is None or opener.kind not in ("law", *_PARTS):
        opener = words.parts.at(tokens, i)
    if opener is None:
        return None
    labels = _labels(reading, opener, _part_label)
    kind: _Kind = "law" if opener.kind == "law" else "part"
    return _Named(kind, opener, labels) if labels else None


def _without_number(reading: ReferenceText, i: int, series: Phrase) -> tuple[_Label, ...]:
    """Return the empty label of the only text of a series: «point 1 of the Annex», or none.

    An article is before it, and a capital letter where a language writes it so. Whether it is the
    only one is looked up later.
    """
    names = {each.name for each in reading.grammar.scheme.series if each.numbering}
    before, token = reading.tokens[i - 1], reading.tokens[i]
    if not i or series.kind not in names or series.words in reading.vocabulary.plural:
        return ()
    article = before.key in reading.grammar.acts.articles or before.text == "'"
    capital = token.text[:1].isupper() or not reading.grammar.beside.capitals
    return (_Label(i, series.end, ()),) if article and capital else ()


def _labels(
    reading: ReferenceText, opener: Phrase, read: Callable[[ReferenceText, int], _Label | None]
) -> tuple[_Label, ...]:
    """Return the labels after a word: «Annexes I and II», «points 1, 2(a) and (b)», «1 to 3»."""
    words, tokens = reading.vocabulary, reading.tokens
    opened = words.range_openers.at(tokens, opener.end)
    label = read(reading, opened.end if opened else opener.end)
    found = [label] if label else []
    while label and len(found) < _LONGEST_LIST:
        span = words.ranges.at(tokens, label.end)
        join = span or words.joins.at(tokens, label.end)
        label = read(reading, join.end) if join else None
        if label:
            found.append(label._replace(ends_range=span is not None))
    return tuple(found)


def _number_label(reading: ReferenceText, i: int) -> _Label | None:
    """Return the number of a text or a division at a token: ``47``, ``(47)``, ``IV``, ``A``."""
    tokens = reading.tokens
    opened = tokens[i].text == "("
    token = tokens[i + opened]
    short = token.kind == "word" and len(token.text) <= reading.grammar.longest
    short = short or bool(_ROMAN.fullmatch(token.text.lower()))
    if token.kind != "number" and not (short and token.text.isupper()):
        return None
    end = torn_end(reading, i + opened)
    end += tokens[end].glued and tokens[end].text == (")" if opened else "'")
    return _Label(i, end, (reading.text[token.start : token.end],))


def _part_label(reading: ReferenceText, i: int) -> _Label | None:
    """Return the label of a part at a token, with all its levels: ``3.1``, ``2(a)``, «β)»."""
    tokens, parts, end, dot = reading.tokens, [], i, ""
    while end == i or tokens[end].glued:
        opened = tokens[end].text == "("
        at = end + opened
        token = tokens[at]
        if token.kind not in ("number", "word") or (opened and not token.glued):
            break
        closed = tokens[at + 1].glued and tokens[at + 1].text in (")", "'")
        closed &= opened or token.kind == "word"
        if len(token.text) > _LONGEST_LETTERS or (opened and not closed):
            break
        # A word without a sign after it is a letter, «lettre a», or no label.
        other = len(token.text) > 1 or token.text.upper() in reading.vocabulary.letter_words
        if token.kind == "word" and not closed and other:
            break
        parts.append(f"{dot}{token.text}")
        end = at + 1 + closed
        dot = "." if tokens[end].text == "." and tokens[end + 1].glued else ""
        if dot and (tokens[end + 1].kind != "number" or not tokens[end].glued):
            break
        end += bool(dot)
    return _Label(i, end, tuple(parts)) if parts else None


def _number(reading: ReferenceText, named: _Named, label: _Label) -> InSeries | None:
    """Return the number of a text of a series; None if the code has no such series."""
    series = next(
        (each for each in reading.grammar.scheme.series if each.name == named.opener.kind), None
    )
    if series and not label.parts:
        return series.number(0)
    readings = read_number(label.parts[0], reading.grammar.language) if series else ()
    return series.number(readings[0]) if series and readings else None


def _references(reading: ReferenceText, place: _Place) -> Iterator[Reference]:
    """Yield the references of places; none where a part of them cannot be read."""
    found: list[tuple[_Label, Path]] = []
    path, near, begin = place.base or (), place.near, None
    for at, named in enumerate(place.named):
        if named.kind == "series" and len(place.named) > 1:
            continue
        targets = _targets(reading, named, path, near)
        if targets and begin is not None:  # «points 1 and 2, letter (a)»
            targets[0] = (targets[0][0]._replace(first=begin), targets[0][1])
        deeper = at + 1 < len(place.named)
        follows = deeper and place.named[at + 1].labels[0].first > named.labels[-1].first
        if targets is None or (deeper and len(targets) > 1 and not follows):
            return
        found += targets[:-1] if deeper else targets
        path, near = targets[-1][1], None
        begin = targets[-1][0].first if len(targets) > 1 else None
    yield from _as_references(reading, place, found)


def _targets(
    reading: ReferenceText, named: _Named, path: Path, near: Path | None
) -> list[tuple[_Label, Path]] | None:
    """Return the labels after one word with their paths; None where one cannot be read."""
    found: list[tuple[_Label, Path]] = []
    for label in named.labels:
        before = found[-1][1] if found else near
        target = _target(reading, named, label, (path, before))
        if target is None:
            return None
        found.append((label, target))
    return found


def _target(
    reading: ReferenceText, named: _Named, label: _Label, around: tuple[Path, Path | None]
) -> Path | None:
    path, before = around
    if named.kind == "series":
        return _text(reading, named, label)
    if named.kind == "division":
        depth = _depth(reading, path[0], named.opener.kind)
        levels = reading.grammar.scheme.levels_of(path[0])
        language = reading.grammar.language
        n = own_number(label.parts[0], levels[depth].numbering, language) if depth else None
        return (*path, *(0,) * (depth - len(path)), n) if depth and n else None
    return _inside(reading, label.parts, path, before)


def _text(reading: ReferenceText, named: _Named, label: _Label) -> Path | None:
    """Return the path of a text, «Annex I», or of a paragraph of one: *recital 47*."""
    names = {each.name: each for each in reading.grammar.scheme.series}
    series = names.get(named.opener.kind)
    if series is None or series.numbering:
        number = _number(reading, named, label)
        return (number,) if number else None
    return _inside(reading, label.parts, (series.number(0),), None)


def _inside(
    reading: ReferenceText, parts: tuple[str, ...], base: Path, beside: Path | None
) -> Path | None:
    """Return the path of a label in a text beside the laws, or None.

    Args:
        parts: Number or letters of each level.
        base: Path in which the label is read.
        beside: Path of a provision in it that the label may be a neighbour of.
    """
    path, above = base, len(base)
    for at, part in enumerate(parts):
        fitting = dict(_fitting(reading, base[0], part, above))
        if not fitting:
            return None
        depth = min(fitting)
        if not at and beside:
            depth = len(beside) - 1 if len(beside) - 1 in fitting else depth
            path = beside[:depth]
        path = (*path, *(0,) * (depth - len(path)), fitting[depth])
        above = depth + 1
    return path


def _fitting(
    reading: ReferenceText, number: Ordinal, part: str, above: int
) -> Iterator[tuple[int, Ordinal]]:
    """Yield the levels of a text, from one on, that count as a label does, with its ordinal."""
    for depth, level in enumerate(reading.grammar.scheme.levels_of(number)):
        if depth < above or level.is_division or level.repeats_above != part.startswith("."):
            continue
        if said := reading.grammar.said(level.counting, part.lstrip(".")):
            yield depth, said[0]


def _as_references(
    reading: ReferenceText, place: _Place, found: list[tuple[_Label, Path]]
) -> Iterator[Reference]:
    """Yield the references of labels with their paths; of a single one it covers all words."""
    first = min(each.labels[0].first for each in place.named)
    ranged = [label.ends_range for label, _ in found]
    around = reading.tokens[first].start, reading.tokens[place.end - 1].end
    alone = len(found) - sum(ranged) == 1
    for at, (label, path) in enumerate(found):
        if label.ends_range:
            continue
        last, upto = found[at + 1] if any(ranged[at + 1 : at + 2]) else (label, None)
        start = around[0] if alone or not at else reading.tokens[label.first].start
        end = around[1] if alone else reading.tokens[last.end - 1].end
        form: Form = "range" if upto else "relative" if place.near else "absolute"
        ordered = upto is None or path < upto
        yield Reference(
            start,
            end,
            reading.text[start:end],
            form,
            Address(path) if ordered else None,
            Address(upto) if upto and ordered else None,
            within=None if alone else around,
        )
