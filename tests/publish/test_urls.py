from urllib.parse import urljoin, urlsplit

from hypothesis import given
from hypothesis import strategies as st

from lawkb.publish.urls import INDEX, Paths, Place, page_url, relative_url, translated

NAMES = st.sampled_from(["el", "en", "2017", "57", "πώς", "a b", "reading"])
PATHS = st.lists(NAMES, max_size=4).map(lambda folders: "/".join([*folders, INDEX]))
BASES = st.sampled_from(["http://site.test/", "http://site.test/deep/base/"])


@given(PATHS, PATHS, BASES, st.sampled_from(["", "E2a"]))
def test_a_relative_url_leads_to_its_place_under_any_base(
    here: str, there: str, base: str, fragment: str
) -> None:
    url = relative_url(here, Place(there, fragment))
    reached = urlsplit(urljoin(base + page_url(here), url))
    expected = urlsplit(base + page_url(there))
    assert reached.path == expected.path
    assert reached.fragment in {fragment, "content" if here == there else fragment}


def test_a_file_that_is_no_page_keeps_its_name() -> None:
    assert (
        relative_url("el/2017/57/index.html", Place("assets/site.css"))
        == "../../../assets/site.css"
    )


def test_the_same_page_stands_at_the_same_place_in_the_other_tree() -> None:
    assert translated(Paths("el").law("2017", 57), "en") == Paths("en").law("2017", 57)
    assert translated("el/index.html", "en") == "en/index.html"
