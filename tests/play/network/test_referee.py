"""What the referee says, asked in this process."""

import re
from typing import cast

import pytest

from tests.play.network.orders import OPENING, TICTACTOE, Quiet, box, start, turn
from zermelo.game.load import read_rules
from zermelo.game.rule_game import RuleGame
from zermelo.play.network.referee import Referee
from zermelo.play.network.tracking import built, sheet_of
from zermelo.process.inside import Inbox, Order
from zermelo.text.spell import spell


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


def test_rules_may_be_written_in_any_letters() -> None:
    said: list[Order] = []
    referee = Referee(box(), said.append)
    referee.start(start(TICTACTOE.replace("mark", "écrire")))
    assert "(écrire 1 1)" in said[-1]["legal"]


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
    monkeypatch.setattr("zermelo.play.network.referee.MOST_GATES", 5)
    referee.built({"do": "built"})
    assert referee.match is not None
    assert isinstance(referee.match.game, RuleGame)
    monkeypatch.undo()
    referee.built({"do": "built"})
    game = referee.match.game.compiled
    assert game is not None
    assert not game.engine.has_kernels
    referee.built({"do": "built"})
    assert referee.match.game is game, "a thinker that took over says it once more"


WON = [["(mark 1 1)", "noop"], ["noop", "(mark 2 1)"], ["(mark 1 2)", "noop"]]
WON += [["noop", "(mark 2 2)"]]


def test_the_referee_sees_a_win_while_the_rules_are_compiled() -> None:
    said: list[Order] = []
    referee = Referee(box(), said.append)
    referee.start(start())
    referee.go_on(start())
    referee.turn(turn(WON))
    assert said[-1]["say"] == "legal"
    referee.go_on(turn(WON))
    assert said[-1] == {
        "say": "move",
        "number": 2,
        "move": "(mark 1 3)",
        "proven": False,
        "worth": 100,
        "depth": 1,
    }


def test_the_referee_leaves_the_choice_to_the_search_once_one_runs() -> None:
    said: list[Order] = []
    referee = Referee(box(), said.append)
    referee.go_on(turn(WON))
    referee.start(start())
    referee.built({"do": "built"})
    referee.turn(turn(WON))
    before = len(said)
    referee.go_on(turn(WON))
    assert len(said) == before
    referee.start(start())
    referee.go_on(turn(WON))
    assert len(said) > before, "another match, not compiled yet"


@pytest.mark.parametrize("kind", ["built", "answered", "turn", "stop"])
def test_the_referee_stops_glancing_for_any_order(kind: str) -> None:
    said: list[Order] = []
    inbox = Quiet()
    referee = Referee(cast(Inbox, inbox), said.append)
    referee.start(start())
    inbox.orders.append({"do": kind})
    before = len(said)
    referee.go_on(turn(WON))
    assert len(said) == before
    inbox.orders.clear()
    referee.go_on(turn(WON) | {"until": 0.0})
    assert len(said) == before, "time is up"
    referee.go_on(turn([["nonsense"]]))
    assert len(said) == before, "there is no such turn"


def test_goals_that_are_no_numbers_are_said_not_to_be_seen() -> None:
    said: list[Order] = []
    referee = Referee(box(), said.append)
    referee.start(start(TICTACTOE.replace("100", "much")))
    referee.go_on(turn(WON))
    text = "no look ahead: the rules give a goal of much, which is no number"
    assert said[-1] == {"say": "note", "text": text}


def test_the_referee_says_some_legal_moves_before_it_knows_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[Order] = []
    referee = Referee(box(), said.append)
    referee.start(start())
    monkeypatch.setattr("zermelo.rules.derive.derivation.OFTEN", 0)
    before = len(said)
    referee.turn(turn(OPENING))
    some, every = said[before:]
    assert (some["say"], every["say"]) == ("some", "legal")
    assert set(some["legal"]) <= set(every["legal"])
    assert some["state"] == every["state"]
    assert some["number"] == 2


def test_without_a_match_the_referee_has_nothing_to_say() -> None:
    said: list[Order] = []
    referee = Referee(box(), said.append)
    referee.turn(turn(OPENING))
    referee.answered(turn(OPENING) | {"move": "(mark 1 1)"})
    assert said == []


@pytest.fixture
def compiled() -> tuple[Referee, list[Order]]:
    """A referee with the circuit, and what it says from then on."""
    said: list[Order] = []
    built(sheet_of(TICTACTOE, "kif"), 60.0, 6144)
    referee = Referee(box(), said.append)
    referee.start(start())
    referee.built({"do": "built"})
    said.clear()
    return referee, said


ANSWERED = turn([["(mark 2 2)", "noop"]]) | {"move": "noop"}


def test_nothing_is_said_ahead_of_turns_that_cannot_be(
    compiled: tuple[Referee, list[Order]],
) -> None:
    referee, said = compiled
    referee.answered(turn([["nonsense"]]) | {"move": "noop"})
    referee.answered(ANSWERED | {"move": "(mark 1 1)"})
    assert said == []


@pytest.mark.parametrize(("limit", "most"), [("MOST_REPLIES", 8), ("MOST_MOVES", 8 * 7)])
def test_what_would_be_too_much_is_not_said_ahead(
    compiled: tuple[Referee, list[Order]], monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    referee, said = compiled
    monkeypatch.setattr(f"zermelo.play.network.referee.{limit}", most - 1)
    referee.answered(ANSWERED)
    assert said == []
    monkeypatch.setattr(f"zermelo.play.network.referee.{limit}", most)
    referee.answered(ANSWERED)
    assert [len(each["ahead"]) for each in said] == [8]


def test_nothing_is_said_ahead_by_the_rules_alone() -> None:
    said: list[Order] = []
    referee = Referee(box(), said.append)
    referee.start(start())
    said.clear()
    referee.answered(ANSWERED)
    assert said == []
