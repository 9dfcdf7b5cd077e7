"""The decisions of editors as data: what each adds to the files of a corpus, what it removes.

A decision is made from the code and the present entries; nothing is read or written for that.
``decided_files`` gives the new content of the files, ``undone`` the decision that takes it back.
Corrections of texts are in ``corrections``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from msgspec import structs

from lawkb.corpus.decision_files import (
    ColleagueComment,
    DecisionReason,
    Review,
    ReviewState,
    SettledAs,
    Settlement,
    Waiver,
    changed_files,
    discussion_entry,
    entries_as_written,
    is_empty,
    patch_entries,
    review_entry,
    settlement_entry,
    waiver_entry,
)
from lawkb.corpus.entries import Entry
from lawkb.corpus.glossary import (
    Glossary,
    Term,
    Word,
    check_addition,
    dictionary_form,
    first_form,
    new_term,
    term_entry,
    written,
)
from lawkb.corpus.writing import Writer
from lawkb.editorial.findings import new_waiver
from lawkb.editorial.new_patches import fix_findings, without_unfit
from lawkb.editorial.translation_progress import (
    Reviews,
    Translation,
    progress_of,
    texts_hashes,
)
from lawkb.errors import LawkbError, on_one_line, without_controls
from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.model.finding import Finding, say
from lawkb.model.page import Patch
from lawkb.words.folding import fold
from lawkb.words.tokens import read_vocabulary

DecisionKind = Literal[
    "correction",
    "acceptance",
    "review",
    "comment",
    "term",
    "translation",
    "import",
    "discussion",
    "proposal",
]
_SHORT, _LONG = 60, 200  # characters of words in a summary, and of the summary
_UNDO = "Undo: "
# Values of entries that people say beside a text or term, and that are in no `DecisionReason`.
_SAID = frozenset({"author", "note", "word", "reviewer"})
_SHORTEST = 4  # letters of a stem that few other words share
_SIGNS = re.compile(r"[*|]")  # of stems and alternatives
_Pages = tuple[tuple[str, bytes], ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """What an editor decided, as changes of files of the corpus."""

    kind: DecisionKind  # What the decision is about.
    what: str  # One line in English, also the message of a git commit: `Accept omission at 20E`.
    added: tuple[Entry, ...] = ()  # Entries to add.
    # Entries to remove; the first added one takes the place of the first removed one.
    removed: tuple[Entry, ...] = ()
    pages: _Pages = ()  # New source files, by path below the corpus folder.
    # Source files to remove, with the content that they must have; one that is also new is
    # replaced.
    removed_pages: _Pages = ()
    # Files that exist only because of the decision that this one undoes; removed when nothing is
    # left in them.
    new_files: tuple[str, ...] = ()


def decided_files(folder: Path, decision: Decision, outline: Outline) -> dict[str, bytes | None]:
    """Return the new content of the files of a decision, by path; nothing is written.

    Comments, order and spelling of the other entries stay as they are.

    Returns:
        Content by path below the corpus folder; None for a file to be removed.

    Raises:
        LawkbError: An entry or page to be removed is no longer there, a new page is there already,
            or a file cannot be read.
    """
    found: dict[str, bytes | None] = {}
    changed = changed_files(folder, decision.removed, decision.added, outline)
    for file, content in changed.items():
        new = file in decision.new_files or not content
        unused = new and is_empty(file, content, outline)
        found[file] = None if unused else content.encode()
    new_pages, old_pages = dict(decision.pages), dict(decision.removed_pages)
    for path, page in old_pages.items():
        _check_page(folder / path, page, say("the page was changed since"))
        found[path] = new_pages.get(path)
    for path, page in new_pages.items():
        if path not in old_pages:
            _check_page(folder / path, page, say("another page is there already"))
            found[path] = page
    return found


def put_decision(
    folder: Path, decision: Decision, outline: Outline, writer: Writer
) -> tuple[str, ...]:
    """Write the files of a decision, all or none; return their paths."""
    files = decided_files(folder, decision, outline)
    written = {path: content for path, content in files.items() if content is not None}
    writer.put(written, [path for path in files if path not in written])
    return tuple(files)


def as_written(folder: Path, decision: Decision, outline: Outline) -> Decision:
    """Return a decision with what its undo needs to give back every byte of the files.

    Call it before the files are written. Without it, an undo gives back the same entries; those
    that were removed may then be at another place and written in another way.
    """
    files = {each.file for each in decision.added}
    return replace(
        decision,
        removed=entries_as_written(folder, decision.removed, outline),
        new_files=tuple(sorted(file for file in files if not (folder / file).exists())),
    )


def undone(decision: Decision) -> Decision:
    """Return the decision that takes another one back; of that, the decision as it was first."""
    again = decision.what.removeprefix(_UNDO)
    return replace(
        decision,
        what=again if again != decision.what else f"{_UNDO}{decision.what}",
        added=decision.removed,
        removed=decision.added,
        pages=decision.removed_pages,
        removed_pages=decision.pages,
    )


def _check_page(file: Path, content: bytes, told: str) -> None:
    if file.exists() and file.read_bytes() != content:
        raise LawkbError(str(file), told, say("look at that page first"))


def new_decision(
    kind: DecisionKind, what: str, added: Iterable[Entry], removed: Iterable[Entry] = ()
) -> Decision:
    """Return a decision; an entry that it would both add and remove stays as it is.

    Characters that XML does not allow are replaced in the values of new entries; what people say of
    a decision has no control characters and no marks of the direction of text either.
    """
    gone = [*removed]
    kept = []
    for entry in added:
        values = tuple(
            (name, without_unfit(without_controls(value) if name in _SAID else value))
            for name, value in entry.values
        )
        clean = replace(entry, values=values)
        if clean in gone:
            gone.remove(clean)
        else:
            kept.append(clean)
    return Decision(
        kind, _quoted(on_one_line(without_controls(what)), _LONG), tuple(kept), tuple(gone)
    )


def _quoted(words: str, most: int = _SHORT) -> str:
    """Return words for a summary, long ones shortened."""
    return words if len(words) <= most else f"{words[:most].rstrip()}…"


# ---- patches


def corrections(
    patches: Sequence[Patch],
    existing: Iterable[Patch],
    outline: Outline,
    what: str,
    removed: Iterable[Entry] = (),
) -> Decision:
    """Return the decision to add patches."""
    return new_decision("correction", what, patch_entries(patches, existing, outline), removed)


def joined_corrections(made: Iterable[Decision], what: str) -> Decision:
    """Return corrections of several provisions as one decision."""
    each = [*made]
    added = [entry for one in each for entry in one.added]
    return new_decision("correction", what, added, [e for one in each for e in one.removed])


def fix_all(
    findings: Iterable[Finding],
    code: Code,
    patches: Iterable[Patch],
    author: str,
    date: str,
) -> tuple[Decision, tuple[Finding, ...]]:
    """Return the decision to make the unambiguous fixes of findings, and the findings left.

    Args:
        findings: One finding or many; those that have no fix or are waived are ignored.

    Returns:
        The decision, which adds nothing if there is nothing to fix; and the findings whose fix
        overlaps an earlier one, to be fixed after it.
    """
    made, left = fix_findings(findings, code, author, date)
    scheme = code.outline.scheme
    places = dict.fromkeys(f"{scheme.write(p.address)} ({p.language})" for p in made)
    what = f"Fix {', '.join(places)}" if len(places) < 4 else f"Fix {len(places)} provisions"
    return corrections(made, patches, code.outline, what), left


def imported(
    code: Code,
    new: tuple[Sequence[Patch], Sequence[Review], Sequence[ColleagueComment]],
    present: tuple[Sequence[Patch], Reviews],
    what: str,
) -> Decision:
    """Return the decision to take over the texts, states and comments of a translator's file."""
    patches, reviews, comments = new
    added = patch_entries(patches, present[0], code.outline)
    states, replaced = _review_entries(reviews, present[1], code.outline)
    said = map(discussion_entry, comments)
    return new_decision("import", what, (*added, *states, *said), replaced)


