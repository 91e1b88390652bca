"""Certificate files: strict JSON in which every claim has exactly the keys that it should have."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from zermelo.audit.subject import State, Subject
from zermelo.errors import ReadError
from zermelo.ground.ground import ground
from zermelo.rules.check import require as require_sound
from zermelo.sandbox import Allowance
from zermelo.text.read import READERS
from zermelo.text.source import Source

FORMAT = "Zermelo certificate, version 1"
MARK = "%! "
"""How the lines of a strategy file begin that carry its certificate."""
DIGITS = 8
"""The most that a number may have: sums are then still numbers for clingo."""

FILE = "format kind game rules base claims"
SHARED = {"invariant": "fluents least most", "symmetry": "fluent_images role_images move_images"}
CLAIMS = {
    "analysis": {
        **SHARED,
        "latch": "fluent holds",
        "last": "fluent holds",
        "inhibitor": "fluent holds fluents",
        "dead_goal": "role goal fluent holds",
        "chain": "fluents then",
        "turn_taking": "",
        "playable": "",
        "alternating": "",
        "constant_sum": "roles total",
        "terminating": "groups most",
        "goal_bounds": "role low high",
        "goal_sum": "most",
    },
    "strategy": {
        **SHARED,
        "single_goals": "",
        "lemma": "can role goal true false moves",
        "forces": "can role goal",
    },
    "solution": {
        "guarantee": "side goals endless fluents rows",
        "shortest": "role goal length fluents bounds",
        "value": "values endless",
    },
}
# A shape is a type or None; (X, Y) for either; [X] for a list of X; [X, Y] for a list of these two;
# {str: X} for an object with any keys; {"key": X, ...} for an object with exactly these keys.
SHAPES: dict[str, Any] = {
    **dict.fromkeys(["format", "kind", "game", "claim", "role", "can"], str),
    **{key: [str] for key in ["base", "fluents", "roles", "side", "true", "false"]},
    **dict.fromkeys(["least", "most", "goal", "low", "high", "total", "length"], int),
    **{key: {str: str} for key in ["fluent_images", "role_images", "moves"]},
    "rules": {"syntax": str, "text": str, "sha256": str},
    "claims": [{str: object}],
    "fluent": (str, None),
    "holds": (bool, None),
    "then": (int, str),
    "groups": [{"fluents": [str], "ranks": [int]}],
    "move_images": {str: {str: str}},
    "values": {str: int},
    "endless": ({str: int}, None),
    "goals": {str: [int, int]},
    "rows": [[[int], ([str], None), (int, None)]],
    "bounds": [[[int], int]],
}


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a file claims, about which rules; and the strategy in the same file, if there is one."""

    kind: str
    subject: Subject
    base: State
    claims: tuple[dict[str, Any], ...]
    strategy: Source | None = None


def read_certificate(source: Source, allowance: Allowance) -> Certificate:
    """Return the certificate that a text is, or that is in the comments of a strategy.

    Raises:
        SourceError: it is no certificate, or has wrong keys, names or rules.
        LimitError: it is too large, or grounding its rules takes too much time or memory.
    """
    lines = [line[len(MARK) :] for line in source.text.splitlines() if line.startswith(MARK)]
    found = parsed("\n".join(lines) if lines else source.text)
    fit(found, FILE, "a certificate")
    known = CLAIMS.get(found["kind"]) if not lines or found["kind"] == "strategy" else None
    if known is None or found["format"] != FORMAT:
        raise ReadError(f"its format is not {FORMAT!r}, or it has a kind that cannot be here")
    for number, claim in enumerate(found["claims"]):
        name = str(claim.get("claim"))
        if name not in known:
            raise ReadError(f"claim {number}: no certificate of this kind claims {name[:40]!r}")
        fit(claim, f"claim {known[name]}", f"claim {number}")
    rules = found["rules"]
    if hashlib.sha256(rules["text"].encode()).hexdigest() != rules["sha256"]:
        raise ReadError("the hash in the certificate is not that of the rules in it")
    if rules["syntax"] not in READERS:
        raise ReadError(f"there is no syntax {rules['syntax'][:40]!r}")
    sheet = READERS[rules["syntax"]](Source(f"{source.name} (rules)", rules["text"]))
    require_sound(sheet)
    subject = Subject(sheet, ground(sheet, allowance))
    base, claims = subject.fluents(found["base"]), tuple(found["claims"])
    return Certificate(found["kind"], subject, base, claims, source if lines else None)


def parsed(text: str) -> Any:
    """Return what a JSON text says; ReadError for keys given twice, and for other numbers."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("an object has a key twice")
        return dict(pairs)

    def whole(number: str) -> int:
        if len(number) > DIGITS:
            raise ValueError(f"{number[:20]} has too many digits")
        return int(number)

    hooks: Any = {"parse_int": whole, "parse_float": int, "parse_constant": int}
    try:
        return json.loads(text, object_pairs_hook=once, **hooks)
    except (ValueError, RecursionError) as error:
        raise ReadError(f"this is no certificate: {str(error)[:200]}") from None


def fit(value: Any, keys: str, where: str) -> None:
    """Raise ReadError unless an object has exactly some keys, and what they should have."""
    if not fits(value, {key: SHAPES[key] for key in keys.split()}):
        raise ReadError(f"{where} should have exactly the keys {keys}, with the right types")


def fits(value: Any, shape: Any) -> bool:
    """Whether a value has a shape."""
    match value, shape:
        case _, tuple():
            return any(fits(value, one) for one in shape)
        case list(), [one]:
            return all(fits(part, one) for part in value)
        case list(), [_, *_]:
            return len(value) == len(shape) and all(map(fits, value, shape))
        case dict(), dict() if str in shape:
            return all(fits(part, shape[str]) for part in value.values())
        case dict(), dict() if value.keys() == shape.keys():
            return all(fits(value[key], one) for key, one in shape.items())
    return shape is object or (value is None if shape is None else type(value) is shape)
