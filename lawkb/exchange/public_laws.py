"""Laws, references, comments and reports on them as types of the public interface."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lawkb.corpus.decision_files import REVIEW_STATES, ReviewState, Settlement, comment_id
from lawkb.exchange import public_types as public
from lawkb.model.address import Address, InSeries, Inserted, Ordinal, Scheme, base_of
from lawkb.model.code import Code, Expression
from lawkb.model.companion import Companion, Section
from lawkb.model.division import DivisionPath, division_eid
from lawkb.model.label import label
from lawkb.model.language import Language, read_language
from lawkb.model.law import Comment, Law, Loss, Provision, Repeal, provisions_of
from lawkb.model.page import PIECE_KINDS, Account, Patch
from lawkb.model.passage import Note, Passage, Reference, Table
from lawkb.references.graph import (
    Citation,
    Disagreement,
    Graph,
    ParagraphPlace,
    written_subparagraph,
)
from lawkb.references.resolve import GivenText, read_place, references_in, references_of_text

if TYPE_CHECKING:  # loaded where files are read
    from lawkb.editorial.translation_progress import ReviewedProvision, Translation
    from lawkb.exchange.translation_import import TranslationMerge
    from lawkb.file_reading import FileReading
    from lawkb.history.changes import ProvisionChange
    from lawkb.history.editions import ComparedProvision, Comparison, ReferenceChange
    from lawkb.history.law_changes import RevisionStep
    from lawkb.parse.read_page import PageReading

_WHOLE = "all"  # id of a whole companion in the XML


@dataclass(frozen=True, slots=True)
class Provenance:
    """How a provision is found again, and when its texts had their wordings."""

    # From edition and address, the URL on the published site; None if the site has no address.
    permalink: Callable[[str, Address], str | None] = lambda *_: None
    # From a law and a provision of it, its dates; None if they are not asked for.
    dates: Callable[[Law, Provision], public.Wording | None] = lambda *_: None


def excerpt_of(
    code: Code,
    graph: Graph,
    places: Iterable[tuple[str, Address]],
    lang: str | None = None,
    provenance: Provenance | None = None,
) -> public.Excerpt:
    """Return provisions with all provisions inside them: the JSON of ``lawkb show``."""
    named, known = [*places], provenance or Provenance()
    found = [each for place in named for each in _provisions_in(*place, code, graph, lang, known)]
    names = dict.fromkeys(name for place in named for name in code.commentaries_on(*place))
    return public.Excerpt(named[0][0], tuple(found), tuple(names))


def public_divisions(
    code: Code, divisions: Sequence[tuple[str, DivisionPath]]
) -> public.ShownDivisions:
    """Return divisions, given by edition and address: the JSON of ``lawkb show "chapter 2"``."""
    return public.ShownDivisions(tuple(_division(code, *each) for each in divisions))


def _division(code: Code, edition: str, path: DivisionPath) -> public.ShownDivision:
    held = {
        tag: found
        for (of, tag), each in code.divisions.items()
        if of == edition and (found := each.find(path))
    }
    laws = sorted({number for each in held.values() for number in each.all_laws()})
    return public.ShownDivision(
        edition=edition,
        division=division_eid(path),
        laws=tuple(map(public_number, laws)),
        texts={
            tag: public.DivisionText(each.num, each.heading.text if each.heading else None)
            for tag, each in held.items()
        },
    )


def provision_of(
    code: Code,
    graph: Graph,
    edition: str,
    address: Address,
    provenance: Provenance | None = None,
) -> public.Provision:
    """Return a provision in all its languages; without texts if the code lacks it."""
    held = code.laws_of(edition, address.law)
    return _provision(address, held, edition, code, graph, provenance or Provenance())


def contents_of(code: Code, editions: Sequence[str]) -> public.Contents:
    """Return what a code holds of some editions, given by id, and what it does not."""
    outline = code.outline
    return public.Contents(
        title=dict(outline.titles),
        original=outline.authoritative,
        editions=tuple(_edition_contents(code, each) for each in editions),
    )


def _edition_contents(code: Code, edition: str) -> public.EditionContents:
    known, numbers = code.outline.edition(edition), code.numbers(edition)
    expressions = [each for each in code.outline.expressions if each.edition == edition]
    return public.EditionContents(
        edition=edition,
        date=known.date,
        by=code.outline.organization(known.by).name,
        declared=known.laws,
        languages=tuple(_held_language(code, each, numbers) for each in expressions),
        laws=law_titles(code, edition),
    )


def law_titles(code: Code, edition: str) -> tuple[public.LawTitle, ...]:
    """Return the laws of an edition with their titles, which are None where there is none."""
    return tuple(
        public.LawTitle(
            edition,
            public_number(number),
            {
                law.language: law.root.heading.text if law.root.heading else None
                for law in code.laws_of(edition, number)
            },
        )
        for number in code.numbers(edition)
    )


def _held_language(
    code: Code, expression: Expression, numbers: Sequence[Ordinal]
) -> public.HeldLanguage:
    of, tag, outline = expression.edition, expression.language, code.outline
    held = [each for each in numbers if (of, tag, each) in code.laws]
    declared = (*range(1, outline.edition(of).laws + 1), *numbers)
    missing = sorted({*declared}.difference(held))
    named = (name for edition, lang, name in code.companions if (edition, lang) == (of, tag))
    return public.HeldLanguage(
        lang=tag,
        translation_of=None if tag == outline.authoritative else outline.authoritative,
        date=expression.date,
        notice=expression.notice,
        held=tuple(_ranges(held, outline.scheme)),
        not_held=tuple(_ranges(missing, outline.scheme)),
        companions=tuple(named),
    )


def _ranges(numbers: Sequence[Ordinal], scheme: Scheme) -> Iterator[str]:
    """Yield numbers in order, three or more in a row as a range: ``1-13``."""
    runs: list[list[Ordinal]] = []
    for number in numbers:
        last = runs[-1][-1] if runs else None
        if isinstance(last, int) and isinstance(number, int) and number == last + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    for run in runs:
        ends = [scheme.write(Address((each,))) for each in run]
        yield from ends if len(ends) < 3 else [f"{ends[0]}-{ends[-1]}"]


def cited_reference(citation: Citation, scheme: Scheme) -> public.Reference:
    """Return a reference of the corpus as the public type."""
    place = (citation.edition, citation.language, scheme.write(citation.citing))
    return public.Reference(*place, **_reference(citation.reference, scheme), note=citation.note)


def public_disagreement(found: Disagreement, scheme: Scheme) -> public.Disagreement:
    """Return a provision whose languages cite different provisions as the public type.

    It has, by language, the addresses that not all languages cite. The second paragraph without a
    label of 5(2) is written ``5(2)¶2``.
    """
    cited = {
        language: tuple(_cited_place(place, found.edition, scheme) for place in places)
        for language, places in found.cited
    }
    return public.Disagreement(found.edition, scheme.write(found.address), cited)


def _cited_place(place: ParagraphPlace, edition: str, scheme: Scheme) -> str:
    of, address, which = place
    front = "" if of == edition else f"{of}:"
    return front + scheme.write(address) + written_subparagraph(which)


def given_references(
    code: Code, text: GivenText, language: Language, edition: str
) -> tuple[public.Reference, ...]:
    """Return the references of a text that is not in the corpus.

    Args:
        text: The text, and the provision it is in, to which partial references are relative.
    """
    scheme, at = code.outline.scheme, read_place(text, code)
    found = references_of_text(text.words, language, at, edition, code)
    place = (edition, language.code, scheme.write(at) if at else None)
    return tuple(public.Reference(*place, **_reference(each, scheme), note=None) for each in found)


def texts_with_comments(code: Code) -> Iterator[tuple[Law | Companion, Comment]]:
    """Yield every comment of a code, preceded by the law or companion under which it was written.

    A companion is a text beside the laws, such as a preface.
    """
    texts: tuple[Law | Companion, ...] = (*code.laws.values(), *code.companions.values())
    for text in texts:
        for comment in text.comments:
            yield text, comment


def decided_comments(
    code: Code, decisions: Mapping[str, Settlement], status: str | None = None
) -> tuple[public.DecidedComment, ...]:
    """Return the comments with a status, each with an editor's decision on it if there is one."""
    found = (pair for pair in texts_with_comments(code) if status in {None, pair[1].status})
    return tuple(_decided(comment, text, code, decisions) for text, comment in found)


