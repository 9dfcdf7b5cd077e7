"""Read the data folder of a DokuWiki: pages, old revisions, changes, comments.

`data_folder` finds the files and returns pages with their revisions; `page_files` reads the other
files of a page, such as its changes and comments. Page ids are decoded from file names by
`sources.page_names`.
"""
