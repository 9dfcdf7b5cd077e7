"""Sources of pages: everything that turns something outside the corpus into a ``Page``.

`page_folder` reads a folder of text and HTML files with their provenance, `dokuwiki_data` the data
folder of a DokuWiki, and `dokuwiki_api` fetches a wiki over its remote API into such a page folder.
Folders and answers of servers come in and are never trusted; pages, revisions and losses go out,
without mail or IP addresses. What a page says is read by the package `parse`.
"""
