"""What commands share: options, the corpus, and plain output."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar, cast

import click
from msgspec import Struct

from lawkb.errors import LawkbError, visible, without_controls

if TYPE_CHECKING:  # loaded where it is used: the help needs none of it
    import logging

    from lawkb.model.code import Code

F = TypeVar("F", bound=Callable[..., Any])

_PIECES = 4096  # of JSON that are written at once

edition_option = click.option(
    "--edition", metavar="ID", help="Edition; by default the newest available."
)
translation_option = click.option(
    "--lang", metavar="TAG", help="Language of the translation, if there are several."
)
language_option = click.option("--lang", metavar="TAG", help="Only this language.")


class OperatorOption(click.Option):
    """An option for those who operate lawkb: on servers, with clusters."""


operator_option = partial(click.option, cls=OperatorOption)


class OperatedCommand(click.Command):
    """A command whose help has the options of operators under a heading of their own."""

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the daily options, then those of operators."""
        options = [each for each in self.get_params(context) if isinstance(each, click.Option)]
        operators = [each for each in options if isinstance(each, OperatorOption)]
        daily = [each for each in options if each not in operators]
        for title, shown in (("Options", daily), ("Options for operators", operators)):
            records = (option.get_help_record(context) for option in shown)
            with formatter.section(title):
                formatter.write_dl([record for record in records if record])


engine_option = operator_option(
    "--engine",
    type=click.Choice(["whoosh", "opensearch"]),
    help="Search engine: embedded, or a cluster.  [default: that of corpus.toml, or whoosh]",
)
format_option = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="What to print on standard output.",
)
output_option = click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The file to write.",
)
author_option = click.option(
    "--author", metavar="NAME", help="Name to sign with.  [default: the user of this machine]"
)
delay_option = click.option(
    "--delay",
    metavar="SECONDS",
    type=click.FloatRange(0, 3600),
    default=0.5,
    show_default=True,
    help="Seconds between two requests.",
)


class Settings(Struct, frozen=True):
    """The options before the command: a corpus folder, or None for the nearest."""

    corpus: str | None

    @property
    def folder(self) -> Path:
        """Return the corpus folder as a path from the current folder: messages name files by it."""
        if self.corpus is None:
            from lawkb.corpus.laws import find_corpus

            return Path(os.path.relpath(find_corpus(Path.cwd())))
        folder = Path(self.corpus)
        if not (folder / "corpus.toml").is_file():
            raise LawkbError(
                self.corpus, "no corpus.toml in this folder", "name the folder that holds one"
            )
        return folder

    def read_code(self) -> Code:
        """Return the law code of the corpus with all laws parsed."""
        from lawkb.corpus.laws import check_held, read_code

        code = read_code(self.folder)
        check_held(self.folder, code)
        return code

    def open_code(self) -> Code:
        """Return the law code of the corpus; each law is parsed when it is first accessed.

        Raises:
            LawkbError: The corpus cannot be read, or has no law yet.
        """
        from lawkb.corpus.laws import check_held, open_code

        code = open_code(self.folder)
        check_held(self.folder, code)
        return code


class NamedGroup(click.Group):
    """A group of commands that runs ``show`` when no command is named."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Read ``review 47`` as ``review show 47``."""
        named = args[:1] and (args[0] in self.commands or args[0] in ("-h", "--help"))
        return super().parse_args(context, args if named else ["show", *args])

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of ``show``, which need not be named, and the commands."""
        self.commands["show"].format_options(context, formatter)
        self.format_commands(context, formatter)


def cluster_option(command: F) -> F:
    """Add the option ``--cluster`` to a command that shares its work between processes."""

    @wraps(command)
    def on_cluster(*given: Any, cluster: str | None, **named: Any) -> object:
        if cluster is None:
            return command(*given, **named)
        from lawkb.cluster import workers_of

        with workers_of(cluster):
            return command(*given, **named)

    option = operator_option(
        "--cluster", metavar="URL", help="Use a Dask cluster, tcp://HOST:PORT."
    )
    return cast(F, option(on_cluster))


def listening_options(usual: int) -> Callable[[F], F]:
    """Return what adds ``--port`` and ``--address``; the command gets both as ``address``."""

    def added(command: F) -> F:
        @wraps(command)
        def listening(*given: Any, port: int, address: str, **named: Any) -> object:
            return command(*given, address=_host_and_port(address, port), **named)

        port_option = click.option(
            "--port",
            type=click.IntRange(1, 65535),
            metavar="N",
            default=usual,
            show_default=True,
            help="Port to listen at.",
        )
        address_option = click.option(
            "--address",
            metavar="HOST",
            default="127.0.0.1",
            show_default=True,
            help="IP address to listen at; 0.0.0.0 lets other machines in.",
        )
        return cast(F, port_option(address_option(listening)))

    return added


def _host_and_port(host: str, port: int) -> str:
    """Return host and port, ``[::1]:8000``; for one version the host may have a port itself."""
    before, _, own = host.rpartition(":")
    if own.isdecimal() and before and (before.endswith("]") or ":" not in before):
        _tell_renamed("HOST:PORT", f"--address {before} --port {own}")
        return host
    return f"[{host.strip('[]')}]:{port}" if ":" in host else f"{host}:{port}"


def renamed(names: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings of a command that takes options by their old names, too.

    Args:
        names: The present names by the old ones, which are kept for one version, without dashes.
    """

    def present(name: str) -> str:
        if name in names:
            _tell_renamed(f"--{name}", f"--{names[name]}")
        return names.get(name, name)

    return {"token_normalize_func": present}


def _tell_renamed(old: str, new: str) -> None:
    echo(f"{old}: from the next version on, write {new}", err=True)


