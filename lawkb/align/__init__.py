"""Pair laws, provisions, texts and words across languages, and provisions across editions.

In: laws of a ``Code`` in two languages or editions. Out: ``provisions`` pairs provisions by address
or monotone alignment, ``texts`` pairs their texts with inline codes for translators, ``editions``
pairs provisions of two editions by a concordance. ``association`` and ``lexicon`` learn from such
pairs which words translate each other; ``word_alignment`` links words.
"""
