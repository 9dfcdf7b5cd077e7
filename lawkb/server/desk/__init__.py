"""The desk: ``lawkb desk``, where translators work in a browser.

``Workspace`` has the corpus in memory and writes decisions; ``make_desk`` returns the application:
the site as ``lawkb serve`` shows it, and the pages below ``/desk/LANG/`` on which everything that
is open is decided. ``app`` lists them: each is a function that shows it and one that decides what
its form asks for, and ``pages`` does the rest. Decisions themselves are made and undone by
``lawkb.editorial``.
"""
