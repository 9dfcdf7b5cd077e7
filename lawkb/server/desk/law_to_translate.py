"""Laws without a translation, and one of them as fields beside its original.

A form has all texts of the law. Suggestions, from what the code has translated already, are looked
for when a field asks for them: with the script while one writes, without it by a button that shows
the page again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from types import SimpleNamespace
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from lawkb.checks.term_uses import term_uses
from lawkb.checks.text_pairs import CheckedText, TextPair
from lawkb.corpus.glossary import dictionary_form, written
from lawkb.editorial.decisions import Decision
from lawkb.editorial.new_translation import (
    Field,
    Key,
    PagePlace,
    fields_of,
    find_place,
    law_of_texts,
    made_here,
    present_law,
    save_translation,
)
from lawkb.editorial.translation_memory import Suggestion, TranslationMemory, remember
from lawkb.editorial.translation_progress import Translation
from lawkb.errors import LawkbError
from lawkb.history.changes import DiffPiece, word_diff
from lawkb.model.address import Address, Ordinal
from lawkb.model.finding import say
from lawkb.model.law import Law, Provision
from lawkb.publish.localized_site import LocalizedSite
from lawkb.publish.urls import Place
from lawkb.server.desk.decision_log import About, Decided
from lawkb.server.desk.decision_views import DecisionLine, decision_line
from lawkb.server.desk.frames import Localized, desk_path
from lawkb.server.desk.provision_page import item_views
from lawkb.server.desk.texts import Merge, merge_text, typed_texts

if TYPE_CHECKING:
    from lawkb.server.desk.app import Asked, Desk
    from lawkb.server.desk.workspace import State

_MOST_PLACES = 3


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """A suggestion under a field."""

    take: str  # value of the button that inserts it
    percent: int  # similarity in percent
    equal: bool  # whether its original is the same
    diff: tuple[DiffPiece, ...]  # what differs between its original and that of the field
    target: str  # its translation
    places: tuple[tuple[str, Place | None], ...]  # where it is translated so
    more: int  # number of further places
    doubts: tuple[str, ...]  # why it may be wrong, in English


@dataclass(frozen=True, slots=True)
class FieldSuggestions:
    """Suggestions for a field, for the whole text and for its sentences."""

    key: str
    whole: tuple[SuggestionView, ...]
    sentences: tuple[tuple[str, tuple[SuggestionView, ...]], ...]
    source: str
    target: str


class Suggestions:
    """The memories of the translations, each made when it is first asked for."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._memories: dict[str, tuple[int, TranslationMemory]] = {}

    def of_field(self, at: Localized, of: Translation, wanted: Field, key: str) -> FieldSuggestions:
        """Return the suggestions for a field.

        Args:
            at: The site in the language of the reader, with the state of the corpus.
            of: The translation.
            wanted: The field.
            key: Its key in the form.
        """
        words = wanted.source.words
        memory = self._memory(at.state, of)
        whole = (
            each for each in memory.suggest(words, of.edition) if not _is_own(each, of, wanted)
        )
        parts = memory.suggest_sentences(words, of.edition)
        return FieldSuggestions(
            key,
            tuple(
                _view(at.site, of, words, each, f"take {n} {key}") for n, each in enumerate(whole)
            ),
            tuple(
                (
                    sentence,
                    tuple(
                        _view(at.site, of, sentence, each, f"take {place}.{n} {key}")
                        for n, each in enumerate(suggestions)
                    ),
                )
                for place, (sentence, suggestions) in enumerate(parts)
                if suggestions
            ),
            of.source,
            of.target,
        )

    def _memory(self, state: State, of: Translation) -> TranslationMemory:
        held = self._memories.get(of.target)
        if held is None or held[0] != state.number:
            held = (state.number, remember(state.code, of.source, of.target, state.findings))
            self._memories[of.target] = held
        return held[1]


def shown_name(site: LocalizedSite, address: Address) -> str:
    """Return the name of a provision or a law in the language of the reader."""
    return site.name(address) if address.depth else site.law_name(address.law)


def _is_own(suggestion: Suggestion, of: Translation, wanted: Field) -> bool:
    """Return whether a suggestion is what the field itself has."""
    places = [(each.edition, each.address, each.part) for each in suggestion.places]
    return places == [(of.edition, wanted.address, wanted.part)]


