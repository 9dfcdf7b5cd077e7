"""``lawkb search``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.text import Text

from lawkb.cli.options import (
    OperatedCommand,
    Settings,
    echo,
    engine_option,
    format_option,
    language_asked,
    language_option,
    print_json,
)
from lawkb.cli.terminal import (
    NARROWEST,
    clean,
    console,
    hanging,
    hanging_words,
    marked,
    messages,
    print_lines,
    wrapped,
)
from lawkb.cli.terminal_laws import not_here_lines
from lawkb.corpus.cache import cache_folder
from lawkb.corpus.glossary import read_glossary, read_synonyms
from lawkb.model.answer import Hit
from lawkb.model.code import Code, Outline
from lawkb.model.passage import Span
from lawkb.search import (
    Answer,
    Engine,
    Question,
    chosen_cluster,
    jump,
    open_index,
    read_guide,
    readings,
    search,
)

if TYPE_CHECKING:  # few ask how a query was understood
    from lawkb.exchange.public_types import ExplainedWord, Explanation, QueryPart

_MOST_HITS = 1000  # shown at once
_USUAL_HITS = 10
_INDENT = 2
# The backspace keeps click from filling the lines anew.
_LANGUAGE = """\b
Query language (quote it for the shell):
  "a phrase"  =exact  pref*  w?rd  near~
  a AND b   a OR b   NOT a   a NEAR/5 b   ( )   or ΚΑΙ, Ή, ΟΧΙ, ΚΟΝΤΑ/5
  a && b    a || b   -a !a                the same in signs
  law:20-47  law:20-  law:..47           where to look
  edition:2017  lang:el
  heading:word  in:notes  in:comments    in which texts
  cites:16C  cited-by:47D                by reference
"""


_DENIED_WORD = re.compile(r"-[^\W\d_]{2,}.*|-[\"«“„(=].+", re.DOTALL)
_SHORT_OPTIONS = frozenset("-lch")  # those that may stand together behind one dash
_MINUS = "−"  # of mathematics: the query language reads it as the dash


class _SearchCommand(OperatedCommand):
    """A command that takes ``-penalty`` as a word that is not wanted, and ``-lc`` as options."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Read options and arguments; a word behind a dash is no option."""
        read = [
            _MINUS + arg[1:]
            if _DENIED_WORD.fullmatch(arg) and not _SHORT_OPTIONS.issuperset(arg)
            else arg
            for arg in args
        ]
        return super().parse_args(context, read)


@click.command("search", cls=_SearchCommand, epilog=_LANGUAGE)
@click.argument("words", nargs=-1, required=True)
@click.option(
    "-n",
    "--limit",
    type=click.IntRange(1, _MOST_HITS),
    metavar="N",
    help="Number of hits to show.  [default: 10; all with -l]",
)
@click.option("-l", "listed", is_flag=True, help="Print only the addresses, one per line.")
@click.option("-c", "counted", is_flag=True, help="Print only the number of hits.")
@language_option
@click.option("--also", is_flag=True, help="Also search for translations of the words.")
@click.option("--explain", "explained", is_flag=True, help="Show how the query was understood.")
@engine_option
@format_option
@click.pass_obj
def search_command(settings: Settings, /, words: tuple[str, ...], form: str, **asked: Any) -> int:
    """Search all languages at once, for words or an address.

    Case, accents and inflection do not matter: αμυνομενων finds αμυνόμενος.
    """
    code = settings.open_code()
    outline = code.outline
    glossary = read_glossary(settings.folder, code.outline)
    limit = asked["limit"] or (_MOST_HITS if asked["listed"] else _USUAL_HITS)
    language = language_asked(code, asked["lang"])
    query = " ".join(words).replace(_MINUS, "-")
    question = Question(query, 0 if asked["counted"] else limit, language, asked["also"])
    opened = partial(_open_engine, settings, code, asked["engine"])
    guide = read_guide(settings.folder, code)
    answer = jump(code, question, guide)
    if answer is None:
        readings(outline, question)  # a fault needs no index
        synonyms = read_synonyms(settings.folder, outline)
        answer = search(opened(), code, question, glossary, synonyms, guide)
    explanation = None
    if asked["explained"]:
        from lawkb.exchange.explained_query import explained_query  # few ask for it

        explanation = explained_query(code, opened, question, glossary)
    if form == "json":
        # Not above: text needs none of it.
        from lawkb.exchange.public_types import as_json

        told = {"explanation": explanation} if explanation else {}
        print_json(as_json(answer) | told)
        return 0 if answer.total else 1
    if explanation:
        print_lines(console(), _explanation_lines(console(), explanation))
    if asked["counted"]:
        echo(answer.total)
    elif asked["listed"]:
        _print_addresses(answer, outline.editions[0].id)
    else:
        print_lines(console(), _answer_lines(console(), answer, outline))
    return 0 if answer.total else 1


def _open_engine(settings: Settings, code: Code, engine: str | None) -> Engine:
    cluster = chosen_cluster(settings.folder, engine)
    folder = cache_folder(settings.folder)
    return open_index(code, folder, lambda line: messages().print(line), cluster)


# ---- hits


def _print_addresses(answer: Answer, newest: str) -> None:
    """Print the address of each hit on a line, in the notation that ``lawkb show`` reads.

    A hit in an older edition begins with that, ``2007:47D``. A text beside the laws is printed by
    its name, ``definitions``, a division by its id, ``chp_2``.
    """
    lines: dict[str, None] = {}
    for hit in answer.hits:
        name = hit.companion.name if hit.companion else hit.address or hit.division
        lines[f"{name}" if hit.edition == newest else f"{hit.edition}:{name}"] = None
    if lines:
        echo("\n".join(lines))


