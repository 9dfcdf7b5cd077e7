"""Lists of provisions with one act: «section 105 and subsections 119(2) and 131(1) of that Act».

The act named after the last provision is that of all, unless the first has words of its own, «of
this Regulation», or only a comma joins two lists: «section 7, section 24 of the Oceans Act». Or the
act is named before the first: «the Treaty, and in particular Articles 16(2) and 192(1)».
"""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.model.passage import Reference
from lawkb.references.acts import OWN, Act
from lawkb.references.cited_acts import of_act
from lawkb.references.grammar import ReferenceText

_ENOUGH = 2  # lists before one with the name of an act, after a comma, that are of that act, too
_MOST_ARTICLES = 2  # words between a join and the word for a provision: «und nach dem»


@dataclass(frozen=True, slots=True)
class Chain:
    """References one after the other that may share one act.

    Attributes:
        end: Index of the token after them; 0 when there are none.
        places: Their places among the references that are found.
        act: The act that is named before them; the code itself if none is.
        lists: Number of words for a provision among them: 2 for «sections 2 and 3, section 5».
    """

    end: int = 0
    places: tuple[int, ...] = ()
    act: Act = OWN
    lists: int = 0


def after_act(reading: ReferenceText, act: Act, end: int) -> Chain:
    """Return the chain that an act begins before its articles, without references so far.

    «The Treaty, and in particular Article 16», «ν. 4412/2016 (άρθρο 5)». ``end`` is the index after
    the name of the act.
    """
    if reading.tokens[end].text == "(":
        return Chain(end + 1, (), act)
    words = reading.grammar.acts.particularly.at(reading.tokens, end)
    return Chain(words.end, (), act) if words else Chain()


def in_chain(
    reading: ReferenceText,
    read: tuple[int, int],
    references: tuple[Reference, ...],
    chain: Chain,
    found: list[Reference],
) -> tuple[Chain, tuple[Reference, ...]]:
    """Return the chain with further references, and these as those of its act.

    Where they have an act, those of the chain before them get it, too.

    Args:
        reading: Text with its tokens.
        read: Indexes of the first token of the references and after the last one.
        references: The references.
        chain: The references before them.
        found: All references before them; those of the chain are replaced in it.
    """
    if not _follows(reading, chain, read[0]):
        chain = Chain()
    if references[0].act is not None:
        told = (token.start in reading.mentions.by_start for token in reading.tokens[slice(*read)])
        join = reading.vocabulary.joins.at(reading.tokens, chain.end)
        loose = any(told) and join is not None and join.kind == "comma" and chain.lists < _ENOUGH
        for place in () if loose else chain.places:
            found[place] = _with_act(found[place], references[0], reading)
        return Chain(), references
    placed = references[-1].end <= reading.tokens[read[1] - 1].start
    if placed or any(each.form not in ("absolute", "range") for each in references):
        return Chain(), references
    of_chain = of_act(references, chain.act)
    places = () if not chain.act.is_own else range(len(found), len(found) + len(of_chain))
    return Chain(read[1], (*chain.places, *places), chain.act, chain.lists + 1), of_chain


def _follows(reading: ReferenceText, chain: Chain, at: int) -> bool:
    """Return whether a word for a provision at a token continues a chain after *and*."""
    if not chain.end:
        return False
    begins = not (chain.places or chain.act.is_own)
    joins = reading.vocabulary.joins.all_at(reading.tokens, chain.end)
    ends = [join.end for join in joins] + [chain.end] * begins
    phrases = (
        each for end in ends for each in reading.vocabulary.of_law.all_at(reading.tokens, end)
    )
    return any(each.end == at for each in phrases) or any(  # «ou de l’article 20»
        0 <= at - end <= _MOST_ARTICLES and all(_is_article(reading, i) for i in range(end, at))
        for end in ends
    )


def _is_article(reading: ReferenceText, i: int) -> bool:
    token = reading.tokens[i]
    return token.key in reading.grammar.acts.articles or token.text == "'"


def _with_act(reference: Reference, other: Reference, reading: ReferenceText) -> Reference:
    act = reading.mentions.named(other.act or "") or Act(other.act or "")
    return of_act((reference,), act)[0]
