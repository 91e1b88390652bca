"""The words of a game, from text to numbers and back."""

import pytest

from zermelo.errors import PlayError, ReadError
from zermelo.game.game import Move, Role, State
from zermelo.ground.lexicon import Lexicon

WORDS = Lexicon(
    roles=("x", "o"),
    fluents=("(cell 1 1 b)", "(cell 1 1 x)", "(control x)", "over"),
    moves=(("(mark 1 1)", "(mark 1 2)", "noop"), ("noop",)),
)


def test_moves_are_read_as_they_are_spelled() -> None:
    for role, moves in enumerate(WORDS.moves):
        for number, text in enumerate(moves):
            assert WORDS.spell(Role(role), Move(number)) == text
            assert WORDS.read(Role(role), text) == number


@pytest.mark.parametrize("text", ["(mark 1 2)", " ( mark  1\n2 ) ", "(mark 1 2) ; the middle"])
def test_blanks_and_comments_do_not_matter(text: str) -> None:
    assert WORDS.read(Role(0), text) == 1


def test_a_state_is_the_fluents_that_hold() -> None:
    assert WORDS.state_of([]) == 0
    assert WORDS.state_of(["over", "( cell 1 1 x )", "over"]) == 0b1010
    assert WORDS.describe(State(0b1010)) == ("(cell 1 1 x)", "over")
    for bits in range(16):
        assert WORDS.state_of(WORDS.describe(State(bits))) == bits


def test_fluents_and_moves_are_parsed_once() -> None:
    assert [term.text for term in WORDS.fluent_terms] == list(WORDS.fluents)
    for terms, texts in zip(WORDS.move_terms, WORDS.moves, strict=True):
        assert [term.text for term in terms] == list(texts)
    for bits in range(16):
        held = WORDS.holding(State(bits))
        assert tuple(term.text for term in held) == WORDS.describe(State(bits))
        assert all(any(term is known for known in WORDS.fluent_terms) for term in held)


def test_a_move_that_a_role_never_has_is_an_error_with_near_ones() -> None:
    with pytest.raises(PlayError, match=r"x never has a move \(mark 1 3\); near to it: \(mark"):
        WORDS.read(Role(0), "(mark 1 3)")
    with pytest.raises(PlayError, match=r"o never has a move \(mark 1 1\)$"):
        WORDS.read(Role(1), "(mark 1 1)")


def test_a_fluent_that_no_state_has_is_an_error_with_near_ones() -> None:
    with pytest.raises(PlayError, match=r"no state of the game has \(cell 1 1 o\); near to it:"):
        WORDS.state_of(["over", "(cell 1 1 o)"])


@pytest.mark.parametrize("text", ["", "(mark", "mark)", "(mark ?x)", "a b", "()"])
def test_what_is_no_term_is_an_error(text: str) -> None:
    with pytest.raises((ReadError, PlayError)):
        WORDS.read(Role(0), text)
    with pytest.raises((ReadError, PlayError)):
        WORDS.state_of([text])
