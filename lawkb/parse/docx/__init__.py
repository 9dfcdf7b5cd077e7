"""Read a Word file (DOCX) into a document: what the printed page shows, automatic numbers included.

`word_file` opens the file in bounded memory, `styles` and `numbering` resolve what paragraphs
inherit, `runs` reads the words of a paragraph, and `document` puts the blocks together.
"""
