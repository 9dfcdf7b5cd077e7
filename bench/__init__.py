"""Benchmarks: ratios against a peer in the same run, never absolute times in a test."""
