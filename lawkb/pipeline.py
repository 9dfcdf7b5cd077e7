"""The stages in order, each callable alone: pages to laws, laws to a corpus and its index."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import platformdirs

from lawkb.akn.validate import audit, profile_errors, schema_errors
from lawkb.checks.comment_status import judge_comments
from lawkb.corpus.laws import held_files, law_files, law_path, read_code, write_files
from lawkb.corpus.outline import read_outline, read_sources
from lawkb.corpus.patches import read_patches
from lawkb.errors import LawkbError
from lawkb.model.code import Code, Outline
from lawkb.model.law import Law, Loss
from lawkb.model.page import Account, Page, Piece, Source, decode_page
from lawkb.model.patch import Patch
from lawkb.parse.law_page import Reading, read_law_page
from lawkb.parse.patches import apply_patches
from lawkb.refs.resolve import annotate, resolve_laws
from lawkb.sources.folder import read_pages


@dataclass(frozen=True, slots=True)
class PageReport:
    """What the reading of one page gave.

    Attributes:
        page: The page.
        laws: The laws it gave, resolved; empty when no rule fits its id.
        account: Where its characters went.
        losses: What it no longer holds, stale patches included.
    """

    page: Page
    laws: tuple[Law, ...]
    account: Account
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class Ingest:
    """The reading of all sources of a corpus, nothing written yet.

    Attributes:
        code: The code as the sources give it.
        reports: One per page, by source and page id.
        files: XML by path below the corpus folder.
        audit: What the audit says of the code, a line each.
        changed: Paths whose content differs from what the corpus holds.
    """

    code: Code
    reports: tuple[PageReport, ...]
    files: dict[str, bytes]
    audit: tuple[str, ...]
    changed: tuple[str, ...]


def read_all(folder: Path) -> Ingest:
    """Read every source of a corpus: pages, patches, references, comments, XML. Writes nothing.

    Raises:
        LawkbError: ``corpus.toml``, a patch file or a source folder is wrong, or the XML of a law
            does not fit our own profile.
    """
    outline = read_outline(folder)
    patches = read_patches(folder, outline)
    read = tuple(_readings(folder, outline, patches))
    code = resolve_laws(Code(outline, _laws(read, outline)))
    code = replace(code, laws={key: judge_comments(law) for key, law in code.laws.items()})
    files = law_files(tuple(code.laws.values()), outline)
    for path, content in files.items():
        _validate(path, content)
    held = held_files(folder)
    changed = [path for path in {**held, **files} if held.get(path) != files.get(path)]
    reports = tuple(_report(page, reading, code) for page, reading in read)
    return Ingest(code, reports, files, audit(code), tuple(sorted(changed)))


def ingest(folder: Path) -> Ingest:
    """Read every source of a corpus and write its laws, all or nothing.

    Raises:
        LawkbError: As ``read_all``, or the corpus cannot be written.
    """
    result = read_all(folder)
    write_files(folder, result.files)
    return result


def index_folder(corpus: Path) -> Path:
    """Where the index of a corpus is cached: private to the user, never in the corpus."""
    home = os.environ.get("LAWKB_CACHE")
    base = Path(home) if home else platformdirs.user_cache_path("lawkb")
    key = hashlib.sha256(str(corpus.resolve()).encode()).hexdigest()[:16]
    return base / f"index-{key}"


def _readings(
    folder: Path, outline: Outline, patches: tuple[Patch, ...]
) -> Iterator[tuple[Page, Reading]]:
    for source in read_sources(folder, outline):
        for page in read_pages(folder / "sources" / source.name, source):
            yield page, _patched(_reading(page, source, outline), patches, outline)


def _reading(page: Page, source: Source, outline: Outline) -> Reading:
    for rule in source.rules:
        law = rule.law(page.page_id)
        if law and law <= outline.edition(rule.edition).laws:
            return read_law_page(page, rule, source, outline.scheme)
    text, losses = decode_page(page.content)
    loss = Loss("unparsed", "no rule under [[sources.pages]] fits this page id")
    pieces = (Piece("unparsed", 0, len(text)),)
    return Reading((), text, pieces, (*losses, loss))


def _patched(reading: Reading, patches: tuple[Patch, ...], outline: Outline) -> Reading:
    laws = []
    losses = list(reading.losses)
    for law in reading.laws:
        patched, stale = apply_patches(law, patches)
        laws.append(annotate(patched, outline))
        losses.extend(stale)
    return replace(reading, laws=tuple(laws), losses=tuple(losses))


def _laws(
    read: tuple[tuple[Page, Reading], ...], outline: Outline
) -> dict[tuple[str, str, int], Law]:
    """All laws by their key, in the order of editions, numbers and expressions.

    Raises:
        LawkbError: Two pages hold the same law.
    """
    laws: dict[tuple[str, str, int], Law] = {}
    for page, reading in read:
        for law in reading.laws:
            key = (law.edition, law.language, law.number)
            if key in laws:
                other = laws[key].origin
                raise LawkbError(
                    page.path,
                    f"{other.source}/{other.page} holds this law too",
                    "keep one of the two, or mend the patterns in corpus.toml",
                )
            laws[key] = law
    return {key: laws[key] for key in sorted(laws, key=lambda key: outline.place(*key))}


def _validate(path: str, content: bytes) -> None:
    """Profile always, official schema where installed: a fault is ours and nothing is written."""
    faults = profile_errors(content) or schema_errors(content) or ()
    if faults:
        raise LawkbError(path, f"not valid Akoma Ntoso: {faults[0]}", "this is a fault of lawkb")


def _report(page: Page, reading: Reading, code: Code) -> PageReport:
    laws = tuple(code.laws[law.edition, law.language, law.number] for law in reading.laws)
    return PageReport(page, laws, reading.account, reading.losses)


__all__ = ["Ingest", "PageReport", "index_folder", "ingest", "law_path", "read_all", "read_code"]
