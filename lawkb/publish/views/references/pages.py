"""Pages of references: of the whole code, and of each law; one or more for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from lawkb.publish.views.language_neutral import LanguageNeutral
from lawkb.publish.views.page import SitePage, linked
from lawkb.publish.views.places import (
    edition_references_path,
    law_references_path,
    references_path,
)
from lawkb.publish.views.references.code_references import (
    code_references,
    edition_references,
    table_pages,
)
from lawkb.publish.views.references.law_references import LawLinks, LawReferences, law_references
from lawkb.publish.views.references.long_references import long_references, references_parts
from lawkb.publish.views.titles import law_name
from lawkb.publish.views.tree import Tree

_Law = tuple[str, int]  # edition and number


def reference_pages(
    tree: Tree, once: LanguageNeutral
) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Path of every page of references, and what makes it."""
    tag = tree.language.code
    yield references_path(tag), partial(_code, tree)
    for edition in (edition.id for edition in tree.code.outline.editions):
        for part in range(1, table_pages(tree, edition) + 1):
            path = edition_references_path(tag, edition, part)
            yield path, partial(_edition, tree, edition, part)
        for number in (*tree.code.numbers(edition), *sorted(tree.graph.not_held(edition))):
            parts = references_parts(tree, edition, number)
            for part in range(1, parts + 1):
                long = partial(long_references, part=part)
                view = partial(_view, once, long if parts > 1 else law_references)
                path = law_references_path(tag, edition, number, part)
                yield path, partial(_law, tree, (edition, number), path, view)


def _view(
    once: LanguageNeutral,
    view: Callable[[Tree, LawLinks, str, int], LawReferences],
    tree: Tree,
    edition: str,
    number: int,
) -> LawReferences:
    return view(tree, once.links(edition, number), edition, number)


def _code(tree: Tree) -> SitePage:
    tag = tree.language.code
    title = tree.strings.gettext("References")
    told = tree.strings.gettext("Which law cites which, as a picture and as a table.")
    view = code_references(tree)
    return linked(SitePage(references_path(tag), tag, title, told, "references.html", view))


def _edition(tree: Tree, edition: str, part: int) -> SitePage:
    tag = tree.language.code
    view = edition_references(tree, edition, part)
    here = next(each for each in view.parts if each.here)
    title = tree.strings.gettext("References of the laws %(first)s to %(last)s")
    title %= {"first": here.first, "last": here.last}
    told = tree.strings.gettext("Which law cites which, as a table.")
    path = edition_references_path(tag, edition, part)
    return linked(
        SitePage(path, tag, f"{title} ({edition})", told, "edition_references.html", view)
    )


def _law(
    tree: Tree, law: _Law, path: str, view: Callable[[Tree, str, int], LawReferences]
) -> SitePage:
    edition, number = law
    name = f"{law_name(tree, number)} ({edition})"
    shown = view(tree, edition, number)
    told = tree.strings.gettext("Every reference of %(law)s, as a picture and as a table.")
    title = tree.strings.gettext("%(law)s: references") % {"law": name}
    here = next((f", {each.first} – {each.last}" for each in shown.parts if each.here), "")
    return linked(
        SitePage(
            path=path,
            language=tree.language.code,
            title=title + here,
            description=told % {"law": name},
            template="law_references.html",
            view=shown,
        )
    )
