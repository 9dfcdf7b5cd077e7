"""The text analysis that references, search and checks share.

Input: a text, its language and its references. ``tokens`` splits the text into the tokens of the
search and the words that checks compare, ``folding`` reduces all spellings of a word to one form,
with stems and stop words, and a text into sentences. The language data is in the language files.
"""
