"""Messages of the rules in the language of the reader: findings, and what a rule is for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby, zip_longest

from babel.numbers import format_decimal

from lawkb.checks.rule_list import RULES, manual_languages, page_parts, read_rules_manual
from lawkb.model.address import Address
from lawkb.model.finding import AddressText, Message, RuleName, Value, separator
from lawkb.model.language import Language, read_language
from lawkb.publish.foreign_words import language_runs
from lawkb.publish.strings import in_code_words
from lawkb.publish.views.localized_site import LocalizedSite

# Words in runs of one language each: tag and words.
Words = tuple[tuple[str, str], ...]

_OURS = "en"  # language of names, commands and of what no catalogue has
_PLACES = re.compile(r"%\((\w+)\)s")


def localized_message(site: LocalizedSite, text: str, languages: tuple[Language, ...]) -> Words:
    """Return what a rule says, in the language of the reader.

    Args:
        site: The site in the language of the reader.
        text: A sentence of ours, or words of an editor, which are shown as they are.
        languages: Those of the texts that it may quote.
    """
    if not text:
        return ()
    if not isinstance(text, Message):
        return _joined(_quoted(site, text, languages))
    if not text.values:
        return _whole(site.gettext(text.template), site.language.code)
    return _joined(_filled(site, text, languages))


def rule_description(site: LocalizedSite, rule: str) -> Words:
    """Return what a rule finds, in the language of the reader where the manual has it."""
    found, tag = _manual(rule, site.language.code)
    found = in_code_words(site.code.outline, tag)(found)
    return language_runs(found, read_language(tag), site.code.outline.languages)


def rule_title(site: LocalizedSite, rule: str) -> tuple[str, str]:
    """Return language and title of a rule for the reader; its name if it has no title."""
    tag = site.language.code
    own = _renderings().get(tag, {}).get(rule, {}).get("title")
    return (tag, in_code_words(site.code.outline, tag)(own)) if own else (_OURS, rule)


def quoted_languages(
    site: LocalizedSite, edition: str, address: Address | None
) -> tuple[Language, ...]:
    """Return languages of the texts that findings on a provision, or on the whole code, may quote.

    They are those that its law is held in, else all.
    """
    languages = site.code.outline.languages
    if address is None:
        return languages
    held = site.code.languages_of(edition, address.law)
    return tuple(each for each in languages if each.code in held) or languages


def _filled(
    site: LocalizedSite, sentence: Message, languages: tuple[Language, ...]
) -> Iterator[tuple[str, str]]:
    """The template of the catalogue with its values in their places."""
    template = site.gettext(sentence.template)
    for words, name in _cut(template, site.language.code):
        yield from words
        if name:
            yield from _value(site, sentence.values[name], languages)


# Every finding of a rule says the same few templates.
@cache
def _cut(template: str, tag: str) -> tuple[tuple[Words, str], ...]:
    """The words of a template, each with the name of the value after it; empty for none.

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


def _value(
    site: LocalizedSite, value: Value, languages: tuple[Language, ...]
) -> Iterator[tuple[str, str]]:
    if isinstance(value, tuple):
        for n, each in enumerate(value):
            if n:
                yield site.language.code, _between(site, value)
            yield from _value(site, each, languages)
    elif isinstance(value, Message):
        yield from _filled(site, value, languages)
    elif isinstance(value, AddressText):
        upto = f"–{site.name(value.upto)}" if value.upto else ""
        yield site.language.code, site.name(value.address) + upto
    elif isinstance(value, RuleName):
        yield rule_title(site, value)
    elif isinstance(value, float):
        yield site.language.code, format_decimal(value, "0.0", locale=site.language.code)
    else:
        yield from _quoted(site, str(value), languages)


def _between(site: LocalizedSite, words: tuple[str, ...]) -> str:
    """What parts the words of a list; in Greek a semicolon is a question mark."""
    return site.gettext("; ") if separator(words) == "; " else separator(words)


def _quoted(site: LocalizedSite, words: str, languages: tuple[Language, ...]) -> Words:
    return language_runs(words, site.language, languages)


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
