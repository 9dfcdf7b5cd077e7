"""Comparisons of two revisions of a page, in HTML or as extracted text.

`html` and `text` read a comparison into lines of the newer revision; `page` makes a document of
them, and `completion` adds what they have to the law of another page.
"""
