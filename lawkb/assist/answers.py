"""What an assistant may ask of the laws, and what it is answered: public records, or a refusal.

Every method of ``Answers`` is one tool. All of them read; none writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Literal

from lawkb.api import Corpus, open_corpus
from lawkb.errors import LawkbError
from lawkb.exchange import public_types as public
from lawkb.model.companion import COMPANION_KINDS
from lawkb.model.language import main_language
from lawkb.references.typed_address import AddressError

MOST_HITS = 50
# Characters of a text whose citations are read or verified: others wait meanwhile.
MOST_TEXT = 100_000
_MOST_NAMED = 200  # addresses in a refusal
_LONGEST_ASKED = 200  # characters of a call that a refusal repeats

RefusalKind = Literal[
    "not_held",
    "no_such_provision",
    "ambiguous",
    "not_an_address",
    "no_such_edition",
    "no_such_language",
    "no_such_date",
    "nothing_to_compare",
    "bad_query",
    "bad_arguments",
    "too_long",
    "busy",
    "failed",
]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a call is not answered, and what can be asked instead."""

    # `not_held`: the corpus lacks the law, which says nothing about whether it exists.
    # `no_such_provision`: the law is here, and has no such provision.
    kind: RefusalKind
    message: str  # What is wrong, in one sentence.
    hint: str  # What to do.
    asked: str | None = None  # The words of the call that are meant, quoted.
    candidates: tuple[str, ...] = ()  # Addresses that may be meant; call again with one of them.
    nearest: tuple[str, ...] = ()  # The nearest provisions that there are.
    held: tuple[str, ...] = ()  # What is here: laws, editions, languages.


class RefusedError(Exception):
    """A call that is not answered."""

    def __init__(self, refusal: Refusal) -> None:
        """Store why."""
        super().__init__(refusal)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class FoundProvision(public.Hit):
    """A provision, or another place, that a query found."""

    words: tuple[str, ...] = ()  # Why: the words of `snippet` that the query found.
    # Languages whose text of it lacks words; get_provision says which, as `open_errors`.
    incomplete: tuple[str, ...] = ()
    cites_not_held: tuple[str, ...] = ()  # Provisions that it cites and whose law is not held here.


@dataclass(frozen=True, slots=True)
class FoundProvisions:
    """The answer to a query."""

    query: str  # The query as typed, quoted.
    interpreted: str  # How it was understood: `penalty AND card`.
    total: int  # Number of provisions found.
    whole: int  # How many of them have all words of the query, the first ones.
    hits: tuple[FoundProvision, ...]  # The best of them, best first.
    suggestion: str | None  # The corrected query, which the hits answer.
    added: tuple[public.AddedWord, ...]  # Translations that were searched for, too.
    corrected: tuple[public.CorrectedWord, ...]  # Words that no text has, and those taken instead.
    # Words of the query that no text has, and laws that are not held and that it may be about.
    not_here: public.NotHere | None = None


@dataclass(frozen=True, slots=True)
class TextAbove:
    """A provision that contains the one that was asked for, in one language."""

    label: str  # Its address as the language writes it.
    heading: str | None  # Its heading, quoted.
    text: str  # Its own text, quoted: mostly the words that lead to a list.


@dataclass(frozen=True, slots=True)
class ProvisionAbove:
    """A provision that contains the one that was asked for."""

    address: str  # Its address.
    texts: Mapping[str, TextAbove] = field(hash=False)  # What it says by language.


@dataclass(frozen=True, slots=True)
class TranslationStatus:
    """How far a translation of the provisions is reviewed; the original decides, not this."""

    lang: str  # The translation.
    translation_of: str  # Language of the text that decides.
    states: tuple[public.ProvisionState, ...]  # The review state of each provision.


@dataclass(frozen=True, slots=True)
class OpenError:
    """A place where a text lacks words, or says something else than the original."""

    address: str  # The provision.
    lang: str  # Language of the text at fault.
    message: str  # What is missing or differs, in one sentence; words of the law are quoted in it.


