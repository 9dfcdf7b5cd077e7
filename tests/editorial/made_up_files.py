"""Made-up files of editors, written as people write them, with the texts of strangers in them."""

from __future__ import annotations

import tomlkit
from hypothesis import strategies as st

from lawkb.corpus.decision_files import Waiver
from lawkb.corpus.entries import Entry

_SIGNS = ["α", "Β", "=", "#", '"', "'", '"""', "'''", "\\", "[[waivers]]", "](x)", "<b>"]
_CONTROLS = ["\n", "\t", "\r", " ", "\n[[waivers]]\n", "\0", "\x7f", "\x1b[31m", "\u2028", "\ufeff"]
NASTY = st.lists(st.sampled_from([*_SIGNS, *_CONTROLS]), max_size=6).map("".join)
KEYS = list(Waiver.__struct_fields__)
REMARKS = st.lists(
    st.sampled_from(["# a remark\n", "\n", "#[[waivers]]\n", "  # indented\n"]), max_size=3
).map("".join)


def waiver_values(
    reasons: st.SearchStrategy[str],
) -> st.SearchStrategy[tuple[tuple[str, str], ...]]:
    """Values of a waiver; a few of them, so that equal ones occur."""

    def values(fingerprint: str, reason: str) -> tuple[tuple[str, str], ...]:
        own = {"fingerprint": fingerprint, "reason": f"{reason}."}
        return tuple((key, own.get(key, "x")) for key in KEYS)

    return st.builds(values, st.sampled_from(["a1", "b2", "c3"]), reasons)


WAIVERS = waiver_values(NASTY).map(lambda values: Entry("waivers.toml", values))


@st.composite
def waiver_files(draw: st.DrawFn) -> tuple[str, list[Entry]]:
    """A ``waivers.toml`` with remarks, empty lines and any line ends; its entries."""
    entries = draw(st.lists(WAIVERS, max_size=4))
    parts = [draw(REMARKS)]
    for entry in entries:
        table = tomlkit.dumps(dict(entry.values))
        lines = table.replace("\n", draw(st.sampled_from(["\n", "  # why\n", "\n\n"])), 1)
        parts += [f"[[waivers]]{draw(st.sampled_from(['', '  # mine', ' ']))}\n", lines]
        parts += [draw(REMARKS)]
    content = "".join(parts).replace("\n", draw(st.sampled_from(["\n", "\r\n"])))
    if draw(st.booleans()):
        content = content.removesuffix("\n").removesuffix("\r")
    return content, entries


CELLS = st.lists(
    st.sampled_from(["α", "Β", " ", '"', "'", "#", "[[x]]", "|", "é"]), max_size=5
).map(lambda parts: " ".join("".join(parts).split()))
NAMES = ("en", "el", "it", "status", "note")


@st.composite
def term_entries(draw: st.DrawFn) -> Entry:
    """A row of the glossary; few terms, so that equal rows occur."""
    cells = [draw(st.sampled_from(["lead", "dummy", "trick"])), *(draw(CELLS) for _ in range(4))]
    cells[3] = draw(st.sampled_from(["preferred", "admitted"]))
    return Entry("glossary.tsv", tuple(zip(NAMES, cells, strict=True)))


@st.composite
def glossaries(draw: st.DrawFn) -> tuple[str, list[Entry]]:
    """A ``glossary.tsv`` with remarks, empty lines, spaces around cells and any line ends."""
    entries = draw(st.lists(term_entries(), max_size=4))
    parts = [draw(REMARKS), "\t".join(NAMES) + "\n", draw(REMARKS)]
    for entry in entries:
        cells = [value for _, value in entry.values]
        cells[3] = draw(st.sampled_from(["", cells[3]])) if cells[3] == "preferred" else cells[3]
        parts += [draw(st.sampled_from(["\t", " \t", "\t  "])).join(cells) + "\n", draw(REMARKS)]
    content = "".join(parts).replace("  # indented\n", "# flush\n")
    content = content.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))
    if draw(st.booleans()):
        content = content.removesuffix("\n").removesuffix("\r")
    return draw(st.sampled_from(["", "\ufeff"])) + content, entries