# ---- accepted findings


def accept_finding(
    finding: Finding, code: Code, waivers: Iterable[Waiver], cause: DecisionReason
) -> Decision:
    """Return the decision to accept a finding (a waiver).

    Raises:
        LawkbError: There is no reason, or the finding has a waiver already.
    """
    _check_reason(cause.reason, finding.fingerprint)
    if any(each.fingerprint == finding.fingerprint for each in waivers):
        told = say("it is waived already, perhaps for texts that have changed")
        hint = f"lawkb waivers renew {finding.fingerprint}"
        raise LawkbError(finding.fingerprint, told, hint)
    waiver = new_waiver(finding, code, cause)
    return new_decision("acceptance", _of_waiver("Accept", waiver), [waiver_entry(waiver)])


def renew_acceptance(
    waiver: Waiver, findings: Iterable[Finding], code: Code, cause: DecisionReason
) -> Decision:
    """Return the decision to bind a waiver to the present texts.

    Args:
        cause: Who renews it, and why; with an empty reason the old one stays.

    Raises:
        LawkbError: There is no such finding any more, or the texts are those of the waiver.
    """
    finding = next((f for f in findings if f.fingerprint == waiver.fingerprint), None)
    if finding is None:
        hint = f"lawkb waivers remove {waiver.fingerprint}"
        raise LawkbError(waiver.fingerprint, say("there is no such finding any more"), hint)
    new = new_waiver(
        finding, code, structs.replace(cause, reason=cause.reason.strip() or waiver.reason)
    )
    same = (new.original, new.translation) == (waiver.original, waiver.translation)
    if same and new.reason == waiver.reason:
        told = say("it is accepted for the present texts since %(date)s", date=waiver.date)
        raise LawkbError(waiver.fingerprint, told, say("there is nothing to renew"))
    what = _of_waiver("Accept again", waiver)
    return new_decision("acceptance", what, [waiver_entry(new)], [waiver_entry(waiver)])


