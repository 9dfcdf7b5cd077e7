"""Check a corpus in a separate process, because it takes seconds and pages must not wait."""

from __future__ import annotations

import os
import pickle
import sys
from pathlib import Path
from subprocess import PIPE

import anyio

from lawkb.checks.runner import check_corpus
from lawkb.corpus.editorial_settings import read_editorial_settings
from lawkb.corpus.laws import read_cached_code
from lawkb.errors import LawkbError
from lawkb.parallel_work import on_one_core
from lawkb.server.incremental_reading import CheckResults, law_digests, uneven_uses

_NICENESS = 5  # requests come first
_NO_TRANSLATION = "--no-translation"
_CALL = "from lawkb.server.background_checks import write_check_results; write_check_results()"


def run_checks(folder: Path, translation: bool) -> CheckResults:
    """Read a corpus, run the checks, and find glossary terms where that is slow.

    Args:
        folder: The corpus folder.
        translation: Whether the translators' pages are published; if not, no check runs.
    """
    code = read_cached_code(folder)
    settings = read_editorial_settings(folder, code.outline)
    found = check_corpus(folder, code, settings) if translation else ()
    uses = uneven_uses(code, settings.glossary)
    return CheckResults(dict(code.files or {}), law_digests(code), settings, found, uses)


async def run_checks_in_process(folder: Path, translation: bool) -> CheckResults:
    """Run ``run_checks`` in another process; cancelling this coroutine ends the process.

    Raises:
        LawkbError: The process failed.
    """
    command = [
        sys.executable,
        "-P",
        "-c",
        _CALL,
        str(folder),
        *([] if translation else [_NO_TRANSLATION]),
    ]
    # A session of its own: Ctrl-C goes to the server alone.
    done = await anyio.run_process(command, check=False, stderr=PIPE, start_new_session=True)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().split("\n")[-1]
        what = f"the checks failed: {said or f'exit code {done.returncode}'}"
        raise LawkbError("lawkb serve", what, "run: lawkb check")
    results: CheckResults = pickle.loads(done.stdout)
    return results


def write_check_results() -> None:
    """Write the result of ``run_checks`` to standard output, pickled.

    The command line of this process names the corpus.
    """
    folder, *options = sys.argv[1:]
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    with on_one_core():
        results = run_checks(Path(folder), _NO_TRANSLATION not in options)
    sys.stdout.buffer.write(pickle.dumps(results))
