"""A corpus of any size, made from the page of Law 47 with other numbers."""

from __future__ import annotations

from pathlib import Path

REAL = Path(__file__).parent.parent / "corpus"


def made_up_corpus(folder: Path, laws: int) -> Path:
    """Write a corpus of text pages of about 11 kB each.

    Args:
        folder: Where to write it; made.
        laws: How many laws.
    """
    page = (REAL / "sources" / "wiki" / "law_47.txt").read_text(encoding="utf-8")
    toml = (REAL / "corpus.toml").read_text(encoding="utf-8").replace("laws = 93", f"laws = {laws}")
    (folder / "sources" / "wiki").mkdir(parents=True)
    (folder / "sources" / "codice-di-gara").mkdir()
    (folder / "corpus.toml").write_text(toml, encoding="utf-8")
    for number in range(1, laws + 1):
        text = page.replace("law_47", f"law_{number}").replace("49", str(number % laws + 1))
        path = folder / "sources" / "wiki" / f"law_{number}.txt"
        path.write_text(text, encoding="utf-8")
    return folder
