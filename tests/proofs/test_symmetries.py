"""The symmetries of games: how many there are, and that they are none other than that."""

from collections.abc import Callable
from itertools import count

import numpy as np
import pytest
from hypothesis import given, settings

from tests.circuit.programs import joints, programs, states
from tests.corpus import folder, sheets
from tests.proofs.images import differences
from tests.test_corpus import HARD
from zermelo.errors import LimitError
from zermelo.game.compile import compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.ground_game import GroundGame
from zermelo.game.library import entries
from zermelo.game.load import compiled_game, load, read_rules
from zermelo.ground.program import Program
from zermelo.process.limits import Allowance
from zermelo.proofs.budget import Budget
from zermelo.proofs.symmetry.automorphisms import PermutationGroup
from zermelo.proofs.symmetry.graph import ColouredGraph
from zermelo.proofs.symmetry.symmetries import Symmetries, Symmetry, symmetries
from zermelo.rules.information import information
from zermelo.text.read import read_text
from zermelo.text.source import Source

GameOf = Callable[[str], CompiledGame]

ORDERS = {
    "tictactoe": (8, 16),
    "misere_tictactoe": (8, 16),
    "tictactoe_3p": (8, 24),
    "connect_four": (2, 4),
    "connect_four_3p": (2, 6),
    "breakthrough": (2, 4),
    "nim": (24, 48),
    "nim_capped": (24, 48),
    "nim_capped:pile1=2,pile2=2,pile3=2,pile4=2": (24, 48),
    "nim_capped:pile1=0,pile2=3,pile3=9,pile4=4,cap=3": (24, 48),
    "three_mens_morris": (8, 16),
    "nine_mens_morris": (16, 32),
    "gomoku": (8, 16),
    "reversi": (8, 16),  # with roles: the sum of discs from the other side
    "minichess": (2, 4),  # lines are walked in one direction only, and read in both
    "number_scrabble": (8, 16),  # tic-tac-toe in disguise
    "peg_solitaire": (8, 8),
    "lights_out": (8, 8),
    "knights_tour": (8, 8),
    "chomp:rows=3,columns=3": (2, 4),
    "chomp": (1, 2),
    "domineering": (4, 8),
    "dots_and_boxes": (128, 256),  # 8, and at each corner two lines that only its box knows
    "quarto": (12_288, 24_576),  # 32 of the board; 4! orders of traits, 2 ** 4 of their values
    "rock_paper_scissors": (3, 6),
    "hanoi": (2, 2),
    "sokoban": (1, 1),
}


def rules_of(game: CompiledGame) -> Program:
    assert game.program is not None
    return game.program


@pytest.mark.parametrize("name", ORDERS)
def test_a_game_has_as_many_symmetries_as_is_known(game_of: GameOf, name: str) -> None:
    program = rules_of(game_of(name))
    own, exchanged = symmetries(program), symmetries(program, exchange=True)
    assert (own.order, exchanged.order) == ORDERS[name]
    assert own.complete
    assert exchanged.complete


@pytest.mark.slow
def test_chess_can_only_be_seen_from_the_other_side() -> None:
    program = rules_of(load("chess"))
    assert symmetries(program).order == 1
    assert symmetries(program, exchange=True).order == 2


def test_symmetries_that_keep_a_state_are_those_that_map_it_to_itself(game_of: GameOf) -> None:
    reversi, nim = game_of("reversi:size=4"), game_of("nim_capped")
    kept = symmetries(rules_of(reversi), keeping=rules_of(reversi).initial)
    assert kept.order == 4
    assert all(one.state(reversi.initial) == reversi.initial for one in kept.generators)
    assert symmetries(rules_of(nim), keeping=rules_of(nim).initial).order == 1


def test_exchanging_roles_exchanges_their_goals(tictactoe: CompiledGame) -> None:
    found = symmetries(rules_of(tictactoe), exchange=True)
    (exchanging,) = [one for one in found.generators if one.roles == (1, 0)]
    won = tictactoe.state_of(["(cell 1 1 x)", "(cell 1 2 x)", "(cell 1 3 x)", "(control o)"])
    assert tictactoe.goals(won) == (100, 0)
    assert tictactoe.goals(exchanging.state(won)) == (0, 100)


COINS = """
(role a) (role {other}) (init (lies a)) (init (lies {other}))
(<= (legal ?r turn) (true (lies ?r))) (<= (legal ?r wait) (role ?r))
(<= (next (lies ?r)) (does ?r wait) (true (lies ?r)))
(<= terminal (not (true (lies ?r))) (role ?r))
(<= (goal ?r 100) (true (lies ?r))) (<= (goal ?r 0) (role ?r) (not (true (lies ?r))))
"""


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(("other", "order"), [("b", 2), ("random", 1), ("Random", 1)])
def test_chance_is_no_role_to_be_exchanged(other: str, order: int) -> None:
    sheet = read_text(Source("coins.kif", COINS.format(other=other)), "kif")
    program = compiled(sheet, keep=False).program
    assert symmetries(program).order == 1
    assert symmetries(program, exchange=True).order == order


LOOP = """
role(r). thing(p). thing(q). init(X) :- thing(X). legal(r,go). next(X) :- true(X), thing(X).
reached(X) :- true(X), thing(X). reached(X) :- passed(X). passed(X) :- reached(X).
terminal :- reached({ends}). goal(r,100) :- reached({wins}).
"""


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(("ends", "wins", "order"), [("p", "q", 1), ("X", "X", 2)])
def test_relations_that_depend_on_themselves_are_looked_into(
    ends: str, wins: str, order: int
) -> None:
    sheet = read_text(Source("loop.lp", LOOP.format(ends=ends, wins=wins)), "asp")
    assert symmetries(compiled(sheet, keep=False).program).order == order


