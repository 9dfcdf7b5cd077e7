"""Pages that compare two editions: their laws, and the provisions of one law."""
