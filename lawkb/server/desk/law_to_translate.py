"""Laws without a translation, and one of them as fields beside its original.

A form has all texts of the law. Suggestions, from what the code has translated already, are looked
for when a field asks for them: with the script while one writes, without it by a button that shows
the page again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from types import SimpleNamespace
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from lawkb.align.translation_units import without_inline_codes
from lawkb.checks.term_uses import term_uses
from lawkb.checks.text_pairs import CheckedText, TextPair
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
from lawkb.editorial.translation_memory import (
    RememberedText,
    Suggestion,
    TranslationMemory,
    remember,
)
from lawkb.editorial.translation_progress import Translation
from lawkb.errors import LawkbError
from lawkb.model.address import Address, Ordinal
from lawkb.model.finding import Finding, say
from lawkb.model.law import Law
from lawkb.publish.localized_site import LocalizedSite
from lawkb.publish.urls import page_url
from lawkb.server.desk.pages import Asked, Desk, name_of, place_at_desk
from lawkb.server.desk.queue import steps_at
from lawkb.server.desk.texts import (
    BASE,
    TEXT,
    Changed,
    by_colleagues,
    chosen,
    finding_kind,
    merge_if_changed,
    renderings_of,
    text_kind,
    typed_texts,
)
from lawkb.server.desk.workspace import About, Decided, State

_MOST_PLACES = 3
_MOST_WHOLE, _MOST_OF_SENTENCE = 5, 2  # suggestions shown
_ROW = 56  # characters on a line of a field
_MOST_ROWS = 24


@dataclass(frozen=True, slots=True)
class _Opened:
    """A law to translate as its files are now."""

    of: Translation
    original: Law
    place: PagePlace
    fields: tuple[Field, ...]


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


def is_made_here(state: State, law: Law) -> bool:
    """Return whether a law is a translation that was made at the desk."""
    return (law.origin.source, law.origin.page) in made_here(state.folder)


class LawsToTranslate:
    """The pages of laws to translate, with the memories of the translations.

    A memory is made when it is first asked for, and again when the corpus has changed.
    """

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._memories: dict[str, tuple[int, TranslationMemory]] = {}

    def show_laws(self, desk: Desk, asked: Asked) -> Response:
        """Answer with the laws to translate."""
        title = asked.site.gettext("Laws to translate")
        found = laws_to_translate(asked.state)
        return desk.answer(
            asked, "laws_to_translate.html", title, laws=found, law_name=asked.site.law_name
        )

    def show_law(
        self, desk: Desk, asked: Asked, error: LawkbError | None = None, /, **more: object
    ) -> Response:
        """Answer with the fields of a law, with the texts of the form if it was sent.

        Args:
            desk: The desk.
            asked: The request.
            error: Why a decision was refused; None if it was not.
            more: What else the page shows: ``suggestions`` for a field, what is ``checked``, the
                ``merges`` of texts that somebody changed meanwhile, what is ``left`` to save.
        """
        opened = _opened(asked, asked.state)
        of, name = opened.of, asked.site.law_name(opened.original.number)
        held = asked.state.code.law(of.edition, of.target, opened.original.number)
        if held and held.has_texts and not is_made_here(asked.state, held):
            # Its source has it: it is corrected provision by provision.
            at = place_at_desk(asked.site, of.edition, of.target, held.root.address)
            return RedirectResponse(f"/{page_url(at.path)}", 303)
        view = {"left": (), "merges": (), "checked": None, "suggestions": None, **more}
        return desk.answer(
            asked,
            "law_to_translate.html",
            f"{name} ({of.target}, {of.edition})",
            error,
            name=name,
            of=of,
            taken="taken" in asked.request.query_params,
            steps=steps_at(desk, asked, (of.edition, of.target, opened.original.root.address)),
            language_name=asked.state.code.outline.language(of.target).name,
            filled=sum(bool(each.target) for each in opened.fields),
            total=len(opened.fields),
            sections=_sections(asked, opened, typed_texts(asked.form)),
            **view,
        )

    def decide(self, desk: Desk, asked: Asked) -> Decided | Response:
        """Save the texts of the form, or show the page again with what it asks for."""
        do = asked.form.get("do", "")
        if do.startswith("suggest "):
            found = self._found(asked, do.removeprefix("suggest "))
            return self.show_law(desk, asked, suggestions=found)
        if do.startswith("take "):
            return self._taken(desk, asked, do)
        if do == "check":
            return self.show_law(desk, asked, checked=_checked(desk, asked))
        if choice := chosen(asked.form):
            form, waiting = choice
            asked = replace(asked, form=form)
            if waiting:
                return self.show_law(desk, asked, merges=waiting)
            if all(base == text for base, text in typed_texts(form).values()):
                page = quote(asked.request.url.path)
                return RedirectResponse(f"{page}{asked.query(taken='yes')}#told", 303)
        return self._saved(desk, asked)

    def check(self, desk: Desk, asked: Asked) -> Response:
        """Answer with what the checks say of the form; nothing is saved."""
        return desk.answer(asked, "law_check_answer.html", "", checked=_checked(desk, asked))

    def suggest(self, desk: Desk, asked: Asked) -> Response:
        """Answer with the suggestions for a field; nothing is saved."""
        found = self._found(asked, asked.form.get("key", ""))
        return desk.answer(asked, "suggestions.html", "", found=found)

    # ---- suggestions

    def _found(self, asked: Asked, key: str) -> SimpleNamespace:
        """Return the suggestions for a field: for the whole text, and for its sentences."""
        state, opened = asked.state, _opened(asked, asked.state)
        known = {_name(state, each.key): each for each in opened.fields}
        if key not in known:
            raise HTTPException(404, say("There is no such text."))
        of, wanted = opened.of, known[key]
        words = wanted.source.words
        memories = self._memory(state, of), _typed_memory(asked, opened, wanted)
        found = [e for each in memories for e in each.suggest(words, of.edition)]
        whole = _best(e for e in found if not _is_own(e, of, wanted))
        by_sentence: dict[str, list[Suggestion]] = {}
        for each in memories:
            for sentence, some in each.suggest_sentences(words, of.edition):
                by_sentence.setdefault(sentence, []).extend(some)
        return SimpleNamespace(
            key=key,
            whole=[
                _suggestion(asked.site, of, words, each, f"take {n} {key}")
                for n, each in enumerate(whole)
            ],
            sentences=[
                (
                    sentence,
                    [
                        _suggestion(asked.site, of, sentence, each, f"take {place}.{n} {key}")
                        for n, each in enumerate(suggestions)
                    ],
                )
                for place, (sentence, made) in enumerate(by_sentence.items())
                if (suggestions := _best(made)[:_MOST_OF_SENTENCE])
            ],
            of=of,
        )

    def _memory(self, state: State, of: Translation) -> TranslationMemory:
        held = self._memories.get(of.target)
        if held is None or held[0] != state.number:
            held = (state.number, remember(state.code, of.source, of.target, state.findings))
            self._memories[of.target] = held
        return held[1]

    def _taken(self, desk: Desk, asked: Asked, do: str) -> Response:
        """Answer with a suggestion put into its field, after what is there."""
        key = do.split(" ", 2)[2] if do.count(" ") > 1 else ""
        found = self._found(asked, key)
        offered = [*found.whole, *(each for _, part in found.sentences for each in part)]
        taken = next((each.target for each in offered if each.take == do), "")
        name = f"{TEXT} {key}"
        text = f"{asked.form.get(name, '').rstrip()} {taken}".strip()
        return self.show_law(
            desk, replace(asked, form={**asked.form, name: text}), suggestions=found
        )

    # ---- what is saved

    def _saved(self, desk: Desk, asked: Asked) -> Decided | Response:
        left: list[tuple[Key, str]] = []
        path = asked.request.path_params
        about = About(path["edition"], path["language"], path["number"], path["number"])

        def make(state: State) -> Decision:
            return _decision(asked, state, left)

        try:
            decided = desk.decide(asked, make, about)
        except Changed as changed:
            merged = {
                field: text
                for each in changed.found
                for field, text in (
                    (f"{BASE} {each.name}", each.theirs),
                    (f"{TEXT} {each.name}", each.yours if each.merged is None else each.merged),
                )
            }
            again = replace(desk.newest(asked), form={**asked.form, **merged})
            merges = by_colleagues(desk.workspace.log, about, changed.found)
            return self.show_law(desk, again, merges=merges)
        if not left:
            return decided
        again = desk.newest(asked)
        waiting = {_name(again.state, key): why for key, why in left}
        form = {f"{TEXT} {key}": asked.form[f"{TEXT} {key}"] for key in waiting}
        again = replace(again, form=form, done=decided.id)
        return self.show_law(desk, again, left=waiting.items())


def _opened(asked: Asked, state: State) -> _Opened:
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
        raise HTTPException(404, say("There is no such law to translate."))
    place = find_place(state.folder, outline, of, number)
    fields = fields_of(original, present_law(place, state.code), outline.scheme)
    return _Opened(of, original, place, fields)


def _decision(asked: Asked, state: State, left: list[tuple[Key, str]]) -> Decision:
    """Return the decision that saves the texts of a form; what cannot be saved is added to `left`.

    Raises:
        Changed: A text of the form was changed meanwhile.
        LawkbError: No text was changed.
    """
    opened, typed = _opened(asked, state), typed_texts(asked.form)
    texts: dict[Key, str] = {}
    merges = []
    for each in opened.fields:
        name = _name(state, each.key)
        base, yours = typed.get(name, (each.target, each.target))
        if yours.strip() == base.strip():
            continue
        if changed := merge_if_changed(name, base, each.target, yours):
            merges.append(changed)
        texts[each.key] = yours
    if merges:
        raise Changed(tuple(merges))
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


def _checked(desk: Desk, asked: Asked) -> SimpleNamespace:
    """Return what the checks say of the texts of the form, of those that are not empty.

    These are the findings, each with the HTML id of its field, and why some texts cannot be saved
    so, in English.
    """
    state, opened = asked.state, _opened(asked, asked.state)
    typed = typed_texts(asked.form)
    texts = {
        each.key: typed.get(_name(state, each.key), ("", each.target))[1] for each in opened.fields
    }
    made = law_of_texts(state.code, opened.original, texts, opened.of.target)
    found = desk.workspace.findings_on_translation(opened.original, made.law)
    begun = {key[0] for key, text in texts.items() if text.strip()}
    return SimpleNamespace(
        found=[
            (_field_id(state, opened, each), each)
            for each in found
            if each.address and each.address in begun and each.language == opened.of.target
        ],
        error="; ".join(f"{_name(state, key)}: {why}" for key, why in made.left),
    )


def _typed_memory(asked: Asked, opened: _Opened, wanted: Field) -> TranslationMemory:
    """Return the memory of the texts of a form that are not saved yet, without one field."""
    typed, of = typed_texts(asked.form), opened.of
    texts = []
    for each in opened.fields:
        base, text = typed.get(_name(asked.state, each.key), ("", ""))
        if text.strip() and text.strip() != base.strip() and each.key != wanted.key:
            target = without_inline_codes(text.strip())
            texts.append(
                RememberedText(each.source.words, target, of.edition, each.address, each.part)
            )
    return TranslationMemory(texts, of.source, of.target)


def _best(found: Iterable[Suggestion]) -> list[Suggestion]:
    """Return the best of suggestions of several memories, each translation once."""
    ordered = sorted(found, key=lambda each: (not each.equal, -each.similarity))
    once = {(each.source, each.target): each for each in reversed(ordered)}
    return [each for each in ordered if once[each.source, each.target] is each][:_MOST_WHOLE]


def _is_own(suggestion: Suggestion, of: Translation, wanted: Field) -> bool:
    """Return whether a suggestion is what the field itself has."""
    places = [(each.edition, each.address, each.part) for each in suggestion.places]
    return places == [(of.edition, wanted.address, wanted.part)]


def _suggestion(
    site: LocalizedSite, of: Translation, words: str, each: Suggestion, take: str
) -> SimpleNamespace:
    """Return a suggestion under a field; ``take`` is the value of the button that inserts it."""
    return SimpleNamespace(
        take=take,
        percent=int(100 * each.similarity),
        equal=each.equal,
        source=each.source,
        words=words,
        target=each.target,
        places=[
            (
                name_of(site, place.address)
                + (f" ({place.edition})" if place.edition != of.edition else ""),
                site.place(place.edition, place.address),
            )
            for place in each.places[:_MOST_PLACES]
        ],
        more=max(0, len(each.places) - _MOST_PLACES),
        doubts=each.doubts,
    )


def _name(state: State, key: Key) -> str:
    return f"{state.code.outline.scheme.write(key[0])} {key[1]}".rstrip()


def _field_id(state: State, opened: _Opened, finding: Finding) -> str:
    """Return the HTML id of the field that a finding is about: of its kind, or the first."""
    assert finding.address is not None
    kinds = [text_kind(e.part) for e in opened.fields if e.address == finding.address]
    kind = finding_kind(finding)
    at = kinds.index(kind) if kind in kinds else 0
    return f"{_html_id(state, finding.address)}-{at + 1}"


def _html_id(state: State, address: Address) -> str:
    return f"at-{state.code.outline.scheme.eid(address)}"


def _sections(
    asked: Asked, opened: _Opened, typed: Mapping[str, tuple[str, str]]
) -> list[SimpleNamespace]:
    """Return the provisions with their fields, and the terms of the glossary in their original."""
    found = []
    for address, group in groupby(opened.fields, key=lambda each: each.address):
        fields = [_field(asked, each, typed) for each in group]
        found.append(
            SimpleNamespace(
                id=_html_id(asked.state, address),
                name=name_of(asked.site, address),
                fields=fields,
                terms=_terms(asked, opened, address, " ".join(each.text for each in fields)),
            )
        )
    return found


def _field(asked: Asked, each: Field, typed: Mapping[str, tuple[str, str]]) -> SimpleNamespace:
    name = _name(asked.state, each.key)
    own = each.source.shown
    # What has no letters is the same in every language: the numbers of a table.
    same = own if "cell" in each.part and not any(map(str.isalpha, own)) else ""
    base, text = typed.get(name, (each.target, each.target or same))
    if text == base:  # not touched: as it is now
        base = text = each.target
    kind, number = _kind(each)
    return SimpleNamespace(
        key=name,
        address=name_of(asked.site, each.address),
        kind=kind,
        number=number,
        original=own,
        base=base,
        text=text,
        rows=min(_MOST_ROWS, 1 + max(len(own), len(text)) // _ROW),
    )


def _kind(each: Field) -> tuple[str, str]:
    """Return what a text is, and which of several."""
    if each.part == "heading":
        return ("heading" if each.address.depth else "title"), ""
    if " cell " in f" {each.part}":
        return "cell", each.part.rpartition(" ")[2]
    if each.part.startswith("note "):
        return "note", each.part.removeprefix("note ")
    return "text", each.part.removeprefix("text ") if each.part.startswith("text ") else ""


def _terms(
    asked: Asked, opened: _Opened, address: Address, translated: str
) -> list[tuple[str, str, list[str]]]:
    """Return the terms in a provision with their id at the desk and their renderings."""
    provision = opened.original.find(address)
    assert provision is not None
    code = asked.state.code
    own, other = (code.outline.language(tag) for tag in (opened.of.source, opened.of.target))
    heading = f"{provision.heading.text}\n" if provision.heading else ""
    pair = TextPair(
        code.outline.scheme.write(address),
        opened.of.edition,
        opened.original.number,
        CheckedText(own, f"{heading}{provision.text}"),
        CheckedText(other, translated),
    )
    ids = asked.site.terms.ids
    return [
        (use.term, ids.get(use.term, ""), renderings_of(use, opened.of.target))
        for use in term_uses(pair, asked.state.content.editorial.glossary)
    ]
