"""References relative to the citing provision: «this Law», «see A above», «(a) of paragraph 1».

Three forms of labels are read here: followed by the provision that contains them («points (a) and
(b) of Law 16»), followed by words such as *above* («under A above or D below»), and without any
word for a law before them.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from string import ascii_uppercase
from typing import NamedTuple

from msgspec import structs

from lawkb.model.address import Address, InSeries, base_of, insert_of
from lawkb.model.passage import Form, Reference
from lawkb.references.acts import Act
from lawkb.references.cited_acts import (
    as_said_before,
    cited_act,
    is_of_other_text,
    of_act,
    printed_number,
    thereof_at,
)
from lawkb.references.grammar import (
    ALONE,
    LabelWords,
    Path,
    ReferenceText,
    after_comment,
    comment_end,
    ends_clause,
    is_closed,
    key_of,
    opener_after_of,
)
from lawkb.references.label_reading import (
    PrintedLabel,
    Subparagraphs,
    is_call_like,
    law_path,
    read_item,
    read_subparagraphs,
    sibling_path,
)
from lawkb.references.lists_and_ranges import (
    Listing,
    Member,
    extended_by_parts,
    is_whole,
    law_after_comma,
    member_of,
    opener_of_container,
    read_named_parts,
    read_part,
    references_of,
)
from lawkb.references.vocabulary import Phrase

_LONGEST_NUMBER = 3  # digits of a label without a word before it
_LONGEST_BARE = 4  # letters of one
_MOST_JOINED = 8  # parts of «paragraph 1, paragraph 2 and paragraph 3 of Article 9»
_MOST_SMALL = 2  # words such as «in the» before one
_NUMERALS = ("II", "III", "IV", "VI", "VII", "VIII", "IX", "XI", "XII")
_CAPITALS = frozenset((*ascii_uppercase, *_NUMERALS))
_DEGREES = ("°", "º")

# The references read at a token, and the index of the token to continue from.
Found = tuple[tuple[Reference, ...], int]


class Container(NamedTuple):
    """The provision that contains a cited part: «of Law 16», which follows «point (a)»."""

    first: int  # Index of the first token that names the provision.
    # The labels of the provision, up to the law if that is named. They can be read in one way only.
    member: Member

    @property
    def path(self) -> Path:
        """Return the ordinals of the provision, one for each level: ``(16, 3)`` for 16C."""
        return self.member.paths[0]


def read_container(reading: ReferenceText, i: int, below: int, steps: int = 0) -> Container | None:
    """Return the provision named at a token after *of*, «of paragraph 2 of Law 16», or None.

    Args:
        below: Level of the part before *of*, 1 for the level below the law.
        steps: Number of levels already read. It is limited by the levels of the scheme, so that the
            work is bounded.
    """
    i = after_comment(reading, i)
    left = steps < len(reading.grammar.forms)
    opener = opener_of_container(reading, i, below) if left else None
    if opener is None and left and steps:
        opener = law_after_comma(reading, i)
        before = reading.tokens[max(0, i - 1)]
        if opener and (opener.words in reading.vocabulary.plural or before.text == "."):
            opener = None  # «des § 45 Abs. 1, der §§ 45a bis 48» goes on with another law
    if opener is None:
        again = _again(reading, i, below) if left else None
        return again or (_bare_container(reading, i, below, steps) if left else None)
    at = opener.end - len(opener.words)
    if opener.kind in ("before", "next"):
        return _neighbour(reading, at, opener)
    if opener.kind == "law":
        return _law(reading, at, opener, below)
    listed = opener.kind == "level" and reading.tokens[i - 1].text == ","
    if listed and min(reading.vocabulary.meaning(opener), default=0) >= below:
        return None  # «της παρ. 1, της περ. α΄» goes on with another part
    if opener.kind in ("level", "section", "point"):
        key = key_of(reading, opener)
        return _labelled(reading, (at, opener.end), key, (below, steps + 1))
    found = read_subparagraphs(reading, at)
    # «point (a) of the first subparagraph of Article 6(1)»: points count in the paragraph.
    if found is None or len(found.entries) != 1:
        return None
    return read_container(reading, found.end, below, steps + 1) or _citing_paragraph(
        reading, at, found
    )


def _again(reading: ReferenceText, i: int, below: int) -> Container | None:
    """Return the container of «case (d) of the same paragraph»: the one cited last, or None."""
    base = read_thereof(reading, i, (below,))
    if base is None or base.path is None or base.act:
        return None
    return _unlabelled(i, base.end, base.path)


def _neighbour(reading: ReferenceText, at: int, opener: Phrase) -> Container | None:
    """Return the container of «περ. β) της προηγούμενης παραγράφου», or None."""
    found, end = read_itself_or_neighbour(reading, at, opener)
    target = found[0].target if found else None
    if target is None:
        return None
    return _unlabelled(at, end, target.path)


def _citing_paragraph(reading: ReferenceText, at: int, found: Subparagraphs) -> Container | None:
    """Return the citing provision as the container of «point (h) of the first subparagraph»."""
    base = _counting_base(reading, found)
    if not base[0] or reading.vocabulary.foreign_section.at(reading.tokens, found.end):
        return None
    return _unlabelled(at, found.end, base)


def _unlabelled(first: int, end: int, path: Path) -> Container:
    """Return a container whose words, from one token to before another, have no label."""
    return Container(first, Member(PrintedLabel(first, end, (), False), end, end, (path,), ()))


def after_placing_words(reading: ReferenceText, i: int) -> int:
    """Return the index after words that refer to the citing law; ``i`` when none are there.

    These are words such as *above*, «of this Law» and «of this paragraph».
    """
    end = i
    while (after := _place(reading, end)) is not None:
        end = after
    if end == i and reading.tokens[i].text == ",":  # «section B2, point (a), of this Law»
        return _here(reading, i + 1) or i
    return end


def _place(reading: ReferenceText, i: int) -> int | None:
    after = reading.vocabulary.after.at(reading.tokens, i)
    return after.end if after else _here(reading, i)


def _here(reading: ReferenceText, i: int) -> int | None:
    """Return the index after «of this Law», «of this paragraph» at a token, or None."""
    of = reading.vocabulary.of_law.at(reading.tokens, i)
    if of is None:
        return None
    # «of this paragraph»; in «της παρούσας παραγράφου» the level is part of the phrase.
    openers = reading.vocabulary.openers
    here = openers.at(reading.tokens, of.end) or openers.at(reading.tokens, i)
    return here.end if here and here.kind in ("self", "this") else None


def _law(reading: ReferenceText, at: int, opener: Phrase, below: int) -> Container | None:
    item = read_item(reading, opener.end)
    path = law_path(item) if item and not item.torn else None
    if item is None or path is None:
        return None
    named = member_of(item, (path,), (LabelWords("law"),), True)
    law = extended_by_parts(reading, named, below)
    return Container(at, law) if len(law.paths) == 1 else None


def _labelled(
    reading: ReferenceText, begins: tuple[int, int], key: LabelWords, limits: tuple[int, int]
) -> Container | None:
    """Return the part whose words and label begin at two tokens, with what contains it; or None."""
    (at, first), (below, steps) = begins, limits
    inner = _spread_part(reading, first, key, below)
    if inner is None:
        return None
    above = len(inner.paths[0]) - 1
    outer = None if inner.is_whole else read_container(reading, inner.end, above, steps)
    if outer is None:
        told = key.kind != "bare" or _here(reading, inner.end)
        return Container(at, inner) if told and len(inner.paths) == 1 else None
    inner = _spread_part(replace(reading, within=outer.path), first, key, below)
    if inner is None or inner.is_whole or len(inner.paths) != 1:
        return None
    around = outer.member
    part = inner._replace(
        end=around.end,
        after=around.after,
        is_whole=around.is_whole,
        labels=(*inner.labels, *around.labels),
        edition=around.edition,
    )
    return Container(at, part)


def _bare_container(reading: ReferenceText, i: int, below: int, steps: int) -> Container | None:
    """Return the container of «le b du 1 de l'article 9», «le b du même 1», or None.

    Its label has no word for its level, and something that contains it must be named.
    """
    of = reading.vocabulary.of_law.at(reading.tokens, i)
    that = reading.grammar.acts.that.at(reading.tokens, i)
    if (
        that
        and (key := _bare_key(reading, that.end))
        and (item := read_item(reading, that.end, key))
    ):
        last = reading.cited[-1].target if reading.cited else None
        path = last.path if last else ()
        ordinals = {chain[0].depth: chain[0].ordinal for chain in item.chains}
        depth = next((d for d, n in ordinals.items() if path[d : d + 1] == (n,)), None)
        return _unlabelled(i, item.end, path[: depth + 1]) if depth else None
    key = _bare_key(reading, of.end) if of and of.words[-1] in reading.vocabulary.bare else None
    if of is None or key is None:
        return None
    upper = key._replace(depths=tuple(depth for depth in key.depths if depth < below))
    return _labelled(reading, (of.end, of.end), upper, (below, steps + 1)) if upper.depths else None


def _bare_key(reading: ReferenceText, i: int) -> LabelWords | None:
    """Return the meaning of no word before a label, «au 2», «la b)», or None where none is there.

    Of the levels that count alike it is the highest.
    """
    token, following = reading.tokens[i], reading.tokens[min(i + 1, len(reading.tokens) - 1)]
    counted: tuple[str, ...]
    if token.kind == "number":
        counted = ("arabic",)[: len(token.text) <= _LONGEST_NUMBER]
    else:
        signed = following.glued and following.text in (")", "'")
        letters = token.kind == "word" and token.text.islower() and len(token.text) <= _LONGEST_BARE
        told = letters and (signed or reading.vocabulary.bare_letters)
        roman = set(token.text) <= set("ivxιχ")
        counted = ("lower", "roman")[: told * (1 + roman)]
    forms = reading.grammar.forms[1:]
    found = (next((f.depth for f in forms if f.numbering == each), None) for each in counted)
    depths = tuple(sorted(depth for depth in found if depth))
    return LabelWords("bare", plural=True, depths=depths) if depths else None


def read_bare(reading: ReferenceText, at: int, opener: Phrase) -> Found | None:
    """Return the references of labels that have no word for their level, or None.

    «Au 2 de l'article 6», «aux b et c du 1 de l'article 9», «le 3 du présent article», «au présent
    a». What contains them must be named. A label that the code does not have, «au II de l'article
    5», is not known, or it is of the act that is named.
    """
    i = opener.end
    if reading.tokens[i].key in reading.vocabulary.bare_this:
        return _this_label(reading, i)
    key = _bare_key(reading, i)
    listing = read_named_parts(reading, i, key) if key else None
    if key is None or listing is None:
        return _bare_unknown(reading, i)
    container = read_container(reading, listing.end, depth_of(listing))
    if container:
        return read_contained(reading, (i, i), key, container)
    here = _here(reading, listing.end)
    return (references_of(reading, listing, at), here) if here else _bare_unknown(reading, i)


def _bare_unknown(reading: ReferenceText, i: int) -> Found | None:
    """Return the reference of a label that no level has: «le 3° du I de l'article 5»."""
    tokens, end = reading.tokens, i
    first = None
    for _ in reading.grammar.forms:
        label = tokens[end]
        capital = label.text in _CAPITALS and label.text not in reading.vocabulary.letter_words
        number = label.kind == "number" and len(label.text) <= _LONGEST_NUMBER
        small = reading.vocabulary.bare_letters and label.kind == "word" and len(label.text) == 1
        if not (capital or number or small) or reading.vocabulary.joins.at(tokens, end):
            return None
        first = end if first is None else first
        end += 1 + (tokens[end + 1].text in _DEGREES and tokens[end + 1].glued)
        container = read_container(reading, end, len(reading.grammar.forms))
        if container or _here(reading, end):
            break
        of = reading.vocabulary.of_law.at(tokens, end)
        if of is None or of.words[-1] not in reading.vocabulary.bare:
            return None
        end = of.end
    else:
        return None
    end = container.member.end if container else _here(reading, end) or end
    start, stop = tokens[i].start, tokens[end - 1].end
    unknown = Reference(start, stop, reading.text[start:stop], "absolute", None)
    return in_its_act(reading, (unknown,), container.member.after if container else end)


