"""Parts, chapters and sections in the books: headings, and levels of the outline."""

from typing import Any

from lawkb.publish.book.content import Book, Shown, book_volumes, make_book
from lawkb.publish.book.kinds import write_pdf
from tests.lanterns import lanterns
from tests.publish.book.books import book_of, library_of, read_pdf
from tests.publish.book.test_pdf import _accessible

EDITION = "2024"


def book() -> Book:
    return book_of(library_of(lanterns()), EDITION)


def shown(entries: Shown) -> list[Any]:
    return [
        [each.names[0][1], *([shown(each.entries)] if each.entries else [])] for each in entries
    ]


OUTLINE = [
    ["Recitals"],
    ["PART I GENERAL RULES", [
        ["CHAPTER I Purpose and words", [["Article 1"], ["Article 2"]]],
        ["CHAPTER II Keepers", [
            ["Section 1 Appointment", [["Article 3"], ["Article 4"]]],
            ["Section 2 Winter keepers", [["Article 5"]]],
        ]],
    ]],
    ["PART II LIGHTS", [
        ["CHAPTER III Lighting", [["Article 6"], ["Article 7"]]],
        ["CHAPTER IV Final rules", [["Article 8"], ["Article 9"]]],
    ]],
    ["Annex I"],
    ["Annex II"],
]  # fmt: skip


def test_the_outline_of_a_book_has_the_laws_in_their_divisions() -> None:
    assert shown(book().outline) == OUTLINE


def test_the_second_volume_begins_with_the_headings_that_its_first_law_is_under() -> None:
    library = library_of(lanterns())
    tags = library.languages_of(EDITION)
    volumes = book_volumes(library, EDITION, tags, 400)
    assert len(volumes) > 1
    second = make_book(library, EDITION, tags, volumes, 1)
    assert [each.depth for each in second.laws[0].opens] == [*range(1, second.laws[0].depth + 1)]


def test_divisions_are_named_in_both_languages() -> None:
    assert [text for _, text in book().laws[3].opens[0].names] == [
        "CHAPTER II Keepers",
        "ΚΕΦΑΛΑΙΟ Β΄ Φύλακες",
    ]


def test_the_bookmarks_of_a_pdf_are_nested_like_the_divisions() -> None:
    assert _accessible(book()).startswith(b"%PDF")
    pdf = read_pdf(write_pdf(book(), "a5"))

    def names(items: Any) -> list[Any]:
        return [names(each) if isinstance(each, list) else str(each.title) for each in items]

    found = names(pdf.outline)
    at = next(n for n, each in enumerate(found) if str(each).startswith("PART I"))
    chapters = found[at + 1]
    assert [each for each in chapters if isinstance(each, str)] == [
        "CHAPTER I Purpose and wordsΚΕΦΑΛΑΙΟ Α΄ Σκοπός και ορισμοί",
        "CHAPTER II KeepersΚΕΦΑΛΑΙΟ Β΄ Φύλακες",
    ]
