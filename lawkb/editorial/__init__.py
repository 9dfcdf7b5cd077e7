"""The decisions of editors: patches, waivers, review states, comments.

In: a code, its findings, and an editor's decision. Out: new entries for the files of a corpus, and
a report of what is open. The command line and the translators' pages call the same functions.
``new_patches`` makes patches from an edited text and from findings, ``edited_copy`` from an edited
page; ``findings`` applies waivers (accepted findings); ``translation_progress`` computes review
states; ``comment_status`` compares readers' proposals with the present text.
"""