def _decided(
    comment: Comment, text: Law | Companion, code: Code, decisions: Mapping[str, Settlement]
) -> public.DecidedComment:
    made = decisions.get(comment_id(text.origin.page, comment))
    decision = (
        public.Decision(made.comment, made.status, made.reason, made.author, made.date)
        if made
        else None
    )
    own = _comment_fields(comment, text, code.outline.scheme)
    return public.DecidedComment(**own, settled=decision)


def public_comment(comment: Comment, text: Law | Companion, scheme: Scheme) -> public.Comment:
    """Return a comment with its replies as the public type."""
    return public.Comment(**_comment_fields(comment, text, scheme))


def _comment_fields(comment: Comment, text: Law | Companion, scheme: Scheme) -> dict[str, Any]:
    return {
        "id": comment_id(text.origin.page, comment),
        "page": text.origin.page,
        "edition": text.edition,
        "lang": text.language,
        "companion": text.name if isinstance(text, Companion) else None,
        "address": scheme.write(comment.address) if comment.address else None,
        "author": comment.author,
        "created": comment.created,
        "origin": comment.origin or None,
        "text": comment.text,
        "quote": comment.quote,
        "status": comment.status,
        "inferred": comment.inferred,
        "replies": tuple(public_comment(reply, text, scheme) for reply in comment.replies),
    }


