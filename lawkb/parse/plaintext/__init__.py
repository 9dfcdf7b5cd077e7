"""Read plain text as lines or a document: pages copied by hand, and dumps of whole wiki pages.

`text_page` reads pages of one line per paragraph without markup. `dump` (with `dump_layout`) reads
dumps of whole pages, as inscriptis, html2text, lynx and w3m write them. They stay two readers: a
dump has its headings and footnotes where its layout shows them, before any law is read; on a copied
page both are known only with the law, since a heading may be on one line with its sentence, and
footnotes without numbers follow the last language. Both count every character by kind.
"""
