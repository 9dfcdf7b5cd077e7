"""Comparisons, histories and imports as types of the public interface."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from lawkb.corpus.decision_files import REVIEW_STATES
from lawkb.exchange import public_types as public
from lawkb.exchange.public_laws import public_change, public_number
from lawkb.model.address import Scheme

if TYPE_CHECKING:  # each command loads only what it reports on
    from lawkb.editorial.translation_progress import LawProgress, Translation
    from lawkb.exchange.translation_import import TranslationMerge
    from lawkb.history.editions import ComparedProvision, Comparison, ReferenceChange
    from lawkb.history.law_changes import RevisionStep
    from lawkb.references.graph import Citation


def public_comparison(comparison: Comparison, scheme: Scheme) -> public.Comparison:
    """Return a comparison of two editions as the public type: the JSON of ``lawkb compare``."""
    provisions, references = comparison.count_provisions(), comparison.count_references()
    editions = (comparison.old, comparison.new)
    return public.Comparison(
        editions=editions,
        languages=dict(zip(editions, comparison.languages, strict=True)),
        provisions=tuple(_compared(each, comparison, scheme) for each in comparison.provisions),
        summary=public.ComparisonSummary(
            {kind: provisions[kind] for kind in ("same", "moved", "added", "dropped")},
            {kind: references[kind] for kind in ("kept", "moved", "dropped", "added")},
            sum(1 for each in comparison.provisions if each.words),
        ),
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
        references=tuple(_reference(each, comparison, scheme) for each in provision.references),
        words=tuple(
            public.WordDiff(language, tuple((piece.kind, piece.text) for piece in diff))
            for language, diff in provision.words
        ),
    )


def _reference(
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
    progress: Sequence[LawProgress], of: Translation, scheme: Scheme
) -> public.Progress:
    """Return the progress of a translation as the public type: the JSON of ``lawkb review``."""
    reviewed = [each for law in progress for each in law.reviewed]
    counted = Counter(each.state for each in reviewed)
    return public.Progress(
        edition=of.edition,
        lang=of.target,
        laws=tuple(public.LawStates(public_number(law.number), law.counts) for law in progress),
        provisions=tuple(
            public.ProvisionState(scheme.write(each.address), each.state, each.stale)
            for each in reviewed
        ),
        summary={state: counted[state] for state in REVIEW_STATES},
    )


def import_result(
    merge: TranslationMerge, files: tuple[str, ...], *, dry_run: bool
) -> public.ImportResult:
    """Return the result of importing a translator's file: the JSON of ``lawkb import``.

    Args:
        files: Files of the corpus that were written, or would be.
        dry_run: Whether nothing was written.
    """
    return public.ImportResult(
        rows=tuple(
            public.ImportedText(
                each.name, each.line, each.outcome, each.why, each.before, each.after
            )
            for each in merge.rows
        ),
        summary=dict(merge.counts.items()),
        files=files,
        dry_run=dry_run,
    )