def _this_label(reading: ReferenceText, i: int) -> Found | None:
    """Return the citing provision that «au présent a» names by its label, or None."""
    key, path = _bare_key(reading, i + 1), reading.citing.path if reading.citing else ()
    item = read_item(reading, i + 1, key) if key else None
    for chain in item.chains if item else ():
        depth = chain[0].depth
        if item and path[depth : depth + 1] == (chain[0].ordinal,):
            start, stop = reading.tokens[i].start, reading.tokens[item.end - 1].end
            target = Address(path[: depth + 1])
            return (Reference(start, stop, reading.text[start:stop], "self", target),), item.end
    return None


def _spread_part(reading: ReferenceText, i: int, key: LabelWords, below: int) -> Member | None:
    part = read_part(reading, i, key)
    return extended_by_parts(reading, part, below) if part else None


def key_of_container(reading: ReferenceText, container: Container) -> LabelWords | None:
    """Return the meaning of the word for the highest level of a container without its law."""
    around = container.member
    if around.is_whole or not around.labels:
        return None
    depth = around.labels[-1].chains[0][0].depth
    return LabelWords("level", plural=True, depths=(depth,)) if depth else None


class Shared(NamedTuple):
    """What contains the last of several parts that are joined, and perhaps those before it."""

    container: Container
    # Whether it contains all: not sure behind another preposition, «under paragraph 1 and under
    # paragraph 3 of Article 9».
    is_sure: bool
    is_mixed: bool = False  # Whether parts of several levels are joined.


