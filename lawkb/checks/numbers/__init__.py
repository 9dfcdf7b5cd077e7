"""Read the numbers, amounts, dates and times of a text, in digits and in words.

In: a text and its language. Out: ``Amount`` objects with all their possible readings
(``quantities.read_amounts``). ``digits`` reads digits, ``number_words`` and ``numerals`` read
words, ``quantities`` combines neighbours into times, dates and spans of time.
"""
