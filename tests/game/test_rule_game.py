"""The game that is derived from its rules answers as the compiled one does."""

import json
import random
from collections.abc import Callable, Iterator

import pytest

from tests.corpus import folder, sheets
from tests.engine.twin import SHEETS
from tests.ground.sheets import games_of, sheet_of
from zermelo.errors import LimitError, PlayError, RuleError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Joint, Role, State
from zermelo.game.library import entries
from zermelo.game.load import read_rules
from zermelo.game.rule_game import RuleGame
from zermelo.rules.derive import derivation
from zermelo.rules.expand import expand
from zermelo.rules.goal_scale import on_goal_scale
from zermelo.rules.information import information

Games = Callable[[str], CompiledGame]
QUICK = frozenset(
    """
    tictactoe connect_four breakthrough checkers chess hex tron sokoban eight_puzzle pig_race
    tricks dots_and_boxes rock_paper_scissors nine_mens_morris
    """.split()
)
CIRCLES = """
(role r) (init (edge a b)) (init (edge b c)) (init (edge c a)) (init (edge c d)) (init (edge e e))
(node a) (node b) (node c) (node d) (node e)
(<= (legal r (cut ?x ?y)) (true (edge ?x ?y)) (not (apart ?x ?y)))
(<= (legal r (join ?x ?y)) (apart ?x ?y) (not (same ?x ?y)))
(<= (same ?x ?x) (node ?x))
(<= (path ?x ?y) (true (edge ?x ?y)))
(<= (path ?x ?z) (path ?x ?y) (path ?y ?z))
(<= (path ?x ?z) (back ?z ?x))
(<= (back ?z ?x) (true (edge ?y ?z)) (path ?x ?y) (path ?x ?x))
(<= (apart ?x ?y) (node ?x) (node ?y) (not (path ?x ?y)))
(<= (next (edge ?x ?y)) (true (edge ?x ?y)) (not (does r (cut ?x ?y))))
(<= (next (edge ?x ?y)) (does r (join ?x ?y)))
(<= terminal (apart a b) (apart b a) (apart a c))
(<= (goal r 100) (apart a d)) (<= (goal r 0) (path a d))
"""
"""Relations that depend on each other in circles of several, below negations."""


NESTED = """
(role r) (init here) (<= (legal r go) a d) (<= (legal r stay) (true here))
(<= a b) (<= a d) (<= a (true here)) (<= b c) (<= b a) (<= c b) (<= d c)
(<= (next here) (true here)) (<= terminal (not (true here))) (<= (goal r 100) a d)
"""
"""A circle within a circle, entered twice: d is asked when what is known of c is not all yet."""


NUMBERS = " ".join(f"(number {number})" for number in range(101))
WIDE = f"""
(role r) (role s) (init (at r 0)) (init (at s 7)) {NUMBERS}
(<= (legal ?r (jump ?n)) (role ?r) (number ?n)) (<= (next (at ?r ?n)) (does ?r (jump ?n)))
(<= terminal (true (at r ?n)) (distinct ?n 0)) (<= (goal ?r ?n) (true (at ?r ?n)))
"""
"""More goals, moves and fluents than a word has bits."""


def spelled(game: Game, state: State, role: int) -> list[str]:
    """What a role may choose from, sorted by its text: numbers differ from game to game."""
    return sorted(game.spell(Role(role), move) for move in game.legal(state, Role(role)))


def joint_of(game: Game, texts: list[str]) -> Joint:
    return tuple(game.read(Role(role), text) for role, text in enumerate(texts))


def hold_equal(slow: RuleGame, fast: Game, seed: int, steps: int) -> None:
    """Play a random match by both, and compare all that can be asked."""
    chance, here, there = random.Random(seed), slow.initial, fast.initial
    assert slow.roles == fast.roles
    for _ in range(steps):
        assert slow.describe(here) == fast.describe(there)
        assert slow.terminal(here) == fast.terminal(there)
        assert slow.goals(here) == fast.goals(there)
        choices = [spelled(slow, here, role) for role in range(len(slow.roles))]
        assert choices == [spelled(fast, there, role) for role in range(len(slow.roles))]
        if slow.terminal(here) or not all(choices):
            return
        texts = [chance.choice(moves) for moves in choices]
        here, there = (
            slow.next(here, joint_of(slow, texts)),
            fast.next(there, joint_of(fast, texts)),
        )


