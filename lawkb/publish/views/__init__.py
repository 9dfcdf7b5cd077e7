"""The pages of the site as data: every page is a frozen dataclass, made from the laws.

``all_pages`` lists every page of the site with its path; a room holds what one kind of page shows.
Nothing here writes HTML: the templates do, from a page and its view.
"""