def _view(
    site: LocalizedSite, of: Translation, words: str, each: Suggestion, take: str
) -> SuggestionView:
    places = tuple(
        (
            shown_name(site, place.address)
            + (f" ({place.edition})" if place.edition != of.edition else ""),
            site.place(place.edition, place.address),
        )
        for place in each.places[:_MOST_PLACES]
    )
    return SuggestionView(
        take,
        int(100 * each.similarity),
        each.equal,
        word_diff(each.source, words) if not each.equal else (),
        each.target,
        places,
        max(0, len(each.places) - _MOST_PLACES),
        each.doubts,
    )


_ROW = 56  # characters on a line of a field
_MOST_ROWS = 24
EMPTY: Mapping[str, tuple[str, str]] = {}


@dataclass(frozen=True, slots=True)
class LawLine:
    """A law to translate."""

    name: str  # its name in the language of the reader
    edition: str  # id of the edition
    language: str  # BCP 47 tag of the translation
    place: Place  # its page at the desk
    filled: int  # number of texts that are translated
    total: int  # number of texts


@dataclass(frozen=True, slots=True)
class LawsView:
    """The laws to translate; ``queue`` is the page of the queue."""

    lines: tuple[LawLine, ...]
    queue: Place
    done: DecisionLine | None


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field of the form."""

    key: str  # address and name of the text: ``20E heading``
    address: str  # address in the language of the reader
    kind: str  # ``title``, ``heading``, ``note``, ``cell`` or ``text``
    number: str  # which of several; empty for the only one
    original: str  # the original with its inline codes
    base: str  # the translation as it is saved
    text: str  # the translation as it is shown
    rows: int  # height of the field in lines
    suggestions: FieldSuggestions | None  # suggestions; None if nobody asked for them


@dataclass(frozen=True, slots=True)
class TermView:
    """A term of the original with its renderings, and whether they are preferred."""

    term: str
    place: Place
    renderings: tuple[tuple[str, str], ...]
    found: bool


@dataclass(frozen=True, slots=True)
class SectionView:
    """A provision with its fields."""

    id: str  # HTML id
    name: str  # its address in the language of the reader
    fields: tuple[FieldView, ...]  # its fields
    terms: tuple[TermView, ...]  # terms of the glossary in its original


@dataclass(frozen=True, slots=True)
class LawView:
    """A law to translate."""

    name: str  # its name in the language of the reader
    edition: str  # id of the edition
    source: str  # BCP 47 tag of the original.
    language: str  # BCP 47 tag of the translation.
    language_name: str  # name of that language
    filled: int  # number of texts that are saved
    total: int  # number of texts
    path: str  # path of the page below the corpus folder
    sections: tuple[SectionView, ...]  # the provisions with texts
    # Names of fields that could not be saved, each with the reason in English.
    left: tuple[tuple[str, str], ...]
    merges: tuple[Merge, ...]  # texts that somebody changed meanwhile
    checked: LawChecked | None  # what the checks say; None if they were not asked
    laws: Place  # the page of all laws to translate
    done: DecisionLine | None  # the decision just made


@dataclass(frozen=True, slots=True)
class LawChecked:
    """What the checks say of the texts of the form."""

    # Name and HTML id of a provision, and a finding on it.
    found: tuple[tuple[str, str, SimpleNamespace], ...]
    error: str  # why some texts cannot be saved so, in English; empty if all can


@dataclass(frozen=True, slots=True)
class _Opened:
    """A law to translate as its files are now."""

    of: Translation
    original: Law
    place: PagePlace
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the page of a law shows besides its texts."""

    typed: Mapping[str, tuple[str, str]]
    suggestions: FieldSuggestions | None = None
    left: tuple[tuple[Key, str], ...] = ()
    merges: tuple[Merge, ...] = ()
    checked: LawChecked | None = None
    done: Decided | None = None


class _ChangedError(Exception):
    """Texts of the form that somebody saved meanwhile."""

    def __init__(self, found: tuple[Merge, ...]) -> None:
        super().__init__()
        self.found = found


def laws_to_translate(
    state: State,
) -> tuple[tuple[Translation, Ordinal, tuple[int, int]], ...]:
    """Return laws without a translation, and those begun at the desk and not finished.

    Returns:
        Translation, number of the law, and how many of its texts are translated, in the order of
        the code.
    """
    code = state.code
    original, scheme = code.outline.authoritative, code.outline.scheme
    here = made_here(state.folder)
    listed = {(each.edition, each.language) for each in code.outline.expressions}
    found = []
    for edition, tag in sorted(listed):
        if tag == original or (edition, original) not in listed:
            continue
        for number in code.numbers(edition):
            own, other = code.law(edition, original, number), code.law(edition, tag, number)
            if own is None or not own.has_texts:
                continue
            is_ours = other and (other.origin.source, other.origin.page) in here
            if other and other.has_texts and not is_ours:
                continue
            fields = fields_of(own, other, scheme)
            filled = sum(bool(each.target) for each in fields)
            if filled < len(fields):
                of = Translation(edition, original, tag)
                found.append((of, number, (filled, len(fields))))
    return tuple(found)