@dataclass(frozen=True, slots=True)
class GivenProvision:
    """A provision with what is around it, and the provisions in it."""

    edition: str  # Its edition.
    address: str  # Its address.
    original: str  # Language of the text that decides.
    on: str | None  # The day whose text this is; None for the present text.
    above: tuple[ProvisionAbove, ...]  # The provisions that contain it, from the law down.
    # The provision, then those in it, in order; `wording` is given where it is not that of before.
    provisions: tuple[public.Provision, ...]
    translations: tuple[TranslationStatus, ...]  # Status of the translations.
    commentaries: tuple[str, ...]  # Names of the commentaries on its law: ask for one by its name.
    neighbours: tuple[public.Provision, ...]  # With `context`: those before and behind it.
    companion: public.Companion | None = None  # The text, if a text beside the laws was asked for.
    # Errors that `lawkb check` finds in the present texts: what an incomplete text lacks.
    open_errors: tuple[OpenError, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenReferences:
    """The references of a provision, or of a text."""

    # Edition of the provision, or in which the text was read; None for all editions.
    edition: str | None
    address: str | None  # The provision; None for a text.
    # `not_held` if the law of the provision is not here: `cited_by` has what cites it.
    status: Literal["held", "not_held"] | None
    hint: str | None  # With `not_held`: what can be said and asked.
    cites: tuple[public.Reference, ...]  # What it cites.
    cited_by: tuple[public.Reference, ...]  # References of the laws to it, and to what is in it.


class Answers:
    """The laws of a corpus, opened again when its files have changed."""

    def __init__(self, folder: Path) -> None:
        """Open a corpus folder."""
        self._corpus = open_corpus(folder)
        self._stamp = self._present_stamp()
        if not any(self._corpus.laws(each) for each in self._corpus.editions):
            raise LawkbError(str(folder), "there are no laws", "run: lawkb ingest")

    @property
    def corpus(self) -> Corpus:
        """Return the corpus as it is now."""
        stamp = self._present_stamp()
        if stamp != self._stamp:
            self._corpus, self._stamp = Corpus(self._corpus.folder), stamp
        return self._corpus

    def warm(self) -> None:
        """Read what the first answers need, the search index included."""
        corpus = self.corpus
        edition = corpus.editions[0]
        for law in corpus.laws(edition)[:1]:
            corpus.cited_by(str(law.number), edition=edition)
            corpus.open_errors(str(law.number), edition=edition)
        corpus.search("law", limit=1)

    def _present_stamp(self) -> tuple[tuple[str, int], ...]:
        """Return times of change: of the files beside the laws, and of the folders of laws.

        Laws are written by renaming, which changes the time of their folder.
        """
        folder = self._corpus.folder
        watched = [each for each in folder.iterdir() if each.suffix in (".toml", ".tsv")]
        watched += [folder / "laws", *folder.glob("laws/*"), *folder.glob("laws/*/*/")]
        found = (each for each in watched if each.exists())
        return tuple(sorted((str(each), each.stat().st_mtime_ns) for each in found))

    # ---- the tools

    def find_provisions(self, query: str, language: str | None, limit: int) -> FoundProvisions:
        """Return the provisions that a query finds, best first, and why."""
        corpus = self.corpus
        lang = self._language(language)
        try:
            found = corpus.search(query, limit=limit, lang=lang)
        except LawkbError as error:
            told = Refusal("bad_query", "the query cannot be read", _plain_hint(error), query)
            raise _refused(told) from error
        return FoundProvisions(
            query=found.query,
            interpreted=found.interpreted,
            total=found.total,
            whole=found.whole,
            hits=tuple(map(self._found, found.hits)),
            suggestion=found.suggestion,
            added=found.added,
            corrected=found.corrected,
            not_here=found.not_here,
        )

    def get_provision(
        self,
        address: str,
        language: str | None,
        edition: str | None,
        on: str | None,
        context: bool,
        comments: bool,
    ) -> GivenProvision:
        """Return a provision, what is in it and around it, or a text beside the laws."""
        lang, named = self._language(language), self._edition(edition)
        if companion := self._companion(address, named):
            return self._given_companion(companion, lang, comments)
        self._refuse_companion(address, named)
        whole = self._excerpt(address, named, on)
        root, dated = whole.provisions[0], tuple(_dated_once(whole.provisions))
        if lang and lang not in root.texts:
            message = "the provision is not available in this language"
            held = tuple(root.texts)
            raise _refused(Refusal("no_such_language", message, "ask for another", lang, held=held))
        return GivenProvision(
            edition=root.edition,
            address=root.address,
            original=self.corpus.original,
            on=on and date.fromisoformat(on).isoformat(),
            above=self._above(root, lang, on),
            provisions=tuple(_in_language(each, lang, comments) for each in dated),
            translations=self._translations(root, lang) if on is None else (),
            commentaries=whole.commentaries,
            neighbours=self._neighbours(root, lang, comments) if context else (),
            open_errors=self._open_errors(root, lang) if on is None else (),
        )

    def get_references(
        self,
        address: str | None,
        text: str | None,
        language: str | None,
        edition: str | None,
        at: str | None,
    ) -> GivenReferences:
        """Return the references of a provision, or those of a text."""
        corpus, lang, of = self.corpus, self._language(language), self._edition(edition)
        if (address is None) == (text is None):
            message = "the call needs an address or a text, and not both"
            hint = "pass `address` for a provision of the laws, `text` for words of your own"
            raise _refused(Refusal("bad_arguments", message, hint))
        if text is not None:
            _check_length(text)
            try:
                found = corpus.find_references(text, lang, at=at, edition=of)
            except LawkbError as error:
                message = "`at` is not the address of a provision"
                told = Refusal("not_an_address", message, _plain_hint(error), at)
                raise _refused(told) from error
            return GivenReferences(of or corpus.editions[0], None, None, None, found, ())
        try:
            root = self._excerpt(address or "", of).provisions[0]
        except RefusedError as error:
            if error.refusal.kind != "not_held":
                raise
            found = corpus.cited_by(address or "", edition=of, lang=lang)
            return GivenReferences(of, address, "not_held", error.refusal.hint, (), found)
        cites = corpus.cites(root.address, edition=root.edition, lang=lang)
        cited_by = corpus.cited_by(root.address, edition=root.edition, lang=lang)
        return GivenReferences(root.edition, root.address, "held", None, cites, cited_by)

    def compare(
        self,
        address: str,
        editions: Sequence[str] | None,
        dates: Sequence[str] | None,
        languages: Sequence[str],
    ) -> public.Comparison:
        """Return what differs between a provision in two editions, or on two days."""
        corpus = self.corpus
        tags = tuple(tag for each in languages if (tag := self._language(each)))
        both = tuple(of for each in editions or () if (of := self._edition(each)))
        if both and dates:
            message, hint = "the call names editions and dates", "pass one of them"
            raise _refused(Refusal("bad_arguments", message, hint))
        try:
            with _AddressRefused(address):
                named = (both[0], both[1]) if both else None
                on = (dates[0], dates[1]) if dates else None
                found = corpus.compare(address, named, langs=tags, dates=on)
        except LawkbError as error:
            if dates:
                raise _refused(_of_day(error, " ".join(dates))) from error
            told = Refusal("nothing_to_compare", error.what, _plain_hint(error), address)
            raise _refused(told) from error
        if not found.provisions:
            lacking = found.not_held
            kind: RefusalKind = "not_held" if lacking else "nothing_to_compare"
            message = f"there is no such provision in the editions {' and '.join(found.editions)}"
            if lacking:
                message = f"the law is not held in the edition {' and '.join(lacking)}"
            hint = "nothing was compared; list_contents says which laws each edition has here"
            raise _refused(Refusal(kind, message, hint, address))
        return found

    def list_contents(self, edition: str | None) -> public.Contents:
        """Return what the corpus holds, and what it does not."""
        return self.corpus.contents(self._edition(edition))

    def verify_citations(
        self, text: str, language: str | None, edition: str | None
    ) -> public.Verification:
        """Return the verdict on each citation and quotation of a text."""
        _check_length(text)
        lang, of = self._language(language), self._edition(edition)
        return self.corpus.verify(text, lang, edition=of)

    # ---- parts of answers

    def _language(self, language: str | None) -> str | None:
        """Return the tag of a language of the corpus; refuse one that it does not have."""
        if language is None:
            return None
        tags = self.corpus.languages
        found = [tag for tag in tags if tag.casefold() == language.casefold()]
        found = found or [tag for tag in tags if main_language(tag) == main_language(language)]
        if len(found) == 1:
            return found[0]
        message = "the corpus has no text in this language"
        hint = "name one of `held`, or leave `language` out for all"
        raise _refused(Refusal("no_such_language", message, hint, language, held=tags))

    def _edition(self, edition: str | None) -> str | None:
        editions = self.corpus.editions
        if edition is None or edition in editions:
            return edition
        message = "the corpus has no such edition"
        hint = "name one of `held`, or leave `edition` out for the newest"
        raise _refused(Refusal("no_such_edition", message, hint, edition, held=editions))

    def _excerpt(self, address: str, edition: str | None, day: str | None = None) -> public.Excerpt:
        """Return a provision and all in it; refuse what names none."""
        with _AddressRefused(address):
            try:
                return self.corpus.excerpt(address, edition=edition, on=day)
            except LawkbError as error:
                if day is None:
                    raise
                self.corpus.excerpt(address, edition=edition)  # what is there on no day
                raise _refused(_of_day(error, day)) from error

    def _above(
        self, root: public.Provision, lang: str | None, day: str | None
    ) -> tuple[ProvisionAbove, ...]:
        found: list[ProvisionAbove] = []
        parent = root.parent
        while parent is not None:
            above = self._excerpt(parent, root.edition, day).provisions[0]
            texts = {
                tag: TextAbove(each.label, each.heading, each.text)
                for tag, each in above.texts.items()
                if lang in {None, tag}
            }
            found.append(ProvisionAbove(above.address, texts))
            parent = above.parent
        return tuple(reversed(found))

    def _neighbours(
        self, root: public.Provision, lang: str | None, comments: bool
    ) -> tuple[public.Provision, ...]:
        if root.parent is None:
            return ()
        around = self.corpus.excerpt(root.parent, edition=root.edition).provisions
        beside = [each for each in around if each.parent == root.parent]
        at = next(n for n, each in enumerate(beside) if each.address == root.address)
        near = (*beside[max(0, at - 1) : at], *beside[at + 1 : at + 2])
        return tuple(_in_language(each, lang, comments) for each in near)

    def _translations(
        self, root: public.Provision, lang: str | None
    ) -> tuple[TranslationStatus, ...]:
        original = self.corpus.original
        if original not in root.texts:
            return ()
        tags = [tag for tag in root.texts if tag != original and lang in {None, tag}]
        found = []
        for tag in tags:
            progress = self.corpus.progress(root.address, lang=tag, edition=root.edition)
            found.append(TranslationStatus(tag, original, progress.provisions))
        return tuple(found)

    def _companion(self, typed: str, edition: str | None) -> public.Companion | None:
        """Return the text beside the laws that has this name; None if there is none."""
        name = "_".join(typed.casefold().split())
        held = name in self.corpus.companions(edition)
        return self.corpus.companion(name, edition=edition) if held else None

    def _refuse_companion(self, typed: str, edition: str | None) -> None:
        """Refuse the name of a kind of text beside the laws of which there is none here."""
        kind = typed.strip().casefold().partition("_")[0]
        if kind in COMPANION_KINDS:
            message = "this text beside the laws is not in the corpus, whether it exists or not"
            hint = "list_contents names those that are here; take nothing of it from memory"
            held = self.corpus.companions(edition)
            raise _refused(Refusal("not_held", message, hint, typed, held=held))

    def _open_errors(self, root: public.Provision, lang: str | None) -> tuple[OpenError, ...]:
        found = self.corpus.open_errors(root.address, edition=root.edition)
        return tuple(
            OpenError(each.address or root.address, each.lang, each.message)
            for each in found
            if lang in {None, each.lang}
        )

    def _found(self, hit: public.Hit) -> FoundProvision:
        """Return a hit with what a model would need another call to learn."""
        held = {name: getattr(hit, name) for name in public.Hit.__slots__}
        words = dict.fromkeys(hit.snippet[start:end] for start, end in hit.spans)
        if hit.address is None:
            return FoundProvision(**held, words=tuple(words))
        texts = self.corpus.provision(hit.address, edition=hit.edition).texts
        missing = dict.fromkeys(
            each.target or each.raw
            for text in texts.values()
            for each in text.references
            if each.status == "not-held"
        )
        incomplete = tuple(tag for tag, text in texts.items() if not text.complete)
        return FoundProvision(
            **held, words=tuple(words), incomplete=incomplete, cites_not_held=tuple(missing)
        )

    def _given_companion(
        self, companion: public.Companion, lang: str | None, comments: bool
    ) -> GivenProvision:
        texts = {
            tag: each if comments else replace(each, comments=())
            for tag, each in companion.texts.items()
            if lang in {None, tag}
        }
        return GivenProvision(
            edition=companion.edition,
            address=companion.companion,
            original=self.corpus.original,
            on=None,
            above=(),
            provisions=(),
            translations=(),
            commentaries=(),
            neighbours=(),
            companion=replace(companion, texts=texts),
        )


def _in_language(provision: public.Provision, lang: str | None, comments: bool) -> public.Provision:
    """Return a provision in one language, or in all; without readers' comments if not wanted."""
    texts = {tag: each for tag, each in provision.texts.items() if lang in {None, tag}}
    return replace(provision, texts=texts, comments=provision.comments if comments else ())


def _dated_once(provisions: Iterable[public.Provision]) -> Iterator[public.Provision]:
    """Yield provisions, with the dates of a wording only where they are others than before."""
    last: dict[str, public.Wording | None] = {}
    for each in provisions:
        texts = {
            tag: replace(text, wording=None) if last.get(tag) == text.wording else text
            for tag, text in each.texts.items()
        }
        last |= {tag: text.wording for tag, text in each.texts.items()}
        yield replace(each, texts=texts)


def _of_day(error: LawkbError, asked: str) -> Refusal:
    return Refusal("no_such_date", error.what, _plain_hint(error), asked)


def _check_length(text: str) -> None:
    if len(text) > MOST_TEXT:
        message = f"the text has {len(text)} characters; {MOST_TEXT} are read at once"
        raise _refused(Refusal("too_long", message, "send it in parts"))


class _AddressRefused:
    """A context in which an address that names nothing, or several provisions, is refused."""

    def __init__(self, asked: str | None) -> None:
        self._asked = asked

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, AddressError):
            raise _refused(_of_address(error, self._asked)) from error


def _of_address(error: AddressError, asked: str | None) -> Refusal:
    kinds: dict[str, RefusalKind] = {
        "not-an-address": "not_an_address",
        "ambiguous": "ambiguous",
        "not-held": "not_held",
        "no-such-provision": "no_such_provision",
    }
    hint = error.hint
    if error.fault == "not-an-address":
        hint += "; to search for words, call find_provisions"
    elif error.fault == "not-held":
        hint += "; tell your reader that it is not held here, and quote nothing of it from memory"
    return Refusal(
        kind=kinds[error.fault],
        message=error.what,
        hint=hint,
        asked=asked,
        candidates=error.candidates[:_MOST_NAMED],
        nearest=error.nearest[:_MOST_NAMED],
        held=error.held[:_MOST_NAMED],
    )


def _plain_hint(error: LawkbError) -> str:
    return error.hint or "change the call"


def _refused(refusal: Refusal) -> RefusedError:
    asked = refusal.asked
    if asked is not None and len(asked) > _LONGEST_ASKED:
        refusal = replace(refusal, asked=f"{asked[:_LONGEST_ASKED]}…")
    return RefusedError(refusal)
