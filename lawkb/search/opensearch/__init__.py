"""OpenSearch as an engine: a search cluster, for corpora that outgrow one machine.

``mapping`` says what the server keeps of a document: our own tokens, joined by blanks, so that it
analyses nothing itself. ``engine`` compiles the tree of a query into the server's query language,
with the scores that the embedded engine gives, and asks the server. ``loading`` fills the index.
"""
