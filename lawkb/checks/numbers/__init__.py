"""Read the numbers, amounts, dates and times of a text, in digits and in words.

In: a text and its language. Out: ``Amount`` objects with all their possible readings
(``quantities.read_amounts``). ``amounts`` reads digits and words, ``quantities`` combines
neighbours into times, dates and spans of time.
"""
