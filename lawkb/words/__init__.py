"""The text analysis that references, search and checks share.

Input: a text, its language and its references. ``tokens`` splits the text into the tokens of the
search and the words that checks compare, ``folding`` reduces all spellings of a word to one form,
``vocabulary`` has stems and stop words, ``sentences`` splits a text into sentences. The language
data is in the language files.
"""

from lawkb.words.folding import LOOKALIKES, fold, image, script
from lawkb.words.sentences import sentences
from lawkb.words.spellings import Spellings, read_spellings
from lawkb.words.tokens import (
    ANALYZER_VERSION,
    SpanSet,
    Token,
    Word,
    address_token,
    read_words,
    tokens,
    words,
)
from lawkb.words.vocabulary import read_vocabulary

__all__ = [
    "ANALYZER_VERSION",
    "LOOKALIKES",
    "SpanSet",
    "Spellings",
    "Token",
    "Word",
    "address_token",
    "fold",
    "image",
    "read_spellings",
    "read_vocabulary",
    "read_words",
    "script",
    "sentences",
    "tokens",
    "words",
]
