"""The texts of a provision as fields of a form, with the originals beside them.

A text that changed while it was edited is merged word by word (three-way merge).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace

from lawkb.align.translation_units import Text, texts_of
from lawkb.checks.term_uses import TermUse
from lawkb.corpus.glossary import first_form
from lawkb.history.changes import word_diff
from lawkb.model.address import Address
from lawkb.model.finding import Finding
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Span
from lawkb.publish.localized_site import LocalizedSite
from lawkb.server.desk.workspace import About, DecisionLog, State, clock_time

_CHOICES = ("theirs", "mine", "merged")


@dataclass(frozen=True, slots=True)
class Merge:
    """A text that two people changed at once."""

    name: str  # name of the text in its form
    base: str  # the text from which both began
    theirs: str  # the text as somebody else wrote it meanwhile
    yours: str  # the text of the form
    merged: str | None  # both edits together; None if they touch, so that a person must choose
    author: str = ""  # who wrote the other text; empty where that was outside the desk
    time: str = ""  # when, by the clock of this machine


class Changed(Exception):  # noqa: N818  # it is no error: somebody else has saved
    """Texts of a form that somebody changed since it was opened."""

    def __init__(self, found: tuple[Merge, ...]) -> None:
        """Store the merges, which the reader must confirm or choose from."""
        super().__init__()
        self.found = found


def merge_text(name: str, base: str, theirs: str, yours: str) -> Merge:
    """Return the merge of an edited text with the present one.

    Edits touch if they overlap, or if only white space is between them.

    Args:
        name: Name of the text in its form.
        base: The text with which the form was opened.
        theirs: The present text.
        yours: The edited text.
    """
    if yours in (base, theirs):
        return Merge(name, base, theirs, yours, theirs)
    if theirs == base:
        return Merge(name, base, theirs, yours, yours)
    ours, others = [*_edits(base, yours)], [*_edits(base, theirs)]
    if any(_touch(base, one, other) for one in ours for other in others):
        return Merge(name, base, theirs, yours, None)
    merged, at = "", 0
    for start, end, new in sorted([*ours, *others]):
        merged += base[at:start] + new
        at = end
    return Merge(name, base, theirs, yours, merged + base[at:])


_Edit = tuple[int, int, str]  # span of the base, and the words that replace it


def _edits(base: str, new: str) -> Iterator[_Edit]:
    at = start = 0
    words = ""
    for piece in word_diff(base, new):
        if piece.kind == "same":
            if words or start < at:
                yield start, at, words
            at += len(piece.text)
            start, words = at, ""
        elif piece.kind == "gone":
            at += len(piece.text)
        else:
            words += piece.text
    if words or start < at:
        yield start, at, words


def _touch(base: str, one: _Edit, other: _Edit) -> bool:
    first, second = sorted((one[:2], other[:2]))
    return not base[first[1] : second[0]].strip()


_OF_HEADINGS = ("title-lost", "heading-lost")
OF_NOTES = ("note-parity",)


def text_kind(part: str) -> str:
    """Return the kind of a text by its name: ``heading``, ``note`` or ``text``."""
    return part.partition(" ")[0] or "text"


def finding_kind(finding: Finding) -> str:
    """Return the kind of the texts that a finding is about: ``heading``, ``note`` or ``text``."""
    of_heading = finding.rule in _OF_HEADINGS or finding.key == "heading"
    if of_heading or (finding.fix and finding.fix.heading):
        return "heading"
    return "note" if finding.rule in OF_NOTES else "text"


TEXT, BASE = "text", "base"  # fields of a form: the text, and the text with which it was opened
# Of a text that two people changed: the text from which both began, and that of the form.
FROM, MINE = "from", "mine"
FILLING = "filling"  # a form that nobody has saved: what is chosen fills its fields
_ROW = 68  # characters on a line of a field
_MOST_ROWS = 24


def beside(state: State, law: Law) -> Law | None:
    """Return the original of a law; of an original, its first translation."""
    original = state.code.outline.authoritative
    tags = state.code.languages_of(law.edition, law.number)
    wanted = [original] if law.language != original else [tag for tag in tags if tag != original]
    found = (state.code.law(law.edition, tag, law.number) for tag in wanted)
    return next((each for each in found if each), None)


def places_of_form(law: Law, address: Address) -> tuple[Provision, ...]:
    """Return the provisions whose texts are fields on the page of a provision.

    On the page of a law these are the law itself, for its title, and those whose headings the
    source lost.
    """
    provision = law.find(address)
    if provision is None:
        return ()
    if address.depth:
        return (provision,)
    return (provision, *(each for each in law.provisions() if _lacks_heading(each, address)))


def _lacks_heading(provision: Provision, root: Address) -> bool:
    return provision.address != root and "heading" in provision.lost


def _parts_of_form(provision: Provision, other: Provision | None, state: State) -> tuple[str, ...]:
    """Return the names of the texts of a provision that are fields of its form."""
    scheme = state.code.outline.scheme
    held = texts_of(provision, scheme)
    lost = {"heading", "title"} & {*provision.lost}
    theirs = texts_of(other, scheme) if other else {}
    wanted = ("heading",) if lost or "heading" in theirs or "heading" in held else ()
    return tuple(dict.fromkeys((*wanted, *held)))


def fields_of(
    state: State,
    site: LocalizedSite,
    place: tuple[Law, Law | None, Address],
    typed: Mapping[str, str],
) -> list[SimpleNamespace]:
    """Return the fields of the page of a provision.

    Each has its key (address and name of the text, ``20E heading``), the address in the language of
    the reader, what the text is and which of several, the original with its inline codes (empty if
    there is none), the text as it is and as it is shown, the height in lines, and the marks of
    footnotes, emphasis and links that must stay: ``[1]``.

    Args:
        state: The corpus.
        site: The site in the language of the reader.
        place: The law, the law beside it, and the address of the provision.
        typed: Texts that the reader has typed, by key of the field.
    """
    law, beside, address = place
    scheme = state.code.outline.scheme
    found = []
    for provision in places_of_form(law, address):
        other = beside.find(provision.address) if beside else None
        mine = texts_of(provision, scheme)
        theirs = texts_of(other, scheme) if other else {}
        only_heading = not address.depth and provision.address != address
        for part in _parts_of_form(provision, other, state):
            if only_heading and part != "heading":
                continue
            key = f"{scheme.write(provision.address)} {part}".rstrip()
            base, original = _shown(mine.get(part)), _shown(theirs.get(part))
            text = typed.get(key, base)
            kind, number = _kind(provision, part)
            found.append(
                SimpleNamespace(
                    key=key,
                    address=site.name(provision.address),
                    kind=kind,
                    number=number,
                    original=original,
                    base=base,
                    text=text,
                    rows=_rows(max(text, original, key=len), part),
                    codes=[code.token for code in mine[part].codes] if part in mine else [],
                )
            )
    return found


def _kind(provision: Provision, part: str) -> tuple[str, str]:
    """Return what a text is, and its number: that of a note is the mark that is printed."""
    if part == "heading":
        return ("heading" if provision.address.depth else "title"), ""
    kind, _, number = part.partition(" ")
    if kind == "note":
        return "note", provision.notes[int(number) - 1].marker
    return "text", part.removeprefix("text ")


def _shown(text: Text | None) -> str:
    return text.shown if text else ""


def _rows(text: str, part: str) -> int:
    lines = sum(1 + len(line) // _ROW for line in text.split("\n"))
    return min(_MOST_ROWS, lines + (0 if part == "heading" else 1))


def typed_texts(form: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Return the texts of a form with those that it was opened with, by key of the field."""
    keys = [name.removeprefix(f"{TEXT} ") for name in form if name.startswith(f"{TEXT} ")]
    return {key: (form.get(f"{BASE} {key}", ""), form[f"{TEXT} {key}"]) for key in keys}


