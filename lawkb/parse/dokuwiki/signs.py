"""Whether a text is a page in the syntax of DokuWiki: decided on the whole page, never by one sign.

Italian law has ``((…))`` around amended words, tables drawn by hand have bars, forms have braces.
What only a wiki writes (headings, links with a target, macros) is weighed against the lines that
the wiki would run together though they begin with labels: such a page keeps its lines.
"""

from __future__ import annotations

import re

from lawkb.parse.dokuwiki.lexer import is_heading
from lawkb.parse.words_draft import begins_label

# Lengths are bounded, so that a page of brackets takes no more time than a page of words.
_OWN = re.compile(
    r"\[\[[^\[\]\n|]{1,300}\|[^\[\]\n]{0,300}\]\]"  # a link with its words
    r"|\[\[[^\s\[\]|]{0,200}[:#/_][^\s\[\]|]{0,200}\]\]"  # a link to a page by its whole name
    r"|\{\{[^{}\n]{0,300}\.(?:png|jpe?g|gif|svg|webp|pdf|docx?|odt|zip)\b[^{}\n]{0,300}\}\}"
    r"|\{\{[a-z]{2,20}>"  # what a plugin shows
    r"|<(?:WRAP|wrap|nowiki|code|file)\b[^<>\n]{0,200}>|~~[A-Z]{2,20}(?:~~|[:|])"
)
# Signs that texts have, too: together they may be a wiki's, one of them never.
_SHARED = {
    "((": re.compile(r"\(\([^()\n]{1,1000}\)\)"),
    "[[": re.compile(r"\[\[[^\[\]\n]{1,300}\]\]"),
    "{{": re.compile(r"\{\{[^{}\n]{1,300}\}\}"),
    "**": re.compile(r"\*\*[^*\n]{1,300}\*\*"),
    "//": re.compile(r"(?<!:)//[^/\n]{1,300}(?<!:)//"),
    "__": re.compile(r"__[^_\n]{1,300}__"),
    "''": re.compile(r"''[^'\n]{1,300}''"),
    "\\\\": re.compile(r"\\\\(?:\s|$)"),
    "list": re.compile(r"^(?: {2,}|\t)[*-] ?[^\W\d_]", re.MULTILINE),
}
_FEWEST_SHARED = 3  # kinds
_TOLD = ("((", "[[", "{{")  # signs whose words a wiki shows elsewhere
_LINE = re.compile(r"[|^].*[|^]")
_RULE = re.compile(r"-{4,}")
_BEGINS = re.compile(r"(?: {2,}|\t)[*-]|[|^>]")


def is_wikitext(text: str) -> bool:
    """Whether a page is raw wiki syntax."""
    lines = [line.strip() for line in text.split("\n")]
    filled = [line for line in lines if line]
    # A row of signs alone underlines the title above it.
    heads = sum(is_heading(line) and any(map(str.isalnum, line)) for line in filled)
    rows = [line for line in filled if len(line) > 1 and _LINE.fullmatch(line)]
    tables = sum(line.startswith("^") for line in rows) + (2 * len(rows) > len(filled))
    own = heads + tables + len(_OWN.findall(text))
    if own:
        return own > joined_lines(text)
    return len(shared_signs(text)) >= _FEWEST_SHARED and not joined_lines(text)


def shared_signs(text: str) -> dict[str, int]:
    """Return how often a page has each of the signs that wikis and other texts have."""
    counts = {sign: len(found.findall(text)) for sign, found in _SHARED.items()}
    return {sign: count for sign, count in counts.items() if count}


def told_signs(text: str) -> dict[str, int]:
    """Return those of the signs in brackets, whose words a wiki would show elsewhere."""
    return {sign: count for sign, count in shared_signs(text).items() if sign in _TOLD}


def joined_lines(text: str) -> int:
    """Return how many lines begin with a label and would be joined with the line before."""
    before, found = "", 0
    for line in text.split("\n"):
        apart = not before.strip() or is_heading(before) or before.rstrip().endswith("\\\\")
        signed = _BEGINS.match(before) or _BEGINS.match(line)
        if not apart and not signed and begins_label(line[:200]):
            found += 1
        before = line
    return found
