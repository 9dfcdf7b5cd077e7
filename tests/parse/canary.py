"""A word put anywhere in a real page, and where it went: promise 1 without trust in the account.

The account says where the characters of a page went; the word shows whether it is true. A word
that counts as law, heading, note or comment must be in the XML or in a listed loss.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from lawkb.akn.beside_laws import companion_tree
from lawkb.akn.laws import law_tree, xml_bytes
from lawkb.model.page import Account, Page, PieceKind
from lawkb.model.php_serialized import PhpValue, array_of, read_php, text_of, write_php
from lawkb.model.source import PageRule, Source
from lawkb.model.text_encoding import decode_page
from lawkb.parse.dokuwiki.comment_files import read_comments
from lawkb.parse.read_page import PageReading, read_page
from tests.corpus_files import CORPUS, PEBBLES, outline_in
from tests.parse.three_pebbles import EXTRACTED, RULE, SAMPLES, WIKI

WORD = "zqxkwvzqjxkw"
_CARRIED: tuple[PieceKind, ...] = ("law", "headings", "notes", "comments")
_UNPARSED = ("unparsed", "note", "text")  # kinds of losses that say what is unparsed
# Where HTML holds text: between tags, in no script, style or comment.
_MARKUP = re.compile(
    r"<(script|style)\b.*?</\1\s*>|<!--.*?-->|<[^>]*>|&#?\w+;", re.DOTALL | re.IGNORECASE
)
# What the word may stand in, where a form has such a thing.
HTML_AROUND = (
    " {} ",
    "<del>{}</del>",
    "<form>{}</form>",
    "<form action='#'><p>{}</p></form>",
    "<textarea>{}</textarea>",
    '<div class="footnotes">{}</div>',
    '<div class="footnotes"><p>{}</p><div class="fn">a</div></div>',
    '<div class="footnotes"><div class="fn">{}</div></div>',
    '<dl class="file"><dt><a href="#">{}</a></dt><dd><pre>x</pre></dd></dl>',
    '<dl class="code"><dt>{}</dt><dd>x</dd></dl>',
    "<table>{}<tr><td>x</td></tr></table>",
    "<table><tr><td>x</td></tr><caption>{}</caption></table>",
    '<sup><a class="fn_top" href="#fn__1">{}</a></sup>',
    '<div class="secedit">{}</div>',
    '<div class="comment_wrapper">{}</div>',
    '<div class="comment_wrapper"><div class="hentry"><p>{}</p></div></div>',
    '<a href="#a">{}</a>',
    "<title>{}</title>",
    "<select><option>{}</option></select>",
    "<noscript>{}</noscript>",
    "<svg><text>{}</text></svg>",
    "<h2>{}</h2>",
    "<pre>{}</pre>",
    "<img alt='{}' src='x'>",
)
WIKI_AROUND = (
    " {} ",
    "<del>{}</del>",
    "<del>a {} b</del>",
    "\n<code php {}.php>\nx\n</code>\n",
    "\n<file - {}.txt>\nx\n</file>\n",
    "<file>{}</file>",
    "<WRAP {}>\nx\n</WRAP>",
    "<wrap>{}</wrap>",
    "~~{}~~",
    "[[{}]]",
    "{{{{a.png|{}}}}}",
    "{{{{{}.png}}}}",
    "(({}))",
    "\n\n(({}))\n\n",
    "\n\n| (({})) |\n\n",
    "\n\n  * (({}))\n\n",
    "\n\n<del>a</del>(({}))\n\n",
    "\n===== {} =====\n",
    "\n| x | {} |\n",
    "\n| x {}\n",
    "<nowiki>{}</nowiki>",
    "%%{}%%",
    "\n  {}\n",
    "\n> {}\n",
    "<html>{}</html>",
    "<php>{}</php>",
    "{{{{rss>http://e.org/{}}}}}",
    "<{}@example.org>",
    "http://example.org/{}",
    "((a [[b|{}",
)
# In a comment, what is furniture is not counted, and mail addresses are taken out.
COMMENT_AROUND = tuple(around for around in WIKI_AROUND if not re.search("WRAP|rss|~~|@", around))
# Signs of raw wiki pages and of Markdown that are no text: targets of links, options, addresses.
_SIGNS = re.compile(
    r"\[\[[^|\]\n]*[|\]]*|\{\{[^|}\n]*[|}]*|</?\w[^>\n]*>|\]\([^)\n]*\)|\w+://\S*|\\\\\S*"
    r"|~~\w*~~|%%|==+|--+|\(\(|\)\)"
)
_RULES = (
    RULE,
    PageRule("code:rule_{law}", "2016", ("el", "en")),
    PageRule("law_{law}", "2016", ("el", "en")),
    PageRule("definitions", "2016", ("el", "en"), "definitions"),
    PageRule("syntax_zoo", "2016", ("el", "en"), "preface"),
    PageRule("articolo_{law}", "2016", ("en",)),
)
_SOURCE = Source(
    WIKI.name, WIKI.title, _RULES, WIKI.furniture, WIKI.page_data, WIKI.comment, WIKI.zone
)


@dataclass(frozen=True)
class Sample:
    """A real page.

    Attributes:
        name: Where it lies.
        page_id: Its id.
        text: The page.
        places: Offsets in it at which a word is text.
    """

    name: str
    page_id: str
    text: str
    places: tuple[int, ...]

    @property
    def is_raw(self) -> bool:
        """Whether it is in the signs of the wiki."""
        return "/data2" in self.name or "/src/" in self.name


@cache
def samples() -> tuple[Sample, ...]:
    """The pages of all forms: raw, shown and exported, compared, extracted, and those of text."""
    return tuple(_samples())


@cache
def comment_files() -> tuple[bytes, ...]:
    """The files of comments of two wikis that hold some."""
    files = (path.read_bytes() for path in sorted(SAMPLES.glob("data2*/meta/*.comments")))
    return tuple(file for file in files if read_php(file).array("comments"))


def lost_in(sample: Sample, place: int, around: str = " {} ") -> str | None:
    """What is wrong with a page that has the word at a place; None when nothing is.

    Args:
        sample: The page.
        place: Offset of it.
        around: What is put there, with ``{}`` for the word.
    """
    text = f"{sample.text[:place]}{around.format(WORD)}{sample.text[place:]}"
    before, after = _read(sample.page_id, sample.text), _read(sample.page_id, text)
    if _carried(after):
        return None
    grown = _grown(before.account, after.account, _CARRIED)
    if grown >= len(WORD):
        return f"it counts as {_kinds(before.account, after.account)} and is nowhere"
    unparsed = _grown(before.account, after.account, ("unparsed",))
    if unparsed >= len(WORD) and not any(loss.kind in _UNPARSED for loss in after.losses):
        return "it is unparsed without a loss"
    return None


def lost_in_comments(content: bytes, key: int, place: int, around: str = " {} ") -> str | None:
    """The same for the words of a comment of the wiki's own file."""
    value = array_of(read_php(content).value)
    comments = array_of(value.get("comments"))
    name = sorted(comments)[key % len(comments)]
    comment = dict(array_of(comments[name]))
    raw = text_of(comment.get("raw"))
    places = _outside(_SIGNS, raw, 0)
    at = places[place % len(places)]
    comment["raw"] = f"{raw[:at]}{around.format(WORD)}{raw[at:]}"
    changed: PhpValue = {**value, "comments": {**comments, name: comment}}
    found, losses = read_comments(write_php(changed), "rule_07")
    ids = {each.id for each in read_comments(content, "rule_07")[0]}
    given = any(WORD in words.text for each in found for words in each.words)
    if given or name not in ids or any(WORD in loss.message for loss in losses):
        return None  # or it is of a comment that the wiki hides
    return f"comment {name} at {at}: {comment['raw']}"