def read_shared_container(reading: ReferenceText, i: int, key: LabelWords) -> Shared | None:
    """Return what contains the last of joined parts: «paragraph 1 or paragraph 3 of Article 9».

    Parts of lower levels may be between or last, «paragraph 2 or point (b) of paragraph 3 of
    Article 5»; one of a higher level makes it doubtful. None where nothing that contains them is
    named.

    Args:
        i: Index of the token after the first part.
        key: Meaning of the words before the first part.
    """
    near, sure, mixed = None, True, False
    for _ in range(_MOST_JOINED):
        found = _joined_part(reading, i, key)
        if found is None:
            break
        listing, articles, closes = found
        sure = sure and articles
        mixed = mixed or listing.members[0].keys[:1] != (key,)
        container = read_container(reading, listing.end, depth_of(listing))
        if container and container.member.is_whole:
            return Shared(container, sure, mixed) if closes else near
        if container and len(container.path) <= min(key.depths, default=1):
            near = near or Shared(container, sure, mixed)
        i = container.member.end if container else listing.end
    return near


def _joined_part(
    reading: ReferenceText, i: int, key: LabelWords
) -> tuple[Listing, bool, bool] | None:
    """Return the part that *and* or a comma joins at a token, or None.

    With it are whether only an article is before its word and its level is no higher one, and
    whether it can be the last: a comma alone does not close a group.
    """
    words, tokens = reading.vocabulary, reading.tokens
    for join in words.joins.all_at(tokens, i):
        start = comment_end(reading, join.end) or join.end
        if link := words.links.at(tokens, start):  # «, and where applicable, paragraph 3 of …»
            start = link.end + (tokens[link.end].text == ",")
        of = words.of_law.at(tokens, start)
        small = [
            at
            for at in range(start, min(start + _MOST_SMALL, len(tokens) - 1))
            if tokens[at].key in words.determiners
        ]
        for at in (start, *(each + 1 for each in small)):
            opener = words.openers.at(tokens, at)
            if opener is None or opener.kind != "level":
                continue
            level = key_of(reading, opener)
            higher = min(level.depths, default=0) < min(key.depths, default=0)
            listing = read_named_parts(reading, opener.end, level)
            if listing is None or any(member.is_whole for member in listing.members):
                return None
            article = all(
                tokens[each].key in reading.grammar.acts.articles or tokens[each].text == "'"
                for each in range(start, at)
            )
            told = (article or (of is not None and of.end == at)) and not higher
            return listing, told, join.kind != "comma"
    return None


