"""``lawkb mcp``."""

from __future__ import annotations

from pathlib import Path

import click

from lawkb.cli.exit_codes import STOPPED
from lawkb.cli.options import OperatedCommand, Settings, echo, listening_options, operator_option
from lawkb.extras import needs


@click.command("mcp", cls=OperatedCommand)
@click.option("--http", is_flag=True, help="Answer over HTTP, not on standard input and output.")
@listening_options(8002)
@operator_option(
    "--token-file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="With --http: a file with the token that every request must carry.",
)
@click.pass_obj
def mcp_command(settings: Settings, http: bool, address: str, token_file: Path | None) -> int:
    """Let an assistant read, cite and verify the laws, by the Model Context Protocol.

    The assistant's program starts this itself and talks to it on standard input and output. Nothing
    can be changed by it. How to set it up: the manual, "Connect an assistant".
    """
    with needs("mcp", "lawkb mcp"):
        from lawkb.assist.server import serve_stdio
    from lawkb.assist.answers import Answers

    if token_file and not http:
        raise click.UsageError("--token-file needs --http")
    if not http:
        serve_stdio(Answers(settings.folder))
        return 0
    with needs("desk", "lawkb mcp --http"):
        from lawkb.assist.http import PATH, read_token, serve_http
        from lawkb.server.app import listen
    token = read_token(token_file) if token_file else None
    own = Answers(settings.folder)
    listening = listen(address)
    with listening:
        echo(f"assistants are answered at http://{address}{PATH} (Ctrl-C stops)")
        serve_http(own, listening, token)
    return STOPPED
