"""Numbers of a text, in digits and in words, with what they count or measure.

A text and its language come in; amounts go out: numbers, dates, times, spans of time, measures and
money, each with the values that it may have. The rule ``numbers`` compares those of two texts.
"""
