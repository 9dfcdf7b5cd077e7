"""Searches, loads and faults of a real OpenSearch cluster, which is started once."""
