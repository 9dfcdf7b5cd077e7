"""Sources of pages: everything that turns something outside the corpus into a ``Page``.

`page_folder` reads a folder of text and HTML files with their provenance, `dokuwiki_data` the data
folder of a DokuWiki, and `dokuwiki_api` fetches a wiki over its remote API into such a page folder.
Folders and answers of servers come in and are never trusted. Pages, revisions and losses (records
of what a source lacks) go out, without mail or IP addresses. The texts of pages are parsed by the
package `parse`.
"""
