"""Reasons of corrections: where several texts are saved at once, each has the one that it needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lawkb.model.address import Address
from lawkb.model.finding import Finding
from lawkb.model.law import Law
from lawkb.publish.views.localized_site import LocalizedSite
from lawkb.server.desk.provision_page import items_of
from lawkb.server.desk.texts import places_of_form
from lawkb.server.desk.workspace import State

Kind = tuple[Address, str]  # a provision, and "heading", "note" or "text"
_OF_HEADINGS = ("title-lost", "heading-lost")
_OF_NOTES = ("note-parity",)


def text_kind(part: str) -> str:
    """Return the kind of a text by its name: ``heading``, ``note`` or ``text``."""
    return part.partition(" ")[0] or "text"


def findings_on_form(state: State, law: Law, address: Address) -> list[Finding]:
    """Return the open findings on the texts that are fields on the page of a provision."""
    places = {each.address for each in places_of_form(law, address)}
    own = (law.edition, law.language)
    return [
        each
        for each in state.findings
        if (each.edition, each.language) == own and each.address in places and not each.waived
    ]


def reasons_of_texts(
    site: LocalizedSite, found: Sequence[Finding], kinds: Sequence[Kind], typed: str
) -> Mapping[Kind, str]:
    """Return the reason of each kind of changed texts.

    The typed reason is that of the texts with findings; where the editor has left it as the page
    proposed it, each such text has the words of its own finding. A text without a finding has the
    typed reason, too, unless those are the words of a finding on another text saved with it.

    Args:
        site: The site in the language of the editor.
        found: The open findings on the texts of the form.
        kinds: The changed texts.
        typed: The reason in the form.
    """
    own: dict[Kind, str] = {}
    for finding, item in zip(found, items_of(site, found), strict=True):
        if finding.address:
            own.setdefault((finding.address, _kind_of(finding)), " ".join(item.reason.split()))
    if typed not in own.values():
        return dict.fromkeys(kinds, typed)
    other = site.gettext("supplied with the text") if any(each in own for each in kinds) else typed
    return {each: own.get(each, other) for each in kinds}


def _kind_of(finding: Finding) -> str:
    if finding.rule in _OF_HEADINGS or (finding.fix and finding.fix.heading):
        return "heading"
    return "note" if finding.rule in _OF_NOTES else "text"