def retired_correction(patch: Patch, scheme: Scheme) -> public.RetiredCorrection:
    """Return a patch that its page has by now."""
    address = scheme.write(patch.address)
    return public.RetiredCorrection(
        patch.path, address, patch.language, patch.field, patch.old, patch.new
    )


@dataclass(frozen=True, slots=True)
class ReportedText:
    """What is reported of a law or companion (text beside the laws) of a page."""

    edition: str  # Its edition.
    language: str  # Tag of its language.
    number: Ordinal | None  # Number of the law; None for a companion.
    companion: str | None  # Name of the companion; None for a law.
    # Paths of the addresses of the provisions of the law.
    provisions: tuple[tuple[Ordinal, ...], ...]
    references: int  # Number of references in its texts and notes.


def _reported_law(law: Law) -> ReportedText:
    paths = tuple(each.address.path for each in law.provisions())
    return ReportedText(law.edition, law.language, law.number, None, paths, count_references(law))


def count_references(law: Law) -> int:
    """Return the number of references in the texts and notes of a law."""
    return sum(1 for _ in references_in(law))


def reported_companion(companion: Companion) -> ReportedText:
    """Return what is reported of a companion, a text beside the laws."""
    references = sum(map(_count, companion.passages()))
    return ReportedText(companion.edition, companion.language, None, companion.name, (), references)


def ingested_page(
    page: str,
    texts: Sequence[ReportedText],
    account: Account,
    losses: tuple[Loss, ...],
    scheme: Scheme,
) -> public.IngestedPage:
    """Return what ``lawkb ingest`` reports of one page."""
    numbers = [each.number for each in texts if each.number is not None]
    return public.IngestedPage(
        page=page,
        law=public_number(numbers[0]) if numbers else None,
        companions=tuple(dict.fromkeys(each.companion for each in texts if each.companion)),
        edition=texts[0].edition if texts else None,
        languages=tuple(dict.fromkeys(each.language for each in texts)),
        provisions=len({path for each in texts for path in each.provisions}),
        references=sum(each.references for each in texts),
        chars={"total": account.total, **{kind: account.counts[kind] for kind in PIECE_KINDS}},
        losses=tuple(_loss(loss, scheme) for loss in losses),
    )


