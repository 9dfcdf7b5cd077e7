"""An edition as a book: its data (``content``), and a writer for each format (``pdf``, ``epub``).

Laws in one or several languages come in; the bytes of a PDF or EPUB file go out. ``kinds`` lists
which books there are and makes them. The layouts are in ``templates/``.
"""
