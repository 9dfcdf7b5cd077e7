"""Who changed what when: on the page of a law, on a page of its own, and of all laws.

In come the changes of ``lawkb.history.law_changes``; out go word diffs with their author and time.
A law without revisions has no history page, and nothing about it on its page.
"""
