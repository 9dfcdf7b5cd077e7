"""Estimate how probable it is that words of a text are missing from its translation.

In: a text and its translation, and the pairs of the corpus to learn from. Out: a calibrated
probability and the words lost (``loss_model``). ``readings`` extracts features, ``word_links``
links words, ``gaps`` scores the places between links, ``calibration`` fits the weights by
``logistic_regression``, ``extents`` finds the lost words.
"""
