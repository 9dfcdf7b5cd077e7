"""Parse files made of elements: Akoma Ntoso, Formex, EUR-Lex's HTML, HTML of any other site.

A form is a function from an element to its `Role`: a heading, the label of a point, a footnote and
so on (`roles`). One reader (`blocks`) turns the roles into blocks, sizes and losses. `xml_files`
parses XML safely and names its root; `formulas` writes a formula as text. For pages of sites,
`layout_tables`, `list_numbers`, `quotations` and `web_notes` find what only a browser or a reader
sees: labels in tables, automatic numbers, quoted paragraphs, footnotes.
"""
