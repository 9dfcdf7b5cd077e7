"""Parse HTML of a DokuWiki into a document: pages, exports and old revisions, in any template.

`elements_in_order` turns the HTML into a flat sequence of steps, each in an area: content,
footnotes, comments, page data or furniture (menus and the like). `page_facts` detects what the wiki
answered, `blocks` (with `words`), `footnotes` and `comments` read these areas, and `document` puts
everything together.
"""