class LawsToTranslate:
    """The pages of laws to translate."""

    def __init__(self, desk: Desk) -> None:
        """Store the desk, whose corpus is shown and written."""
        self._desk = desk
        self._suggestions = Suggestions()

    def routes(self) -> list[BaseRoute]:
        """Return the routes of the pages."""
        page = self._desk.page
        law = "/desk/{tag}/translate/{edition}/{language}/{number}/"
        return [
            Route("/desk/{tag}/translate/", page(self.laws), methods=["GET"]),
            Route(law, page(self.law), methods=["GET"]),
            Route(law, page(self.decide), methods=["POST"]),
            Route(f"{law}check", page(self.check), methods=["POST"]),
            Route(f"{law}suggest", page(self.suggest), methods=["POST"]),
        ]

    def laws(self, asked: Asked) -> Response:
        """Answer with the laws to translate."""
        site, tag = asked.at.site, asked.at.site.language.code
        lines = tuple(
            LawLine(
                site.law_name(number),
                of.edition,
                of.target,
                Place(desk_path(tag, "translate", of.edition, of.target, str(number))),
                *counts,
            )
            for of, number, counts in laws_to_translate(asked.at.state)
        )
        done = self._desk.workspace.log.find(asked.done)
        view = LawsView(
            lines, Place(desk_path(tag)), decision_line(asked.at, done) if done else None
        )
        title = site.gettext("Laws to translate")
        return self._desk.frames.answer(
            asked.request, asked.at, "laws_to_translate.html", view, title
        )

    def law(self, asked: Asked) -> Response:
        """Answer with the fields of a law."""
        opened = self._opened(asked, asked.at.state)
        return self._answer(asked, opened, _Shown(EMPTY))

    def decide(self, asked: Asked) -> Response:
        """Save the texts of the form, or show the page again with what it asks for."""
        do = asked.form.get("do", "")
        opened = self._opened(asked, asked.at.state)
        shown = _Shown(typed_texts(asked.form))
        if do.startswith("suggest "):
            key = do.removeprefix("suggest ")
            return self._answer(
                asked, opened, replace(shown, suggestions=self._found(asked, opened, key))
            )
        if do.startswith("take "):
            return self._answer(asked, opened, self._taken(asked, opened, shown, do))
        if do == "check":
            return self._answer(asked, opened, replace(shown, checked=self._checked(asked, opened)))
        return self._saved(asked, shown)

    def check(self, asked: Asked) -> Response:
        """Answer with what the checks say of the form; nothing is saved."""
        opened = self._opened(asked, asked.at.state)
        view = self._checked(asked, opened)
        return self._desk.frames.answer(asked.request, asked.at, "law_check_answer.html", view, "")

    def suggest(self, asked: Asked) -> Response:
        """Answer with the suggestions for a field; nothing is saved."""
        opened = self._opened(asked, asked.at.state)
        view = self._found(asked, opened, asked.form.get("key", ""))
        return self._desk.frames.answer(asked.request, asked.at, "suggestions.html", view, "")

    # ---- what is shown

    def _opened(self, asked: Asked, state: State) -> _Opened:
        """Return the law that the path names.

        Raises:
            HTTPException: It is no law to translate; status 404.
        """
        named = asked.request.path_params
        outline = state.code.outline
        number = outline.scheme.law_number(named["number"]) or 0
        of = Translation(named["edition"], outline.authoritative, named["language"])
        listed = {(each.edition, each.language) for each in outline.expressions}
        original = state.code.law(of.edition, of.source, number)
        if original is None or (of.edition, of.target) not in listed or of.target == of.source:
            raise HTTPException(404, "There is no such law to translate.")
        place = find_place(state.folder, outline, of, number)
        fields = fields_of(original, present_law(place, state.code), outline.scheme)
        return _Opened(of, original, place, fields)

    def _answer(
        self, asked: Asked, opened: _Opened, shown: _Shown, error: LawkbError | None = None
    ) -> Response:
        at = asked.at
        done = shown.done or self._desk.workspace.log.find(asked.done)
        view = _law_view(at, opened, replace(shown, done=done))
        title = f"{view.name} ({opened.of.target}, {opened.of.edition})"
        return self._desk.frames.answer(
            asked.request, at, "law_to_translate.html", view, title, error=error
        )

    def _found(self, asked: Asked, opened: _Opened, key: str) -> FieldSuggestions:
        """Return the suggestions for a field."""
        known = {_name(asked.at.state, each.key): each for each in opened.fields}
        if key not in known:
            raise HTTPException(404, "There is no such text.")
        return self._suggestions.of_field(asked.at, opened.of, known[key], key)

    def _taken(self, asked: Asked, opened: _Opened, shown: _Shown, do: str) -> _Shown:
        """Return the form with a suggestion in its field, after what is there."""
        key = do.split(" ", 2)[2] if do.count(" ") > 1 else ""
        found = self._found(asked, opened, key)
        all_found = [*found.whole, *(each for _, part in found.sentences for each in part)]
        taken = next((each.target for each in all_found if each.take == do), "")
        base, text = shown.typed.get(key, ("", ""))
        text = f"{text.rstrip()} {taken}".strip()
        return replace(shown, typed={**shown.typed, key: (base, text)}, suggestions=found)

    def _checked(self, asked: Asked, opened: _Opened) -> LawChecked:
        """Return what the checks say of the texts of the form, of those that are not empty."""
        state = asked.at.state
        typed = {key: text for key, (_, text) in typed_texts(asked.form).items()}
        texts = {
            each.key: typed.get(
                _key(state.code.outline.scheme.write(each.address), each.part), each.target
            )
            for each in opened.fields
        }
        made = law_of_texts(state.code, opened.original, texts, opened.of.target)
        found = self._desk.workspace.findings_on_translation(opened.original, made.law)
        begun = {key[0] for key, text in texts.items() if text.strip()}
        own = [
            each for each in found if each.address in begun and each.language == opened.of.target
        ]
        told = "; ".join(f"{_name(state, key)}: {why}" for key, why in made.left)
        views = item_views(asked.at.site, own)
        names = (shown_name(asked.at.site, each.address) for each in own if each.address)
        ids = (_html_id(state, each.address) for each in own if each.address)
        return LawChecked(tuple(zip(names, ids, views, strict=True)), told)

    # ---- what is saved

    def _saved(self, asked: Asked, shown: _Shown) -> Response:
        left: list[tuple[Key, str]] = []
        path = asked.request.path_params
        about = About(path["edition"], path["language"], path["number"], path["number"])
        try:
            if "undo" in asked.form:
                decided = self._desk.undo(asked, asked.form["undo"])
                return _again(asked, decided)

            def make(state: State) -> Decision:
                return self._decision(asked, state, shown.typed, left)

            decided = self._desk.decide(asked, make, about)
        except _ChangedError as changed:
            merged = {
                each.name: (each.theirs, each.yours if each.merged is None else each.merged)
                for each in changed.found
            }
            again = self._newest(asked)
            opened = self._opened(again, again.at.state)
            together = replace(shown, typed={**shown.typed, **merged}, merges=changed.found)
            return self._answer(again, opened, together)
        except LawkbError as error:
            again = self._newest(asked)
            return self._answer(again, self._opened(again, again.at.state), shown, error)
        if not left:
            return _again(asked, decided)
        again = self._newest(asked)
        opened = self._opened(again, again.at.state)
        scheme = again.at.state.code.outline.scheme
        waiting = {_key(scheme.write(address), part) for (address, part), _ in left}
        typed = {key: ("", text) for key, (_, text) in shown.typed.items() if key in waiting}
        return self._answer(again, opened, _Shown(typed, left=tuple(left), done=decided))

    def _decision(
        self,
        asked: Asked,
        state: State,
        typed: Mapping[str, tuple[str, str]],
        left: list[tuple[Key, str]],
    ) -> Decision:
        opened = self._opened(asked, state)
        scheme = state.code.outline.scheme
        texts: dict[Key, str] = {}
        merges = []
        for each in opened.fields:
            name = _key(scheme.write(each.address), each.part)
            base, yours = typed.get(name, (each.target, each.target))
            if yours.strip() == base.strip():
                continue
            if each.target != base and yours not in (base, each.target):
                merges.append(merge_text(name, base, each.target, yours))
            texts[each.key] = yours
        if merges:
            raise _ChangedError(tuple(merges))
        number = opened.original.number
        if not texts:
            raise LawkbError(
                str(number), say("no text was changed"), say("translate a passage, then save")
            )
        now = datetime.now().isoformat(timespec="minutes")
        decision, made = save_translation(
            state.code, (opened.of, number), texts, opened.place, asked.author, now
        )
        left += made.left
        return decision

    def _newest(self, asked: Asked) -> Asked:
        tag = asked.at.site.language.code
        return replace(asked, at=self._desk.frames.of(self._desk.workspace.state, tag))


