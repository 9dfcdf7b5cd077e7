"""Editions beside each other: which laws they share, and what changed in each."""
