"""Best-reply search: turns that are skipped, replies of several moves, refusals."""

from collections.abc import Callable
from random import Random

import pytest

from tests.proofs.knowing import sheet
from tests.search.asp_games import written
from tests.search.many.test_paranoid import after, thought
from tests.search.trees import drawn
from zermelo.errors import PlayError, UnsuitedError
from zermelo.evaluate.evaluators.goal import Goal
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.load import compiled_game
from zermelo.search.algorithms.brs import Brs
from zermelo.search.base import Clock, Limits
from zermelo.search.events import Event
from zermelo.search.many import replies
from zermelo.search.many.replies import Replies
from zermelo.search.many.skipping import SampledState, counting_of, fresh, sampled, skips_of
from zermelo.search.many.vector_game import vector_game_of

Games = Callable[[str], CompiledGame]
RARELY_STUCK = """
(role a) (role b) (role c)
(init (turn a)) (init (round 1))
(succ 1 2) (succ 2 3)
{numbers}
(<= (legal ?r (take ?n)) (true (turn ?r)) (number ?n) (not trapped))
(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
(<= trapped (true (took a 7)) (true (took b 7)))
(<= (next (turn b)) (true (turn a)))
(<= (next (turn c)) (true (turn b)))
(<= (next (turn a)) (true (turn c)))
(<= (next (took ?r ?n)) (does ?r (take ?n)))
(<= (next (took ?r ?n)) (true (took ?r ?n)) (not (true (turn c))))
(<= (next (round ?n)) (true (round ?n)) (not (true (turn c))))
(<= (next (round ?n)) (true (round ?m)) (succ ?m ?n) (true (turn c)))
(<= terminal (true (round 3)))
(goal a 50) (goal b 50) (goal c 50)
""".format(numbers=" ".join(f"(number {number})" for number in range(30)))
"""If a and b both take 7, c has no move: too rare to be found by chance."""


def by_definition(game: CompiledGame, state: State, root: Role, depth: int) -> float:
    """The worth for the root in tic-tac-toe for three: its moves, and one reply of all others."""
    if depth == 0 or game.terminal(state):
        return float(game.goals(state)[root] or 0)
    if f"(control {game.roles[root]})" in game.describe(state):
        return max(by_definition(game, child, root, depth - 1) for child in moved(game, state))
    replies = []
    for _ in range(2):
        for child in moved(game, state):
            while not game.terminal(child) and not holds(game, child, root):
                child = passed(game, child)
            replies.append(by_definition(game, child, root, depth - 1))
        state = passed(game, state)
        if holds(game, state, root):
            break
    return min(replies)


def moved(game: CompiledGame, state: State) -> list[State]:
    return [child.state for child in game.children(state)]


def holds(game: CompiledGame, state: State, role: Role) -> bool:
    return f"(control {game.roles[role]})" in game.describe(state)


def passed(game: CompiledGame, state: State) -> State:
    """The next role in control, and nothing else."""
    fluents = list(game.describe(state))
    for role, name in enumerate(game.roles):
        if f"(control {name})" in fluents:
            fluents.remove(f"(control {name})")
            return game.state_of([*fluents, f"(control {game.roles[(role + 1) % 3]})"])
    raise AssertionError


@pytest.mark.parametrize("played", [9, 10, 11])
def test_it_is_its_definition(played: int, game_of: Games) -> None:
    game = game_of("tictactoe_3p")
    state = after(game, played)
    for role in range(3):
        for depth in (1, 2, 3):
            if holds(game, state, Role(role)):
                found = thought(Brs(evaluator=Goal()), game, role, state, Limits(depth=depth))
                assert found.values[role] == by_definition(game, state, Role(role), depth)
                assert not found.proven


def test_of_three_roles_nothing_is_proven_however_deep(game_of: Games) -> None:
    game = game_of("tictactoe_3p")
    state = after(game, 12)
    found = thought(Brs(), game, 0, state, Limits(depth=30))
    assert found.depth >= 2
    assert not found.proven


