"""The decisions of editors: patches, waivers, review states, comments.

In: a code, its findings, and an editor's decision. Out: new entries for the files of a corpus, and
a report of what is open (``code_report``). The command line and the translators' pages call the
same functions. ``patches`` makes patches from an edited text and fixes from findings,
``edited_copy`` patches from an edited page; ``waivers`` accepts findings; ``review`` computes
translation progress; ``comments`` compares readers' proposals with the present text.
"""
