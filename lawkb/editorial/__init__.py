"""What editors decide: patches, waivers, review states, comments, terms, whole translations.

In: a code, its findings, the present entries, and what an editor wants. Out: decisions as data, the
new content of the files of a corpus, and a report of what is open. The command line and the desk
call the same functions.

``decisions`` has every decision, what it writes and its undo, and the rows of the glossary that an
editor types; ``corrections`` those on texts, ``new_patches`` the patches for them, for findings
and from an edited page. ``findings`` applies waivers (accepted findings); ``translation_progress``
computes review states; ``comment_status`` compares readers' proposals with the present text.
``new_translation`` and ``translation_memory`` are for laws without a translation; ``page_merge``
and ``retirement`` for corrections that go back to a wiki.
"""
