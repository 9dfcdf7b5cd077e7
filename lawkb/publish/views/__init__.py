"""Pages as data: what each page shows and where its links lead, in a package for each kind.

In comes a ``LocalizedSite``; out go dataclasses that templates write as HTML. Their fields have the
same meaning everywhere. ``language`` and ``…_language`` are BCP 47 tags, of what the class or the
field before contains; an empty one means an unknown language. ``name`` is what the reader calls a
thing, ``place`` its location on the site (a page and, where needed, an id on it), ``id`` its id on
the page, ``edition`` the id of an edition. ``written`` is a date or time as the reader's language
writes it. ``counts`` are numbers of open findings by severity, ``waived`` is the number of accepted
ones. ``parts`` are the pages of a long list, empty where it takes only one. A place is None, a text
empty, where there is none.
"""
