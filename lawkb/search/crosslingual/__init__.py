"""What other languages call the words of a query: learned from the laws beside their translations.

``write_counterparts`` learns when the index is built; ``Counterparts`` looks up, ``widened``
translates a query, ``answering_marks`` marks the words of a translation that answer it.
"""
