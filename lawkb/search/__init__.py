"""Search: the words of the laws, the index over them, and the hits of a query."""
