"""Pages of the translators' desk: the overview, one for each law, one or more for each rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from lawkb.checks.report import Report
from lawkb.publish.desk import desk_laws, law_desk_view
from lawkb.publish.desk_home import desk_view, found_rules
from lawkb.publish.desk_rule import rule_parts, rule_view
from lawkb.publish.desk_table import laws_pages, laws_view
from lawkb.publish.once import Once
from lawkb.publish.page import SitePage, linked
from lawkb.publish.places import (
    desk_laws_path,
    law_translation_path,
    rule_path,
    translation_path,
)
from lawkb.publish.titles import law_name
from lawkb.publish.tree import Tree


def desk_pages(tree: Tree, once: Once) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Path of every page of the desk, and what makes it; none where the desk is not published."""
    tag, report = tree.language.code, tree.apparatus.report
    if report is None:
        return
    yield translation_path(tag), partial(_desk, tree, report)
    for rule in found_rules(report):
        for part in range(1, rule_parts(report, rule) + 1):
            yield rule_path(tag, rule, part), partial(_rule, tree, report, rule, part)
    for edition in (edition.id for edition in tree.code.outline.editions):
        for part in range(1, laws_pages(tree, edition) + 1):
            path = desk_laws_path(tag, edition, part)
            yield path, partial(_laws, tree, report, edition, part)
        numbers = desk_laws(tree, report, edition)
        for number in numbers:
            path = law_translation_path(tag, edition, number)
            yield path, partial(_law_desk, tree, once, (edition, number), numbers)


def _desk(tree: Tree, report: Report) -> SitePage:
    tag = tree.language.code
    title = tree.strings.gettext("Translation")
    description = tree.strings.gettext("What the checks find in the translation, law by law.")
    view = desk_view(tree, report)
    return linked(SitePage(translation_path(tag), tag, title, description, "desk.html", view))


def _rule(tree: Tree, report: Report, rule: str, part: int) -> SitePage:
    tag = tree.language.code
    view = rule_view(tree, report, rule, part)
    names = {"rule": view.title[1]}
    title = tree.strings.gettext("Findings of %(rule)s") % names
    told = tree.strings.gettext("Every finding of the rule %(rule)s.") % names
    here = next((f", {each.first}–{each.last}" for each in view.parts if each.here), "")
    path = rule_path(tag, rule, part)
    return linked(SitePage(path, tag, title + here, told, "desk_rule.html", view))


def _laws(tree: Tree, report: Report, edition: str, part: int) -> SitePage:
    tag = tree.language.code
    view = laws_view(tree, report, edition, part)
    here = next(each for each in view.parts if each.here)
    names = {"first": here.first, "last": here.last, "edition": edition}
    title = tree.strings.gettext("Translation: laws %(first)s to %(last)s (%(edition)s)") % names
    told = tree.strings.gettext("What the checks find in the translation, law by law.")
    path = desk_laws_path(tag, edition, part)
    return linked(SitePage(path, tag, title, told, "desk_laws.html", view))


def _law_desk(tree: Tree, once: Once, law: tuple[str, int], numbers: Sequence[int]) -> SitePage:
    tag = tree.language.code
    name = f"{law_name(tree, law[1])} ({law[0]})"
    told = tree.strings.gettext("What is to be done on the translation of %(law)s.")
    return linked(
        SitePage(
            path=law_translation_path(tag, *law),
            language=tag,
            title=tree.strings.gettext("%(law)s: translation") % {"law": name},
            description=told % {"law": name},
            template="desk_law.html",
            view=law_desk_view(tree, once, law, numbers),
        )
    )
