"""Matches as records: JSON in the format that GGP managers write, and what they leave out.

A record is made of three parts, so that it can be kept as it happens: its head is known before the
match, a step is added with every turn, and the outcome comes last. Names are those of the format;
what it has no name for is added in the same spelling.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import PurePath
from typing import Any

from zermelo import __version__
from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role, State
from zermelo.game.tree_game import TreeGame
from zermelo.play.match import Match, Turn
from zermelo.play.openings import spelled_opening
from zermelo.play.player import Decision
from zermelo.play.series import Pairing, Terms
from zermelo.search.spec import spell
from zermelo.strategies.strategy import fingerprint
from zermelo.versions import FileFormat

MATCH = FileFormat("match", 1)
SCHEMA = {"name": "zermelo.match", "version": MATCH.version}
NO_CLOCK = -1
"""What the format has for a clock that there is not."""
LONGEST_NAME = 60
Record = dict[str, Any]


def rules_hash(game: Game) -> str:
    """Return a short name for exactly the rules of a game, or the nodes of an explicit tree.

    Raises:
        UnsuitedError: neither is known of the game.
    """
    match game:
        case TreeGame():
            text = repr((game.roles, game.nodes))
            return hashlib.sha256(text.encode()).hexdigest()[:16]
        case CompiledGame():
            return fingerprint(game)
    raise UnsuitedError(f"the rules of {game.name} are not known, so its matches are not recorded")


def terms_object(game: Game, terms: Terms) -> Record:
    """Return all that a series depends on: with the same terms it is the same series."""
    limits, clocks = asdict(terms.limits), asdict(terms.clocks)
    openings = [spelled_opening(game, opening) for opening in terms.openings]
    return {
        "game": game.name,
        "rulesHash": rules_hash(game),
        "players": [str(player) for player in terms.players],
        "seed": terms.seed,
        "limits": limits | {"seconds": as_float(limits["seconds"])},
        "clocks": {name: as_float(seconds) for name, seconds in clocks.items()},
        "opening": openings or terms.opening,
        "mostTurns": terms.most,
    }


def as_float(number: float | None) -> float | None:
    """Return a number as a float, so that 1 and 1.0 are spelled the same."""
    return None if number is None else float(number)


def run_id(terms: Record) -> str:
    """Return a short name for exactly these terms."""
    return hashlib.sha256(json.dumps(terms, sort_keys=True).encode()).hexdigest()[:12]


def match_name(terms: Record, number: int) -> str:
    """Return what a match of a series is called, in a way that suits files and addresses."""
    game = re.sub(r"[^\w.-]+", "_", PurePath(terms["game"]).name)[:LONGEST_NAME]
    return f"{game}.{run_id(terms)}.{number}"


def head(game: Game, terms: Record, pairing: Pairing, started: int) -> Record:
    """Return what is known of a match before it is played."""
    name = match_name(terms, pairing.number)
    clocks = terms["clocks"]
    names = ["random" if seat is None else str(terms["players"][seat]) for seat in pairing.seats]
    return {
        "schema": SCHEMA,
        "matchId": name,
        "randomToken": hashlib.sha256(name.encode()).hexdigest()[:32],
        "startTime": started,
        "gameMetaURL": "",
        "game": game.name,
        "rulesHash": terms["rulesHash"],
        "roles": list(game.roles),
        "playerNamesFromHost": names,
        "isPlayerHuman": [False] * len(game.roles),
        "tournamentNameFromHost": run_id(terms),
        "number": pairing.number,
        "seats": list(pairing.seats),
        "players": [
            {"spec": spec, "search": spell(player.search)}
            for spec, player in zip(names, pairing.players, strict=True)
        ],
        "seed": terms["seed"],
        "limits": terms["limits"],
        "previewClock": NO_CLOCK,
        "startClock": NO_CLOCK if clocks["start"] is None else clocks["start"],
        "playClock": NO_CLOCK if clocks["play"] is None else clocks["play"],
        "mostTurns": terms["mostTurns"],
        "opening": len(pairing.opening),
        "scrambled": False,
        "program": f"zermelo {__version__}",
    }


def step(game: Game, turn: Turn) -> Record:
    """Return a turn as it is kept; the last has no moves."""
    roles = range(len(game.roles))
    moves = None
    if turn.joint is not None:
        moves = [game.spell(Role(role), turn.joint[role]) for role in roles]
    decisions = turn.decisions or (None,) * len(roles)
    return {
        "state": spelled_state(game, turn.state),
        "time": turn.time,
        "moves": moves,
        "errors": [decision.error if decision else "" for decision in decisions],
        "thoughts": [
            thought_object(decision, role) if decision else None
            for role, decision in enumerate(decisions)
        ],
    }


def spelled_state(game: Game, state: State) -> str:
    """Return a state as records have it: its fluents, in brackets."""
    return f"( {' '.join(game.describe(state))} )"


def thought_object(decision: Decision, role: int) -> Record:
    """Return a decision as it is kept."""
    return {
        "move": decision.move,
        "value": decision.values[role] if decision.values else None,
        "values": list(decision.values),
        "line": [list(joint) for joint in decision.line],
        "depth": decision.depth,
        "proven": decision.proven,
        "nodes": decision.nodes,
        "seconds": decision.seconds,
        "margin": decision.margin,
        **({"problem": decision.problem} if decision.problem else {}),
    }


def outcome(match: Match) -> Record:
    """Return how a match ended."""
    return {
        "isCompleted": not match.error,
        "isAborted": bool(match.error),
        "goalValues": [] if match.error else list(match.goals),
        **({"problem": match.error} if match.error else {}),
    }


GOING_ON: Record = {"isCompleted": False, "isAborted": False, "goalValues": []}
"""The outcome of a match that is not over yet."""


def joined(head: Record, steps: Sequence[Record], outcome: Record) -> Record:
    """Return a whole record."""
    made = [each for each in steps if each["moves"] is not None]
    return (
        head
        | outcome
        | {
            "states": [each["state"] for each in steps],
            "stateTimes": [each["time"] for each in steps],
            "moves": [each["moves"] for each in made],
            "errors": [each["errors"] for each in made],
            "thoughts": [each["thoughts"] for each in made],
        }
    )


def outcome_of(record: Record) -> str:
    """Return how a match ended, in a word."""
    if record["isAborted"]:
        return "aborted"
    return "finished" if record["isCompleted"] else "unfinished"


def clock_of(record: Record, key: str) -> float | None:
    """Return the seconds of a clock; None if there is none."""
    seconds: float = record[key]
    return None if seconds < 0 else seconds
