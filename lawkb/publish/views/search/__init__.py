"""The search page, and what the search of the site reads."""
