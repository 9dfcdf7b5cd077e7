"""A law that a translator has translated is in the queue of reviewers until it is reviewed."""

from __future__ import annotations

import re
import shutil
from html import unescape
from pathlib import Path

from lawkb.desk_users import new_user, write_users
from lawkb.server.desk.access import Access, Editor, Users
from tests.browser.running_desk import served_desk
from tests.browser.translating_desk import LAW
from tests.editorial.untranslated import EXAMPLES, wiki_without_greek
from tests.server.desk.small_desk import Browser

PASSWORD = "a long password"
TOLD = "Translation to review"


def test_a_new_translation_is_in_the_queue_of_reviewers(tmp_path: Path) -> None:
    wiki_without_greek(tmp_path)
    shutil.copy(EXAMPLES / "three-pebbles" / "mkdocs.yml", tmp_path)
    shutil.copytree(EXAMPLES / "three-pebbles" / "pages", tmp_path / "pages")
    file = tmp_path / "users.toml"
    people = (new_user("Nikos", PASSWORD, role="translator"), new_user("Maria", PASSWORD))
    write_users(file, {each.name: each for each in people})
    with served_desk(tmp_path / "mkdocs.yml", Access(Editor(""), Users(file))) as url:
        browsers = {}
        for name in ("Nikos", "Maria"):
            browser = browsers[name] = Browser(int(url.rpartition(":")[2]))
            browser.get("/desk/en/sign-in/")
            sent = {"name": name, "password": PASSWORD, "next": "/desk/en/"}
            assert browser.post("/desk/en/sign-in/", sent).status == 303
        nikos, maria = browsers["Nikos"], browsers["Maria"]
        assert TOLD not in maria.get("/desk/en/").content.decode()
        page = nikos.get(LAW).content.decode()
        fields = [*map(unescape, re.findall(r'name="(text [^"]*)"', page))]
        made = {f"base{name.removeprefix('text')}": "" for name in fields}
        made |= dict.fromkeys(fields, "Κείμενο στα ελληνικά.")
        assert nikos.post(LAW, {"do": "save", **made}).status in (200, 303)
        for rule in ("", "?rule=review"):
            assert TOLD in maria.get(f"/desk/en/{rule}").content.decode()
        assert TOLD not in nikos.get("/desk/en/").content.decode()
        path = "/desk/en/states/?edition=2016&language=el&law=7"
        page = maria.get(path).content.decode()
        shown = re.search(r'name="shown" value="([^"]*)"', page)
        assert shown
        form = {"edition": "2016", "language": "el", "law": "7", "shown": shown[1]}
        assert maria.post(path, {**form, "state": "reviewed", "which": "all"}).status == 303
        assert TOLD not in maria.get("/desk/en/").content.decode()