@cache
def _read(page_id: str, text: str) -> PageReading:
    return read_page(
        Page("wiki", page_id, f"{page_id}.txt", text.encode()), _SOURCE, outline_in(PEBBLES)
    )


def _carried(reading: PageReading) -> bool:
    written = [law_tree(law, outline_in(PEBBLES)) for law in reading.laws]
    written += [companion_tree(each, outline_in(PEBBLES)) for each in reading.companions]
    held = any(WORD.encode() in xml_bytes(tree) for tree in written)
    return held or any(WORD in loss.message for loss in reading.losses)


def _grown(before: Account, after: Account, kinds: tuple[PieceKind, ...]) -> int:
    return sum(after.counts[kind] - before.counts[kind] for kind in kinds)


def _kinds(before: Account, after: Account) -> dict[str, int]:
    grown = {kind: after.counts[kind] - before.counts[kind] for kind in after.counts}
    return {kind: number for kind, number in grown.items() if number}


def _samples() -> Iterator[Sample]:
    for path in sorted(SAMPLES.glob("http2*/*.html")):
        if not re.search(r"\.(show|export_xhtml|export_xhtmlbody|diff\w*)\.|diff", path.name):
            continue
        text = decode_page(path.read_bytes())[0]
        page_id = path.name.split(".")[0].replace("__", ":")
        yield from _known(path.name, page_id, text, _in_html(text))
    raw = [*SAMPLES.glob("data2*/pages/**/*.txt"), *SAMPLES.glob("src/*.txt")]
    for path in sorted(raw):
        text = decode_page(path.read_bytes())[0]
        parent = f"{path.parent.name}:" if path.parent.name == "code" else ""
        yield from _known(str(path), f"{parent}{path.stem}", text, _outside(_SIGNS, text, 0))
    for path in sorted([*EXTRACTED.glob("*/*.txt"), *CORPUS.glob("sources/*/*.txt")]):
        text = decode_page(path.read_bytes())[0]
        yield from _known(str(path), path.stem, text, _outside(_SIGNS, text, 0))


def _known(name: str, page_id: str, text: str, places: tuple[int, ...]) -> Iterator[Sample]:
    if any(rule.fits(page_id) for rule in _RULES):
        yield Sample(name, page_id, text, places)


def _in_html(text: str) -> tuple[int, ...]:
    """Offsets in the texts of HTML; in a comparison, which shows raw text, in no target either."""
    outside = {*_outside(re.compile(r"\[\[[^|\]\n]*[|\]]*"), text, 0)}
    places = _outside(_MARKUP, text, max(0, text.lower().find("<body")))
    return tuple(place for place in places if place in outside)


def _outside(signs: re.Pattern[str], text: str, at: int) -> tuple[int, ...]:
    """Offsets in a page from one on that are in none of its signs."""
    found: list[int] = []
    for match in signs.finditer(text, at):
        found.extend(range(at, match.start() + 1))
        at = match.end()
    return (*found, *range(at, len(text) + 1))
