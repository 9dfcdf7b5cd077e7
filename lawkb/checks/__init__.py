"""What can be said of a provision by comparing its texts."""

from lawkb.corpus.stats import package_stamp

# What findings cannot depend on: no rule imports it.
APART = ("__pycache__", "publish", "sources")


def own_stamp() -> str:
    """What tells this lawkb from any other; empty where nobody can say."""
    try:
        return package_stamp(APART)
    except OSError:  # it does not lie in a folder
        return ""


# Taken before any rule is loaded: who edits one later has another.
STAMP = own_stamp()