def end_acceptance(waiver: Waiver, *equal: Waiver) -> Decision:
    """Return the decision to remove a waiver, so that its finding is open again."""
    what = _of_waiver("No longer accept", waiver)
    return new_decision("acceptance", what, (), map(waiver_entry, (waiver, *equal)))


def _of_waiver(verb: str, waiver: Waiver) -> str:
    place = f"{waiver.place} ({waiver.language})" if waiver.place else "the whole code"
    return f"{verb} {waiver.rule} at {place}: {_quoted(waiver.reason)}"


def _check_reason(reason: str, where: str) -> None:
    if not reason.strip():
        raise LawkbError(where, say("there is no reason"), say("say why"))


# ---- review states


def set_review_state(
    code: Code,
    reviews: Reviews,
    of: tuple[Translation, Sequence[Address]],
    state: ReviewState,
    signed: tuple[str, str],
) -> Decision:
    """Return the decision to record the state of provisions with everything in them."""
    translation, places = of
    new = [
        Review(
            translation.edition,
            translation.target,
            each.address,
            state,
            *texts_hashes(each.pairs),
            *signed,
        )
        for law in progress_of(code, translation, {}, places).values()
        for each in law
        if each.pairs
    ]
    scheme = code.outline.scheme
    names = ", ".join(map(scheme.write, places)) if places else "all laws"
    added, removed = _review_entries(new, reviews, code.outline)
    return new_decision("review", f"Mark {names} ({translation.target}) as {state}", added, removed)


def _review_entries(
    reviews: Iterable[Review], present: Reviews, outline: Outline
) -> tuple[list[Entry], list[Entry]]:
    """Return the rows of new states, and the rows that they replace.

    The rows that replace others come first, in the same order as those.
    """
    by_key = {(each.edition, each.language, each.address): each for each in reviews}
    known = [key for key in by_key if key in present]
    unknown = [key for key in by_key if key not in present]
    added = [review_entry(by_key[key], outline) for key in (*known, *unknown)]
    return added, [review_entry(present[key], outline) for key in known]


# ---- readers' comments


def decide_comment(
    settlements: Iterable[Settlement],
    comment: str,
    status: SettledAs,
    cause: DecisionReason,
) -> Decision:
    """Return the decision that a reader's comment is resolved or rejected.

    Returns:
        The decision; it adds nothing if the last one says the same.
    """
    _check_reason(cause.reason, comment)
    what = f"Record comment {comment} as {status}: {_quoted(cause.reason)}"
    last = {each.comment: each for each in settlements}.get(comment)
    if last and (last.status, last.reason) == (status, cause.reason):
        return new_decision("comment", what, ())
    new = Settlement(comment, status, cause.reason, cause.author, cause.date)
    return new_decision("comment", what, [settlement_entry(new)])


def withdraw_comment_decision(settlements: Iterable[Settlement], comment: str) -> Decision:
    """Return the decision to remove what was decided on a comment, so that it is open again."""
    made = [settlement_entry(each) for each in settlements if each.comment == comment]
    if not made:
        raise LawkbError(
            comment, say("nothing was decided on this comment"), "lawkb comments lists all"
        )
    return new_decision("comment", f"Open comment {comment} again", (), made)


# ---- terms


def add_term(glossary: Glossary, term: Term, outline: Outline) -> Decision:
    """Return the decision to add a row to the glossary; ``typed_term`` makes one."""
    check_addition(glossary, term)
    return new_decision("term", f"Add {_of_term(term)}", [term_entry(term, outline)])


