"""Why a match ended as it did: the rules of `terminal` and `goal` that hold, and what they rest on.

The rules behind the end are asked once more, of the last state alone: clingo tells every instance
that holds there, with its names. Of these the shortest proof is taken, down to the fluents: the
three marks of a line, the stones of a chain. Where a relation rests on what does not hold alone,
the ground rules are followed instead, which have no names.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from zermelo.errors import LimitError, UnsuitedError
from zermelo.evaluate.fuzzy.build import ROOTS, behind
from zermelo.evaluate.fuzzy.instances import as_term
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.ground.encode import Encoder
from zermelo.play.support import support
from zermelo.process.child import ChildError
from zermelo.process.limits import Allowance
from zermelo.process.sandbox import call
from zermelo.rules.dependencies import signature, state_dependent
from zermelo.rules.rewrite import Clause, Literal, clauses
from zermelo.strategies.wording import listed, plain, wording
from zermelo.text.ground_term import ground_term, ground_terms
from zermelo.text.tree import Atom, Rule

ALLOWANCE = Allowance(seconds=10.0, megabytes=1024)
MOST_INSTANCES = 100_000
"""Instances that hold in one state; of more, nothing is said."""
NAMED = 14
"""Fluents that are put into words."""
MARKED = 24
"""Fluents that something rests on by what does not hold; more are nothing to look at."""
FIRED = "fired "
"""No sheet can write a name with a blank."""


@dataclass(frozen=True, slots=True)
class RuleInstance:
    """An instance of a rule that holds in a state."""

    head: str
    holds: tuple[str, ...]  # atoms of the body that depend on the state, in KIF
    fails: tuple[str, ...]  # those that must not hold
    rule: Rule


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an atom holds: the rule, what stands in its body, and the fluents below all of it."""

    atom: str
    rule: str  # as written
    said: str  # for people
    fluents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a match is over, and why each role has got what it has."""

    terminal: Reason | None
    goals: tuple[Reason | None, ...]


def ending(game: CompiledGame, state: State) -> Ending:
    """Return why a match that ended in a state did, and with these goals.

    Raises:
        UnsuitedError: the game is not known by its rules.
        LimitError: to find out takes too long.
    """
    if game.sheet is None:
        raise UnsuitedError(f"{game.name} has no rules that could be told")
    proofs = shortest(holding(game.sheet.rules, game.describe(state)))
    numbers = goal_atoms(game, state)
    found = [
        reason(game, state, f"(goal {role} {goal})", numbers[place], proofs)
        for place, (role, goal) in enumerate(
            zip(game.roles, written(game, state, proofs), strict=True)
        )
    ]
    end = 0 if game.program is None else game.program.terminal
    return Ending(reason(game, state, "terminal", end, proofs), tuple(found))


def goal_atoms(game: CompiledGame, state: State) -> list[int]:
    """Return the atom of each role's goal in the ground rules; 0 where there is none."""
    goals = game.goals(state)
    if game.program is None:
        return [0] * len(goals)
    return [
        next((atom for value, atom in known if value == goal), 0)
        for known, goal in zip(game.program.goals, goals, strict=True)
    ]


def written(game: CompiledGame, state: State, proofs: Mapping[str, RuleInstance]) -> list[str]:
    """Return the goal of each role as the rules write it: -1, 0, 1 may stand for 0, 50, 100."""
    found = []
    for number, role in enumerate(game.roles):
        heads = [head for head in proofs if head.startswith(f"(goal {role} ")]
        texts = [ground_term(head).args[1].text for head in heads]
        goal = str(game.goals(state)[Role(number)])
        found.append(goal if goal in texts or not texts else texts[0])
    return found


def holding(rules: Sequence[Rule], fluents: Sequence[str]) -> list[RuleInstance]:
    """Return all instances of rules behind the end that hold where exactly `fluents` do."""
    used = behind(rules)
    dynamic = state_dependent(used) | ROOTS
    encoder = Encoder()
    lines: list[str] = []
    asked: list[tuple[Rule, list[bool]]] = []
    for clause in clauses(used):
        lines.append(encoder.clause(clause))
        if signature(clause.head) in dynamic:
            atoms = [
                literal
                for literal in clause.body
                if isinstance(literal.atom, Atom) and signature(literal.atom) in dynamic
            ]
            lines.append(encoder.clause(shown(clause, atoms, len(asked))))
            asked.append((clause.rule, [literal.positive for literal in atoms]))
    lines += [f"true({encoder.term(ground_term(fluent).tree, {})})." for fluent in fluents]
    codes = {code: key for key, code in encoder.relations.items() if key[0].startswith(FIRED)}
    lines += ["#show.", *(f"#show {code}/{arity}." for code, (_, arity) in codes.items())]
    message = {"program": "\n".join(lines), "names": encoder.table()}
    try:
        answer = call("zermelo.ground.clingo:ground", message, ALLOWANCE)
    except ChildError as error:
        raise LimitError(f"why it ended takes too long to find out: {error}") from None
    if answer["shown_atoms"].size > MOST_INSTANCES:
        raise LimitError("too much holds at the end to be told")
    steps = []
    for line in answer["shown"].split("\n") if answer["shown_atoms"].size else ():
        code, _, inside = line.partition("(")
        rule, signs = asked[int(codes[code][0].removeprefix(FIRED))]
        head, *atoms_there = (term.text for term in ground_terms(inside[:-1]))
        pairs = list(zip(signs, atoms_there, strict=True))
        holds = tuple(atom for positive, atom in pairs if positive)
        steps.append(
            RuleInstance(head, holds, tuple(atom for positive, atom in pairs if not positive), rule)
        )
    return steps


