"""Findings in the language of the reader, for the desk: messages, titles, what a rule finds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby, zip_longest
from types import SimpleNamespace

from babel.numbers import format_decimal

from lawkb.checks.rule_list import RULES, manual_languages, page_parts, read_rules_manual
from lawkb.checks.shown_findings import unmarked_quote
from lawkb.model.address import Address
from lawkb.model.finding import (
    AddressText,
    Finding,
    Message,
    RuleName,
    Value,
    separator,
)
from lawkb.model.language import Language, read_language
from lawkb.publish.localized_site import LocalizedSite
from lawkb.publish.strings import in_code_words, language_runs
from lawkb.publish.views.comments import decision_view

# Words in runs of one language each: tag and words.
Words = tuple[tuple[str, str], ...]


class NamedPlace(str):
    """The name of a provision in the language of the reader: words of their own, to be linked."""

    address: Address  # Of the provision; of a range, of its first.


_OURS = "en"  # language of names, commands and of what no catalogue has
_PLACES = re.compile(r"%\((\w+)\)s")


def finding_view(site: LocalizedSite, finding: Finding) -> SimpleNamespace:
    """Return a finding in the language of the reader."""
    report = site.editorial.report
    languages = quoted_languages(site, finding.edition, finding.address)
    waiver = report.waivers.get(finding.fingerprint) if report and finding.waived else None
    quote = unmarked_quote(finding)
    tag = site.language_of(quote) if quote else site.language.code
    words: Words = ((tag, quote),) if quote else ()
    if tag:  # else its letters are of no known language: it stays in one piece
        words = language_runs(quote, read_language(tag), site.code.outline.languages)
    return SimpleNamespace(
        rule=finding.rule,
        title=rule_title(site, finding.rule),
        description=rule_description(site, finding.rule),  # what the rule finds
        severity=finding.severity,
        language=finding.language,
        edition=finding.edition,
        fingerprint=finding.fingerprint,
        message=localized_message(site, finding.message, languages),
        # The words that it is about, if no text on the page shows them.
        quote=words,
        quote_language=tag,  # of most words of the quote, by their script
        evidence=tuple(localized_message(site, each, languages) for each in finding.evidence),
        hint=localized_message(site, finding.hint, languages),
        # The decision of the editor who accepted it.
        waiver=decision_view(site, waiver) if waiver else None,
    )


def localized_message(site: LocalizedSite, text: str, languages: tuple[Language, ...]) -> Words:
    """Return a message of a rule in the language of the reader, as pairs of tag and words.

    Args:
        text: A message of lawkb, which is translated, or an editor's words, which are not.
        languages: Languages of the texts that the message may quote.
    """
    if not text:
        return ()
    if not isinstance(text, Message):
        return _joined(_quoted(site, text, languages))
    if not text.values:
        return _whole(site.gettext(text.template), site.language.code)
    return _joined(_filled(site, text, languages))


def rule_description(site: LocalizedSite, rule: str) -> Words:
    """Return the description of a rule in the reader's language or, if untranslated, in English.

    It is a tuple of pairs of BCP 47 tag and words.
    """
    found, tag = _manual(rule, site.language.code)
    found = in_code_words(site.code.outline, tag)(found)
    return language_runs(found, read_language(tag), site.code.outline.languages)


def rule_title(site: LocalizedSite, rule: str) -> tuple[str, str]:
    """Return BCP 47 tag and title of a rule in the reader's language, else in English."""
    for tag in (site.language.code, _OURS):
        own = _renderings().get(tag, {}).get(rule, {}).get("title")
        if own:
            return tag, in_code_words(site.code.outline, tag)(own)
    return _OURS, rule


def quoted_languages(
    site: LocalizedSite, edition: str, address: Address | None
) -> tuple[Language, ...]:
    """Return the languages of the texts that findings on a provision may quote.

    They are the languages in which its law is available here; for the whole law code (None), all.
    """
    languages = site.code.outline.languages
    if address is None:
        return languages
    held = site.code.languages_of(edition, address.law)
    return tuple(each for each in languages if each.code in held) or languages


def _filled(
    site: LocalizedSite, sentence: Message, languages: tuple[Language, ...]
) -> Iterator[tuple[str, str]]:
    """Yield tag and words of a translated template with its values inserted."""
    template = site.gettext(sentence.template)
    for words, name in _cut(template, site.language.code):
        yield from words
        if name:
            yield from _value(site, sentence.values[name], languages)


# Every finding of a rule says the same few templates.
@cache
def _cut(template: str, tag: str) -> tuple[tuple[Words, str], ...]:
    """Return the words of a template, each with the name of the value after it, or "".

    Words in another script than the language's are names of files and commands.
    """
    language, ours = read_language(tag), (read_language(_OURS),)
    pieces = _PLACES.split(template.replace("%%", "%"))
    cut = zip_longest(pieces[::2], pieces[1::2], fillvalue="")
    return tuple((language_runs(words, language, ours), name) for words, name in cut)


@cache
def _whole(template: str, tag: str) -> Words:
    """Return the words of a template that has no values."""
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
        words = NamedPlace(site.name(value.address) + upto)
        words.address = value.address
        yield site.language.code, words
    elif isinstance(value, RuleName):
        yield rule_title(site, value)
    elif isinstance(value, float):
        yield site.language.code, format_decimal(value, "0.0", locale=site.language.code)
    else:
        yield from _quoted(site, str(value), languages)


def _between(site: LocalizedSite, words: tuple[str, ...]) -> str:
    """Return the separator for a list of words; in Greek, a semicolon is a question mark."""
    return site.gettext("; ") if separator(words) == "; " else separator(words)


def _quoted(site: LocalizedSite, words: str, languages: tuple[Language, ...]) -> Words:
    return language_runs(words, site.language, languages)


def _joined(runs: Iterable[tuple[str, str]]) -> Words:
    """Return pairs of tag and words, with neighbours of one language joined, but no places."""
    found: list[tuple[str, str]] = []
    for (tag, is_place), group in groupby(runs, key=lambda e: (e[0], isinstance(e[1], NamedPlace))):
        words = [each for _, each in group]
        found += [(tag, each) for each in words] if is_place else [(tag, "".join(words))]
    return tuple(found)


@cache
def _manual(rule: str, tag: str) -> tuple[str, str]:
    """Return the description of a rule in the manual without Markdown, and its BCP 47 tag."""
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
