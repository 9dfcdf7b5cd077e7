"""The theme that MkDocs finds: the templates of all pages, their style and their script."""
