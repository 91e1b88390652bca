import pytest
from tests.rules.problems import found, of_kif

from zermelo.rules.check import check_text
from zermelo.text.source import Source


@pytest.mark.parametrize(
    ("char", "name"),
    [
        ("\u202e", "RIGHT-TO-LEFT OVERRIDE (U+202E)"),
        ("\u2066", "LEFT-TO-RIGHT ISOLATE (U+2066)"),
        ("\u200b", "ZERO WIDTH SPACE (U+200B)"),
        ("\ufeff", "ZERO WIDTH NO-BREAK SPACE (U+FEFF)"),
        ("\u3164", "HANGUL FILLER (U+3164)"),
        ("\x1b", "control character (U+001B)"),
    ],
)
def test_hidden_characters_are_errors_by_name(char: str, name: str) -> None:
    (problem,) = check_text(Source("test.kif", f"(role x)\n; a{char}b"))
    assert (problem.code, problem.line, problem.column) == ("hidden-character", 2, 4)
    assert problem.message == f"hidden character {name}"
    assert problem.severity == "error"


def test_a_nul_byte_is_an_error_of_its_own() -> None:
    (problem,) = check_text(Source("test.kif", "(role\0x)"))
    assert (problem.code, problem.line, problem.column) == ("nul-byte", 1, 6)
    assert problem.message == "NUL byte in the text"


def test_letters_of_all_alphabets_and_blanks_are_no_problem() -> None:
    assert check_text(Source("test.kif", "(role grün)\t\r\n\f(role 白) ; ♟")) == ()


def test_check_reports_hidden_characters_beside_the_rules() -> None:
    assert found(of_kif("(role x) ; \u202e")) == [
        ("duplicate-role", 2, 1),
        ("hidden-character", 2, 12),
    ]
