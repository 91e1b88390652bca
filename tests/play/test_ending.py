"""Why matches end as they do: the rules that hold, and the fluents that they rest on."""

import pytest

from zermelo.errors import LimitError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.game.load import load
from zermelo.game.spelling import after, moves_in
from zermelo.play import ending as endings
from zermelo.play import support as supports
from zermelo.play.ending import Ending, RuleInstance, ending, shortest
from zermelo.play.support import support
from zermelo.process.child import ChildError
from zermelo.text.tree import Atom, Rule

COLUMN = "(drop 1); (drop 2); (drop 1); (drop 2); (drop 1); (drop 2); (drop 1)"
DIAGONAL = "(mark 1 1); (mark 1 2); (mark 2 2); (mark 1 3); (mark 3 3)"


def ended(name: str, moves: str) -> tuple[CompiledGame, State, Ending]:
    """A game, its last state, and why it ended."""
    game = load(name)
    state = after(game, game.initial, moves_in(moves))
    assert game.terminal(state)
    return game, state, ending(game, state)


def test_a_line_is_named_with_its_cells() -> None:
    _, _, found = ended("tictactoe", DIAGONAL)
    won, lost = found.goals
    assert won is not None
    assert won.said == "line x and not line o: cell 1 1, 2 2 and 3 3 are x"
    assert set(won.fluents) == {"(cell 1 1 x)", "(cell 2 2 x)", "(cell 3 3 x)"}
    assert won.rule.split() == "(<= (goal x 100) (line x) (not (line o)))".split()
    assert lost is not None
    assert lost.atom == "(goal o 0)"
    assert found.terminal is not None
    assert found.terminal.said.startswith("line x: ")


def test_a_draw_says_what_there_is_not() -> None:
    moves = "1 1; 2 2; 3 3; 1 2; 3 2; 3 1; 1 3; 2 3"
    marks = "; ".join(f"(mark {one.strip()})" for one in moves.split(";"))
    _, _, found = ended("tictactoe", f"{marks}; (mark 2 1) noop")
    assert found.goals[0] is not None
    assert found.goals[0].said == "not line x and not line o"
    assert found.goals[0].fluents == ()


def test_what_rests_on_nothing_missing_is_followed_through_the_ground_rules() -> None:
    game, state, found = ended("connect_four", COLUMN)
    assert found.goals[0] is not None
    assert found.goals[0].said == "won red: cell 1 1, 1 2, 1 3 and 1 4 are red"
    assert game.program is not None
    bits = support(game.program, state, game.program.terminal)
    column = {f"(cell 1 {row} red)" for row in range(1, 5)}
    assert {game.lexicon.fluents[bit] for bit in bits} == column


def test_a_chain_is_as_short_as_can_be() -> None:
    moves = (
        "(place 1 1); (place 2 1); (place 2 2); (place 2 3); (place 1 2); (place 3 2); (place 1 3)"
    )
    _, _, found = ended("hex:size=3", moves)
    assert found.goals[0] is not None
    assert found.goals[0].said == "won: cell 1 1, 1 2 and 1 3 are red"


def test_too_many_rules_are_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supports, "MOST_RULES", 3)
    game, state, found = ended("connect_four", COLUMN)
    assert found.goals[0] is not None
    assert found.goals[0].said == "won red"
    assert game.program is not None
    with pytest.raises(LimitError, match="too many rules stand behind"):
        support(game.program, state, game.program.terminal)


def test_too_much_to_be_told_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endings, "MOST_INSTANCES", 1)
    with pytest.raises(LimitError, match="too much holds at the end"):
        ended("tictactoe", DIAGONAL)


def test_a_game_without_rules_has_no_reasons() -> None:
    known = load("tictactoe")
    game = CompiledGame("bare", known.lexicon, known.engine)
    with pytest.raises(UnsuitedError, match="no rules that could be told"):
        ending(game, game.initial)


def test_reasons_are_told_without_ground_rules() -> None:
    known, state, found = ended("connect_four", COLUMN)
    game = CompiledGame(known.name, known.lexicon, known.engine, sheet=known.sheet)
    bare = ending(game, state)
    assert bare.goals[0] is not None
    assert bare.goals[0].said == "won red", "what is missing is not followed"
    assert found.goals[0] is not None
    assert bare.goals[0].rule == found.goals[0].rule


def test_a_child_that_gives_up_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(*_: object) -> None:
        raise ChildError("it crashed")

    monkeypatch.setattr(endings, "call", gives_up)
    with pytest.raises(LimitError, match="takes too long to find out: it crashed"):
        ended("tictactoe", DIAGONAL)


def test_what_does_not_hold_has_no_reason() -> None:
    game = load("tictactoe")
    assert ending(game, game.initial).terminal is None


def test_of_several_proofs_the_shortest_is_shown() -> None:
    rule = Rule(Atom("won"))
    line = RuleInstance("line", ("(true (cell 1 x))",), (), rule)
    by_line = RuleInstance("won", ("line",), (), rule)
    at_once = RuleInstance("won", ("(true (cell 2 x))",), (), rule)
    for steps in ([line, by_line, at_once], [at_once, line, by_line]):
        assert shortest(steps)["won"] is at_once
    assert shortest([line, by_line])["won"] is by_line
