import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.text.names import PLAIN, decode, encode, is_integer


@pytest.mark.parametrize("name", ["cell", "a1_B", "true", "0", "-7", "2147483647"])
def test_plain_names_and_numbers_stay(name: str) -> None:
    assert encode(name) == decode(name) == name


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Foo", "z__Foo"),
        ("+", "z___2b_"),
        ("5x5", "z__5x5"),
        ("01", "z__01"),
        ("-0", "z___2d_0"),
        ("not", "z__not"),
        ("z__a", "z__z_5f__5f_a"),
        ("2147483648", "z__2147483648"),
        ("", "z__"),
    ],
)
def test_other_names_are_coded(name: str, text: str) -> None:
    assert encode(name) == text
    assert decode(text) == name


def test_a_number_before_a_bracket_is_coded() -> None:
    assert encode("5", number=False) == "z__5"
    assert decode("z__5") == "5"


@pytest.mark.parametrize("text", ["z__a_b", "z___ffffffff_", "z___2B_", "z___61_"])
def test_what_is_never_written_is_left_alone(text: str) -> None:
    assert decode(text) == text


@given(st.text(max_size=20), st.booleans())
def test_every_name_comes_back(name: str, number: bool) -> None:
    text = encode(name, number=number)
    assert decode(text) == name
    assert PLAIN.match(text) or (number and is_integer(text))
