"""Raw DokuWiki syntax, and comment files of its discussion plugin, to a document.

`lexer` gives tokens, `document` builds blocks of them (`blocks`, `containers`, `tables`, `words`,
`links`), `comment_files` reads comments.
"""
