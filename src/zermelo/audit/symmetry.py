"""Symmetries: permutations under which the rules say the same, checked by a copy of the rules."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from zermelo.audit.subject import Subject, require
from zermelo.audit.theory import Effort, Frame, Theory, now

Claim = Mapping[str, Any]


class Permutation(NamedTuple):
    """Where fluents and roles go, and each role's moves: they become moves of its image."""

    fluents: list[int]
    roles: list[int]
    moves: list[list[int]]


def permutation(subject: Subject, claim: Claim) -> Permutation:
    """Return what a claim says; Refuted if it is no permutation, or moves chance."""

    def images(
        names: Sequence[str], moved: Mapping[str, str], kind: int | str, image: int | str
    ) -> list[int]:
        for name in moved:
            subject.find(kind, name)
        found = [subject.find(image, moved.get(name, name)) for name in names]
        require(len(set(found)) == len(found), "two have the same image")
        return found

    program = subject.program
    roles = images(program.roles, claim["role_images"], "role", "role")
    require(all(roles[role] == role for role in subject.chance), "chance changes its place")
    for role in claim["move_images"]:
        subject.find("role", role)
    moves = []
    for role, name in enumerate(program.roles):
        moved = claim["move_images"].get(name, {})
        moves.append(images(program.moves[role], moved, role, roles[role]))
        require(len(moves[role]) == len(program.moves[roles[role]]), "some moves are no image")
    fluents = images(program.fluents, claim["fluent_images"], "fluent", "fluent")
    return Permutation(fluents, roles, moves)


def prove_symmetry(
    subject: Subject, claim: Claim, effort: Effort, invariants: Sequence[Claim]
) -> None:
    """Raise Refuted unless the rules say the same of images, and these keep the invariants."""
    one = permutation(subject, claim)
    bounds = [
        (subject.fluents(each["fluents"]), each["least"], each["most"]) for each in invariants
    ]
    images = {(tuple(sorted(one.fluents[f] for f in group)), *rest) for group, *rest in bounds}
    require(images == set(bounds), "the image of an invariant is no invariant")
    program, here = subject.program, now(subject.program)
    inputs = {int(program.true[image]): f"t({each})" for each, image in enumerate(one.fluents)}
    for role, moves in enumerate(one.moves):
        does = program.does[one.roles[role]]
        inputs |= {int(does[image]): f"d({role},{move})" for move, image in enumerate(moves)}
    there = Frame(program, "c", inputs)
    same = [(here.terminal, there.terminal)]
    same += [(here.next[each], there.next[image]) for each, image in enumerate(one.fluents)]
    for role, image in enumerate(one.roles):
        moved = [there.legal[image][move] for move in one.moves[role]]
        same += zip(here.legal[role], moved, strict=True)
        for value in here.goals[role].keys() | there.goals[image].keys():
            goals = here.goals[role], there.goals[image]
            same.append((goals[0].get(value, "#false"), goals[1].get(value, "#false")))
    with Theory(subject, effort) as theory:
        theory.tell(*there.rules())
        theory.tell(*(f"other :- {ours}, not {theirs}." for ours, theirs in same))
        theory.tell(*(f"other :- not {ours}, {theirs}." for ours, theirs in same))
        theory.ask(("other", True), why="the rules say something else of the image of this")