def library() -> Iterator[object]:
    for name in entries():
        yield name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)


@pytest.mark.parametrize("name", list(library()))
def test_it_agrees_with_the_compiled_game(name: str, game_of: Games) -> None:
    rules = on_goal_scale(expand(read_rules(name)))
    if information(rules).hidden:
        pytest.skip("it cannot be compiled")
    for seed in (1, 2):
        hold_equal(RuleGame(name, rules), game_of(name), seed=seed, steps=8)


@pytest.mark.parametrize("sheet", [*SHEETS.values(), CIRCLES, NESTED, WIDE])
@pytest.mark.parametrize("seed", range(6))
def test_it_derives_what_depends_on_itself(sheet: str, seed: int) -> None:
    fast, ground = games_of(sheet)
    hold_equal(RuleGame("test", sheet_of(sheet)), fast, seed=seed, steps=12)
    hold_equal(RuleGame("test", sheet_of(sheet)), ground, seed=seed, steps=12)


# The first two are too large to be grounded.
SAMPLED = ("laikLee_hex", "sudoku", "ticTacToe", "connectFour", "hex")


@pytest.mark.skipif(not sheets(), reason="ZERMELO_CORPUS names no folder of rule sheets")
@pytest.mark.parametrize(
    "name",
    [n if n in SAMPLED else pytest.param(n, marks=pytest.mark.slow) for n in sheets()] or ["none"],
)
def test_real_sheets_are_played_as_the_reference_plays_them(name: str) -> None:
    place = folder()
    assert place is not None
    expected = json.loads((place / f"{name}.json").read_text())
    game = RuleGame(name, read_rules(str(place / f"{name}.kif")))
    assert list(game.roles) == expected["roles"]
    if expected["init"] is not None:
        assert set(game.describe(game.initial)) == set(expected["init"])
    for key in ("playout_min", "playout_mod"):
        match, state = expected[key], game.initial
        for step, moves in enumerate(match["moves"][:12]):
            choices = [spelled(game, state, role) for role in range(len(game.roles))]
            assert [len(moves) for moves in choices] == match["legal_counts"][step], (key, step)
            assert all(move in legal for move, legal in zip(moves, choices, strict=True))
            state = game.next(state, joint_of(game, moves))
            assert len(game.describe(state)) == match["state_sizes"][step + 1]
        if len(match["moves"]) <= 12:
            assert game.terminal(state) == match["terminal"]
            assert list(game.goals(state)) == match["goals"]


def test_a_question_stops_at_its_steps_and_the_next_one_is_answered() -> None:
    sheet = sheet_of(CIRCLES)
    game = RuleGame("test", sheet)
    state, whole = game.initial, spelled(game, game.initial, 0)
    for steps in (3, 20, 60):
        fresh = RuleGame("test", sheet)
        state = fresh.initial
        fresh.steps = steps
        with pytest.raises(LimitError, match=f"^{steps} steps were not enough"):
            fresh.legal(state, Role(0))
        fresh.steps = None
        assert spelled(fresh, state, 0) == whole


def test_rules_may_call_each_other_deeply_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = " ".join(f"(succ {n} {n + 1})" for n in range(3000))
    text = f"""(role r) (init (at 0)) {chain} (<= (below ?x ?y) (succ ?x ?y))
    (<= (below ?x ?z) (succ ?x ?y) (below ?y ?z)) (<= (legal r a) (below 0 3000))
    (<= terminal (true (at 1))) (goal r 0)"""
    game = RuleGame("test", sheet_of(text))
    assert spelled(game, game.initial, 0) == ["a"]
    monkeypatch.setattr(derivation, "DEEPEST_CALL", 900)
    game = RuleGame("test", sheet_of(text))
    with pytest.raises(LimitError, match="too deeply"):
        game.legal(game.initial, Role(0))


