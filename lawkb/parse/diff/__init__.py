"""Comparisons of two revisions of a page, in HTML or as extracted text.

`html` and `text` read a comparison into lines of the newer revision; `newer_revision` makes a
document of them. `lawkb.parse.complete_law` adds their content to the law of another page.
"""
