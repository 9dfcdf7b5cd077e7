"""Parse HTML of a DokuWiki into a document: pages, exports and old revisions, in any template.

`elements_in_order` turns the HTML into a flat sequence of steps, each in an area: content,
footnotes, comments, page data or furniture (menus and the like). `blocks` reads the words of an
area, and `document` detects what the wiki answered, reads footnotes and comments, and puts
everything together.
"""