def depth_of(listing: Listing) -> int:
    """Return the highest level at which the first label of a list can begin, 1 below the law."""
    return max(1, min(chain[-1].depth for chain in listing.members[0].item.chains))


def _after_container(reading: ReferenceText, container: Container) -> int:
    """Return the index after a containing provision and words such as *above* after it."""
    after = container.member.after
    return after if container.member.is_whole else after_placing_words(reading, after)


class Antecedent(NamedTuple):
    """The provision that *thereof* means: ``path`` is None when it is not known.

    ``end`` is the index after the words, ``act`` the reference if it is of another act.
    """

    path: Path | None
    end: int
    act: Reference | None = None


def read_thereof(reading: ReferenceText, i: int, depths: tuple[int, ...]) -> Antecedent | None:
    """Return the provision meant by *thereof* or «of that paragraph» at a token, or None.

    It is the provision cited last, or one above it: in «Article 18, with the exception of paragraph
    3 thereof» it is Article 18.

    Args:
        depths: Levels of the part before these words.
    """
    words, tokens = reading.grammar.acts, reading.tokens
    thereof = thereof_at(reading, i)
    that = words.that.at(tokens, i)
    level = reading.vocabulary.openers.at(tokens, that.end) if that else None
    named = level is not None and level.kind in ("law", "level")
    if named and level and reading.tokens[level.end].kind == "number":
        return None  # «comma 2 del citato articolo 41» tells which
    part = named and level is not None and level.kind == "level"
    if not (thereof or named) or (not part and _place(reading, i)):
        return None
    end = level.end if named and level else thereof.end if thereof else i
    depth = min(reading.vocabulary.meaning(level), default=0) if named and level else 0
    found = reading.cited[-1] if reading.cited else None
    last = _last_cited(reading, depth) if named else found
    path = last.target.path if last and last.target and last.act is None else ()
    if not named and thereof and thereof.kind != "latter" and _is_one_of_several(reading):
        path = path[:-1]  # of points (a) and (b) of paragraph 1, that paragraph
    above = max((each for each in depths if each <= len(path)), default=0 if depths else len(path))
    if named:  # «point (a) of that paragraph» is not of the point cited last
        above = min(above, depth + 1)
    other = last if last and last.act else None
    return Antecedent(path[:above] if 0 < above <= len(path) else None, end, other)


def _is_one_of_several(reading: ReferenceText) -> bool:
    """Return whether the provision cited last is in a list, «Articles 5 and 6»."""
    *_, before, last = (None, None, *reading.cited)
    return bool(before and last and last.within and before.within == last.within)


def _last_cited(reading: ReferenceText, depth: int) -> Reference | None:
    """Return the reference that «that paragraph» means: the last one to so deep a provision."""
    acts = reading.mentions.by_start
    here = [each for each in reading.cited if each.start not in acts]
    parts = here or (
        [] if reading.cited else [each for each in reading.around.cited if each.target]
    )
    deep = (each for each in reversed(parts) if each.target and each.target.depth >= depth)
    last = parts[-1] if parts else None
    return next(deep, last) if depth else last


