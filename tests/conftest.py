"""Hypothesis profiles: ``ci`` is repeatable and thorough, ``dev`` looks for new cases each run."""

import os

from hypothesis import settings

settings.register_profile("ci", deadline=None, derandomize=True, max_examples=200)
settings.register_profile("dev", deadline=None, max_examples=100)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "dev")
