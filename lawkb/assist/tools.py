"""The tools and the prompt: what a model is told, the arguments that it gives, and the calls."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from importlib import resources
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from lawkb.assist import answers
from lawkb.assist.answers import MOST_HITS, MOST_TEXT, Answers, Refusal, RefusedError
from lawkb.assist.plain_json import LeftOut, cursor_of, page_of, place_of, plain, schema_of, written
from lawkb.errors import LawkbError
from lawkb.exchange import public_types as public

WORDS = tomllib.loads((resources.files("lawkb.assist") / "words.toml").read_text("utf-8"))
NOTE = WORDS["note"].strip()
_CURSOR = (
    "Where a long answer goes on: the value of `next` in the answer before; else leave it out."
)
_EDITION = "Id of an edition, such as 2017; leave it out for the newest that has the provision."
_LANGUAGE = "BCP 47 tag of one language, such as en or el; leave it out for all languages."

Cursor = Annotated[str | None, Meta(description=_CURSOR)]
Edition = Annotated[str | int | None, Meta(description=_EDITION)]
OneLanguage = Annotated[str | None, Meta(description=_LANGUAGE)]
Address = Annotated[
    str | int,
    Meta(
        description="A law or provision in any notation: 47E2(b), 47Ε2(β), Law 47 E 2 b, "
        "Νόμος 47Ε2(β), 2007 47B; or the name of a text beside the laws: definitions.",
    ),
]
Text = Annotated[str, Meta(description=f"The text, at most {MOST_TEXT:,} characters.")]


class _Call(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    cursor: Cursor = None


class FindProvisions(_Call, frozen=True):
    """The arguments of ``find_provisions``."""

    query: Annotated[
        str,
        Meta(
            description="Words in any language of the laws, whatever their case, accents and "
            'endings; or "a phrase", a AND b, a OR b, NOT a, a NEAR/5 b, heading:word, law:20-47.',
            min_length=1,
            max_length=2_000,
        ),
    ]
    language: OneLanguage = None
    limit: Annotated[int, Meta(description=f"Most hits, 1 to {MOST_HITS}.", ge=1, le=MOST_HITS)] = (
        10
    )


class GetProvision(_Call, frozen=True):
    """The arguments of ``get_provision``."""

    address: Address
    language: OneLanguage = None
    edition: Edition = None
    on: Annotated[
        str | None, Meta(description="A day, 2018-01-31: the text as it was on it; else today's.")
    ] = None
    context: Annotated[bool, Meta(description="Also give the provisions before and behind it.")] = (
        False
    )
    comments: Annotated[
        bool,
        Meta(description="Also give what readers wrote under it: opinions of strangers, no law."),
    ] = False


class GetReferences(_Call, frozen=True):
    """The arguments of ``get_references``: an address or a text."""

    address: Annotated[
        str | int | None, Meta(description="A law or provision in any notation: 47E, Νόμος 47Ε.")
    ] = None
    text: Annotated[
        str | None, Meta(description="Words of your own that cite the laws; then no address.")
    ] = None
    language: OneLanguage = None
    edition: Edition = None
    at: Annotated[
        str | None,
        Meta(
            description="With text: the provision it stands in, for references such as (a) above."
        ),
    ] = None


class Compare(_Call, frozen=True):
    """The arguments of ``compare``."""

    address: Address
    editions: (
        Annotated[
            tuple[str | int, ...],
            Meta(
                description="The older and the newer edition, as [2007, 2017]; else the outermost.",
                min_length=2,
                max_length=2,
            ),
        ]
        | None
    ) = None
    dates: (
        Annotated[
            tuple[str, ...],
            Meta(
                description="In place of editions two days, as [2018-01-01, 2019-01-01].",
                min_length=2,
                max_length=2,
            ),
        ]
        | None
    ) = None
    languages: Annotated[
        tuple[str, ...], Meta(description="Languages to compare; else all that both editions have.")
    ] = ()


class ListContents(_Call, frozen=True):
    """The arguments of ``list_contents``."""

    edition: Annotated[
        str | int | None, Meta(description="Id of the only edition; leave it out for all.")
    ] = None


class VerifyCitations(_Call, frozen=True):
    """The arguments of ``verify_citations``."""

    text: Text
    language: OneLanguage = None
    edition: Edition = None


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its name, what a model is told of it, its arguments, its answer, and the call."""

    name: str
    title: str
    description: str
    arguments: type[_Call]
    answer: type
    call: Callable[[Answers, Any], Any]
    left_out: LeftOut  # fields of public records that say nothing to a model

    @property
    def input_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the arguments."""
        (_,), parts = msgspec.json.schema_components([self.arguments])
        schema: dict[str, Any] = parts[self.arguments.__name__]
        return {key: schema[key] for key in ("type", "properties", "required") if key in schema} | {
            "additionalProperties": False
        }

    @property
    def output_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the answer: ``answer`` or ``refused``."""
        answer, refused = schema_of(self.answer, self.left_out), schema_of(Refusal, {})
        return _envelope(answer, refused)


def _envelope(answer: Mapping[str, Any], refused: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "answer": {"$ref": answer["$ref"]},
            "refused": {"$ref": refused["$ref"]},
            "next": {"type": "string", "description": "The cursor of the rest; away if it is all."},
            "cut": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Texts of which only a part is on this page.",
            },
            "note": {"type": "string"},
        },
        "oneOf": [{"required": ["answer"]}, {"required": ["refused"]}],
        "required": ["note"],
        "additionalProperties": False,
        "$defs": answer["$defs"] | refused["$defs"],
    }


