"""Pages that nobody writes by chance: what each is, its bytes, and what is said of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from lawkb.model.page import LARGEST_PAGE
from lawkb.sources.untrusted_files import MOST_BYTES

DEEP = 10_000
# `make fuzz` tries pages of the largest size; the work on a page grows with its length.
_BYTES = os.environ.get("LAWKB_HOSTILE_BYTES")
_FULL = int(_BYTES or 32768) - 512
TOGETHER = 1 if _BYTES else 15  # pages that one corpus holds


@dataclass(frozen=True)
class Hostile:
    """A page.

    Attributes:
        why: What it tries.
        content: Its bytes, or some of them.
        times: How often they stand in it.
        lost: Words of a loss that must be recorded; empty when none must.
        kept: Words that the law must hold; empty when none must.
    """

    why: str
    content: bytes
    lost: str = ""
    kept: str = ""
    times: int = 1


def html(body: str, before: str = "<!DOCTYPE html>") -> bytes:
    content = f"<!-- wikipage start -->{body}<!-- wikipage stop -->"
    return f"{before}<html><head></head><body>{content}</body></html>".encode()


def wiki(body: str) -> bytes:
    return f"== A. Words ==\n{body}\n".encode()


def filled(unit: str, size: int = _FULL) -> bytes:
    """One line of a size, made of a unit; whole characters."""
    return (
        (unit * (size // len(unit.encode()) + 1)).encode()[:size].decode(errors="ignore").encode()
    )


_MIB = filled("A. law 16B1 ", 2**20)


def _laughs(end: str) -> bytes:
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    return html(
        f"<p>A. laughing &l9; aloud</p>{end}", f'<!DOCTYPE html [<!ENTITY l0 "lol">{entities}]>'
    )


ENTITIES = (
    Hostile("billion laughs", _laughs(""), kept="laughing"),
    Hostile(
        "a DTD that is elsewhere",
        html("<p>A. words</p>", '<!DOCTYPE html SYSTEM "http://127.0.0.1:9/x.dtd">'),
        kept="words",
    ),
    Hostile(
        "a DTD with entities of parameters",
        html(
            "<p>A. words %x;</p>", '<!DOCTYPE html [<!ENTITY % x SYSTEM "file:///etc/passwd">%x;]>'
        ),
        kept="words",
    ),
    Hostile(
        "XML, and not HTML, that laughs",
        b'<?xml version="1.0"?>' + _laughs("").replace(b"<html>", b'<html xmlns="x">'),
        kept="laughing",
    ),
    Hostile(
        "an inclusion",
        html('<p>A. words</p><xi:include href="file:///etc/passwd" parse="text"/>'),
        kept="words",
    ),
    Hostile(
        "entities of characters that are none", html("<p>A. x &#0;&#xD800;&#x110000;&#9e9;</p>")
    ),
)

LONG = (
    Hostile("a line of 20 MB", _MIB, f"larger than {MOST_BYTES} bytes", times=20),
    Hostile("a line of 100 MB", _MIB, f"larger than {MOST_BYTES} bytes", times=100),
    Hostile("a line of 15 MB", _MIB, f"than {LARGEST_PAGE} bytes", times=15),
    Hostile("lines of 10 MB", _MIB + b"\n", f"than {LARGEST_PAGE} bytes", times=10),
    Hostile("HTML of 10 MB", html("<p>A. x</p>" * 90_000), f"than {LARGEST_PAGE} bytes", times=10),
    Hostile("just too long", b"A. x" * (LARGEST_PAGE // 4) + b"x", f"than {LARGEST_PAGE} bytes"),
    Hostile("one line of references", filled("A. law 16B1 and word ")),
    Hostile("one line of Greek references", filled("Νόμο 16Β1 και ")),
    Hostile("one line of note marks", filled("word1) ")),
    Hostile("one line of wiki signs", wiki(filled("[[law_16|law 16B1]] ((x)) **b** ").decode())),
    Hostile("one line of HTML", html(filled("A. law 16B1 <b>words</b> ").decode())),
    Hostile("one letter", b"a" * _FULL, kept="aaaa"),
    Hostile("blanks between two letters", b"A. a" + b" " * _FULL + b"b"),
    Hostile("figures", b"A. Law " + b"9" * (_FULL - 9)),
    Hostile("a list that never ends", filled("1, 2 and 3, ")),
    Hostile("ranges of ranges", filled("Laws 1-1-")),
    Hostile("points of points", b"A. Law 1" + b"(a)" * (_FULL // 4)),
    Hostile("marks on one letter", b"A. a" + "\u0301".encode() * (_FULL // 2)),
    Hostile("sections", filled("A. x\n\n")),
    Hostile("numbers", filled("1. x\n\n")),
    Hostile("ten thousand numbers", "".join(f"{n}. x\n" for n in range(1, 10_100)).encode()),
    Hostile("a thousand unnumbered paragraphs", b"1. x\n\ny\n\n" * 1000),
    Hostile("lone notes", filled("1)\nx\n")),
    Hostile("heads of comments", filled("Anna, 2016/03/06 14:14\n\nx\n\n")),
    Hostile("rows", filled("| a | ::: |\n")),
    Hostile("headings", filled("== x ==\n")),
    Hostile("nothing but line ends", b"\n" * _FULL),
    Hostile("nothing", b""),
)

# Signs of the wiki, and tags, over and over, closed and not.
_WORDS = (
    "[[x]]|[[x|((x))|((x|**x**|**x|//x __x|{{x}}|{{x|%%x%%|<del>x</del>|<del>x|<nowiki>x|"
    "http://a.b/|~~x~~|\\\\|;;"
)
_LINES = "<code>|<WRAP>|<html>|== x ==|  * x|> x|----|^ x ^ y ^|x\n|  - x\n"
_TAGS = (
    "<p>x</p>|<p>x|<b>x</b> |<b>x|<br>|<li>x|<ul><li>x</ul>|<h2>A. x</h2>|<tr><td>x|<td>x|"
    "<table><tr><td>x</table>|<pre>x</pre>|<a href='/law_1'>x</a> |&amp;|&x;|<!-- x -->|</p>|"
    "<script>x</script>|<x-y>z</x-y>|<img alt=x src=y>|<![CDATA[x]]>|"
    '<sup><a href="#fn__1" id="fnt__1" class="fn_top">1)</a></sup>x |'
    '<div class="fn"><sup><a href="#fnt__1" id="fn__1" class="fn_bot">1)</a></sup> x</div>|'
    '<div class="hentry"><div class="comment_head">x</div><div class="comment_body">y</div></div>'
)


def _repeated() -> Iterator[Hostile]:
    signs = (*(f"{sign} " for sign in _WORDS.split("|")), *(f"{x}\n" for x in _LINES.split("|")))
    for sign in (*signs, "| x | ::: |\n\n"):
        yield Hostile(f"{sign!r} over and over", wiki(filled(sign).decode()))
    for tag in _TAGS.split("|"):
        yield Hostile(f"{tag!r} over and over", html(filled(tag, _FULL - 200).decode()))
    yield Hostile("one tag of all attributes", html("<p " + filled("a=1 b ", _FULL - 200).decode()))


REPEATED = tuple(_repeated())

NESTED = (
    Hostile("brackets", b"A. " + b"(" * DEEP + b"x" + b")" * DEEP),
    Hostile("links", wiki("[[" * DEEP + "x" + "]]" * DEEP)),
    Hostile("notes", wiki("((" * DEEP + "x" + "))" * DEEP)),
    Hostile("notes that nothing closes", wiki("((x\n" * DEEP + "[[x\n" * DEEP)),
    Hostile("media", wiki("{{" * DEEP + "x" + "}}" * DEEP)),
    Hostile("marks", wiki("**//__''" * DEEP)),
    Hostile("marks of tags", wiki("<del><sub><sup>" * DEEP)),
    Hostile("literal words", wiki("<nowiki>%%" * DEEP)),
    Hostile("wraps", wiki("<WRAP>\n" * DEEP)),
    Hostile("quotes", wiki(">" * DEEP + " x")),
    Hostile("lists", wiki("".join(f"{'  ' * n}* x\n" for n in range(1, 400)))),
    Hostile("cells", wiki("|" * DEEP * 10)),
    Hostile("labels", b"1. (a) (i) " * DEEP),
    Hostile("links of Markdown", b"[" * DEEP + b"](x)" * DEEP),
    Hostile("div", html("<div>" * DEEP + "x" + "</div>" * DEEP)),
    Hostile("b that nothing closes", html("<p>A. " + "<b>" * DEEP + "x")),
    Hostile("table", html("<table><tr><td>" * DEEP + "x")),
    Hostile("ul", html("<ul><li>" * DEEP + "x")),
    Hostile("blockquote", html("<blockquote>" * DEEP + "x")),
    Hostile("replies", html('<div class="comment_replies">' * DEEP + "x")),
    Hostile("JSON in a script", html("<script>var JSINFO = " + '{"a":' * DEEP + "</script>A. x")),
    Hostile("tags cut short", html("<" * DEEP * 10)),
    Hostile("comments cut short", html("<!--" * DEEP * 5)),
    Hostile("cells that span all", html("<table><tr><td colspan=99999999999 rowspan=-1>A" * 500)),
)

ENCODINGS = (
    Hostile("half characters", b"A. half \xed\xa0\x80\xed\xb0\x80 done", "not UTF-8", "half"),
    Hostile("UTF-16 with its mark", "A. Law 16\n".encode("utf-16"), "", "Law"),
    Hostile("UTF-16 without", "A. Law 16\n".encode("utf-16-be"), "are not allowed in XML"),
    Hostile("UTF-32", "A. Law 16\n".encode("utf-32"), "the page has no title"),
    Hostile("Latin-1", "A. café words".encode("latin-1"), "not UTF-8", "words"),
    Hostile("Greek of Windows", "Α. Νόμος 16 and words".encode("cp1253"), "not UTF-8", "words"),
    Hostile(
        "three in one", "Α. Νόμος ".encode() + "Νόμος".encode("cp1253") + b"\n\0w\0o", "not UTF-8"
    ),
    Hostile("a thousand marks of order", b"\xef\xbb\xbf" * 1000 + b"A. words", kept="words"),
    Hostile(
        "control characters", b"A. words\0\x01\x1b[31m\x7f\xc2\x85", "not allowed in XML", "words"
    ),
    Hostile(
        "no characters", "A. words \ufffe\uffff\U0001ffff".encode(), "not allowed in XML", "words"
    ),
    Hostile("HTML in UTF-16", html("<p>A. words</p>").decode().encode("utf-16")),
    Hostile(
        "HTML in what it says is UTF-7",
        html('<meta charset="utf-7"><p>A. words +ADw-script+AD4-alert(1)</p>'),
        kept="words",
    ),
    Hostile("HTML in no encoding", html('<meta charset="zlib"><p>A. words</p>'), kept="words"),
    Hostile("all that is above 127", bytes(range(128, 256)) * 100, "not UTF-8"),
    Hostile("right to left", "A. words \u202ekcab\u202c \u2066\u2067x".encode(), kept="\u202ekcab"),
)
