"""The site: pages as data (``views``), their templates, and the MkDocs plugin that builds them.

A corpus comes in; HTML, downloads, feeds and the search of the site go out. ``site`` lists the
pages and files, ``render`` writes them, ``plugin`` connects lawkb to MkDocs.
"""
