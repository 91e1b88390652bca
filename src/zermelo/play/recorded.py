"""Records -> matches: read, held to the rules, and played again move by move."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from zermelo.errors import PlayError, ReadError, RecordError, UnsuitedError
from zermelo.game.game import Game
from zermelo.game.spelling import joint_of
from zermelo.play.match import Match, Turn
from zermelo.play.player import Decision
from zermelo.play.record import MATCH, SCHEMA, Record, rules_hash, spelled_state
from zermelo.writing import write_text

KINDS: Mapping[str, type | tuple[type, ...]] = {
    "matchId": str,
    "game": str,
    "rulesHash": str,
    "roles": list,
    "playerNamesFromHost": list,
    "seats": list,
    "number": int,
    "seed": int,
    "opening": int,
    "startTime": int,
    "startClock": (int, float),
    "playClock": (int, float),
    "isCompleted": bool,
    "isAborted": bool,
    "goalValues": list,
    "states": list,
    "stateTimes": list,
    "moves": list,
    "errors": list,
    "thoughts": list,
}
"""What every record has, and of which kind."""
ROLEWISE = ("roles", "playerNamesFromHost", "isPlayerHuman", "seats", "goalValues")
"""Lists with an entry for each role: short enough for a line."""
THOUGHT: Mapping[str, type | tuple[type, ...]] = {
    "move": (str, type(None)),
    "values": list,
    "line": list,
    "depth": int,
    "proven": bool,
    "nodes": int,
    "seconds": (int, float),
    "margin": (int, float, type(None)),
}


def write_record(record: Record, folder: Path) -> Path:
    """Write a record into a folder, and return its path; it appears whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{record['matchId']}.json"
    write_text(path, spell_record(record))
    return path


