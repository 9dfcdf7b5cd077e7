"""Pages to laws: pure functions from text to nouns."""
