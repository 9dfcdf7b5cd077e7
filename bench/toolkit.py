"""The filters of translate-toolkit on a pair of texts: the peer of the checks.

translate-toolkit is GPL: a test tool, never needed by lawkb.
"""

from __future__ import annotations

from functools import cache

from translate.filters.checks import CheckerConfig, StandardChecker
from translate.storage.base import TranslationUnit


def toolkit_failures(original: str, translation: str, language: str) -> frozenset[str]:
    """The names of the filters that fail on a pair.

    Args:
        original: In English.
        translation: In another language.
        language: BCP 47 tag of that.
    """
    unit = TranslationUnit(original)
    unit.target = translation
    return frozenset(_checker(language).run_filters(unit))


@cache
def _checker(language: str) -> StandardChecker:
    return StandardChecker(checkerconfig=CheckerConfig(targetlanguage=language))
