"""Bilingual file formats: XLIFF, TMX, TBX, CSV, XLSX. ``exchange.format_list`` lists them.

In: a ``Parcel`` to write, or a file of any program to read as a stream of ``rows.Row``.
"""