def by_colleagues(log: DecisionLog, place: About, found: Iterable[Merge]) -> tuple[Merge, ...]:
    """Return merges with who wrote the other texts, and when.

    Args:
        log: What was decided at the desk.
        place: Edition, language and law of the texts.
        found: The merges.
    """
    told = []
    for each in found:
        about = replace(place, address=each.name.partition(" ")[0])
        last = log.last_at(about)
        told.append(replace(each, author=last.author, time=clock_time(last.time)) if last else each)
    return tuple(told)


def chosen(form: Mapping[str, str]) -> tuple[dict[str, str], tuple[Merge, ...]] | None:
    """Return a form with the text that its button chose, and the merges that are still to choose.

    It is None where the button was another. The form saves what it has, unless it is `FILLING`.
    """
    kind, _, key = form.get("do", "").partition(" ")
    if kind not in _CHOICES or f"{MINE} {key}" not in form:
        return None
    waiting = {
        name.removeprefix(f"{MINE} "): merge_text(
            name.removeprefix(f"{MINE} "),
            form.get(name.replace(MINE, FROM, 1), ""),
            form.get(name.replace(MINE, BASE, 1), ""),
            form[name],
        )
        for name in form
        if name.startswith(f"{MINE} ")
    }
    one = waiting.pop(key)
    texts = {"theirs": one.theirs, "mine": one.yours, "merged": one.merged or one.yours}
    left = {n: v for n, v in form.items() if n not in (f"{MINE} {key}", f"{FROM} {key}")}
    return {**left, f"{TEXT} {key}": texts[kind], "do": "save"}, tuple(waiting.values())


