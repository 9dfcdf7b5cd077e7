"""Bilingual file formats: XLIFF, TMX, TBX, CSV, XLSX, one module each.

In: the texts of a ``TranslationExport``, or a glossary, to write; or a file of any program to read
as a stream of ``BilingualRow``. ``all_formats`` selects a format by name or by content.
"""
