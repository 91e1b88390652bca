"""Every game of the library is held to what its `game.toml` says, and to what games must be."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pytest
from _pytest.mark import ParameterSet

from zermelo.engine.engine import BATCH, Words
from zermelo.game.compile import Compiled, compiled
from zermelo.game.compiled_game import CompiledGame, StateView
from zermelo.game.game import Game, Role, State
from zermelo.game.library import GameEntry, entries
from zermelo.game.load import compiled_game, ground_game
from zermelo.game.perft import fast_perft
from zermelo.rules.check import check
from zermelo.sampling.playouts import play_out
from zermelo.text.load import load_source
from zermelo.text.read import read_text, syntax_of

pytestmark = pytest.mark.usefixtures("in_process")

MOST_PATHS = 1_000_000
MOST_STATES = 400_000
LONGEST = 1000
HEAVY_BOUNDS = """
amazons:size=10 kalah:houses=8 kalah:seeds=6 pig_race:target=100 reversi:size=12
"""
"""Instances that take seconds to compile."""

MANY_STATES = """
bidding_tictactoe:chips=1 breakthrough:width=3,height=4 breakthrough:width=2,height=6
connect_four:width=4,height=4 connect_four:width=4,height=4,line=3 connect_three
dots_and_boxes:rows=2,columns=3 eight_puzzle knightthrough:width=4,height=4,knight_rows=1
reversi:size=4 reversi:size=4,margin=1 snort three_mens_morris
"""
"""Instances of known value with more than twenty thousand states."""

TOO_MANY_STATES = """
amazons:size=4 atari_go atari_go:size=4 bidding_tictactoe bidding_tictactoe:chips=3
breakthrough:width=4,height=4 breakthrough:width=3,height=5 domineering:rows=5,columns=5
dots_and_boxes fifteen_puzzle fox_and_hounds hex knights_tour
knightthrough:width=4,height=5,knight_rows=1 lights_out peg_solitaire sokoban
"""
"""Instances of known value that are not searched here: they have more than 400,000 states."""

REQUIRED = """
eight_puzzle fifteen_puzzle buttons_and_lights lights_out hanoi peg_solitaire knights_tour maze
sokoban tictactoe misere_tictactoe number_scrabble nim nim_capped misere_nim connect_four gomoku
breakthrough reversi checkers hex dots_and_boxes domineering chomp amazons knightthrough kalah
fox_and_hounds nine_mens_morris quarto minichess chess connect_three sum_game tron tictactoe_3p
connect_four_3p nim_3p chinese_checkers tricks race rock_paper_scissors biased_rps matching_pennies
prisoners_dilemma goofspiel bidding_tictactoe
"""


@dataclass(frozen=True)
class Instance:
    """A game with parameters, and what is known of it."""

    entry: GameEntry
    values: tuple[tuple[str, int], ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        """Spell it as a user would."""
        values = ",".join(f"{name}={value}" for name, value in self.values)
        return f"{self.entry.name}:{values}" if values else self.entry.name


def instances(entry: GameEntry) -> Iterator[Instance]:
    """A game as it is, and each instance of which facts are known."""
    yield Instance(entry, (), entry.facts)
    for known in entry.instances:
        yield Instance(entry, tuple(known["parameters"].items()), known)


def bounds(entry: GameEntry) -> Iterator[Instance]:
    """A game with each parameter as small, and as great, as it may be."""
    for name, parameter in entry.parameters.items():
        for value in dict.fromkeys((parameter.least, parameter.most)):
            yield Instance(entry, ((name, value),))


def small(entry: GameEntry) -> Instance:
    return Instance(entry, tuple(entry.small.items()))


@cache
def compiled_once(name: str, values: tuple[tuple[str, int], ...]) -> Compiled:
    return compiled(entries()[name].sheet(dict(values)))


def game(instance: Instance) -> CompiledGame:
    return compiled_game(str(instance), compiled_once(instance.entry.name, instance.values))


GAMES = list(entries().values())
EVERY_GAME = pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.name)


def test_the_library_has_the_games_that_scripts_use() -> None:
    assert set(REQUIRED.split()) <= entries().keys()
    assert len(GAMES) >= 45
    assert {entry.rules.suffix for entry in GAMES} == {".kif", ".gdl", ".lp"}


@EVERY_GAME
def test_its_description_is_complete(entry: GameEntry) -> None:
    assert entry.title.strip() == entry.title != ""
    assert entry.description.strip().endswith((".", "!", "?"))
    assert entry.source
    assert entry.licence == "Apache-2.0"
    assert entry.facts["paths"][0] == 1
    assert entry.facts.keys() <= {"paths", "value", "endless"}
    for name, parameter in entry.parameters.items():
        assert parameter.least <= parameter.default <= parameter.most
        assert parameter.about, name
    assert bool(entry.small) == bool(entry.parameters)
    for known in [{"parameters": entry.small}, *entry.instances]:
        assert known.keys() <= {"parameters", "paths", "value"}
        for name, value in known["parameters"].items():
            assert entry.parameters[name].least <= value <= entry.parameters[name].most


@EVERY_GAME
def test_its_roles_and_parameters_are_those_of_its_rules(entry: GameEntry) -> None:
    assert compiled_once(entry.name, ()).program.roles == entry.roles
    sheet = read_text(load_source(str(entry.rules)), syntax_of(entry.rules))
    defaults = {name: parameter.default for name, parameter in entry.parameters.items()}
    assert entry.sheet(defaults) == entry.sheet()
    assert entry.parameters.keys() <= {name for name, _ in sheet.constants}
    for name, value in defaults.items():
        if value + 1 <= entry.parameters[name].most:
            assert entry.sheet({name: value + 1}) != entry.sheet(), f"{name} changes nothing"


@EVERY_GAME
def test_its_rules_have_no_problems(entry: GameEntry) -> None:
    for instance in (Instance(entry), small(entry), *bounds(entry)):
        assert check(entry.sheet(dict(instance.values))) == ()


def marked(found: Iterable[Instance], slow: str) -> list[ParameterSet]:
    """Instances as parameters of a test, those whose names are in `slow` as slow ones."""
    marks = [pytest.mark.slow]
    return [
        pytest.param(one, id=str(one), marks=marks if str(one) in slow.split() else [])
        for one in found
    ]


BOUNDS = [instance for entry in GAMES for instance in bounds(entry)]


@pytest.mark.parametrize("instance", marked(BOUNDS, HEAVY_BOUNDS))
def test_it_can_be_played_at_the_bounds_of_its_parameters(instance: Instance) -> None:
    played = game(instance)
    assert played.roles == instance.entry.roles
    assert played.terminal(played.initial) or played.children(played.initial)


@EVERY_GAME
def test_both_games_agree_along_random_matches(entry: GameEntry) -> None:
    instance = small(entry)
    result = compiled_once(entry.name, instance.values)
    fast, slow = compiled_game(str(instance), result), ground_game(str(instance), result)
    assert fast.roles == slow.roles
    assert fast.initial == slow.initial
    # What the slow one takes for a step grows with the rules.
    steps = max(8, min(200, 150_000 // len(result.program.heads)))
    chance = random.Random(entry.name)
    state = fast.initial
    for _ in range(steps):
        assert_agree(fast, slow, state)
        assert_sound(fast, state)
        if fast.terminal(state):
            state = fast.initial
            continue
        legal = [fast.legal(state, Role(role)) for role in range(len(fast.roles))]
        joint = tuple(chance.choice(moves) for moves in legal)
        following = fast.next(state, joint)
        assert following == slow.next(state, joint)
        state = following


def assert_agree(fast: Game, slow: Game, state: State) -> None:
    """Two games answer all questions about a state alike."""
    assert fast.terminal(state) == slow.terminal(state)
    assert fast.goals(state) == slow.goals(state)
    for role in map(Role, range(len(fast.roles))):
        assert list(fast.legal(state, role)) == list(slow.legal(state, role))


def assert_sound(game: Game, state: State) -> None:
    """At the end every role has one goal; before, every role has a move."""
    if game.terminal(state):
        assert None not in game.goals(state)
    else:
        assert all(game.legal(state, Role(role)) for role in range(len(game.roles)))


@EVERY_GAME
def test_random_matches_end_with_one_goal_for_every_role(entry: GameEntry) -> None:
    endless = entry.facts.get("endless", False)
    played = play_out(game(Instance(entry)), passes=LONGEST + 1, step_limit=LONGEST, seed=1)
    assert played.stuck == 0
    assert (played.cut > 0) == endless
    assert endless or played.playouts >= BATCH
    for counts in played.goal_counts:
        assert sum(counts.values()) == played.playouts


KNOWN = [instance for entry in GAMES for instance in instances(entry)]
WITH_PATHS = [instance for instance in KNOWN if "paths" in instance.facts]


def paths_of(instance: Instance) -> list[int]:
    """The numbers of paths that are known."""
    return list(instance.facts["paths"])


@pytest.mark.parametrize("instance", WITH_PATHS, ids=str)
def test_it_has_as_many_paths_as_is_known(instance: Instance) -> None:
    expected = [paths for paths in paths_of(instance) if paths <= MOST_PATHS]
    found = [level.paths for level in fast_perft(game(instance), len(expected) - 1)]
    assert found == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    "instance", [one for one in WITH_PATHS if max(paths_of(one)) > MOST_PATHS], ids=str
)
def test_it_has_as_many_paths_as_is_known_to_the_last_level(instance: Instance) -> None:
    expected = paths_of(instance)
    assert [level.paths for level in fast_perft(game(instance), len(expected) - 1)] == expected


Graph = tuple[list[StateView], list[list[tuple[tuple[int, ...], int]]]]
"""What can be asked of every state, and its joint moves with the numbers of the next states."""


def explored(game: CompiledGame, most: int) -> Graph | None:
    """Every state that can be reached, level by level; None if there are more than `most`."""
    machine = game.engine
    rows = game.row(game.initial)[None]
    numbers = {rows[0].tobytes(): 0}
    views: list[StateView] = []
    edges: list[list[tuple[tuple[int, ...], int]]] = []
    while len(rows):
        first = len(views)
        views += game.views(rows)
        edges += [[] for _ in rows]
        parents, joints = machine.children(machine.view(rows))
        new: list[Words] = []
        for parent, joint, row in zip(
            parents.tolist(), joints.tolist(), machine.step(rows[parents], joints), strict=True
        ):
            number = numbers.setdefault(row.tobytes(), len(numbers))
            if number == len(edges) + len(new):
                new.append(row)
            edges[first + parent].append((tuple(joint), number))
        if len(numbers) > most:
            return None
        rows = np.array(new) if new else rows[:0]
    return views, edges


def backwards(edges: Sequence[Sequence[tuple[tuple[int, ...], int]]]) -> list[int] | None:
    """The states, each after all that can follow it; None if a match can come back to a state."""
    waiting = [len(out) for out in edges]
    users: list[list[int]] = [[] for _ in edges]
    for state, out in enumerate(edges):
        for _, child in out:
            users[child].append(state)
    order = [state for state, size in enumerate(waiting) if size == 0]
    for state in order:
        for user in users[state]:
            waiting[user] -= 1
            if waiting[user] == 0:
                order.append(user)
    return order if len(order) == len(edges) else None


def best_reachable(graph: Graph) -> tuple[float, float]:
    """The best end that the only role can reach: what it gets at least, and at most."""
    best = max(float(view.goals[0] or 0) for view in graph[0] if view.terminal)
    return best, best


def sum_of_ends(graph: Graph) -> set[float]:
    """The sums of the goals of all roles at every end."""
    return {sum(goal or 0 for goal in view.goals) for view in graph[0] if view.terminal}


def guaranteed(graph: Graph) -> tuple[float, float]:
    """What the first of two roles can be sure of, and can be held to, with plain moves."""
    views, edges = graph
    order = backwards(edges)
    assert order is not None, "matches can come back to a state"
    least, most = [0.0] * len(views), [0.0] * len(views)
    for state in order:
        if views[state].terminal:
            least[state] = most[state] = float(views[state].goals[0] or 0)
            continue
        worst: dict[int, float] = {}
        best: dict[int, float] = {}
        for (own, other), child in edges[state]:
            worst[own] = min(worst.get(own, 100), least[child])
            best[other] = max(best.get(other, 0), most[child])
        least[state], most[state] = max(worst.values()), min(best.values())
    return least[0], most[0]


def max_n(graph: Graph) -> tuple[float, ...]:
    """What every role gets when each does its best in its turn."""
    views, edges = graph
    order = backwards(edges)
    assert order is not None, "matches can come back to a state"
    values: list[tuple[float, ...]] = [()] * len(views)
    for state in order:
        view = views[state]
        if view.terminal:
            values[state] = tuple(float(goal or 0) for goal in view.goals)
            continue
        choosing = [role for role, moves in enumerate(view.legal) if len(moves) > 1]
        assert len(choosing) <= 1, "several roles choose at once"
        role = choosing[0] if choosing else 0
        values[state] = max((values[child] for _, child in edges[state]), key=lambda v: v[role])
    return values[0]


WITH_VALUE = [instance for instance in KNOWN if "value" in instance.facts]
SEARCHED = [instance for instance in WITH_VALUE if str(instance) not in TOO_MANY_STATES.split()]


def test_what_is_said_of_instances_is_said_of_some() -> None:
    assert set(HEAVY_BOUNDS.split()) <= set(map(str, BOUNDS))
    assert {*MANY_STATES.split(), *TOO_MANY_STATES.split()} <= set(map(str, WITH_VALUE))


@pytest.mark.parametrize("instance", WITH_VALUE, ids=str)
def test_its_value_is_one_of_every_role(instance: Instance) -> None:
    assert tuple(instance.facts["value"]) == instance.entry.roles
    assert all(0 <= value <= 100 for value in instance.facts["value"].values())


@pytest.mark.parametrize("instance", marked(SEARCHED, MANY_STATES))
def test_its_value_is_what_is_known(instance: Instance) -> None:
    roles = instance.entry.roles
    known = instance.facts["value"]
    graph = explored(game(instance), MOST_STATES)
    assert graph is not None, f"more than {MOST_STATES} states"
    for view in graph[0]:
        assert None not in view.goals or not view.terminal
        assert view.terminal or all(view.legal)
    if len(roles) == 1:
        assert best_reachable(graph) == (known[roles[0]], known[roles[0]])
    elif len(roles) == 2:
        assert sum_of_ends(graph) == {sum(known.values())}
        least, greatest = guaranteed(graph)
        in_turns = all(view.terminal or min(map(len, view.legal)) == 1 for view in graph[0])
        assert least <= known[roles[0]] <= greatest
        assert least == greatest or not in_turns
    else:
        assert max_n(graph) == tuple(known[role] for role in roles)
