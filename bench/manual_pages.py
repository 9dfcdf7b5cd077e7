"""The pages of the manual that are made from the program: commands, settings, JSON.

``python -m bench.manual_pages`` writes them. What a command or a key is comes from the program;
the words on it, where the program has none, are in ``manual_words.toml``.
"""

from __future__ import annotations

import json
import re
import tomllib
import types
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import click
from click.testing import CliRunner
from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from lawkb.citing.verification import VERDICTS
from lawkb.cli.commands import cli
from lawkb.cli.options import OperatorOption
from lawkb.corpus import corpus_toml, decision_files, editorial_settings
from lawkb.errors import LawkbError

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "site" / "manual" / "en" / "reference"
_WORDS = tomllib.loads((Path(__file__).parent / "manual_words.toml").read_text(encoding="utf-8"))
_FILES = {  # besides corpus.toml: file, name of its list, what an entry may hold
    "corpus/patches/*.toml": ("patches", decision_files._PatchEntry),
    "corpus/waivers.toml": ("waivers", decision_files.Waiver),
    "corpus/checklist.toml": ("patterns", editorial_settings.Pattern),
    "corpus/comments.toml": ("comments", decision_files.Settlement),
    "corpus/repeals.toml": ("repeals", decision_files.RepealEntry),
}
_PLAIN = {
    str: "text",
    int: "whole number",
    float: "number",
    bool: "true or false",
    re.Pattern: "regular expression",
}


# ---- commands


def commands_page(of: str) -> str:
    """Return a page of commands: purpose, usage, options, exit codes, examples.

    Args:
        of: Whose commands: ``readers``, ``editors`` or ``publishers``.
    """
    words = _WORDS["commands"]
    parts = [f"# {words['titles'][of]}", words["intros"][of]]
    for name, command in all_commands():
        if name not in words["own_pages"] and _who_uses(name) == of:
            parts += [*_command_section(name, command)]
    return _joined(parts)


def _who_uses(name: str) -> str:
    words = _WORDS["commands"]
    named = (who for who in ("publishers", "editors") if name in words[who])
    group = (who for who in ("publishers", "editors") if name.split()[0] in words[who])
    return next(named, None) or next(group, "readers")


def verify_page() -> str:
    """Return the page of ``lawkb verify``: the command, its verdicts, the fields of its JSON."""
    words = _WORDS["verify"]
    command = dict(all_commands())["verify"]
    verdicts = [("`found`", "The provision exists."), *_verdicts()]
    schema = _merged(_schema_of(_printed(each)) for each in words["from"])
    rows = [(f"`{path}`", kind) for path, kind in _rows(schema)]
    return _joined(
        [
            "# Verify citations and quotations",
            words["intro"],
            *_command_section("verify", command),
            "## Verdicts",
            _table(("verdict", "meaning"), verdicts),
            words["verdicts"],
            "## JSON",
            words["json"],
            _table(("field", "type"), rows),
        ]
    )


def _verdicts() -> Iterator[tuple[str, str]]:
    yield from ((f"`{name}`", told) for name, told in VERDICTS.items())


def all_commands() -> Iterator[tuple[str, click.Command]]:
    """Yield every command by its name, those of groups too."""
    context = click.Context(cli, info_name="lawkb")
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command
        yield name, command
        inner = command.commands if isinstance(command, click.Group) else {}
        yield from ((f"{name} {each}", inner[each]) for each in sorted(inner))


def _command_section(name: str, command: click.Command) -> Iterator[str]:
    context = click.Context(command, info_name=f"lawkb {name}", terminal_width=200)
    yield f"## {name}"
    yield f"```text\n{command.get_usage(context).removeprefix('Usage: ')}\n```"
    text = _help(command)
    exits = _WORDS["commands"]["exits"].get(name, "0 fine, 2 could not run")
    about, _, own_exits = text.partition("Exit codes:")
    yield about.strip()
    yield from _options(context)
    yield f"Exit codes: {own_exits.strip().rstrip('.') or exits}."
    yield "Examples:"
    yield "```sh\n" + "\n".join(_WORDS["commands"]["examples"][name]) + "\n```"


