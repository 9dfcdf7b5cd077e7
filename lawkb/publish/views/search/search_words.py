"""What the search loads when someone types: words, terms and headings of the texts."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator

from lawkb.corpus.glossary import Glossary
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.division import division_eid
from lawkb.model.label import label
from lawkb.publish.views.urls import LAW_ID
from lawkb.search import DivisionPlace, Document, documents
from lawkb.words.tokens import read_words

WORDS_FOLDER = "search"  # below the root of the site
# Of a code with ten thousand laws the file stays below 400 kB compressed.
MOST_WORDS = 20_000
MOST_HEADINGS = 8_000


def search_words_path(tag: str) -> str:
    """Return the path of the file of a language, ``search/el.json``."""
    return f"{WORDS_FOLDER}/{tag}.json"


def search_words(code: Code, glossary: Glossary, tag: str) -> str:
    """Return what a misspelt word is compared with and what is suggested, in one language, as JSON.

    ``words`` has the words of the texts, the most frequent first, at most ``MOST_WORDS``;
    ``headings`` those of the newest edition that has the law, at most ``MOST_HEADINGS``, the
    outermost first, each with its label and its path below the pages of a language, and then those
    of divisions, each without a label and with edition and id for a path; ``terms`` has the
    glossary's terms, if the language is that of the original.
    """
    found = tuple(documents(code))
    terms = dict.fromkeys(term.term for term in glossary.terms if tag == code.outline.authoritative)
    table = {
        "words": " ".join(_words(found, tag)),
        "terms": list(terms),
        "headings": list(_headings(code, found, tag)),
    }
    return json.dumps(table, ensure_ascii=False, separators=(",", ":"))


def _words(found: tuple[Document, ...], tag: str) -> list[str]:
    """Return each word as most texts print it, in small letters, the most frequent first."""
    printed: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for text in (text for each in found if (text := each.text(tag))):
        for part in (part for part in text.parts if part.zone != "comments"):
            for word in read_words(part.text, tag):
                if word.text.isalpha():
                    printed[word.folded][word.lower] += 1
    order = sorted(printed, key=lambda folded: (-printed[folded].total(), folded))
    best = (min(printed[each].items(), key=lambda pair: (-pair[1], pair[0])) for each in order)
    return [word for word, _ in best][:MOST_WORDS]


def _headings(code: Code, found: tuple[Document, ...], tag: str) -> Iterator[tuple[str, str, str]]:
    scheme, language = code.outline.scheme, code.outline.language(tag)
    seen: dict[Address, tuple[str, str, str]] = {}
    divisions: list[tuple[str, str, str]] = []
    for document in found:
        text, place = document.text(tag), document.place
        heads = text.in_zone("heading") if text else ()
        if isinstance(place, Address) and heads and place not in seen:
            fragment = scheme.fragment(place) or LAW_ID
            path = f"{document.edition}/{place.law}/#{fragment}"
            seen[place] = (heads[0].text, label(place, scheme, language), path)
        elif text and isinstance(place, DivisionPlace):
            divisions.append((text.body, "", f"{document.edition} {division_eid(place.path)}"))
    for place in sorted(seen, key=lambda each: (each.depth, each))[:MOST_HEADINGS]:
        yield seen[place]
    yield from divisions[:MOST_HEADINGS]
