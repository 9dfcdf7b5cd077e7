"""Pages to laws and companions: pure functions, from the text of a page to the nouns of `model`.

A page is recognised by its content (`page_formats`) and parsed by one of the sub-packages: `html`,
`dokuwiki` (raw wiki syntax), `diff` (comparisons of two revisions) and `plaintext` (text taken from
rendered pages). Each gives blocks in page order. `law_page` and `companion_page` build laws and
companions from the blocks, with footnotes, comments, losses and the account of every character;
`merge_sources` merges several pages of the same law, and `patches` applies what editors repair.
Pages and their rules come in; readings with laws, losses and accounts go out. Nothing here reads a
file, and no page makes it raise.
"""
