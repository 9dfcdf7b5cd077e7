"""Find references in text, resolve them against the laws, and build the citation graph.

In: a text with its language and the address scheme of the code (``find_references``), or laws,
companions and a whole ``Code`` (``annotate_law``, ``link_references``, ``resolve_code``). Out:
``Reference`` objects with spans, targets and a status, and a ``Graph`` that answers who cites whom
(``build_graph``). ``tokenizer``, ``vocabulary`` and ``grammar`` prepare text and words; ``labels``,
``lists_and_ranges`` and ``relative`` read what stands at a token, and ``find`` calls them.
"""
