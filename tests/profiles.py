"""How many examples a property is tried on: a profile of Hypothesis says it for all of them.

``quick`` is the one of ``make test``, ``thorough`` that of ``make test-slow``. On CI every run
draws the same examples; elsewhere each run looks for new ones.
"""

from __future__ import annotations

import os

from hypothesis import settings

QUICK, THOROUGH = "quick", "thorough"
_EXAMPLES = {QUICK: 25, THOROUGH: 500}


def register() -> None:
    """Make the profiles known; the option ``--hypothesis-profile`` chooses one."""
    on_ci = os.environ.get("CI") == "true"
    for name, examples in _EXAMPLES.items():
        settings.register_profile(name, deadline=None, derandomize=on_ci, max_examples=examples)
    settings.load_profile(QUICK)


def of_profile(share: float) -> int:
    """A part of the profile's examples, for a property each of whose examples takes long."""
    return max(3, round(settings().max_examples * share))
