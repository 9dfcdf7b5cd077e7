"""The desk: ``lawkb desk``, where translators work in a browser."""
