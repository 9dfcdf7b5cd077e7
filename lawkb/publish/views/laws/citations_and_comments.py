"""What a law page shows below a provision: which provisions cite it, and readers' comments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from lawkb.corpus.comment_decisions import Settlement, comment_id
from lawkb.corpus.waivers import Waiver
from lawkb.editorial.comment_status import WordChange, proposed_changes
from lawkb.model.address import Address, Ordinal
from lawkb.model.companion import Companion
from lawkb.model.law import Comment, Law
from lawkb.publish.strings import language_of, written_date
from lawkb.publish.views.localized_site import LocalizedSite
from lawkb.publish.views.pagination import shown_of_each
from lawkb.publish.views.references.law_references import citing_places
from lawkb.publish.views.urls import Place
from lawkb.references.graph import Citation


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with a reference.

    Attributes:
        language: BCP 47 tag of the sentence.
        before: Words before the reference.
        cited: Words of the reference, ``Law 16C``.
        after: Words after the reference.
    """

    language: str
    before: str
    cited: str
    after: str


@dataclass(frozen=True, slots=True)
class CitationView:
    """A provision that cites another.

    Attributes:
        name: Address in the language of the reader.
        edition: Id of its edition, if it is another one; else empty.
        place: Link to it; None if it has no page.
        sentences: Its sentences with the reference, in the reader's language, or in the first
            language that has any.
    """

    name: str
    edition: str
    place: Place | None
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Cited:
    """The provisions that cite a provision; ``count`` is their number.

    Attributes:
        shown: The citing provisions with their sentences; only the first ones if there are too many
            for the page.
        all: Link to the complete list on the page of the law's references; None where all are
            shown.
    """

    count: int = 0
    shown: tuple[CitationView, ...] = ()
    all: Place | None = None


UNCITED = Cited()


@dataclass(frozen=True, slots=True)
class DecisionView:
    """An editor's decision about a comment or a finding.

    Attributes:
        reason: The reason, in the editor's words.
        reason_language: BCP 47 tag of the reason.
        author: Name of the editor.
        author_language: BCP 47 tag of the name.
        date: ISO date.
        written: The date as the reader's language writes it.
    """

    reason: str
    reason_language: str
    author: str
    author_language: str
    date: str
    written: str


@dataclass(frozen=True, slots=True)
class CommentView:
    """A reader's comment with its replies.

    Attributes:
        author: Name of the author.
        author_language: BCP 47 tag of the name.
        created: Time, ISO 8601.
        written: The time as the reader's language writes it.
        language: BCP 47 tag of the comment.
        paragraphs: Paragraphs of the text, each as words before the quote of the law, the quote,
            and words after it.
        quote: The words of the law that the comment quotes, if its own text does not contain them;
            else empty.
        quote_language: BCP 47 tag of the quote.
        status: ``open``, ``applied``, ``outdated``, ``orphan`` or ``rejected``.
        change: The quoted words with the changes that the comment proposes or that were made since.
        decision: The decision of an editor; None if there is none.
        replies: Replies to the comment.
        inferred: Whether lawkb inferred that it is a reply; the page does not say so.
    """

    author: str
    author_language: str
    created: str
    written: str
    language: str
    paragraphs: tuple[tuple[str, str, str], ...]
    quote: str
    quote_language: str
    status: str
    change: tuple[WordChange, ...]
    decision: DecisionView | None
    replies: tuple[CommentView, ...]
    inferred: bool


def cited_by(
    site: LocalizedSite, law: tuple[str, Ordinal], citations: Mapping[Address, Iterable[Citation]]
) -> dict[Address, Cited]:
    """Return the citing provisions for each provision of a law, limited to what fits on a page.

    Args:
        site: The site in the language of the reader.
        law: Edition and number of the law.
        citations: All citations of each provision.
    """
    edition, number = law
    citing = {address: _by_citing(found) for address, found in citations.items()}
    counts = [len(groups) for groups in citing.values()]
    most = shown_of_each(counts)
    lists = citing_places(site, edition, number) if most < max(counts, default=0) else {}
    whole = Place(site.paths.law_references(edition, number))
    return {
        address: Cited(
            count=len(groups),
            shown=tuple(_citation(site, edition, each) for each in islice(groups.items(), most)),
            all=lists.get(address, whole) if len(groups) > most else None,
        )
        for address, groups in citing.items()
    }


