"""One page in every form gives one law: raw, page of either template, exports."""

import gzip
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from lawkb.model.law import Comment, Law, Loss, Provision
from lawkb.model.page import Page
from lawkb.parse.complete_law import fold_typography
from lawkb.parse.read_page import PageReading, read_law_page
from tests.corpus_files import PEBBLES, outline_in, wiki_in
from tests.parse.three_pebbles import extracted, read_rule

SAMPLES = Path(__file__).parents[1] / "samples" / "dokuwiki"
PAGES = ("rule_02", "rule_03", "rule_07", "rule_20", "rule_40", "code:rule_57")
# Each wiki with its raw text. The stock wiki's rule_03 was edited past the wiki after its HTML was
# saved: the text of that time is in the attic.
FORMS = {
    "raw, stock": "data26/pages/{}.txt",
    "page, stock": "http26/{}.show.html",
    "export_xhtml, stock": "http26/{}.export_xhtml.html",
    "export_xhtmlbody, stock": "http26/{}.export_xhtmlbody.html",
    "raw, bootstrap3": "data22/pages/{}.txt",
    "page, bootstrap3": "http22/{}.show.html",
    "export_xhtml, bootstrap3": "http22/{}.export_xhtml.html",
    "export_xhtmlbody, bootstrap3": "http22/{}.export_xhtmlbody.html",
}
EARLIER = {("rule_03", "raw, stock"): "data26/attic/rule_03.1456819500.txt.gz"}
RENDERED = [form for form in FORMS if not form.startswith("raw")]
TEXT_PAGES = ("rule_02", "rule_03", "rule_07", "rule_20", "rule_40")
# With a byte order mark the wiki shows the title of code:rule_57 as text; we read the title.
MARKED = ("code:rule_57", "stock")


def path_of(page: str, form: str) -> Path:
    written = page.replace(":", "/" if form.startswith("raw") else "__")
    return SAMPLES / EARLIER.get((page, form), FORMS[form].format(written))


def raw_form(form: str) -> str:
    return f"raw, {form.rpartition(', ')[2]}"


@cache
def reading(page: str, form: str) -> PageReading:
    path = path_of(page, form)
    content = path.read_bytes()
    content = gzip.decompress(content) if path.suffix == ".gz" else content
    namespace = page.rpartition("rule_")[0]
    rule = replace(wiki_in(PEBBLES).rules[0], pattern=f"{namespace}rule_{{law}}")
    return read_law_page(
        Page("wiki", page, path.name, content), rule, wiki_in(PEBBLES), outline_in(PEBBLES)
    )


def shape(law: Law) -> list[tuple[object, ...]]:
    """What a law says, typography and the places of marks on the page aside."""
    return [
        (
            outline_in(PEBBLES).scheme.write(p.address),
            p.num,
            words(p.heading.text) if p.heading else None,
            [words(passage.text) for passage in p.passages],
            [(note.marker, words(note.text)) for note in p.notes],
            [(link.kind, link.target) for passage in p.passages for link in passage.links],
            (p.inferred, p.lost),
        )
        for p in law.provisions()
    ]


def words(text: str) -> str:
    return " ".join(fold_typography(text).split())


def letters(law: Law) -> Counter[str]:
    """Every letter of the text of a law and how often it stands there: cells may run together."""
    return Counter(
        "".join(words(each.text).replace(" ", "") for p in law.provisions() for each in p.passages)
    )


def told(losses: tuple[Loss, ...], law: Law, provision: Provision, *kinds: str) -> bool:
    """Whether a loss of one of some kinds is listed for a provision of a law."""
    return any(
        (loss.kind, loss.address, loss.language) == (kind, provision.address, law.language)
        for loss in losses
        for kind in kinds
    )


