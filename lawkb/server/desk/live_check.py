"""Check the texts of a form while they are edited; nothing is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from lawkb.align.translation_units import texts_of
from lawkb.editorial.new_patches import PatchedText, PatchReason, patch_text
from lawkb.model.address import Address
from lawkb.model.law import Law, Provision
from lawkb.parse.apply_patches import gaps_at
from lawkb.server.desk.frames import Localized
from lawkb.server.desk.provision_page import Checked, beside, item_views, term_lines
from lawkb.server.desk.texts import fields_of
from lawkb.server.desk.workspace import State, Workspace

_TRIED = PatchReason("", "", "", "")


def checked_texts(
    workspace: Workspace,
    at: Localized,
    place: tuple[Law, Address],
    typed: Mapping[str, tuple[str, str]],
) -> Checked:
    """Return what the checks say of edited texts.

    Args:
        workspace: The corpus.
        at: The site in the language of the reader.
        place: The law, and the address of the provision in it.
        typed: Texts of the form with those that it was opened with, by key of the field.
    """
    law, address = place
    state = at.state
    texts = {key: text for key, (_, text) in typed.items()}
    edited, why_not = edited_provision(state, law, address, texts)
    found = workspace.edited_findings(law, edited)
    waived = {each.fingerprint for each in state.findings if each.waived}
    own = [each for each in found if each.address == address and each.fingerprint not in waived]
    names = {each.fingerprint for each in own}
    before = [
        each
        for each in state.findings
        if each.address == address and each.edition == law.edition and not each.waived
    ]
    gone = sum(each.fingerprint not in names for each in before if each.rule != "waiver")
    fields = fields_of(state, at.site, (law, beside(state, law), address), texts)
    edited_law = replace(law, root=law.root.with_provision(edited))
    terms = term_lines(state, at.site, edited_law, address, own)
    return Checked(item_views(at.site, own), gone, why_not, fields, terms)


def edited_provision(
    state: State, law: Law, address: Address, texts: Mapping[str, str]
) -> tuple[Provision, str]:
    """Return a provision with edited texts, and why one of them cannot be saved so, or "".

    On the page of a law, the headings inside it are edited, too.
    """
    scheme = state.code.outline.scheme
    root = law.find(address)
    assert root is not None
    why_not = ""
    for key, text in texts.items():
        name, _, part = key.partition(" ")
        at = scheme.read(name)
        provision = _inside(root, at)
        held = texts_of(provision, scheme).get(part) if provision else None
        if provision is None or text == (held.shown if held else ""):
            continue
        own = replace(law, root=root)
        made = patch_text(
            PatchedText(own, provision, part, gaps_at(state.patches, law, provision)),
            text,
            _TRIED,
            scheme,
        )
        why_not = why_not or made.why_not
        root = root.with_provision(made.provision)
    return root, why_not


def _inside(root: Provision, address: Address) -> Provision | None:
    if root.address == address:
        return root
    children = (each for each in root.children if each.address.holds(address))
    return next((found for each in children if (found := _inside(each, address))), None)
