"""Turn the wiki pages of a law code kept in several languages into structured, linked law.

This is the public face: ``lawkb.open_corpus()`` opens a corpus, whose methods return laws,
provisions, references, search results and findings. Each name is imported when it is first used.
Stability is promised for the names in ``__all__``; any other name may change.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lawkb.api import (
        Corpus,
        build,
        check_pairs,
        find_references,
        ingest,
        open_corpus,
        read_files,
        verify,
    )
    from lawkb.errors import LawkbError
    from lawkb.exchange.public_types import (
        CitedBy,
        Comment,
        Companion,
        Comparison,
        DecidedComment,
        Decision,
        Disagreement,
        Excerpt,
        Explanation,
        Finding,
        Findings,
        Hit,
        ImportResult,
        IngestedExpression,
        IngestResult,
        LawTitle,
        Note,
        Progress,
        Provision,
        ReadFile,
        ReadLaws,
        Reference,
        RetiredCorrection,
        Revision,
        SearchResult,
        Term,
        Text,
        Verification,
        VerifiedCitation,
        VerifiedQuote,
        Wording,
        as_json,
    )

__version__ = "0.2.0"

__all__ = [
    "CitedBy",
    "Comment",
    "Companion",
    "Comparison",
    "Corpus",
    "DecidedComment",
    "Decision",
    "Disagreement",
    "Excerpt",
    "Explanation",
    "Finding",
    "Findings",
    "Hit",
    "ImportResult",
    "IngestResult",
    "IngestedExpression",
    "LawTitle",
    "LawkbError",
    "Note",
    "Progress",
    "Provision",
    "ReadFile",
    "ReadLaws",
    "Reference",
    "RetiredCorrection",
    "Revision",
    "SearchResult",
    "Term",
    "Text",
    "Verification",
    "VerifiedCitation",
    "VerifiedQuote",
    "Wording",
    "as_json",
    "build",
    "check_pairs",
    "find_references",
    "ingest",
    "open_corpus",
    "read_files",
    "verify",
]

_FUNCTIONS = (
    *("Corpus", "build", "check_pairs", "find_references"),
    *("ingest", "open_corpus", "read_files", "verify"),
)
_MODULES = {"LawkbError": "errors"} | dict.fromkeys(_FUNCTIONS, "api")
_TYPES = "exchange.public_types"


def __getattr__(name: str) -> Any:
    """Import a name of ``__all__`` when it is first used, by PEP 562."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES.get(name, _TYPES)}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
