"""Pages of references: the citations of a law and of the code, as pictures and as tables."""
