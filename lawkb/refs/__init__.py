"""References: from a text to what it cites, and from there to who cites whom."""
