"""Read a Word file (DOCX) into a document: what the printed page shows, automatic numbers included.

`word_file` opens the file in bounded memory, `styles` resolves what paragraphs inherit and counts
their automatic numbers, and `document` reads the words of paragraphs and puts the blocks together.
"""
