"""What the referee, the thinker and the solver say, asked in this process."""

import re
import time
from collections import deque
from typing import Any, cast

import pytest

from zermelo.errors import LimitError, PlayError, ReadError, UnsuitedError
from zermelo.play.ggp.choice import candidates
from zermelo.play.ggp.following import Following, built, role_called, sheet_of
from zermelo.play.ggp.inbox import Heedful, Inbox, Order
from zermelo.play.ggp.referee import Referee
from zermelo.play.ggp.solving import Solving
from zermelo.play.ggp.thinking import Thinking
from zermelo.position.circuit_game import CircuitGame
from zermelo.position.game import Role
from zermelo.position.load import read_rules
from zermelo.position.plain_game import PlainGame
from zermelo.position.rule_game import RuleGame
from zermelo.search.base import Limits, OutOfTimeError
from zermelo.text.spell import spell

TICTACTOE = spell(read_rules("tictactoe"), "kif")
OPENING = [["(mark 2 2)", "noop"], ["noop", "(mark 1 2)"]]


class Quiet:
    """An inbox into which nothing is thrown."""

    def __init__(self) -> None:
        self.orders: deque[Order] = deque()
        self.waited: list[str] = []

    def waiting(self, *but: str) -> bool:
        return any(order["do"] not in but for order in self.orders)

    def wait_for(self, kind: str) -> None:
        self.waited.append(kind)


def start(rules: str = TICTACTOE, role: str = "x", **more: Any) -> Order:
    """An order to start."""
    moment = time.monotonic()
    return {
        "do": "start",
        "rules": rules,
        "syntax": "kif",
        "role": role,
        "number": 1,
        "moves": [],
        "until": moment + 60,
        "ground": 60.0,
        "megabytes": 6144,
        "table": 1 << 26,
    } | more


def turn(moves: list[list[str]], number: int = 2) -> Order:
    return {"do": "turn", "number": number, "moves": moves, "until": time.monotonic() + 60}


def box() -> Inbox:
    return cast(Inbox, Quiet())


def test_the_referee_says_what_is_legal_now_and_after_every_reply() -> None:
    said: list[Order] = []
    built(sheet_of(TICTACTOE, "kif"), 60.0, 6144)
    referee = Referee(box(), said.append)
    referee.start(start())
    assert said[0] == {"say": "role", "number": 1, "role": 0}
    assert said[1]["say"] == "legal"
    assert len(said[1]["legal"]) == 9
    referee.built({"do": "built"})
    referee.turn(turn(OPENING))
    assert len(said[2]["legal"]) == 7
    assert "(cell 2 2 x)" in said[2]["state"]
    referee.answered(turn(OPENING) | {"move": "(mark 1 1)"})
    assert said[3]["ahead"] == [[["(mark 1 1)", "noop"], ["noop"]]]
    referee.turn(turn([*OPENING, ["(mark 1 1)", "noop"]], 3))
    referee.answered(turn([*OPENING, ["(mark 1 1)", "noop"]], 3) | {"move": "noop"})
    replies = {tuple(joint): legal for joint, legal in said[5]["ahead"]}
    assert len(replies) == 6
    assert len(replies["noop", "(mark 3 3)"]) == 5


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ([["(mark 2 2)"]], "1 moves for 2 roles"),
        ([["noop", "noop"]], "x cannot play noop here"),
        ([["(mark 9 9)", "noop"]], "x cannot play (mark 9 9) here"),
        ([OPENING[0], OPENING[0]], "x cannot play (mark 2 2) here"),
    ],
)
def test_the_referee_refuses_moves_that_cannot_be(moves: list[list[str]], why: str) -> None:
    said: list[Order] = []
    referee = Referee(box(), said.append)
    referee.start(start())
    referee.turn(turn(moves))
    assert said[-1] == {"say": "refused", "number": 2, "why": why}
    referee.turn(turn(OPENING, 3))
    assert said[-1]["say"] == "legal"


def test_moves_in_another_case_are_understood_and_answered_as_in_the_rules() -> None:
    said: list[Order] = []
    referee = Referee(box(), said.append)
    referee.start(start(TICTACTOE.replace("mark", "Mark"), "X"))
    referee.turn(turn([["(MARK 2 2)", "NOOP"]]))
    assert said[-1]["legal"] == ["noop"]
    referee.turn(turn([["(MARK 2 2)", "NOOP"], ["NoOp", "(mark 1 1)"]]))
    assert "(Mark 3 3)" in said[-1]["legal"]


def test_infix_rules_between_commas_are_read() -> None:
    text = spell(read_rules("tictactoe"), "infix")
    rules = [rule for rule in re.split(r"\n(?=\S|\n)", text) if rule.strip()]
    joined = ", ".join(" ".join(rule.split()) for rule in rules)
    said: list[Order] = []
    referee = Referee(box(), said.append)
    referee.start(start(joined, syntax="infix"))
    assert len(said[-1]["legal"]) == 9


