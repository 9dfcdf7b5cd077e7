"""The text analysis that references, search and checks share.

A text goes in, with its language and the references that were read in it; tokens come out: the
words, folded to the one form that all their writings share, with their stems, and the provisions
that are cited. What is particular to a language is read from the table ``[search]`` of its file.
"""

from lawkb.words.folding import LOOKALIKES, fold, image, script
from lawkb.words.tokens import ANALYZER_VERSION, Token, TokenKind, address_token, tokens, words
from lawkb.words.vocabulary import Vocabulary, read_vocabulary

__all__ = [
    "ANALYZER_VERSION",
    "LOOKALIKES",
    "Token",
    "TokenKind",
    "Vocabulary",
    "address_token",
    "fold",
    "image",
    "read_vocabulary",
    "script",
    "tokens",
    "words",
]
