"""The site while it is edited: ``lawkb serve``.

A Starlette application serves a ``Preview``: every page is rendered when it is requested, by the
views and templates of ``publish``, from the newest sources. ``preview.watch`` reports what changed,
``repeated_reading.SourceReader`` and ``incremental_reading`` read only that again, the checks run
in a separate process, and open pages reload. In come a ``mkdocs.yml`` and an address; out goes the
site over HTTP. Of a published site, ``search_endpoint`` answers the search alone.
"""
