import re
import subprocess
import sys
from itertools import product

import pytest

from zermelo.errors import RuleError, UsageError
from zermelo.rules.time import explicit_time
from zermelo.text.read import Syntax, read_text
from zermelo.text.source import Source

TICTACTOE = """
(role x) (role o) (index 1) (index 2) (index 3)
(<= (init (cell ?m ?n b)) (index ?m) (index ?n))
(init (control x))
(<= (legal ?w (mark ?m ?n)) (true (cell ?m ?n b)) (true (control ?w)))
(<= (legal ?w noop) (role ?w) (not (true (control ?w))))
(<= (next (cell ?m ?n ?w)) (does ?w (mark ?m ?n)))
(<= (next (cell ?m ?n ?t)) (true (cell ?m ?n ?t)) (distinct ?t b))
(<= (next (cell ?m ?n b)) (true (cell ?m ?n b)) (does ?w (mark ?j ?k))
    (or (distinct ?m ?j) (distinct ?n ?k)))
(<= (next (control x)) (true (control o)))
(<= (next (control o)) (true (control x)))
(<= (row ?t) (index ?m) (true (cell ?m 1 ?t)) (true (cell ?m 2 ?t)) (true (cell ?m 3 ?t)))
(<= (column ?t) (index ?n) (true (cell 1 ?n ?t)) (true (cell 2 ?n ?t)) (true (cell 3 ?n ?t)))
(<= (diagonal ?t) (true (cell 1 1 ?t)) (true (cell 2 2 ?t)) (true (cell 3 3 ?t)))
(<= (diagonal ?t) (true (cell 1 3 ?t)) (true (cell 2 2 ?t)) (true (cell 3 1 ?t)))
(<= (line ?w) (role ?w) (or (row ?w) (column ?w) (diagonal ?w)))
(<= open (true (cell ?m ?n b)))
(<= terminal (line ?w))
(<= terminal (not open))
(<= (goal ?w 100) (line ?w))
(<= (goal ?w 0) (line ?v) (role ?w) (distinct ?v ?w))
(<= (goal ?w 50) (role ?w) (not (line x)) (not (line o)))
"""
NIM = """
#const piles = 2.
role(a;b).
init(heap(P,P+1)) :- P = 1..piles.
init(control(a)).
other(a,b). other(b,a).
legal(R,take(P,K)) :- true(control(R)), true(heap(P,N)), K = 1..N.
legal(R,noop) :- role(R), not true(control(R)).
next(heap(P,N-K)) :- true(heap(P,N)), does(_,take(P,K)).
next(heap(P,N)) :- true(heap(P,N)), does(_,take(Q,_)), P != Q.
next(control(R)) :- true(control(S)), other(R,S).
terminal :- #sum { N,P : true(heap(P,N)) } = 0.
goal(R,10*S) :- role(R), true(control(T)), other(R,T), S = #count { P : true(heap(P,_)) }.
goal(R,0) :- true(control(R)).
"""


def program(
    text: str,
    syntax: Syntax,
    horizon: int,
    maximize: str | None = None,
    minimize: str | None = None,
) -> str:
    return explicit_time(read_text(Source("test", text), syntax), horizon, maximize, minimize)


def clingo(text: str, *options: str) -> str:
    """Return what plain clingo prints."""
    command = [sys.executable, "-m", "clingo", *options]
    run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert "error" not in run.stderr
    return run.stdout


def optimum(text: str, *, sign: int = 1) -> int | None:
    """Return the optimal goal that clingo finds, None if no match ends in time."""
    printed = clingo(text, "--quiet=1")
    if "UNSATISFIABLE" in printed:
        return None
    assert "OPTIMUM FOUND" in printed
    return sign * int(re.findall(r"Optimization : (-?\d+)", printed)[-1])


