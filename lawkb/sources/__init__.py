"""Where pages come from: from outside to ``Page``."""
