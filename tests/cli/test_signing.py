import datetime
import os

import pytest

from lawkb.cli.options import signed
from lawkb.errors import LawkbError

NOBODY = 2**31 - 7  # the number of a user that no machine has a name for


@pytest.fixture
def nameless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that does not say who its user is, as a container that runs under a number."""
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    if hasattr(os, "getuid"):
        monkeypatch.setattr(os, "getuid", lambda: NOBODY)


@pytest.mark.usefixtures("nameless")
def test_a_user_without_a_name_is_asked_for_one() -> None:
    with pytest.raises(LawkbError) as caught:
        signed(None)
    assert "--author" in caught.value.hint
    assert len(str(caught.value).split("\n")) == 3


@pytest.mark.usefixtures("nameless")
def test_who_is_named_signs_whoever_the_user_is() -> None:
    assert signed("Anna") == ("Anna", datetime.date.today().isoformat())


def test_the_user_of_the_machine_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "eleni")
    assert signed(None)[0] == "eleni"