def _help(command: click.Command) -> str:
    paragraphs = (command.help or "").replace("\b\n", "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def _options(context: click.Context) -> Iterator[str]:
    rows: dict[str, list[tuple[str, str]]] = {"option": [], "option for operators": []}
    for option in context.command.get_params(context):
        record = option.get_help_record(context)
        if record and record[1] and not record[0].endswith(("--help", "--format [text|json]")):
            title = "option for operators" if isinstance(option, OperatorOption) else "option"
            # No pipe in code: a backslash before it would show, and without it the cell ends.
            rows[title].append((f"`{_cell(record[0].replace('|', '/'))}`", _cell(record[1])))
    for title, shown in rows.items():
        if shown:
            yield _table((title, "meaning"), shown)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


# ---- settings


def settings_page() -> str:
    """Return the page of ``corpus.toml``, key by key."""
    words = _WORDS["settings"]
    parts = ["# Settings: corpus.toml", words["intro"]]
    parts += _tables(corpus_toml._Corpus, ())
    parts += _reference_words()
    return _joined(parts)


def editors_files_page() -> str:
    """Return the page of the files of the editors, key by key."""
    parts = ["# Files of the editors", _WORDS["settings"]["editors"]]
    for file, (key, entry) in _FILES.items():
        parts += _keys_section(f"{file}: [[{key}]]", key, entry)
    return _joined(parts)


def _tables(model: type[Struct], above: tuple[str, ...]) -> Iterator[str]:
    """The sections of the tables in a table, each followed by those in it."""
    for field in fields(model):
        inner, listed = _model_in(field.type)
        path = (*above, field.name)
        if inner:
            title = ".".join(path)
            yield from _keys_section(f"[[{title}]]" if listed else f"[{title}]", title, inner)
            yield from _tables(inner, path)


def _reference_words() -> Iterator[str]:
    words = _WORDS["settings"]
    yield "## [law_words.LANGUAGE]"
    yield words["law_words"]
    yield "## [references.LANGUAGE]"
    yield words["references"]
    yield from _keys_section(
        "[references.LANGUAGE.levels.LEVEL]", "references.levels", corpus_toml._OfLevel
    )
    yield from _keys_section(
        "[references.LANGUAGE.subparagraph]", "references.subparagraph", corpus_toml._OfSubparagraph
    )


def _keys_section(title: str, key: str, entry: Any) -> Iterator[str]:
    """A table of the keys of a TOML table: what each holds, whether it must be there."""
    about = _WORDS["settings"]["tables"][key]
    yield f"## {title}"
    yield about.get("_", "")
    rows = [
        (f"`{name}`", f"{about[name]}<br>*{kind}, {'required' if needed else default}*")
        for name, kind, needed, default in _keys(entry)
    ]
    yield _table(("key", "meaning and value"), rows)


def _keys(entry: type[Struct]) -> Iterator[tuple[str, str, bool, str]]:
    for field in fields(entry):
        if not _model_in(field.type)[0]:
            yield field.name, _kind(field.type), field.required, _default(field)


def _default(field: FieldInfo) -> str:
    if field.default in ("", ()) or field.default_factory is not NODEFAULT:
        return "default: empty"
    return "optional" if field.default is None else f"default: `{field.default}`"


def _model_in(annotation: Any) -> tuple[type[Struct] | None, bool]:
    """The table that a key holds, or a list of which it holds; None for a plain value."""
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _model_in(inside[0])
    kind = inside[0] if origin is tuple else annotation
    is_table = isinstance(kind, type) and issubclass(kind, Struct)
    return (kind if is_table else None), origin is tuple


def _kind(annotation: Any) -> str:
    """What a value is, in words."""
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _kind(inside[0])
    if origin is Literal:
        return "one of " + ", ".join(f"`{each}`" for each in inside)
    if origin in (Union, types.UnionType):
        return _kind([each for each in inside if each is not type(None)][-1])
    if origin is tuple:
        of = _kind(inside[0])
        return f"list of {of}s" if of == "text" else f"list of {of}"
    if origin is dict:
        return "table"
    return _PLAIN.get(origin or annotation, "text")


# ---- JSON


def json_page(of: str) -> str:
    """Return a page of the JSON of the commands, ``laws`` or ``files``: a table of fields for each.

    The fields and their types are those that the commands of ``manual_words.toml`` print of the
    corpora that are here.
    """
    words = _WORDS["json"]
    parts = [f"# {words['titles'][of]}", words["intros"][of]]
    for name, about in words["commands"].items():
        if (name in words["of_files"]) != (of == "files"):
            continue
        schema = _merged(_schema_of(_printed(command)) for command in about["from"])
        for part in about.get("part", "").split():
            inner = schema["fields"][part]
            schema = inner.get("items") or inner
        rows = [(f"`{path}`", kind) for path, kind in _rows(schema)]
        parts += [f"## {name}", about["about"], _table(("field", "type"), rows)]
    return _joined(parts)


def _printed(command: str) -> Any:
    words = [*command.split(), "--format", "json"]
    folder = "corpus"
    if words[0] == "--corpus":
        folder, words = words[1], words[2:]
    with TemporaryDirectory() as temporary:
        if "{exported}" in words:
            words[words.index("{exported}")] = _exported(Path(temporary))
        told = _run("--corpus", str(ROOT / folder), *words)
    try:
        return json.loads(told)
    except ValueError as error:
        raise LawkbError(command, "prints no JSON", "correct manual_words.toml") from error


def _exported(folder: Path) -> str:
    """Export some texts, mark one of them as final as a translator would, and return the file."""
    words = ("export", "--law", "47A", "--no-findings", "--format", "csv")
    file = folder / "exported.csv"
    text = _run("--corpus", str(ROOT / "corpus"), *words)
    file.write_text(text.replace("needs-review", "final", 1), encoding="utf-8", newline="")
    return str(file)


def _run(*words: str) -> str:
    return CliRunner().invoke(cli, list(words), standalone_mode=False).stdout


def _schema_of(value: Any) -> dict[str, Any]:
    """A schema that a value fits: ``types``, and what is in an object or a list."""
    if isinstance(value, dict):
        return {"types": {"object"}, "fields": {k: _schema_of(v) for k, v in value.items()}}
    if isinstance(value, list):
        return {"types": {"list"}, "items": _merged(map(_schema_of, value))}
    names: dict[type, str] = {str: "text", bool: "true or false", int: "number", float: "number"}
    return {"types": {names.get(type(value), "null")}}


def _merged(schemas: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The schema that everything fits which fits one of these."""
    found: dict[str, Any] = {"types": set(), "fields": {}, "items": None}
    for each in schemas:
        found["types"] |= each["types"]
        for name, inner in each.get("fields", {}).items():
            known = found["fields"].get(name)
            found["fields"][name] = _merged([known, inner]) if known else inner
        if items := each.get("items"):
            found["items"] = _merged([found["items"], items]) if found["items"] else items
    return found


def _rows(schema: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for name, inner in _named(schema.get("fields") or {}):
        own = f"{path}.{name}" if path else name
        last = own.split(".")[-1]
        if "list" in inner["types"] and (shared := _WORDS["json"]["shared"].get(last)):
            yield own, f"list of {_section(shared)}"
            continue
        if "object" in inner["types"] and (shared := _WORDS["json"]["shared_objects"].get(last)):
            yield own, _section(shared)
            continue
        items = inner.get("items") or {}
        step = "[]" if "list" in inner["types"] else ""
        while "list" in items.get("types", ()):
            step, items = f"{step}[]", items.get("items") or {}
        of = f" of {' or '.join(sorted(items['types']))}" if items.get("types") else ""
        kinds = (f"{kind}{of}" if kind == "list" else kind for kind in sorted(inner["types"]))
        yield own, " or ".join(kinds)
        yield from _rows(items if step else inner, own + step)


def _section(name: str) -> str:
    """Return a link to the section on a part that several answers have."""
    page = "json-of-files.md" if name in _WORDS["json"]["of_files"] else "json.md"
    return f"[{name}]({page}#{name})"


def _named(fields: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Fields; those that are named by a language, an edition or a rule are one."""
    patterns = _WORDS["json"]["names"]
    for general, pattern in patterns.items():
        own = [inner for name, inner in fields.items() if re.fullmatch(pattern, name)]
        if own:
            fields = {n: i for n, i in fields.items() if not re.fullmatch(pattern, n)}
            yield f"<{general}>", _merged(own)
    yield from fields.items()


# ---- Markdown


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(line)} |" for line in (head, *rows)]
    return "\n".join([lines[0], "|---" * len(head) + "|", *lines[1:]])


def _joined(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"


MADE: dict[str, Callable[[], str]] = {
    "commands.md": partial(commands_page, "readers"),
    "commands-for-editors.md": partial(commands_page, "editors"),
    "commands-for-publishers.md": partial(commands_page, "publishers"),
    "settings.md": settings_page,
    "files-of-editors.md": editors_files_page,
    "json.md": partial(json_page, "laws"),
    "json-of-files.md": partial(json_page, "files"),
    "verify.md": verify_page,
}


if __name__ == "__main__":
    for name, page in MADE.items():
        (PAGES / name).write_text(page(), encoding="utf-8")
        print((PAGES / name).relative_to(ROOT))
