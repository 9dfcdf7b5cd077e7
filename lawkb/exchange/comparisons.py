"""The JSON of ``lawkb compare`` and ``lawkb history``."""

from __future__ import annotations

from collections.abc import Iterable

from lawkb.exchange.public_types import Record, as_json
from lawkb.exchange.records import public_change
from lawkb.history.editions import (
    CitedTarget,
    ComparedProvision,
    Comparison,
    EditionText,
    ReferenceChange,
)
from lawkb.history.revisions import RevisionStep
from lawkb.model.address import Scheme


def comparison_record(comparison: Comparison, scheme: Scheme) -> Record:
    """Return a comparison of two editions.

    Shape::

        {"editions": ["2007", "2017"],
         "languages": {"2007": ["it"], "2017": ["en"]},
         "provisions": [
           {"kind": "same|moved|added|dropped", "old": "47D", "new": "47D", "why": null,
            "texts": [{"edition": "2007", "lang": "it", "heading": "…", "text": "…"}],
            "references": [{"kind": "kept|moved|dropped|added", "old": "16D", "new": "16C",
                            "old_upto": null, "new_upto": null, "why": "…"}],
            "words": [{"lang": "en", "diff": [["same|gone|new", "…"]]}]}],
         "summary": {"provisions": {"same": 13, "moved": 0, "added": 0, "dropped": 0},
                     "references": {"kept": 8, "moved": 2, "dropped": 0, "added": 3},
                     "words": 0}}

    ``why`` is the remark of the concordance. An address of another edition than that of its side
    has the edition in front: ``2007:12C1(e)``. ``words`` is for languages that both sides have; the
    ``words`` of the summary counts provisions.
    """
    provisions, references = comparison.count_provisions(), comparison.count_references()
    old, new = comparison.languages
    return {
        "editions": [comparison.old, comparison.new],
        "languages": {comparison.old: list(old), comparison.new: list(new)},
        "provisions": [_provision(each, comparison, scheme) for each in comparison.provisions],
        "summary": {
            "provisions": {
                kind: provisions[kind] for kind in ("same", "moved", "added", "dropped")
            },
            "references": {
                kind: references[kind] for kind in ("kept", "moved", "dropped", "added")
            },
            "words": sum(1 for each in comparison.provisions if each.words),
        },
    }


def history_record(steps: Iterable[RevisionStep], lang: str | None, scheme: Scheme) -> Record:
    """Return the revisions that changed a provision, in one language or in all."""
    return {"history": [_step(step, lang, scheme) for step in steps]}


def write_target(target: CitedTarget, edition: str, scheme: Scheme) -> str:
    """Return a target without its range end, with its edition if that is another one."""
    front = "" if target.edition == edition else f"{target.edition}:"
    return front + scheme.write(target.address)


def _provision(provision: ComparedProvision, comparison: Comparison, scheme: Scheme) -> Record:
    pair = provision.pair
    return {
        "kind": pair.kind,
        "old": scheme.write(pair.old) if pair.old else None,
        "new": scheme.write(pair.new) if pair.new else None,
        "why": pair.why,
        "texts": [_text(text) for text in provision.texts],
        "references": [_reference(each, comparison, scheme) for each in provision.references],
        "words": [
            {"lang": language, "diff": [[piece.kind, piece.text] for piece in diff]}
            for language, diff in provision.words
        ],
    }


def _text(text: EditionText) -> Record:
    return {
        "edition": text.edition,
        "lang": text.language,
        "heading": text.heading or None,
        "text": text.text,
    }


def _reference(change: ReferenceChange, comparison: Comparison, scheme: Scheme) -> Record:
    old, new = change.old, change.new
    return {
        "kind": change.kind,
        "old": write_target(old, comparison.old, scheme) if old else None,
        "new": write_target(new, comparison.new, scheme) if new else None,
        "old_upto": scheme.write(old.upto) if old and old.upto else None,
        "new_upto": scheme.write(new.upto) if new and new.upto else None,
        "why": change.why,
    }


def _step(step: RevisionStep, lang: str | None, scheme: Scheme) -> Record:
    return {
        "page": step.page,
        "revision": step.revision.id,
        "time": step.revision.time,
        "kind": step.revision.kind,
        "user": step.name,
        "summary": step.revision.summary,
        "changes": [
            as_json(public_change(change, scheme))
            for change in step.changes
            if lang in {None, change.language}
        ],
        "losses": [loss.message for loss in step.losses],
    }
