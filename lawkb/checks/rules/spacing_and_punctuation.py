"""Rules for spaces, quotation marks, brackets, end marks, odd characters and doubled words."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import cast

import regex

from lawkb.checks.rule_context import RuleContext
from lawkb.checks.text_pairs import (
    OTHER_SIDE,
    CheckedText,
    Fault,
    SideName,
    TextPair,
    each_text,
    key_words,
    read_rule_words,
    replacement_fix,
    with_context,
)
from lawkb.model.address import insert_of
from lawkb.model.finding import say
from lawkb.model.language import Language
from lawkb.model.passage import Span
from lawkb.unicode_characters import normalized, script_of
from lawkb.words.folding import fold, image
from lawkb.words.tokens import SpanSet, ends_shortened, read_vocabulary, sentence_ends, sentences

_ODD = re.compile(
    "[\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff\ufffd\x00-\x08\x0b-\x1f\x7f]"
)
# Each begins with the faulty character and then looks back, which is ten times as fast.
_BLANKS = re.compile(r"  (?<=\S  ) *(?=\S)")
_BEFORE = re.compile(r" (?<=\w ) *(?=[,.;:!?·)\]»](?:\s|$))")
_AFTER = re.compile(r"[,;·](?<=[^\W\d_]{3}[,;·])(?=[^\W\d_]{3})")
_MISPLACED = re.compile(r" (?<=\w ) *([,;·])(?=[^\W\d_]{2})")
_NO_BREAK = "\u00a0\u202f"
_UNSEEN = "\\xad\\u200b-\\u200f\\u2060\\ufeff"  # characters that print nothing and end no word
_WORD_BEFORE = re.compile(rf"[^\W\d_]{{2,30}}[{_UNSEEN}]*$")
_WORD_AFTER = re.compile(rf"[{_UNSEEN}]*([^\W\d_]{{2,30}})")
_STRAIGHT = re.compile(r"(?<!\w)(['\"])(?=\S)([^'\"\n]*?)(?<=\S)\1(?!\w)")
_STRAIGHT_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")
_DOUBLED = re.compile(r"\b([^\W\d_]++)(?: (\1))+\b(?!['’])", re.IGNORECASE)
_STOPPED = re.compile(r"\.(?<=\w\.)(?= [(\[]([^\W\d_]))")
_CLOSERS = ")]}»”’\"' "
# Without what \w adds, the ² of m².
_LETTERS = regex.compile(rf"\p{{L}}[\p{{L}}\p{{M}}{_UNSEEN}]*")
_FAR, _LABELS = 40, 3  # code points and words before a letter among which its key word may be
_SHARED_ACCENTS = frozenset("\u0301\u0308")  # of Greek and Latin letters
_SYMBOL = 3  # most letters of a symbol that could be a misspelt word


def quotes(pair: TextPair, _context: RuleContext) -> Iterator[Fault]:
    """Straight quotation marks or apostrophes in a text that also has typographic ones.

    Why: ``RHO's`` and ``RHO’s`` look inconsistent, and a plain search finds only one of them.

    Example: ``'λανθασμένη εξήγηση'`` for ``‘Mistaken explanation’``.

    Limits: a text that has straight marks throughout the code is not reported.
    """
    for name, side, other in each_text(pair):
        phrases = read_rule_words(side.language.code)
        here = f"{side.heading}\n{side.text}"
        printed = set("".join(phrases.quotes) + phrases.apostrophe) & set(here)
        theirs = set("".join(read_rule_words(other.language.code).quotes)) & set(other.text)
        for text, heading in side.texts():
            if "'" not in text and '"' not in text:
                continue
            for match in _STRAIGHT.finditer(text):
                if phrases.quotes and (printed or (theirs and name == "translation")):
                    marks = phrases.quotes[0]
                    new = f"{marks[0]}{match[2]}{marks[-1]}"
                    told = say("straight quotation marks")
                    yield _look(name, text, match.span(), heading, told, new)
            for match in _STRAIGHT_APOSTROPHE.finditer(text):
                if phrases.apostrophe and _apostrophe(phrases.apostrophe).search(here):
                    span = match.span()
                    new, told = phrases.apostrophe, say("a straight apostrophe")
                    yield _look(name, text, span, heading, told, new)


@cache
def _apostrophe(mark: str) -> regex.Pattern[str]:
    """Return a pattern of an apostrophe between letters, where it is no quotation mark."""
    return regex.compile(rf"(?<=\p{{L}}){re.escape(mark)}(?=\p{{L}})")


def spacing(pair: TextPair, _context: RuleContext) -> Iterator[Fault]:
    """Spaces that are doubled, missing after a punctuation mark, or before one.

    Why: it looks careless, and a doubled space may be where words were removed.

    Example: ``φύλλο , αν``

    Limits: in tables and preformatted text, only single lines are examined.
    """
    for name, side, _ in each_text(pair):
        spaced = read_rule_words(side.language.code).spaced
        for text, heading in side.texts():
            for match in _BLANKS.finditer(text):
                yield _look(name, text, match.span(), heading, say("two spaces"), " ")
            for match in _BEFORE.finditer(text):
                if text[match.end()] not in spaced:
                    told = say("a space before a punctuation mark")
                    yield _look(name, text, match.span(), heading, told, "")
            for match in _AFTER.finditer(text):
                told = say("no space after %(mark)s", mark=match[0])
                yield _look(name, text, match.span(), heading, told, f"{match[0]} ")
            for match in _MISPLACED.finditer(text):
                told = say("a space before a punctuation mark instead of after it")
                yield _look(name, text, match.span(), heading, told, f"{match[1]} ")


def odd_characters(pair: TextPair, _context: RuleContext) -> Iterator[Fault]:
    """Characters that are invisible or look like others.

    These are no-break and zero-width ones, control characters, letters of two alphabets in a word,
    and text that is not in Unicode's composed form.

    Why: the word looks right, but no search finds it.

    Example: ``Kοινή`` with a Latin K.

    Limits: a foreign word written wholly in look-alikes is found only where the same text has it
    in its own alphabet. A no-break space is reported only between two words, and a single
    letter of both texts is a symbol.
    """
    for name, side, other in each_text(pair):
        for text, heading in side.texts():
            if text.isascii():
                continue
            for match in _ODD.finditer(text):
                if match[0] in _NO_BREAK and _is_right_space(match.start(), text, side, other):
                    continue
                told = say("the character %(number)s", number=f"U+{ord(match[0]):04X}")
                new = " " if unicodedata.category(match[0]) in ("Zs", "Zl", "Zp") else ""
                yield _look(name, text, match.span(), heading, told, new)
            composed = normalized("NFC", text)
            if composed != text:
                told = say("letters and accents apart (not NFC)")
                fix = replacement_fix(text, (0, len(text)), composed, heading)
                hint = say("lawkb check --fix corrects it")
                yield Fault(told, hint=hint, key="nfc", on=name, fix=fix)
            yield from _mixed(name, (side, other), text, heading)


def _is_right_space(at: int, text: str, side: CheckedText, other: CheckedText) -> bool:
    """Return whether a no-break space is usual in print, or in the texts of this provision."""
    if read_rule_words(side.language.code).spaced or any(map(_NO_BREAK.__contains__, other.text)):
        return True
    words = _WORD_BEFORE.search(text, max(0, at - 30), at), _WORD_AFTER.match(text, at + 1)
    # A letter, a number, a sign, an abbreviation or a numeral has a reason to stay with its word.
    return any(word is None or word[word.lastindex or 0].isupper() for word in words)


def _mixed(
    name: SideName, both: tuple[CheckedText, CheckedText], text: str, heading: bool
) -> Iterator[Fault]:
    side, other = both
    own = side.language.script
    if {own, ""}.issuperset(map(script_of, set(text))):
        return
    cited = SpanSet(() if heading else side.reference_spans)
    vocabulary = frozenset(
        fold(match[0]) for match in _LETTERS.finditer(text) if _is_own(match[0], own)
    )
    for match in _LETTERS.finditer(text):
        word = match[0]
        if len(word) < 3 and cited.touch(match.start(), match.start() + 1):
            continue  # letters of labels belong to another rule
        if len(word) == 1 and (_is_sign(word, other) or _is_of_unit(text, match.start())):
            continue
        if word.isascii() and (own == "LATIN" or len(word) > 3):
            continue
        scripts = {*map(script_of, word)} - {""}
        if scripts <= {own}:
            continue
        if len(scripts) > 1:
            told, new = say("letters of two alphabets in one word"), _one_alphabet(word, own)
            common = read_vocabulary(side.language.code).stop
            if _is_symbol(word, new is not None and fold(new) in vocabulary | common):
                continue
        else:
            new = image(word)
            if not (new and fold(new) in vocabulary and own == script_of(new[0])):
                continue
            told = say("a word in letters of another alphabet")
        yield _look(name, text, match.span(), heading, told, new)


def _is_own(word: str, script: str) -> bool:
    return not word.isascii() and {*map(script_of, word)} <= {script, ""}


def _is_symbol(word: str, known: bool) -> bool:
    """Return whether a word of two alphabets is a sign of science: MΩ, μSv, ΔT, λmax.

    It has one Greek letter, which is not typed for a Latin one, with letters of the Latin alphabet
    alone. Where these may be typed for Greek ones, only a short word that is not ``known`` is one.
    """
    greek = [char for char in word if script_of(char) == "GREEK"]
    if (
        len(greek) != 1
        or image(greek[0])
        or (len(word) > _SYMBOL and greek[0] not in word[:: len(word) - 1])
    ):
        return False
    told = any(image(char) is None for char in word if char != greek[0])
    return told or (len(word) <= _SYMBOL and not known)


def _is_sign(letter: str, other: CheckedText) -> bool:
    """Return whether the other text has a letter alone that is no word of its language."""
    if fold(letter) in read_vocabulary(other.language.code).stop:
        return False
    return letter in other.once(_letters_alone)


def _letters_alone(side: CheckedText) -> frozenset[str]:
    return frozenset(word.text for word in side.words if len(word.text) == 1)


def _is_of_unit(text: str, at: int) -> bool:
    """Return whether a letter is in brackets after a word in its own alphabet: the A of dB(A)."""
    return (
        at > 1
        and text[at - 1 : at + 2 : 2] == "()"
        and text[at - 2].isalpha()
        and script_of(text[at - 2]) == script_of(text[at])
    )


def _one_alphabet(word: str, own: str) -> str | None:
    """Return a mixed word in the script of most of its letters; None if a letter has no look-alike.

    ``own`` is the script of the language, preferred if both are equally frequent.
    """
    scripts = [script_of(char) for char in word]
    main = max({*scripts} - {""}, key=lambda name: (scripts.count(name), name == own))
    letters = [char if script_of(char) in (main, "") else _alike(char) for char in word]
    return "".join(letters) if all(letters) else None  # type: ignore[arg-type]  # all are text


def _alike(char: str) -> str | None:
    """Return the letter of the other alphabet that looks the same, with its accent.

    None for a superscript, and for an accent that the other alphabet does not write.
    """
    letter, marks = normalized("NFD", char)[0], normalized("NFD", char)[1:]
    new = image(letter) if normalized("NFKC", char) == char else None
    return normalized("NFC", new + marks) if new and _SHARED_ACCENTS.issuperset(marks) else None


def doubled_word(pair: TextPair, _context: RuleContext) -> Iterator[Fault]:
    """The same word twice in a row.

    Why: mostly a typing error, sometimes the join of two versions of a sentence.

    Example: ``των των αγορών``

    Limits: words that may be repeated correctly are listed in the language file, with the endings
    before which they are wrong, too. A single letter counts where it is a word of the language and
    no label: *è è*, not *lettere a e e*.
    """
    for name, side, other in each_text(pair):
        right = read_rule_words(side.language.code).doubled
        if not any(_DOUBLED.search(text) for text, _ in side.texts()):
            continue
        if _DOUBLED.search(other.text):
            continue
        for text, heading in side.texts():
            for match in _DOUBLED.finditer(text):
                is_right = fold(match[1]) in right and not _is_before_noun(
                    text, match, side.language
                )
                if is_right or _begins_anew(match):
                    continue
                if len(match[1]) == 1 and not _is_word(text, match, side.language):
                    continue
                told = say("«%(word)s» twice in a row", word=match[1])
                yield _look(name, text, match.span(), heading, told, match[1])


def _is_before_noun(text: str, match: re.Match[str], language: Language) -> bool:
    """Return whether a doubled word that may be right stands before a noun, where it is not."""
    listed = language.tables.get("checks", {}).get("doubled_before", {})
    endings = listed.get(match[1].lower(), "").split()
    after = _LETTERS.match(text, match.end() + 1)
    return after is not None and bool(endings) and fold(after[0]).endswith(tuple(endings))


def _is_word(text: str, match: re.Match[str], language: Language) -> bool:
    """Return whether a doubled letter is a word of the language, and no label behind its word."""
    before = _LETTERS.findall(text[max(0, match.start() - _FAR) : match.start()])[-_LABELS:]
    labelled = not key_words(language).isdisjoint(map(fold, before))
    is_word = match[0].islower() and fold(match[1]) in read_vocabulary(language.code).stop
    return is_word and not labelled and text[match.end() : match.end() + 1] not in (")", ".")


def _begins_anew(match: re.Match[str]) -> bool:
    return match[1][0].islower() and match[2][0].isupper()


def end_mark(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
    """A text or note without the colon, question mark or stop of the other, or with a stop inside.

    Why: ``η οποία είναι`` without its colon reads on into the list.

    Example: ``which is:`` beside ``η οποία είναι``

    Limits: commas, semicolons and a final *and* or *or* of list items are not compared, nor
    a colon where the language begins most lists of the code without one.
    """
    ours, theirs = (_end(each) for each in (pair.original, pair.translation))
    name: SideName = "translation" if ours else "original"
    lacks = ours or theirs
    is_short = not (ours and theirs) and ends_shortened(
        pair.side(OTHER_SIDE[name]).text, pair.side(OTHER_SIDE[name]).language.code
    )
    is_style = lacks == ":" and pair.side(name).language.code in _without_colons(context)
    if (
        ours != theirs
        and {ours, theirs} & {".", ":"}
        and "," not in (ours, theirs)
        and not is_style
        and not is_short
    ):
        text = pair.side(name).text
        is_other = ours and theirs == "." and ours != ":"
        if pair.original.text and pair.translation.text and not is_other:
            told = say("ends without the stop of its counterpart")
            if lacks == ":":
                told = say("ends without the colon of its counterpart")
            yield Fault(
                told,
                quote=text[-40:],
                hint=say("end it with %(mark)s", mark=lacks),
                key=f"end {lacks}",
                on=name,
                marked=((name, _last_words(text)),),
            )
    if fault := _no_question(pair, is_end=ours == theirs == "."):
        yield fault
    yield from _notes_without_stop(pair)
    for name, side, other in each_text(pair):
        if not _STOPPED.search(side.text) or _STOPPED.search(other.text):
            continue
        as_many = {sign for sign in "([" if side.text.count(sign) == other.text.count(sign)}
        for match in _STOPPED.finditer(side.text):
            bracket = side.text[match.end() + 1]
            closed = side.text.find(_OPENS[bracket], match.end())
            goes_on = side.text[closed + 1 :].strip()  # the stop is not that of the whole text
            if match[1].islower() and goes_on and bracket in as_many:
                told = say("a stop before a bracket that continues the sentence")
                yield _look(name, side.text, match.span(), False, told, "")


def _no_question(pair: TextPair, *, is_end: bool) -> Fault | None:
    """Return the fault of a question whose counterpart is a statement, or None.

    Args:
        pair: Texts with as many sentences, of which those within are compared.
        is_end: Whether the ends of both texts are compared, too.
    """
    asks = [side.once(_asking) for side in (pair.original, pair.translation)]
    if (
        len(asks[0]) != len(asks[1])
        or asks[0] == asks[1]
        or not (is_end or asks[0][:-1] != asks[1][:-1])
    ):
        return None
    name: SideName = "translation" if sum(asks[0]) > sum(asks[1]) else "original"
    side = pair.side(name)
    return Fault(
        say("ends without the question mark of its counterpart"),
        quote=side.text[-40:],
        hint=say("end it with %(mark)s", mark=_question_marks(side.language)[0]),
        key="end ?",
        on=name,
        marked=((name, _last_words(side.text)),),
    )


def _last_words(text: str) -> Span:
    return text.rfind(" ", 0, max(0, len(text) - 12)) + 1, len(text)


def _asking(side: CheckedText) -> list[bool]:
    """Return whether each sentence of a text ends with a question mark."""
    marks = tuple(_question_marks(side.language))
    ends = (end for _, end in sentences(side.text, side.language.code))
    return [side.text[:end].rstrip().rstrip(_CLOSERS).endswith(marks) for end in ends]


@cache
def _question_marks(language: Language) -> str:
    """Return the marks that end a question of a language, the usual one first."""
    return str(language.tables.get("checks", {}).get("question", "?"))


def _notes_without_stop(pair: TextPair) -> Iterator[Fault]:
    """Yield notes that end without the stop of their counterpart, if both texts have as many."""
    ours, theirs = pair.original, pair.translation
    if len(ours.notes) != len(theirs.notes):
        return
    tags = pair.tags
    for note, other in zip(ours.notes, theirs.notes, strict=True):
        ends = _end_of(note.text, tags[0]), _end_of(other.text, tags[1])
        if note.text and other.text and set(ends) == {".", ""}:
            on: SideName = "translation" if ends[0] else "original"
            lacking, at = (other, 0) if ends[0] else (note, 1)
            if not ends_shortened((note, other)[at].text, tags[at]):
                told = say(
                    "the note %(mark)s ends without the stop of its counterpart",
                    mark=lacking.marker,
                )
                hint = say("end it with %(mark)s", mark=".")
                yield Fault(
                    told,
                    lacking.text[-40:],
                    hint,
                    key=f"note {lacking.marker}",
                    on=on,
                    contradicts=True,  # words that the text lost are not in the note
                )


def list_marks(pair: TextPair, _context: RuleContext) -> tuple[tuple[str, str], ...]:
    """Return the language tag and the mark at the end of each text that a list follows."""
    return tuple(
        (side.language.code, _end(side))
        for side in (pair.original, pair.translation)
        if side.text and side.provision and side.provision.children
    )


def without_colons(
    texts: Iterable[Sequence[tuple[str, str]]], _context: RuleContext
) -> frozenset[str]:
    """Return tags of the languages that begin most lists of the code without any mark.

    ``texts`` has the result of ``list_marks`` for each text pair.
    """
    marks = Counter(chain.from_iterable(texts))
    return frozenset(tag for (tag, mark), n in marks.items() if not mark and n > marks[tag, ":"])


def _without_colons(context: RuleContext) -> frozenset[str]:
    return cast(frozenset[str], context.learned.get("end-mark", frozenset()))


def _end(side: CheckedText) -> str:
    """Return how a text ends: ``.``, ``:``, ``,`` for other marks, or an empty string."""
    whole = side.text
    for start, end in side.local_spans:
        whole = whole[:start] + whole[end:]
    return _end_of(whole, side.language.code)


def _end_of(text: str, language: str) -> str:
    last = text.rstrip().rstrip(_CLOSERS)[-1:]
    if last and last in sentence_ends(language):
        return "."
    return last if last == ":" else "," if last in (",", ";", "·", "-", "–", "…") else ""


def _look(
    name: SideName, text: str, span: Span, heading: bool, told: str, new: str | None
) -> Fault:
    """Return a typographical fault; ``new`` is its replacement, None if there is no certain one."""
    words = with_context(text, span)
    fix = None if new is None else replacement_fix(text, span, new, heading)
    return Fault(
        told,
        quote=words,
        hint=say("lawkb check --fix corrects it") if fix else say("correct it by hand"),
        key=f"{told} {words}",
        on=name,
        marked=() if heading else ((name, span),),
        fix=fix,
    )


_CLOSES = {")": "(", "]": "[", "}": "{", "»": "«"}
_OPENS = {opened: closed for closed, opened in _CLOSES.items()}
_BRACKET = re.compile(f"[{re.escape(''.join((*_CLOSES, *_OPENS)))}]")
_ENUMERATOR = re.compile(
    r"(?:^|(?<=[\s(«)\]\d]))(?:[^\W\d_]{1,2}|[ivxlc]{3,5}|bis|ter)(?:\.\d{1,4})?['΄’]?$"
)
_NUMBER_LABEL = re.compile(r"(?:^|(?<=[\s(«]))\d{1,3}$")
_BRACKETED = re.compile(r"\((\d{1,3})\)")
_INSERT = re.compile(r"(?<=\d)[^\W\d_]|[^\W\d_]\.\d")
_BARE = re.compile(r"(?<![^\W\d_])(?<!\()[^\W\d_]{1,4}(?![\w)΄'’])")
_ROMAN = frozenset(("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"))


def brackets(pair: TextPair, context: RuleContext) -> Iterator[Fault]:
    """A bracket that is opened and not closed, or closed and not opened.

    Why: the reader cannot see where a remark ends, and a lost bracket often means lost words.

    Example: ``(see B4 following.``

    Limits: the bracket of a label such as ``α)`` closes alone where the code prints its labels so,
    or where both languages do, and that of a number which the other text has in brackets; a
    bracket that opens in one provision and closes in another is
    reported.
    """
    yield from _bare_labels(pair)
    printed = context.scheme is None or context.scheme.closes_alone
    labelled = printed or _lone_labels(pair.original.text) == _lone_labels(pair.translation.text)
    for name, side, other in each_text(pair):
        for text, heading in side.texts():
            for at in _unmatched(text, labelled, frozenset(_BRACKETED.findall(other.text))):
                yield Fault(
                    say("the bracket %(sign)s has no counterpart", sign=text[at]),
                    quote=with_context(text, (at, at + 1)),
                    hint=say("add the other bracket, or remove this one"),
                    key=f"{text[at]} {with_context(text, (at, at + 1))}",
                    on=name,
                    marked=() if heading else ((name, (at, at + 1)),),
                )


def _bare_labels(pair: TextPair) -> Iterator[Fault]:
    """Yield faults of references whose letter lacks a bracket: «στοιχείο β» for *point (b)*."""
    for name, side, other in each_text(pair):
        if not (side.references and other.references):
            continue
        bracketed = {each.target for each in other.references if ")" in each.raw}
        ordinal = side.language.ordinal
        for each in side.references:
            if each.target not in bracketed:
                continue
            bare = [m for m in _BARE.finditer(each.raw) if ordinal("lower", m[0]) or m[0] in _ROMAN]
            if each.target and any(
                map(insert_of, each.target.path)
            ):  # the α of «1α» and the c of c.1) have none
                bare = [m for m in bare if not _INSERT.match(each.raw, m.start())]
            if bare:
                span = (each.start, each.end)
                yield Fault(
                    say("«%(words)s» without the bracket of its letter", words=each.raw),
                    quote=with_context(side.text, span),
                    hint=say("write the label as the code does"),
                    key=f"bare {each.raw}",
                    on=name,
                    marked=((name, span),),
                )


def _lone_labels(text: str) -> int:
    return len(_unmatched(text, False)) - len(_unmatched(text, True))


def _unmatched(text: str, labelled: bool, numbers: frozenset[str] = frozenset()) -> list[int]:
    """Return offsets of unpaired brackets.

    Args:
        text: The text.
        labelled: Whether ``α)`` needs no opening bracket.
        numbers: Numbers that need none either: ``1)``.
    """
    waiting: list[int] = []
    alone: list[int] = []
    taken = 0  # opening brackets that were paired with the bracket of a label
    for match in _BRACKET.finditer(text):
        at, char = match.start(), match[0]
        if char in _OPENS:
            waiting.append(at)
        elif char in _CLOSES:
            is_label = labelled and _closes_label(text, at, numbers)
            if waiting and text[waiting[-1]] == _CLOSES[char]:
                opened = waiting.pop()
                taken += is_label and " " in text[opened:at]  # not its own: (a)
            elif taken and char == ")" and not is_label:  # what a label seemed to close: (see α))
                taken -= 1
            elif char != "»" and not is_label:
                alone.append(at)
    return sorted(alone + [at for at in waiting if text[at] != "«"])


def _closes_label(text: str, at: int, numbers: frozenset[str]) -> bool:
    """Return whether a closing bracket follows the letter or number of a label: ``α)``."""
    label = _ENUMERATOR.search(text[max(0, at - 11) : at])
    if label is not None:
        return label[0].islower()
    number = _NUMBER_LABEL.search(text[max(0, at - 11) : at])
    return number is not None and number[0] in numbers
