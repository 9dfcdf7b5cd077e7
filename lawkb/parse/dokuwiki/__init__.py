"""Parse raw DokuWiki syntax, and comment files of its discussion plugin, into a document.

`lexer` splits a page into tokens, `document` builds blocks with their words from them, `links`
has the targets of links, `comment_files` reads comments.
"""