def of_antecedent(base: Antecedent, references: tuple[Reference, ...]) -> tuple[Reference, ...]:
    """Return the references of parts of a provision of another act: «παρ. 3 του εν λόγω άρθρου»."""
    if base.act is None:
        return ()
    return of_act(references, Act(base.act.act or "", base.act.url or ""))


def read_again(reading: ReferenceText, at: int) -> Found | None:
    """Return the reference of «that Article», «dudit alinéa» to the provision cited last, or None.

    It may be of another act: «section 23 of the Financial Administration Act … that section».
    """
    acts = reading.grammar.acts
    said = acts.said.at(reading.tokens, at)
    words = said or acts.again.at(reading.tokens, at)
    opener = reading.vocabulary.openers.at(reading.tokens, words.end) if words else None
    if words and opener is None and (this := reading.vocabulary.openers.at(reading.tokens, at)):
        opener = this if this.kind in ("self", "this") else None
    if words and (text := _text_again(reading, at, words.end)):
        return text
    level = reading.vocabulary.meaning(opener) if opener else ()
    depth = max(level, default=0)
    last = _last_cited(reading, depth)
    if opener is None or last is None or not (said or acts.names.named):
        return None
    if opener.kind not in ("law", "level", "self", "this") or read_item(reading, opener.end):
        return None
    if said and opener.words in reading.vocabulary.plural:
        return None  # «the said Articles»
    start, stop = reading.tokens[at].start, reading.tokens[opener.end - 1].end
    again = structs.replace(last, start=start, end=stop, raw=reading.text[start:stop], within=None)
    if last.act:
        whole = last.form in ("absolute", "range") and not depth
        return ((again,), opener.end) if whole else None
    if last.target is None or last.upto or last.target.depth < depth:
        return None
    target = Address(last.target.path[: depth + 1])
    several = (said and not depth and _laws_of_list(reading) > 1) or _is_one_of_two(reading, depth)
    cited = None if several else target
    part = structs.replace(again, form="relative", target=cited, subparagraph=None, other=None)
    return (part,), opener.end


def _is_one_of_two(reading: ReferenceText, depth: int) -> bool:
    """Return whether *and* joins the last two provisions: «Articles 5(1) and 6(2)».

    Then «that paragraph» is any of them.
    """
    if len(reading.cited) < 2:
        return False
    before, last = reading.cited[-2:]
    if not (before.target and last.target):
        return False
    if before.target.path[: depth + 1] == last.target.path[: depth + 1]:
        return False
    tokens, words = reading.tokens, reading.vocabulary
    i = bisect_left(tokens, before.end, key=lambda token: token.start)
    i += tokens[i].text == ","
    join = words.joins.at(tokens, i)
    if join is None or before.target.depth < depth:
        return False
    end = bisect_left(tokens, last.start, key=lambda token: token.start)
    small = (*words.determiners, *words.provisions, ".", "'")
    return join.kind != "comma" and all(token.key in small for token in tokens[join.end : end])


def _laws_of_list(reading: ReferenceText) -> int:
    """Return the number of laws in the list that the reference cited last is in."""
    last = reading.cited[-1] if reading.cited else None
    if last is None or not last.within:
        return 1
    listed = {
        each.target.law for each in reading.cited if each.target and each.within == last.within
    }
    return len(listed)


def _text_again(reading: ReferenceText, at: int, i: int) -> Found | None:
    """Return the reference of «that Schedule», a text beside the laws cited before, or None."""
    opener = reading.grammar.beside.series.at(reading.tokens, i)
    targets = (each.target for each in reversed(reading.cited) if opener and each.act is None)
    laws = (each.law for each in targets if each)
    number = next((each for each in laws if isinstance(each, InSeries)), None)
    if opener is None or number is None or number.series != opener.kind:
        return None
    start, stop = reading.tokens[at].start, reading.tokens[opener.end - 1].end
    raw = reading.text[start:stop]
    return (Reference(start, stop, raw, "relative", Address((number,))),), opener.end


def read_unnumbered(reading: ReferenceText, at: int, _: Phrase) -> Found:
    """Return cited paragraphs without numbers: «first and second subparagraphs», «εδάφιο β΄»."""
    found = read_subparagraphs(reading, at)
    if found is None or not found.entries:
        return (), found.end if found else at + 1
    end = after_placing_words(reading, found.end)
    base = read_thereof(reading, found.end, ((reading.vocabulary.counted or 0) + 1,))
    if base:
        member = _counted(reading, found, None)._replace(paths=(base.path,) if base.path else ())
        listing = Listing((member,), base.end, base.end)
        return (references_of(reading, listing, at) if base.path else ()), base.end
    below = len(reading.grammar.forms)
    container = read_container(reading, end, below) if end == found.end else None
    if container is None and reading.vocabulary.foreign_section.at(reading.tokens, end):
        return (), end
    if container is None and (within := _parts_of_paragraph(reading, at, found)):
        return within
    member = _counted(reading, found, container)
    end = _after_container(reading, container) if container else end
    references = references_of(reading, Listing((member,), end, end), at)
    return in_its_act(reading, references, end) if member.is_whole else (references, end)


