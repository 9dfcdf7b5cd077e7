"""Messages of the rules in the language of the reader: findings, and what a rule is for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby, zip_longest

from babel.numbers import format_decimal

from lawkb.checks.rule_list import RULES, manual_languages, page_parts, read_rules_manual
from lawkb.model.address import Address
from lawkb.model.language import Language, read_language
from lawkb.model.message import AddressText, Message, RuleName, Value, separator
from lawkb.publish.foreign_words import language_runs
from lawkb.publish.strings import in_code_words
from lawkb.publish.views.tree import Tree

# Words in runs of one language each: tag and words.
Words = tuple[tuple[str, str], ...]

_OURS = "en"  # language of names, commands and of what no catalogue has
_PLACES = re.compile(r"%\((\w+)\)s")


def said(tree: Tree, text: str, languages: tuple[Language, ...]) -> Words:
    """What a rule says, in the language of the reader.

    Args:
        tree: The tree.
        text: A sentence of ours, or words of an editor, which are shown as they are.
        languages: Those of the texts that it may quote.
    """
    if not text:
        return ()
    if not isinstance(text, Message):
        return _joined(_quoted(tree, text, languages))
    if not text.values:
        return _whole(tree.strings.gettext(text.template), tree.language.code)
    return _joined(_filled(tree, text, languages))


def rule_told(tree: Tree, rule: str) -> Words:
    """What a rule finds, in the language of the reader where the manual has it."""
    found, tag = _manual(rule, tree.language.code)
    found = in_code_words(tree.code.outline, tag)(found)
    return language_runs(found, read_language(tag), tree.code.outline.languages)


def rule_title(tree: Tree, rule: str) -> tuple[str, str]:
    """Tag and title of a rule for the reader; its name where the manual has no title for it."""
    tag = tree.language.code
    own = _renderings().get(tag, {}).get(rule, {}).get("title")
    return (tag, in_code_words(tree.code.outline, tag)(own)) if own else (_OURS, rule)


def quoted_languages(tree: Tree, edition: str, address: Address | None) -> tuple[Language, ...]:
    """Languages of the texts that findings on a provision, or on the whole code, may quote.

    They are those that its law is held in, else all.
    """
    languages = tree.code.outline.languages
    if address is None:
        return languages
    held = tree.code.languages_of(edition, address.law)
    return tuple(each for each in languages if each.code in held) or languages


def _filled(
    tree: Tree, sentence: Message, languages: tuple[Language, ...]
) -> Iterator[tuple[str, str]]:
    """The template of the catalogue with its values in their places."""
    template = tree.strings.gettext(sentence.template)
    for words, name in _cut(template, tree.language.code):
        yield from words
        if name:
            yield from _value(tree, sentence.values[name], languages)


# Every finding of a rule says the same few templates.
@cache
def _cut(template: str, tag: str) -> tuple[tuple[Words, str], ...]:
    """The words of a template, each with the name of the value behind it; empty for none.

    Words in other letters than those of the language are names of files and commands.
    """
    language, ours = read_language(tag), (read_language(_OURS),)
    pieces = _PLACES.split(template.replace("%%", "%"))
    cut = zip_longest(pieces[::2], pieces[1::2], fillvalue="")
    return tuple((language_runs(words, language, ours), name) for words, name in cut)


@cache
def _whole(template: str, tag: str) -> Words:
    """The words of a template that has no values."""
    return _joined(run for words, _ in _cut(template, tag) for run in words)


def _value(tree: Tree, value: Value, languages: tuple[Language, ...]) -> Iterator[tuple[str, str]]:
    if isinstance(value, tuple):
        for n, each in enumerate(value):
            if n:
                yield tree.language.code, _between(tree, value)
            yield from _value(tree, each, languages)
    elif isinstance(value, Message):
        yield from _filled(tree, value, languages)
    elif isinstance(value, AddressText):
        upto = f"–{tree.name(value.upto)}" if value.upto else ""
        yield tree.language.code, tree.name(value.address) + upto
    elif isinstance(value, RuleName):
        yield rule_title(tree, value)
    elif isinstance(value, float):
        yield tree.language.code, format_decimal(value, "0.0", locale=tree.language.code)
    else:
        yield from _quoted(tree, str(value), languages)


def _between(tree: Tree, words: tuple[str, ...]) -> str:
    """What parts the words of a list; in Greek a semicolon is a question mark."""
    return tree.strings.gettext("; ") if separator(words) == "; " else separator(words)


def _quoted(tree: Tree, words: str, languages: tuple[Language, ...]) -> Words:
    return language_runs(words, tree.language, languages)


def _joined(runs: Iterable[tuple[str, str]]) -> Words:
    """Runs of one language after the other made one."""
    groups = groupby(runs, key=lambda run: run[0])
    return tuple((tag, "".join(words for _, words in group)) for tag, group in groups)


@cache
def _manual(rule: str, tag: str) -> tuple[str, str]:
    """What a rule finds, without marks of Markdown, and the tag of the language that says it."""
    rendered = _renderings().get(tag, {}).get(rule, {})
    if "what" in rendered:
        return _plain(rendered["what"]), tag
    pages = {each.name: page_parts(each)["what"] for each in RULES}
    return _plain(pages.get(rule, "")), _OURS


@cache
def _renderings() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    return {tag: read_rules_manual(tag) for tag in manual_languages()}


def _plain(text: str) -> str:
    return text.replace("`", "").replace("*", "")
