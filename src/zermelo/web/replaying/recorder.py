"""What a table writes down while a match is played, and the record that comes of it."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo import __version__
from zermelo.game.game import Role
from zermelo.play.match import Match, Turn, now
from zermelo.play.player import Decision
from zermelo.play.record import (
    NO_CLOCK,
    SCHEMA,
    Record,
    joined,
    outcome,
    rules_hash,
    step,
)
from zermelo.play.running_match import RunningMatch
from zermelo.web.orders import GameSource

PERSON = "person"
Keep = Callable[[Record], None]
"""What is given the record of a match that is over."""


@dataclass(slots=True)
class MatchRecorder:
    """The decisions of a match by turn and role, and when each of its states came to be."""

    opening: int = 0  # turns that were made before the match began
    times: dict[int, int] = field(default_factory=dict)  # in ms since 1970, by turn
    decisions: dict[tuple[int, int], Decision] = field(default_factory=dict)

    @classmethod
    def begun(cls, opening: int = 0) -> "MatchRecorder":
        """Return the recorder of a match that begins now."""
        return cls(opening, dict.fromkeys(range(opening + 1), now()))

    def came(self, turn: int) -> None:
        """Note that a state came to be."""
        self.times[turn] = now()

    def spent(self, turn: int, role: int, seconds: float) -> None:
        """Note how long a role took to decide."""
        known = self.decisions.get((turn, role), Decision(None))
        self.decisions[turn, role] = replace(known, seconds=known.seconds + seconds)

    def thought(self, turn: int, role: int, found: Mapping[str, Any]) -> None:
        """Note what a search found, as a worker tells it."""
        known = self.decisions.get((turn, role), Decision(None))
        self.decisions[turn, role] = replace(
            known,
            values=tuple(found["values"].values()),
            line=tuple(tuple(joint) for joint in found["line"]),
            depth=found["depth"],
            proven=found["proven"],
            nodes=found["nodes"],
        )

    def forget(self, turn: int) -> None:
        """Take back everything from a turn on."""
        for key in [key for key in self.decisions if key[0] >= turn]:
            del self.decisions[key]


def match_name(table: str, number: int) -> str:
    """Return what a match of a table is called: whoever knows it cannot play at the table."""
    return f"web-{hashlib.sha256(f'{table} {number}'.encode()).hexdigest()[:16]}"


def record_of(
    name: str,
    game_name: str,
    source: GameSource,
    players: Sequence[str],
    session: RunningMatch,
    recorder: MatchRecorder,
) -> Record:
    """Return the record of a match that was played at a table.

    Rules that are not of the library are part of it: nobody else could find them.
    """
    game = session.game
    turns = [turn_of(session, recorder, number) for number in range(len(session.joints) + 1)]
    over = game.terminal(session.state)
    match = Match(tuple(turns), game.goals(session.state), "" if over else "it was not played out")
    text = source["text"]
    head: Record = {
        "schema": SCHEMA,
        "matchId": name,
        "randomToken": hashlib.sha256(name.encode()).hexdigest()[:32],
        "startTime": recorder.times.get(0, 0),
        "gameMetaURL": "",
        "game": game_name if text is None else source["game"],
        "rulesHash": rules_hash(game),
        "roles": list(game.roles),
        "playerNamesFromHost": list(players),
        "isPlayerHuman": [player == PERSON for player in players],
        "tournamentNameFromHost": "",
        "number": 0,
        "seats": list(range(len(players))),
        "players": [{"spec": player, "search": player} for player in players],
        "seed": 0,
        "limits": {},
        "previewClock": NO_CLOCK,
        "startClock": NO_CLOCK,
        "playClock": NO_CLOCK,
        "opening": recorder.opening,
        "scrambled": False,
        "program": f"zermelo {__version__}",
    }
    if text is not None:
        head["rules"] = {"name": source["game"], "text": text}
    return joined(head, [step(game, turn) for turn in turns], outcome(match))


def turn_of(session: RunningMatch, recorder: MatchRecorder, number: int) -> Turn:
    """Return a turn with what was decided in it; the last has no moves."""
    game, time = session.game, recorder.times.get(number, 0)
    if number == len(session.joints):
        return Turn(session.states[number], None, time=time)
    joint = session.joints[number]
    decisions = tuple(
        None
        if (found := recorder.decisions.get((number, role))) is None
        else replace(found, move=game.spell(Role(role), joint[role]))
        for role in range(len(game.roles))
    )
    return Turn(session.states[number], joint, decisions, time)
