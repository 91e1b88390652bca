"""A match as a child process follows it: rules -> a game, moves -> the state that they lead to."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from zermelo.errors import PlayError, ReadError, UnsuitedError
from zermelo.game.compile import Compiled, compiled
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Joint, Move, Role, State
from zermelo.game.load import compiled_game
from zermelo.game.rule_game import RuleGame
from zermelo.play.network.lists import infix_list
from zermelo.process.limits import Allowance
from zermelo.rules.information import information
from zermelo.text.load import is_blank, refuse_hidden
from zermelo.text.read import Syntax, read_text
from zermelo.text.source import Source
from zermelo.text.tree import Sheet

NAME = "the game"
"""What messages call it: a manager says no name, and may scramble all words of the rules."""

Played = TypeVar("Played", bound=Game)


def sheet_of(rules: str, syntax: Syntax) -> Sheet:
    """Return the rules that a manager sent.

    Raises:
        ReadError: they cannot be read.
        UnsuitedError: a role would not know all that happens.
    """
    if syntax == "infix":
        rules = "".join(f"{rule}.\n" for rule in infix_list(f"[{rules}]"))
    source = Source("rules", rules)
    refuse_hidden(source)
    if is_blank(rules):
        raise ReadError("there are no rules")
    sheet = read_text(source, syntax)
    if information(sheet).hidden:
        raise UnsuitedError("the rules hide what happens (sees), which cannot be played yet")
    return sheet


def built(sheet: Sheet, seconds: float, megabytes: int) -> Compiled:
    """Return the rules compiled, from the store if another process was there before."""
    return compiled(sheet, Allowance(seconds, megabytes))


def fast_game(found: Compiled) -> CompiledGame:
    """Return the game that searches think about."""
    return compiled_game(NAME, found, board={})


def plain_game(found: Compiled) -> CompiledGame:
    """Return the game that needs no kernels."""
    return compiled_game(NAME, found, "plain", {})


def role_called(game: Game, name: str) -> Role:
    """Return the role of that name, in any case if there is no doubt; else PlayError."""
    if name in game.roles:
        return Role(game.roles.index(name))
    alike = [role for role, known in enumerate(game.roles) if known.lower() == name.lower()]
    if len(alike) != 1:
        raise PlayError(f"no role is called {name}; there are {', '.join(game.roles)}")
    return Role(alike[0])


def legal_move(game: Game, state: State, role: Role, text: str) -> Move:
    """Return the legal move that `text` spells, in any case if there is no doubt.

    Raises:
        PlayError: the role has no such move here.
    """
    if isinstance(game, RuleGame):
        # One move is checked in a thousandth of the time that it takes to derive thousands.
        known = game.legal_called(state, role, text)
        if known is not None:
            return known
    by_text = {game.spell(role, move): move for move in game.legal(state, role)}
    if text in by_text:
        return by_text[text]
    alike = [move for spelled, move in by_text.items() if spelled.lower() == text.lower()]
    if len(alike) != 1:
        raise PlayError(f"{game.roles[role]} cannot play {text[:80]} here")
    return alike[0]


def legal_joint(game: Game, state: State, texts: Sequence[str]) -> Joint:
    """Return the joint move that texts spell.

    Raises:
        PlayError: a role has no such move here.
    """
    if len(texts) != len(game.roles):
        raise PlayError(f"{len(texts)} moves for {len(game.roles)} roles")
    return tuple(legal_move(game, state, Role(role), text) for role, text in enumerate(texts))


def legal_texts(game: Game, state: State, role: Role) -> list[str]:
    """Return what a role may choose from, in KIF."""
    return [game.spell(role, move) for move in game.legal(state, role)]


@dataclass(slots=True)
class MatchTracker(Generic[Played]):
    """The states of a match so far; moves that are known already are not made again."""

    game: Played
    role: Role
    moves: list[Sequence[str]] = field(default_factory=list)
    states: list[State] = field(default_factory=list)

    def state_after(self, moves: Sequence[Sequence[str]]) -> State:
        """Return the state after these joint moves.

        Raises:
            PlayError: one of them cannot be made.
        """
        if not self.states:
            self.states = [self.game.initial]
        known = 0
        while known < min(len(moves), len(self.moves)) and moves[known] == self.moves[known]:
            known += 1
        del self.moves[known:], self.states[known + 1 :]
        for texts in moves[known:]:
            state = self.states[-1]
            following = self.game.next(state, self.joint(state, texts))
            self.states.append(following)
            self.moves.append(texts)
        return self.states[-1]

    def position(self, moves: Sequence[Sequence[str]]) -> dict[str, Sequence[str]]:
        """Return the legal moves and the fluents after these joint moves, in KIF.

        Raises:
            PlayError: one of them cannot be made.
        """
        state = self.state_after(moves)
        return {"legal": self.legal(state), "state": self.game.describe(state)}

    def joint(self, state: State, texts: Sequence[str]) -> Joint:
        """Return the joint move that texts spell in a state."""
        if self.game.terminal(state):
            raise PlayError("the match is over")
        return legal_joint(self.game, state, texts)

    def legal(self, state: State) -> list[str]:
        """Return what the role may choose from, in KIF."""
        return legal_texts(self.game, state, self.role)
