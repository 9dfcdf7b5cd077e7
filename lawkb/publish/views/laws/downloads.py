"""Links from a law page: its files on the site, and the other sites that ``corpus.toml`` names."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import shorten

from lawkb.model.address import Address, Ordinal
from lawkb.model.language import read_language
from lawkb.model.law import Law, Provision
from lawkb.model.source import filled
from lawkb.publish.views.localized_site import LocalizedSite
from lawkb.publish.views.urls import Place

_LONGEST_TEXT = 80  # characters: a link stands in every row, and mail programs cut long addresses


def official_texts(
    site: LocalizedSite, edition: str, address: Address
) -> tuple[tuple[str, str, str], ...]:
    """Return BCP 47 tag, language name and URL of the official texts of a provision elsewhere.

    That in the reader's language is first.
    """
    found = [
        (
            each.language,
            read_language(each.language).name,
            filled(each.official, language=each.language, **_of_address(site, edition, address)),
        )
        for each in site.code.outline.expressions
        if each.edition == edition and each.official
    ]
    return tuple(sorted(found, key=lambda each: each[0] != site.language.code))


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


@dataclass(frozen=True, slots=True)
class DownloadKind:
    """A file format in which a law can be downloaded."""

    name: str  # name of the format, such as ``XLIFF``; the same in every language
    suffix: str  # end of the file name, ``xml``
    media: str  # media type, ``application/xml``
    by_language: bool  # whether there is a file for each language, or one for all
    translated: bool = False  # whether only translations have such a file, not the original


AKOMA_NTOSO = DownloadKind("Akoma Ntoso", "xml", "application/akn+xml", by_language=True)
JSON = DownloadKind("JSON", "json", "application/json", by_language=False)
XLIFF = DownloadKind("XLIFF", "xlf", "application/xliff+xml", by_language=True, translated=True)
# Another kind is one more line here, and its maker in ``files``.
KINDS = (AKOMA_NTOSO, JSON, XLIFF)


def download_views(
    laws: tuple[Law, ...], original: str
) -> tuple[tuple[DownloadKind, tuple[tuple[str, Place], ...]], ...]:
    """Return the files of a law by format, without formats that have no file.

    A file has a BCP 47 tag, empty for one with all languages, and a location.

    Args:
        laws: The law in each language.
        original: BCP 47 tag of the original.
    """
    edition, number = laws[0].edition, laws[0].number
    views = []
    for kind in KINDS:
        held = [law.language for law in laws if is_had(kind, law.language, original)]
        tags = held if kind.by_language else [""]
        files = ((tag, Place(download_path(kind, edition, number, tag))) for tag in tags)
        if tags:
            views.append((kind, tuple(files)))
    return tuple(views)


def is_had(kind: DownloadKind, language: str, original: str) -> bool:
    """Return whether a law in a language can be downloaded in a format."""
    return language != original or not kind.translated


def download_path(kind: DownloadKind, edition: str, number: Ordinal, language: str) -> str:
    """Return the path of a download, the same for all readers: ``laws/2017/law_57.el.xml``."""
    tag = f".{language}" if kind.by_language else ""
    return f"laws/{edition}/law_{number}{tag}.{kind.suffix}"
