"""What reads texts of strangers: each function with the fragments that its texts repeat."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from pathlib import Path
from tempfile import TemporaryDirectory

from lawkb.akn.laws import read_law
from lawkb.akn.validate import file_errors, profile_errors
from lawkb.align.translation_units import FilePair, inline_codes_of, with_inline_codes
from lawkb.checks.bilingual_files import check_file, learn_file
from lawkb.checks.omission.loss_model import LossModel
from lawkb.checks.rule_context import RuleContext
from lawkb.checks.rule_list import STANDARD
from lawkb.checks.runner import check_code, check_pair, check_whole
from lawkb.checks.term_uses import known_partners
from lawkb.checks.text_pairs import LONGEST_CHECKED, CheckedText, TextPair
from lawkb.corpus.editorial_settings import EditorialSettings
from lawkb.corpus.glossary import Glossary, Stem, Term
from lawkb.corpus_pages import patched
from lawkb.errors import LawkbError
from lawkb.exchange.formats.all_formats import open_pairs, read_file_languages
from lawkb.exchange.formats.csv_text import write_csv
from lawkb.exchange.formats.tmx import write_tmx
from lawkb.exchange.formats.xliff import write_xliff12, write_xliff21
from lawkb.exchange.formats.xlsx import write_xlsx
from lawkb.exchange.translation_export import export_texts, translation_of
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.language import read_language
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.page import Page
from lawkb.model.passage import Note, Passage
from lawkb.model.source import PageKind, PageRule
from lawkb.model.text_encoding import decode_page
from lawkb.parse.dokuwiki.comment_files import read_comments
from lawkb.parse.markdown import read_markdown
from lawkb.parse.mediawiki import read_mediawiki
from lawkb.parse.read_page import read_companion_page, read_law_page
from lawkb.parse.word.document import read_docx
from lawkb.references.find import find_references
from lawkb.references.resolve import resolve_code
from lawkb.search.query.parser import LONGEST_QUERY, parse_query
from lawkb.sources.dokuwiki_data import read_changes
from tests.akn.xml_files import law_xml
from tests.corpus_files import bridge_code, bridge_wiki
from tests.parse.word_files import level, numbering, paragraph, run, table, word_file
from tests.slow.fuzz.budget import SECONDS
from tests.slow.fuzz.growing import HTML, MARKDOWN, MEDIAWIKI, PHP, QUERY, WIKI, WORDS
from tests.strategies import OUTLINE, SCHEME

ALL = SECONDS > 5
EVERY = 1 if ALL else 41  # one fragment in so many
SIZES = (16_384, 65_536) if ALL else (4_096, 16_384)
# A text for the checks has a bound of its own; beyond it only that is said.
CHECKED = (LONGEST_CHECKED // 4 - 50, LONGEST_CHECKED - 50)
LANGUAGES = {tag: read_language(tag) for tag in ("en", "el", "it", "fr")}
LAW_PAGE = PageRule("law_{law}", "2017", ("el", "en"))


@dataclass(frozen=True)
class Subject:
    """What is measured.

    Attributes:
        name: What it is.
        do: Does it with a text.
        fragments: What the texts repeat, by name.
        sizes: How large the texts are, in characters.
    """

    name: str
    do: Callable[[str], object]
    fragments: dict[str, str]
    sizes: tuple[int, int] = SIZES


def read_page(content: bytes, rule: PageRule = LAW_PAGE) -> Code:
    """A page on the whole way into XML and back."""
    reading = read_law_page(Page("wiki", "law_90", "p", content), rule, bridge_wiki(), OUTLINE)
    laws = patched(reading, (), OUTLINE).laws
    for law in laws:
        written = law_xml(law, OUTLINE)
        assert file_errors(written) == ()
        assert read_law(written, OUTLINE, "law_90.xml") == law
    return resolve_code(
        Code(OUTLINE, {(law.edition, law.language, law.number): law for law in laws})
    )


def lines(text: str) -> bytes:
    return text.encode(errors="replace")


def wiki(text: str) -> bytes:
    return lines(f"== A. Words ==\n{text}\n")


def html(text: str) -> bytes:
    content = f"<!-- wikipage start -->{text}<!-- wikipage stop -->"
    return lines(f"<!DOCTYPE html><html><body>{content}</body></html>")


def companion(kind: PageKind, content: bytes) -> object:
    page = Page("wiki", "x", "p", content)
    return read_companion_page(page, PageRule("x", "2017", ("en",), kind), bridge_wiki(), OUTLINE)


def comments(text: str, author: str) -> object:
    fields = [f's:{len(lines(each))}:"{each}"' for each in (author, text)]
    comment = (
        f'a:4:{{s:4:"user";a:1:{{s:4:"name";{fields[0]};}}s:4:"date";a:1:{{s:7:"created";i:1;}}'
        f's:3:"raw";{fields[1]};s:4:"show";b:1;}}'
    )
    file = f'a:2:{{s:6:"status";i:1;s:8:"comments";a:1:{{s:3:"abc";{comment}}}}}'
    return read_comments(lines(file), "p")


def side(tag: str, text: str) -> CheckedText:
    found = find_references(text, LANGUAGES[tag], SCHEME, Address((47, 1)))
    return CheckedText(LANGUAGES[tag], text, "", found)


def check_texts(original: str, translation: str) -> None:
    """Every rule on a pair of texts, with what they cite and before anything is learned."""
    pair = TextPair("x", "2017", 47, side("en", original), side("el", translation))
    setting = RuleContext(SCHEME, LossModel.untaught())
    assert len(list(check_pair(pair, setting))) < 100 * len(STANDARD)
    for rule in STANDARD:
        if rule.scope == "code":
            list(check_whole([pair], setting, rule))


def check_cell(text: str) -> None:
    """A bilingual file of one pair, which teaches what it is checked by."""
    pairs = [FilePair("x", text, text)]
    lesson = learn_file(pairs, (LANGUAGES["en"], LANGUAGES["el"]), EditorialSettings())
    rules = [rule for rule in STANDARD if rule.in_files]
    assert list(check_file(pairs, lesson, rules))


def check_page(text: str) -> None:
    check_code(read_page(lines(f"Α. {text}\n\nA. {text}")))


def look_up(text: str) -> None:
    """Every provision of a law by its address, as ``show`` does: one for 16 characters."""
    numbers = range(1, len(text) // 16)
    law = Law("2017", "en", _provision((90,), numbers), Origin("wiki", "p", ""))
    assert all(law.find(Address((90, number))) for number in numbers)


def _provision(path: tuple[int, ...], numbers: Iterable[int]) -> Provision:
    return Provision(Address(path), "", body=tuple(_provision((90, n), ()) for n in numbers))


def validate_list(text: str) -> None:
    """A file with one list of references, one for 16 characters, against the profile."""
    (law,) = patched(
        read_law_page(
            Page("wiki", "law_90", "p", b"A. see Laws 1, 2"), LAW_PAGE, bridge_wiki(), OUTLINE
        ),
        (),
        OUTLINE,
    ).laws
    code = resolve_code(Code(OUTLINE, {(law.edition, law.language, law.number): law}))
    (resolved,) = code.laws.values()
    before, ref, after = re.split(
        r"(<ref .*?</ref>)", law_xml(resolved, OUTLINE).decode(), maxsplit=1
    )
    assert "<mref" in before
    assert profile_errors((before + ref * (len(text) // 16) + after).encode()) == ()


def insert_notes(text: str) -> None:
    """A text for translators with a note, each of its own number, every eight characters."""
    notes = tuple(Note(at, str(at), "") for at in range(0, len(text), 8))
    codes = inline_codes_of(Passage(text, notes))
    assert with_inline_codes(text, codes).count("]") == len(notes)


def know_terms(text: str) -> None:
    """A glossary with a term every 32 characters, and a text that has them all."""
    words = ["".join(each) for each in islice(product("bcdfg", repeat=6), len(text) // 32)]
    terms = (Term("p", word, {"el": ((Stem(word, True),),)}, "preferred", "") for word in words)
    partners = known_partners(Glossary(tuple(terms)), ("en", "el"), {word: word for word in words})
    assert len(partners) == len(words)


def ask(text: str) -> None:
    with suppress(LawkbError):
        parse_query(text, tuple(LANGUAGES.values()), SCHEME)


def read_file(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder, "file")
        file.write_bytes(content)
        with suppress(LawkbError):
            read_file_languages(file)
            with open_pairs(file, "en", "el") as pairs:
                assert all(pair.id for pair in pairs)


def form(write: Callable[..., bytes]) -> Callable[[str], None]:
    """A file of a form in whose first text others stand."""

    @cache
    def whole() -> bytes:
        code = bridge_code()
        return write(export_texts(code, translation_of(code, "2017", None), (Address((57,)),)))

    def read(text: str) -> None:
        escaped = text.replace("&", "&amp;").replace("<", "&lt;")
        read_file(_put(whole(), escaped))

    return read


def _put(content: bytes, text: str) -> bytes:
    if content[:2] != b"PK":
        before, place, after = content.partition(b"Premature Lead")  # the title of Law 57
        if not place:  # in TMX it stands nowhere, since it has no translation
            before, place, after = content.partition(b"<seg>")
        return before + place + text.encode(errors="replace") + after
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            held = old.read(name)
            new.writestr(name, _put(held, text) if b"Premature Lead" in held else held)
    return out.getvalue()


def rows(fragment: str) -> None:
    read_file(f"id\ten\tel\n{fragment}".encode(errors="replace"))


def decoded(text: str) -> str:
    return decode_page(lines(text))[0]


def word_text(text: str) -> None:
    """Paragraphs, notes and rows of a table: one of each for 256 characters."""
    times = len(text) // 256
    mark = '<w:r><w:footnoteReference w:id="{}"/></w:r>'
    note = '<w:footnote w:id="{}"><w:p>' + run("note") + "</w:p></w:footnote>"
    body = "".join(paragraph(run("a") + mark.format(n), number=(1, 0)) for n in range(times))
    rows = table(*(("(a)", "words"),) * times) + table(*(("words", "words"),) * times)
    parts = {
        "footnotes": "".join(note.format(n) for n in range(times)),
        "numbering": numbering(level(0, "decimal", "%1.")),
    }
    read_docx(word_file(body + rows, parts))


def po_entry(fragment: str) -> None:
    read_file(f'msgid ""\nmsgstr "Language: el"\n{fragment}'.encode(errors="replace"))


LINES = {name: fragment.strip("\n") + "\n" for name, fragment in (WORDS | WIKI).items()}
SUBJECTS = (
    *(
        Subject(
            f"references {tag}",
            lambda text, tag=tag: find_references(text, LANGUAGES[tag], SCHEME, Address((47, 1))),  # type: ignore[misc]  # of the loop
            WORDS,
        )
        for tag in LANGUAGES
    ),
    Subject("a page in one line", lambda text: read_page(lines(f"A. x {text}")), WORDS),
    Subject("a page of lines", lambda text: read_page(lines(text)), LINES),
    Subject("wiki text", lambda text: read_page(wiki(text)), WORDS | WIKI),
    Subject("HTML", lambda text: read_page(html(text)), HTML),
    Subject(
        "a page of several laws",
        lambda text: read_page(lines(text), PageRule("law_{law}", "2017", ("el", "en"), "laws")),
        LINES,
    ),
    *(
        Subject(kind, lambda text, kind=kind: companion(kind, wiki(text)), WORDS | WIKI)  # type: ignore[misc]  # of the loop
        for kind in ("definitions", "commentary", "preface")
    ),
    Subject("definitions in HTML", lambda text: companion("definitions", html(text)), HTML),
    Subject("a file of comments", lambda text: read_comments(lines(text), "p"), PHP),
    Subject("words of a comment", lambda text: comments(text, "x"), WORDS | WIKI),
    Subject("an author", lambda text: comments("x", text), WORDS),
    Subject("a file of changes", lambda text: read_changes(lines(text), "x"), PHP | WORDS),
    Subject("rules, both texts", lambda text: check_texts(text, text), WORDS, CHECKED),
    Subject("rules, an original", lambda text: check_texts(text, "λέξη"), WORDS, CHECKED),
    Subject("rules, a translation", lambda text: check_texts("A word.", text), WORDS, CHECKED),
    Subject("a cell", check_cell, WORDS, CHECKED),
    Subject("a cell that is too long", check_cell, WORDS),
    Subject("the checks of a page", check_page, LINES),
    Subject("one list of references", validate_list, {"letter": "a"}, (65_536, 262_144)),
    Subject("notes in a text", insert_notes, {"letter": "a"}, (65_536, 262_144)),
    Subject("terms of a glossary", know_terms, {"letter": "a"}, (16_384, 65_536)),
    Subject("provisions looked up", look_up, {"letter": "a"}, (16_384, 65_536)),
    Subject("a query", ask, QUERY | WORDS, (LONGEST_QUERY // 4, LONGEST_QUERY)),
    Subject("a query that is too long", ask, QUERY),
    *(
        Subject(f"{w.__name__} read", form(w), WORDS)
        for w in (write_xliff12, write_xliff21, write_tmx, write_csv, write_xlsx)
    ),
    Subject("a table", rows, WORDS | {"rows": "1\ta\tb\n", "quotes": '1\t"a\n', "tabs": "\t"}),
    Subject(
        "a PO file",
        po_entry,
        {"entries": 'msgid "a"\nmsgstr "b"\n', "lines": '"a"\n', "forms": 'msgstr[0] "a"\n'},
    ),
    Subject("Markdown", lambda text: read_markdown(decoded(text)), MARKDOWN | WORDS),
    Subject("MediaWiki", lambda text: read_mediawiki(decoded(text)), MEDIAWIKI | WIKI | WORDS),
    Subject("a Word file", word_text, {"letter": "a"}, (65_536, 262_144)),
)


def filled(fragment: str, size: int) -> str:
    return (fragment * (size // len(fragment) + 1))[:size]


def tried(subject: Subject) -> Iterator[tuple[str, tuple[str, str]]]:
    at = SUBJECTS.index(subject)
    for name in list(subject.fragments)[at % min(EVERY, len(subject.fragments)) :: EVERY]:
        small, large = (filled(subject.fragments[name], size) for size in subject.sizes)
        yield name, (small, large)
