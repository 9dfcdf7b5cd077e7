"""Find references in text, resolve them against the laws, and build the citation graph.

Input: a text with its language and the address scheme of the code (``find_references``); or laws,
companions (texts beside the laws, such as a preface) and a whole ``Code`` (``annotate_law``,
``link_references``, ``resolve_code``). Output: ``Reference`` objects with spans, targets and a
status, and a ``Graph`` that returns the citations from and to a provision (``build_graph``).
``vocabulary`` and ``grammar`` prepare the text and the words of its language;
``label_reading``, ``lists_and_ranges`` and ``relative`` read the reference at a token; ``find``
calls them.
"""