@pytest.mark.parametrize("form", RENDERED)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_gives_the_same_laws_as_its_raw_text(page: str, form: str) -> None:
    raw, rendered = reading(page, raw_form(form)), reading(page, form)
    assert [law.language for law in raw.laws] == [law.language for law in rendered.laws]
    for one, other in zip(raw.laws, rendered.laws, strict=True):
        if (page, form.rpartition(", ")[2]) == MARKED:
            (title, *rest), (shown, *others) = shape(one), shape(other)
            assert rest == others
            assert title[2] is not None
            assert str(title[2]) in str(shown[3])
            assert told(rendered.losses, other, other.root, "title")
        else:
            assert shape(one) == shape(other)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("page", PAGES)
def test_no_form_of_a_page_leaves_anything_unparsed(page: str, form: str) -> None:
    assert reading(page, form).account.counts["unparsed"] == 0


@pytest.mark.parametrize("page", TEXT_PAGES)
def test_what_the_text_of_a_page_lacks_of_its_raw_text_is_a_loss(page: str) -> None:
    text, raw = read_rule(extracted("A", page), page), reading(page, "raw, bootstrap3")
    tables = any(loss.kind == "table" for loss in text.losses)
    for law, full in zip(text.laws, raw.laws, strict=True):
        assert letters(law) == letters(full)
        for own, whole in zip(law.provisions(), full.provisions(), strict=True):
            assert own.address == whole.address
            assert own.num == whole.num or told(text.losses, law, own, "title", "letter")
            if own.heading != whole.heading:
                same = own.heading and whole.heading and own.heading.text == whole.heading.text
                assert same or told(text.losses, law, own, "title", "heading")
            if not tables:
                assert [words(p.text) for p in own.passages] == [
                    words(p.text) for p in whole.passages
                ]
            for note, said in zip(own.notes, whole.notes, strict=True):
                same = note.marker == said.marker and words(note.text) == words(said.text)
                assert same or told(text.losses, law, own, "note")


@pytest.mark.parametrize("page", TEXT_PAGES)
def test_text_without_headings_still_has_every_letter_of_the_law(page: str) -> None:
    text, raw = read_rule(extracted("B", page), page), reading(page, "raw, bootstrap3")
    for law, full in zip(text.laws, raw.laws, strict=True):
        assert letters(law) == letters(full)
        for provision in law.provisions():
            lost = provision.heading is None and "num" in provision.inferred
            assert not lost or told(text.losses, law, provision, "heading")


@pytest.mark.parametrize("variant", "AB")
@pytest.mark.parametrize("page", TEXT_PAGES)
def test_sections_that_a_text_lacks_are_a_loss(page: str, variant: str) -> None:
    text, raw = read_rule(extracted(variant, page), page), reading(page, "raw, bootstrap3")
    for law, full in zip(text.laws, raw.laws, strict=True):
        held = {provision.address for provision in law.provisions()}
        lacking = [each.address for each in full.provisions() if each.address not in held]
        assert not lacking or told(text.losses, law, law.root, "section")
        sections = any(each.address.depth == 1 for each in law.provisions())
        assert not (sections and told(text.losses, law, law.root, "section"))


@pytest.mark.parametrize("form", ["page, stock", "page, bootstrap3"])
def test_a_comment_has_one_time_in_every_form(form: str) -> None:
    wiki = replace(wiki_in(PEBBLES), zone="Europe/Athens")
    kept = (SAMPLES / "data26" / "meta" / "rule_07.comments").read_bytes()
    raw = path_of("rule_07", "raw, stock").read_bytes()
    page = Page("wiki", "rule_07", "rule_07.txt", raw, comments=kept)
    told_by_file = read_law_page(page, wiki.rules[0], wiki, outline_in(PEBBLES))
    text = read_rule(extracted("A", "rule_07"))
    for other in (reading("rule_07", form), text):
        for one, law in zip(told_by_file.laws, other.laws, strict=True):
            assert sorted(times(one.comments)) == sorted(times(law.comments))


def times(comments: tuple[Comment, ...]) -> list[tuple[str, str, str | None]]:
    """Who wrote each comment, when, and when it was changed, replies included."""
    found = []
    for comment in comments:
        found += [(comment.author, comment.created, comment.edited), *times(comment.replies)]
    return found
