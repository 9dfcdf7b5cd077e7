"""Read Word files: a package with parts in XML comes in, a document of blocks goes out.

``parts`` opens the package and knows numbering, styles and relationships; ``document`` reads the
body.
"""
