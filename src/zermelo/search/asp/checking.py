"""Rules of files are checked before they are used: a wrong one would change values.

A file may come from another instance of the game, or from an editor. Whether a move is as good as
any is what alpha-beta finds out: the state and what the move leads to must be worth the same. So
many positions share one table that this takes little beside the questions to a solver.
"""

from dataclasses import dataclass

from zermelo.errors import PlayError, ReadError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State, joints
from zermelo.search.asp.rule_file import RuleFile, rule_of
from zermelo.search.asp.rules import BestMoveRule
from zermelo.search.base import Clock, Limits, Result, last
from zermelo.search.window.windowed import exact_search
from zermelo.text import tree

NODES = 1_000_000
"""For one position: a rule about one that takes more is not used."""
MOST_NODES = 20_000_000
"""For all rules of a file: those that are left are not used."""


@dataclass(frozen=True, slots=True)
class CheckedRules:
    """The rules of a file that are right in a game, and those that are not, or not known to be."""

    rules: tuple[BestMoveRule, ...] = ()
    unused: tuple[tree.Rule, ...] = ()


class Checker:
    """Finds out whether moves are best, by alpha-beta with one table for all of them."""

    def __init__(self, game: CompiledGame) -> None:
        """Start with all nodes to spend."""
        self.game = game
        self.thinker = exact_search(game)
        self.left = MOST_NODES

    def right(self, rule: BestMoveRule) -> bool | None:
        """Return whether a rule has a best move; None if that was not found out."""
        after = [
            self.game.next(rule.state, joint)
            for joint in joints(self.game, rule.state)
            if joint[rule.role] == rule.move
        ]
        if len(after) != 1:
            return None  # somebody else has a choice at the same time
        best, found = self.exact(rule.state), self.exact(after[0])
        if best is None or found is None:
            return None
        return best.values[rule.role] == found.values[rule.role]

    def exact(self, state: State) -> Result | None:
        """Return what a search says of a state that it has searched to the end."""
        if self.left <= 0:
            return None
        clock = Clock(Limits(nodes=min(NODES, self.left)))
        try:
            found = last(self.thinker(state, clock))
        except (PlayError, UnsuitedError):  # no position of a match, such as one of another board
            return None
        finally:
            self.left -= clock.count.nodes
        return found if found is not None and found.proven else None

    def better(self, rule: BestMoveRule) -> str:
        """Return, for people, the move that is better than that of a wrong rule."""
        best = self.exact(rule.state)
        assert best is not None, "it was searched before"
        move = self.game.spell(rule.role, best.line[0][rule.role])
        return f"{move} brings {best.values[rule.role]:g}"


def checked(game: CompiledGame, file: RuleFile) -> CheckedRules:
    """Return which rules of a file are right in a game.

    Raises:
        ReadError: a rule is wrong in the game that the file is for; with a better move.
        UnsuitedError: the file is for another game, and names nothing that this one has.
    """
    checker = Checker(game)
    rules: list[BestMoveRule] = []
    unused: list[tree.Rule] = []
    for rule, text in file.own:
        right = checker.right(rule)
        if right is False:
            move, where = game.spell(rule.role, rule.move), " ".join(game.describe(rule.state))
            message = f"{move} is not best for {game.roles[rule.role]} in {where}"
            raise ReadError(f"{message}: {checker.better(rule)}", text.span)
        if right:
            rules.append(rule)
        else:
            unused.append(text)
    known = 0
    for text in file.others:
        try:
            rule = rule_of(text, game)
        except ReadError:  # it names what this instance has not
            unused.append(text)
            continue
        known += 1
        if checker.right(rule):
            rules.append(rule)
        else:
            unused.append(text)
    if file.others and not file.own and not known:
        raise UnsuitedError(
            f"{file.name} has best moves for other rules ({file.game}); take another file for "
            f"{game.name}"
        )
    return CheckedRules(tuple(rules), tuple(unused))
