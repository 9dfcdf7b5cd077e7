"""Pages of the glossary: each term with its renderings and the provisions that use it."""
