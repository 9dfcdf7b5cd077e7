"""Phrases: how many words are looked up as one."""

LONGEST_PHRASE = 4  # words
