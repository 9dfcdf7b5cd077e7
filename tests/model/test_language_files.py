"""The files of languages: a key that is mistyped is no key of any other language nor of lawkb."""

import re
import tomllib
from difflib import get_close_matches
from pathlib import Path

import lawkb
from lawkb.model.language import package_file

PACKAGE = Path(lawkb.__file__).parent


def keys(code: str) -> set[tuple[str, ...]]:
    """The keys of a language file, and those of its tables."""
    raw = tomllib.loads((PACKAGE / "languages" / f"{code}.toml").read_text(encoding="utf-8"))
    inner = {(key, name) for key, table in raw.items() if isinstance(table, dict) for name in table}
    return {(key,) for key in raw} | inner


def test_every_key_of_a_language_file_is_one_that_lawkb_or_another_language_has() -> None:
    files = (PACKAGE / "languages").glob("*.toml")
    by_code = {file.stem: keys(file.stem) for file in files}
    source = "\n".join(file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py"))
    read = set(re.findall(r"\"(\w+)\"", source))
    faults = []
    for code, own in by_code.items():
        others = set().union(*(found for tag, found in by_code.items() if tag != code))
        for key in sorted(own - others):
            if key[-1] not in read:
                like = get_close_matches(key[-1], [other[-1] for other in others], 1)
                faults.append(f"{code}.toml: {'.'.join(key)} is unknown; did you mean {like}?")
    assert not faults


def test_a_file_read_table_by_table_holds_what_it_holds_as_a_whole() -> None:
    for file in (PACKAGE / "languages").glob("*.toml"):
        assert {**package_file(file.stem)} == tomllib.loads(file.read_text(encoding="utf-8"))