def test_recursive_calls_are_made_in_the_order_of_the_text() -> None:
    # With z known from the board, `add` would be asked for y: for all pairs of numbers.
    chain = " ".join(f"(succ {n} {n + 1})" for n in range(300))
    text = f"""(role r) (init (at r 3)) {chain} (cell 3) (cell 4) (cell 5)
    (<= (near ?x ?y) (succ ?x ?y)) (<= (near ?x ?x) (succ ?x ?y))
    (<= (add ?x 0 ?x) (succ ?x ?y))
    (<= (add ?x ?y ?z) (succ ?y1 ?y) (succ ?x ?x1) (add ?x1 ?y1 ?z))
    (<= (legal r (go ?z)) (true (at r ?x)) (near 1 ?y) (add ?x ?y ?z) (cell ?z))
    (<= terminal (true (at r 9))) (goal r 0)"""
    game = RuleGame("test", sheet_of(text), steps=200)
    assert spelled(game, game.initial, 0) == ["(go 4)", "(go 5)"]


def test_heed_ends_a_question() -> None:
    class EnoughNowError(Exception):
        pass

    def heed() -> None:
        raise EnoughNowError

    game = RuleGame("test", on_goal_scale(expand(read_rules("reversi"))), heed=heed)
    with pytest.raises(EnoughNowError):
        game.legal(game.initial, Role(0))


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("(role r) (<= (legal r ?m) (role r))", RuleError, "a variable of the head has no value"),
        ("(role r) (<= (legal r a) (not (p ?x)))", RuleError, "a variable of this rule has no"),
    ],
)
def test_unsafe_rules_are_refused(text: str, error: type[Exception], message: str) -> None:
    game = RuleGame("test", sheet_of(text))
    with pytest.raises(error, match=message):
        game.legal(State(0), Role(0))


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("legal(r,N+1) :- true(at(N)).", "arithmetic cannot be derived"),
        ("legal(r,N) :- true(at(N)), N < 3.", "'<' cannot be derived"),
        ("legal(r,1) :- 1 < #count{ N : true(at(N)) }.", "aggregates cannot be derived"),
    ],
)
def test_calculations_are_refused(rule: str, message: str) -> None:
    game = RuleGame("test", sheet_of(f"role(r). init(at(1)). {rule}", "asp"))
    with pytest.raises(UnsuitedError, match=message):
        game.legal(game.initial, Role(0))


@pytest.mark.parametrize(
    ("rule", "moves"),
    [
        ("legal(r,M) :- true(at(N)), M = go(N).", ["(go 1)", "(go 2)"]),
        ("legal(r,M) :- true(at(N)), go(N) = M, M != go(1).", ["(go 2)"]),
        ("legal(r,go(M)) :- true(at(N)), N = M, true(at(K)), K != M.", ["(go 1)", "(go 2)"]),
        ("legal(r,a) :- true(at(N)), X = N.", ["a"]),
        ("legal(r,go(N)) :- true(at(N)), N = 2.", ["(go 2)"]),
        ("legal(r,go(N)) :- true(at(N)), 1 != N.", ["(go 2)"]),
    ],
)
def test_equations_give_variables_their_values(rule: str, moves: list[str]) -> None:
    game = RuleGame("test", sheet_of(f"role(r). init(at(1)). init(at(2)). {rule}", "asp"))
    assert spelled(game, game.initial, 0) == moves


def test_a_goal_that_is_no_number_is_refused() -> None:
    game = RuleGame("test", sheet_of("(role r) (goal r (much more))"))
    with pytest.raises(RuleError, match=r"a goal of \(much more\), which is no number"):
        game.goals(State(0))


def test_a_move_that_has_never_been_legal_is_refused() -> None:
    game = RuleGame("test", sheet_of("(role r) (legal r a)"))
    game.legal(game.initial, Role(0))
    with pytest.raises(PlayError, match=r"r has had no move \(b 1\) so far"):
        game.read(Role(0), "(b  1)")
