"""Parse pages into laws and companions: pure functions, from bytes to the data types of `model`.

A companion is a text beside the laws, such as a preface. `input_formats` detects the format of a
page and has it read by the module or package of that format, which puts the words together in
`words_draft`. Each returns a `document`: blocks with footnotes, and comments; its lines are what
laws and companions are built from. `read_page` does that with `structure`, and counts every
character by kind; `merge_sources` merges several pages of the same law, and `apply_patches` applies
the corrections of editors. Input: pages and the rules of their source; output: readings with laws,
losses and counts. Nothing here reads a file, and no page raises an error.
"""
