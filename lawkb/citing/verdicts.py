"""The verdicts on citations and quotations, and those that tell of a fault as findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from lawkb.exchange.public_types import Verification, VerifiedCitation, VerifiedQuote
from lawkb.model.finding import Finding

VERDICTS: Mapping[str, str] = {
    "not-held": "The cited law is not in the corpus; that does not say that it does not exist.",
    "no-such-provision": "The cited law has no such provision.",
    "repealed": "The cited provision is repealed.",
    "ambiguous": "Several provisions may be cited, or it is not said of which law.",
    "other-edition": "Only another edition has the cited provision.",
    "outside": "The cited provision belongs to another act.",
    "quote-exact": "The provision has the quoted words, and something is to be said of them.",
    "quote-differs": "The provision has other words than the quoted ones.",
    "quote-elsewhere": "Another provision has the quoted words.",
    "quote-of-another-edition": "The quoted words are those of another edition.",
    "quote-not-found": "No provision has the quoted words.",
}


Verdict = VerifiedCitation | VerifiedQuote


def verdicts_on(text: Verification) -> list[Verdict]:
    """Return the verdicts on the citations and quotations of a text in its order."""
    every: list[Verdict] = [*text.citations, *text.quotes]
    return sorted(every, key=lambda each: each.start)


def findings_of(texts: Iterable[Verification]) -> Iterator[Finding]:
    """Yield the verdicts that tell of something, in the order of the texts, as findings."""
    for text in texts:
        counts: Counter[tuple[str, str, str]] = Counter()
        for each in verdicts_on(text):
            finding = _finding(text, each)
            if finding:
                counts[finding.rule, finding.place, finding.key] += 1
                nth = counts[finding.rule, finding.place, finding.key]
                yield _numbered(finding, nth)


def _finding(text: Verification, each: Verdict) -> Finding | None:
    if each.severity is None:
        return None
    evidence: tuple[str, ...] = ()
    if isinstance(each, VerifiedCitation):
        quote, place, hint = each.raw, each.target or "", ""
    else:
        quote, place, evidence = each.words, each.cited or each.address or "", each.open_errors
        hint = f"write: {each.correct}" if each.correct else ""
    return Finding(
        rule=each.verdict,
        severity=each.severity,
        edition=each.edition or text.edition,
        place=place,
        language=each.lang or "",
        message=each.message,
        quote=quote,
        hint=hint,
        evidence=evidence,
        key=f"{text.file} {quote}",
        file=text.file or "",
        line=each.line or 0,
    )


def _numbered(finding: Finding, nth: int) -> Finding:
    return replace(finding, nth=nth) if nth > 1 else finding
