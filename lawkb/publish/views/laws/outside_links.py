"""Links from a law page to other sites that ``corpus.toml`` names: official text, correction."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import shorten

from lawkb.model.address import Address
from lawkb.model.language import read_language
from lawkb.model.law import Law, Provision
from lawkb.model.url_patterns import filled
from lawkb.publish.views.localized_site import LocalizedSite

_LONGEST_TEXT = 80  # characters: a link stands in every row, and mail programs cut long addresses


@dataclass(frozen=True, slots=True)
class OfficialText:
    """A link to the official text of a provision elsewhere: BCP 47 tag, language name, URL."""

    language: str
    name: str
    url: str


def official_texts(site: LocalizedSite, edition: str, address: Address) -> tuple[OfficialText, ...]:
    """Return links to the official texts of a provision, that in the reader's language first."""
    found = [
        OfficialText(
            each.language,
            read_language(each.language).name,
            filled(each.official, language=each.language, **_of_address(site, edition, address)),
        )
        for each in site.code.outline.expressions
        if each.edition == edition and each.official
    ]
    return tuple(sorted(found, key=lambda each: each.language != site.language.code))


def correction_url(site: LocalizedSite, law: Law, provision: Provision) -> str:
    """Return the URL where a reader suggests a correction of a provision; empty without one.

    ``{url}`` is still in it: only the template knows the URL of the page.

    Args:
        site: The site in the language of the reader.
        law: The law in the language of the text.
        provision: The provision.
    """
    pattern = site.code.outline.correction
    if not pattern:
        return ""
    texts = [passage.text for passage in (provision.heading, *provision.passages) if passage]
    return filled(
        pattern,
        language=law.language,
        label=site.label(law.language, provision.address),
        page=law.origin.page,
        text=shorten(" ".join(texts), _LONGEST_TEXT, placeholder=" …"),
        **_of_address(site, law.edition, provision.address),
    )


def _of_address(site: LocalizedSite, edition: str, address: Address) -> dict[str, str]:
    written = site.code.outline.scheme.write(address)
    return {"law": str(address.law), "address": written, "edition": edition}
