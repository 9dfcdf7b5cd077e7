"""What the pages of a law share: made together or each alone, they are the same."""

from __future__ import annotations

from hypothesis import given, settings

from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.publish.localized_site import EditorialContent, localized_sites
from lawkb.publish.page import SiteSettings, make_frames
from lawkb.publish.pagefind_source import pagefind_pages
from lawkb.publish.render import page_html
from lawkb.publish.urls import Place
from lawkb.publish.views.site_pages import site_drafts
from lawkb.references.graph import build_graph
from tests.profiles import of_profile
from tests.publish.rendering import TAGS
from tests.publish.sample_code import sample_code
from tests.strategies import OUTLINE, laws


def written(code: Code, tags: tuple[str, ...]) -> dict[str, tuple[frozenset[Place], str]]:
    """The pages of some languages, one after the other in the order of the site."""
    graph = build_graph(code)
    nothing = EditorialContent()
    frames = make_frames(code, graph, nothing, SiteSettings(TAGS))
    sites = localized_sites(code, graph, TAGS, nothing)
    drafts = site_drafts(sites, pagefind_pages(code))
    pages = [draft.make() for draft in drafts if draft.path.partition("/")[0] in tags]
    return {page.path: (page.links, page_html(page, frames)) for page in pages}


def test_a_page_is_the_same_whether_or_not_another_language_was_made_before() -> None:
    code = sample_code()
    together = written(code, TAGS)
    assert together == {path: page for tag in TAGS for path, page in written(code, (tag,)).items()}
    links = [place for path, page in together.items() for place in page[0] if path[:2] == "en"]
    assert links
    assert not [place for place in links if place.path.startswith("el/")]


@settings(max_examples=of_profile(0.3))
@given(laws())
def test_a_page_of_any_law_is_the_same_made_alone(law: Law) -> None:
    code = Code(OUTLINE, {(law.edition, law.language, law.number): law})
    together = written(code, TAGS)
    for tag in TAGS:
        for path, page in written(code, (tag,)).items():
            assert together[path] == page