def read_preceding_paragraph(reading: ReferenceText, at: int, phrase: Phrase) -> Found:
    """Return the provision that «the preceding sentence» is in, and the index after the words.

    None where another provision is named after it: «the first sentence of Article 4(2)».
    """
    words = reading.vocabulary
    end = after_placing_words(reading, phrase.end)
    of = end == phrase.end and words.of_law.at(reading.tokens, end)
    if of and (
        words.openers.at(reading.tokens, of.end)
        or _bare_container(reading, end, len(reading.grammar.forms), 0)
    ):
        return (), phrase.end
    path = _counting_base(reading, Subparagraphs((), phrase.end))
    start, stop = reading.tokens[at].start, reading.tokens[phrase.end - 1].end
    cited = Address(path) if path[0] else None
    return (Reference(start, stop, reading.text[start:stop], "self", cited),), phrase.end


def _parts_of_paragraph(reading: ReferenceText, at: int, found: Subparagraphs) -> Found | None:
    """Return the points named after one unnumbered paragraph, «first subparagraph, point (a)»."""
    end = found.end + (reading.tokens[found.end].text == ",")
    opener = reading.vocabulary.openers.at(reading.tokens, end)
    base = _counting_base(reading, found)
    if opener is None or opener.kind != "level" or len(found.entries) > 1 or not base[0]:
        return None
    key = key_of(reading, opener)
    if min(key.depths) < len(base):
        return None
    listing = read_named_parts(replace(reading, within=base), opener.end, key)
    if listing is None or read_container(reading, listing.end, depth_of(listing)):
        return None
    return references_of(reading, listing, at), listing.end


def _counted(reading: ReferenceText, found: Subparagraphs, container: Container | None) -> Member:
    """Return unnumbered paragraphs, in the provision named after them or else the citing one."""
    first = found.entries[0]
    around = container.member if container else None
    end = around.end if around and len(found.entries) == 1 else first.end
    return Member(
        PrintedLabel(first.first, end, (), False),
        end,
        end,
        (container.path if container else _counting_base(reading, found),),
        (),
        is_whole=bool(around and around.is_whole),
        labels=around.labels if around else (),
        edition=around.edition if around else None,
        subparagraphs=found.entries,
    )


def read_itself_or_neighbour(reading: ReferenceText, at: int, phrase: Phrase) -> Found:
    """Return a reference such as «this Law», «the preceding paragraph» or «το επόμενο άρθρο».

    If the words can name several levels, the deepest level of the citing provision is meant. «this
    Law 16» and «following Law 16» are read as Law 16.
    """
    if _is_numbered(reading, phrase):
        return (), phrase.end - 1
    steps = {"before": -1, "next": 1}.get(phrase.kind, 0)
    depths = reading.vocabulary.meaning(phrase) or (() if steps else (0,))
    path = reading.citing.path if reading.citing else ()
    own = [depth for depth in depths if depth < len(path) and path[depth]]
    target = sibling_path(path, own[-1], steps) if own else None
    start, stop = reading.tokens[at].start, reading.tokens[phrase.end - 1].end
    form: Form = "relative" if steps else "self"
    cited = (
        Address(target) if target and not _is_perhaps_that(reading, at, phrase, target) else None
    )
    return (Reference(start, stop, reading.text[start:stop], form, cited),), phrase.end


def _is_perhaps_that(reading: ReferenceText, at: int, phrase: Phrase, own: Path) -> bool:
    """Return whether «το άρθρο αυτό» may be one that its sentence named before."""
    last = reading.cited[-1] if reading.cited else None
    if last is None or reading.vocabulary.this_or_that.isdisjoint(phrase.words):
        return False
    first = bisect_left(reading.tokens, last.end, key=lambda token: token.start)
    if any(ends_clause(reading, i) and reading.tokens[i].text != "," for i in range(first, at)):
        return False
    deep = last.act is not None or (last.target and last.target.depth >= len(own) - 1)
    return bool(deep) and not (last.target and last.target.path[: len(own)] == own)


def read_all_before(reading: ReferenceText, at: int, phrase: Phrase) -> Found:
    """Return the reference of «the preceding paragraphs»: all before the citing one.

    Where a number of them is told, or the citing one is the first, it is not known which.
    """
    words, tokens = reading.vocabulary, reading.tokens
    path = reading.citing.path if reading.citing else ()
    own = [depth for depth in words.meaning(phrase) if depth < len(path) and path[depth]]
    end = after_placing_words(reading, phrase.end)
    if end == phrase.end and opener_after_of(reading, end):
        return (), phrase.end
    n = path[own[-1]] if own else 0
    last = n if n == 0 else base_of(n) - (not insert_of(n))
    number = tokens[max(0, at - 1)]
    told = at and (number.kind == "number" or number.key in words.counts)
    above = path[: own[-1]] if own else ()
    target = Address((*above, 1)) if last and not told else None
    upto = Address((*above, last)) if target and last > 1 else None
    start, stop = tokens[at].start, tokens[phrase.end - 1].end
    form: Form = "range" if upto else "relative"
    return (Reference(start, stop, reading.text[start:stop], form, target, upto),), end


