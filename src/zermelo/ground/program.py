"""Program: the ground rules of a game as tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.text.ground_term import ground_terms

Ints = NDArray[np.int32]
Port = tuple[Any, ...]
"""An input or output of rules: its kind (`true`, `next`, `does`, ...) and its arguments."""
INPUTS = ("true", "does")
"""Kinds of ports that say something to the rules; by the others, rules say something."""


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """Ground rules over atoms 1, 2, ...; an atom that no rule makes true is false, 0 is no atom.

    The atoms of `true` and `does` are inputs: what holds in a state, and what is done.
    """

    roles: tuple[str, ...]
    fluents: tuple[str, ...]  # in KIF, sorted
    moves: tuple[tuple[str, ...], ...]  # of each role, in KIF, sorted
    initial: tuple[int, ...]  # indices of fluents
    atoms: int
    heads: Ints  # [rules]
    ends: Ints  # [rules] where the body of a rule ends in `body`
    body: Ints  # atoms, negative where negated
    weighted: tuple[tuple[int, int, tuple[tuple[int, int], ...]], ...]  # head, bound, weights
    true: Ints  # [fluents] the atom `true` of a fluent
    next: Ints  # [fluents]
    does: tuple[Ints, ...]  # [role][move]
    legal: tuple[Ints, ...]  # [role][move]
    goals: tuple[tuple[tuple[int, int], ...], ...]  # [role] value and atom
    terminal: int

    def rules(self) -> Iterator[tuple[int, list[int]]]:
        """Every rule as head and body."""
        start, body = 0, self.body.tolist()
        for head, end in zip(self.heads.tolist(), self.ends.tolist(), strict=True):
            yield head, body[start:end]
            start = end

    def ports(self) -> Iterator[tuple[Port, int]]:
        """Every input and output, with its atom."""
        yield ("terminal",), self.terminal
        for fluent, true, after in zip(self.fluents, self.true, self.next, strict=True):
            yield ("true", fluent), int(true)
            yield ("next", fluent), int(after)
        for number, role in enumerate(self.roles):
            inside = self.moves[number], self.does[number], self.legal[number]
            for move, does, legal in zip(*inside, strict=True):
                yield ("does", role, move), int(does)
                yield ("legal", role, move), int(legal)
            yield from ((("goal", role, value), goal) for value, goal in self.goals[number])


def shown_atoms(answer: dict[str, Any]) -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Every atom that has a name: relation, arguments in KIF, number; 0 for a fact."""
    lines = answer["shown"].split("\n") if answer["shown_atoms"].size else []
    for line, atom in zip(lines, answer["shown_atoms"].tolist(), strict=True):
        name, _, inside = line.partition("(")
        if not inside:
            yield name, (), atom
        elif name in ("role", "init", "true", "next"):
            yield name, (inside[:-1],), atom
        else:
            if inside.startswith("("):
                role, argument = (term.text for term in ground_terms(inside[:-1]))
            else:  # nearly always: hundreds of thousands of moves are read so
                role, _, argument = inside[:-1].partition(" ")
            yield name, (role, argument), atom


def assemble(answer: dict[str, Any], roles_in_text: Sequence[str]) -> Program:
    """Return the program that the sandbox answered, roles in the order of the text."""
    shown: dict[str, dict[tuple[str, ...], int]] = {
        name: {}
        for name in ("role", "init", "true", "next", "does", "legal", "goal", "terminal", "sees")
    }
    body, ends = answer["body"], answer["ends"]
    bodies, weights = answer["weighted"], answer["weights"].reshape(-1, 2)
    atoms = 1 + max(
        [
            0,
            int(answer["heads"].max(initial=0)),
            int(abs(body).max(initial=0)),
            int(abs(weights).max(initial=0)) if len(weights) else 0,
            *(head for head, _, _ in bodies),
            int(answer["shown_atoms"].max(initial=0)),
        ]
    )
    # The last atom always holds: facts are shown by clingo without an atom of their own.
    always = atoms
    for name, args, atom in shown_atoms(answer):
        shown[name][args] = atom or always
    roles = tuple(dict.fromkeys(name for name in roles_in_text if (name,) in shown["role"]))
    roles += tuple(sorted(name for (name,) in shown["role"] if name not in roles))
    fluents = tuple(sorted(fluent for (fluent,) in shown["true"]))
    number = {fluent: index for index, fluent in enumerate(fluents)}
    moves = tuple(
        tuple(sorted(move for owner, move in shown["does"] if owner == role)) for role in roles
    )
    weighted, start = [], 0
    for head, bound, size in bodies:
        pairs = tuple((int(atom), int(weight)) for atom, weight in weights[start : start + size])
        weighted.append((head, bound, pairs))
        start += size
    return Program(
        roles=roles,
        fluents=fluents,
        moves=moves,
        initial=tuple(sorted(number[fluent] for (fluent,) in shown["init"])),
        atoms=atoms,
        heads=np.append(answer["heads"], np.int32(always)),
        ends=np.append(ends, np.int32(len(body))),
        body=body,
        weighted=tuple(weighted),
        true=np.array([shown["true"][(fluent,)] for fluent in fluents], np.int32),
        next=np.array([shown["next"].get((fluent,), 0) for fluent in fluents], np.int32),
        does=tuple(
            np.array([shown["does"][role, move] for move in moves[index]], np.int32)
            for index, role in enumerate(roles)
        ),
        legal=tuple(
            np.array([shown["legal"][role, move] for move in moves[index]], np.int32)
            for index, role in enumerate(roles)
        ),
        goals=tuple(
            tuple(
                sorted(
                    (int(value), atom)
                    for (owner, value), atom in shown["goal"].items()
                    if owner == role
                )
            )
            for role in roles
        ),
        terminal=shown["terminal"].get((), 0),
    )
