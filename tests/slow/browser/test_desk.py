"""The desk in a browser: all that is open on the five pages is decided without a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from lawkb.corpus.laws import read_cached_code
from lawkb.editorial.findings import code_report
from lawkb.pipeline import ingest, read_all
from tests.browser.running_desk import RunningDesk, quiet_page, running_desk

ABOVE = """(one, other) => {
  const [first, second] = [one, other].map((element) => element.getBoundingClientRect());
  return first.height > 0 && first.bottom <= second.top;
}"""
SIZE = ViewportSize(width=1280, height=900)
TEXTS = {
    "20E": (
        "του μορ λαθών",
        "του μορ ή ενός παίκτη που υποχρεώνεται από τον νόμο να δηλώσει πάσο, είναι υπεύθυνοι"
        " για την άμεση διόρθωση των λαθών",
    ),
    "20F1": (
        "να ζητήσει[2], ενέργειας,",
        "να ζητήσει[2], όταν είναι η σειρά του να δηλώσει, μια επεξήγηση των αγορών των αντιπάλων."
        " Δικαιούται να πληροφορηθεί για τις δηλώσεις που πραγματικά έγιναν, για σχετικές"
        " εναλλακτικές δηλώσεις που ήταν διαθέσιμες αλλά δεν έγιναν και για συμπεράσματα από την"
        " επιλογή ενέργειας,",
    ),
    "20F2": (
        "μια επεξήγηση επεξηγείται",
        "μια επεξήγηση των αγορών των αντιπάλων. Όταν είναι η σειρά του να παίξει από το χέρι του"
        " ή από τον μορ, ο εκτελεστής μπορεί να ζητήσει μια επεξήγηση μιας δήλωσης ενός"
        " αμυνόμενου ή των συνεννοήσεων για το παίξιμο των φύλλων. Οι επεξηγήσεις πρέπει να"
        " δίνονται με τον ίδιο τρόπο όπως στην παράγραφο 1 και από τον συμπαίκτη του παίκτη, του"
        " οποίου η ενέργεια επεξηγείται",
    ),
}
TITLES = {
    "14": "Φύλλο που λείπει",
    "20": "Ανασκόπηση και επεξήγηση δηλώσεων",
    "47": "Ανάκληση φύλλου που παίχτηκε",
    "57": "Πρόωρη έξοδος ή παίξιμο",
}
HEADINGS = {
    "20A": "Δήλωση που δεν έγινε αντιληπτή",
    "20B": "Ανασκόπηση των αγορών κατά την περίοδο των αγορών",
    "20C": "Ανασκόπηση μετά το τελικό πάσο",
    "20D": "Ποιος μπορεί να ανασκοπήσει τις αγορές",
    "20E": "Διόρθωση λάθους στην ανασκόπηση",
    "20F": "Επεξήγηση δηλώσεων",
    "20G": "Εσφαλμένες διαδικασίες",
}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[RunningDesk]:
    with running_desk(tmp_path) as running:
        yield running


@pytest.fixture
def at_desk(browser: Browser, desk: RunningDesk) -> Iterator[Page]:
    """A page 1280 wide; at the end, nothing was said on the console and nothing left the desk."""
    yield from quiet_page(browser.new_context(viewport=SIZE), desk.url, "/desk/en/")


def text_of(page: Page, key: str) -> Locator:
    return page.locator(f"textarea[name='text {key}']")


def pressed(page: Page, key: str) -> None:
    """Press a key that leads to another page."""
    with page.expect_navigation():
        page.keyboard.press(key)


def saved(page: Page) -> None:
    page.get_by_role("button", name="Save the correction").click()
    expect(page.locator("#told.saved")).to_be_visible()
    page.wait_for_load_state()  # the keys are there


def accept(page: Page, rule: str, reason: str) -> None:
    """Accept the finding of a rule on the page that is open."""
    finding = page.locator(f".finding[data-rule='{rule}']").first
    finding.get_by_text("It is correct as it is").click()
    finding.get_by_label("Why it is accepted").fill(reason)
    finding.get_by_role("button", name="Keep the text as it is").click()
    expect(page.locator("#told.saved")).to_be_visible()


def test_everything_open_on_the_five_pages_is_decided_in_the_browser(
    at_desk: Page, desk: RunningDesk
) -> None:
    page = at_desk
    expect(page.locator(".progress")).to_contain_text("18 places open")
    pressed(page, "j")
    for closed, (name, (old, new)) in enumerate(TEXTS.items()):
        expect(page.locator("h1")).to_contain_text(name)
        expect(page.locator(".walk")).to_contain_text(f"1 of {18 - closed} places open")
        expect(page.locator("mark.gap")).to_be_visible()
        expect(page.locator("mark.differs")).to_be_visible()
        now = text_of(page, name).input_value()
        text_of(page, name).fill(now.replace(old, new))
        expect(page.locator("#checked .result")).to_contain_text("would be resolved")
        saved(page)
        expect(page.locator(".finding[data-rule='omission']")).to_have_count(0)
        if name == "20F1":  # its note is compared now that the text is whole
            expect(page.locator(".walk [rel='next']")).to_contain_text("20F2")
            note = text_of(page, "20F1 note 1")
            note.fill(f"{note.input_value().rstrip()}.")
            saved(page)
            expect(page.locator(".finding[data-rule='end-mark']")).to_have_count(0)
        expect(page.locator(".walk")).to_contain_text(f"{17 - closed} places open")
        pressed(page, "j")
    for law, title in TITLES.items():
        page.goto(f"{desk.url}/desk/en/2017/el/{law}/")
        text_of(page, f"{law} heading").fill(title)
        if law == "20":
            for name, heading in HEADINGS.items():
                text_of(page, f"{name} heading").fill(heading)
        saved(page)
    page.goto(f"{desk.url}/desk/en/2017/el/20/")
    notes = page.locator(".notes-compared li")
    expect(notes).to_have_count(2)
    expect(notes.nth(1)).to_contain_text("[4] Unless that player is required by law to pass.")
    expect(notes.nth(1)).to_contain_text("[2] Εκτός αν ο παίκτης")
    expect(page.locator(".walk [rel='next'] .tag")).to_have_text("en")
    accept(page, "note-parity", "compared with the English notes: the order is the same")
    page.goto(f"{desk.url}/desk/en/2017/en/20/")
    accept(page, "note-parity", "compared with the marks: the order is the same")

    page.goto(f"{desk.url}/desk/en/?rule=reference-script")
    page.get_by_role("button", name="Correct: B → Β (Latin B → Greek Β)").click()
    expect(page.locator("#told.saved")).to_contain_text("20C2")
    assert "rule=reference-script" in page.url
    page.get_by_role("link", name="(3 corrections)").click()
    expect(page.locator(".fixes li")).to_have_count(3)
    page.get_by_role("button", name="Correct all 3 places").click()
    expect(page.locator("#told.saved")).to_be_visible()
    page.goto(f"{desk.url}/desk/en/fix/quotes/")
    page.get_by_role("button", name="Correct all 2 places").click()
    expect(page.locator("#told.saved")).to_be_visible()
    page.goto(f"{desk.url}/desk/en/2017/el/20G3/")
    end_mark = page.locator(".finding[data-rule='end-mark']").get_by_role("button").first
    expect(end_mark).to_contain_text("removed: full stop")
    end_mark.click()
    expect(page.locator("#told.saved")).to_be_visible()

    page.goto(f"{desk.url}/desk/en/2017/el/20F5(b)/")
    now = text_of(page, "20F5(b)").input_value()
    text_of(page, "20F5(b)").fill(f"{now}:")
    saved(page)
    page.goto(f"{desk.url}/desk/en/2017/el/20F4(a)/")
    now = text_of(page, "20F4(a)").input_value()
    fixed = now.replace("περιόδου διευκρινίσεων", "Περιόδου Διευκρινίσεων")
    text_of(page, "20F4(a)").fill(fixed)
    saved(page)

    page.goto(f"{desk.url}/desk/en/2017/el/20C2/")
    accept(page, "addition", "the words that the original has before")
    accept(page, "opposites", "a part is not the whole")

    page.goto(f"{desk.url}/desk/en/2017/el/code/")
    accept(page, "advice", "πρέπει is the usual word for both in Greek")
    uses = page.locator(".term-uses").filter(has_text="επεξήγηση")
    expect(uses.get_by_role("link", name="20F1")).to_have_attribute(
        "href", re.compile("desk/en/2017/el/20F1/")
    )
    expect(uses).to_contain_text("επεξήγηση admitted: allowed, but reported beside another one")
    explanation = page.locator(".finding[data-rule='term-inconsistent']", has_text="explanation")
    expect(explanation).not_to_contain_text("*")
    uses.get_by_text("What will be written").click()
    expect(uses).to_contain_text("εξήγηση|εξήγησ*|εξηγήσ*|επεξήγηση|επεξήγησ*|επεξηγήσ*")
    uses.get_by_role("button", name="Allow both translations").click()
    expect(page.locator("#told.saved")).to_contain_text("explanation")
    expect(page.locator("#told")).to_be_focused()
    expect(page.locator(".finding[data-rule='term-inconsistent']")).to_have_count(1)
    accept(page, "term-inconsistent", "a hand is a place at the table there")

    page.goto(f"{desk.url}/desk/en/?rule=comment")
    page.locator(".queue a").first.click()
    expect(page.locator("h1")).to_contain_text("57C3")
    page.get_by_label("Reason of the decision").fill("the words were dropped")
    page.get_by_role("button", name="Confirm: the text has the change").click()
    expect(page.locator("#told.saved")).to_be_visible()

    page.goto(f"{desk.url}/desk/en/")
    expect(page.locator(".progress")).to_contain_text("0 places open")
    assert settled(desk)


def settled(desk: RunningDesk) -> bool:
    """Whether nothing is open, the laws follow from the sources, and nothing else was changed."""
    code = read_cached_code(desk.corpus)
    report = code_report(desk.corpus, code)
    assert [each for each in report.findings if not each.waived] == []
    assert read_all(desk.corpus).changed == ()
    changed = set(desk.git("status", "--porcelain", "-uall").split()) - {"M", "??"}
    assert changed == {
        "comments.toml",
        "glossary.tsv",
        "laws/2017/el/law_14.xml",
        "laws/2017/el/law_20.xml",
        "laws/2017/el/law_47.xml",
        "laws/2017/el/law_57.xml",
        "laws/2017/en/law_57.xml",
        "patches/law_14.toml",
        "patches/law_20.toml",
        "patches/law_47.toml",
        "patches/law_57.toml",
        "waivers.toml",
    }, changed
    gone = re.findall(r"^-[^-].*", desk.git("diff", "--", "patches", "glossary.tsv"), re.MULTILINE)
    assert len(gone) == 2, gone
    return True


def test_two_browsers_at_one_provision_lose_nothing(
    browser: Browser, at_desk: Page, desk: RunningDesk
) -> None:
    url = f"{desk.url}/desk/en/2017/el/57D/"
    for theirs in quiet_page(browser.new_context(viewport=SIZE), desk.url, "/desk/en/"):
        at_desk.goto(url)
        theirs.goto(url)
        text = text_of(theirs, "57D").input_value()
        first, last = text.split()[0], text.rstrip(".").split()[-1]
        text_of(theirs, "57D").fill(text.replace(first, f"{first} [α]", 1))
        theirs.get_by_label("Why it is changed").fill("one")
        saved(theirs)

        text_of(at_desk, "57D").fill(f"{text.rstrip('.')} [ω].")
        at_desk.get_by_label("Why it is changed").fill("two")
        at_desk.get_by_role("button", name="Save the correction").click()
        merged = at_desk.locator(".told.merged")
        expect(merged).to_contain_text("You have changed this text meanwhile, on another page")
        expect(merged.locator("ins").first).to_be_visible()
        both = text.replace(first, f"{first} [α]", 1)
        both = f"{both.rstrip('.')} [ω]."
        expect(text_of(at_desk, "57D")).to_have_value(both)
        saved(at_desk)

        # Both touch the same word: nothing is chosen for anybody.
        theirs.goto(url)
        text_of(theirs, "57D").fill(both.replace(last, f"{last}1"))
        at_desk.goto(url)
        text_of(at_desk, "57D").fill(both.replace(last, f"{last}2"))
        at_desk.get_by_label("Why it is changed").fill("three")
        theirs.get_by_label("Why it is changed").fill("four")
        saved(theirs)
        at_desk.get_by_role("button", name="Save the correction").click()
        expect(merged).to_contain_text("Both changed the same words")
        expect(merged).to_contain_text(f"{last}1")
        expect(text_of(at_desk, "57D")).to_have_value(both.replace(last, f"{last}2"))
        saved(at_desk)
        expect(text_of(at_desk, "57D")).to_have_value(both.replace(last, f"{last}2"))
    assert read_all(desk.corpus).changed == ()


def test_an_edit_of_a_patch_file_and_an_ingest_meanwhile_are_merged(
    at_desk: Page, desk: RunningDesk
) -> None:
    page = at_desk
    page.goto(f"{desk.url}/desk/en/2017/el/20E/")
    text = text_of(page, "20E").input_value()
    text_of(page, "20E").fill(text.replace(*TEXTS["20E"]))
    file = desk.corpus / "patches" / "law_20.toml"
    outside = """
