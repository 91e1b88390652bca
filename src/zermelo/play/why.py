"""Why a move: the rule that it goes by, what it and the others are worth, and the best line.

Three things may be known of a position: a rule of a strategy file, the exact worth of every
position after it, and what a search has found. Whatever is told says which of them it is from.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from zermelo.errors import LimitError, UnsuitedError
from zermelo.logic.lemmas import Lemma
from zermelo.logic.playbook import Playbook
from zermelo.logic.strategy import Strategy, load_strategy
from zermelo.logic.symmetry.symmetries import symmetries
from zermelo.logic.wording import Wording, listed, plain, wording
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Game, Joint, Move, Role, State
from zermelo.position.tree_game import TreeGame
from zermelo.search.base import Clock, Limits, Result, last
from zermelo.search.solve.outlook import Choice, Lookup, best_line, best_of, choices
from zermelo.search.solve.reference import solved_plainly
from zermelo.search.solve.solution import Worth, solved
from zermelo.search.solve.suited import require_duel

SECONDS = 3.0
MEGABYTES = 100
"""What may be spent on the exact worth of all positions after the one that is asked about."""
REPLY = 2000
"""Nodes that a search has to find a reply where exact values are not to be had."""
LONGEST = 40
"""Moves of a line that are told."""
NAMED = 4
"""Moves of the same worth that are named; of more, how many there are."""
Line = tuple[Joint, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """Why a role would play a move."""

    role: str
    move: str | None  # in KIF; None where the match is over
    rule: str  # in words; nothing if no rule applies
    status: str  # of the rule: proved, claimed; else no rule
    worth: float | None  # of the move for the role, where it is known exactly
    others: tuple[tuple[str, float | None], ...]  # every other move, with what it is worth
    line: tuple[tuple[str, ...], ...]  # in KIF, in role order
    line_from: str  # what the line is: by whom, and how sure
    text: tuple[str, ...]  # all of it, for people

    def as_object(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {
            "role": self.role,
            "move": self.move,
            "rule": self.rule or None,
            "status": self.status,
            "worth": self.worth,
            "others": [{"move": move, "worth": worth} for move, worth in self.others],
            "line": [list(joint) for joint in self.line],
            "line_from": self.line_from,
            "text": list(self.text),
        }


def why(
    game: Game,
    state: State,
    role: Role,
    *,
    strategy: str | Strategy | None = None,
    result: Result | None = None,
    seconds: float = SECONDS,
) -> Why:
    """Return why a role would play its move in a state.

    Args:
        game: the game.
        state: where.
        role: who.
        strategy: a strategy file to go by, or what was read from one.
        result: what a search has found here: its move is explained, unless a rule has another.
        seconds: for the exact worth of all positions after this one; without them, 0.

    Raises:
        ReadError, UnsuitedError: the file is no strategy for this game.
    """
    rules = rules_of(game, strategy) if strategy is not None else None
    return Telling(game, state, role, rules, exact_worths(game, state, seconds), result).told()


@dataclass(frozen=True, slots=True)
class Rules:
    """A strategy to be asked."""

    strategy: Strategy
    book: Playbook


def rules_of(game: Game, strategy: str | Strategy) -> Rules:
    """Return the rules of a strategy, with all their images; errors as `load_strategy`."""
    if not isinstance(game, CircuitGame) or game.program is None:
        raise UnsuitedError(f"a strategy is for rules, and {game.name} has none")
    read = load_strategy(game, strategy) if isinstance(strategy, str) else strategy
    alike = symmetries(game.program, exchange=read.exchange).generators
    return Rules(read, Playbook(game, read.lemmas, alike))


def exact_worths(
    game: Game, state: State, seconds: float, stop: Callable[[], bool] | None = None
) -> Lookup | None:
    """Return what tells the worth of every position after a state; None if that is not to be had.

    A game may have no exact values, or too many positions; or `stop` says that nobody waits.
    """
    clock = Clock(Limits(seconds=seconds))

    def in_time(text: str) -> None:
        if clock.seconds > seconds or (stop is not None and stop()):
            raise LimitError(text)

    try:
        if isinstance(game, TreeGame):
            return solved_plainly(game, state).__getitem__
        if not isinstance(game, CircuitGame) or seconds <= 0:
            return None
        require_duel(game)
        solution = solved(game, state, megabytes=MEGABYTES, report=in_time)
    except (UnsuitedError, LimitError):
        return None

    def worth_of(asked: State) -> Worth:
        worth = solution.worth(game.row(asked))
        assert worth is not None, "every position after the start is in the solution"
        return worth

    return worth_of


@dataclass(frozen=True)
class Telling:
    """All that is known of a position, to be told."""

    game: Game
    state: State
    role: Role
    rules: Rules | None
    worth_of: Lookup | None
    result: Result | None

    def told(self) -> Why:
        """Return why the move is played."""
        game, role = self.game, self.role
        if game.terminal(self.state):
            return Why(game.roles[role], None, "", "no rule", None, (), (), "", ("it is over",))
        move, worths = self.move, self.worths
        line, line_from = self.line()
        texts = {each: game.spell(role, each) for each in game.legal(self.state, role)}
        spelled = tuple(
            tuple(game.spell(Role(each), one) for each, one in enumerate(joint)) for joint in line
        )
        others = tuple((text, worths.get(each)) for each, text in texts.items() if each != move)
        return Why(
            role=game.roles[role],
            move=None if move is None else texts.get(move),
            rule=self.rule,
            status=self.status,
            worth=None if move is None else worths.get(move),
            others=others if worths else (),
            line=spelled,
            line_from=line_from,
            text=tuple(self.sentences(line, line_from)),
        )

    @cached_property
    def words(self) -> Wording | None:
        """How the game is talked about."""
        return wording(self.game) if isinstance(self.game, CircuitGame) else None

    @cached_property
    def lemma(self) -> Lemma | None:
        """The rule that applies here."""
        return self.lemma_at(self.state)

    def lemma_at(self, state: State) -> Lemma | None:
        """Return the rule that applies in a state, if its move is legal there."""
        found = None if self.rules is None else self.rules.book.best(state, self.role)
        if found is None or Move(found.moves[0]) not in self.game.legal(state, self.role):
            return None
        return found

    @cached_property
    def rule(self) -> str:
        """The rule in words."""
        if self.lemma is None or self.words is None:
            return ""
        return self.words.lemma(self.lemma, self.state)

    @property
    def status(self) -> str:
        """How the rule is known."""
        if self.lemma is None or self.rules is None:
            return "no rule"
        return self.rules.strategy.status

    @cached_property
    def choices(self) -> list[Choice]:
        """Every joint move with its exact worth; none where that is not known."""
        return choices(self.game, self.worth_of, self.state) if self.worth_of else []

    @cached_property
    def worths(self) -> dict[Move, float | None]:
        """What every move of the role is worth for it, where it has a choice and that is known."""
        values = {choice.joint[self.role]: choice.worth.values for choice in self.choices}
        if len(values) < 2:
            return {}
        return {move: None if worth is None else worth[self.role] for move, worth in values.items()}

    @cached_property
    def move(self) -> Move | None:
        """The move that is explained: by a rule, a search, exact values, or the only one."""
        if self.lemma is not None:
            return Move(self.lemma.moves[0])
        if self.result is not None and self.result.move is not None:
            return self.result.move
        if self.choices:
            return best_of(self.game, self.state, self.choices)[0].joint[self.role]
        legal = self.game.legal(self.state, self.role)
        return legal[0] if len(legal) == 1 else None

    def line(self) -> tuple[Line, str]:
        """Return the best line from here, and what kind of line it is."""
        if self.lemma is not None:
            if self.worth_of is not None:
                return self.by_rules(self.exact_reply), "by the rules, against best replies"
            how = f"by the rules, against replies of a search of {REPLY:,} nodes each"
            return self.by_rules(self.searched_reply), how
        if self.worth_of is not None and self.choices:
            first = [one for one in self.choices if one.joint[self.role] == self.move]
            best = best_of(self.game, self.state, first or self.choices)[0]
            rest = best_line(self.game, self.worth_of, best.state)
            return (best.joint, *rest), "best play, by exact values"
        if self.result is not None and self.result.line:
            sure = "proven" if self.result.proven else "not proven"
            return self.result.line, f"of the search, {sure}"
        return (), ""

    def by_rules(self, reply: Callable[[State], Joint]) -> Line:
        """Return a line in which the role goes by rules, and the others reply."""
        state = self.state
        line: list[Joint] = []
        while not self.game.terminal(state) and len(line) < LONGEST:
            lemma = self.lemma_at(state)
            joint = list(reply(state))
            if lemma is not None:
                joint[self.role] = Move(lemma.moves[0])
            line.append(tuple(joint))
            state = self.game.next(state, line[-1])
        return tuple(line)

    def exact_reply(self, state: State) -> Joint:
        """Return best moves by exact values."""
        assert self.worth_of is not None
        return best_of(self.game, state, choices(self.game, self.worth_of, state))[0].joint

    def searched_reply(self, state: State) -> Joint:
        """Return what the other roles would play, each by a short search; else their first move."""
        from zermelo.search.spec import parse
        from zermelo.search.suit import suiting

        name = "iterative" if "iterative" in suiting(self.game) else "greedy"
        joint = []
        for role in map(Role, range(len(self.game.roles))):
            legal = self.game.legal(state, role)
            found = None
            if len(legal) > 1 and role != self.role:
                clock = Clock(Limits(nodes=REPLY))
                found = last(parse(name).start(self.game, role, clock)(state, clock))
            joint.append(legal[0] if found is None or found.move is None else found.move)
        return tuple(joint)

    def sentences(self, line: Line, line_from: str) -> list[str]:
        """Return everything for people."""
        said = []
        if self.rule:
            said.append(self.rule)
            proved = "proved, for every position with these features"
            claimed = "only claimed: nobody has proved it"
            said.append(f"this rule is {proved if self.status == 'proved' else claimed}")
            if self.result is not None and self.result.move not in (None, self.move):
                assert self.result.move is not None
                said.append(f"the search would play {self.spell(self.result.move)}")
        elif self.rules is not None:
            said.append(f"no rule applies to {self.game.roles[self.role]} here")
        said += self.comparison()
        if line:
            said.append(f"line ({line_from}): {self.told_line(line)}")
        elif not said:
            said.append("nothing is known of this position: no rule, no exact value, no search")
        return said

    def comparison(self) -> list[str]:
        """Return what the move is worth, and what the others would be, by exact values."""
        if self.move is None or self.move not in self.worths:
            return []
        mine = self.worths[self.move]
        chosen = self.spell(self.move)
        said = [f"{chosen} is worth {self.worth_text(mine)}{self.distance(self.move)}"]
        groups: dict[float | None, list[str]] = {}
        for move, worth in self.worths.items():
            if move != self.move:
                groups.setdefault(worth, []).append(self.spell(move))
        known = sorted(groups, key=lambda worth: -1.0 if worth is None else worth, reverse=True)
        parts = [f"{self.worth_text(worth)} by {named(groups[worth])}" for worth in known]
        if list(groups) == [mine]:
            said.append(f"every other move is worth the same: {named(groups[mine])}")
        elif parts:
            said.append(f"the others: {'; '.join(parts)}")
        return said

    def spell(self, move: Move) -> str:
        """Return a move of the role for people."""
        return plain(self.game.spell(self.role, move))

    def worth_text(self, worth: float | None) -> str:
        """Return a worth for people."""
        if worth is None:
            return "no end"
        return f"{worth:g}" if self.words is None else self.words.worth(self.role, worth)

    def distance(self, move: Move) -> str:
        """Return how long it takes after a move, by best play."""
        found = [choice for choice in self.choices if choice.joint[self.role] == move]
        distance = best_of(self.game, self.state, found)[0].worth.distance
        if distance is None:
            return ", without an end"
        return " at once" if distance == 0 else f", in {distance + 1} moves"

    def told_line(self, line: Line) -> str:
        """Return a line for people: the moves of those who have a choice."""
        state, said = self.state, []
        for joint in line[:LONGEST]:
            texts = [
                (plain(self.game.spell(Role(role), move)), self.game.legal(state, Role(role)))
                for role, move in enumerate(joint)
            ]
            chosen = [text for text, legal in texts if len(legal) > 1]
            said.append(" and ".join(chosen or [texts[0][0]]))
            state = self.game.next(state, joint)
        return "; ".join(said) + ("; ..." if len(line) > LONGEST else "")


def named(moves: Sequence[str]) -> str:
    """Return some moves by name, and how many more there are.

    >>> named(["a", "b", "c", "d", "e", "f"])
    'a, b, c, d and 2 more'
    """
    more = len(moves) - NAMED
    if more <= 1:
        return listed(moves)
    return f"{', '.join(moves[:NAMED])} and {more} more"