def _is_numbered(reading: ReferenceText, phrase: Phrase) -> bool:
    """Return whether the words end with the word for a law or part and a number follows."""
    key = reading.vocabulary.openers.at(reading.tokens, phrase.end - 1)
    if key is None or key.kind not in ("law", "level"):
        return False
    return reading.tokens[phrase.end].kind == "number" and bool(read_item(reading, phrase.end))


def _counting_base(reading: ReferenceText, found: Subparagraphs) -> Path:
    """Return the path of the provision whose unnumbered paragraphs are meant when none is named."""
    level = 0 if found.of_law else reading.vocabulary.counted
    path = reading.base if level is None else reading.base[: level + 1]
    while len(path) > 1 and not path[-1]:
        path = path[:-1]
    return path


def read_contained(
    reading: ReferenceText, begins: tuple[int, int], key: LabelWords, container: Container
) -> Found:
    """Return the references of parts followed by the provision that contains them.

    In «points (a) and (b) of Law 16» the parts are read in Law 16. The span of a single part covers
    all these words.

    Args:
        begins: Indexes of the first token and of the first label.
    """
    around = container.member
    inside = replace(reading, within=container.path)
    listing = read_named_parts(inside, begins[1], key)
    depth = len(container.path)
    if listing is None or any(
        is_whole(each.item) or each.item.chains[-1][0].depth < depth for each in listing.members
    ):
        return (), container.first
    members = tuple(
        member._replace(is_whole=around.is_whole, edition=around.edition)
        for member in listing.members
    )
    if len(members) == 1 and len(members[0].subparagraphs) < 2:
        labels = (*members[0].labels, *around.labels)
        members = (members[0]._replace(end=around.end, labels=labels),)
    end = _after_container(reading, container)
    references = references_of(reading, Listing(members, end, end), begins[0])
    if not around.is_whole:
        return references, end
    in_act, end = in_its_act(reading, references, end)
    return _as_said(reading, around.labels[-1:], in_act, end), end


def _as_said(
    reading: ReferenceText,
    law: tuple[PrintedLabel, ...],
    references: tuple[Reference, ...],
    end: int,
) -> tuple[Reference, ...]:
    """Return references of parts of «the said Article 6» as those of its act."""
    for label in law:
        number = reading.text[reading.tokens[label.first].start : reading.tokens[label.end - 1].end]
        word = label.first - (2 if reading.tokens[label.first - 1].text == "." else 1)
        references = as_said_before(reading, (word, end), references, printed_number(number))
    return references


def in_its_act(reading: ReferenceText, references: tuple[Reference, ...], i: int) -> Found:
    """Return references that name their law as those of the act named after them, if there is one.

    Args:
        i: Index of the token after them.
    """
    act = cited_act(reading, i) or _act_after_capital(reading, i)
    if act:
        return of_act(references, act[0]), act[1]
    opener = opener_after_of(reading, i)
    if opener and opener.kind == "beside":  # «άρθρο 2 του παραρτήματος της σύστασης 2003/361/ΕΚ»
        return (), opener.end
    if not is_of_other_text(reading, i):
        return references, i
    token, words = reading.tokens[i], reading.vocabulary
    if token.text.isupper() and len(token.text) > 1 and token.key not in words.determiners:
        return of_act(references, Act(token.text)), i + 1  # «ART. 9 GG», where all is in capitals
    return (), i


def _act_after_capital(reading: ReferenceText, i: int) -> tuple[Act, int] | None:
    """Return the act after a capital letter that the label of its article has: «256 A du CGI»."""
    token = reading.tokens[i]
    if token.kind != "word" or len(token.text) > 1 or not token.text.isupper():
        return None
    act = cited_act(reading, i + 1) if reading.grammar.acts.the.at(reading.tokens, i + 1) else None
    return None if act is None or act[0].is_own else act


def references_of_lists(reading: ReferenceText, listing: Listing, at: int, end: int) -> Found:
    """Return the references of a list of parts, and of further lists that continue it.

    In «points (a) and (b) of paragraph 1, and point (c) of paragraph 2», the second list begins
    with «point (c)».

    Args:
        end: Index of the token after the list and words such as *above*.
    """
    found = list(references_of(reading, listing, at))
    while end > listing.end and (further := _joined_list(reading, end)):
        at, listing = further
        end = after_placing_words(reading, listing.end)
        found += references_of(reading, listing, at)
    return tuple(found), end