[[patches]]
page = "law_20"
language = "el"
place = "20E"
field = "text"
old = "που δεν διορθώθηκε"
new = "η οποία δεν διορθώθηκε"
reason = "outside"
origin = "outside"
author = "Nikos"
date = "2026-11-23"
"""
    file.write_text(file.read_text(encoding="utf-8") + outside, encoding="utf-8")
    ingest(desk.corpus)
    page.get_by_role("button", name="Save the correction").click()
    expect(page.locator(".told.merged")).to_be_visible()
    saved(page)
    now = text_of(page, "20E").input_value()
    assert now == text.replace(*TEXTS["20E"]).replace("που δεν διορθ", "η οποία δεν διορθ")
    assert file.read_text(encoding="utf-8").count("[[patches]]") == 5
    assert read_all(desk.corpus).changed == ()
    page.goto(f"{desk.url}/desk/en/decisions/")
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator("#told.saved")).to_contain_text("Undone")
    assert read_all(desk.corpus).changed == ()
    assert "outside" in file.read_text(encoding="utf-8")


def test_each_decision_can_be_undone_and_the_files_are_as_they_were(
    at_desk: Page, desk: RunningDesk
) -> None:
    page = at_desk
    page.goto(f"{desk.url}/desk/en/fix/reference-script/")
    page.get_by_role("button", name="Correct all 4 places").click()
    expect(page.locator("#told.saved")).to_be_visible()
    page.goto(f"{desk.url}/desk/en/2017/el/20F4(a)/")
    accept(page, "term-case", "no term")
    page.get_by_label("State of the translation").select_option("reviewed")
    page.get_by_role("button", name="Record").click()
    expect(page.locator("#told.saved")).to_contain_text("reviewed")
    page.goto(f"{desk.url}/desk/en/2017/el/57C3/")
    page.get_by_label("Reason of the decision").fill("no")
    page.get_by_role("button", name="Reject the comment").click()
    expect(page.locator("#told.saved")).to_contain_text("rejected")
    page.goto(f"{desk.url}/desk/en/decisions/")
    for _ in range(4):
        page.locator(".decided").get_by_role("button", name="Undo").first.click()
        expect(page.locator("#told.saved")).to_contain_text("Undone")
        page.wait_for_load_state()
    assert desk.git("status", "--porcelain") == ""
    page.goto(f"{desk.url}/desk/en/")
    expect(page.locator(".progress")).to_contain_text("18 places open")


def test_a_translation_of_a_term_is_removed_by_two_steps_and_told_beside_the_term(
    at_desk: Page, desk: RunningDesk
) -> None:
    page = at_desk
    page.goto(f"{desk.url}/desk/en/terms/")
    page.get_by_role("link", name="explanation").click()
    term = page.get_by_role("main")
    second = term.locator("form.term-row").nth(1)
    expect(second.get_by_role("button", name="Remove")).to_be_hidden()
    second.get_by_text("Remove this translation").click()
    expect(second).to_contain_text("The other translation of the term stays.")
    second.get_by_role("button", name="Remove").click()
    told = term.locator("#told.saved")
    expect(told).to_contain_text("explanation")
    expect(told).to_be_focused()
    expect(told).to_be_in_viewport()
    told.get_by_role("button", name="Undo").click()
    expect(term.locator("#told.saved")).to_contain_text("Undone")
    assert desk.git("status", "--porcelain") == ""


def test_a_decision_is_told_in_the_language_of_the_page_with_its_words_and_a_link(
    at_desk: Page, desk: RunningDesk
) -> None:
    page = at_desk
    page.goto(f"{desk.url}/desk/el/2017/el/57/")
    text_of(page, "57 heading").fill("Πρόωρη σύνεση")
    page.locator("#reason").fill("χάθηκε ο τίτλος")
    page.get_by_role("button", name="Αποθήκευση της διόρθωσης").click()
    told = page.locator("#told.saved")
    expect(told).to_contain_text("Διόρθωση")
    expect(told).not_to_contain_text("Correct")
    expect(told.get_by_role("link", name="Νόμος 57")).to_have_attribute(
        "href", "/desk/el/2017/el/57/"
    )
    expect(told.locator(".changes ins")).to_contain_text("Πρόωρη σύνεση")
    expect(told.locator(".changes")).to_contain_text("χάθηκε ο τίτλος")
    page.goto(f"{desk.url}/desk/el/?rule=reference-script")
    page.locator("button[name=fix]").first.click()
    expect(page.locator("#told.saved").get_by_role("link", name="20Γ2")).to_be_visible()
    page.goto(f"{desk.url}/desk/el/decisions/")
    lines = page.locator(".decided > li")
    expect(lines.nth(1).locator(".changes ins")).to_contain_text("Πρόωρη σύνεση")
    expect(lines.nth(0).locator(".changes")).not_to_contain_text("another alphabet")
    lines.nth(1).get_by_role("button", name="Αναίρεση").click()
    expect(page.locator("#told.saved")).to_contain_text("Αναιρέθηκε: Διόρθωση")
    expect(page.locator("#told.saved .changes del")).to_contain_text("Πρόωρη σύνεση")


def test_a_text_without_the_mark_of_its_note_is_refused_above_the_fields_in_greek(
    at_desk: Page, desk: RunningDesk
) -> None:
    page = at_desk
    page.goto(f"{desk.url}/desk/el/2017/el/20F1/")
    text = text_of(page, "20F1")
    text.fill(text.input_value().replace("[2]", ""))
    alert = page.locator("#checked [role=alert]")
    expect(alert).to_contain_text("20ΣΤ1: βάλτε πίσω τα σημάδια όπως ήταν, με τη σειρά τους")
    expect(page.locator("#checked .finding")).to_have_count(0)
    page.locator("#reason").fill("δοκιμή")
    page.get_by_role("button", name="Αποθήκευση της διόρθωσης").click()
    told = page.locator("#editing #told.refused")
    expect(told).to_contain_text("20ΣΤ1 el: βάλτε πίσω τα σημάδια")
    expect(told.locator("[lang=en]")).to_have_count(0)
    assert told.evaluate(ABOVE, text.element_handle())
