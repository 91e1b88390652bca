"""Rules that are split, or grounded on demand, make the same game as the rules themselves."""

import gc
import random
from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ground.sheets import sheet_of
from zermelo.game.game import Game, Role, State
from zermelo.game.ground_game import GroundGame
from zermelo.game.library import entries
from zermelo.ground import clingo
from zermelo.ground.encode import encode
from zermelo.ground.ground import lean
from zermelo.ground.program import assemble
from zermelo.process.frames import pack, unpack
from zermelo.rules import demand
from zermelo.rules.dependencies import state_dependent
from zermelo.rules.rewrite import Clause, clauses, relevant
from zermelo.rules.split import split
from zermelo.text.tree import (
    Atom,
    Comparison,
    Compound,
    Formula,
    Name,
    Not,
    Rule,
    Term,
    Variable,
    variables,
)

VALUES = [Name(text) for text in "abc"]
VARIABLES = [Variable(text) for text in "UVWXYZ"]
STATIC = (("edge", 2), ("mark", 1), ("line", 3))
FLUENTS = (("at", 2), ("on", 1), ("sum", 2))
MOVES = (("go", 2), ("put", 1))

VALUE: st.SearchStrategy[Term] = st.sampled_from(VALUES)
TERM: st.SearchStrategy[Term] = st.sampled_from([*VARIABLES, *VARIABLES, *VALUES[:1]])


Functions = tuple[tuple[str, int], ...]


# Hypothesis takes longer to make a strategy than to draw from it: each is made once.
@cache
def applied(functions: Functions, given: st.SearchStrategy[Term]) -> st.SearchStrategy[Compound]:
    """A function of `functions`, applied to terms."""
    return st.one_of(
        [st.builds(Compound, st.just(name), st.tuples(*[given] * size)) for name, size in functions]
    )


def relation(name: str, *args: Term) -> Atom:
    return Atom(name, args)


def as_atom(term: Compound) -> Atom:
    return Atom(term.name, term.args)


def names_in(*parts: Term | Formula) -> tuple[Variable, ...]:
    """The variables of some terms and atoms, each once."""
    found = {one for part in parts for one in variables(part)}
    return tuple(one for one in VARIABLES if one in found)


@cache
def bound(names: tuple[Variable, ...]) -> st.SearchStrategy[Term]:
    """A value, or one of the variables that have one."""
    return VALUE | st.sampled_from(names) if names else VALUE


@cache
def positives(helpers: Functions, moves: bool) -> st.SearchStrategy[list[Atom]]:
    """Positive literals."""
    kinds = [
        applied(STATIC, TERM).map(as_atom),
        applied(FLUENTS, TERM).map(lambda fluent: relation("true", fluent)),
    ]
    if helpers:
        kinds.append(applied(helpers, TERM).map(as_atom))
    if moves:
        kinds.append(applied(MOVES, TERM).map(lambda move: relation("does", Name("player"), move)))
    return st.lists(st.one_of(kinds), min_size=1, max_size=5)


@cache
def negatives(helpers: Functions, names: tuple[Variable, ...]) -> st.SearchStrategy[list[Formula]]:
    """Negative literals and comparisons of what is bound."""
    given = bound(names)
    kinds: list[st.SearchStrategy[Formula]] = [
        st.builds(Comparison, st.just("!="), given, given),
        applied(STATIC, given).map(as_atom).map(Not),
        applied(FLUENTS, given).map(lambda fluent: Not(relation("true", fluent))),
    ]
    if helpers:
        kinds.append(applied(helpers, given).map(as_atom).map(Not))
    return st.lists(st.one_of(kinds), max_size=2)


def body_of(draw: st.DrawFn, helpers: Functions, moves: bool) -> tuple[Formula, ...]:
    """Positive literals, then negative ones and comparisons of what those bind."""
    positive = draw(positives(helpers, moves))
    return (*positive, *draw(negatives(helpers, names_in(*positive))))


FACTS = st.lists(applied(STATIC, VALUE).map(as_atom), min_size=10, max_size=25)
START = st.lists(applied(FLUENTS, VALUE), min_size=5, max_size=10)


@st.composite
def sheets(draw: st.DrawFn) -> list[Rule]:
    """The rules of a game for one role, with helper relations in layers."""
    rules = [Rule(fact) for fact in draw(FACTS)]
    rules += [Rule(relation("init", fluent)) for fluent in draw(START)]
    rules += [
        Rule(relation("role", Name("player"))),
        Rule(relation("legal", *map(Name, ["player", "wait"]))),
    ]

    def rule(body: tuple[Formula, ...], head: tuple[str, int], around: str) -> Rule:
        inside = [part for part in body if isinstance(part, Atom)]
        value = bound(names_in(*inside))
        term = Compound(head[0], tuple(draw(value) for _ in range(head[1])))
        match around:
            case "legal":
                return Rule(relation("legal", Name("player"), term), body)
            case "next":
                return Rule(relation("next", term), body)
        return Rule(as_atom(term), body)

    helpers: Functions = ()
    for layer in range(2):
        new = tuple((f"h{layer}{index}", draw(st.integers(1, 2))) for index in range(2))
        for head in new:
            rules += [rule(body_of(draw, helpers, False), head, "") for _ in range(2)]
        helpers += new
    rules += [
        rule(body_of(draw, helpers, False), draw(st.sampled_from(MOVES)), "legal") for _ in "12"
    ]
    rules += [
        rule(body_of(draw, helpers, True), draw(st.sampled_from(FLUENTS)), "next") for _ in "123"
    ]
    rules.append(Rule(relation("terminal"), body_of(draw, helpers, False)))
    rules += [
        Rule(relation("goal", Name("player"), Name(str(50 * index))), body_of(draw, helpers, False))
        for index in range(2)
    ]
    return rules