def _joined_list(reading: ReferenceText, i: int) -> tuple[int, Listing] | None:
    """Return a list of parts after *and* or a comma, with words such as *above* after it, or None.

    The first value is the index of the token where the list begins.
    """
    words = reading.vocabulary
    for join in words.joins.all_at(reading.tokens, i):
        opener = words.openers.at(reading.tokens, join.end)
        at = opener.end if opener and opener.kind in ("weak", "article") else join.end
        listing = read_named_parts(reading, at, ALONE)
        if listing and _is_placed(reading, listing):
            return at, listing
    return None


def _is_placed(reading: ReferenceText, listing: Listing) -> bool:
    end = after_placing_words(reading, listing.end)
    if end == listing.end or any(member.is_whole for member in listing.members):
        return False
    numbers = any(member.item.is_bare_number for member in listing.members)
    return not numbers or is_closed(reading, end)


def read_after_opener(reading: ReferenceText, at: int, opener: Phrase) -> Found:
    """Return the references after words such as *see* and *under*: «see A above», «as in B».

    A number alone needs a word such as *above* after it or, after words of kind ``exactly``, the
    end of the sentence: «players under 18» cites nothing.
    """
    if _is_range_sign(reading, at):
        return (), at + 1
    if opener.words[-1] in reading.vocabulary.bare and (bare := read_bare(reading, at, opener)):
        return bare
    item = read_item(reading, opener.end)
    alone = item is not None and (is_whole(item) or opener.kind == "exactly")
    leads = opener.kind in ("see", "under") and item is not None and not item.is_bare_number
    key = LabelWords(opener.kind, not alone) if leads or alone else ALONE
    listing = read_named_parts(reading, opener.end, key)
    if listing is None:
        return (), at + 1
    end = after_placing_words(reading, listing.end)
    lettered = not any(member.item.is_bare_number for member in listing.members)
    whole = any(member.is_whole for member in listing.members)
    if (
        lettered
        and not whole
        and end == listing.end
        and (container := read_container(reading, end, depth_of(listing)))
    ):
        return read_contained(reading, (opener.end, opener.end), key, container)
    ends = opener.kind == "exactly" and is_closed(reading, listing.end)
    announced = lettered and opener.kind in ("see", "under", "exactly")
    accepts = end > listing.end or ends or announced
    if whole:
        accepts = _cites_law(reading, opener, listing)
    if not accepts or _is_count(reading, opener, listing, end):
        return (), listing.seen
    return references_of_lists(reading, listing, opener.end, end)


def _is_range_sign(reading: ReferenceText, at: int) -> bool:
    """Return whether a small word joins the ends of a range: the *to* of «1 to 3 below»."""
    if reading.vocabulary.ranges.at(reading.tokens, at) is None:
        return False
    before = reading.text[max(0, reading.tokens[at].start - 2) : reading.tokens[at].start]
    return before.rstrip()[-1:].isdigit()


def _cites_law(reading: ReferenceText, opener: Phrase, listing: Listing) -> bool:
    """Return whether a number with a letter cites a law: after *see*, *under* and an article.

    A label that looks like a bridge call, «4C», cites a law only after *see*.
    """
    if opener.kind == "weak" or is_of_other_text(reading, listing.end):
        return False
    (first, *others) = listing.members
    sure = opener.kind == "see" or bool(others) or first.is_range
    return sure or not is_call_like(reading, first.item)


def _is_count(reading: ReferenceText, opener: Phrase, listing: Listing, end: int) -> bool:
    """Return whether a number counts things instead of citing: «i 3 precedenti turni».

    No word for a law or part is before the number. A single label has no plural before or after it;
    after «3 following» a counted thing may follow.
    """
    (member, *others), words = listing.members, reading.vocabulary
    if others or member.is_range or not (member.item.is_bare_number and member.item.is_single):
        return False
    after = words.after.at(reading.tokens, listing.end)
    if after is None:
        return opener.words in words.plural
    loose = after.kind == "after_see" and not is_closed(reading, end)
    return loose or not words.plural.isdisjoint((opener.words, after.words))


def read_bare_label(reading: ReferenceText, at: int) -> Found:
    """Return the references of labels without a word before them: «(a) or (b) above».

    The label is a point, «(a) of Law 16», or a letter with more after it, «A2(a) above». A word
    such as *above* or the containing provision must follow.
    """
    item = read_item(reading, at)
    start = reading.tokens[at].start
    before = reading.text[start - 1 : start]
    if before.isalnum() or before == ")":  # part of «4C(a)», which is no label
        return (), at + 1
    if item is None or (item.is_single and reading.tokens[at].text != "("):
        return (), at + 1
    listing = read_named_parts(reading, at, ALONE)
    if listing is None:
        return (), at + 1
    container = read_container(reading, listing.end, depth_of(listing))
    if container:
        return read_contained(reading, (at, at), ALONE, container)
    after = reading.vocabulary.after.at(reading.tokens, listing.end)
    if after is None or after.kind != "after":
        return (), listing.seen
    return references_of_lists(reading, listing, at, after.end)
