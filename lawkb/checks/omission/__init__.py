"""Estimate how probable it is that words of a text are missing from its translation.

In: a text and its translation, and the pairs of the corpus to learn from. Out: a calibrated
probability and the words lost (``loss_model``). ``features`` cuts a text into words with keys for
comparison and links them, ``lost_words`` scores the gaps between links and finds the lost words,
``weights_and_threshold`` fits the model, with the lowest probability that is reported.
"""
