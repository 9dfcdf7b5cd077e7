"""HTML of a DokuWiki to a document: pages, exports and old revisions, in any template.

`steps` turns the HTML into a flat sequence, `areas` assigns each step to content, footnotes,
comments, page data or furniture, `blocks` (with `words`), `footnotes` and `comments` read these
areas, `page` detects the kind of page, and `document` puts everything together.
"""
