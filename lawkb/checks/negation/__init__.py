"""Find the denials of a text and compare them with those of its translation.

In: a text (``denials``) or a pair of texts (``paired_denials``). Out: the denials of the text with
their meanings, and those without a counterpart in the other text.
"""
