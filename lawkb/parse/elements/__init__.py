"""Parse files made of elements: Akoma Ntoso, Formex, EUR-Lex's HTML, HTML of any other site.

A form is a function from an element to its `Role`: a heading, the label of a point, a footnote and
so on. `blocks` parses XML safely, names its root, turns the roles into blocks, sizes and losses,
and writes a formula as text. `akoma_ntoso`, `formex` and `web_page` have the roles of a form; the
last finds what only a browser or a reader sees, too: labels in tables, automatic numbers, quoted
paragraphs, footnotes.
"""
