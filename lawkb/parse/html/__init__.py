"""HTML of a DokuWiki to a document: pages, exports and old revisions, in any template.

`steps` turns the HTML into a flat sequence, each step in an area: content, footnotes, comments,
page data or furniture. `page_facts` tells what kind of answer it is, `blocks` (with `words`),
`footnotes` and `comments` read these areas, and `document` puts everything together.
"""