def shown(clause: Clause, atoms: Sequence[Literal], number: int) -> Clause:
    """Return a clause that tells head and body of every instance of another one."""
    terms = [as_term(literal.atom) for literal in atoms if isinstance(literal.atom, Atom)]
    head = Atom(f"{FIRED}{number}", (as_term(clause.head), *terms))
    return Clause(head, clause.body, clause.rule)


def shortest(steps: Sequence[RuleInstance]) -> dict[str, RuleInstance]:
    """Return for every atom the instance with the shortest proof; none leads back to itself."""
    cost: dict[str, int] = {}
    best: dict[str, RuleInstance] = {}
    waiting = list(steps)
    changed = True
    while changed:
        changed = False
        for step in waiting:
            parts = [0 if is_fluent(part) else cost.get(part) for part in step.holds]
            if any(part is None for part in parts):
                continue
            total = 1 + sum(part for part in parts if part is not None)
            if total < cost.get(step.head, total + 1):
                cost[step.head], best[step.head] = total, step
                changed = True
    return best


def is_fluent(atom: str) -> bool:
    """Tell whether an atom says that a fluent holds."""
    return atom.startswith("(true ")


def below(atom: str, proofs: Mapping[str, RuleInstance]) -> Iterator[str]:
    """Yield the fluents that the proof of an atom rests on, each once."""
    seen: set[str] = set()
    todo = [atom]
    while todo:
        one = todo.pop()
        if one in seen:
            continue
        seen.add(one)
        if is_fluent(one):
            yield one[len("(true ") : -1]
        elif one in proofs:
            todo += reversed(proofs[one].holds)


def reason(
    game: CompiledGame, state: State, atom: str, number: int, proofs: Mapping[str, RuleInstance]
) -> Reason | None:
    """Return why an atom holds, which has that number in the ground rules; None for a fact."""
    step = proofs.get(atom)
    if step is None:
        return None
    fluents = tuple(below(atom, proofs))
    named = any(not is_fluent(part) for part in step.holds)
    if named and not spoken(game, fluents):
        fluents += followed(game, state, number)
    span = step.rule.span
    return Reason(atom, "" if span is None else span.text, said(game, step, fluents), fluents)


def followed(game: CompiledGame, state: State, number: int) -> tuple[str, ...]:
    """Return the fluents that an atom of the ground rules rests on; none if these are too many."""
    if game.program is None or not number:
        return ()
    try:
        bits = support(game.program, state, number)
    except LimitError:
        return ()
    found = spoken(game, [game.lexicon.fluents[bit] for bit in sorted(bits)])
    return tuple(found) if len(found) <= MARKED else ()


def spoken(game: CompiledGame, fluents: Sequence[str]) -> list[str]:
    """Return fluents without those that only say whose turn it is."""
    words = wording(game)
    return [fluent for fluent in fluents if not words.is_turn(ground_term(fluent).parts)]


def said(game: CompiledGame, step: RuleInstance, fluents: Sequence[str]) -> str:
    """Return the body of a rule for people: the names of its relations, and what they rest on."""
    words = wording(game)
    bits = game.lexicon.bits
    names = [plain(atom) for atom in step.holds if not is_fluent(atom)]
    names += [f"not {plain(atom)}" for atom in step.fails if not is_fluent(atom)]
    absent = [-bits[fluent] - 1 for atom in step.fails if is_fluent(atom)
              and (fluent := atom[len("(true ") : -1]) in bits]  # fmt: skip
    told = spoken(game, fluents)
    if not told and not names and not absent:
        told = list(fluents)
    facts = words.facts([*(bits[fluent] + 1 for fluent in told if fluent in bits), *absent])
    many = len(told) + len(absent) > NAMED
    parts = [listed(names)] if names else []
    parts += [facts] if facts and not (many and names) else []
    return ": ".join(parts)
