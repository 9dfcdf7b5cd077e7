"""The translation of a law: fields to fill in, the law that they make, and the page of that.

Each text of the original is a field: title, headings, paragraphs, cells of tables, footnotes. A
field has the inline codes of the original: ``[1]`` is the mark of a footnote, ``<b>`` emphasis.

The law is saved as a page of a source: which page, its bytes, its provenance. A page that a source
gave is never changed. Where a source that is kept by hand has pages in one language alone, the
translation is another page of it; else it is a page of the source ``desk``.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate, count
from pathlib import Path
from typing import TypeVar

from msgspec import structs

from lawkb.align.translation_units import Text, texts_of
from lawkb.corpus.corpus_toml import desk_source, read_sources
from lawkb.corpus.entries import Entry
from lawkb.corpus_pages import pages_of
from lawkb.editorial.decisions import Decision, new_decision
from lawkb.editorial.translation_progress import Translation
from lawkb.errors import LawkbError
from lawkb.model.address import Address, InSeries, Level, Ordinal, Scheme, base_of, insert_of
from lawkb.model.code import Code, Outline
from lawkb.model.finding import say
from lawkb.model.label import law_name, printed_label
from lawkb.model.language import Language
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.page import Page
from lawkb.model.passage import Cell, Link, Mark, MarkKind, Note, Passage, Table
from lawkb.model.source import DESK, PageRule, Source
from lawkb.parse.document import PageFormat
from lawkb.parse.input_formats import page_format
from lawkb.parse.read_page import read_page
from lawkb.parse.write_page import write_page
from lawkb.sources.page_folder import MADE_HERE, PROVENANCE, is_kept_by_hand, read_provenance
from lawkb.sources.page_names import SUFFIX, file_name

Key = tuple[Address, str]  # a provision and the name of a text in it, as ``Text.part``
Marked = TypeVar("Marked", Mark, Link)
_MARKS: dict[str, MarkKind] = {
    "b": "bold",
    "i": "italic",
    "u": "underline",
    "tt": "mono",
    "sub": "sub",
    "sup": "sup",
}
_NOWHERE = Origin("", "", "")
_SAMPLES = 20  # laws whose labels are looked at
_CODES = re.compile(rf"\[(?P<note>\d+)\]|<(?P<end>/?)(?P<tag>{'|'.join((*_MARKS, 'a'))})>")


@dataclass(frozen=True, slots=True)
class Field:
    """A text of the original with what its translation has so far."""

    address: Address  # The provision.
    # Name of the text in it, `heading`, `text 2`, `note 1`; empty for the first paragraph.
    part: str
    source: Text  # The original, with inline codes.
    target: str = ""  # The translation, with the same codes; empty if there is none.

    @property
    def key(self) -> Key:
        """The provision, and the name of the text in it."""
        return self.address, self.part


def fields_of(original: Law, translation: Law | None, scheme: Scheme) -> tuple[Field, ...]:
    """Return the fields of a law in document order, with the texts that the translation has.

    Marks of footnotes have the numbers of the original, whatever they are on the page of the
    translation.
    """
    found = []
    for provision in original.provisions():
        other = translation.find(provision.address) if translation else None
        targets = _targets(provision, other, scheme) if other else {}
        for part, text in texts_of(provision, scheme).items():
            found.append(Field(provision.address, part, text, targets.get(part, "")))
    return tuple(found)


def _targets(original: Provision, other: Provision, scheme: Scheme) -> dict[str, str]:
    """Return the texts of a translated provision, with the footnote numbers of the original."""
    pairs = _paired_notes(original, other, scheme)
    markers = [
        original.notes[pairs[n]].marker if n in pairs else note.marker
        for n, note in enumerate(other.notes)
    ]
    texts = texts_of(_renumbered(other, markers), scheme)
    notes = {f"note {index + 1}": other.notes[n].text for n, index in pairs.items()}
    return {part: text.shown for part, text in texts.items() if text.kind != "note"} | notes


def _paired_notes(original: Provision, other: Provision, scheme: Scheme) -> dict[int, int]:
    """Return the index of the original footnote for each index of a translated one.

    Footnotes of one text belong together in their order, then those that are left.
    """
    mine, theirs = _notes_by_part(original, scheme), _notes_by_part(other, scheme)
    pairs = {
        n: index
        for part, numbers in theirs.items()
        for n, index in zip(numbers, mine.get(part, ()), strict=False)
    }
    taken = set(pairs.values())
    free = (index for index in range(len(original.notes)) if index not in taken)
    left = (n for n in range(len(other.notes)) if n not in pairs)
    return pairs | dict(zip(left, free, strict=False))


def _notes_by_part(provision: Provision, scheme: Scheme) -> dict[str, list[int]]:
    """Return the indexes of the footnotes of a provision, by the text that has their marks."""
    numbers = count()
    passages = [*([provision.heading] if provision.heading else []), *provision.passages]
    return {
        part: [next(numbers) for _ in passage.notes]
        for part, passage in zip(texts_of(provision, scheme), passages, strict=False)
    }


def texts_elsewhere(original: Law, translation: Law, scheme: Scheme) -> tuple[Key, ...]:
    """Return the texts of a translation that are at no text of the original."""
    known = {each.key for each in fields_of(original, None, scheme)}
    return tuple(
        (provision.address, part)
        for provision in translation.provisions()
        for part in texts_of(provision, scheme)
        if (provision.address, part) not in known
    )


def _renumbered(provision: Provision, markers: list[str]) -> Provision:
    """Return a provision with other numbers at its footnotes, in their order."""
    following = iter(markers)

    def passage(each: Passage) -> Passage:
        notes = tuple(structs.replace(note, marker=next(following)) for note in each.notes)
        return structs.replace(each, notes=notes) if notes else each

    def item(each: Passage | Table | Provision) -> Passage | Table | Provision:
        if isinstance(each, Table):
            rows = (
                tuple(
                    structs.replace(cell, passage=passage(cell.passage) if cell.passage else None)
                    for cell in row
                )
                for row in each.rows
            )
            return structs.replace(each, rows=tuple(rows))
        return passage(each) if isinstance(each, Passage) else each

    heading = passage(provision.heading) if provision.heading else None
    return structs.replace(provision, heading=heading, body=tuple(map(item, provision.body)))


@dataclass(frozen=True, slots=True)
class TranslatedLaw:
    """The law that the filled fields of a translation make."""

    # The law. Provisions without a text have their labels alone, so that all others keep their
    # places.
    law: Law
    left: tuple[tuple[Key, str], ...]  # Filled fields that are not in it.
    filled: int  # Number of fields with a text in the law.
    total: int  # Number of fields.


@dataclass(frozen=True, slots=True)
class Labels:
    """How the labels of a translation are written."""

    law: str  # label of the law, ``Νόμος 47``
    forms: tuple[str, ...]  # template of the labels at each level, from the law down
    scheme: Scheme  # levels of the code
    language: Language

    def of(self, address: Address) -> str:
        """Return the label of a provision."""
        if not address.depth:
            return self.law
        return printed_label(address, self.scheme, self.language, self.forms[address.depth])


def labels_of(laws: Iterable[Law], number: Ordinal, scheme: Scheme, language: Language) -> Labels:
    """Return the labels for a law, as the other laws of the language have them."""
    levels = scheme.levels_of(number)
    counts: list[Counter[str]] = [Counter() for _ in levels]
    printed = ""
    for law in laws:
        if scheme.levels_of(law.number) != levels:
            continue  # an annex, or an article
        printed = printed or law.root.num
        for provision in law.provisions():
            level = levels[provision.address.depth]
            counts[provision.address.depth].update(_forms(level, provision.num))
    forms = (
        max((level.printed, *level.also_printed), key=lambda form: counted[form])
        for level, counted in zip(levels, counts, strict=True)
    )
    if isinstance(number, InSeries):
        return Labels(law_name(number, scheme, language), tuple(forms), scheme, language)
    counting = scheme.levels[0].counting
    written = language.write_token(counting, number)
    numbered = re.sub(language.pattern(counting), lambda _: written, printed, count=1)
    own = numbered if re.search(r"\d", printed) else f"{language.law} {written}"
    return Labels(own, tuple(forms), scheme, language)


def _forms(level: Level, num: str) -> Iterator[str]:
    """Yield the first template of a level that a printed label fits."""
    for form in (level.printed, *level.also_printed):
        before, _, after = form.partition("{}")
        if num and num.startswith(before) and num.endswith(after):
            yield form
            return


def translated_law(
    original: Law, texts: Mapping[Key, str], labels: Labels, origin: Origin
) -> TranslatedLaw:
    """Return the law that the filled fields of a translation make.

    Texts are placed like those of the original. Between two labels a text needs those before it:
    it could not be told from them later, and waits for them.
    """
    making = _Making(labels, texts)
    root = making.provision(original.root)
    law = Law(original.edition, labels.language.code, root, origin)
    fields = fields_of(original, None, labels.scheme)
    left = {key for key, _ in making.left}
    given = {each.key for each in fields if texts.get(each.key, "").strip()}
    return TranslatedLaw(law, tuple(making.left), len(given - left), len(fields))


def _ends_in_label(provision: Provision) -> bool:
    """Return whether nothing follows the last label of a provision: a text would be read as its."""
    if not provision.body:
        return provision.heading is None
    last = provision.body[-1]
    return isinstance(last, Provision) and _ends_in_label(last)


@dataclass(slots=True)
class _Making:
    """A law while it is made from its fields."""

    labels: Labels
    texts: Mapping[Key, str]
    left: list[tuple[Key, str]] = field(default_factory=list)
    numbers: int = 0

    def provision(self, original: Provision) -> Provision:
        """Return the translation of a provision and of all provisions in it."""
        address = original.address
        places = range(1, len(original.notes) + 1)
        texts = [_on_one_line(self.texts.get((address, f"note {n}"), "")) for n in places]
        notes = _Notes(original.notes, texts)
        names = iter(texts_of(original, self.labels.scheme))
        heading = None
        if original.heading:
            heading = self._passage((address, next(names)), original.heading, notes)
        body: list[Passage | Table | Provision] = []
        waiting = False  # for a text before it that is not there yet
        for item in original.body:
            if isinstance(item, Provision):
                inner = self.provision(item)
                body.append(inner)
                waiting = _ends_in_label(inner)
                continue
            passages = item.passages if isinstance(item, Table) else (item,)
            keys = [(address, next(names)) for _ in passages]
            if waiting:
                why = say("the text before it has no translation yet")
                self.left += [(key, why) for key in keys if self.texts.get(key, "").strip()]
                continue
            new: Passage | Table | None = (
                self._table(item, keys, notes)
                if isinstance(item, Table)
                else self._passage(keys[0], item, notes)
            )
            waiting = new is None
            body += [new] if new else []
        self._leave_unplaced(address, notes)
        return Provision(address, self.labels.of(address), heading, tuple(body))

    def _leave_unplaced(self, address: Address, notes: _Notes) -> None:
        for index, (note, text) in enumerate(zip(notes.originals, notes.texts, strict=True)):
            if text and index not in notes.used:
                why = say("no text has the mark [%(mark)s] of this footnote", mark=note.marker)
                self.left.append(((address, f"note {index + 1}"), why))

    def _table(self, table: Table, keys: list[Key], notes: _Notes) -> Table | None:
        following = iter(keys)

        def translated(cell: Cell) -> Cell:
            if cell.passage is None:
                return cell
            return structs.replace(
                cell, passage=self._passage(next(following), cell.passage, notes)
            )

        new = Table(tuple(tuple(map(translated, row)) for row in table.rows))
        return new if new.passages else None

    def _passage(self, key: Key, original: Passage, notes: _Notes) -> Passage | None:
        """Return the passage of a field; None if it is empty or its codes are wrong."""
        text = self.texts.get(key, "")
        if not text.strip():
            return None
        if original.preformatted:
            return Passage("\n".join(text.strip("\r\n").splitlines()), preformatted=True)
        read = _read_codes(_on_one_line(text), original, notes)
        if isinstance(read, str):
            self.left.append((key, read))
            return None
        made = []
        for point in read.notes:
            self.numbers += 1
            index = int(point.marker)
            notes.used.add(index)
            words = notes.texts[index]
            made.append(Note(point.at, str(self.numbers), words, lost=() if words else ("text",)))
        return Passage(read.text, tuple(made), marks=read.marks, links=read.links)


def law_of_texts(
    code: Code,
    original: Law,
    texts: Mapping[Key, str],
    language: str,
    origin: Origin = _NOWHERE,
) -> TranslatedLaw:
    """Return the law that texts of fields make, labelled like the other laws of the language."""
    keys = [key for key in code.laws if key[:2] == (original.edition, language)]
    samples = (code.laws[key] for key in keys[:_SAMPLES])
    outline = code.outline
    labels = labels_of(samples, original.number, outline.scheme, outline.language(language))
    return translated_law(original, texts, labels, origin)


def _on_one_line(text: str) -> str:
    """Return a text on one line; line ends and double spaces of a field mean nothing."""
    return " ".join(re.split(r"[ \t\r\n\f]+", text)).strip()


@dataclass(slots=True)
class _Notes:
    """The footnotes of a provision with their translations, and indexes of those in texts."""

    originals: tuple[Note, ...]
    texts: list[str]
    used: set[int] = field(default_factory=set)


def _read_codes(text: str, original: Passage, notes: _Notes) -> Passage | str:
    """Return the words of a field with its footnotes, emphasis and links.

    A number in square brackets that no footnote has, and other signs, are words. Footnotes have
    their index in the provision as number. If something is wrong with the codes, a sentence that
    says what is returned instead.
    """
    known = {note.marker for note in notes.originals}
    targets = iter(original.links)
    words, at = "", 0
    opened: list[tuple[str, int]] = []
    marks: list[Mark] = []
    links: list[Link] = []
    points: list[Note] = []
    for code in _CODES.finditer(text):
        marker, tag = code["note"], code["tag"]
        if marker is not None and marker not in known:
            continue
        words += text[at : code.start()]
        at, here = code.end(), len(words)
        if marker is not None:
            taken = notes.used | {int(point.marker) for point in points}
            free = (n for n, note in enumerate(notes.originals) if note.marker == marker)
            index = next((n for n in free if n not in taken), None)
            if index is None:
                return f"the mark [{marker}] is there more than once"
            points.append(Note(here, str(index), ""))
        elif not code["end"]:
            opened.append((tag, here))
        elif not opened or opened[-1][0] != tag:
            return f"</{tag}> has no <{tag}> before it"
        elif tag == "a":
            link = next(targets, None)
            if link is None:
                return "there are more links <a> than in the original"
            links.append(structs.replace(link, start=opened.pop()[1], end=here))
        else:
            marks.append(Mark(_MARKS[tag], opened.pop()[1], here))
    if opened:
        return f"<{opened[-1][0]}> has no </{opened[-1][0]}> after it"
    words += text[at:]
    if not words.strip():
        return "there are marks and no words"
    return _folded(Passage(words, tuple(points), marks=tuple(marks), links=tuple(links)))


def _folded(words: Passage) -> Passage:
    """Return words with single spaces, none at the ends, and none at the ends of marked words."""
    text = words.text
    first, last = len(text) - len(text.lstrip(" ")), len(text.rstrip(" "))
    kept = [first <= n < last and not text.startswith("  ", n - 1) for n in range(len(text))]
    places = [0, *accumulate(kept)]

    def inner(one: Marked) -> Marked:
        marked = text[one.start : one.end]
        start = one.start + len(marked) - len(marked.lstrip(" "))
        return structs.replace(
            one, start=start, end=max(start, one.start + len(marked.rstrip(" ")))
        )

    trimmed = structs.replace(
        words, marks=tuple(map(inner, words.marks)), links=tuple(map(inner, words.links))
    )
    found = trimmed.moved(
        "".join(c for c, keep in zip(text, kept, strict=True) if keep), places.__getitem__
    )
    outermost_first = sorted(found.marks, key=lambda mark: (mark.start, -mark.end, mark.kind))
    return structs.replace(found, marks=tuple(outermost_first))


@dataclass(frozen=True, slots=True)
class PagePlace:
    """The page in which a translation is saved."""

    source: Source
    page_id: str  # id of the page
    form: PageFormat  # format of the pages of the source
    page: Page | None = None  # the page as it is now; None when it is new
    entry: Entry | None = None  # its entry in the provenance of its source

    @property
    def file(self) -> str:
        """Name of the file, which no page from elsewhere has: ``law_2_2017_el.desk.txt``."""
        return f"{file_name(self.page_id).removesuffix(SUFFIX)}{MADE_HERE}"

    @property
    def path(self) -> str:
        """Path of the page below the corpus folder."""
        return f"sources/{self.source.name}/{self.file}"

    @property
    def provenance(self) -> str:
        """Path of the provenance of the source below the corpus folder."""
        return f"sources/{self.source.name}/{PROVENANCE}"


def _page_rule(
    sources: Iterable[Source], by_hand: Collection[str], of: Translation
) -> tuple[Source, PageRule] | None:
    """Return the source and rule of pages with one law in the language of a translation alone.

    Args:
        by_hand: Names of those whose folder people keep, not ``lawkb fetch`` or a wiki.
    """
    for source in sources:
        for rule in source.rules:
            fits = (rule.kind, rule.edition, rule.languages) == ("law", of.edition, (of.target,))
            if fits and source.name in by_hand:
                return source, rule
    return None


def find_place(folder: Path, outline: Outline, of: Translation, number: Ordinal) -> PagePlace:
    """Return the page in which the translation of a law is saved."""
    top = folder / "sources"
    sources = read_sources(folder, outline)
    by_hand = {each.name for each in sources if is_kept_by_hand(top / each.name)}
    known = _page_rule(sources, by_hand, of) or _page_rule([desk_source(outline)], [DESK], of)
    assert known is not None  # the desk has a rule for every translation
    source, rule = known
    page_id = rule.pattern.replace("{law}", str(number))
    pages = tuple(pages_of(top / source.name, source)) if (top / source.name).is_dir() else ()
    form: PageFormat = "wikitext"
    if not source.is_desk and (like := [page for page in pages if rule.fits(page.page_id)]):
        form = page_format(like[0], source)
    place = PagePlace(source, page_id, form)
    entry = read_provenance(top / source.name).get(place.file)
    page = next((page for page in pages if Path(page.path).name == place.file), None)
    if page is None or entry is None:
        return place
    return replace(place, page=page, entry=Entry(place.provenance, tuple(entry.items())))


def made_here(folder: Path) -> frozenset[tuple[str, str]]:
    """Return source and page id of all pages of a corpus that were made at the desk."""
    found = set()
    for file in (folder / "sources").glob(f"*/*{MADE_HERE}"):
        entry = read_provenance(file.parent).get(file.name, {})
        found.add((file.parent.name, str(entry.get("page", file.stem))))
    return frozenset(found)


def present_law(place: PagePlace, code: Code) -> Law | None:
    """Return the translation as its page has it, without patches; None when it is new."""
    if place.page is None:
        return None
    return next(iter(read_page(place.page, place.source, code.outline).laws), None)


def save_translation(
    code: Code,
    of: tuple[Translation, Ordinal],
    texts: Mapping[Key, str],
    place: PagePlace,
    author: str,
    time: str,
) -> tuple[Decision, TranslatedLaw]:
    """Return the decision to save texts of a translation; the texts that its page has stay.

    The law is that of the page, with the texts that cannot be in it yet.

    Args:
        texts: New texts by field, with inline codes; an empty one takes its text away.
        time: ISO 8601, to the minute: ``2026-11-23T20:15``.

    Raises:
        LawkbError: There is no original; another page has a translation of the law; the page has
            texts that the original lacks; there is no text at all; or the words of a provision
            would be read as something else on a page.
    """
    translation, number = of
    original = code.law(translation.edition, translation.source, number)
    written = code.outline.scheme.write(Address((number,)))
    where = f"{translation.edition}, {translation.target}, {written}"
    if original is None:
        raise LawkbError(
            where, say("the original of this law is not here"), say("nothing can be translated")
        )
    other = code.law(translation.edition, translation.target, number)
    if other and other.has_texts and place.page is None:
        told = say("the page %(page)s has a translation of this law", page=other.origin.page)
        raise LawkbError(where, told, say("correct it provision by provision"))
    present = present_law(place, code)
    scheme = code.outline.scheme
    if present and (elsewhere := texts_elsewhere(original, present, scheme)):
        address, part = elsewhere[0]
        text = f"{scheme.write(address)} {part}".rstrip()
        told = say(
            "%(page)s has a text that the original lacks: %(text)s", page=place.path, text=text
        )
        raise LawkbError(where, told, say("edit that page itself"))
    known = {each.key: each.target for each in fields_of(original, present, scheme)}
    made = law_of_texts(
        code,
        original,
        known | {key: text for key, text in texts.items() if key in known},
        translation.target,
        Origin(place.source.name, place.page_id, "", time, author),
    )
    if not made.filled:
        raise LawkbError(where, say("there is no text yet"), say("translate a passage first"))
    content = write_page(made.law, place.form, place.source, code.outline)
    entry = Entry(
        place.provenance,
        (
            ("page", place.page_id),
            ("file", place.file),
            ("sha256", hashlib.sha256(content).hexdigest()),
            ("revised", time),
            ("user", author),
        ),
    )
    law = f"{base_of(number)}{insert_of(number)}"
    what = f"Translate law {law} ({translation.target}): {made.filled} of {made.total} texts"
    before = [place.entry] if place.entry else []
    decision = new_decision("translation", what, [entry], before)
    removed = ((place.path, place.page.content),) if place.page else ()
    return replace(decision, pages=((place.path, content),), removed_pages=removed), made
