"""Small random games without any sense, and what can be forced in them, by definition.

Positions are numbers and moves are tables: goals differ by role and share out no total, a role may
have no goal at an end, or two, turns do not alternate, positions come again, roles choose at once
or are stuck. Also positions that no match comes to: two numbers hold, or none.
"""

from itertools import product
from random import Random

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State, joints
from zermelo.learn.levels import goals_in
from zermelo.proofs.lemmas import Claim

LEVELS = ([0, 100], [0, 30, 100], [0, 70], [20], [0, 50, 100], [10, 20, 90])


def odd_rules(seed: int) -> str:
    """Return the rules of a random game, in KIF."""
    chance = Random(seed)
    roles = ["x", "o", "z"][: chance.choice([1, 2, 2, 2, 2, 3])]
    places = chance.randint(3, 8)
    ends = [place for place in range(1, places) if chance.random() < 0.4] or [places - 1]
    back, together = chance.random() < 0.4, chance.random() < 0.3
    lines = [f"(role {role})" for role in roles]
    lines += ["(init (at 0))"]
    total = chance.choice([None, 100]) if len(roles) == 2 else None
    levels = [chance.choice(LEVELS) for _ in roles]
    for place in range(places):
        if place in ends:
            lines.append(f"(end {place})")
            lines += pays(chance, roles, place, levels, total)
            continue
        mover = chance.choice(roles)
        counts = [chance.choice([1, 2, 3]) if together or role == mover else 1 for role in roles]
        if chance.random() < 0.03:
            counts[0] = 0
        lines += [
            f"(may {role} {place} m{move})"
            for role, count in zip(roles, counts, strict=True)
            for move in range(count)
        ]
        lowest = 0 if back or place + 1 == places else place + 1
        for moves in product(*map(range, counts)):
            spelled = " ".join(f"m{move}" for move in moves)
            lines.append(f"(arc {place} {spelled} {chance.randint(lowest, places - 1)})")
    variables = " ".join(f"?m{number}" for number in range(len(roles)))
    done = " ".join(f"(does {role} ?m{number})" for number, role in enumerate(roles))
    lines += [
        "(<= (legal ?r ?m) (true (at ?p)) (may ?r ?p ?m))",
        f"(<= (next (at ?q)) (true (at ?p)) (arc ?p {variables} ?q) {done})",
        "(<= terminal (true (at ?p)) (end ?p))",
        "(<= (goal ?r ?v) (true (at ?p)) (pays ?r ?p ?v))",
    ]
    return "\n".join(lines)


def pays(
    chance: Random, roles: list[str], place: int, levels: list[list[int]], total: int | None
) -> list[str]:
    """Return what an end pays each role; rarely nothing, or twice."""
    if total is not None:
        first = chance.choice(levels[0])
        return [f"(pays {roles[0]} {place} {first})", f"(pays {roles[1]} {place} {total - first})"]
    found = []
    for role, own in zip(roles, levels, strict=True):
        times = chance.choice([1] * 12 + [0, 2])
        chosen = sorted({chance.choice(own) for _ in range(times)})
        found += [f"(pays {role} {place} {value})" for value in chosen]
    return found


def odd_positions(game: CompiledGame, seed: int) -> list[State]:
    """Return the initial state, and others that need not be reachable."""
    chance = Random(seed)
    bits = range(len(game.lexicon.fluents))
    return [game.initial, State(sum(1 << bit for bit in bits if chance.random() < 0.5))]


def reachable(game: CompiledGame, start: State) -> list[State]:
    """Return all positions that can be reached."""
    found = [start]
    for state in found:  # which grows meanwhile
        new = dict.fromkeys(game.next(state, joint) for joint in joints(game, state))
        found += [one for one in new if one not in found]
    return found


def forceable(game: CompiledGame, claim: Claim, states: list[State]) -> set[State]:
    """Return where a side can force a claim: by moves after which it can again, until an end."""
    good = {
        state
        for state in states
        if game.terminal(state) and claim.fits(goals_in(game, state, claim.role))
    }
    rest = [role for role in range(len(game.roles)) if role not in claim.side]
    size = -1
    while size != len(good):
        size = len(good)
        for state in states:
            if state in good or game.terminal(state):
                continue
            legal = [game.legal(state, Role(role)) for role in range(len(game.roles))]
            replies = list(product(*(legal[role] for role in rest)))
            for own in product(*(legal[role] for role in claim.side)):
                after = []
                for reply in replies:
                    chosen = dict(zip([*claim.side, *rest], [*own, *reply], strict=True))
                    joint = tuple(chosen[role] for role in range(len(legal)))
                    after.append(game.next(state, joint))
                if after and all(one in good for one in after):
                    good.add(state)
                    break
    return good
