"""A site of which the server answers the search alone: ``lawkb serve --search-only``.

The laws are not watched, checked or rendered: each is read when a query needs it.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from lawkb.corpus.glossary import read_glossary
from lawkb.corpus.laws import check_held, open_code
from lawkb.corpus.synonyms import read_synonyms
from lawkb.editorial.findings import EditorialReport
from lawkb.errors import LawkbError
from lawkb.publish.downloads_and_feeds import SiteContent
from lawkb.publish.render import page_html
from lawkb.publish.views.localized_site import EditorialContent, localized_sites
from lawkb.publish.views.page import SitePage, make_frames
from lawkb.references.graph import graph_of
from lawkb.server.hand_written_pages import MkdocsProject

log = logging.getLogger("lawkb.server")


class SearchedCode:
    """The laws of a site as they are when the server starts, with what the search needs of it.

    Attributes:
        url: Address of the site on this server.
        corpus: The corpus folder.
        engine: Search engine that answers queries; None for that of the corpus.
        code: The laws, each read when it is accessed.
        editorial: The glossary and the synonyms; a report without findings if the translators'
            pages are published, because the menu leads to them.
        localized: The site in each interface language, by BCP 47 tag, without what has to be read
            from all laws: laws that are only cited, and the sources of pages.
        index_folder: Folder of the search index that answers queries; None before the first.
    """

    def __init__(self, config_file: Path, address: str, engine: str | None = None) -> None:
        """Read settings, menus and the words of the editors, and list the laws.

        Args:
            config_file: The ``mkdocs.yml``.
            address: Host and port where the site is served.
            engine: Search engine that answers queries; None for that of the corpus.

        Raises:
            LawkbError: A file cannot be read, or the corpus has no law.
        """
        self.engine = engine
        self.index_folder: Path | None = None
        with TemporaryDirectory() as folder:
            project = MkdocsProject(config_file, address, Path(folder), is_published=True)
            self.url, self.corpus = project.url, project.settings.corpus
            self.code = open_code(self.corpus)
            check_held(self.corpus, self.code)
            outline = self.code.outline
            without_laws = replace(self.code, laws={}, companions={}, divisions={})
            graph = graph_of(without_laws, ())
            settings = project.build_pages(
                SiteContent(self.corpus, without_laws, graph)
            ).site_settings
        report = EditorialReport((), {}, {}, {}) if project.settings.translation else None
        self.editorial = EditorialContent(
            glossary=read_glossary(self.corpus, outline),
            synonyms=read_synonyms(self.corpus, outline),
            report=report,
        )
        self.localized = localized_sites(
            self.code, graph, settings.languages, self.editorial, held={}
        )
        self._frames = make_frames(self.code, graph, self.editorial, settings)

    def html_of(self, page: SitePage) -> str:
        """Return a page as HTML, with the site's header and menu."""
        return page_html(page, self._frames)

    def report(self, error: LawkbError) -> None:
        """Print an error in the terminal."""
        log.warning(str(error))
