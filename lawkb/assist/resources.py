"""The laws and the glossary as Markdown to read, by address."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import parse_qs, quote, unquote, urlsplit

from lawkb.api import Corpus
from lawkb.assist.answers import Answers, Refusal, RefusedError
from lawkb.assist.plain_json import MOST_CHARACTERS
from lawkb.errors import LawkbError
from lawkb.exchange.law_markdown import escaped

SCHEME = "law"
GLOSSARY = f"{SCHEME}://glossary"
TEMPLATE = f"{SCHEME}://{{edition}}/{{language}}/{{address}}"
MEDIA = "text/markdown"

_ROOM = MOST_CHARACTERS - 500  # the rest is for the line that leads on
_BLANK = re.compile(r"\n\n")


def law_uris(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield the URI of every law, and of every text beside them, with a name for it.

    The name is made of address, edition and language: titles are words of the corpus.
    """
    for edition in corpus.editions:
        for law in corpus.laws(edition):
            for tag in law.titles:
                yield law_uri(edition, tag, str(law.number)), f"{law.number}, {edition}, {tag}"
        for name in corpus.companions(edition):
            for tag in corpus.companion(name, edition=edition).texts:
                yield law_uri(edition, tag, name), f"{name}, {edition}, {tag}"


def law_uri(edition: str, language: str, address: str) -> str:
    """Return the URI of a law or provision in one language: ``law://2017/en/47``."""
    return f"{SCHEME}://{quote(edition, safe='')}/{language}/{quote(address, safe='()')}"


def read_resource(own: Answers, uri: str) -> str:
    """Return the Markdown of a URI, or the part of it that ``?part=2`` names.

    Raises:
        RefusedError: There is no such resource.
    """
    asked = urlsplit(uri)
    part = _part_of(asked.query, uri)
    path = [unquote(each) for each in asked.path.split("/") if each]
    if asked.scheme != SCHEME or asked.fragment:
        raise _unknown(uri)
    if asked.netloc == "glossary" and len(path) <= 1:
        whole = _glossary(own.corpus, path[0] if path else None)
    elif len(path) == 2:
        whole = _law(own, unquote(asked.netloc), *path)
    else:
        raise _unknown(uri)
    parts = parts_of(whole)
    if not 1 <= part <= len(parts):
        message, hint = "there is no such part", f"it has {len(parts)}: write ?part=1 and so on"
        raise RefusedError(Refusal("bad_arguments", message, hint, uri[:200]))
    if part == len(parts):
        return parts[part - 1]
    following = f"{uri.partition('?')[0]}?part={part + 1}"
    return f"{parts[part - 1]}\n\n---\n\nPart {part} of {len(parts)}. It goes on: <{following}>\n"


def _law(own: Answers, edition: str, language: str, address: str) -> str:
    # As the tool reads them: it refuses what is not there.
    given = own.get_provision(address, language, edition, None, context=False, comments=False)
    corpus = own.corpus
    if given.companion:
        return corpus.companion_markdown(given.address, language, edition=given.edition)
    return corpus.markdown(given.address, language, edition=given.edition)


def _glossary(corpus: Corpus, language: str | None) -> str:
    """Return the terms of the glossary with their translations, each a quote below its number."""
    try:
        terms = corpus.terms(lang=language)
    except LawkbError as error:
        held = corpus.languages
        raise RefusedError(
            Refusal("no_such_language", error.what, error.hint, language, held=held)
        ) from error
    lines = ["# Glossary", f"{len(terms)} terms. The original: {corpus.original}."]
    for number, term in enumerate(terms, start=1):
        lines.append(f"## {number} · {term.lang}")
        own = "; ".join(
            f"{escaped(each.words)} ({escaped(each.status)}, {each.times})"
            for each in term.renderings
        )
        words = f"**{escaped(term.term)}**: {own or '—'}"
        lines.append("> " + " ".join(words.split()))
    return "\n\n".join(lines) + "\n"


def _part_of(query: str, uri: str) -> int:
    if not query:
        return 1
    asked = parse_qs(query, keep_blank_values=True)
    written = asked.get("part", [""])[0]
    if set(asked) != {"part"} or not re.fullmatch(r"[1-9]\d{0,5}", written, re.ASCII):
        raise _unknown(uri)
    return int(written)


def _unknown(uri: str) -> RefusedError:
    message, hint = "there is no such resource", f"write it like {TEMPLATE}, or {GLOSSARY}"
    return RefusedError(Refusal("bad_arguments", message, hint, uri[:200]))


def parts_of(text: str) -> Sequence[str]:
    """Return Markdown in parts of at most 20,000 characters, divided between paragraphs.

    A quote that is longer is divided between its words; every piece of it is a quote.
    """
    parts: list[list[str]] = [[]]
    room = _ROOM
    for block in (piece for whole in _BLANK.split(text) for piece in _pieces(whole)):
        if len(block) + 2 > room and parts[-1]:
            parts.append([])
            room = _ROOM
        parts[-1].append(block)
        room -= len(block) + 2
    return ["\n\n".join(each) for each in parts]


def _pieces(block: str) -> Iterator[str]:
    most = _ROOM // 2
    sign = "> " if block.startswith(">") else ""
    while len(block) > most:
        # Behind a blank if there is one, never behind the sign of an escape.
        at = block.rfind(" ", most // 2, most) + 1 or most
        while block[at - 1] == "\\":
            at -= 1
        yield block[:at]
        block = sign + block[at:].removeprefix(sign)
    yield block
