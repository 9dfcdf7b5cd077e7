"""Templates as they were compiled, kept between builds: a changed one is compiled anew.

What is kept is run, so that nothing is taken but what this user alone has written.
"""

from __future__ import annotations

import marshal
import sys
from importlib.metadata import version
from pathlib import Path
from types import CodeType

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from lawkb.corpus.cached import templates_folder
from lawkb.corpus.stats import digest_of
from lawkb.files import keep_content, kept_content

# What compiles a template.
_COMPILER = f"{sys.version} {sys.flags.optimize} {version('jinja2')} {version('markupsafe')}"
# What it asks of an environment.
_SETTINGS = ("autoescape", "optimized", "trim_blocks", "lstrip_blocks")


class KeptTemplates(BytecodeCache):
    """Where Jinja looks for a compiled template, and puts it.

    It counts for the same name, file and source, Jinja, Python and settings of the environment.
    """

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a bucket its code, if it was kept."""
        content = kept_content(_file(bucket), _key(bucket))
        held = marshal.loads(content) if content is not None else None
        bucket.code = held if isinstance(held, CodeType) else None

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a bucket; where nothing can be written, nothing is kept."""
        keep_content(_file(bucket), _key(bucket), marshal.dumps(bucket.code))

    def get_source_checksum(self, source: str) -> str:
        """What tells a source from every other."""
        return digest_of(source.encode())


def _file(bucket: Bucket) -> Path:
    """A file for each name and file of a template: that of another folder does not drive it out."""
    return templates_folder() / bucket.key


def _key(bucket: Bucket) -> str:
    settings = " ".join(str(getattr(bucket.environment, name)) for name in _SETTINGS)
    return f"{_COMPILER} {settings} {bucket.key} {bucket.checksum}"