@pytest.mark.usefixtures("in_process")
def test_too_many_rules_mean_no_symmetries_and_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = read_text(Source("coins.kif", COINS.format(other="b")), "kif")
    program = compiled(sheet, keep=False).program
    monkeypatch.setattr("zermelo.proofs.symmetry.symmetries.LITERALS", len(program.body))
    assert symmetries(program, exchange=True).complete
    monkeypatch.setattr("zermelo.proofs.symmetry.symmetries.LITERALS", len(program.body) - 1)
    assert symmetries(program, exchange=True) == Symmetries((), 1, "steps")


@pytest.mark.usefixtures("in_process")
def test_what_does_not_keep_the_rules_is_never_taken_for_a_symmetry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def wrong(graph: ColouredGraph, _: Budget) -> PermutationGroup:
        return PermutationGroup((np.roll(np.arange(graph.size, dtype=np.int32), 1),), 2, True)

    monkeypatch.setattr("zermelo.proofs.symmetry.symmetries.automorphisms", wrong)
    sheet = read_text(Source("coins.kif", COINS.format(other="b")), "kif")
    with pytest.raises(AssertionError, match="the same random words"):
        symmetries(compiled(sheet, keep=False).program)


def test_no_time_means_no_symmetries_and_says_so(game_of: GameOf) -> None:
    assert symmetries(rules_of(game_of("tictactoe")), seconds=0) == Symmetries((), 1, "time")


def test_few_steps_give_a_part_of_them_and_always_the_same(game_of: GameOf) -> None:
    program = rules_of(game_of("reversi"))
    orders = []
    for steps in (0, 500, 1000, 2000, 10**6):
        found = symmetries(program, steps=steps)
        orders.append(found.order)
        assert 8 % found.order == 0
        assert found.order == 8 or found.limit == "steps"
        assert symmetries(program, steps=steps) == found
    assert orders[0] == 1
    assert orders[-1] == 8


def test_a_slow_clock_takes_no_symmetry_away(
    game_of: GameOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = rules_of(game_of("tictactoe"))
    ticks = count(step=3600.0)
    monkeypatch.setattr("zermelo.proofs.budget.time.monotonic", lambda: next(ticks))
    assert symmetries(program).order == 8
    assert symmetries(program, seconds=5).limit == "time"


OPEN = [name for name, entry in entries().items() if not information(entry.sheet()).hidden]
SMALL = [
    ":".join([name, ",".join(f"{k}={v}" for k, v in entries()[name].small.items())]).rstrip(":")
    for name in OPEN
    if name != "chess"  # too large to be quick
]


@pytest.mark.parametrize("name", SMALL)
def test_images_of_positions_play_alike(game_of: GameOf, name: str) -> None:
    game = game_of(name)
    found = symmetries(rules_of(game), exchange=True).generators
    assert list(differences(game, found, seed=1, layers=12)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", OPEN)
def test_images_of_many_positions_play_alike(name: str) -> None:
    game = load(name)
    for exchange in (False, True):
        found = symmetries(rules_of(game), exchange=exchange)
        assert found.complete
        assert list(differences(game, found.generators, seed=2, layers=300)) == []


@pytest.mark.slow
@pytest.mark.skipif(not sheets(), reason="ZERMELO_CORPUS names no folder of rule sheets")
@pytest.mark.parametrize("name", [name for name in sheets() if name not in HARD] or ["none"])
def test_images_of_positions_of_a_real_sheet_play_alike(name: str) -> None:
    place = folder()
    assert place is not None
    try:
        result = compiled(read_rules(str(place / f"{name}.kif")), Allowance(20, 6144))
    except LimitError as error:
        pytest.skip(f"does not ground in 20 s: {error}")
    found = symmetries(result.program, exchange=True).generators[:20]
    game = compiled_game(name, result)
    assert list(differences(game, found, seed=3, layers=40)) == []


@given(programs())
@settings(max_examples=60)
def test_symmetries_of_random_rules_keep_every_answer(program: Program) -> None:
    game = GroundGame("random", program)
    for one in symmetries(program, exchange=True).generators:
        for state in states(program):
            require_alike(game, one, state)


def require_alike(game: GroundGame, one: Symmetry, state: State) -> None:
    image = one.state(state)
    assert game.terminal(image) == game.terminal(state)
    goals = game.goals(state)
    assert [game.goals(image)[one.roles[role]] for role in range(len(goals))] == list(goals)
    for role in range(len(game.roles)):
        legal = {one.moves[role][move] for move in game.legal(state, Role(role))}
        assert set(game.legal(image, Role(one.roles[role]))) == legal
    for joint in joints(game.program):
        assert game.next(image, one.joint(joint)) == one.state(game.next(state, joint))


@given(programs())
@settings(max_examples=50)
def test_renaming_fluents_and_moves_renames_the_symmetries(program: Program) -> None:
    random = np.random.default_rng(0)
    order = random.permutation(len(program.fluents))
    renamed = Program(
        **{
            **{name: getattr(program, name) for name in Program.__slots__},
            "true": program.true[order],
            "next": program.next[order],
        }
    )
    for exchange in (False, True):
        one, other = (symmetries(each, exchange=exchange) for each in (program, renamed))
        assert one.order == other.order
