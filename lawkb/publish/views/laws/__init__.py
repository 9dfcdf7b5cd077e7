"""Pages of laws and other texts: cells of text, citations, comments, sources."""
