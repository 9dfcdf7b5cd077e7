"""The history of a code: revisions of a law, changes between two readings, editions compared.

In: a corpus folder with dated revisions (``revisions``), two readings of the same code
(``changes``), or two editions with their concordance (``editions``). Out: revisions with what they
changed, provisions with word diffs, and pairs of provisions with their references compared.
"""
