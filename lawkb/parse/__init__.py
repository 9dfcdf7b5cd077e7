"""Parse pages into laws and companions: pure functions, from bytes to the data types of `model`.

A companion is a text beside the laws, such as a preface. `page_lines` detects the format of a page
and reads it with one of the packages: `html`, `dokuwiki` (raw wiki syntax), `diff` (comparisons of
two revisions) and `plaintext` (text extracted from rendered pages). Each returns the blocks of a
`document`, with footnotes and comments. `read_page` builds laws and companions from the lines of
these blocks, and counts every character by kind; `merge_sources` merges several pages of the same
law, and `apply_patches` applies the corrections of editors. Input: pages and the rules of their
source; output: readings with laws, losses and counts. Nothing here reads a file, and no page raises
an error.
"""