def _answer_lines(out: Console, answer: Answer, outline: Outline) -> Iterator[Text]:
    newest = outline.editions[0].id
    if answer.added:
        yield from hanging_words(out, "also", Text(clean(_added(answer))), 0)
        yield Text()
    if answer.corrected:
        yield from wrapped(out, Text(clean(_corrections(answer))), out.width)
        yield Text()
    first = answer.whole + sum(hit.subject is not None for hit in answer.hits)
    for hit in answer.hits[:first]:
        yield from _hit_lines(out, hit, newest)
    if answer.hits[first:]:
        yield from wrapped(out, Text(_NEAREST[min(answer.whole, 1)]), out.width)
        yield Text()
        for hit in answer.hits[first:]:
            yield from _hit_lines(out, hit, newest)
    told = []
    if not answer.hits and not answer.not_here:
        told = [f"nothing found: {answer.interpreted}"]
    elif answer.total > len(answer.hits) and (answer.whole < answer.total or answer.is_question):
        told = [f"the {len(answer.hits)} nearest are shown; -n {answer.total} shows more"]
    elif answer.total > len(answer.hits):
        told = [f"{len(answer.hits)} of {answer.total} shown; -n {answer.total} shows all"]
    if answer.suggestion and not answer.corrected:
        told.append(f"did you mean: {answer.suggestion}")
    for line in told:
        yield from wrapped(out, Text(clean(line)), out.width)
    if answer.not_here:
        yield from (Text(),) if told else ()
        cited = bool(answer.total or answer.not_here.words)
        briefly = bool(answer.hits)
        yield from not_here_lines(out, outline, answer.not_here, briefly=briefly, is_cited=cited)


_NEAREST = ("no provision has all words; the nearest:", "with some of the words:")


def _corrections(answer: Answer) -> str:
    """Return what was searched: ``nothing for explaination; shown: explanation (…)``."""
    typed = ", ".join(each.typed for each in answer.corrected)
    shown = ", ".join(each.shown for each in answer.corrected)
    exact = " ".join(f"={each.typed}" for each in answer.corrected)
    return f"nothing for {typed}; shown: {shown} ({exact} for the letters as typed)"


def _added(answer: Answer) -> str:
    """Return the words added to a query: ``penalty card → τιμωρημένο φύλλο; lead → έξοδος``."""
    found: dict[str, list[str]] = {}
    for added in answer.added:
        found.setdefault(added.typed, []).append(added.counterpart)
    return "; ".join(f"{typed} → {', '.join(others)}" for typed, others in found.items())


def _hit_lines(out: Console, hit: Hit, newest: str) -> Iterator[Text]:
    head = Text.assemble((clean(hit.label), "bold"))
    if hit.edition != newest:
        head.append(f" ({hit.edition})")
    if hit.heading:
        head.append(f"  {clean(hit.heading)}", "dim")
    yield from wrapped(out, head, out.width)
    if hit.subject:
        yield from hanging_words(out, "index", Text(clean(hit.subject), "dim"), _INDENT)
    yield from _snippet(out, hit.lang, hit.snippet, hit.spans, ())
    for other in hit.others:
        yield from _snippet(out, other.lang, other.snippet, other.spans, other.counterparts)
    yield Text()


def _snippet(
    out: Console, tag: str, words: str, found: tuple[Span, ...], translated: tuple[Span, ...]
) -> Iterator[Text]:
    """Yield the lines of a snippet after its language tag.

    Words that were searched are bold, translations of them underlined.
    """
    styles = [(span, "bold underline") for span in found]
    shown = marked(words, [*styles, *((span, "underline") for span in translated)])
    return hanging(tag, wrapped(out, shown, max(NARROWEST, out.width - _INDENT - 3)), _INDENT)


# ---- how a query was understood


def _explanation_lines(out: Console, explanation: Explanation) -> Iterator[Text]:
    """Yield the tree of a query, one part on each line, then its words with their hits."""
    if explanation.tree is None:
        return
    paragraphs = [_tree_lines(explanation.tree), *map(_word_lines, explanation.words)]
    for lines in paragraphs:
        for line in lines:
            indent = len(line) - len(line.lstrip())
            width = max(NARROWEST, out.width - indent)
            for own in wrapped(out, Text(clean(line.lstrip())), width):
                yield Text(" " * indent).append_text(own)
        yield Text()


def _tree_lines(part: QueryPart, depth: int = 0) -> list[str]:
    head = part.kind.upper()
    first = part.parts[0].text if part.parts else ""
    if part.kind == "part":
        head = part.text
    elif part.kind == "near":  # what stands behind the first operand
        head = part.text[len(first) :].partition("NEAR/")[2].partition(" ")[0]
        head = f"NEAR/{head}"
    elif part.kind == "within":
        head = part.text[: part.text.index(first)].rstrip(" (")
    inner = (line for each in part.parts for line in _tree_lines(each, depth + 1))
    return [f"{'  ' * depth}{head}", *inner]


def _word_lines(word: ExplainedWord) -> list[str]:
    lines = [f"{word.text}: in {word.found}"]
    for reading in word.readings:
        tokens = " ".join(
            each.exact if each.exact == each.stem else f"{each.exact} ({each.stem})"
            for each in reading.tokens
        )
        lines.append(f"  {reading.lang}  {tokens}: in {reading.found}")
        for each in reading.counterparts:
            learned = {
                "texts": f"{each.probability:.2f}",
                "general": f"{each.probability:.2f} general",
            }
            sure = learned.get(each.origin, each.origin)
            lines.append(f"    {each.lang}  {each.text}, {sure}: in {each.found}")
    return lines
