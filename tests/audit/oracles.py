"""What claims are worth, found out without the checker: by walking through all reachable positions.

For analyses and strategies, an oracle says whether a claim is false of a position that can be
reached. For solutions, it says whether the rows are in order, by the fast engine.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from typing import Any

from zermelo.game.compiled_game import CompiledGame, StateView
from zermelo.game.game import Joint, Move, Role, State
from zermelo.rules.information import RANDOM
from zermelo.search.solve.reference import solved_plainly
from zermelo.search.solve.solution import Worth

Json = dict[str, Any]


@dataclass(frozen=True)
class World:
    """A game and its reachable positions."""

    game: CompiledGame
    start: State

    @cached_property
    def steps(self) -> dict[State, dict[Joint, State]]:
        """Every reachable position, with what follows each joint move."""
        found: dict[State, dict[Joint, State]] = {}
        todo = [self.start]
        while todo:
            state = todo.pop()
            if state not in found:
                found[state] = {child.joint: child.state for child in self.game.children(state)}
                todo += found[state].values()
        return found

    @cached_property
    def views(self) -> dict[State, StateView]:
        """What the engine says of each."""
        return {state: self.game.view(state) for state in self.steps}

    @cached_property
    def moves(self) -> list[tuple[State, State]]:
        """Every step, before and after."""
        return [(one, two) for one, after in self.steps.items() for two in set(after.values())]

    @cached_property
    def ends(self) -> list[State]:
        """Every position in which the match is over."""
        return [state for state, view in self.views.items() if view.terminal]

    @cached_property
    def worths(self) -> dict[State, Worth]:
        """The exact value of each position, by the solver that is obviously right."""
        return solved_plainly(self.game, self.start)

    @cached_property
    def bits(self) -> dict[str, int]:
        """The bit of each fluent."""
        return {fluent: bit for bit, fluent in enumerate(self.game.lexicon.fluents)}

    def holds(self, state: State, fluent: str) -> bool:
        """Whether a fluent holds."""
        return bool(state >> self.bits[fluent] & 1)

    def number(self, state: State, fluents: list[str]) -> int:
        """How many of some fluents hold."""
        return sum(self.holds(state, fluent) for fluent in fluents)


def is_true_analysis(world: World, claims: list[Json]) -> bool:
    """Whether no reachable position contradicts a claim."""
    return all(is_true(world, claim) for claim in claims)


def is_true(world: World, claim: Json) -> bool:
    """Whether no reachable position contradicts a claim of an analysis."""
    game, holds = world.game, world.holds
    goals = {
        state: dict(zip(game.roles, world.views[state].goals, strict=True)) for state in world.ends
    }
    going = [view for view in world.views.values() if not view.terminal]

    def on(state: State) -> bool:
        return claim["fluent"] is None or holds(state, claim["fluent"]) == claim["holds"]

    match claim["claim"]:
        case "invariant":
            numbers = [world.number(state, claim["fluents"]) for state in world.steps]
            return all(claim["least"] <= number <= claim["most"] for number in numbers)
        case "latch":
            return all(on(two) for one, two in world.moves if on(one))
        case "last":
            return not any(on(one) for one, _ in world.moves)
        case "inhibitor":
            return all(
                on(two) and not any(holds(two, f) and not holds(one, f) for f in claim["fluents"])
                for one, two in world.moves
                if on(one)
            )
        case "dead_goal":
            stays = all(on(two) for one, two in world.moves if on(one))
            dead = (goals[end][claim["role"]] != claim["goal"] for end in world.ends if on(end))
            return (
                stays and all(dead) and claim["goal"] in set(game.dimensions.goal_values.tolist())
            )
        case "chain":
            return is_true_chain(world, claim)
        case "turn_taking":
            return all(sum(len(own) > 1 for own in view.legal) < 2 for view in going)
        case "playable":
            return all(all(view.legal) for view in going)
        case "alternating":
            return all(alternates(world, one, two) for one, two in world.moves)
        case "constant_sum":
            shared = [[of[role] for role in claim["roles"]] for of in goals.values()]
            sums = [None if None in of else sum(goal or 0 for goal in of) for of in shared]
            return all(total == claim["total"] for total in sums)
        case "goal_bounds":
            bounded = [of[claim["role"]] for of in goals.values()]
            return all(
                claim["low"] <= goal <= claim["high"] for goal in bounded if goal is not None
            )
        case "goal_sum":
            return all(sum(g or 0 for g in of.values()) <= claim["most"] for of in goals.values())
        case "terminating":
            return is_true_terminating(world, claim)
        case "symmetry":
            return is_true_symmetry(world, claim)
    raise AssertionError(claim["claim"])


def alternates(world: World, one: State, two: State) -> bool:
    """Whether nobody chooses twice in a row, or together with another role."""
    before, after = world.views[one], world.views[two]
    choosing = [role for role, own in enumerate(before.legal) if len(own) > 1]
    again = not after.terminal and any(len(after.legal[role]) > 1 for role in choosing)
    return len(choosing) < 2 and not again


def is_true_chain(world: World, claim: Json) -> bool:
    """Whether a chain goes on as it says, step by step."""
    chain, then, holds = claim["fluents"], claim["then"], world.holds
    if not chain or not holds(world.start, chain[0]):
        return False
    following = dict(pairwise(chain))
    if isinstance(then, int):
        if not 0 <= then < len(chain):
            return False
        following[chain[-1]] = chain[then]
    elif any(holds(one, chain[-1]) for one, _ in world.moves):
        return False
    elif then == "over":
        if any(holds(s, chain[-1]) and not world.views[s].terminal for s in world.steps):
            return False
    elif then != "stuck":
        return False
    # A fluent that is in the chain twice must be followed by both.
    pairs = [*pairwise(chain), *following.items()]
    return all(holds(two, b) for one, two in world.moves for a, b in pairs if holds(one, a))


def is_true_terminating(world: World, claim: Json) -> bool:
    """Whether ranks fall as they should, and `most` is the sum of the largest."""

    def place(state: State, group: Json) -> int:
        held = [n for n, fluent in enumerate(group["fluents"]) if world.holds(state, fluent)]
        return held[0] if held else len(group["fluents"])

    for group in claim["groups"]:
        if len(group["ranks"]) != len(group["fluents"]) + 1 or min(group["ranks"]) < 0:
            return False
        if any(world.number(state, group["fluents"]) > 1 for state in world.steps):
            return False
    for one, two in world.moves:
        places = [(place(one, group), place(two, group), group) for group in claim["groups"]]
        if all(a == b for a, b, _ in places):
            return False
        if any(a != b and group["ranks"][b] >= group["ranks"][a] for a, b, group in places):
            return False
    stuck = any(not v.terminal and not all(v.legal) for v in world.views.values())
    return not stuck and claim["most"] == sum(max(group["ranks"]) for group in claim["groups"])


def is_true_symmetry(world: World, claim: Json) -> bool:
    """Whether the engine says the same of the image of every reachable position."""
    game, lexicon = world.game, world.game.lexicon
    fluents = [claim["fluent_images"].get(name, name) for name in lexicon.fluents]
    roles = [claim["role_images"].get(name, name) for name in lexicon.roles]
    if sorted(fluents) != sorted(lexicon.fluents) or sorted(roles) != sorted(lexicon.roles):
        return False
    to = [lexicon.fluents.index(name) for name in fluents]
    role_to = [lexicon.roles.index(name) for name in roles]
    if any(a.lower() == RANDOM and a != b for a, b in zip(lexicon.roles, roles, strict=True)):
        return False
    moves = []
    for role, names in enumerate(lexicon.moves):
        moved = claim["move_images"].get(lexicon.roles[role], {})
        images = [moved.get(name, name) for name in names]
        if sorted(images) != sorted(lexicon.moves[role_to[role]]):
            return False
        moves.append([lexicon.moves[role_to[role]].index(name) for name in images])

    def image(state: State) -> State:
        return State(sum(1 << to[bit] for bit in range(len(to)) if state >> bit & 1))

    for state, view in world.views.items():
        other = game.view(image(state))
        if other.terminal != view.terminal:
            return False
        for role in range(len(roles)):
            legal = {moves[role][move] for move in view.legal[role]}
            if legal != set(other.legal[role_to[role]]):
                return False
            if view.goals[role] != other.goals[role_to[role]]:
                return False
        for joint, after in world.steps[state].items():
            there = list(joint)
            for role, move in enumerate(joint):
                there[role_to[role]] = Move(moves[role][move])
            if game.next(image(state), tuple(there)) != image(after):
                return False
    return True


def is_true_strategy(world: World, claims: list[Json]) -> bool:
    """Whether no reachable position contradicts a claim, by the exact values of all of them."""
    return all(is_true_lemma(world, claim) for claim in claims)


def is_true_lemma(world: World, claim: Json) -> bool:
    """Whether no reachable position contradicts a claim of a strategy."""
    if claim["claim"] in ("invariant", "symmetry"):
        return is_true(world, claim)
    if claim["claim"] == "single_goals":
        return all(None not in world.views[end].goals for end in world.ends)
    game = world.game
    role = game.roles.index(claim["role"])

    def has(state: State) -> bool:
        worth = world.worths[state]
        assert worth.values is not None, "every match ends"
        reached, forces = worth.values[role] >= claim["goal"], claim["can"] == "force"
        return bool(reached == forces)

    if claim["claim"] == "forces":
        return has(world.start)
    own = (
        [role]
        if claim["can"] == "force"
        else [one for one in range(len(game.roles)) if one != role]
    )
    made = {game.roles.index(name): move for name, move in claim["moves"].items()}
    if made and sorted(made) != own:
        return False
    for state, view in world.views.items():
        held = all(world.holds(state, fluent) for fluent in claim["true"])
        if not held or any(world.holds(state, fluent) for fluent in claim["false"]):
            continue
        if not has(state) or (not made and not view.terminal):
            return False
        spelled = {
            joint: [game.spell(Role(one), joint[one]) for one in made]
            for joint in world.steps[state]
        }
        replies = [joint for joint, texts in spelled.items() if texts == list(made.values())]
        if not view.terminal and not (replies and all(has(world.steps[state][j]) for j in replies)):
            return False
    return True


def is_supported_solution(world: World, claims: list[Json]) -> bool:
    """Whether every row of a solution is in order, and its values follow from the rows."""
    proved: list[Json] = []
    for claim in claims:
        check = {"guarantee": guarantees, "shortest": is_shortest, "value": is_value}
        if not check[claim["claim"]](world, claim, proved):
            return False
        proved.append(claim)
    return True


def rows_of(world: World, claim: Json, key: str) -> dict[State, list[Any]] | None:
    """Return the rows by position; None if there are two for one, or none for the start."""
    rows: dict[State, list[Any]] = {}
    for position, *rest in claim[key]:
        fluents = {claim["fluents"][index] for index in position}
        state = State(sum(1 << world.bits[fluent] for fluent in fluents))
        if state in rows:
            return None
        rows[state] = rest
    return rows if world.start in rows else None


def guarantees(world: World, claim: Json, _: list[Json]) -> bool:
    """Whether the moves of a side lead from row to row, and to ends that are as claimed."""
    game, endless = world.game, claim["endless"]
    rows = rows_of(world, claim, "rows")
    side = [game.roles.index(role) for role in claim["side"]]
    if rows is None or any(game.roles[role].lower() == RANDOM for role in side):
        return False
    if endless is not None and not all(
        role in endless and low <= endless[role] <= high
        for role, (low, high) in claim["goals"].items()
    ):
        return False
    for state, (moves, rank) in rows.items():
        view = game.view(state)
        if (rank is None) != (endless is not None):
            return False
        if view.terminal:
            goals = dict(zip(game.roles, view.goals, strict=True))
            if moves is not None or any(
                goals[role] is None or not low <= (goals[role] or 0) <= high
                for role, (low, high) in claim["goals"].items()
            ):
                return False
            continue
        if len(moves or ()) != len(side):
            return False
        legal = [list(own) for own in view.legal]
        for role, text in zip(side, moves or (), strict=True):
            legal[role] = [m for m in legal[role] if game.spell(Role(role), m) == text]
        following = [game.next(state, joint) for joint in product(*legal)]
        if not following or any(after not in rows for after in following):
            return False
        if rank is not None and any(rows[after][1] >= rank for after in following):
            return False
    return True


def is_shortest(world: World, claim: Json, _: list[Json]) -> bool:
    """Whether bounds fall by at most 1, and no end with the goal has one above 0."""
    game = world.game
    rows = rows_of(world, claim, "bounds")
    if rows is None or rows[world.start] != [claim["length"]]:
        return False
    role = game.roles.index(claim["role"])
    for state, (bound,) in rows.items():
        if bound <= 0:
            continue
        view = game.view(state)
        if view.terminal and (view.goals[role] or 0) >= claim["goal"]:
            return False
        following = {child.state for child in game.children(state)}
        if any(rows.get(after, [0])[0] < bound - 1 for after in following):
            return False
    return True


def is_value(world: World, claim: Json, proved: list[Json]) -> bool:
    """Whether guarantees show each role's value from both sides."""
    roles = [role for role in world.game.roles if role.lower() != RANDOM]
    if sorted(claim["values"]) != sorted(roles):
        return False
    for role, value in claim["values"].items():
        shown: Mapping[int, set[int]] = {0: set(), 1: set()}
        for one in proved:
            if one["claim"] == "guarantee" and role in one["goals"]:
                if one["endless"] in (None, claim["endless"]):
                    if one["side"] == [role]:
                        shown[0].add(one["goals"][role][0])
                    if sorted(one["side"]) == sorted(set(roles) - {role}):
                        shown[1].add(one["goals"][role][1])
        if len(roles) == 1:
            shown[1].add(max(world.game.dimensions.goal_values.tolist()))
        if value not in shown[0] or value not in shown[1]:
            return False
    return True
