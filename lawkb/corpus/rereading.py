"""Reading a code again and again: a text whose file did not change is the same object as before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lawkb.corpus.laws import companion_in, is_law, law_in
from lawkb.corpus.manifest import corpus_manifest
from lawkb.corpus.opened import content_of
from lawkb.corpus.outline import read_outline
from lawkb.corpus.stats import OUTLINE
from lawkb.corpus.writing import recover
from lawkb.model.code import Code, Outline
from lawkb.model.companion import Companion
from lawkb.model.law import Law
from lawkb.remembered import Remembered


class Rereading:
    """Reads one corpus many times."""

    def __init__(self, folder: Path) -> None:
        """Take the corpus; nothing is read yet."""
        self._folder = folder
        self._code: Code | None = None
        self._outline: tuple[str, Outline] | None = None  # with the digest of its file

    def code(self) -> Code:
        """What ``read_code`` gives; the same object while no file of it changes.

        Raises:
            LawkbError: As ``read_code``, or a file changed while it was read.
        """
        recover(self._folder)
        files = corpus_manifest(self._folder).files
        if self._code is None or self._code.files != files:
            self._code = self._read(dict(files))
        return self._code

    def _read(self, files: dict[str, str]) -> Code:
        outline = self._known_outline(files.get(OUTLINE, ""))
        laws = self._laws.each(_those(files, is_law))
        companions = self._companions.each(_those(files, lambda file: not is_law(file)))
        by_key = {(law.edition, law.language, law.number): law for law in laws.values()}
        ordered = {key: by_key[key] for key in sorted(by_key, key=lambda key: outline.place(*key))}
        held = {(each.edition, each.language, each.name): each for each in companions.values()}
        return Code(outline, ordered, held, files=files)

    def _known_outline(self, digest: str) -> Outline:
        """The outline; where it is a new one, every text is read anew."""
        if self._outline is not None and self._outline[0] == digest:
            return self._outline[1]
        outline = read_outline(self._folder)

        def law(entry: tuple[str, str]) -> Law:
            content = content_of(self._folder, *entry)
            return law_in(self._folder / entry[0], self._folder, outline, content)

        def companion(entry: tuple[str, str]) -> Companion:
            content = content_of(self._folder, *entry)
            return companion_in(self._folder / entry[0], self._folder, outline, content)

        self._laws = Remembered[str, tuple[str, str], Law](law)
        self._companions = Remembered[str, tuple[str, str], Companion](companion)
        self._outline = (digest, outline)
        return outline


def _those(files: dict[str, str], fits: Callable[[Path], bool]) -> dict[str, tuple[str, str]]:
    """Path and digest of the XML files that fit, by path."""
    named = ((path, digest) for path, digest in files.items() if path != OUTLINE)
    return {path: (path, digest) for path, digest in named if fits(Path(path))}
