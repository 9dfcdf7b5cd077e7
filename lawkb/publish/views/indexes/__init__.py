"""Where a word leads to provisions: the glossary, and the index of subjects."""
