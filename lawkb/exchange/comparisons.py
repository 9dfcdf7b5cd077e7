"""The JSON of ``lawkb compare`` and of ``lawkb refs --disagree``."""

from __future__ import annotations

from typing import Any

from lawkb.checks.compared import (
    ComparedProvision,
    Comparison,
    EditionText,
    ReferenceChange,
    Target,
)
from lawkb.model.address import Scheme
from lawkb.refs.edges import Disagreement

Record = dict[str, Any]


def comparison_record(comparison: Comparison, scheme: Scheme) -> Record:
    """A comparison of two editions.

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
    has the edition in front: ``2007:12C1(e)``. ``words`` is for languages that both sides have;
    the ``words`` of the summary counts provisions.
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


def disagreement_record(found: Disagreement, scheme: Scheme) -> Record:
    """A provision whose languages cite differently, with what not all of them cite.

    ``{"edition": "2017", "address": "20F2", "cited": {"en": ["20F1"], "el": []}}``. The second
    paragraph without a number of 5(2) is ``5(2)¶2``.
    """
    return {
        "edition": found.edition,
        "address": scheme.write(found.address),
        "cited": {
            language: [
                written_target(Target(edition, address), found.edition, scheme)
                + written_subparagraph(which)
                for edition, address, which in places
            ]
            for language, places in found.cited
        },
    }


def written_subparagraph(n: int | None) -> str:
    """Which paragraph without a number of a provision is meant, ``¶2``; nothing where none is."""
    return "" if n is None else f"¶{n}"


def written_target(target: Target, edition: str, scheme: Scheme) -> str:
    """What is cited, without the end of a range: with its edition where that is another one."""
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
        "old": written_target(old, comparison.old, scheme) if old else None,
        "new": written_target(new, comparison.new, scheme) if new else None,
        "old_upto": scheme.write(old.upto) if old and old.upto else None,
        "new_upto": scheme.write(new.upto) if new and new.upto else None,
        "why": change.why,
    }
