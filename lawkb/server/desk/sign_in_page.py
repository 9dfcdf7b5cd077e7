"""The pages on which users sign in, and on which a form that came too late is sent again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from lawkb.server.desk.access import (
    AGAIN,
    SIGN_IN,
    SIGN_OUT,
    late_form,
    own_path,
    read_form,
    sign_in,
    sign_in_path,
    sign_out,
)
from lawkb.server.desk.users import TooManyTries

if TYPE_CHECKING:
    from lawkb.server.desk.app import Asked, Desk

Problem = Literal["", "wrong", "busy"]
_STATUS: dict[Problem, int] = {"": 200, "wrong": 403, "busy": 503}


@dataclass(frozen=True, slots=True)
class SignInView:
    """The page on which a user signs in.

    Attributes:
        place: Path to go on to.
        name: The name that was typed.
        problem: Why the user is not signed in; empty before the first try.
    """

    place: str
    name: str = ""
    problem: Problem = ""


@dataclass(frozen=True, slots=True)
class AgainView:
    """A form that was not accepted, to be looked at and sent again.

    Attributes:
        place: Where it was sent to.
        fields: Its fields.
        texts: The fields that were typed.
        signed_in: Whether somebody is signed in; otherwise this comes first.
        sign_in: Path of the page on which to do so.
    """

    place: str
    fields: tuple[tuple[str, str], ...]
    texts: tuple[str, ...]
    signed_in: bool
    sign_in: str


def user_routes(desk: Desk) -> Sequence[BaseRoute]:
    """Return the routes for users who sign in and out."""
    show = desk.page(partial(_sign_in_page, desk))
    again = desk.page(partial(_again_page, desk))
    return (
        Route(f"/desk/{{tag}}/{SIGN_IN}/", show, methods=["GET"]),
        Route(f"/desk/{{tag}}/{SIGN_IN}/", _entering(desk), methods=["POST"]),
        Route(f"/desk/{{tag}}/{SIGN_OUT}/", _leave, methods=["POST"]),
        Route(f"/desk/{{tag}}/{AGAIN}/", again, methods=["POST"]),
    )


def _entering(desk: Desk) -> Callable[[Request], Awaitable[Response]]:
    async def enter(request: Request) -> Response:
        form = await read_form(request)
        name, password, place = (str(form.get(key, "")) for key in ("name", "password", "next"))
        problem: Problem = "wrong"
        try:
            if await sign_in(request, name, password):
                return RedirectResponse(own_path(place), 303)
        except TooManyTries:
            problem = "busy"
        view = SignInView(own_path(place), name, problem)
        return await desk.page(partial(_sign_in_page, desk, view=view))(request)

    return enter


async def _leave(request: Request) -> Response:
    sign_out(request)
    return RedirectResponse(sign_in_path(request.path_params["tag"]), 303)


def _sign_in_page(desk: Desk, asked: Asked, view: SignInView | None = None) -> Response:
    shown = view or SignInView(own_path(asked.request.query_params.get("next", "")))
    title = asked.at.site.gettext("Sign in")
    answer = desk.frames.answer(asked.request, asked.at, "sign_in.html", shown, title)
    answer.status_code = _STATUS[shown.problem]
    return answer


def _again_page(desk: Desk, asked: Asked) -> Response:
    late = late_form(asked.request)
    texts = tuple(value for _, value in late.fields if " " in value.strip())
    sign_in_place = sign_in_path(asked.at.site.language.code)
    view = AgainView(late.place, late.fields, texts, late.signed_in, sign_in_place)
    title = asked.at.site.gettext("Nothing was saved yet")
    answer = desk.frames.answer(asked.request, asked.at, "again.html", view, title)
    answer.status_code = 403
    return answer
