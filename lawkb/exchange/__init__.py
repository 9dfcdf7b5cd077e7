"""Formats for other programs and for translators.

In: a ``Code`` with its graph, findings, comparisons or glossary. Out: the JSON of the command line
(``records``, ``comparisons``, ``companions``, ``review_progress``), findings as JSON, SARIF, JUnit
and GitHub annotations (``finding_reports``), reference graphs, and the files of translators:
``parcel`` collects texts, ``format_list`` writes them, ``bilingual_files`` reads any bilingual
file, ``translation_merge`` merges a returned one.
"""
