"""Find the denials of a text and compare them with those of its translation.

In: a text (``denials``) or a pair of texts (``paired_denials``). Out: its denials with their
meanings, and those without a counterpart in the other text.
"""
