"""A webmaster's template stands for that of the theme, and an error in one says where."""

from pathlib import Path

import pytest

from lawkb.errors import LawkbError
from lawkb.publish.render import frozen_templates, make_environment

OWN = "absent.html"


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
