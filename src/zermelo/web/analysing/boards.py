"""Counter-examples and symmetries -> two boards, and what leads from one to the other."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Finding, Joint, Role, State
from zermelo.proofs.latches import Latch, Latches, LatchVerdict
from zermelo.proofs.sample import Refutation
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.proofs.symmetry.words import words
from zermelo.web.scene.facts import TURN
from zermelo.web.scene.scene import stage_of

LATCHES = 12
"""Fluents of which it is shown that they are no latches."""
ALIKE = 2
"""Of these, how many have the same name and direction."""
GENERATORS = 6
TRIES = 60
"""Positions that are tried until one is found that a symmetry changes."""


def step_object(game: CompiledGame, step: Refutation) -> dict[str, Any]:
    """Return a step as two boards and the moves between them."""
    return {
        "before": scene(game, step.before),
        "after": scene(game, step.after, step.before),
        "moves": moves_object(game, step.before, step.joint),
        "reachable": step.reachable,
        "address": None if step.line is None else address(game, (*step.line, step.joint)),
        "note": note(game, step),
    }


def scene(game: CompiledGame, state: State, before: State | None = None) -> dict[str, Any]:
    """Return how a position is drawn, and who is to move."""
    held = game.lexicon.holding(state)
    told = [term for term in held if term.args and term.name in ("control", "turn")]
    return stage_of(game).scene(state, before) | {
        "turn": " ".join(told[0].parts[1:]) if len(told) == 1 else ""
    }


def moves_object(game: CompiledGame, state: State, joint: Joint) -> list[dict[str, str]]:
    """Return what is worth telling of a joint move: of those who have a choice."""
    every = [(Role(role), move) for role, move in enumerate(joint)]
    free = [(role, move) for role, move in every if len(game.legal(state, role)) > 1]
    return [
        {"role": game.roles[role], "move": game.spell(role, move)} for role, move in free or every
    ]


def note(game: CompiledGame, step: Refutation) -> str:
    """Return how matches come to a position, if they do."""
    if step.line is None:
        return "made up by the solver: matches may never come there"
    if not step.line:
        return "in the initial position"
    return f"after {len(step.line)} move{'s' if len(step.line) > 1 else ''} of a random match"


def address(game: CompiledGame, line: Iterable[Joint]) -> str:
    """Return joint moves as `--moves` takes them."""
    return "; ".join(
        " ".join(game.spell(Role(role), move) for role, move in enumerate(joint)) for joint in line
    )


def no_latches(game: CompiledGame, latches: Latches) -> list[dict[str, Any]]:
    """Return some fluents that are no latches, each with the step that shows it."""
    # That turns change hands goes without saying.
    terms = game.lexicon.fluent_terms
    known = [
        one
        for one in latches.claims
        if one.example is not None and terms[one.fluent].name not in TURN
    ]
    known.sort(key=lambda one: one.verdict is not LatchVerdict.REFUTED)
    seen: dict[tuple[str, bool], int] = {}
    found: list[dict[str, Any]] = []
    for one in known:
        kind = terms[one.fluent].name, one.positive
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= ALIKE and len(found) < LATCHES:
            found.append(latch_object(game, one))
    return found


def latch_object(game: CompiledGame, latch: Latch) -> dict[str, Any]:
    """Return what is known of a claim that a fluent is a latch, with a step where it is not."""
    stay, stays = ("stay true", "stays true") if latch.positive else ("stay false", "stays false")
    verb = (
        f"does not {stay}" if latch.verdict is LatchVerdict.REFUTED else f"is not proved to {stay}"
    )
    return {
        "text": f"{latch.text} {f'{stays} (proved)' if latch.proved else verb}",
        "verdict": latch.verdict.value,
        "step": None if latch.example is None else step_object(game, latch.example),
    }


def refuting(game: CompiledGame, finding: Finding) -> dict[str, Any] | None:
    """Return the last step of the line that refutes a trait; None if the start itself does."""
    line = [
        tuple(game.read(Role(role), text) for role, text in enumerate(joint))
        for joint in finding.example
    ]
    if not line:
        return None
    before = state = game.initial
    for joint in line:
        before, state = state, game.next(state, joint)
    return step_object(game, Refutation(before, line[-1], state, tuple(line[:-1])))


def images(game: CompiledGame, generators: Sequence[Symmetry]) -> list[dict[str, Any]]:
    """Return symmetries in words, each with a position and what becomes of it."""
    assert game.program is not None
    some = positions(game)
    found = []
    for one in generators[:GENERATORS]:
        state = next((each for each in some if one.state(each) != each), game.initial)
        found.append(
            {
                "text": words(game.lexicon, one),
                "before": scene(game, state),
                "after": scene(game, one.state(state)),
            }
        )
    return found


def positions(game: CompiledGame) -> list[State]:
    """Return positions from the middle of random matches, the same ones every time."""
    random = Random(5)
    found: list[State] = []
    while len(found) < TRIES:
        states = [game.initial]
        while len(states) < TRIES and not game.terminal(states[-1]):
            legal: Mapping[int, Sequence[Any]] = {
                role: game.legal(states[-1], Role(role)) for role in range(len(game.roles))
            }
            if not all(legal.values()):
                break
            joint = tuple(random.choice(moves) for moves in legal.values())
            states.append(game.next(states[-1], joint))
        found.append(states[len(states) // 2])
    return found
