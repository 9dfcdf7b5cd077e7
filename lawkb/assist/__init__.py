"""The laws for assistants: what a model may ask, and what it is answered.

A call of a tool comes in, typed public records go out, each with a JSON Schema that it fits.
``answers`` asks a ``Corpus``; ``tools`` has the calls and reads their arguments, ``words.toml``
what a model is told of them; ``plain_json`` makes JSON, its schema, and pages of at most 20,000
characters of it. ``server`` has the laws as Markdown, and speaks the
Model Context Protocol on standard input and output, ``http`` over HTTP; these two alone import the
protocol's SDK.

Nothing here writes. What the laws, readers and queries say stands in fields of the answers that
hold quoted words, never in a sentence of ours.
"""
