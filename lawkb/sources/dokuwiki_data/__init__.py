"""Read the data folder of a DokuWiki: pages, old revisions, changes, comments.

`data_folder` finds the files and gives pages with their revisions; the other modules read one kind
of file each. Page ids are decoded from file names by `sources.page_names`.
"""
