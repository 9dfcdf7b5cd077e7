"""Verify a text: one verdict for each citation of a provision, and for each quotation."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from lawkb.exchange import public_types as public
from lawkb.model.address import Address
from lawkb.model.code import Code, edition_of
from lawkb.model.passage import Reference, RefStatus
from lawkb.references.resolve import GivenText, likely_languages, references_of_text

_VERDICTS: dict[RefStatus, public.CitationVerdict] = {
    "held": "found",
    "not-held": "not-held",
    "ambiguous": "ambiguous",
    "unresolved": "no-such-provision",
    "removed": "no-such-provision",
    "outside": "outside",
}
_SEVERITIES: dict[public.CitationVerdict, Literal["error", "warning", "note"]] = {
    "not-held": "note",
    "no-such-provision": "error",
    "repealed": "warning",
    "ambiguous": "note",
    "other-edition": "error",
    "outside": "note",
}


def verify_text(
    code: Code, text: str, lang: str | None = None, edition: str | None = None
) -> public.Verification:
    """Return the citations and quotations of a text, each with its verdict."""
    of = edition_of(code, edition)
    language = likely_languages(code, GivenText(text, lang))[0]
    found = references_of_text(text, language, None, of, code)
    citations = tuple(_citation(code, text, each, language.code, of) for each in found)
    summary = Counter[str](each.verdict for each in citations)
    return public.Verification(None, of, (language.code,), citations, (), dict(summary))


def _citation(
    code: Code, text: str, found: Reference, lang: str, edition: str
) -> public.VerifiedCitation:
    verdict = _VERDICTS[found.status]
    if found.target is None and verdict == "no-such-provision":
        verdict = "ambiguous"
    within = found.edition or edition
    if verdict == "no-such-provision" and found.target and _in_other(code, found.target, within):
        verdict = "other-edition"

    def write(address: Address | None) -> str | None:
        front = f"{found.edition}:" if found.edition else ""
        return front + code.outline.scheme.write(address) if address else None

    return public.VerifiedCitation(
        verdict=verdict,
        severity=_SEVERITIES.get(verdict),
        message=verdict,
        raw=found.raw,
        start=found.start,
        end=found.end,
        line=text.count("\n", 0, found.start) + 1,
        lang=lang,
        edition=within,
        target=write(found.target),
        upto=write(found.upto),
        candidates=tuple(map(code.outline.scheme.write, found.candidates)),
        act=found.act,
        permalink=None,
    )


def _in_other(code: Code, address: Address, edition: str) -> bool:
    return any(
        each.id != edition
        and any(
            code.provision(each.id, tag, address) for tag in code.languages_of(each.id, address.law)
        )
        for each in code.outline.editions
    )
