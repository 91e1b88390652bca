"""Rules and claims made by hand, for tests of the checker."""

from typing import Any

from tests.audit.checking import Json, made, verdict_on

TOGGLE = """
role(p). init(a). init(low).
legal(p,go). legal(p,stay).
next(b) :- true(a), does(p,go). next(a) :- true(b), does(p,go).
next(a) :- true(a), does(p,stay). next(b) :- true(b), does(p,stay).
next(low) :- true(low). next(high) :- true(high). next(high) :- true(a), true(b).
next(c) :- true(b), true(high), does(p,go).
terminal :- true(c). goal(p,100) :- true(c). goal(p,0) :- not true(c).
"""
"""A match that can go on for ever; `c` would end it, but `high` never comes."""
RACE = """
role(x). role(o). init(control(x)). init(heap(3)).
legal(P,take(N)) :- true(control(P)), true(heap(H)), N = 1..2, N <= H.
legal(P,noop) :- role(P), not true(control(P)).
next(heap(H-N)) :- true(heap(H)), does(P,take(N)), N <= H.
next(control(o)) :- true(control(x)). next(control(x)) :- true(control(o)).
terminal :- true(heap(0)).
goal(P,0) :- true(heap(0)), true(control(P)).
goal(P,100) :- true(heap(0)), role(P), not true(control(P)).
"""
"""Three sticks, one or two at a time: whoever takes the last wins, so o does."""
START = ["(control x)", "(heap 3)"]


def wrong(certificate: Json) -> list[Json]:
    """What the checker says against a certificate."""
    return verdict_on(certificate).wrong


def why(certificate: Json) -> str:
    """The first reason against a certificate."""
    return str(wrong(certificate)[0]["counterexample"]["why"])


def invariant(*fluents: str, least: int = 0, most: int = 1) -> Json:
    return {"claim": "invariant", "fluents": list(fluents), "least": least, "most": most}


def lemma(can: str, role: str, true: list[str], moves: Json, goal: int = 100) -> Json:
    held = {"true": true, "false": []}
    return {"claim": "lemma", "can": can, "role": role, "goal": goal, **held, "moves": moves}


ONE_HEAP = invariant("(heap 0)", "(heap 1)", "(heap 2)", "(heap 3)", least=1)
ONE_CONTROL = invariant("(control o)", "(control x)", least=1)
LOST = lemma("force", "o", ["(heap 0)", "(control x)"], {})
WON = [
    lemma("force", "o", ["(heap 1)", "(control o)"], {"o": "(take 1)"}),
    lemma("force", "o", ["(heap 2)", "(control o)"], {"o": "(take 2)"}),
]
THREE = lemma("force", "o", ["(heap 3)", "(control x)"], {"o": "noop"})
SHARED = [ONE_HEAP, ONE_CONTROL]


def strategy(*claims: Json) -> Json:
    return made(RACE, "strategy", START, [*SHARED, *claims])


GOAL: Json = {"can": "force", "role": "o", "goal": 100}


def symmetry(fluents: Json, roles: Json | None = None, moves: Json | None = None) -> Json:
    images = {"fluent_images": fluents, "role_images": roles or {}, "move_images": moves or {}}
    return {"claim": "symmetry", **images}


ROWS: list[Any] = [
    [[0, 3], ["noop"], 2],
    [[1, 5], ["(take 1)"], 1],
    [[2, 5], ["(take 2)"], 1],
    [[4, 0], None, 0],
]
FLUENTS = ["(control x)", "(heap 1)", "(heap 2)", "(heap 3)", "(heap 0)", "(control o)"]


ILLEGAL = "a role has no legal move, or is to make one that is not legal"


def guarantee(rows: list[Any] = ROWS, **changed: Any) -> Json:
    goals = {"o": [100, 100], "x": [0, 0]}
    claim = {"claim": "guarantee", "side": ["o"], "goals": goals, "endless": None}
    return {**claim, "fluents": FLUENTS, "rows": rows, **changed}


def solution(*claims: Json, rules: str = RACE, base: list[str] = START) -> Json:
    return made(rules, "solution", base, list(claims))


def replaced(number: int, row: list[Any]) -> list[Any]:
    return [row if n == number else old for n, old in enumerate(ROWS)]


PIGEON_RULES = """
role(p). legal(p,go). hole(1..9). pigeon(1..10). init(start).
next(in(P,H)) :- pigeon(P), hole(H), true(put(P,H)). next(put(P,H)) :- true(in(P,H)).
next(in(P,H)) :- true(start), pigeon(P), hole(H), does(p,go).
housed(P) :- true(in(P,H)). clash :- true(in(P,H)), true(in(Q,H)), P != Q.
full :- not clash, not homeless. homeless :- pigeon(P), not housed(P).
next(won) :- full. terminal :- true(won). goal(p,100) :- true(won). goal(p,0) :- not true(won).
"""
"""Nine holes are not enough for ten pigeons, but a solver takes long to see it."""
PIGEONS = made(PIGEON_RULES, "analysis", ["start"], [invariant("won", most=0)])
