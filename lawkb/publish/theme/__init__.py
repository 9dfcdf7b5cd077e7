"""The MkDocs theme: templates, style, script."""
