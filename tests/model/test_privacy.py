import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.privacy import has_address, one_line, public_name, without_addresses

PRIVATE = [
    *("anna@example.org", "<anna@example.org>", "mailto:a@b", "192.0.2.7", "test192.0.2.7"),
    *("2001:db8::7", "(2001:db8::7)", "test2001:db8::7", "::1", "192.0.2.7:8080", "από 10.0.0.1."),
    *("[anna@example.org]", "anna@[192.0.2.7]", "άννα@παράδειγμα.ελ", "::ffff:192.0.2.7"),
]
PUBLIC = ["Άννα Σαμπλή", "@anna", "16.1.2", "12:30:45", "Νόμος 47Ε2(α)", "a:b", "::", "", "anna@"]


@pytest.mark.parametrize("text", PRIVATE)
def test_an_address_is_told(text: str) -> None:
    assert has_address(text)
    assert not has_address(without_addresses(text))
    assert public_name(text, "second") == "second"


@pytest.mark.parametrize("text", PUBLIC)
def test_what_is_no_address_is_left(text: str) -> None:
    assert not has_address(text)
    assert without_addresses(text) == text
    assert public_name(text) == (text or None)


def test_taking_out_addresses_leaves_lines_and_everything_else() -> None:
    text = "πρώτη\n\n  γράψτε στο <anna@example.org>, [[a@b.org|Άννα]] ή 16.1.2.3\r\n"
    assert without_addresses(text) == "πρώτη\n\n  γράψτε στο <…>, [[…|Άννα]] ή …\r\n"


def test_a_line_holds_no_control_characters() -> None:
    assert one_line(" a\x00b\n\u2028 c\u202e ") == "a b c"


@given(st.text(), st.sampled_from(PRIVATE), st.text())
def test_no_address_is_left_in_any_text(before: str, address: str, after: str) -> None:
    text = f"{before} {address} {after}"
    assert not has_address(without_addresses(text))
    assert address not in without_addresses(text)


@given(st.text())
def test_a_name_is_one_printable_line(name: str) -> None:
    shown = public_name(name)
    assert shown is None or (shown.isprintable() and shown == " ".join(shown.split()))
