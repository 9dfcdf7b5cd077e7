"""What leaves lawkb for other programs."""