def translation_routes(desk: Desk) -> Sequence[BaseRoute]:
    """Return the routes of the pages of laws to translate."""
    return LawsToTranslate(desk).routes()


def _again(asked: Asked, decided: Decided) -> Response:
    return RedirectResponse(f"{quote(asked.request.url.path)}?done={decided.id}", 303)


def _key(address: str, part: str) -> str:
    return f"{address} {part}".rstrip()


def _name(state: State, key: Key) -> str:
    return _key(state.code.outline.scheme.write(key[0]), key[1])


def _html_id(state: State, address: Address) -> str:
    return f"at-{state.code.outline.scheme.eid(address)}"


def _law_view(at: Localized, opened: _Opened, shown: _Shown) -> LawView:
    site, code = at.site, at.state.code
    tag, number = site.language.code, opened.original.number
    fields = [_field(at, each, shown) for each in opened.fields]
    sections = tuple(
        _section(at, opened, address, tuple(view for _, view in group))
        for address, group in groupby(
            zip(opened.fields, fields, strict=True), key=lambda each: each[0].address
        )
    )
    done = shown.done
    return LawView(
        site.law_name(number),
        opened.of.edition,
        opened.of.source,
        opened.of.target,
        code.outline.language(opened.of.target).name,
        sum(bool(each.target) for each in opened.fields),
        len(opened.fields),
        opened.place.path,
        sections,
        tuple((_name(at.state, key), why) for key, why in shown.left),
        shown.merges,
        shown.checked,
        Place(desk_path(tag, "translate")),
        decision_line(at, done) if done else None,
    )


