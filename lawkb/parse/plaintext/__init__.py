"""Plain text to blocks: pages copied by hand, and dumps of text browsers and converters.

`blocks` reads pages of one line per paragraph without markup; `dump` and the
modules `dump_*` read dumps of whole pages, as inscriptis, html2text, lynx and w3m write them.
"""
