"""The nouns of the project: addresses, languages, laws, pages. They import nothing but errors."""
