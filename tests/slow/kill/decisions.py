"""A corpus that can be decided about, and every command that writes a decision into it."""

from __future__ import annotations

import csv
import shutil
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from lawkb.corpus.laws import read_code
from lawkb.exchange.formats.csv_text import write_csv
from lawkb.exchange.translation_export import export_texts, translation_of
from lawkb.pipeline import ingest
from tests.corpus_files import CORPUS
from tests.exchange.second_reader import edit_csv

PAGES = ("law_20.txt", "law_57.txt")
REWORDINGS = (("Α. Πρόωρο", "Α. Κάθε πρόωρο"), ("Δ. Πρόωρο", "Δ. Ένα πρόωρο"))
SIGNED = ("--author", "Α. Β.", "--reason")


@dataclass(frozen=True)
class Decision:
    """What an editor decides with a command.

    Attributes:
        name: Tells it from the others.
        words: The command line, without the corpus.
    """

    name: str
    words: tuple[str, ...]


def small_corpus(folder: Path) -> Path:
    """Two real pages, with the laws read from them and no decision yet."""
    corpus = folder / "corpus"
    (corpus / "sources" / "wiki").mkdir(parents=True)
    shutil.copy(CORPUS / "glossary.tsv", corpus)
    for name in PAGES:
        shutil.copy(CORPUS / "sources" / "wiki" / name, corpus / "sources" / "wiki")
    toml = (CORPUS / "corpus.toml").read_text("utf-8")
    (corpus / "corpus.toml").write_text(toml[: toml.rindex("[[sources]]")], "utf-8")
    ingest(corpus)
    return corpus


def decisions(corpus: Path, work: Path) -> tuple[Decision, ...]:
    """Decisions by every command that writes one, each of which can be made beside any other."""
    page = (corpus / "sources" / "wiki" / "law_57.txt").read_text("utf-8")
    code = read_code(corpus)
    table = write_csv(export_texts(code, translation_of(code, "2017", None)))
    copies = []
    for number, (old, new) in enumerate(REWORDINGS):
        assert page.count(old) == 1, old
        copies.append(str(work / f"copy{number}.txt"))
        Path(copies[-1]).write_text(page.replace(old, new), "utf-8")
    (work / "file.csv").write_bytes(edit_csv(table, {"20A": "Άρα ", "20C1": "Και "}))
    return (
        Decision("patch", ("patch", "law_57", copies[0], *SIGNED, "clearer")),
        Decision("patch again", ("patch", "law_57", copies[1], *SIGNED, "shorter")),
        Decision("import", ("import", str(work / "file.csv"), *SIGNED, "joined")),
        Decision("fix", ("check", "--fix", *SIGNED[:2])),
        Decision("waive", ("check", "--waive", "180833ecaf67aa35", *SIGNED, "it has none")),
        Decision("waive again", ("check", "--waive", "31b8e5db030971ab", *SIGNED, "said above")),
        Decision("review", ("review", "set", "57", "reviewed", *SIGNED[:2])),
        Decision("review again", ("review", "set", "20B", "final", *SIGNED[:2])),
        Decision("settle", ("comments", "settle", "36afb419", "--applied", *SIGNED, "done")),
        Decision("ingest", ("ingest",)),
    )


def taken_back() -> tuple[Decision, ...]:
    """Decisions by every command that changes an earlier decision."""
    again = (*SIGNED, "still so")
    return (
        Decision("renew", ("waivers", "renew", "180833ecaf67aa35", *again)),
        Decision("unwaive", ("waivers", "remove", "180833ecaf67aa35")),
        Decision("reopen", ("comments", "reopen", "36afb419")),
        Decision("term", ("terms", "add", "revised bid", "--rendering", "el", "νέα δήλωση")),
        Decision("term changed", ("terms", "change", "declarer", "--note", "told apart")),
    )


def decided(corpus: Path) -> Counter[str]:
    """Every decision that is in a corpus, told by its place and kind, and how often it is there."""
    found: Counter[str] = Counter()
    for file in sorted(corpus.glob("patches/*.toml")):
        for patch in tomllib.loads(file.read_text("utf-8"))["patches"]:
            found[f"{patch['page']} {patch['place']} {patch['field']} {patch['reason']}"] += 1
    for name, key in (("waivers", "fingerprint"), ("comments", "comment")):
        file = corpus / f"{name}.toml"
        if file.exists():
            found.update(
                f"{each[key]} {each['reason']}"
                for each in tomllib.loads(file.read_text("utf-8"))[name]
            )
    terms = {*(CORPUS / "glossary.tsv").read_text("utf-8").splitlines()}
    lines = (corpus / "glossary.tsv").read_text("utf-8").splitlines()
    found.update(line for line in lines if line not in terms)
    if (corpus / "review.tsv").exists():
        with (corpus / "review.tsv").open(encoding="utf-8", newline="") as file_:
            rows = csv.DictReader(file_, delimiter="\t")
            found.update(f"{row['language']} {row['address']} {row['state']}" for row in rows)
    return found