def game_of(name: str, short: Sequence[Clause]) -> GroundGame:
    """The game of some clauses, grounded in this process."""
    text, names = encode(short)
    try:
        answer = unpack(pack(clingo.ground({"program": text, "names": names})))
        return GroundGame(name, assemble(answer, []))
    finally:
        gc.enable()


def three_ways(rules: list[Rule]) -> list[GroundGame]:
    """The game as written, with long rules split, and on demand."""
    needed = relevant(rules)
    plain = list(clauses(needed))
    short = split(plain, state_dependent(needed))
    with pytest.MonkeyPatch.context() as patch:
        # So that the helpers of these small games count as large.
        patch.setattr(demand, "MANY_INSTANCES", 1)
        patch.setattr("zermelo.rules.calls.FEW_VALUES", 1)
        on_demand = lean(list(clauses(needed)))
    return [game_of("plain", plain), game_of("split", short), game_of("on demand", on_demand)]


def told(game: Game, state: State) -> tuple[object, ...]:
    """All that can be asked of a state, in words."""
    legal = [
        [game.spell(Role(role), move) for move in game.legal(state, Role(role))]
        for role in range(len(game.roles))
    ]
    return game.describe(state), game.terminal(state), game.goals(state), legal


def assert_same(games: Sequence[Game], seed: int, steps: int) -> None:
    """The games play alike along random matches, ends notwithstanding."""
    chance = random.Random(seed)
    roles = [Role(role) for role in range(len(games[0].roles))]
    states = [game.initial for game in games]
    for _ in range(steps):
        first, *others = [told(game, state) for game, state in zip(games, states, strict=True)]
        for other in others:
            assert other == first
        legal = [games[0].legal(states[0], role) for role in roles]
        if not all(legal):
            return
        words = [
            games[0].spell(role, chance.choice(moves))
            for role, moves in zip(roles, legal, strict=True)
        ]
        states = [
            game.next(state, tuple(game.read(*pair) for pair in zip(roles, words, strict=True)))
            for game, state in zip(games, states, strict=True)
        ]


@settings(max_examples=settings().max_examples // 2)
@given(sheets(), st.integers(0, 1000))
def test_random_rules_mean_the_same_however_they_are_grounded(rules: list[Rule], seed: int) -> None:
    assert_same(three_ways(rules), seed, steps=12)


@pytest.mark.parametrize(
    "name",
    ["tictactoe", "breakthrough", "knights_tour", "buttons_and_lights", "domineering", "tricks"],
)
def test_library_games_mean_the_same_however_they_are_grounded(name: str) -> None:
    entry = entries()[name]
    rules = list(entry.sheet(entry.small).rules)
    assert_same(three_ways(rules), seed=1, steps=15)


SUMS = """
role(r). n(1..3). init(has(X,Y)) :- n(X), n(Y), X+Y = 4. w(X,Y,X*Y) :- n(X), n(Y).
legal(r,take(X)) :- true(has(X,Y)), n(Y), n(Z), Z > Y, w(Y,Z,W), W < 7, W != X.
legal(r,wait) :- T = #sum { A,B : true(has(A,B)) }, T < 9, n(X), n(Y), X < Y, w(X,Y,Z), Z > 1.
next(has(X,Y)) :- true(has(X,Y)), not does(r,take(X)).
next(has(X,Z)) :- true(has(X,Y)), does(r,take(X)), w(Y,Y,V), w(A,B,V), A < B, Z = B-A+1, Z <= 3.
terminal :- 2 <= #count { X,Y : true(has(X,Y)), w(X,Y,3) }, n(A), n(B), w(A,B,C), C > 8.
goal(r,V) :- V = #max { A*10,A : true(has(A,B)), w(A,B,C), C > 1; 0 }, n(X), w(X,X,Y), Y > X, X > 2.
goal(r,V) :- terminal, V = 5, n(X), w(X,X,Y), Y > X, X > 3.
"""


def test_sums_and_calculations_mean_the_same_however_they_are_grounded() -> None:
    rules = list(sheet_of(SUMS, "asp").rules)
    for seed in range(5):
        assert_same(three_ways(rules), seed, steps=10)
