"""Compare the denials of two texts.

In: two texts. Out: the denials of each (``denials``, by the word lists of ``words``) and those of
one text that the other lacks (``balance``). ``opposites`` learns words such as *void* that
translate a denial.
"""
