"""Files as earlier versions wrote them are read, and mean what they meant."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from zermelo.audit.audit import audit
from zermelo.audit.certificate import read_certificate
from zermelo.audit.theory import Effort
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.play.match import Match
from zermelo.play.recorded import load_record, match_of
from zermelo.play.store import MatchStore
from zermelo.process.limits import Allowance
from zermelo.search.asp.rule_file import load_rules
from zermelo.search.base import Clock, Limits, last
from zermelo.search.solve.file import kept
from zermelo.search.solve.prove import asked
from zermelo.search.spec import parse
from zermelo.search.tables.file import read_table
from zermelo.search.tables.recheck import recheck
from zermelo.search.worth import Worth
from zermelo.strategies.preferences.facts import vocabulary
from zermelo.strategies.preferences.file import load_preferences
from zermelo.strategies.strategy import load_strategy
from zermelo.text.load import load_text

GameOf = Callable[[str], CompiledGame]
KEPT = Path(__file__).parent / "kept"
LEFT, RIGHT = Role(0), Role(1)


@pytest.fixture
def heap(game_of: GameOf) -> CompiledGame:
    """The game that all kept files are about."""
    return game_of(str(KEPT / "heap.lp"))


def after(game: CompiledGame, *moves: str) -> State:
    """The position after moves of left and right in turn."""
    state = game.initial
    for number, move in enumerate(moves):
        own, other = Role(number % 2), Role(1 - number % 2)
        joint = {own: game.read(own, move), other: game.read(other, "noop")}
        state = game.next(state, (joint[LEFT], joint[RIGHT]))
    return state


def move_in(game: CompiledGame, spec: str, role: Role, *moves: str) -> str:
    """What a search plays after these moves."""
    think = parse(spec).start(game, role, Clock(Limits()))
    result = last(think(after(game, *moves), Clock(Limits(seconds=600))))
    assert result is not None
    assert result.move is not None
    return game.spell(role, result.move)


def test_a_strategy_of_version_1_is_played_by(heap: CompiledGame) -> None:
    path = str(KEPT / "strategy-1.lp")
    strategy = load_strategy(heap, path)
    assert (strategy.status, strategy.method) == ("proved", "lemmas")
    assert len(strategy.lemmas) == 2
    assert {(one.claim.role, one.claim.value, one.claim.least) for one in strategy.lemmas} == {
        (LEFT, 100, True)
    }
    assert move_in(heap, f"strategy:file={path}", LEFT) == "(take 1)"
    assert move_in(heap, f"strategy:file={path}", LEFT, "(take 1)", "(take 1)") == "(take 2)"
    # An image of a rule: right in turn, two left
    assert move_in(heap, f"strategy:file={path}", RIGHT, "(take 2)") == "(take 2)"


def test_best_moves_of_version_1_are_rules_of_this_game(heap: CompiledGame) -> None:
    file = load_rules(heap, str(KEPT / "best-moves-1.lp"))
    found = {
        (heap.describe(one.state), one.role, heap.spell(one.role, one.move)) for one, _ in file.own
    }
    assert found == {
        (("(control left)", "(heap 2)"), LEFT, "(take 2)"),
        (("(control left)", "(heap 4)"), LEFT, "(take 1)"),
    }
    assert file.others == ()


def of_this_version(text: str) -> str:
    return text


def before_versions(text: str) -> str:
    """The text as it was written before its version was part of it."""
    title, _, rest = text.partition("\n")
    assert title == "% Zermelo preferences, version 1"
    return rest


@pytest.mark.parametrize("written", [of_this_version, before_versions])
def test_preferences_of_version_1_order_moves(
    heap: CompiledGame, tmp_path: Path, written: Callable[[str], str]
) -> None:
    path = tmp_path / "preferences.lp"
    path.write_text(written((KEPT / "preferences-1.lp").read_text()))
    found = load_preferences(str(path))
    assert [(one.weight, one.level) for one in found.constraints] == [(-1, 2), (-1, 1)]
    words = vocabulary(heap, found.background)
    won, lost = after(heap, "(take 1)"), after(heap, "(take 2)")
    assert found.costs(words.facts(won, LEFT)) < found.costs(words.facts(lost, LEFT))
    assert move_in(heap, f"preferences:file={path}", LEFT) == "(take 1)"


def test_a_solution_of_version_3_answers(heap: CompiledGame) -> None:
    solution = kept(heap, KEPT / "solution-3.npz")
    assert (solution.size, solution.total) == (8, 100)
    answer = asked(heap, solution, heap.initial)
    assert answer.values == (100.0, 0.0)
    assert answer.distance == 3
    assert asked(heap, solution, after(heap, "(take 2)")).values == (0.0, 100.0)


def test_a_table_of_version_1_is_true_and_played_by(heap: CompiledGame) -> None:
    path = KEPT / "table-1.npz"
    table, _ = read_table(heap, path)
    recheck(heap, table)
    assert (table.size, table.total, table.kind) == (8, 100, "minimax")
    assert table.worth(heap.row(heap.initial)) == Worth((100.0, 0.0), 3)
    assert table.worth(heap.row(after(heap, "(take 2)"))) == Worth((0.0, 100.0), 1)
    assert move_in(heap, f"table:file={path}", LEFT) == "(take 1)"
    assert move_in(heap, f"alphabeta:endgames={path}", LEFT) == "(take 1)"


@pytest.mark.parametrize(
    ("name", "claims"),
    [
        ("certificate-analysis-1.json", 18),
        ("certificate-solution-1.json", 3),
        ("strategy-1.lp", 12),
    ],
)
def test_all_claims_of_certificates_of_version_1_are_accepted(name: str, claims: int) -> None:
    certificate = read_certificate(load_text(str(KEPT / name)), Allowance(60, 2048))
    verdict = audit(certificate, Effort())
    assert verdict.checked == claims
    assert verdict.wrong == []


def played(match: Match, game: CompiledGame) -> tuple[list[str], tuple[float | None, ...]]:
    """The moves of the role in turn, and the goals."""
    joints = [turn.joint for turn in match.turns if turn.joint is not None]
    moves = [game.spell(Role(n % 2), joint[n % 2]) for n, joint in enumerate(joints)]
    return moves, match.goals


def test_a_match_of_version_1_is_played_again(heap: CompiledGame) -> None:
    record = load_record(KEPT / "match-1.json")
    match = match_of(heap, record)
    assert played(match, heap) == (["(take 1)", "(take 1)", "(take 2)"], (100, 0))
    (decision, _) = match.turns[2].decisions
    assert decision is not None
    assert (decision.move, decision.values, decision.proven) == ("(take 2)", (100.0, 0.0), True)


def test_a_store_of_version_1_has_its_matches(heap: CompiledGame, tmp_path: Path) -> None:
    path = Path(shutil.copy(KEPT / "store-1.db", tmp_path))  # SQLite writes beside what it reads
    with MatchStore(path, reading=True) as store:
        first, second = store.entries()
        assert (first.players, first.goals, first.turns) == (("alphabeta", "random"), (100, 0), 3)
        assert (second.players, second.goals, second.turns) == (
            ("random", "alphabeta"),
            (0, 100),
            4,
        )
        again = match_of(heap, store.record(first.id))
    assert played(again, heap) == (["(take 1)", "(take 1)", "(take 2)"], (100, 0))