def typed_here(
    form: Mapping[str, str], state: State, law: Law, address: Address
) -> dict[str, tuple[str, str]]:
    """Return those texts of a form that are of a field on the page of a provision."""
    known = _present_texts(state, law, address)
    return {key: both for key, both in typed_texts(form).items() if key in known}


def merges(
    state: State, law: Law, address: Address, typed: Mapping[str, tuple[str, str]]
) -> tuple[Merge, ...]:
    """Return the texts that somebody changed since the form was opened, merged with the form's."""
    found = []
    for key, now in _present_texts(state, law, address).items():
        if key in typed:
            base, yours = typed[key]
            if changed := merge_if_changed(key, base, now, yours):
                found.append(changed)
    return tuple(found)


def merge_if_changed(name: str, base: str, now: str, yours: str) -> Merge | None:
    """Return a text merged with what somebody else wrote since the form was opened, or None."""
    changed = now != base and yours not in (base, now)
    return merge_text(name, base, now, yours) if changed else None


def _present_texts(state: State, law: Law, address: Address) -> dict[str, str]:
    """Return the texts of the form of a provision as they are now, by key."""
    scheme = state.code.outline.scheme
    found = {}
    for provision in places_of_form(law, address):
        name = scheme.write(provision.address)
        held = {part: text.shown for part, text in texts_of(provision, scheme).items()}
        for part in ("heading", *held):
            found[f"{name} {part}".rstrip()] = held.get(part, "")
    return found


def exhibits(
    state: State,
    site: LocalizedSite,
    laws: Sequence[Law],
    address: Address,
    found: Sequence[Finding],
) -> list[SimpleNamespace]:
    """Return the texts of a provision side by side, with marks and the places of missing words.

    Each has its heading as words by language, and the text in pieces: whether the piece is marked,
    and its words by language. A piece of the kind ``gap`` without words is where words are missing.
    """
    shown = []
    for law in laws:
        provision = law.find(address)
        if provision is None or not (provision.text or provision.heading):
            continue
        own = law.language
        spans = [s.span for f in found for s in f.stretches if s.language == own]
        gaps = sorted({f.gap for f in found if f.gap is not None and f.language == own})
        runs = site.split_languages(own)
        heading = provision.heading.text if provision.heading else ""
        shown.append(
            SimpleNamespace(
                language=own,
                name=state.code.outline.language(own).name,
                heading=[(tag or own, words) for words, tag in runs(heading)],
                pieces=[
                    (kind, [(tag or own, words) for words, tag in runs(piece)])
                    for kind, piece in _pieces(provision.text, spans, gaps)
                ],
            )
        )
    return shown


def renderings_of(use: TermUse, language: str) -> list[str]:
    """Return the translations of a term of the glossary that a text uses, as one reads them."""
    rows = [row.renderings[language] for row in use.rows if language in row.renderings]
    return [first_form(each) for each in rows]


def _pieces(text: str, spans: Sequence[Span], gaps: Sequence[int]) -> Iterator[tuple[str, str]]:
    cuts = sorted({0, len(text), *gaps, *(at for span in spans for at in span)})
    for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True):
        if start in gaps:
            yield "gap", ""
        if start < end:
            inside = any(a <= start and end <= b for a, b in spans)
            yield ("marked" if inside else "plain"), text[start:end]
