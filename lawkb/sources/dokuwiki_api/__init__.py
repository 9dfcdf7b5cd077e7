"""Fetch the pages of a DokuWiki over its remote API, XML-RPC or JSON-RPC.

`fetch` plans and fetches, and writes pages and provenance into a folder that `sources.page_folder`
reads; `calls` are the methods of the API, `http` sends requests politely and with bounds.
"""