def _field(at: Localized, each: Field, shown: _Shown) -> FieldView:
    name = _name(at.state, each.key)
    own = each.source.shown
    # What has no letters is the same in every language: the numbers of a table.
    same = own if "cell" in each.part and not any(map(str.isalpha, own)) else ""
    base, text = shown.typed.get(name, (each.target, each.target or same))
    if text == base:  # not touched: as it is now
        base = text = each.target
    kind, _, number = _kind(each)
    longest = max(len(own), len(text))
    suggestions = shown.suggestions
    return FieldView(
        name,
        shown_name(at.site, each.address),
        kind,
        number,
        own,
        base,
        text,
        min(_MOST_ROWS, 1 + longest // _ROW),
        suggestions if suggestions and suggestions.key == name else None,
    )


def _kind(each: Field) -> tuple[str, str, str]:
    if each.part == "heading":
        return ("heading" if each.address.depth else "title"), "", ""
    if " cell " in f" {each.part}":
        return "cell", "", each.part.rpartition(" ")[2]
    if each.part.startswith("note "):
        return "note", "", each.part.removeprefix("note ")
    return "text", "", each.part.removeprefix("text ") if each.part.startswith("text ") else ""


def _section(
    at: Localized, opened: _Opened, address: Address, fields: tuple[FieldView, ...]
) -> SectionView:
    provision = opened.original.find(address)
    assert provision is not None
    terms = _terms(at, opened, provision, " ".join(each.text for each in fields))
    return SectionView(_html_id(at.state, address), fields[0].address, fields, terms)


def _terms(
    at: Localized, opened: _Opened, provision: Provision, translated: str
) -> tuple[TermView, ...]:
    """Return the terms in a provision with their renderings."""
    code = at.state.code
    own, other = (code.outline.language(tag) for tag in (opened.of.source, opened.of.target))
    heading = f"{provision.heading.text}\n" if provision.heading else ""
    pair = TextPair(
        code.outline.scheme.write(provision.address),
        opened.of.edition,
        opened.original.number,
        CheckedText(own, f"{heading}{provision.text}"),
        CheckedText(other, translated),
    )
    path, ids = desk_path(at.site.language.code, "terms"), at.site.terms.ids
    tag = opened.of.target
    return tuple(
        TermView(
            use.term,
            Place(path, ids.get(use.term, "")),
            tuple(
                (dictionary_form(row.renderings[tag]) or written(row.renderings[tag]), row.status)
                for row in use.rows
                if tag in row.renderings
            ),
            use.rendered,
        )
        for use in term_uses(pair, at.state.content.editorial.glossary)
    )