def test_what_helps_changes_no_value(game_of: Games) -> None:
    game = game_of("tictactoe_3p")
    state = after(game, 8)
    limits = Limits(depth=3)
    plain = Brs(evaluator=Goal(), table=False, killers=False, history=False)
    value = thought(plain, game, 2, state, limits).values[2]
    assert thought(Brs(evaluator=Goal()), game, 2, state, limits).values[2] == value


def test_a_reply_of_several_hops_goes_on(game_of: Games) -> None:
    game = game_of("chinese_checkers:limit=12")
    skips = skips_of(game)
    assert skips.after == (1, 2, 0)
    assert skips.counting  # the moves that were made
    state = game.initial
    names = [game.roles[skips.owner(state)]]
    for _ in range(3):
        state = skips.skipped(state)
        names.append(game.roles[skips.owner(state)])
    assert names == ["red", "green", "blue", "red"]
    assert "(moves 3)" in game.describe(state)
    vector_game = vector_game_of(game, Goal())
    duel = Replies(game, Role(0), Goal().start(game), skips=skips, vector_game=vector_game)
    hopping = hop(game, duel)
    assert hopping & duel.begun
    owner = skips.owner(duel.bare(hopping))
    assert owner != 0
    for joint, child in duel.children(hopping):  # nobody else replies now
        assert joint[owner] in game.legal(duel.bare(hopping), owner)
        assert child & duel.begun or duel.maximising(child) or duel.over(child)


def hop(game: CompiledGame, duel: Replies) -> State:
    """A state in which an opponent is in the middle of a reply."""
    todo = [game.initial]
    for state in todo:
        for _, child in [] if duel.over(state) else duel.children(state):
            if child & duel.begun:
                return child
            todo.append(child)
    raise AssertionError


def test_a_watched_search_tells_states_of_the_game(game_of: Games) -> None:
    game = game_of("chinese_checkers:limit=12")
    events: list[Event] = []
    clock = Clock(Limits(depth=3))
    thinker = Brs(evaluator=Goal()).start(game, Role(0), clock, events.append)
    assert list(thinker(game.initial, clock))
    assert all(event.state < 1 << game.dimensions.fluents for event in events)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("tricks", "not always the same role follows"),
        ("race", "if .* skips a turn, .* may have no move later"),
    ],
)
def test_games_without_anything_like_a_pass_are_refused(
    name: str, why: str, game_of: Games
) -> None:
    with pytest.raises(UnsuitedError, match=f"brs lets all .* {name} has nothing .*: {why}") as no:
        Brs().start(game_of(name), Role(0), Clock())
    assert str(no.value).endswith("paranoid and maxn do without")


def test_a_turn_is_not_skipped_where_a_role_is_stuck() -> None:
    game = compiled_game("trap", sheet(RARELY_STUCK))
    stuck = game.state_of(["(turn c)", "(round 1)", "(took a 7)", "(took b 7)"])
    before = game.state_of(["(turn b)", "(round 1)", "(took a 7)"])
    skips = skips_of(game)
    assert fresh(skips, [[SampledState(before, (stuck,), stuck)]]) == []
    skips.counted.clear()  # what the counters do there has to be found out
    with pytest.raises(PlayError, match=r"c has no legal move: .*\(took a 7\) \(took b 7\)"):
        skips.skipped(stuck)


def test_drawn_trees_of_three_are_refused() -> None:
    game = drawn("roles: a b c\n[(1,2,3),(3,2,1)]")
    with pytest.raises(UnsuitedError, match="no rules say whose turn it is there"):
        Brs().start(game, Role(0), Clock())


def test_two_roles_need_no_skipping() -> None:
    game = drawn("[[3,12,8],[2,4,6],[14,5,2]]")
    found = thought(Brs(), game, 0, game.initial, Limits())
    assert found.values == (3, 97)
    assert found.proven


