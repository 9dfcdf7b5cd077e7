"""Compare texts with their translations and report likely faults as findings.

In: a ``Code`` with references and comments resolved and the editors' settings (``check_code`` in
``runner``), or the pairs of a bilingual file (``bilingual_files``). Out: ``Finding`` objects in the
order of the laws. ``rules/`` has one function per rule, listed in ``rule_list``; ``omission/``,
``numbers/`` and ``negation/`` are the models they share; ``findings_cache`` caches findings.
"""

from lawkb.corpus.stats import package_stamp

# Packages that do not affect findings: no rule imports them.
APART = ("__pycache__", "publish", "sources")


def own_stamp() -> str:
    """Return a digest of the code of lawkb; empty when it cannot be read."""
    try:
        return package_stamp(APART)
    except OSError:  # not installed in a folder
        return ""


# Computed before any rule is loaded, so a rule edited later is noticed.
STAMP = own_stamp()