def spell_record(record: Record) -> str:
    """Return a record as text, with a line for each entry of its lists.

    >>> print(spell_record({"matchId": "nim.1", "moves": [["(remove 1 1)", "noop"]]}), end="")
    {
    "matchId": "nim.1",
    "moves": [
     ["(remove 1 1)", "noop"]]
    }
    """
    parts = []
    for key, value in record.items():
        text = json.dumps(value)
        if isinstance(value, list) and value and key not in ROLEWISE:
            text = "[\n " + ",\n ".join(map(json.dumps, value)) + "]"
        parts.append(f"{json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def load_record(path: Path) -> Record:
    """Return the record in a file.

    Raises:
        RecordError: there is none, or it is damaged.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise RecordError(f"there is no file {path}") from None
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}") from None
    return read_record(content, str(path))


def read_record(content: bytes, name: str) -> Record:
    """Return the record that bytes spell; RecordError if it is none, or damaged."""
    if not content.strip():
        raise RecordError(f"{name} is empty: there is no match in it")
    try:
        found = json.loads(content)
    except json.JSONDecodeError as error:
        place = f"{name}:{error.lineno}:{error.colno}"
        message = f"{place}: no record of a match, or it is cut off: {error.msg}"
        raise RecordError(message) from None
    except (UnicodeDecodeError, RecursionError, ValueError):
        raise RecordError(f"{name} is no record of a match: it is not JSON") from None
    schema = found.get("schema") if isinstance(found, dict) else None
    if not isinstance(schema, dict) or schema.get("name") != SCHEMA["name"]:
        raise RecordError(f"{name} is no record of a match: its schema is not {SCHEMA['name']}")
    version = schema.get("version")
    if not isinstance(version, int) or version < 1:
        raise RecordError(f"{name} is damaged: {version!r} is no version of the schema")
    if MATCH.is_newer(version):
        raise RecordError(MATCH.refusal(version, name))
    return checked(found, name)


def checked(record: Record, name: str) -> Record:
    """Return a record if all its parts are there and fit together; RecordError if not."""
    for key, kind in KINDS.items():
        if not isinstance(record.get(key), kind):
            raise RecordError(f"{name} is damaged: {key} is missing, or of another kind")
    roles, turns = len(record["roles"]), len(record["moves"])
    if len(record["states"]) not in (turns, turns + 1) or not record["states"]:
        raise RecordError(f"{name} is damaged: {len(record['states'])} states, {turns} moves")
    for key, length in (
        ("stateTimes", len(record["states"])),
        ("errors", turns),
        ("thoughts", turns),
        ("playerNamesFromHost", roles),
        ("seats", roles),
        ("goalValues", roles if record["isCompleted"] else 0),
    ):
        if len(record[key]) != length:
            raise RecordError(
                f"{name} is damaged: {key} has {len(record[key])} entries, not {length}"
            )
    for key in ("moves", "errors", "thoughts"):
        for number, row in enumerate(record[key]):
            if not isinstance(row, list) or len(row) != roles:
                raise RecordError(
                    f"{name} is damaged: {key}, turn {number}: no entry for each role"
                )
            if not all(map(PARTS[key], row)):
                raise RecordError(f"{name} is damaged: {key}, turn {number}: no {key} at all")
    return record


def is_text(entry: Any) -> bool:
    """Tell whether an entry is a text."""
    return isinstance(entry, str)


def is_thought(entry: Any) -> bool:
    """Tell whether an entry is what was thought, or that nothing was."""
    if entry is None:
        return True
    return (
        isinstance(entry, dict)
        and all(isinstance(entry.get(key), kind) for key, kind in THOUGHT.items() if key in entry)
        and THOUGHT.keys() <= entry.keys()
    )


PARTS = {"moves": is_text, "errors": is_text, "thoughts": is_thought}


def match_of(game: Game, record: Record) -> Match:
    """Return the match of a record, every move made again by the rules.

    Raises:
        UnsuitedError: it was played by other rules.
        RecordError: a move is not legal, or leads to another state than the record says.
    """
    name = record["matchId"]
    now = rules_hash(game)
    if record["rulesHash"] != now:
        message = f"{name} was played by other rules than those of {game.name} now"
        raise UnsuitedError(f"{message} (hash {record['rulesHash']}, now {now})")
    if record["roles"] != list(game.roles):
        raise RecordError(f"{name} is damaged: its roles are not those of {game.name}")
    state, turns = game.initial, list[Turn]()
    for number, (text, time) in enumerate(zip(record["states"], record["stateTimes"], strict=True)):
        if text != spelled_state(game, state):
            raise RecordError(f"{name} is damaged: state {number} is not where its moves lead")
        if number == len(record["moves"]):
            turns.append(Turn(state, None, time=time))
            break
        try:
            joint = joint_of(game, state, record["moves"][number])
        except (PlayError, ReadError) as error:
            raise RecordError(f"{name} is damaged: turn {number}: {error}") from None
        decisions = () if number < record["opening"] else decisions_of(record, number)
        turns.append(Turn(state, joint, decisions, time))
        state = game.next(state, joint)
    goals = tuple(record["goalValues"]) or (None,) * len(game.roles)
    if record["isCompleted"] and not (game.terminal(state) and goals == game.goals(state)):
        raise RecordError(f"{name} is damaged: its goals are not those of its last state")
    return Match(tuple(turns), goals, record.get("problem", ""))


def decisions_of(record: Record, number: int) -> tuple[Decision | None, ...]:
    """Return the decisions of a turn."""
    return tuple(
        None if thought is None else decision_of(thought, error)
        for thought, error in zip(record["thoughts"][number], record["errors"][number], strict=True)
    )


def decision_of(thought: Record, error: str) -> Decision:
    """Return a decision as it was."""
    return Decision(
        thought["move"],
        tuple(thought["values"]),
        tuple(tuple(joint) for joint in thought["line"]),
        thought["depth"],
        thought["proven"],
        thought["nodes"],
        error,
        thought.get("problem", ""),
        thought["seconds"],
        thought["margin"],
    )
