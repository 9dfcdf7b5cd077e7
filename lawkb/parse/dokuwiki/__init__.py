"""Parse raw DokuWiki syntax, and comment files of its discussion plugin, into a document.

`lexer` splits a page into tokens, `document` builds `blocks` from them (with `words`, `links` and
`footnotes`), `comment_files` reads comments.
"""