def change_term(glossary: Glossary, old: Term, new: Term, outline: Outline) -> Decision:
    """Return the decision to replace a row of the glossary."""
    others = Glossary(tuple(each for each in glossary.terms if each != old))
    check_addition(others, new)
    return new_decision(
        "term", f"Change {_of_term(new)}", [term_entry(new, outline)], [term_entry(old, outline)]
    )


def remove_term(term: Term, outline: Outline) -> Decision:
    """Return the decision to remove a row of the glossary."""
    return new_decision("term", f"Remove {_of_term(term)}", [], [term_entry(term, outline)])


def _of_term(term: Term) -> str:
    words = ", ".join(first_form(each) for each in term.renderings.values())
    return f"the term {term.term}: {_quoted(words)}"


# ---- rows of the glossary from what an editor typed, with stems for the inflected forms of words


def allow_all(glossary: Glossary, term: str, language: str, outline: Outline) -> Decision:
    """Return the decision to join the rows of a term that are not forbidden to the first of them.

    Args:
        language: BCP 47 tag; only rows with a translation into this language are joined.

    Raises:
        LawkbError: There are no two such rows, or their translations differ in several words.
    """
    rows = rows_in_use(glossary, term, language)
    if len(rows) < 2:
        raise LawkbError(term, say("it has one translation"), say("load the page again"))
    new = _joined(rows)
    names = ", ".join(first_form(each.renderings[language]) for each in rows)
    return new_decision(
        "term",
        f"Change the term {term}: {names}",
        [term_entry(new, outline)],
        [term_entry(each, outline) for each in rows],
    )


def rows_in_use(glossary: Glossary, term: str, language: str) -> tuple[Term, ...]:
    """Return the rows of a term with a translation into a language that is not forbidden."""
    rows = glossary.renderings(language).get(term, ())
    return tuple(each for each in rows if each.status != "forbidden")


def _joined(rows: Sequence[Term]) -> Term:
    tags = dict.fromkeys(tag for row in rows for tag in row.renderings)
    preferred = any(row.status == "preferred" for row in rows)
    return Term(
        where=rows[0].where,
        term=rows[0].term,
        renderings={tag: _words(rows, tag) for tag in tags},
        status="preferred" if preferred else rows[0].status,
        note=", ".join(dict.fromkeys(row.note for row in rows if row.note)),
    )


def _words(rows: Sequence[Term], tag: str) -> tuple[Word, ...]:
    """Return one translation for several; they may differ in one word only.

    With alternatives of two words, it would also be mixtures that nobody has allowed.
    """
    all_ = [row.renderings[tag] for row in rows if tag in row.renderings]
    places = range(len(all_[0]))
    differing = [n for n in places if len({words[n : n + 1] for words in all_}) > 1]
    if len({len(words) for words in all_}) > 1 or len(differing) > 1:
        told = say(
            "its translations differ in more than one word: %(words)s",
            words=", ".join(map(first_form, all_)),
        )
        raise LawkbError(rows[0].term, told, say("choose one of them, or change the texts"))
    return tuple(tuple(dict.fromkeys(one for words in all_ for one in words[n])) for n in places)


def typed_term(
    term: str,
    renderings: Mapping[str, str],
    status: str,
    note: str,
    outline: Outline,
    old: Term | None = None,
) -> Term:
    """Return a row of the glossary; new translations that were typed without stems get them.

    Args:
        renderings: Translations by language tag, as ``τιμωρημένο φύλλο`` or as the file writes
            them, ``τιμωρημέν* φύλλο|φύλλ*``.
        old: The row that is changed. A translation whose words stay gets no stems.
    """
    held = old.renderings if old else {}
    known = {tag: (written(words), dictionary_form(words)) for tag, words in held.items()}
    stemmed = {
        tag: words
        if words in known.get(tag, ()) or tag not in outline.titles
        else with_stems(words, tag)
        for tag, words in renderings.items()
    }
    return new_term(term, stemmed, status, note, outline)


def with_stems(words: str, language: str) -> str:
    """Return a translation with the stem of each word as an alternative: ``φύλλο|φύλλ*``.

    A word stays alone if its stem is so short that other words begin with it. If the editor wrote
    any stems or alternatives, nothing is added.
    """
    if _SIGNS.search(words):
        return words
    return " ".join(_with_stem(word, language) for word in words.split())


def _with_stem(word: str, language: str) -> str:
    vocabulary, folded = read_vocabulary(language), fold(word)
    stem = vocabulary.stem(folded)
    distinct = len(stem) >= _SHORTEST and stem != folded and folded not in vocabulary.stop
    if not distinct or not folded.startswith(stem) or len(folded) != len(word):
        return word
    return f"{word}|{word[: len(stem)]}*"