def _by_citing(citations: Iterable[Citation]) -> dict[tuple[str, Address], list[Citation]]:
    """Group citations of a provision by the citing provision, in their order.

    References such as *this Law* are left out, since they cite their own law.
    """
    groups: dict[tuple[str, Address], list[Citation]] = {}
    for citation in citations:
        if citation.reference.form != "self":
            groups.setdefault((citation.edition, citation.citing), []).append(citation)
    return groups


def _citation(
    site: LocalizedSite, edition: str, citing: tuple[tuple[str, Address], Sequence[Citation]]
) -> CitationView:
    (citing_edition, address), citations = citing
    return CitationView(
        name=site.name(address),
        edition="" if citing_edition == edition else citing_edition,
        place=site.place(citing_edition, address),
        sentences=_sentences(site, citations),
    )


def comments_by_provision(site: LocalizedSite, law: Law) -> dict[Address | None, list[CommentView]]:
    """Return the comments on each provision of a law by its address.

    The key None has those that name no provision, or one that the law lacks.
    """
    held = {provision.address for provision in law.provisions()} if law.comments else set()
    views: dict[Address | None, list[CommentView]] = {}
    for comment in law.comments:
        address = comment.address if comment.address in held else None
        views.setdefault(address, []).append(comment_view(site, law, comment))
    return views


def companion_comments(site: LocalizedSite, companion: Companion) -> tuple[CommentView, ...]:
    """Return the readers' comments on a text beside the laws, such as the definitions."""
    return tuple(comment_view(site, companion, comment) for comment in companion.comments)


def _sentences(site: LocalizedSite, group: Sequence[Citation]) -> tuple[Sentence, ...]:
    languages = {citation.language for citation in group}
    shown = site.language.code if site.language.code in languages else group[0].language
    sentences = (_sentence(citation) for citation in group if citation.language == shown)
    return tuple(dict.fromkeys(sentences))


def _sentence(citation: Citation) -> Sentence:
    start, end = citation.span
    text = citation.sentence
    return Sentence(citation.language, text[:start], text[start:end], text[end:])


def decision_view(site: LocalizedSite, decision: Settlement | Waiver) -> DecisionView:
    """Return an editor's decision as a page shows it."""
    return DecisionView(
        reason=decision.reason,
        reason_language=site.language_of(decision.reason),
        author=decision.author,
        author_language=site.language_of(decision.author),
        date=decision.date,
        written=written_date(decision.date, site.language.code),
    )


def comment_view(site: LocalizedSite, text: Law | Companion, comment: Comment) -> CommentView:
    """Return a comment on a text with its replies, as a page shows it."""
    languages = site.code.outline.languages
    quote = comment.quote or ""
    lines = [line for line in comment.text.split("\n") if line.strip()]
    own = next(language for language in languages if language.code == text.language)
    settlement = site.editorial.settlements.get(comment_id(text.origin.page, comment))
    return CommentView(
        author=comment.author,
        author_language=site.language_of(comment.author),
        created=comment.created,
        written=written_date(comment.created, site.language.code),
        language=language_of(comment.text, own, languages),
        paragraphs=tuple(line.partition(quote or "\n") for line in lines),
        quote="" if any(quote in line for line in lines) else quote,
        quote_language=language_of(quote, own, languages),
        status=comment.status,
        change=proposed_changes(comment, text) if isinstance(text, Law) else (),
        decision=decision_view(site, settlement) if settlement else None,
        replies=tuple(comment_view(site, text, reply) for reply in comment.replies),
        inferred="reply" in comment.inferred,
    )
