"""The cases of addresses typed as texts cite them, for all that reads them."""

from __future__ import annotations

import tomllib

from tests.corpus_files import CASES, CORPUS

Case = dict[str, str]

CITED: list[Case] = tomllib.loads((CASES / "refs" / "cited.toml").read_text("utf-8"))["cited"]
_EXAMPLES = CORPUS.parent / "examples"
FOLDERS = {
    "bridge": CORPUS,
    "statute": _EXAMPLES / "statute" / "corpus",
    "pebbles": _EXAMPLES / "three-pebbles" / "corpus",
}
