"""Rules of best moves: none is wrong, they cut the search that makes them, and files keep them."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

import clingo
import pytest

from tests.search.asp_games import Inside
from tests.search.trees import MAX
from zermelo.errors import ReadError, UnsuitedError, UnwritableError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.learn.best_do import best_moves, spell_best_moves
from zermelo.proofs.counts import Count
from zermelo.proofs.invariants import invariants
from zermelo.rules.time import explicit_time
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.algorithms.asp import Asp, AspMatch
from zermelo.search.asp import checking
from zermelo.search.asp.checking import Checker, checked
from zermelo.search.asp.rule_file import ENFORCED, read_rules, spell_rules
from zermelo.search.asp.rules import BestMoveRule
from zermelo.search.base import Clock, Limits, last
from zermelo.search.parts.duel import Duel
from zermelo.search.spec import parse
from zermelo.text.read import Syntax, read_text
from zermelo.text.source import Source

Games = Callable[[str], CompiledGame]
pytestmark = pytest.mark.usefixtures("inside")
SMALL_NIM = "nim_capped:pile1=2,pile2=2,pile3=3,pile4=0"
NIM = {
    "S": SMALL_NIM,
    "M": "nim_capped:pile1=1,pile2=2,pile3=3,pile4=3",
    "L": "nim_capped:pile1=1,pile2=3,pile3=3,pile4=4",
}
ROWS = {"S": "ox./.../..o x", "M": ".../.../x.o x", "L": "..x/.../... o"}
SLOW = pytest.mark.slow


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """No child process: what it would do is done here."""
    monkeypatch.setattr("zermelo.search.asp.solver.Session", Inside)


def marked(game: CompiledGame, text: str) -> State:
    """A position of tic-tac-toe, row by row, and who moves."""
    rows, mover = text.split()
    cells = [
        f"(cell {column} {row} {'b' if mark == '.' else mark})"
        for row, marks in enumerate(rows.split("/"), 1)
        for column, mark in enumerate(marks, 1)
    ]
    return game.state_of([*cells, f"(control {mover})"])


def position(name: str, size: str, game_of: Games) -> tuple[CompiledGame, State]:
    game = game_of(NIM[size] if name == "nim" else "tictactoe")
    return game, game.initial if name == "nim" else marked(game, ROWS[size])


def value(game: CompiledGame, state: State, role: Role) -> float:
    """What a state is worth for a role, by alpha-beta."""
    result = last(Alphabeta(kernel="off").start(game, role, Clock())(state, Clock()))
    assert result is not None
    return result.values[role]


@pytest.mark.parametrize(
    ("name", "size", "plain", "learning"),
    [
        ("nim", "S", 83, 39),
        ("nim", "M", 390, 92),
        pytest.param("nim", "L", 3083, 303, marks=SLOW),
        ("tictactoe", "S", 117, 126),
        ("tictactoe", "M", 82, 66),
        pytest.param("tictactoe", "L", 3235, 2399, marks=SLOW),
    ],
)
def test_it_needs_no_more_nodes_than_the_program_it_is_after(
    name: str, size: str, plain: int, learning: int, game_of: Games
) -> None:
    game, state = position(name, size, game_of)
    for search, most in ((Asp(), plain), (Asp(learn=True), learning)):
        clock = Clock()
        result = last(search.start(game, MAX, clock)(state, clock))
        assert result is not None
        assert result.values[MAX] == (50 if name == "tictactoe" and size != "M" else 100)
        assert clock.count.nodes - 1 <= most  # the root has no move


@pytest.mark.parametrize(
    ("name", "size"),
    [("nim", "S"), ("tictactoe", "S"), ("tictactoe", "M"), pytest.param("nim", "M", marks=SLOW)],
)
def test_no_rule_and_no_image_of_one_is_wrong(name: str, size: str, game_of: Games) -> None:
    game, state = position(name, size, game_of)
    thinking = AspMatch.of(Asp(learn=True), game, MAX)
    last(thinking.think(state, Clock()))
    assert thinking.book is not None
    rules = list(thinking.book.all())
    assert len(rules) > len(thinking.book.rules) > 0
    duel = Duel(game, MAX, lambda _: (50.0, 50.0))
    for where, role, move in rules:
        (joint,) = (joint for joint in duel.joints(where) if joint[role] == move)
        assert value(game, game.next(where, joint), role) == value(game, where, role)


def test_a_file_is_made_used_and_extended(game_of: Games, tmp_path: Path) -> None:
    game, path = game_of(SMALL_NIM), tmp_path / "nim.rules"
    search = parse(f"asp:rules={path}")
    nodes = []
    for moves in (2, 1, 0):  # later positions first, so that there is something to add
        state = game.initial
        for _ in range(moves):
            state = Duel(game, MAX, lambda _: (0.0, 0.0)).children(state)[0][1]
        clock = Clock()
        result = last(search.start(game, MAX, clock)(state, clock))
        assert result is not None
        assert result.values[MAX] == value(game, state, MAX)
        nodes.append(len(read_rules(game, Source("a file", path.read_text())).own))
    assert nodes[0] < nodes[-1]
    alone, helped = Clock(), Clock()
    last(Asp(learn=True).start(game, MAX, alone)(game.initial, alone))
    last(search.start(game, MAX, helped)(game.initial, helped))
    assert helped.count.nodes < alone.count.nodes


def test_what_was_found_before_time_was_up_is_kept(game_of: Games, tmp_path: Path) -> None:
    game, path = game_of(SMALL_NIM), tmp_path / "nim.rules"
    clock = Clock(Limits(nodes=12))
    last(Asp(rules=str(path)).start(game, MAX, clock)(game.initial, clock))
    assert read_rules(game, Source("a file", path.read_text())).own


def test_a_text_reads_back_and_says_of_no_more_than_needed_that_it_does_not_hold(
    game_of: Games,
) -> None:
    game = game_of(SMALL_NIM)
    assert game.program is not None
    rules = best_moves(game)
    for counts in ((), invariants(game, game.program).counts):
        text = spell_best_moves(rules, game, counts=counts)
        assert ("not holds" in text) == (not counts)
        assert [rule for rule, _ in read_rules(game, Source("a file", text)).own] == rules


def test_only_a_full_group_spares_words(game_of: Games) -> None:
    game = game_of(SMALL_NIM)
    everything = Count(tuple(range(len(game.lexicon.fluents))), 0, 30)
    assert "not holds" in spell_best_moves(best_moves(game)[:1], game, counts=[everything])


@pytest.mark.parametrize("syntax", ["kif", "infix", "asp"])
def test_rules_are_spelled_in_gdl(syntax: str, game_of: Games) -> None:
    game = game_of(SMALL_NIM)
    rules = best_moves(game, symmetric=False)
    named = cast(Syntax, syntax)
    sheet = read_text(Source("gdl", spell_best_moves(rules, game, named)), named)
    assert len(sheet.rules) == len(rules)
    assert {rule.head.name for rule in sheet.rules} == {"best_do"}
    plain = [str(rule) for rule in sheet.rules]
    again = read_text(Source("gdl", spell_best_moves(rules, game, "asp")), "asp")
    assert plain == [str(rule) for rule in again.rules]


def test_plain_clingo_plays_by_the_rules(game_of: Games) -> None:
    game = game_of(SMALL_NIM)
    assert game.sheet is not None
    program = explicit_time(game.sheet, 7, maximize="b")
    best = {}
    for name, text in (("free", ""), ("ruled", spell_best_moves(best_moves(game), game))):
        control = clingo.Control(["--opt-mode=opt"])
        control.add("base", [], program + text)
        control.ground([("base", [])])
        shown: list[str] = []
        control.solve(on_model=lambda model, shown=shown: shown.append(str(model)))  # type: ignore[misc]
        best[name] = shown[-1]
    assert "goal(b,100," in best["free"]
    assert "does(a,remove(3,3),0)" in best["ruled"]


HEAD = "best_do(a,remove(1,2),T) :- "
BODY = "holds(control(a),T), holds(has(1,2),T), holds(has(2,0),T), holds(has(3,0),T)"


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("best(a,remove(1,2),T) :- holds(control(a),T).", "a rule begins with best_do"),
        ("best_do(c,remove(1,2),T) :- holds(control(a),T).", "has no role c"),
        ("best_do(a,remove(9,2),T) :- holds(control(a),T).", "never has a move"),
        (f"{HEAD}holds(control(z),T).", "no state of the game has"),
        (f"{HEAD}true(control(a)).", r"only holds\(F,T\)"),
        (f"{HEAD}{BODY}, not holds(control(a),T).", r"\(control a\) holds and does not hold"),
        (f"{HEAD}holds(control(a),T), holds(has(1,1),T).", "is not legal for a"),
        (f"{HEAD}holds(control(a),T).", "is not legal for a"),
    ],
)
def test_a_rule_that_says_nothing_is_refused_with_its_place(
    rule: str, message: str, game_of: Games
) -> None:
    game = game_of(SMALL_NIM)
    text = spell_rules([], game).replace(ENFORCED, rule).replace("end: 0", "end: 1")
    with pytest.raises(ReadError, match=message) as error:
        read_rules(game, Source("a file", text))
    assert "a file:5" in str(error.value)


def test_files_that_are_none_or_cut_off_or_of_other_rules_are_refused(game_of: Games) -> None:
    game, other = game_of(SMALL_NIM), game_of("tictactoe")
    text = spell_rules(best_moves(game), game)
    with pytest.raises(ReadError, match="has no rules of best moves"):
        read_rules(game, Source("a file", "role(a)."))
    with pytest.raises(UnsuitedError, match="best moves for other rules"):
        checked(other, read_rules(other, Source("a file", text)))
    with pytest.raises(ReadError, match="is cut off"):
        read_rules(game, Source("a file", text[: text.rindex("best_do(")]))
    lines = text.splitlines()
    with pytest.raises(ReadError, match="is cut off"):
        read_rules(game, Source("a file", "\n".join([*lines[:4], lines[-1]])))


def test_rules_that_cannot_be_written_are_told(game_of: Games, tmp_path: Path) -> None:
    game = game_of(SMALL_NIM)
    search = Asp(rules=str(tmp_path / "none" / "nim.rules"))
    with pytest.raises(UnwritableError, match=r"nim\.rules cannot be written: No such file"):
        last(search.start(game, MAX, Clock())(game.initial, Clock()))


def with_rule(text: str, rule: str) -> str:
    """A file with one rule more, put in by hand."""
    count = int(text.rsplit("% end: ", 1)[1].split()[0])
    return text.replace(f"end: {count} ", f"end: {count + 1} ").replace(
        ENFORCED, f"{rule}\n{ENFORCED}"
    )


WRONG = (
    "best_do(a,remove(3,1),T) :- holds(control(a),T), holds(has(1,0),T), holds(has(2,0),T), "
    "holds(has(3,2),T), holds(has(4,0),T)."
)
"""Leaves the last stick to b."""


def test_a_wrong_rule_is_refused_with_a_better_move(game_of: Games, tmp_path: Path) -> None:
    game, path = game_of(SMALL_NIM), tmp_path / "nim.rules"
    path.write_text(with_rule(spell_rules([], game), WRONG))
    with pytest.raises(
        ReadError, match=r"\(remove 3 1\) is not best for a .*remove 3 2\) brings 100"
    ):
        AspMatch.of(Asp(rules=str(path)), game, MAX)


def test_rules_of_another_instance_are_used_if_they_are_right(
    game_of: Games, tmp_path: Path
) -> None:
    small, large = game_of(SMALL_NIM), game_of("nim_capped:pile1=2,pile2=2,pile3=4,pile4=0")
    path = tmp_path / "nim.rules"
    path.write_text(with_rule(spell_rules(best_moves(small), small), WRONG))
    thinking, alone, helped = AspMatch.of(Asp(rules=str(path)), large, MAX), Clock(), Clock()
    assert len(thinking.file.rules) == len(best_moves(small))
    assert len(thinking.file.unused) == 1
    result = last(thinking.think(large.initial, helped))
    last(Asp(learn=True).start(large, MAX, alone)(large.initial, alone))
    assert result is not None
    assert result.values[MAX] == value(large, large.initial, MAX)
    used = len(thinking.file.rules)
    assert result.note.endswith(f"{used} of {used + 1} rules of {path} are right here")
    assert helped.count.nodes < alone.count.nodes
    text = path.read_text()
    assert text.count("% elsewhere: ") == 1
    assert len(read_rules(large, Source("a file", text)).own) > len(thinking.file.rules)
    back = checked(small, read_rules(small, Source("a file", text)))
    assert set(best_moves(small)) <= set(back.rules)


def test_rules_that_no_nodes_are_left_to_check_are_not_used(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(SMALL_NIM)
    file = read_rules(game, Source("a file", spell_rules(best_moves(game), game)))
    used = []
    for nodes in (0, 30, 10**6):  # all rules of a file share them
        monkeypatch.setattr(checking, "MOST_NODES", nodes)
        found = checked(game, file)
        assert len(found.rules) + len(found.unused) == len(file.own)
        used.append(len(found.rules))
    assert 0 == used[0] < used[1] < used[2] == len(file.own)


def test_nothing_is_found_out_about_a_rule_that_cannot_be_followed(game_of: Games) -> None:
    game = game_of("tictactoe")
    checker = Checker(game)
    state = marked(game, "ox./.../..o x")
    taken = game.read(Role(0), "(mark 1 1)")
    assert checker.right(BestMoveRule(state, Role(0), taken)) is None
    free = game.legal(state, Role(0))[0]
    assert checker.right(BestMoveRule(state, Role(0), free)) is not None


def test_nothing_is_found_out_about_a_state_of_no_match(game_of: Games) -> None:
    game = game_of("tictactoe")
    nowhere = game.state_of(["(cell 1 1 b)"])
    assert Checker(game).exact(nowhere) is None