def test_leaves_are_forgotten_beyond_the_limit(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replies, "MOST_REMEMBERED", 30)
    game = game_of("tictactoe_3p")
    skips, vector_game = skips_of(game), vector_game_of(game, Goal())
    duel = Replies(game, Role(0), Goal().start(game), skips=skips, vector_game=vector_game)
    todo = [game.initial]
    for state in todo[:1]:
        todo += [child for _, child in duel.children(state)]
    for state in todo[1:4]:
        before = len(duel.known)
        children = duel.children(state)
        assert len(duel.known) <= (before if before <= 30 else 0) + len(children)
        assert all(duel.bare(child) in duel.known for _, child in children)


ROUNDS = """
role(a). role(b). role(c). init(turn(a)). init(round(1)). number(1..2).
after(a,b). after(b,c). after(c,a). after(1,2). after(2,3).
legal(R,take(N)) :- true(turn(R)), number(N), not stuck.
legal(R,noop) :- role(R), not true(turn(R)), not also(R).
next(turn(S)) :- true(turn(R)), after(R,S).
next(round(N)) :- true(round(N)), not true(turn(c)).
next(round(M)) :- true(round(N)), true(turn(c)), after(N,M).
next(took(R,N,M)) :- does(R,take(M)), true(round(N)).
next(took(R,N,M)) :- true(took(R,N,M)).
has(R,N) :- true(took(R,N,M)).
all :- has(a,2), has(b,2), has(c,2).
terminal :- true(round(3)).
"""
"""Two rounds of three roles; `stuck` and `also` are for others to say."""


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("goal(R,50) :- role(R), all.", "if . skips a turn, a may have no goal at the end"),
        (
            "goal(R,50) :- role(R). also(b) :- true(turn(c)), true(round(N)), not has(b,N). "
            "legal(b,late(N)) :- also(b), number(N).",
            "if b skips a turn, another than who is next may move",
        ),
    ],
)
def test_games_in_which_a_turn_has_to_be_taken_are_refused(rules: str, why: str) -> None:
    with pytest.raises(UnsuitedError, match=f"rounds has nothing that comes to the same: {why};"):
        skips_of(written(ROUNDS + rules, "rounds"))


def test_a_game_in_which_every_turn_can_be_skipped_is_not_refused() -> None:
    game = written(f"{ROUNDS} goal(R,50) :- role(R).", "rounds")
    assert skips_of(game).after == (1, 2, 0)


def test_random_matches_end_where_a_role_is_stuck() -> None:
    game = written(f"{ROUNDS} goal(R,50) :- role(R). stuck :- true(round(2)).", "rounds")
    assert {len(match) for match in sampled(game, Random(0))} == {3}


def test_turns_that_no_fluent_tells_are_not_skipped() -> None:
    rules = ROUNDS.replace("true(turn(R)), number(N)", "of(R), number(N)")
    rules = rules.replace("not true(turn(R)), not also(R)", "not of(R)")
    rules = rules.replace("true(turn(c))", "of(c)").replace("init(turn(a)).", "")
    rules += "init(step(1)). next(step(M)) :- true(step(N)), later(N,M). later(N,N+1) :- N=1..6. "
    rules += "of(a) :- true(step(1)). of(b) :- true(step(2)). of(c) :- true(step(3)). "
    rules += "of(a) :- true(step(4)). of(b) :- true(step(5)). of(c) :- true(step(6)). "
    with pytest.raises(UnsuitedError, match="no fluents say whose turn it is"):
        skips_of(written(f"{rules} goal(R,50) :- role(R).", "rounds"))


def test_what_counts_goes_the_same_way_from_the_same_number() -> None:
    """Fluent 0 goes on and off by itself; fluents 1 and 2 do not go the same way each time."""
    clock, other, more = 0b001, 0b010, 0b100
    ticks = [
        SampledState(State(0), (State(clock),), State(clock)),
        SampledState(State(clock), (State(0),), State(0)),
    ]
    assert counting_of([ticks], marks=0) == clock
    odd = SampledState(State(more), (State(other | more),), State(other | more))
    even = SampledState(State(0), (State(0),), State(0))
    assert counting_of([[odd, even]], marks=0) == 0