# What a page of the site needs of a reference, and a model does not.
_SHOWN_ONLY = frozenset({"start", "end", "folded", "linked"})
_INSIDE = {"Reference": _SHOWN_ONLY | {"edition", "lang", "from_"}}
_TEXT = {
    "Text": frozenset({"marks", "links", "source", "inferred", "editorial"}),
    "Provision": frozenset({"eid"}),
    "CompanionPart": frozenset({"marks", "links", "parent", "kind"}),
    "CompanionText": frozenset({"source"}),
    "CompanionReference": _INSIDE["Reference"] | {"companion"},
    "Comment": frozenset({"id", "page", "inferred", "edition", "address"}),
    "Note": frozenset({"inferred"}),
}


@dataclass(frozen=True, slots=True)
class Examples:
    """What the descriptions of the tools show: an address that is here, in two languages."""

    address: str  # `47E2(b)`
    other_address: str  # `47Ε2(β)`
    other_language: str  # Language of the second, `el`.
    edition: str  # An edition.


def tools(examples: Examples) -> tuple[Tool, ...]:
    """Return all tools."""

    def tool(name: str, *rest: Any) -> Tool:
        words = WORDS["tools"][name]
        description = words["description"].strip().format(**asdict(examples))
        return Tool(name, words["title"], description, *rest)

    return (
        tool(
            "find_provisions",
            FindProvisions,
            answers.FoundProvisions,
            lambda own, asked: own.find_provisions(asked.query, asked.language, asked.limit),
            {
                "FoundProvision": frozenset({"score", "spans", "other"}),
                "OtherText": frozenset({"spans", "counterparts"}),
                "NotHere": frozenset({"held", "of", "official"}),
            },
        ),
        tool(
            "get_provision",
            GetProvision,
            answers.GivenProvision,
            lambda own, asked: own.get_provision(
                str(asked.address),
                asked.language,
                _text(asked.edition),
                asked.on,
                asked.context,
                asked.comments,
            ),
            _INSIDE | _TEXT,
        ),
        tool(
            "get_references",
            GetReferences,
            answers.GivenReferences,
            lambda own, asked: own.get_references(
                _text(asked.address), asked.text, asked.language, _text(asked.edition), asked.at
            ),
            {"Reference": _SHOWN_ONLY},
        ),
        tool(
            "compare",
            Compare,
            public.Comparison,
            lambda own, asked: own.compare(
                str(asked.address),
                asked.editions and tuple(map(str, asked.editions)),
                asked.dates,
                asked.languages,
            ),
            {},
        ),
        tool(
            "list_contents",
            ListContents,
            public.Contents,
            lambda own, asked: own.list_contents(_text(asked.edition)),
            {"LawTitle": frozenset({"edition"})},
        ),
        tool(
            "verify_citations",
            VerifyCitations,
            public.Verification,
            lambda own, asked: own.verify_citations(
                asked.text, asked.language, _text(asked.edition)
            ),
            {"VerifiedCitation": frozenset({"start", "end"}), "VerifiedQuote": _SHOWN_ONLY},
        ),
    )


def _text(value: str | int | None) -> str | None:
    return None if value is None else str(value)


def call(tool: Tool, own: Answers, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a call, or a page of it, as JSON data: ``answer`` or ``refused``."""
    try:
        asked = _read(tool, arguments)
        key = written([tool.name, {**arguments, "cursor": None}])
        place = _place(key, asked.cursor)
        answer = plain(tool.call(own, asked), tool.left_out)
    except RefusedError as error:
        return {"refused": plain(error.refusal, {}), "note": NOTE}
    page = page_of(answer, place)
    told: dict[str, Any] = {"answer": page.value}
    if page.following is not None:
        told["next"] = cursor_of(key, page.following)
    if page.cut:
        told["cut"] = list(page.cut)
    return {**told, "note": NOTE}


def _read(tool: Tool, arguments: Mapping[str, Any]) -> _Call:
    """Return the arguments of a call.

    Raises:
        RefusedError: They are not those of the tool. What was passed is not repeated.
    """
    known = tool.input_schema["properties"]
    if not known.keys() >= arguments.keys():
        message, hint = "the tool has no such argument", f"it has: {', '.join(known)}"
        raise RefusedError(Refusal("bad_arguments", message, hint))
    # A model that says nothing of an argument may pass null.
    given = {name: value for name, value in arguments.items() if value is not None}
    try:
        return msgspec.convert(given, tool.arguments)
    except msgspec.ValidationError as error:
        told = str(error).replace("`", "").replace("$.", "")
        hint = "look at the input schema of the tool"
        raise RefusedError(Refusal("bad_arguments", told, hint)) from error


def _place(key: str, cursor: str | None) -> int:
    try:
        return place_of(key, cursor)
    except LawkbError as error:
        raise RefusedError(
            Refusal("bad_arguments", "the " + error.where + ": " + error.what, error.hint)
        ) from error


# ---- the prompt

PROMPT = "answer-from-the-laws"


def prompt_text(original: str, example: str, language: str | None) -> str:
    """Return what the prompt demands; the question follows in a message of its own.

    Args:
        language: The language of the answer; None for that of the question.
    """
    tag = language if language and re.fullmatch(r"[A-Za-z0-9-]{1,35}", language) else None
    wanted = f"the language {tag}" if tag else "the language of the question"
    demands: str = WORDS["prompt"]["demands"].strip()
    return demands.format(address=example, original=original, language=wanted)
