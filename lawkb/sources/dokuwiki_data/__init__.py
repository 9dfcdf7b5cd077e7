"""Read the data folder of a DokuWiki: pages, old revisions, changes, comments.

`data_folder` finds the files and gives pages with their revisions; `page_files` reads
what a wiki keeps beside a text. Page ids are decoded from file names by `sources.page_names`.
"""
