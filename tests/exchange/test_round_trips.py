"""Whatever another program does to a file, each of its texts is accepted, refused or unchanged."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from functools import cache

from hypothesis import event, given
from hypothesis import strategies as st

from lawkb.align.translation_units import texts_of
from lawkb.corpus.decision_files import REVIEW_STATES, DecisionReason
from lawkb.errors import LawkbError
from lawkb.exchange.formats.all_formats import WRITERS, rows_of
from lawkb.exchange.translation_export import export_texts, translation_of
from lawkb.exchange.translation_import import TranslationMerge, _of_export, merge_rows
from lawkb.model.code import Code
from tests.corpus_files import bridge_code, greek_texts
from tests.exchange.edited_files import Csv, Po, Tool, Xliff12, Xliff21, Xlsx

CAUSE = DecisionReason("clearer", "Μαρία", "2026-01-01", "file")
TOOLS: dict[str, Callable[[bytes], Tool]] = {
    "xliff12": Xliff12,
    "xliff": Xliff21,
    "po": Po,
    "csv": Csv,
    "xlsx": Xlsx,
}
# States as each format writes them, and some that it does not have.
STATES = {
    "xliff12": ["final", "signed-off", "translated", "needs-translation", "x-mine"],
    "xliff": ["initial", "translated", "reviewed", "final"],
    "po": ["needs-review", "translated"],
    "csv": [*REVIEW_STATES, "done", ""],
    "xlsx": [*REVIEW_STATES, "done", ""],
}
WORDS = st.text("αβγδέήίόύώ εζη", min_size=4, max_size=30).filter(lambda w: len(w.split()) > 1)
Edit = tuple[str, int, str, int]  # what is done, to which text, with which words or state


@cache
def exported(form: str) -> bytes:
    return WRITERS[form](greek_texts(20, 57))


EDITS = st.tuples(
    st.sampled_from(
        "edit empty split half merge drop repeat other reverse mark note foreign script".split()
    ),
    st.integers(0, 44),
    WORDS,
    st.integers(0, 9),
)


def do(tool: Tool, form: str, edit: Edit, noted: list[str]) -> None:
    """Do one thing to a file."""
    kind, at, words, number = edit
    names = tool.names()
    if not names:
        return
    name, following = names[at % len(names)], names[(at + 1) % len(names)]
    if kind == "edit":
        tool.edit(name, f"{tool.target(name)} {words}".strip())
    elif kind == "empty":
        tool.edit(name, "")
    elif kind in ("split", "half"):
        tool.split(name, kind == "split")
    elif kind == "merge":
        tool.edit(name, f"{tool.target(name)} {tool.target(following)}".strip())
        tool.edit(following, "")
    elif kind == "drop":
        tool.drop(name)
    elif kind in ("repeat", "other"):
        tool.repeat(name)
        if kind == "other":
            tool.edit(name, words)
    elif kind == "reverse":
        tool.reverse()
    elif kind == "mark":
        tool.mark(name, STATES[form][number % len(STATES[form])])
    elif kind == "note":
        tool.note(name, words)
        noted.append(" ".join(words.split()))
    elif kind == "foreign":
        tool.foreign("it" if number else "de")
    elif kind == "script":
        tool.edit(name, "la carta più alta del giocatore")


def merged(content: bytes) -> TranslationMerge:
    rows = rows_of(io.BytesIO(content), "file", ["en"], ["el"])
    code = bridge_code()
    return merge_rows(code, {}, _of_export(rows, "file", code.outline), CAUSE)


def texts(code: Code) -> dict[str, str]:
    export = export_texts(code, translation_of(code, "2017", None))
    return {unit.name: unit.target for unit in export.units}


@given(form=st.sampled_from([*TOOLS]), edits=st.lists(EDITS, max_size=6))
def test_every_text_is_accepted_refused_or_unchanged_and_the_counts_add_up(
    form: str, edits: list[Edit]
) -> None:
    tool, noted = TOOLS[form](exported(form)), list[str]()
    for edit in edits:
        do(tool, form, edit, noted)
    in_file = Counter(tool.names())
    content = tool.save()
    try:
        done = merged(content)
    except LawkbError as error:
        event("refused whole")
        told = error.what
        is_foreign = "it was exported for el" in told and any(e[0] == "foreign" for e in edits)
        assert is_foreign or (not in_file and "no text" in told)
        return
    assert Counter(each.name for each in done.rows) == in_file
    assert sum(done.counts.values()) == len(done.rows)
    before, after = texts(done.codes[0]), texts(done.codes[1])
    taken = {each.name: each for each in done.rows if "patched" in each.why}
    for each in done.rows:
        event(each.outcome)
        if each.outcome == "refused":
            assert each.why
        if each.outcome == "unchanged" and each.after != each.before:
            assert each.why
        if each.outcome == "accepted":
            assert any(word in each.why for word in ("patched", "state", "comment recorded"))
    for name, text in before.items():
        assert after[name] == (taken[name].after if name in taken else text)
    said = "\n".join([*(each.text for each in done.comments), *(each.why for each in done.rows)])
    assert all(words in said for words in noted)


def test_the_other_programs_change_nothing_by_themselves() -> None:
    for form, tool in TOOLS.items():
        done = merged(tool(exported(form)).save())
        assert done.counts["unchanged"] == len(done.rows) > 40, form
        assert (done.patches, done.reviews, done.comments) == ((), (), ())


def test_a_patched_text_reads_as_the_row_says() -> None:
    tool = Xliff21(exported("xliff"))
    tool.edit("57A1", "Άλλα λόγια εδώ")
    done = merged(tool.save())
    law = done.codes[1].laws["2017", "el", done.patches[0].address.law]
    provision = law.find(done.patches[0].address)
    assert provision is not None
    assert texts_of(provision, done.codes[1].outline.scheme)[""].shown == "Άλλα λόγια εδώ"