def ingested_expressions(
    code: Code, counts: Mapping[tuple[str, str], Counter[str]]
) -> Iterator[public.IngestedExpression]:
    """Yield the counts of every edition that has laws, in each language in which it is declared."""
    from lawkb.parse.merge_sources import numbers_by_expression

    def written(found: Iterable[Ordinal]) -> tuple[str, ...]:
        return tuple(code.outline.scheme.write(Address((number,))) for number in sorted(found))

    numbers = numbers_by_expression(code)
    begun = {edition for edition, _ in numbers}
    for each in code.outline.expressions:
        if each.edition not in begun:
            continue
        key = (each.edition, each.language)
        own = numbers.get(key, frozenset())
        counted = counts.get(key, Counter())
        held = code.numbers(each.edition)
        last = max((base_of(n) for n in held if not isinstance(n, InSeries)), default=0)
        wanted = {*range(1, last + 1), *held} if own else set()
        beside = {n for n in own if isinstance(n, InSeries)}
        divisions = code.divisions.get(key)

        yield public.IngestedExpression(
            edition=each.edition,
            lang=each.language,
            laws=len(own - beside),
            declared=code.outline.edition(each.edition).laws,
            numbers=written(own - beside),
            beside=written(beside),
            recitals=counted["recitals"],
            divisions=sum(1 for _ in divisions.walk()) if divisions else 0,
            missing=written(wanted - own),
            untitled=counted["untitled"],
            title_like=counted["title_like"],
            inferred=counted["inferred"],
        )


def read_file(file: FileReading, scheme: Scheme) -> public.ReadFile:
    """Return what a file holds as the public type, which is the JSON of ``lawkb read``."""
    reading = file.reading
    texts = (*map(_reported_law, reading.laws), *map(reported_companion, reading.companions))
    page = ingested_page("", texts, reading.account, reading.losses, scheme)
    return public.ReadFile(
        file=str(file.path),
        form=file.form,
        languages=file.languages,
        laws=tuple(
            _read_laws(tag, reading, scheme)
            for tag in dict.fromkeys(law.language for law in reading.laws)
        ),
        companions=page.companions,
        chars=page.chars,
        losses=page.losses,
    )


def _read_laws(tag: str, reading: PageReading, scheme: Scheme) -> public.ReadLaws:
    laws = [law for law in reading.laws if law.language == tag]
    above = (each for each in reading.divisions if each.language == tag)
    numbers = sorted({law.number for law in laws})
    whole = [n for n in numbers if isinstance(n, int)]
    missing = sorted({*range(min(whole, default=0), max(whole, default=0))}.difference(whole))
    beside = [n for n in numbers if isinstance(n, InSeries)]
    return public.ReadLaws(
        lang=tag,
        numbers=tuple(scheme.write(Address((n,))) for n in numbers if n not in beside),
        missing=tuple(map(str, missing)),
        beside=tuple(scheme.write(Address((n,))) for n in beside),
        provisions=len(provisions_of(laws)),
        divisions=sum(1 for each in above for _ in each.walk()),
    )


def public_change(change: ProvisionChange, scheme: Scheme) -> public.Change:
    """Return a changed provision with its word diff as the public type."""
    return public.Change(
        edition=change.edition,
        lang=change.language,
        address=scheme.write(change.address),
        kind=change.kind,
        diff=tuple((piece.kind, piece.text) for piece in change.diff),
    )


def _note(note: Note) -> public.Note:
    return public.Note(note.marker, note.text or None, note.inferred, note.lost)


def _marks(passages: tuple[Passage, ...]) -> tuple[public.Mark, ...]:
    """Return the emphasis of a text; offsets count its passages joined by line ends."""
    return tuple(
        public.Mark(mark.kind, begin + mark.start, begin + mark.end)
        for begin, passage in _placed(passages)
        for mark in passage.marks
    )


def _links(passages: tuple[Passage, ...]) -> tuple[public.Link, ...]:
    """Return the links of a text, without mail addresses, which must not leave the source."""
    return tuple(
        public.Link(link.kind, begin + link.start, begin + link.end, link.target, link.anchor)
        for begin, passage in _placed(passages)
        for link in passage.links
        if link.kind != "mail"
    )


