"""A search that does not suit a game says what it needs, what is against it, and what would do."""

import re
from collections.abc import Callable

import pytest

from tests.search.trees import MAX, MIN, Branch, built, circle, drawn, lecture
from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Evidence, Finding, Game, Role, Trait
from zermelo.game.ground_game import GroundGame
from zermelo.game.tree_game import DrawnNode, TreeGame
from zermelo.search.findings import ending, findings
from zermelo.search.parts.duel import Duel
from zermelo.search.spec import parse
from zermelo.search.suitability import holds, require, suiting

Games = Callable[[str], CompiledGame]


def refusal(search: str, game: Game) -> str:
    with pytest.raises(UnsuitedError) as raised:
        require(parse(search), game)
    return str(raised.value)


def sums(first: float, second: float) -> TreeGame:
    """A tree of two leaves, one of which shares out another total."""
    leaves = [
        DrawnNode("b", Role(0), values=(first, 50.0)),
        DrawnNode("c", Role(0), values=(second, 50.0)),
    ]
    return TreeGame(
        "uneven", ("max", "min"), (DrawnNode("a", Role(0), (1, 2), ("x", "y")), *leaves)
    )


def test_three_roles(game_of: Games) -> None:
    message = refusal("alphabeta:depth=3", game_of("connect_four_3p"))
    assert message.startswith(
        "alphabeta:depth=3 needs one or two roles, and connect_four_3p has 3: red, yellow, blue; "
        "connect_four_3p suits auto, "
    )


def test_moves_at_the_same_time(game_of: Games) -> None:
    message = refusal("mtd", game_of("rock_paper_scissors"))
    assert "mtd needs roles that move in turn, and in rock_paper_scissors left and right" in message
    assert "suits auto, flat, mcts, random" in message


def test_goals_of_no_constant_sum() -> None:
    message = refusal("sss", sums(50, 60))
    assert "sss needs goals of a constant sum, and in uneven one match shares out 100" in message
    assert "another 110 (after y noop)" in message
    assert re.search(r"uneven suits auto, (\w+, )*greedy, maxn, mcts, (\w+, )*random", message)


def test_chance() -> None:
    nodes = (DrawnNode("a", Role(0), (1,), ("x",)), DrawnNode("b", Role(0), values=(50.0, 50.0)))
    message = refusal("scout", TreeGame("dice", ("max", "random"), nodes))
    assert "needs a game without chance, and dice has the role random" in message


def test_rules_that_were_not_compiled() -> None:
    assert "flat needs rules that were compiled; drawn.tree suits alphabeta" in refusal(
        "flat", lecture()
    )


def test_suited_games_pass(game_of: Games) -> None:
    for name in ("tictactoe", "lights_out"):
        require(parse("alphabeta"), game_of(name))
        assert {"alphabeta", "sss", "random", "flat"} <= set(suiting(game_of(name)))


def test_a_game_of_one_role_has_no_sum_to_keep() -> None:
    game = drawn("roles: me\n[[(1),(7)],(3)]")
    require(parse("alphabeta"), game)
    assert Trait.CONSTANT_SUM in findings(game)


def test_what_is_not_known_is_no_reason_to_refuse(tictactoe: CompiledGame) -> None:
    assert tictactoe.program is not None
    plain = GroundGame(tictactoe.name, tictactoe.program)
    assert Trait.TURNS not in findings(plain)
    require(parse("alphabeta"), plain)
    assert "alphabeta" in suiting(plain)
    assert "flat" not in suiting(plain), "what is known to be missing is a reason"
    for evidence in Evidence:
        known = {Trait.TURNS: Finding(evidence)}
        assert holds(Trait.TURNS, known) is (evidence is not Evidence.REFUTED)


def test_traits_of_trees_are_exact() -> None:
    found = {trait: finding.evidence for trait, finding in findings(lecture()).items()}
    assert found[Trait.CONSTANT_SUM] is Evidence.PROVED
    assert found[Trait.ALTERNATES] is Evidence.PROVED
    assert found[Trait.ENDS] is Evidence.PROVED
    twice = built(Branch(MAX, 0, (Branch(MAX, 0, (1, 9)), 5)))
    assert findings(twice)[Trait.ALTERNATES].because == "max has a choice twice running"


def test_a_move_without_a_choice_is_no_turn() -> None:
    forced = built(
        Branch(MAX, 0, (Branch(MAX, 0, (1,)), Branch(MAX, 0, (Branch(MIN, 0, (2, 3)),))))
    )
    assert findings(forced)[Trait.ALTERNATES].evidence is Evidence.PROVED


def test_cycles_are_found() -> None:
    assert ending(circle()).because == "a path comes back to where it was"


def test_findings_are_looked_for_once(tictactoe: CompiledGame) -> None:
    assert findings(tictactoe) is findings(tictactoe)
    assert ending(tictactoe).evidence is Evidence.UNREFUTED


class TestWhatASearchMeetsOnItsWay:
    """Nobody asked `require`, or playouts saw too little."""

    def test_too_many_roles(self) -> None:
        game = drawn("roles: a b c\n[(1,2,3),(3,2,1)]")
        with pytest.raises(UnsuitedError, match=r"drawn\.tree has more than two roles: a, b, c"):
            Duel(game, Role(0), lambda state: (50.0,) * 3)

    def test_another_sum(self) -> None:
        duel = Duel(sums(50, 60), Role(0), lambda state: (50.0, 50.0))
        for joint, child in duel.children(duel.game.initial)[:1]:
            assert joint
            duel.worth(child)
        with pytest.raises(UnsuitedError, match="not constant-sum: its ends share out 100 and 110"):
            duel.worth(duel.children(duel.game.initial)[1][1])

    def test_choices_at_once(self, game_of: Games) -> None:
        game = game_of("rock_paper_scissors")
        duel = Duel(game, Role(0), lambda state: (50.0, 50.0))
        with pytest.raises(UnsuitedError, match="simultaneous moves: left and right choose at"):
            duel.joints(game.initial)
