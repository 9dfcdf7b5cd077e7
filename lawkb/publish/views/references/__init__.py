"""Pages of references, of a law and of the whole law code, as diagrams and as tables."""
