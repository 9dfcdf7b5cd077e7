"""Learn the general lexicons of the checks from translated help pages, and write the page on them.

``python -m bench.general_lexicons`` writes a file for every ordered pair of languages to
``lawkb/languages/lexicons``. The same packages give the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from bench.fields import LANGUAGES, Field, read_learning_fields
from bench.fields.packages import unpack
from bench.fields.sources import CACHE, read_sources
from lawkb.align.lexicon import Links, WordTextPair, link_words
from lawkb.words.tokens import read_words

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "lawkb" / "languages" / "lexicons"
PAGE = ROOT / "site" / "manual" / "en" / "reference" / "general-lexicons.md"
LONGEST = 80  # words of a text; longer ones are too ambiguous
MOST_PARTNERS = 8  # per word
LEAST_SHARE = 0.04  # of the occurrences of a word, for each counterpart
LEAST_LINKS = 2  # between a word and its counterpart; one may be chance
HIGHEST = 0.97  # reliability: no word is always translated by the same words
# Above what the help pages have, so that all of them are used.
_MOST_CELLS, _KNOWN_AFTER = 30_000_000, 1_000_000

_Linked = Sequence[tuple[WordTextPair, Links]]


class Entry(NamedTuple):
    """A line of a lexicon.

    Attributes:
        stem: Stem of the first language.
        percent: Share of its occurrences that are translated by one of the partners.
        partners: Stems of the second language, most frequent first.
    """

    stem: str
    percent: int
    partners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of one language.

    Attributes:
        words: Stems of each text, by field and id; a text and its translations have the same id.
        common: Stems of very frequent words.
    """

    words: Mapping[tuple[str, str], tuple[str, ...]]
    common: frozenset[str]


# ---- learning


def read_texts(fields: Iterable[Field]) -> dict[str, Texts]:
    """Read the words of all fields by language, the English originals included."""
    found: defaultdict[str, dict[tuple[str, str], str]] = defaultdict(dict)
    for field in fields:
        for pair in field.pairs:
            found["en"][field.name, pair.id] = pair.original
            found[field.language][field.name, pair.id] = pair.translation
    return {language: _texts(texts, language) for language, texts in found.items()}


def _texts(texts: Mapping[tuple[str, str], str], language: str) -> Texts:
    words: dict[tuple[str, str], tuple[str, ...]] = {}
    common: set[str] = set()
    for key, text in texts.items():
        found = [word for word in read_words(text, language) if not word.folded[0].isdigit()]
        words[key] = tuple(word.stem for word in found)
        common.update(word.stem for word in found if word.common)
    return Texts(words, frozenset(common))


def paired(source: Texts, target: Texts) -> list[WordTextPair]:
    """Return the texts that both languages have, without long and empty ones."""
    both = (
        WordTextPair(words, target.words[key])
        for key, words in source.words.items()
        if key in target.words
    )
    return [pair for pair in both if all(0 < len(side) <= LONGEST for side in pair)]


def link(source: Texts, target: Texts) -> _Linked:
    """Return the text pairs of two languages with the links between their words."""
    common = source.common, target.common
    return link_words(paired(source, target), common, _MOST_CELLS, _KNOWN_AFTER)


def turned(linked: _Linked) -> _Linked:
    """Return linked text pairs with the two languages exchanged."""
    return [
        (WordTextPair(pair.target, pair.source), tuple((to, at) for at, to in links))
        for pair, links in linked
    ]


def entries(linked: _Linked) -> Iterator[Entry]:
    """Yield the lexicon of linked text pairs, sorted by stem."""
    seen: Counter[str] = Counter()
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for pair, links in linked:
        seen.update(pair.source)
        for at, to in links:
            counts[pair.source[at]][pair.target[to]] += 1
    for stem in sorted(counts):
        if entry := _entry(stem, seen[stem], counts[stem]):
            yield entry


def _entry(stem: str, seen: int, counts: Counter[str]) -> Entry | None:
    """Return an entry; None for a word without a counterpart that is frequent enough."""
    ranked = sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:MOST_PARTNERS]
    least = max(LEAST_LINKS, LEAST_SHARE * (seen + 1))
    kept = [(other, count) for other, count in ranked if count >= least]
    if not kept:
        return None
    share = sum(count for _, count in kept) / (seen + 1)
    return Entry(stem, round(100 * min(share, HIGHEST)), tuple(other for other, _ in kept))


# ---- files


def compressed(lexicon: Iterable[Entry]) -> bytes:
    """Return the content of a lexicon file; nothing in it depends on the time."""
    lines = (f"{stem}\t{percent}\t{' '.join(words)}\n" for stem, percent, words in lexicon)
    return gzip.compress("".join(lines).encode(), 9, mtime=0)


