"""The home page of a tree: every law held, in which languages, and what is cited but not held."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lawkb.model.code import Edition, Expression
from lawkb.model.language import read_language
from lawkb.model.law import Comment
from lawkb.publish.absent import AbsentLine, absent_lines
from lawkb.publish.editions import compared_editions
from lawkb.publish.law_list import LawLine, LawsPart, law_line, list_parts
from lawkb.publish.places import Place, companion_path, references_path, translation_path
from lawkb.publish.terms import terms_place
from lawkb.publish.titles import companion_name, companion_names, companions_of, law_name
from lawkb.publish.tree import Tree


@dataclass(frozen=True, slots=True)
class ExpressionView:
    """An edition in one language.

    Attributes:
        language: Tag.
        name: The language's own name for itself.
        by: Body that wrote it.
        by_language: Tag of that name, by its script.
        original: Whether it is the authoritative text.
        held: Number of its laws that are held.
    """

    language: str
    name: str
    by: str
    by_language: str
    original: bool
    held: int


@dataclass(frozen=True, slots=True)
class CompanionLine:
    """A text of an edition that is no law.

    Attributes:
        name: What the reader calls it.
        place: Its page.
        titles: Its title in the other languages it is held in, by tag; empty where it has none.
        law: Name of the law it is on; empty for none.
        missing: Own names of the languages of the edition that it is not held in, by tag.
        comments: Number of readers' comments, replies not counted.
        open: Number of those that nobody has settled.
    """

    name: str
    place: Place
    titles: tuple[tuple[str, str], ...]
    law: str
    missing: tuple[tuple[str, str], ...]
    comments: int
    open: int


@dataclass(frozen=True, slots=True)
class EditionView:
    """An edition in the list.

    Attributes:
        id: Its id.
        laws: Number of its laws.
        held: Number of those held in any language.
        expressions: Its languages.
        companions: Its definitions and prefaces.
        commentaries: Its commentaries on laws, in the order of the laws.
        lines: Its held laws; none where they take pages of their own.
        parts: Those pages.
        absent: Its laws that are cited but not held.
    """

    id: str
    laws: int
    held: int
    expressions: tuple[ExpressionView, ...]
    companions: tuple[CompanionLine, ...]
    commentaries: tuple[CompanionLine, ...]
    lines: tuple[LawLine, ...]
    parts: tuple[LawsPart, ...]
    absent: tuple[AbsentLine, ...]


@dataclass(frozen=True, slots=True)
class HomeView:
    """The home page of a tree.

    Attributes:
        titles: Title of the code by language, the reader's first.
        editions: Newest first.
        references: The page of all references.
        terms: The page of the terms; None for a code that keeps no glossary.
        compared: Two editions that share laws, the older first, and the page of both.
        desk: The translators' desk; None where it is not published.
    """

    titles: tuple[tuple[str, str], ...]
    editions: tuple[EditionView, ...]
    references: Place
    terms: Place | None
    desk: Place | None
    compared: tuple[tuple[str, str, Place], ...] = ()


def home_view(tree: Tree) -> HomeView:
    """What the home page of a tree shows."""
    outline = tree.code.outline
    titles = sorted(outline.titles.items(), key=lambda title: title[0] != tree.language.code)
    editions = tuple(_edition(tree, edition) for edition in outline.editions)
    tag = tree.language.code
    return HomeView(
        titles=tuple(titles),
        editions=editions,
        references=Place(references_path(tag)),
        terms=terms_place(tree),
        desk=Place(translation_path(tag)) if tree.apparatus.report else None,
        compared=compared_editions(tree),
    )


def _edition(tree: Tree, edition: Edition) -> EditionView:
    numbers = tree.code.numbers(edition.id)
    parts = list_parts(tree, edition.id)
    expressions = (e for e in tree.code.outline.expressions if e.edition == edition.id)
    companions = [_companion(tree, edition.id, n) for n in companion_names(tree, edition.id)]
    return EditionView(
        id=edition.id,
        laws=edition.laws,
        held=len(numbers),
        expressions=tuple(_expression(tree, expression) for expression in expressions),
        companions=tuple(line for line in companions if not line.law),
        commentaries=tuple(line for line in companions if line.law),
        lines=() if parts else tuple(law_line(tree, edition.id, number) for number in numbers),
        parts=parts,
        absent=absent_lines(tree, edition.id),
    )


def _expression(tree: Tree, expression: Expression) -> ExpressionView:
    outline = tree.code.outline
    body = outline.organization(expression.by).name
    held = (
        edition == expression.edition and tag == expression.language
        for edition, tag, _ in tree.code.laws
    )
    return ExpressionView(
        language=expression.language,
        name=read_language(expression.language).name,
        by=body,
        by_language=tree.language_of(body),
        original=expression.language == outline.authoritative,
        held=sum(held),
    )


def _companion(tree: Tree, edition: str, name: str) -> CompanionLine:
    first, *others = found = companions_of(tree, edition, name)
    comments = [comment for each in found for comment in each.comments]
    tags = [e.language for e in tree.code.outline.expressions if e.edition == edition]
    held = {each.language for each in found}
    shown = others if first.language == tree.language.code else found
    return CompanionLine(
        name=companion_name(tree, first),
        place=Place(companion_path(tree.language.code, edition, name)),
        titles=tuple((each.language, each.heading.text if each.heading else "") for each in shown),
        law=law_name(tree, first.law) if first.law else "",
        missing=tuple((tag, read_language(tag).name) for tag in tags if tag not in held),
        comments=len(comments),
        open=_open(comments),
    )


def _open(comments: Iterable[Comment]) -> int:
    return sum(comment.status == "open" for comment in comments)
