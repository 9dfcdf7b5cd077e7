"""Pair laws, provisions, texts and words across languages, and provisions across editions.

Input: laws of a ``Code`` in two languages or editions. ``provisions`` pairs provisions by address,
by monotone alignment or by a concordance (the list of provisions that moved between editions).
``translation_units`` pairs the texts of provisions, with inline codes for translators.
``association`` and ``lexicon`` learn from these pairs which words translate each other.
"""
