"""The laws for assistants: what a model may ask, and what it is answered.

A call of a tool comes in, typed public records go out, each with a JSON Schema that it fits.
``answers`` asks a ``Corpus``; ``tools`` describes the calls and reads their arguments; ``plain_json``
makes JSON, its schema, and pages of at most 20,000 characters of it. ``resources`` has the laws as
Markdown and the prompt. ``server`` speaks the Model Context Protocol, over standard input and output
or HTTP; it alone imports the protocol's SDK.

Nothing here writes. What the laws, readers and queries say stands in fields of the answers that hold
quoted words, never in a sentence of ours.
"""
