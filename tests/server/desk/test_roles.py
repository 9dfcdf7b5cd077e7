"""Roles, proposals and threads, by what is posted and not by what a page offers."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from io import StringIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec.structs import asdict

from lawkb.corpus.decision_files import (
    Proposal,
    read_discussion,
    read_patches,
    read_proposals,
    read_review,
)
from lawkb.corpus.laws import read_code
from lawkb.desk_users import new_user, read_users, write_users
from lawkb.model.page import Patch
from lawkb.server.desk.access import Users
from tests.browser.running_desk import RunningDesk, running_desk
from tests.server.desk.small_desk import Answer, Browser

PASSWORD = "a long password"
PLACE = "/desk/en/2017/el/57D/"
ROLES = {"Nikos": "translator", "Eleni": "translator", "Maria": "reviewer", "Root": "administrator"}


@dataclass
class Team:
    """A desk with users of each role, each in a browser of their own."""

    running: RunningDesk
    people: dict[str, Browser]
    file: Path

    def post(self, name: str, path: str, /, **fields: str) -> Answer:
        """What the desk answers to a form; underscores in the names of fields are spaces."""
        browser = self.people[name]
        browser.get("/desk/en/terms/new/")
        return browser.post(path, {key.replace("_", " "): value for key, value in fields.items()})

    def decided(self, name: str, path: str, /, **fields: str) -> str:
        """Id of the decision that a form made."""
        answer = self.post(name, path, **fields)
        assert answer.status == 303, unescape(answer.content.decode())[:4000]
        query = parse_qs(urlsplit(answer.headers["Location"]).query)
        return query["done"][0]

    def refused(self, name: str, path: str, /, **fields: str) -> str:
        """Why a form was refused; nothing was written."""
        before = self.running.git("status", "--porcelain"), self.running.git("diff")
        answer = self.post(name, path, **fields)
        assert answer.status == 200
        assert (self.running.git("status", "--porcelain"), self.running.git("diff")) == before
        found = re.search(r'class="told refused".*?</div>', answer.content.decode(), re.DOTALL)
        assert found
        return " ".join(unescape(re.sub("<[^>]*>", " ", found[0])).split())

    def shown(self, name: str, path: str) -> str:
        """What a page says, without its markup."""
        page = self.people[name].get(path).content.decode()
        return " ".join(unescape(re.sub("<[^>]*>", "", page[page.index("<main") :])).split())

    def uploaded(self, name: str, path: str, file: tuple[str, str]) -> str:
        """The page that shows what the import of a file would do."""
        browser = self.people[name]
        browser.get(path)
        parts = [
            f'--x\r\nContent-Disposition: form-data; name="{key}"{more}\r\n\r\n{value}\r\n'
            for key, more, value in (
                ("token", "", browser.token),
                ("do", "", "show"),
                ("file", f'; filename="{file[0]}"\r\nContent-Type: text/plain', file[1]),
            )
        ]
        kind = {"Content-Type": "multipart/form-data; boundary=x"}
        sent = "".join((*parts, "--x--\r\n")).encode()
        return browser.ask("POST", path, sent, kind).content.decode()

    def text(self) -> str:
        code = read_code(self.running.corpus)
        provision = code.provision("2017", "el", code.outline.scheme.read("57D"))
        assert provision
        return provision.text

    def correction(self, text: str, base: str = "", reason: str = "better") -> dict[str, str]:
        """The form of a correction of 57D."""
        sent = {"do": "save", "reason": reason, "origin": "a test"}
        return {**sent, "text_57D": text, "base_57D": base or self.text()}

    def proposal(self) -> str:
        (one,) = read_proposals(self.running.corpus)
        return one.id


def corrections(team: Team) -> tuple[Patch, ...]:
    """The corrections that the editors have made."""
    outline = read_code(team.running.corpus).outline
    return read_patches(team.running.corpus, outline)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Team]:
    folder = tmp_path_factory.mktemp("desk")
    file = folder / "users.toml"
    users = {
        name: new_user(name, PASSWORD, role=role)  # type: ignore[arg-type]  # one of them
        for name, role in ROLES.items()
    }
    write_users(file, users)
    with running_desk(folder, users=Users(file)) as desk:
        people = {}
        for name in ROLES:
            browser = people[name] = Browser(int(desk.url.rpartition(":")[2]))
            browser.get("/desk/en/sign-in/")
            fields = {"name": name, "password": PASSWORD, "next": "/desk/en/"}
            assert browser.post("/desk/en/sign-in/", fields).status == 303
        yield Team(desk, people, file)


@pytest.fixture
def team(running: Team) -> Iterator[Team]:
    """A team whose corpus is as it was, before and after."""
    yield running
    running.running.git("checkout", "--", ".")
    running.running.git("clean", "-fdq")


def test_a_reason_of_signs_that_nobody_sees_is_none(team: Team) -> None:
    form = team.correction(f"{team.text()} Νέο.", reason="\u202e \u2066")
    assert "there is no reason" in team.refused("Maria", PLACE, **form)


# ---- proposals


def test_what_a_translator_saves_is_a_proposal_and_the_text_stays(team: Team) -> None:
    text = team.text()
    team.decided("Nikos", PLACE, **team.correction(f"{text} Νέο."))
    assert team.text() == text
    assert team.running.git("status", "--porcelain") == "?? proposals.toml\n"
    (one,) = read_proposals(team.running.corpus)
    assert (one.author, one.kind, one.state, one.place) == ("Nikos", "correction", "open", "57D")
    for name in ROLES:
        for path in ("/desk/en/", "/desk/en/?rule=proposal", "/desk/en/proposals/", PLACE):
            assert b"Nikos" in team.people[name].get(path).content, (name, path)
    assert "Νέο." in team.people["Maria"].get(PLACE).content.decode()


def test_a_reviewer_accepts_and_the_words_are_signed_by_who_proposed_them(team: Team) -> None:
    text = team.text()
    team.decided("Nikos", PLACE, **team.correction(f"{text} Νέο."))
    before = (team.running.corpus / "proposals.toml").read_bytes()
    patches = team.running.git("status", "--porcelain", "patches")
    id_ = team.decided("Maria", PLACE, **{"accept-proposal": team.proposal()})
    assert team.text() == f"{text} Νέο."
    assert read_proposals(team.running.corpus) == ()
    made = [p for p in corrections(team) if p.reason == "better"]
    assert [each.author for each in made] == ["Nikos"]
    team.decided("Maria", "/desk/en/decisions/", undo=id_)
    assert team.text() == text
    assert (team.running.corpus / "proposals.toml").read_bytes() == before
    assert team.running.git("status", "--porcelain", "patches") == patches


def test_a_proposal_is_sent_back_with_a_word_and_proposed_anew(team: Team) -> None:
    text = team.text()
    team.decided("Nikos", PLACE, **team.correction(f"{text} Νέο."))
    assert "there is no reason" in team.refused(
        "Maria", "/desk/en/", **{"return-proposal": team.proposal(), "word": " \u202e"}
    )
    team.decided("Maria", "/desk/en/", **{"return-proposal": team.proposal(), "word": "why so?"})
    (one,) = read_proposals(team.running.corpus)
    assert (one.state, one.word, one.reviewer) == ("returned", "why so?", "Maria")
    assert b"why so?" in team.people["Nikos"].get(PLACE).content
    fields = team.people["Nikos"].get(f"{PLACE}?proposal={one.id}").content.decode()
    assert "Νέο." in fields[fields.index("<textarea") :]
    again = {**team.correction(f"{text} Άλλο."), "proposal": one.id}
    team.decided("Nikos", PLACE, **again)
    (new,) = read_proposals(team.running.corpus)
    assert (new.state, new.id != one.id) == ("open", True)
    team.decided("Nikos", PLACE, **{"withdraw-proposal": new.id})
    assert read_proposals(team.running.corpus) == ()
    assert team.text() == text


def test_a_reviewer_changes_a_proposal_and_saves_it_as_one_decision(team: Team) -> None:
    text = team.text()
    team.decided("Nikos", PLACE, **team.correction(f"{text} Νέο."))
    mine = {**team.correction(f"{text} Νεότερο."), "proposal": team.proposal()}
    team.decided("Maria", PLACE, **mine)
    assert team.text() == f"{text} Νεότερο."
    assert read_proposals(team.running.corpus) == ()


def test_a_text_that_has_changed_since_is_not_overwritten(team: Team) -> None:
    text = team.text()
    last = text.split()[-1]
    team.decided("Nikos", PLACE, **team.correction(text.replace(last, "άλλα.")))
    team.decided("Maria", PLACE, **team.correction(text.replace(last, "τρίτα.")))
    told = team.refused("Maria", PLACE, **{"accept-proposal": team.proposal()})
    assert "the text has changed since this was proposed" in told
    page = team.people["Maria"].get(f"{PLACE}?proposal={team.proposal()}").content.decode()
    assert "Both changed the same words" in page


def test_two_who_accept_at_once_accept_once(team: Team) -> None:
    team.decided("Nikos", PLACE, **team.correction(f"{team.text()} Νέο."))
    id_ = team.proposal()
    team.decided("Maria", PLACE, **{"accept-proposal": id_})
    told = team.refused("Root", PLACE, **{"accept-proposal": id_})
    assert "this proposal is settled already" in told


MISSING = "/desk/{}/2017/el/20E/"  # words are missing there


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found
    return unescape(found[1])


def test_a_reason_left_as_proposed_is_what_the_finding_says_in_each_readers_language(
    team: Team,
) -> None:
    page = team.people["Nikos"].get(MISSING.format("el")).content.decode()
    said = {
        tag: hidden(team.people["Maria"].get(MISSING.format(tag)).content.decode(), "proposed")
        for tag in ("el", "en")
    }
    assert said["el"] != said["en"]
    found = re.search(r'<input type="hidden" name="base 20E" value="([^"]*)"', page)
    assert found
    base = unescape(found[1])
    reason = {"reason": said["el"], "proposed": said["el"]}
    reason["proposed-by"] = hidden(page, "proposed-by")
    sent = {"do": "save", "text_20E": f"{base} Νέο.", "base_20E": base, **reason}
    team.decided("Nikos", MISSING.format("el"), **sent)
    words = {tag: " ".join(each.split()) for tag, each in said.items()}
    for tag in ("el", "en"):
        assert f"— {words[tag]}" in team.shown("Maria", f"/desk/{tag}/proposals/")
    team.decided("Maria", "/desk/en/proposals/", **{"accept-proposal": team.proposal()})
    for tag in ("el", "en"):
        for path in (MISSING.format(tag), f"/desk/{tag}/decisions/"):
            assert words[tag] in team.shown("Nikos", path)
    typed = {
        **sent,
        "base_20E": f"{base} Νέο.",
        "text_20E": f"{base} Άλλο.",
        "reason": "my own words",
    }
    team.decided("Maria", MISSING.format("el"), **typed)
    assert "my own words" in team.shown("Nikos", "/desk/en/decisions/")


def test_an_outdated_proposal_names_both_and_a_choice_fills_the_field_and_saves_nothing(
    team: Team,
) -> None:
    text = team.text()
    last = text.split()[-1]
    mine, other = text.replace(last, "άλλα."), text.replace(last, "τρίτα.")
    team.decided("Nikos", PLACE, **team.correction(mine, reason="because"))
    team.decided("Maria", PLACE, **team.correction(other))
    id_ = team.proposal()
    page = team.shown("Maria", f"{PLACE}?proposal={id_}")
    assert "The text has changed since Nikos proposed this (Maria, " in page
    assert "Nikos proposes" in page
    assert "In the text now (Maria)" in page
    assert "Take mine" not in page
    whole = team.people["Maria"].get(f"{PLACE}?proposal={id_}").content.decode()
    assert whole.index('id="editing"') < whole.index('class="told merged"')
    form = {"base_57D": other, "text_57D": mine, "from_57D": text, "mine_57D": mine}
    form |= {"filling": "yes", "proposal": id_, "reason": "because"}
    for choice, wanted in (("mine", mine), ("theirs", other)):
        answer = team.post("Maria", PLACE, **form, do=f"{choice} 57D")
        assert (answer.status, team.text()) == (200, other)
        shown = answer.content.decode()
        assert f">\n{wanted}</textarea>" in unescape(shown)
        assert "told merged" not in shown
        assert "told saved filled" in shown
    saved = team.decided("Maria", PLACE, **team.correction(mine, other, "because"), proposal=id_)
    assert team.text() == mine
    assert {p.author for p in corrections(team) if p.reason == "because"} == {"Nikos"}
    shown = team.shown("Maria", f"{PLACE}?done={saved}")
    assert "Accepted: Correction (proposed by Nikos)" in shown


def test_who_proposes_sees_the_proposed_words_in_the_field_and_that_they_wait(team: Team) -> None:
    text = team.text()
    team.decided("Nikos", PLACE, **team.correction(f"{text} Νέο."))
    pages = {name: team.people[name].get(PLACE).content.decode() for name in ("Nikos", "Eleni")}
    fields = {
        name: page[page.index('id="editing"') :].partition("</form>")[0]
        for name, page in pages.items()
    }
    assert {name for name, page in fields.items() if "Νέο." in page} == {"Nikos"}
    assert f'name="proposal" value="{team.proposal()}"' in fields["Nikos"]
    again = {**team.correction(f"{text} Νεότερο."), "proposal": team.proposal()}
    team.decided("Nikos", PLACE, **again)
    assert len(read_proposals(team.running.corpus)) == 1
    queue = team.people["Nikos"].get("/desk/en/?rule=unproposed").content.decode()
    assert "2017/el/57D/" not in queue
    assert "2017/el/20E/" in queue


def test_a_proposal_is_shown_in_its_text_beside_the_original(team: Team) -> None:
    text = team.text()
    team.decided("Nikos", PLACE, **team.correction(f"{text} Νέο."))
    original = read_code(team.running.corpus).provision(
        "2017", "en", read_code(team.running.corpus).outline.scheme.read("57D")
    )
    assert original
    page = team.shown("Maria", "/desk/en/proposals/")
    assert " ".join(original.text.split()[:6]) in page
    assert " ".join(text.split()[:6]) in page


def test_a_proposed_term_is_named_wherever_it_waits(team: Team) -> None:
    form = {"term": "tray", "in_el": "δίσκος", "status": "preferred"}
    id_ = team.decided("Nikos", "/desk/en/terms/new/", **form)
    assert "tray: New term (Nikos)" in team.shown("Nikos", f"/desk/en/terms/?done={id_}")
    for path in ("/desk/en/", "/desk/en/terms/", "/desk/en/proposals/"):
        assert "Nikos: New term: tray" in team.shown("Maria", path)


def test_a_page_of_no_language_leads_to_the_sign_in_of_the_browsers_language(team: Team) -> None:
    stranger = Browser(team.people["Maria"].port)
    stranger.get("/")
    for path in ("/", "/desk/"):
        for asked, tag in (("el-GR,el;q=0.9", "el"), ("en", "en"), ("xx", "el")):
            answer = stranger.get(path, **{"Accept-Language": asked})
            assert f"/desk/{tag}/sign-in/" in answer.headers["Location"]


# ---- the role is the server's


@pytest.mark.parametrize("field", ["accept-proposal", "return-proposal", "withdraw-proposal"])
def test_a_translator_decides_on_no_proposal_but_withdraws_their_own(
    team: Team, field: str
) -> None:
    team.decided("Nikos", PLACE, **team.correction(f"{team.text()} Νέο."))
    for name in ("Eleni", *(("Nikos",) if field != "withdraw-proposal" else ())):
        for path in (PLACE, "/desk/en/", "/desk/en/proposals/", "/desk/en/decisions/"):
            told = team.refused(name, path, **{field: team.proposal(), "word": "x"})
            assert "only a reviewer decides this" in told
    taken = {**team.correction(f"{team.text()} Δικό μου."), "proposal": team.proposal()}
    assert "only a reviewer decides this" in team.refused("Eleni", PLACE, **taken)


FINDING = "dbaa90383715f9e4"  # words missing in 20E


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/desk/en/2017/el/20E/", {"do": "accept", "finding": FINDING, "reason": "so"}),
        (PLACE, {"do": "review", "state": "reviewed"}),
        (PLACE, {"do": "review", "state": "final"}),
        ("/desk/en/2017/el/57C3/", {"do": "rejected", "comment": "36afb419", "reason": "no"}),
        ("/desk/en/terms/new/", {"term": "tray", "in_el": "δίσκος", "status": "preferred"}),
    ],
)
def test_every_decision_of_a_translator_is_a_proposal_that_a_reviewer_can_accept(
    team: Team, path: str, fields: dict[str, str]
) -> None:
    team.decided("Nikos", path, **fields)
    assert team.running.git("status", "--porcelain") == "?? proposals.toml\n"
    team.decided("Maria", "/desk/en/proposals/", **{"accept-proposal": team.proposal()})
    changed = team.running.git("status", "--porcelain").split()
    assert [each for each in changed if each.endswith((".toml", ".tsv"))]
    assert read_proposals(team.running.corpus) == ()


def test_the_fixes_of_the_queue_are_proposed_too(team: Team) -> None:
    queue = team.people["Nikos"].get("/desk/en/").content.decode()
    fixable = re.findall(r'name="fix" value="(\w+)"', queue)
    team.decided("Nikos", "/desk/en/", fix=fixable[0])
    team.decided("Nikos", "/desk/en/fix/reference-script/", fingerprints=" ".join(fixable))
    assert team.running.git("status", "--porcelain") == "?? proposals.toml\n"
    for one in read_proposals(team.running.corpus)[:1]:
        team.decided("Maria", "/desk/en/proposals/", **{"accept-proposal": one.id})
    assert "patches/" in team.running.git("status", "--porcelain")


def test_a_state_before_reviewed_is_the_translators_own_unless_it_was_reviewed(
    team: Team,
) -> None:
    def state() -> str:
        corpus = team.running.corpus
        held = read_review(corpus, read_code(corpus).outline)
        return next((v.state for k, v in held.items() if "57" in str(k) and k[2].depth), "")

    team.decided("Nikos", PLACE, do="review", state="translated")
    assert (state(), read_proposals(team.running.corpus)) == ("translated", ())
    team.decided("Maria", PLACE, do="review", state="reviewed")
    assert state() == "reviewed"
    team.decided("Nikos", PLACE, do="review", state="needs-review")
    assert state() == "reviewed"
    assert len(read_proposals(team.running.corpus)) == 1


def test_that_a_provision_is_reviewed_is_signed_by_the_reviewer(team: Team) -> None:
    team.decided("Nikos", PLACE, do="review", state="reviewed")
    team.decided("Maria", PLACE, **{"accept-proposal": team.proposal()})
    assert "\tMaria\t" in (team.running.corpus / "review.tsv").read_text("utf-8")
    assert "\tNikos\t" not in (team.running.corpus / "review.tsv").read_text("utf-8")


def test_a_translator_takes_back_only_what_was_theirs_to_decide(team: Team) -> None:
    own = team.decided("Nikos", PLACE, **team.correction(f"{team.text()} Νέο."))
    other = team.decided("Maria", PLACE, do="review", state="reviewed")
    for id_ in (own, other):
        assert "only a reviewer may take this back" in team.refused("Eleni", PLACE, undo=id_)
    assert "only a reviewer may take this back" in team.refused("Nikos", PLACE, undo=other)
    team.decided("Nikos", PLACE, undo=own)
    assert read_proposals(team.running.corpus) == ()


@pytest.mark.parametrize("page", ["/desk/en/decisions/", PLACE, "/desk/en/terms/?done={other}"])
def test_undo_is_offered_to_those_who_may_take_back_what_was_decided(team: Team, page: str) -> None:
    own = team.decided("Nikos", PLACE, **team.correction(f"{team.text()} Νέο."))
    other = team.decided("Maria", PLACE, do="review", state="translated")
    path = page.format(other=other)
    offered = {}
    for name in ("Nikos", "Eleni", "Maria"):
        content = team.people[name].get(path).content.decode()
        found = {*re.findall(r'name="undo" value="([0-9a-f]+)"', content)}
        offered[name] = found & {own, other}
    listed = {own, other} if "done" not in page else {other}
    assert offered == {"Nikos": listed - {other}, "Eleni": set(), "Maria": listed}
    team.decided("Nikos", PLACE, undo=own)
    team.decided("Maria", PLACE, undo=other)


# ---- files


def key_of(page: str) -> str:
    found = re.search(r'name="key" value="([\w-]+)"', page)
    assert found
    return found[1]


def edited(team: Team, *ids: str) -> str:
    """A table of Law 57 as the desk exports it, with a word added to the translation of texts."""
    path = "/desk/en/files/download?edition=2017&language=el&form=csv&only=57"
    exported = team.people["Nikos"].get(path).content.decode("utf-8-sig")
    rows = [*csv.DictReader(StringIO(exported))]
    for each in rows:
        each["el"] += " Νέο." if each["id"] in ids else ""
    written = StringIO()
    table = csv.DictWriter(written, rows[0].keys())
    table.writeheader()
    table.writerows(rows)
    return written.getvalue()


def test_a_translators_file_of_terms_is_a_proposal(team: Team) -> None:
    table = ("t.csv", "en,el\nbidding box,κουτί δηλώσεων\n")
    page = team.uploaded("Nikos", "/desk/en/terms/", table)
    assert "Will be proposed" in page
    assert "Propose 1 row" in page
    assert 'data-outcome="accepted"' in page
    told = team.refused("Eleni", "/desk/en/terms/", do="write", key=key_of(page))
    assert "this file is not here" in told
    team.decided("Nikos", "/desk/en/terms/", do="write", key=key_of(page))
    assert team.running.git("status", "--porcelain") == "?? proposals.toml\n"
    assert "bidding box" in team.shown("Maria", "/desk/en/terms/")
    assert "Nikos: Import of a file: t.csv" in team.shown("Maria", "/desk/en/proposals/")
    team.decided("Maria", "/desk/en/terms/", **{"accept-proposal": team.proposal()})
    assert team.running.git("status", "--porcelain") == " M glossary.tsv\n"


def test_a_translators_file_of_texts_is_a_proposal_that_keeps_what_was_ticked(team: Team) -> None:
    path, text = "/desk/el/files/", team.text()
    page = team.uploaded("Nikos", path, ("mine.csv", edited(team, "57D", "57C1")))
    assert "Πρόταση 2 γραμμών" in page
    rows = re.findall(r'name="(row \d+)" value="yes" checked> <b lang="">(\w+)', page)
    row = next(name for name, place in rows if place == "57D")
    form = {"do": "write", "key": key_of(page), "shown": "300", row: "yes"}
    team.decided("Nikos", path, **form)
    assert team.running.git("status", "--porcelain") == "?? proposals.toml\n"
    assert team.shown("Maria", "/desk/en/proposals/").count("Νέο.") == 1
    team.decided("Maria", "/desk/en/proposals/", **{"accept-proposal": team.proposal()})
    assert team.text() == f"{text} Νέο."
    (made,) = [p for p in corrections(team) if p.new.endswith("Νέο.")]
    assert (made.author, made.reason) == ("Nikos", "translation revised")
    assert read_proposals(team.running.corpus) == ()


def test_a_file_that_would_do_something_else_by_now_is_not_accepted(team: Team) -> None:
    path, text = "/desk/en/files/", team.text()
    page = team.uploaded("Nikos", path, ("mine.csv", edited(team, "57D")))
    team.decided("Nikos", path, do="write", key=key_of(page))
    team.decided("Maria", PLACE, **team.correction(f"{text} Τρίτο."))
    told = team.refused("Maria", path, **{"accept-proposal": team.proposal()})
    assert "the text has changed since this was proposed" in told


@pytest.mark.parametrize("content", ["", "no base 85 \u20ac", "00000", "c-n0"])
def test_a_file_damaged_in_its_proposal_is_refused(team: Team, content: str) -> None:
    for page in ("files/", "terms/"):
        form = json.dumps({"do": "write", "content": content, "name": "x.csv", "digest": "y"})
        one = Proposal("1", "import", "x", page, form, "", "", "", "", "Y", "when")
        text = "".join(f"{key} = {json.dumps(value)}\n" for key, value in asdict(one).items())
        (team.running.corpus / "proposals.toml").write_text(f"[[proposals]]\n{text}", "utf-8")
        assert team.people["Root"].get("/desk/en/proposals/").status == 200
        team.refused("Root", "/desk/en/proposals/", **{"accept-proposal": "1"})


@pytest.mark.parametrize("name", ["Nikos", "Maria"])
def test_only_an_administrator_sees_and_changes_the_users(team: Team, name: str) -> None:
    before = team.file.read_bytes()
    assert team.people[name].get("/desk/en/users/").status == 403
    for fields in (
        {"do": "change", "name": name, "role": "administrator"},
        {"do": "add", "name": "X", "password": PASSWORD, "again": PASSWORD, "role": "reviewer"},
        {"do": "remove", "name": "Root"},
    ):
        assert team.post(name, "/desk/en/users/", **fields).status == 403
    assert team.file.read_bytes() == before


def test_an_administrator_adds_changes_and_removes_users(team: Team) -> None:
    path = "/desk/en/users/"
    page = team.people["Root"].get(path).content
    assert b"argon2" not in page
    add = {"do": "add", "name": "Άννα", "password": PASSWORD, "again": PASSWORD}
    assert team.post("Root", path, **add, role="translator").status == 303
    assert read_users(team.file)["Άννα"].role == "translator"
    assert team.post("Root", path, do="change", name="Άννα", role="reviewer").status == 303
    assert read_users(team.file)["Άννα"].role == "reviewer"
    for fields, told in (
        ({**add, "role": "translator"}, "there is a user of this name"),
        ({**add, "name": "B", "again": "x", "role": "translator"}, "not the same"),
        ({**add, "name": "B", "role": "king"}, "there is no such role"),
        ({**add, "name": "B\u202e", "role": "translator"}, "not a name"),
        ({"do": "remove", "name": "Root"}, "nobody would manage the users"),
        ({"do": "change", "name": "Root", "role": "reviewer"}, "nobody would manage the users"),
        ({"do": "remove", "name": "Nobody"}, "not there any more"),
    ):
        assert told in team.refused("Root", path, **fields)
    assert team.post("Root", path, do="remove", name="Άννα").status == 303
    assert "Άννα" not in read_users(team.file)


def test_a_proposal_that_was_written_into_its_file_by_hand_decides_on_no_user(
    team: Team,
) -> None:
    add = {"do": "add", "name": "X", "password": PASSWORD, "again": PASSWORD, "role": "reviewer"}
    pages = ("users/", "../../x", "sign-out/", "2017/el/999/", "proposals/", "decisions/")
    forms = [json.dumps(add), json.dumps({"undo": "x"}), "no JSON", "[]"]
    made = [
        Proposal(f"{n}", "correction", "x", page, form, "2017", "el", "57D", "57", "Y", "when")
        for n, (page, form) in enumerate((page, form) for page in pages for form in forms)
    ]
    text = "".join(
        "[[proposals]]\n"
        + "".join(f"{key} = {json.dumps(value)}\n" for key, value in asdict(each).items())
        for each in made
    )
    (team.running.corpus / "proposals.toml").write_text(text, "utf-8")
    before = team.file.read_bytes()
    assert team.people["Root"].get("/desk/en/proposals/").status == 200
    for each in made:
        team.refused("Root", "/desk/en/proposals/", **{"accept-proposal": each.id})
    assert team.file.read_bytes() == before
    team.decided("Root", "/desk/en/", **{"return-proposal": "0", "word": "no"})


# ---- threads


def said(team: Team) -> list[tuple[str, str, str]]:
    return [(c.author, c.text, c.state) for c in read_discussion(team.running.corpus)]


def test_colleagues_talk_about_a_provision_until_it_is_resolved(team: Team) -> None:
    words = "<b>γιατί</b> έτσι;\u2028δεύτερη"
    team.decided("Nikos", PLACE, do="say", thread="57D", said=words)
    queue = team.people["Maria"].get("/desk/en/?rule=discussion").content.decode()
    assert "&lt;b&gt;γιατί&lt;/b&gt; έτσι; δεύτερη" in queue
    team.decided("Maria", PLACE, do="say", thread="57D", said="έτσι")
    team.decided("Maria", PLACE, **{"do": "say", "thread": "57D", "thread-state": "resolved"})
    assert [each[::2] for each in said(team)] == [
        ("Nikos", "open"),
        ("Maria", "open"),
        ("Maria", "resolved"),
    ]
    assert "γιατί" not in team.people["Maria"].get("/desk/en/?rule=discussion").content.decode()
    assert "γιατί" in team.people["Maria"].get(PLACE).content.decode()
    team.decided("Nikos", PLACE, do="say", thread="57D", said="ακόμη κάτι")  # opens it again
    assert said(team)[-1] == ("Nikos", "ακόμη κάτι", "open")


def test_a_comment_is_taken_back_by_who_wrote_it_byte_for_byte(team: Team) -> None:
    team.decided("Maria", PLACE, do="say", thread="57D", said="first")
    before = (team.running.corpus / "discussion.toml").read_bytes()
    id_ = team.decided("Nikos", PLACE, do="say", thread="57D", said="second")
    assert "only a reviewer may take this back" in team.refused("Eleni", PLACE, undo=id_)
    team.decided("Nikos", PLACE, undo=id_)
    assert (team.running.corpus / "discussion.toml").read_bytes() == before


def test_a_comment_says_something_and_is_of_the_page(team: Team) -> None:
    assert "the comment is empty" in team.refused("Maria", PLACE, do="say", thread="57D", said=" ")
    assert "there is no such thread" in team.refused(
        "Maria", PLACE, do="say", thread="20E", said="x"
    )
    long = team.refused("Maria", PLACE, do="say", thread="57D", said="x" * 5001)
    assert "more than 5000 characters" in long.replace(",", "")


def test_there_are_comments_on_the_whole_code(team: Team) -> None:
    path = "/desk/en/2017/el/code/"
    team.decided("Nikos", path, do="say", thread="", said="about all of it")
    shown = team.people["Maria"].get(path).content
    assert b"about all of it" in shown
    assert b"None of these translations" in shown  # of a term that several texts do without
    assert b"about all of it" in team.people["Maria"].get("/desk/en/").content


def test_two_proposals_for_the_same_words_are_told_and_both_named(team: Team) -> None:
    text = team.text()
    team.decided("Nikos", PLACE, **team.correction(f"{text} Του Νίκου."), shown="")
    mine = {**team.correction(f"{text} Της Ελένης."), "shown": ""}
    answer = team.post("Eleni", PLACE, **mine)
    page = unescape(answer.content.decode())
    assert answer.status == 200
    assert "Nikos has proposed another text meanwhile" in page
    assert "Του Νίκου." in page
    assert f"{text} Της Ελένης." in page
    assert len(read_proposals(team.running.corpus)) == 1
    shown = re.search(r'name="shown" value="([^"]*)"', page)
    assert shown
    team.decided("Eleni", PLACE, **{**mine, "shown": shown[1]})
    assert [e.author for e in read_proposals(team.running.corpus)] == ["Nikos", "Eleni"]


def test_a_proposal_that_is_sent_back_and_made_anew_is_called_so(team: Team) -> None:
    text = team.text()
    team.decided("Nikos", PLACE, **team.correction(f"{text} Νέο."))
    id_ = team.proposal()
    back = team.decided("Maria", PLACE, **{"return-proposal": id_, "word": "«why» this?"})
    assert "Proposal sent back" in team.shown("Maria", f"{PLACE}?done={back}")
    anew = {**team.correction(f"{text} Άλλο."), "proposal": id_}
    sent = team.decided("Nikos", PLACE, **anew)
    assert "Proposal made anew" in team.shown("Nikos", f"{PLACE}?done={sent}")
    gone = team.decided("Nikos", PLACE, **{"withdraw-proposal": team.proposal()})
    page = team.people["Nikos"].get(f"{PLACE}?done={gone}").content.decode()
    saved = page[page.index('class="told saved"') :].partition("<details>")[0]
    assert "Proposal taken back" in saved
    assert "why" not in saved
