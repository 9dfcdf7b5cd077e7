"""Promise 1: nothing of a page is lost, whatever the page is."""

from collections import Counter

from hypothesis import example, given
from hypothesis import strategies as st

from lawkb.model.law import Law
from lawkb.model.page import Page, PieceKind
from lawkb.model.passage import Passage
from lawkb.model.source import PageRule
from lawkb.model.text_encoding import decode_page
from lawkb.parse.read_page import PageReading, read_law_page
from lawkb.parse.text_lines import read_blocks
from tests.corpus_files import bridge_outline, bridge_wiki

RULE = PageRule("law_{law}", "2017", ("el", "en"))

# What lines of such pages are made of, right and wrong.
LABELS = st.sampled_from(
    "Α. Β. Γ. ΣΤ. A. B. C. Z. Ι. 1. 2. 3. 7. 13. 99999. (α) (β) (a) (b) (i) (ii) (v) (zz)".split()
)
WORDS = st.sampled_from(
    [
        *("Όταν ένας αμυνόμενος παίξει card hand τρόπο1)) Declarer3) Β4) 49) (βλέπε 16B1".split()),
        *("Νόμο 47E. see A above ΑΣΔ: | < & \u00a0 \ufeff \u2028 \u00ad ͺ й ]]> ά".split(" ")),
    ]
)
LINES = st.one_of(
    st.builds(
        lambda labels, words: " ".join([*labels, *words]),
        st.lists(LABELS, max_size=3),
        st.lists(WORDS, max_size=8),
    ),
    st.sampled_from(
        [
            "",
            "  ",
            "1)",
            "2)",
            "μέσω χειρονομίας ή νεύματος",
            "as by a gesture or nod",
            "Μίλτος Κουτούγκος, 2017/06/30 14:14",
            "Γ3: Ένα πρόωρο παίξιμο…",
            "  • law_57.txt",
            "  • Τελευταία τροποποίηση: 2018/05/25 17:08",
            "Θα μπορούσατε να σχολιάσετε αν είσασταν συνδεδεμένος.",
            "ΝΟΜΟΣ 57 – Πρόωρο Παίξιμο",
            "Law 57",
        ]
    ),
    st.text(max_size=40),
)
PAGES = st.lists(LINES, max_size=25).map("\n".join)


def read(content: bytes) -> PageReading:
    return read_law_page(
        Page("wiki", "law_57", "law_57.txt", content), RULE, bridge_wiki(), bridge_outline()
    )


def signs(text: str) -> Counter[str]:
    return Counter("".join(text.split()))


def accounted(reading: PageReading, kind: PieceKind) -> Counter[str]:
    return signs("".join(reading.text[p.start : p.end] for p in reading.pieces if p.kind == kind))


def passages(law: Law) -> list[Passage]:
    own = [passage for p in law.provisions() for passage in p.passages]
    return own + [p.heading for p in law.provisions() if p.heading]


@given(st.binary(max_size=400))
@example(b"\xd0\xcf\x11\xe0")  # the first bytes of Word files
@example(b"PK\x03\x04 and text")
def test_any_bytes_are_read_and_accounted_for(content: bytes) -> None:
    account = read(content).account
    assert account.total == len(decode_page(content)[0]) == sum(account.counts.values())


@given(PAGES)
def test_any_page_is_read_and_accounted_for(text: str) -> None:
    content = text.encode(errors="replace")
    account = read(content).account
    assert account.total == len(decode_page(content)[0]) == sum(account.counts.values())


@given(PAGES)
def test_every_sign_of_a_page_stands_where_its_account_says(text: str) -> None:
    reading = read(text.encode(errors="replace"))
    body, heads, notes = Counter[str](), Counter[str](), Counter[str]()
    for law in reading.laws:
        heads += signs(law.root.num)
        for provision in law.provisions():
            body += signs(provision.num) if provision is not law.root else Counter()
            body += signs("".join(passage.text for passage in provision.passages))
            heads += signs(provision.heading.text if provision.heading else "")
            for note in provision.notes:
                printed = note.lines is not None and "marker" not in note.inferred
                notes += signs(f"{note.marker})" * (2 if printed else 1) + note.text)
    assert body == accounted(reading, "law")
    assert notes == accounted(reading, "notes")
    # A run-in colon and the dash behind the number of a title are all that headings drop.
    assert not heads - accounted(reading, "headings")
    assert set(accounted(reading, "headings") - heads) <= set(":–-—.")


@given(PAGES)
def test_blocks_join_to_the_page(text: str) -> None:
    page = decode_page(text.encode(errors="replace"))[0]
    blocks = read_blocks(page, bridge_wiki())
    at = blocks[0].start if blocks else len(page)
    assert not page[:at].strip()
    for block in blocks:
        assert block.start == at
        assert page[block.at : block.at + len(block.text)] == block.text
        at = block.end
    assert at == len(page)


@given(PAGES)
def test_no_address_stands_twice_in_a_law_and_passages_are_lines(text: str) -> None:
    for law in read(text.encode(errors="replace")).laws:
        addresses = [p.address for p in law.provisions()]
        assert len(addresses) == len(set(addresses))
        assert addresses == sorted(addresses)
        for passage in passages(law):
            assert passage.text.strip()
            assert "\n" not in passage.text
            assert all(0 <= note.at <= len(passage.text) for note in passage.notes)


@given(PAGES)
def test_what_a_page_does_not_say_is_marked_inferred(text: str) -> None:
    for law in read(text.encode(errors="replace")).laws:
        for provision in law.root.children:
            for part in provision.walk():
                assert bool(part.num) != ("num" in part.inferred)
