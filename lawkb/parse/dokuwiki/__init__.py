"""Raw DokuWiki syntax, and comment files of its discussion plugin, to a document.

`lexer` gives tokens, `document` builds `blocks` of them (with `words`, `links` and `footnotes`),
`comment_files` reads comments.
"""
