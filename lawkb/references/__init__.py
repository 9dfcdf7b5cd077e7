"""Find references in text, resolve them against the laws, and build the citation graph.

In: a text with its language and the address scheme of the code (``find_references``), or a whole
``Code`` (``annotate``, ``resolve_laws``, ``annotate_companion``, ``link_references``). Out:
``Reference`` objects with spans, targets and a status, and a ``Graph`` that answers who cites whom
(``build_graph``). ``normalized_text``, ``vocabulary`` and ``grammar`` prepare text and words;
``find`` cuts candidates; ``labels``, ``lists`` and ``relative`` read them.
"""
