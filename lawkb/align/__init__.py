"""Pair laws, provisions, texts and words across languages, and provisions across editions.

In: laws of a ``Code`` in two languages or editions. Out: ``provisions`` pairs provisions by
address, monotone alignment or concordance, ``translation_units`` pairs their texts with inline
codes for translators. ``association`` and ``lexicon`` learn from such pairs which words translate
each other.
"""
