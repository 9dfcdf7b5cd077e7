"""Pages to laws and companions: pure functions, from the bytes of a page to the nouns of `model`.

`page_lines` detects the format of a page and reads it with one of the rooms: `html`, `dokuwiki`
(raw wiki syntax), `diff` (comparisons of two revisions) and `plaintext` (text taken from rendered
pages). Each gives the blocks of a `document`, with footnotes and comments. `read_page` builds laws
and companions from its lines, and the account of every character; `merge_sources` merges several
pages of the same law, and `apply_patches` applies what editors repair. Pages and their rules come
in; readings with laws, losses and accounts go out. Nothing here reads a file, and no page makes
it raise.
"""
