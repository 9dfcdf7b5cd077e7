"""Formats for other programs and for translators.

In: a ``Code`` with its graph, findings, comparisons or glossary. Out: the types of the public face,
which are also the JSON of the commands (``public_types``; ``public_laws`` makes them), findings as
SARIF, JUnit and GitHub annotations, graphs of references, and the files of translators:
``translation_export`` collects texts, ``queue_export`` those with open findings, ``formats`` writes
and reads files, and ``translation_import`` merges a returned one.
"""
