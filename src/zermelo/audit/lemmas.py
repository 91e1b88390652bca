"""Lemmas of a strategy: each is proved one step at a time, from those that come before it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from zermelo.audit.subject import State, Subject, require
from zermelo.audit.symmetry import Permutation
from zermelo.audit.theory import Theory, count, now
from zermelo.errors import LimitError, ReadError

MOST_IMAGES = 200_000
Goal = tuple[str, int, int]
"""What can be done (`force` or `hold`), the role, and the value of its goal."""
Moves = tuple[tuple[int, int], ...]
"""Roles and their moves, in ascending order; none at an end."""


class Lemma(NamedTuple):
    """In positions with all of `true` and none of `false`, these moves bring `goal` about."""

    goal: Goal
    moves: Moves
    true: frozenset[int]
    false: frozenset[int]

    def image(self, one: Permutation) -> "Lemma":
        """Return what a symmetry makes of it."""
        can, role, value = self.goal
        return Lemma(
            (can, one.roles[role], value),
            tuple(sorted((one.roles[role], one.moves[role][move]) for role, move in self.moves)),
            frozenset(one.fluents[fluent] for fluent in self.true),
            frozenset(one.fluents[fluent] for fluent in self.false),
        )


def read_goal(subject: Subject, claim: dict[str, Any]) -> Goal:
    """Return what a claim says can be done."""
    if claim["can"] not in ("force", "hold"):
        raise ReadError(f"a role can force or hold a goal, not {claim['can'][:40]!r}")
    return claim["can"], subject.find("role", claim["role"]), claim["goal"]


def read_lemma(subject: Subject, claim: dict[str, Any]) -> Lemma:
    """Return the lemma that a claim is; Refuted if its moves are those of other roles."""
    can, role, value = read_goal(subject, claim)
    moves = {}
    for name, text in claim["moves"].items():
        mover = subject.find("role", name)
        moves[mover] = subject.find(mover, text)
    own = ({role} if can == "force" else set(subject.roles) - {role}) - subject.chance
    require(not moves or moves.keys() == own, "these are not the moves of the roles that act")
    literals = [frozenset(subject.fluents(claim[key])) for key in ("true", "false")]
    return Lemma((can, role, value), tuple(sorted(moves.items())), *literals)


class Proofs:
    """Proves lemmas in their order, with a theory that knows the invariants."""

    def __init__(self, theory: Theory, symmetries: Sequence[Permutation]) -> None:
        """Start with no lemmas; the symmetries are proved, and keep the invariants."""
        self.theory, self.symmetries, self.subject = theory, symmetries, theory.subject
        self.frame = now(self.subject.program)
        self.known: list[Lemma] = []
        self.goals: dict[Goal, int] = {}
        self.questions: dict[tuple[Goal, Moves], int] = {}

    def prove(self, claim: dict[str, Any], base: State) -> None:
        """Raise Refuted unless a lemma follows, or a lemma says what the base can bring about."""
        if claim["claim"] == "forces":
            goal, held = read_goal(self.subject, claim), set(base)
            about = [one for one in self.known if one.true <= held and not one.false & held]
            require(any(one.goal == goal for one in about), "no lemma covers the base")
            return
        lemma = read_lemma(self.subject, claim)
        literals = [(f"t({one})", True) for one in lemma.true]
        literals += [(f"t({one})", False) for one in lemma.false]
        self.theory.ask(("inv", True), (f"w({self.question(lemma)})", True), *literals)
        for image in self.orbit(lemma):
            body = [f"n({one})" for one in image.true] + [f"not n({one})" for one in image.false]
            self.theory.tell(f":- {', '.join([f'u({self.number(image.goal)})', *body])}.")
            self.known.append(image)

    def orbit(self, lemma: Lemma) -> list[Lemma]:
        """Return a lemma and all its images."""
        found, todo = {lemma}, [lemma]
        for one in todo:  # which grows meanwhile
            images = dict.fromkeys(one.image(each) for each in self.symmetries)
            todo += [image for image in images if image not in found]
            found.update(images)
            if len(todo) > MOST_IMAGES:
                raise LimitError(f"a lemma has more than {MOST_IMAGES:,} images")
        return todo

    def number(self, goal: Goal) -> int:
        """Return a number N for a goal, and define: `e(N)` is true of an end that misses it.

        `u(N)` can be true unless a known lemma says that the next position has the goal.
        """
        if goal not in self.goals:
            number = self.goals[goal] = len(self.goals)
            can, role, value = goal
            goals = self.frame.goals[role]
            reached = f"1 <= {count(atom for v, atom in goals.items() if v >= value)}"
            one = f"1 <= {count(goals.values())} <= 1"
            missed = [f"not {reached}", f"not {one}"] if can == "force" else [reached]
            self.theory.tell(f"{{ u({number}) }}.")
            self.theory.tell(*(f"e({number}) :- {self.frame.terminal}, {one}." for one in missed))
        return self.goals[goal]

    def question(self, lemma: Lemma) -> int:
        """Return a number K; `w(K)` is true of positions where the moves may miss the goal."""
        number, over = self.number(lemma.goal), self.frame.terminal
        key = lemma.goal, lemma.moves
        if key not in self.questions:
            asked = self.questions[key] = len(self.questions)
            wrong = [f"e({number})"]
            if lemma.moves:
                legal = self.frame.legal
                wrong += [f"not {over}, not {legal[role][move]}" for role, move in lemma.moves]
                wrong += [f"not {over}, not 1 <= {count(own)}" for own in legal]
                done = [f"d({role},{move})" for role, move in lemma.moves]
                wrong.append(", ".join(["m", *done, f"u({number})"]))
            else:
                wrong.append(f"not {over}")
            self.theory.tell(*(f"w({asked}) :- {body}." for body in wrong))
        return self.questions[key]
