"""A webmaster's template stands for that of the theme, and an error in one says where."""

import re
from pathlib import Path

import pytest

import lawkb
from lawkb.errors import LawkbError
from lawkb.publish.render import frozen_templates, make_environment

OWN = "absent.html"
TEMPLATES = Path(lawkb.__file__).parent / "publish" / "templates"
# What is markup already when it comes to the templates: the page that MkDocs made of Markdown, the
# policy and the data for search engines, which are written by us.
MARKUP = {"view.content", "policy", "structured"}


def test_a_template_in_the_folder_of_the_webmaster_comes_before_that_of_the_theme(
    tmp_path: Path,
) -> None:
    (tmp_path / OWN).write_text("{{ 6 * page }}\n\n", encoding="utf-8")
    with frozen_templates(str(tmp_path)):
        assert make_environment(str(tmp_path)).get_template(OWN).render(page=7) == "42\n"


def test_a_template_that_is_wrong_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / OWN).write_text("{% if %}", encoding="utf-8")
    with pytest.raises(LawkbError, match=rf"{OWN}:1"), frozen_templates(str(tmp_path)):
        pass


def test_no_template_puts_in_words_as_markup_but_those_that_are_ours() -> None:
    put_in = set()
    for file in sorted(TEMPLATES.rglob("*.html")):
        text = file.read_text(encoding="utf-8")
        assert "autoescape" not in text, file
        put_in |= {match.strip() for match in re.findall(r"([^{}|]*)\|\s*safe\b", text)}
    assert put_in == MARKUP
