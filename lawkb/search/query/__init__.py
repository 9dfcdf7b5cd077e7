"""The query language: the query as typed goes in, its tree comes out.

A malformed query raises an error that marks the faulty words. The nodes of the tree are in
``nodes``, where ``written`` writes a tree as it would be typed in full.
"""