@pytest.mark.parametrize(
    ("rules", "error"),
    [
        ("", ReadError),
        ("(role x) (<= (legal x", ReadError),
        ("(role x) (<= (sees x a) (true b))", UnsuitedError),
        ("(role x)\0", ReadError),
    ],
)
def test_rules_that_cannot_be_played_are_told_apart(rules: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        sheet_of(rules, "kif")


def test_rules_may_be_written_in_any_letters() -> None:
    said: list[Order] = []
    referee = Referee(box(), said.append)
    referee.start(start(TICTACTOE.replace("mark", "écrire")))
    assert "(écrire 1 1)" in said[-1]["legal"]


def test_there_must_be_such_a_role(tictactoe: CircuitGame) -> None:
    assert role_called(tictactoe, "O") == 1
    with pytest.raises(PlayError, match="no role is called z; there are x, o"):
        role_called(tictactoe, "z")


def test_moves_that_are_known_are_not_made_again(tictactoe: CircuitGame) -> None:
    match = Following(tictactoe, Role(0))
    there = match.state_after(OPENING)
    assert match.state_after(OPENING[:1]) != there
    assert match.state_after(OPENING) == there
    assert len(match.states) == 3
    over = [["(mark 1 1)", "noop"], ["noop", "(mark 2 1)"]]
    over += [["(mark 1 2)", "noop"], ["noop", "(mark 2 2)"], ["(mark 1 3)", "noop"]]
    with pytest.raises(PlayError, match="the match is over"):
        match.state_after([*over, ["noop", "noop"]])


def test_the_thinker_tells_every_better_move_and_when_there_is_none() -> None:
    said: list[Order] = []
    thinker = Thinking(box(), said.append, "alphabeta:depth=2")
    thinker.start(start(role="o"))
    assert said[0] == {"say": "built", "number": 1, "role": 1}
    assert said[1]["legal"] == ["noop"]
    assert said[2] == {"say": "note", "text": "playing by alphabeta:depth=2"}
    thinker.turn(turn([["(mark 2 2)", "noop"]]))
    assert said[-1] == {"say": "done", "number": 2}
    assert said[-2]["say"] == "move"
    assert said[-2]["move"].startswith("(mark")
    before = len(said)
    thinker.answered(turn([["(mark 2 2)", "noop"]]) | {"move": "(mark 1 1)"})
    assert len(said) == before, "what is thought ahead is not said"


def test_the_thinker_leaves_everything_for_a_new_order() -> None:
    said: list[Order] = []
    inbox = Quiet()
    thinker = Thinking(cast(Inbox, inbox), said.append, "iterative")
    thinker.start(start())
    inbox.orders.append({"do": "turn"})
    before = len(said)
    thinker.turn(turn(OPENING))
    assert [each["say"] for each in said[before:]] == ["legal"]
    for clock in (heedful := Heedful(Limits(), cast(Inbox, inbox)), heedful.part(Limits(nodes=9))):
        with pytest.raises(OutOfTimeError):
            clock.tick()


def test_a_search_that_does_not_suit_the_game_is_replaced(game_of: Any) -> None:
    together = [name for name, _ in candidates(game_of("rock_paper_scissors"), "alphabeta")]
    assert "alphabeta" not in together
    assert together[-1] == "random"
    first, _ = next(candidates(game_of("tictactoe"), "alphabeta:depth=3"))
    assert first == "alphabeta:depth=3"


SLOW = "(role a) (init s) (<= (legal a (go ?x)) (true ?x)) (<= (next s) (true s)) (goal a 0) "
SLOW += "(<= terminal (true (never s)))"


def test_rules_that_cannot_be_compiled_are_played_by_the_referee(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries: list[float] = []

    def never(*_: object) -> None:
        tries.append(time.monotonic())
        raise LimitError("the child process was killed\nby somebody")

    monkeypatch.setattr("zermelo.play.ggp.thinking.built", never)
    said: list[Order] = []
    thinker = Thinking(box(), said.append, None)
    thinker.start(start(SLOW, "a", until=0.0))
    note = {"say": "note", "text": "not compiled: the child process was killed"}
    assert said[:3] == [note] * 3
    assert len(tries) == 3, "whoever grounds may be killed once, but not again and again"
    assert not any(each["say"] == "built" for each in said)
    referee = Referee(box(), said.append)
    referee.start(start(SLOW, "a"))
    referee.built({"do": "built"})
    referee.turn(turn([["(go s)"]]))
    assert said[-1] == {"say": "legal", "number": 2, "legal": ["(go s)"], "state": ("s",)}


def test_rules_that_cannot_be_compiled_are_thought_about_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(*_: object) -> None:
        raise LimitError("60 s of time were not enough")

    monkeypatch.setattr("zermelo.play.ggp.thinking.built", never)
    said: list[Order] = []
    thinker = Thinking(box(), said.append, "mcts")
    thinker.start(start(ground=-1.0, until=time.monotonic() + 0.1))
    assert {"say": "note", "text": "playing by iterative"} in said
    won = [["(mark 1 1)", "noop"], ["noop", "(mark 2 1)"]]
    won += [["(mark 1 2)", "noop"], ["noop", "(mark 2 2)"]]
    thinker.turn(turn(won) | {"until": time.monotonic() + 1})
    moves = [each["move"] for each in said if each["say"] == "move"]
    assert moves[-1] == "(mark 1 3)"


def test_compiling_is_tried_once_if_its_time_is_up_or_the_match_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(*_: object) -> None:
        raise LimitError("60 s of time were not enough")

    monkeypatch.setattr("zermelo.play.ggp.thinking.built", never)
    said: list[Order] = []
    inbox = Quiet()
    thinker = Thinking(cast(Inbox, inbox), said.append, None)
    note = {"say": "note", "text": "not compiled: 60 s of time were not enough"}
    thinker.start(start(SLOW, "a", ground=-1.0, until=0.0))
    assert said.count(note) == 1
    inbox.orders.append({"do": "stop"})
    thinker.start(start(SLOW, "a"))
    assert said.count(note) == 2


def test_the_referee_leaves_a_turn_that_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Order] = []
    inbox = Quiet()
    referee = Referee(cast(Inbox, inbox), said.append)
    referee.start(start())
    inbox.orders.append({"do": "turn"})
    monkeypatch.setattr("zermelo.rules.derive.derivation.OFTEN", 0)
    before = len(said)
    referee.turn(turn(OPENING))
    assert len(said) == before
    inbox.orders.clear()
    referee.turn(turn(OPENING))
    assert len(said[-1]["legal"]) == 7


def test_the_referee_says_that_a_question_takes_too_many_steps() -> None:
    said: list[Order] = []
    referee = Referee(box(), said.append)
    referee.start(start())
    assert referee.match is not None
    assert isinstance(referee.match.game, RuleGame)
    referee.match.game.steps = 3
    referee.turn(turn(OPENING))
    assert said[-1] == {"say": "note", "text": "3 steps were not enough to derive what holds"}


def test_the_referee_keeps_to_the_rules_if_the_circuit_is_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built(sheet_of(TICTACTOE, "kif"), 60.0, 6144)
    referee = Referee(box(), lambda _: None)
    referee.start(start())
    monkeypatch.setattr("zermelo.play.ggp.referee.MOST_GATES", 5)
    referee.built({"do": "built"})
    assert referee.match is not None
    assert isinstance(referee.match.game, RuleGame)
    monkeypatch.undo()
    referee.built({"do": "built"})
    game = referee.match.game
    assert isinstance(game, PlainGame)
    referee.built({"do": "built"})
    assert referee.match.game is game, "a thinker that took over says it once more"


def fails(*_: object) -> None:
    raise ZeroDivisionError("division by zero")


def test_a_search_that_fails_is_replaced_and_its_error_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[Order] = []
    thinker = Thinking(box(), said.append, "alphabeta:depth=2")
    monkeypatch.setattr("zermelo.search.algorithms.alphabeta.Alphabeta.start", fails)
    thinker.start(start())
    notes = [each["text"] for each in said if each["say"] == "note"]
    assert notes[0] == "playing by alphabeta:depth=2"
    assert notes[1].startswith("Traceback")
    assert notes[1].endswith("ZeroDivisionError: division by zero\n")
    assert notes[2] == "playing by auto:solve=false"
    assert said[-1]["say"] in ("move", "done")


def test_a_search_that_ended_the_process_is_not_tried_again() -> None:
    for crashes, chosen in ((0, "alphabeta:depth=2"), (1, "auto:solve=false"), (4, "random")):
        said: list[Order] = []
        thinker = Thinking(box(), said.append, "alphabeta:depth=2")
        thinker.start(start(crashes=crashes, until=time.monotonic() + 0.5))
        assert {"say": "note", "text": f"playing by {chosen}"} in said
    said = []
    thinker = Thinking(box(), said.append, "alphabeta:depth=2")
    thinker.start(start(crashes=9))
    assert [each["say"] for each in said] == ["built", "legal"], "nothing is left to think with"


def test_the_solver_plays_perfectly_once_it_has_solved() -> None:
    said: list[Order] = []
    solver = Solving(box(), said.append)
    solver.start(start())
    assert said[0]["text"] == "solved: 5,478 positions"
    assert said[1]["proven"]
    assert said[1]["worth"] == 50
    # x can take two lines at once, or win late: it takes the shortest way.
    lost = [["(mark 1 1)", "noop"], ["noop", "(mark 1 2)"]]
    solver.turn(turn(lost))
    assert said[2]["worth"] == 100
    assert said[2]["depth"] == 4


def test_the_solver_is_silent_where_there_is_nothing_to_solve() -> None:
    said: list[Order] = []
    solver = Solving(box(), said.append)
    rules = "(role a) (role b) (init s) (<= (legal ?r l) (role ?r)) (<= (legal ?r m) (role ?r))"
    rules += "(<= (next e) (true s)) (<= terminal (true e)) (<= (goal ?r 50) (role ?r))"
    solver.start(start(rules, "a"))
    solver.turn(turn([["l", "m"]]))
    assert said == []
