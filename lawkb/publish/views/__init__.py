"""Pages as data: what each shows and where its links lead, in a room for every kind of page.

In comes a ``LocalizedSite``; out go dataclasses that templates write as HTML. Their fields have the
same meaning everywhere. ``language`` and ``…_language`` are BCP 47 tags, of what the class or the
field before holds; an empty one says that the language is unknown. ``name`` is what the reader
calls a thing, ``place`` where it is on the site, ``id`` its id on the page, ``edition`` the id of
an edition. ``written`` is a date or time as the reader's language writes it. ``counts`` are numbers
of open findings by severity, ``waived`` is the number of accepted ones. ``parts`` are the pages of
a list, none where it takes only one. A place is None, a text empty, where there is none.
"""