def _rows(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the cells of a table as texts, row by row; empty for an empty cell."""
    return tuple(
        tuple(cell.passage.text if cell.passage else "" for cell in row) for row in table.rows
    )


def _reference(reference: Reference, scheme: Scheme) -> dict[str, Any]:
    """Return the fields of a reference, without those of the citing provision."""
    edition = f"{reference.edition}:" if reference.edition else ""
    linked = f"{reference.linked_edition}:" if reference.linked_edition else ""
    return {
        "raw": reference.raw,
        "start": reference.start,
        "end": reference.end,
        "form": reference.form,
        "target": f"{edition}{scheme.write(reference.target)}" if reference.target else None,
        "upto": scheme.write(reference.upto) if reference.upto else None,
        "status": reference.status,
        "candidates": tuple(map(scheme.write, reference.candidates)),
        "folded": reference.folded,
        "linked": f"{linked}{scheme.write(reference.linked)}" if reference.linked else None,
        "subparagraph": reference.subparagraph,
        "division": reference.division,
        "act": reference.act,
        "url": reference.url,
    }


def public_number(number: Ordinal) -> int | str:
    """Return the number of a law as JSON has it: ``12a`` for the law inserted after 12."""
    if isinstance(number, InSeries):
        return str(number)
    return f"{number.base}{number.insert}" if isinstance(number, Inserted) else number


def _provisions_in(
    edition: str,
    address: Address,
    code: Code,
    graph: Graph,
    lang: str | None,
    provenance: Provenance,
) -> Iterator[public.Provision]:
    every = code.laws_of(edition, address.law)
    held = [law for law in every if lang in {None, law.language}]
    for place in sorted(filter(address.holds, provisions_of(held))):
        yield _provision(place, held, edition, code, graph, provenance)


def _provision(
    address: Address,
    held: Sequence[Law],
    edition: str,
    code: Code,
    graph: Graph,
    provenance: Provenance,
) -> public.Provision:
    scheme = code.outline.scheme
    return public.Provision(
        edition=edition,
        address=scheme.write(address),
        eid=scheme.eid(address),
        parent=scheme.write(address.parent) if address.parent else None,
        texts={
            law.language: _text(provision, law, scheme, provenance)
            for law in held
            if (provision := law.find(address))
        },
        cited_by=tuple(
            public.CitedBy(c.edition, c.language, scheme.write(c.citing))
            for c in graph.cited_by(edition, address)
        ),
        comments=tuple(
            public_comment(comment, law, scheme)
            for law in held
            for comment in law.comments
            if (comment.address or law.root.address) == address
        ),
        missing=code.lacking_languages(edition, address.law),
        permalink=provenance.permalink(edition, address),
    )


def _text(provision: Provision, law: Law, scheme: Scheme, provenance: Provenance) -> public.Text:
    language, passages = read_language(law.language), provision.passages
    place = (law.edition, law.language, scheme.write(provision.address))
    return public.Text(
        label=label(provision.address, scheme, language),
        num=provision.num or None,
        heading=provision.heading.text if provision.heading else None,
        text=provision.text,
        complete=provision.complete,
        inferred=provision.inferred,
        lost=provision.lost,
        editorial=provision.editorial,
        notes=tuple(_note(note) for note in provision.notes),
        references=tuple(
            public.Reference(*place, **_reference(reference, scheme), note=marker)
            for reference, marker in _with_markers(provision.references, provision.notes)
        ),
        marks=_marks(passages),
        links=_links(passages),
        tables=tuple(_rows(item) for item in provision.body if isinstance(item, Table)),
        source=public.PagePlace(law.origin.page, provision.lines),
        repealed=_repeal(provision.repealed, scheme) if provision.repealed else None,
        sha256=provision.sha256,
        wording=provenance.dates(law, provision),
    )


def _repeal(repeal: Repeal, scheme: Scheme) -> public.Repeal:
    by = scheme.write(repeal.provision) if repeal.provision else None
    return public.Repeal(repeal.date, repeal.by, repeal.url, by, repeal.reason, repeal.author)


def _with_markers(
    own: Iterable[Reference], notes: Iterable[Note]
) -> list[tuple[Reference, str | None]]:
    """Return the references of a text, then those of its notes with the marker of the note."""
    found: list[tuple[Reference, str | None]] = [(reference, None) for reference in own]
    return found + [(each, note.marker) for note in notes for each in note.references]


def _loss(loss: Loss, scheme: Scheme) -> public.Loss:
    place = scheme.write(loss.address) if loss.address else None
    return public.Loss(loss.kind, place, loss.language, loss.message, loss.line)


def _count(passage: Passage) -> int:
    """Return the number of references in a passage and its notes."""
    return len(passage.references) + sum(len(note.references) for note in passage.notes)


def _placed(passages: tuple[Passage, ...]) -> Iterator[tuple[int, Passage]]:
    """Yield the passages of a text with their offsets when joined by line ends."""
    begin = 0
    for passage in passages:
        yield begin, passage
        begin += len(passage.text) + 1


def public_companion(
    companions: Sequence[Companion], name: str, edition: str, scheme: Scheme
) -> public.Companion:
    """Return a companion in all its languages: the JSON of ``lawkb show definitions``.

    A companion is a text beside the laws, such as a preface or definitions.
    """
    commented = companions[0].law if companions else None
    return public.Companion(
        edition=edition,
        companion=name,
        kind=companions[0].kind if companions else None,
        law=public_number(commented) if commented else None,
        texts={each.language: _companion_text(each, scheme) for each in companions},
    )


def _companion_text(companion: Companion, scheme: Scheme) -> public.CompanionText:
    whole = Section("section", "", companion.heading, companion.body)
    parts = [(_WHOLE, whole), *companion.sections()]
    return public.CompanionText(
        title=companion.heading.text if companion.heading else None,
        parts=tuple(_part(own, part, companion, scheme) for own, part in parts),
        comments=tuple(public_comment(each, companion, scheme) for each in companion.comments),
        source=public.RevisedPage(companion.origin.page, companion.origin.revised),
    )


def _part(own: str, part: Section, companion: Companion, scheme: Scheme) -> public.CompanionPart:
    """Return a section; offsets refer to its ``text``, which excludes the sections inside."""
    passages = _own_passages(part)
    headings = (part.heading,) if part.heading else ()
    notes = [note for passage in (*headings, *passages) for note in passage.notes]
    placed = _placed(passages)
    own_references = (each.shifted(begin) for begin, of in placed for each in of.references)
    place = public.CompanionPlace(companion.name, own)
    at = (companion.edition, companion.language, None)
    return public.CompanionPart(
        id=own,
        parent=None if own == _WHOLE else own.rpartition("__")[0] or _WHOLE,
        kind=companion.kind if own == _WHOLE else part.kind,
        num=part.num or None,
        heading=part.heading.text if part.heading else None,
        text="\n".join(passage.text for passage in passages),
        notes=tuple(map(_note, notes)),
        references=tuple(
            public.CompanionReference(*at, **_reference(each, scheme), note=marker, companion=place)
            for each, marker in _with_markers(own_references, notes)
        ),
        marks=_marks(passages),
        links=_links(passages),
        tables=tuple(_rows(item) for item in part.body if isinstance(item, Table)),
    )


def _own_passages(part: Section) -> tuple[Passage, ...]:
    """Return the passages and table cells of a section, without those of sections inside it."""
    found: list[Passage] = []
    for item in part.body:
        if isinstance(item, Passage):
            found.append(item)
        elif isinstance(item, Table):
            found.extend(item.passages)
    return tuple(found)


# ---- reports on laws: what differs, who changed it, how far it is translated


def public_comparison(
    comparison: Comparison, scheme: Scheme, not_held: tuple[str, ...] = ()
) -> public.Comparison:
    """Return a comparison of two editions as the public type: the JSON of ``lawkb compare``.

    Args:
        not_held: Ids of those editions whose text of the law is not here.
    """
    provisions, references = comparison.count_provisions(), comparison.count_references()
    editions = (comparison.old, comparison.new)
    old_tags, new_tags = map(frozenset, comparison.languages)
    differing = sum(1 for each in comparison.provisions if each.words)
    return public.Comparison(
        editions=editions,
        languages=dict(zip(editions, comparison.languages, strict=True)),
        provisions=tuple(_compared(each, comparison, scheme) for each in comparison.provisions),
        summary=public.ComparisonSummary(
            {kind: provisions[kind] for kind in ("same", "moved", "added", "dropped")},
            {kind: references[kind] for kind in ("kept", "moved", "dropped", "added")},
            differing if old_tags & new_tags else None,
        ),
        not_held=not_held,
    )


def _compared(
    provision: ComparedProvision, comparison: Comparison, scheme: Scheme
) -> public.ComparedProvision:
    pair = provision.pair
    return public.ComparedProvision(
        kind=pair.kind,
        old=scheme.write(pair.old) if pair.old else None,
        new=scheme.write(pair.new) if pair.new else None,
        why=pair.why,
        texts=tuple(
            public.EditionText(
                edition, tag, (each.heading and each.heading.text) or None, each.text
            )
            for edition, tag, each in provision.texts
        ),
        references=tuple(
            _compared_reference(each, comparison, scheme) for each in provision.references
        ),
        words=tuple(
            public.WordDiff(language, tuple((piece.kind, piece.text) for piece in diff))
            for language, diff in provision.words
        ),
    )


def _compared_reference(
    change: ReferenceChange, comparison: Comparison, scheme: Scheme
) -> public.ComparedReference:
    old, old_upto = _written_target(change.old, comparison.old, scheme)
    new, new_upto = _written_target(change.new, comparison.new, scheme)
    return public.ComparedReference(
        kind=change.kind, old=old, new=new, old_upto=old_upto, new_upto=new_upto, why=change.why
    )


def _written_target(
    citation: Citation | None, edition: str, scheme: Scheme
) -> tuple[str | None, str | None]:
    """Return the address of a cited provision, and of a range that of the last one, too.

    A target in another edition than ``edition`` begins with its id: ``2007:12C1(e)``.
    """
    if citation is None or citation.reference.target is None:
        return None, None
    upto = citation.reference.upto
    front = "" if citation.target_edition == edition else f"{citation.target_edition}:"
    return front + scheme.write(citation.reference.target), scheme.write(upto) if upto else None


def public_revisions(
    steps: Iterable[RevisionStep], lang: str | None, scheme: Scheme
) -> tuple[public.Revision, ...]:
    """Return revisions as the public type: the JSON of ``lawkb history``.

    ``lang`` is the tag of the only language whose changes are included; None for all.
    """
    return tuple(
        public.Revision(
            page=step.page,
            revision=step.revision.id,
            time=step.revision.time,
            kind=step.revision.kind,
            user=step.name,
            summary=step.revision.summary,
            changes=tuple(
                public_change(change, scheme)
                for change in step.changes
                if lang in {None, change.language}
            ),
            losses=tuple(loss.message for loss in step.losses),
        )
        for step in steps
    )


def public_progress(
    progress: Mapping[Ordinal, Sequence[ReviewedProvision]], of: Translation, scheme: Scheme
) -> public.Progress:
    """Return the progress of a translation as the public type: the JSON of ``lawkb review``."""
    reviewed = [each for law in progress.values() for each in law]
    return public.Progress(
        edition=of.edition,
        lang=of.target,
        laws=tuple(
            public.LawStates(public_number(number), _state_counts(law))
            for number, law in progress.items()
        ),
        provisions=tuple(
            public.ProvisionState(scheme.write(each.address), each.state, each.stale)
            for each in reviewed
        ),
        summary=_state_counts(reviewed),
    )


def _state_counts(reviewed: Iterable[ReviewedProvision]) -> dict[ReviewState, int]:
    """Return the number of provisions by review state; every state is a key."""
    counted = Counter(each.state for each in reviewed)
    return {state: counted[state] for state in REVIEW_STATES}


def import_result(
    merge: TranslationMerge,
    files: tuple[str, ...],
    findings: tuple[public.Finding, ...],
    *,
    dry_run: bool,
) -> public.ImportResult:
    """Return the result of importing a translator's file: the JSON of ``lawkb import``."""
    return public.ImportResult(
        rows=tuple(
            public.ImportedText(
                each.name,
                each.line,
                each.outcome,
                each.why,
                each.before,
                each.after,
                each.comment or None,
            )
            for each in merge.rows
        ),
        summary=dict(merge.counts.items()),
        files=files,
        dry_run=dry_run,
        findings=findings,
    )