def left_option(*names: str, why: str, hint: str, **settings: Any) -> Callable[[F], F]:
    """Return what adds an option that left lawkb: who still writes it is told so in an error.

    Args:
        why: What left with it, or does its work now.
        settings: What click needs to read it, such as ``is_flag=True``.
    """

    def refused(_context: click.Context, _option: click.Parameter, value: object) -> None:
        if value is not None:
            raise LawkbError(names[0].partition("/")[0], f"this option is gone: {why}", hint)

    return click.option(
        *names, hidden=True, expose_value=False, default=None, callback=refused, **settings
    )


def language_asked(code: Code, tag: str | None) -> str | None:
    """Return the tag of a language of the code, given as anybody writes it; None means all."""
    return tag and code.outline.read_tag(tag, "--lang")


def signed(author: str | None) -> tuple[str, str]:
    """Return author and date of a decision: by default the login name, and today as ISO date."""
    import datetime
    import getpass

    today = datetime.date.today().isoformat()
    try:
        return without_controls(author or getpass.getuser()), today
    except (KeyError, OSError, ImportError) as error:  # which of them depends on the machine
        what = "it has no name for its user, and a decision is signed"
        raise LawkbError("this machine", what, "name who decides: --author NAME") from error


def check_reason(reason: str | None) -> None:
    """Refuse an empty reason."""
    if not without_controls(reason or "").strip():
        raise LawkbError("--reason", "there is no reason", "say why: --reason '…'")


def write_output(output: Path, content: bytes) -> None:
    """Write the file named by ``-o``, completely or not at all."""
    with open_output(output) as file:
        file.write(content)


@contextmanager
def open_output(output: Path) -> Iterator[BinaryIO]:
    """Open the file named by ``-o``; without an error in the context it is replaced at its end."""
    from lawkb.atomic_files import opened_whole

    if output.exists() and not output.is_file():
        what = "it is a folder" if output.is_dir() else "it is a device or a pipe"
        raise LawkbError(str(output), what, "name a file")
    if not output.absolute().parent.is_dir():
        raise LawkbError(str(output), "there is no such folder", "make it, or name another file")
    try:
        with opened_whole(output.absolute()) as file:
            yield file
    except OSError as error:
        what = f"cannot be written: {error.strerror}"
        raise LawkbError(str(output), what, "name another file") from error


def site_config(settings: Settings, formatter: logging.Formatter | None = None) -> Path:
    """Return the path of the site's mkdocs.yml, and send MkDocs' log to standard error.

    The mkdocs.yml is next to the corpus, or in the current folder. The environment variable
    ``LAWKB_CORPUS``, which the MkDocs plugin reads, is set to ``--corpus``.

    Args:
        formatter: Writes the lines of the log; None for the message alone.

    Raises:
        LawkbError: There is no mkdocs.yml.
    """
    import logging

    from lawkb.corpus.laws import site_settings

    class Visible(logging.Formatter):
        """Writes control characters visibly: titles of pages and names of files are logged."""

        def format(self, record: logging.LogRecord) -> str:
            return visible(super().format(record))

    if settings.corpus is not None:
        os.environ["LAWKB_CORPUS"] = str(settings.folder.resolve())
    config = site_settings(settings.folder)
    handler = logging.StreamHandler()
    handler.setFormatter(formatter or Visible("%(message)s"))
    logging.basicConfig(handlers=[handler])
    return config


def looks_like_file(typed: str) -> bool:
    """Return whether an argument is a file name, existing or not, rather than an address."""
    return bool(re.search(r"[/\\]|\.\w{2,5}$", typed)) or is_file(typed)


def missing_file(typed: str) -> LawkbError:
    """Return the error for an argument of ``check`` that names neither a file nor a provision."""
    hint = "name a bilingual file that is there, or a provision"
    return LawkbError(typed, "there is no such file, and no such provision", hint)


def is_file(typed: str) -> bool:
    """Return whether a file has this name, which may be longer than names of files can be."""
    try:
        return Path(typed).is_file()
    except OSError:
        return False


def counted(number: int, one: str, more: str = "") -> str:
    """Return a number with its noun: ``1 patch``, ``2 patches``.

    Args:
        more: The plural; empty to add an *s*.
    """
    return f"{number} {one if number == 1 else more or one + 's'}"


def print_json(record: Any, public: Callable[[Any], Any] = lambda held: held) -> None:
    """Print a value of the public types as one JSON document, without escaping Greek.

    Args:
        record: The value, or JSON data; it is written in parts to save memory.
        public: Function that converts items of the value to public types while they are written.
    """
    import json  # not above: most commands print none

    from lawkb.exchange.public_types import json_object

    def converted(held: Any) -> Any:
        return _Read(held) if isinstance(held, Sequence) else json_object(public(held))

    encoder = json.JSONEncoder(ensure_ascii=False, indent=2, default=converted)
    pieces = encoder.iterencode(record)
    while some := "".join(islice(pieces, _PIECES)):
        echo(some, end="")
    echo("")


class _Read(list[Any]):
    """A sequence for the encoder, which knows lists alone; its items are read one by one."""

    def __init__(self, items: Sequence[Any]) -> None:
        super().__init__()
        self._items = items

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)


def echo(words: object, *, end: str = "\n", err: bool = False) -> None:
    """Print text on standard output or standard error, with control characters escaped.

    ``click.echo`` would write UTF-8 even if the encoding of the output is ASCII, and would not
    escape terminal control sequences.
    """
    stream = sys.stderr if err else sys.stdout
    stream.write(f"{visible(str(words))}{end}")
    stream.flush()
