"""Writing: a tree as it would be typed in full, so that a person sees how it was understood."""

from __future__ import annotations

from lawkb.search.tree import (
    CITING,
    And,
    Cited,
    CitedBy,
    Having,
    Like,
    Located,
    Near,
    Node,
    Not,
    Or,
    Pattern,
    Phrase,
    Within,
    Word,
)


def written(tree: Node) -> str:
    """A tree as it would be typed in full: ``penalty AND card``."""
    match tree:
        case Word(text=text) | Cited(text=text) | Pattern(text=text):
            return text
        case Phrase(text=text):
            return f'"{text}"'
        case Like(text=text, changes=changes):
            return f"{text}~{changes}"
        case Located(text=text):
            return f"law:{text}"
        case CitedBy(text=text):
            return f"cited-by:{text}"
        case Having(what=what, value=value):
            return f"{what}:{value}"
        case _:
            return _joined(tree)


def _joined(tree: Near | And | Or | Not | Within) -> str:
    match tree:
        case And(parts=parts):
            return " AND ".join(map(_bracketed, parts))
        case Or(parts=parts):
            return " OR ".join(map(_bracketed, parts))
        case Near(parts=parts, distance=distance):
            return f" NEAR/{distance} ".join(map(_bracketed, parts))
        case Not(part=part):
            return f"NOT {_bracketed(part)}"
        case Within(part=Cited(text=text)) if _has_own_name(tree):
            return f"cites:{text}"
        case Within(part=part) if _has_own_name(tree):
            return f"heading:{_bracketed(part)}"
        case Within(part=part, fields=fields, languages=languages):
            named = (*(("in", ",".join(fields)),), ("lang", ",".join(languages)))
            scopes = (f"{name}:{values}" for name, values in named if values)
            return " ".join((*scopes, _bracketed(part)))


def _has_own_name(tree: Within) -> bool:
    """Whether it is written as one field: ``heading:dummy``, ``cites:16C``."""
    cites = isinstance(tree.part, Cited) and tree.fields == CITING
    return not tree.languages and (cites or tree.fields == ("heading",))


def _bracketed(tree: Node) -> str:
    joins = isinstance(tree, And | Or | Near)
    joins = joins or (isinstance(tree, Within) and not _has_own_name(tree))
    return f"({written(tree)})" if joins else written(tree)
