"""The two-step theory says of every state and joint move what the slow, obvious game says."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from zermelo.game.compile import compiled
from zermelo.game.game import Joint, Move, Role, State
from zermelo.game.ground_game import GroundGame
from zermelo.game.load import read_rules
from zermelo.ground.program import Program
from zermelo.process.frames import pack, unpack
from zermelo.proofs.budget import Budget, OutOfStepsError, TimeUpError
from zermelo.proofs.tables import tables
from zermelo.proofs.theory import StepTheory
from zermelo.text.kif import read
from zermelo.text.source import Source

GAMES = """
buttons_and_lights tictactoe monty_hall kuhn_poker reversi:size=4 hex:size=3 atari_go:size=3
missionaries_and_cannibals bidding_tictactoe:chips=1 goofspiel
""".split()


def soon() -> Budget:
    return Budget(10**9)


def theory_of(program: Program, *outputs: str) -> StepTheory:
    """A theory of what the sandbox would get, laid in this process."""
    message = unpack(pack(tables(program)))
    return StepTheory(message, outputs) if outputs else StepTheory(message)


def game_of(name: str) -> GroundGame:
    return GroundGame(name, compiled(read_rules(name)).program)


def exactly(atoms: tuple[int, ...], state: State) -> list[int]:
    """The literals that say which state it is."""
    return [atom if state >> index & 1 else -atom for index, atom in enumerate(atoms)]


def state_of(fluents: tuple[int, ...]) -> State:
    return State(sum(1 << fluent for fluent in fluents))


def states(game: GroundGame, seed: int = 0) -> Iterator[State]:
    """States of a random match, and as many that are mere sets of fluents."""
    chance = random.Random(seed)
    state = game.initial
    for _ in range(12):
        yield state
        yield State(chance.getrandbits(len(game.program.fluents)))
        if game.terminal(state):
            return
        legal = [game.legal(state, Role(role)) for role in range(len(game.roles))]
        state = game.next(state, tuple(chance.choice(moves) for moves in legal))


def joints(game: GroundGame, chance: random.Random) -> list[Joint]:
    """Some joint moves, legal or not."""
    every = list(product(*(map(Move, range(len(moves))) for moves in game.program.moves)))
    return chance.sample(every, min(6, len(every)))


@pytest.mark.parametrize("name", GAMES)
def test_a_step_is_the_step_of_the_game(name: str) -> None:
    game = game_of(name)
    theory = theory_of(game.program)
    chance = random.Random(name)
    for state in states(game):
        assumed = exactly(theory.now.true, state)
        for joint in joints(game, chance):
            done = [theory.now.does[role][move] for role, move in enumerate(joint)]
            allowed = not game.terminal(state) and all(
                move in game.legal(state, Role(role)) for role, move in enumerate(joint)
            )
            step = theory.ask([*assumed, *done], soon())
            assert (step is not None) == allowed
            if step:
                assert state_of(step.before) == state
                assert step.joint == joint
                assert state_of(step.after) == game.next(state, joint)


@pytest.mark.parametrize("name", GAMES)
def test_any_step_that_is_found_is_one_of_the_game(name: str) -> None:
    game = game_of(name)
    theory = theory_of(game.program)
    for fluent in theory.now.next:
        step = theory.ask([fluent], soon())
        if step:
            state, joint = state_of(step.before), tuple(map(Move, step.joint))
            assert not game.terminal(state)
            assert all(move in game.legal(state, Role(role)) for role, move in enumerate(joint))
            assert state_of(step.after) == game.next(state, joint)


@pytest.mark.parametrize("name", GAMES)
def test_what_holds_at_time_2_is_what_holds_in_the_next_state(name: str) -> None:
    game = game_of(name)
    theory = theory_of(game.program)
    later = theory.lay(theory.now.next)
    for state in states(game):
        step = theory.ask(exactly(theory.now.true, state), soon())
        if step is None:
            continue
        done = [theory.now.does[role][move] for role, move in enumerate(step.joint)]
        assumed = [*exactly(theory.now.true, state), *done]
        after = state_of(step.after)
        views = [(later.terminal, game.terminal(after))]
        for role, atoms in enumerate(later.legal):
            legal = game.legal(after, Role(role))
            views += [(atom, move in legal) for move, atom in enumerate(atoms)]
        for literal, holds in random.Random(0).sample(views, min(8, len(views))):
            assert (theory.ask([*assumed, literal], soon()) is not None) == holds


@pytest.mark.parametrize("name", ["tictactoe", "reversi:size=4", "hex:size=3"])
def test_goals_of_any_state_need_no_move(name: str) -> None:
    game = game_of(name)
    theory = theory_of(game.program, "goals", "terminal", "legal")
    for state in states(game):
        assumed = exactly(theory.now.true, state)
        for goals, value in zip(theory.now.goals, game.goals(state), strict=True):
            found = [
                number
                for number, atom in goals
                if theory.ask([*assumed, atom], soon(), moving=False)
            ]
            assert found == [value] or (value is None and len(found) != 1)
        ended = theory.ask([*assumed, theory.now.terminal], soon(), moving=False)
        assert (ended is not None) == game.terminal(state)
        assert ended is None or ended.joint == ()


def test_numbers_of_true_literals_can_be_held_between_bounds() -> None:
    theory = theory_of(game_of("buttons_and_lights").program)
    three = theory.now.true[:3]
    for least, most in product(range(4), range(4)):
        wrong = theory.outside(three, least, most)
        for inside in range(4):
            assumed = [atom if index < inside else -atom for index, atom in enumerate(three)]
            step = theory.ask([*assumed, wrong], soon(), moving=False)
            assert (step is None) == (least <= inside <= most)


def test_what_is_told_between_questions_counts_from_then_on() -> None:
    program = game_of("buttons_and_lights").program
    theory = theory_of(program)
    p, q = (theory.now.true[program.fluents.index(name)] for name in "pq")
    both = theory.choice()
    either = theory.any_of([p, q])
    assert theory.ask([p, -q, either], soon()) is not None
    theory.forbid([both, -p])
    theory.forbid([both, -q])
    assert theory.ask([both, -q], soon()) is None
    assert theory.ask([both, q], soon()) is not None
    assert theory.ask([p, -q], soon()) is not None
    assert theory.ask([-p, -q, either], soon()) is None


def pigeons() -> StepTheory:
    """Twelve pigeons in eleven holes: hard without counting."""
    theory = theory_of(game_of("buttons_and_lights").program)
    holes = [[theory.choice() for _ in range(11)] for _ in range(12)]
    for pigeon in holes:
        theory.forbid([-place for place in pigeon])
    for hole in zip(*holes, strict=True):
        for index, one in enumerate(hole):
            for other in hole[:index]:
                theory.forbid([one, other])
    return theory


def test_a_question_ends_at_its_deadline() -> None:
    with pytest.raises(TimeUpError):
        pigeons().ask([], Budget.within(10**12, 0.3))


def test_a_question_that_is_cut_is_no_proof_and_ends_at_the_same_conflict() -> None:
    left = []
    for _ in range(2):
        budget = Budget(200_000)
        with pytest.raises(OutOfStepsError):
            pigeons().ask([], budget)
        left.append(budget.steps)
    assert left[0] == left[1] <= 0


def test_a_budget_that_is_spent_asks_nothing() -> None:
    theory = theory_of(game_of("buttons_and_lights").program)
    with pytest.raises(OutOfStepsError):
        theory.ask([theory.never], Budget(0))
    whole = Budget(10**6)
    assert theory.ask([theory.never], whole.share(0.5)) is None
    assert 10**6 - 10_000 < whole.steps < 10**6


def test_a_role_without_moves_makes_no_step() -> None:
    text = """
    (role a) (role b) (init p) (<= (next p) (true p)) (<= terminal (not (true p)))
    (<= (legal a go) (true p)) (<= (legal b wait) (true q)) (<= (next q) (true q) (true p))
    (goal a 0) (goal b 0)
    """
    game = GroundGame("stuck", compiled(read(Source("stuck", text)), keep=False).program)
    theory = theory_of(game.program)
    assert theory.ask([], soon()) is None
    anything = theory.ask([], soon(), moving=False)
    assert anything is not None
    assert anything.joint == ()