def tictactoe_goals(horizon: int) -> set[int]:
    """Return every goal of x in a match of at most so many moves, found by brute force."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    found: set[int] = set()
    seen: set[str] = set()

    def play(board: str) -> None:
        if board in seen:
            return
        seen.add(board)
        moves = 9 - board.count(".")
        won = {
            board[int(a)] for a, b, c in lines if board[int(a)] == board[int(b)] == board[int(c)]
        }
        if won - {"."} or moves == 9:
            found.add(100 if "x" in won else 0 if "o" in won else 50)
        elif moves < horizon:
            for cell in range(9):
                if board[cell] == ".":
                    play(board[:cell] + "xo"[moves % 2] + board[cell + 1 :])

    play("." * 9)
    return found


def nim_matches(heaps: tuple[int, ...], horizon: int, moves: int = 0) -> list[int]:
    """Return who ends each match, as the number of moves, found by brute force."""
    if not any(heaps):
        return [moves]
    if moves == horizon:
        return []
    return [
        end
        for pile, size in enumerate(heaps)
        for left in range(size)
        for end in nim_matches((*heaps[:pile], left, *heaps[pile + 1 :]), horizon, moves + 1)
    ]


def test_what_depends_on_the_state_gets_the_time_and_nothing_else() -> None:
    lines = program(TICTACTOE, "kif", 9).splitlines()
    assert lines[:2] == ["#const horizon = 9.", "time(0..horizon)."]
    assert "role(x)." in lines
    assert "index(3)." in lines
    assert "holds(cell(M,N,b),0) :- index(M), index(N)." in lines
    assert "line(W,T) :- role(W), row(W,T), time(T)." in lines
    assert "open(T) :- holds(cell(M,N,b),T), time(T)." in lines
    assert "terminal(T) :- not open(T), time(T)." in lines
    assert "legal(W,noop,T) :- role(W), not holds(control(W),T), time(T)." in lines
    assert (
        "holds(control(x),T+1) :- holds(control(o),T), time(T), T < horizon, not terminal(T)."
        in lines
    )


def test_the_rules_own_variable_t_stays_apart() -> None:
    assert "row(T,T2) :-\n    index(M),\n    holds(cell(M,1,T),T2)," in program(TICTACTOE, "kif", 9)


def test_aggregates_look_at_one_time() -> None:
    lines = program(NIM, "asp", 5).splitlines()
    assert "#const piles = 2." in lines
    assert "terminal(T) :- #sum { N,P : holds(heap(P,N),T) } = 0, time(T)." in lines


@pytest.mark.parametrize("horizon", [4, 5, 6, 9])
def test_the_optimum_of_tictactoe_is_the_cooperative_one(horizon: int) -> None:
    goals = tictactoe_goals(horizon)
    best = optimum(program(TICTACTOE, "kif", horizon, maximize="x"), sign=-1)
    worst = optimum(program(TICTACTOE, "kif", horizon, minimize="x"))
    assert best == max(goals, default=None)
    assert worst == min(goals, default=None)


def test_each_model_is_a_match_of_nim() -> None:
    for horizon, role in product([2, 3, 5], "ab"):
        ends = nim_matches((2, 3), horizon)
        text = program(NIM, "asp", horizon, maximize=role)
        matches = clingo(text, "--opt-mode=ignore", "0")
        assert matches.count("Answer:") == len(ends)
        # The last to take gets 10 for each of the two heaps.
        goals = {20 if (end % 2 == 1) == (role == "a") else 0 for end in ends}
        assert optimum(text, sign=-1) == max(goals)
        assert optimum(program(NIM, "asp", horizon, minimize=role)) == min(goals)


def test_nothing_happens_after_the_end() -> None:
    printed = clingo(program(NIM, "asp", 8, maximize="a"), "--opt-mode=ignore", "0")
    for match in re.findall(r"^does.*|^goal.*", printed, re.MULTILINE):
        last = max(int(time) for time in re.findall(r"does\([^ ]*,(\d+)\)", match))
        assert set(re.findall(r"goal\(\w,-?\d+,(\d+)\)", match)) == {str(last + 1)}


def test_names_of_the_sheet_stay_apart_from_ours() -> None:
    text = """role(p). init(time(0)). horizon(horizon). time(1). holds(1,2). over(3).
    row(X) :- true(time(X)). row(X,Y) :- time(X), holds(X,Y). legal(p,a). next(time(N+1)) :-
    true(time(N)), row(N), does(p,a). terminal :- true(time(2)), horizon(X), row(1,2). goal(p,7)."""
    found = program(text, "asp", 3, maximize="p")
    assert "row(X,T) :- holds2(time(X),T), time2(T).\nrow2(X,Y) :- time(X), holds(X,Y)." in found
    assert "time2(0..horizon2)." in found
    assert "over2(T+1) :- first_terminal(T), T < horizon2." in found
    assert optimum(found, sign=-1) == 7


@pytest.mark.parametrize("keyword", ["(role r)", "(init f)", "(base f)", "(input r a)"])
def test_keywords_keep_their_names_and_relations_with_a_time_stay_apart(keyword: str) -> None:
    name, *args = keyword.strip("()").split()
    shorter = f"({' '.join([name, *args[1:]])})" if args[1:] else name
    sheet = f"(role r) (init f) (<= {shorter} (true f)) {keyword} (<= (goal r 1) {shorter})"
    text = explicit_time(read_text(Source("a.kif", f"{sheet} (<= (goal r 2) {keyword})"), "kif"), 1)
    assert f"\n{name}({','.join(args)})." in text
    assert f"\n{name}2({','.join([*args[1:], 'T'])}) :-" in text


def test_init_in_a_body_keeps_the_relation() -> None:
    rules = "start(X) :- init(X). terminal :- true(X), start(X). legal(p,a). goal(p,3)."
    text = f"role(p). init(a). {rules}"
    found = program(text, "asp", 1, maximize="p")
    assert "init(a).\n" in found
    assert "holds(F,0) :- init(F).\n" in found
    assert optimum(found, sign=-1) == 3


def test_odd_names_reach_clingo_coded() -> None:
    rules = "(<= (next -) (does X 5x5)) (<= terminal (true -)) (goal X 5)"
    text = f"(role X) (init +) (legal X 5x5) {rules}"
    assert optimum(program(text, "kif", 1, maximize="X"), sign=-1) == 5


def test_says_what_is_wrong() -> None:
    with pytest.raises(UsageError, match="a horizon of -1: it must be 0 or more"):
        program(TICTACTOE, "kif", -1)
    with pytest.raises(UsageError, match="either maximize or minimize, not both"):
        program(TICTACTOE, "kif", 9, "x", "o")
    with pytest.raises(UsageError, match="no role is called 'z'; there are x, o"):
        program(TICTACTOE, "kif", 9, minimize="z")
    with pytest.raises(RuleError, match="'next' in a body has no place in time"):
        program("(<= terminal (next a))", "kif", 9)
