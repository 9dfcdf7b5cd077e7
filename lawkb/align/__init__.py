"""The expressions and the editions of a code side by side."""
