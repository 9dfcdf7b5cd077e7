"""Pages of references, of a law and of the whole code, as diagrams and as tables."""