def learn_files(texts: Mapping[str, Texts]) -> Iterator[tuple[str, int, int, bytes]]:
    """Yield the name of each file, its text pairs, its entries and its content."""
    for source, target in combinations(("en", *LANGUAGES), 2):
        linked = link(texts[source], texts[target])
        for name, pairs in ((f"{source}-{target}", linked), (f"{target}-{source}", turned(linked))):
            lexicon = tuple(entries(pairs))
            yield name, len(pairs), len(lexicon), compressed(lexicon)


# ---- the page

_HEAD = """# General lexicons

A general lexicon says which words of one language translate a word of another in texts of any
subject, and how reliably. `lawkb check` loads the lexicon of the two languages that it compares,
and what the checked texts themselves teach refines it. `lawkb search --also` takes from it what
the laws do not teach. Written by `python -m bench.general_lexicons`.

## Sources

The lexicons are learned from the help pages of two programs, LibreOffice and GIMP, in the packages
of Debian below. A lexicon has no sentence of these pages, only stems and percentages. The licence
is the one in the copyright file of the package.

| package | version | licence |
|---|---|---|"""
_LEFT_OUT = """
Dictionaries under the GPL, such as those of FreeDict, are not used: a file made from their entries
would be under the GPL too, and lawkb is under the Apache licence 2.0.

## Files

| file | text pairs | entries | kB |
|---|---|---|---|"""
_TAIL = f"""
Each file is `lawkb/languages/lexicons/FROM-TO.tsv.gz`: UTF-8 text, compressed with gzip. A line has
a stem, a tab, its reliability in percent, a tab, and the stems that translate it, separated by
spaces, most frequent first. Lines are sorted by their stems.

## How they are learned

Texts are paired by the help pages themselves. Two languages other than English are paired where
they translate the same English text. Texts of more than {LONGEST} words are left out, and so are
words that begin with a digit.

Each word of a text is linked to at most one word of its translation (competitive linking, Melamed
2000). Very frequent words, such as articles, are not linked. A word needs {LEAST_LINKS} links to a
counterpart, and at least {LEAST_SHARE:.0%} of its occurrences; the {MOST_PARTNERS} most frequent
counterparts are kept. The reliability is the share of the word's occurrences that are linked to one
of these, with one occurrence more in the divisor, so that 2 of 2 is less than 10 of 10. It is at
most {HIGHEST:.0%}.

## Make them again

`make lexicons` downloads the packages with `apt-get` into `build/fields`, which needs Debian and a
network, and writes the files and this page, in a few minutes. The same versions of the packages
give the same files."""


def page(fields: Sequence[Field], cache: Path, files: Iterable[tuple[str, int, int, int]]) -> str:
    """Return the page on the sources and the files.

    Args:
        fields: What the lexicons were learned from.
        cache: Where the packages are.
        files: Name, text pairs, entries and bytes of each file.
    """
    packages = sorted({package for field in fields for package in field.packages})
    lines = [_HEAD]
    lines += [f"| {name} | {version} | {licence(name, cache)} |" for name, version in packages]
    lines += [_LEFT_OUT]
    lines += [f"| {name} | {a:,} | {b:,} | {size / 1000:.0f} |" for name, a, b, size in files]
    return "\n".join([*lines, _TAIL, ""])


def licence(name: str, cache: Path) -> str:
    """Return the short name of a package's licence, from its copyright file."""
    folder = unpack(name, cache).root / "usr" / "share" / "doc" / name
    if folder.is_symlink():  # packages of one source share their copyright file
        return licence(folder.readlink().name, cache)
    text = (folder / "copyright").read_text(encoding="utf-8")
    _, _, rest = text.partition("\nFiles: *\n")
    return re.split(r"\nLicense: (\S+)", rest, maxsplit=1)[1]


def main() -> None:
    """Write all lexicons and the page on them."""
    parser = argparse.ArgumentParser(prog="python -m bench.general_lexicons", description=__doc__)
    parser.add_argument(
        "--cache", type=Path, default=CACHE, help="where packages are kept (default: %(default)s)"
    )
    cache: Path = parser.parse_args().cache
    fields = _all_fields(cache)
    FOLDER.mkdir(exist_ok=True)
    rows = []
    for name, pairs, words, content in learn_files(read_texts(fields)):
        (FOLDER / f"{name}.tsv.gz").write_bytes(content)
        rows.append((name, pairs, words, len(content)))
        print(f"{name}: {pairs:,} text pairs, {words:,} entries", flush=True)
    PAGE.write_text(page(fields, cache, rows), encoding="utf-8")


def _all_fields(cache: Path) -> list[Field]:
    """Read the fields for learning; end where one is missing, since the files would differ."""
    fields = list(read_learning_fields(cache))
    wanted = [each.name for each in read_sources() if each.learning for _ in each.languages]
    if [field.name for field in fields] != wanted:
        raise SystemExit("Nothing was written: the lexicons need every field named above.")
    return fields


if __name__ == "__main__":
    main()
