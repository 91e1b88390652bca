"""What the player by a strategy says of the other roles: no more than is proved or claimed."""

from pathlib import Path

import pytest

from tests.search.trees import lecture
from zermelo.errors import UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.load import load
from zermelo.proofs.lemmas import Claim, Lemma
from zermelo.search.base import Bound, Clock, Result, Thinker, last
from zermelo.search.spec import parse
from zermelo.strategies.strategy import Strategy, fingerprint, write_strategy

SHEET = """
(role a) (role b) (init start)
(<= (legal a left) (true start)) (<= (legal a right) (true start)) (<= (legal b noop) (true start))
(<= (next gone_left) (does a left)) (<= (next gone_right) (does a right))
(<= terminal (true gone_left)) (<= terminal (true gone_right))
(<= (goal a 30) (true gone_left)) (<= (goal b {left}) (true gone_left))
(<= (goal a 10) (true gone_right)) (<= (goal b 30) (true gone_right))
"""


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The files here are made by hand, without a certificate."""
    monkeypatch.setattr("zermelo.strategies.strategy.require_audited", lambda _: None)
    monkeypatch.setattr("zermelo.strategies.strategy.require_backed", lambda *_: None)


def started(
    folder: Path, left: int, more: tuple[tuple[int, int], ...] = ()
) -> tuple[CompiledGame, Thinker]:
    """Who goes by a rule that a gets 30 from the start, and b what `more` claims of it."""
    sheet = folder / "choice.kif"
    sheet.write_text(SHEET.format(left=left), encoding="utf-8")
    game = load(str(sheet))
    start = game.lexicon.fluents.index("start") + 1
    lemmas = [Lemma(Claim((0,), 0, 30), (start,), (game.read(Role(0), "left"),))]
    lemmas += [
        Lemma(Claim((role,), role, value), (start,), (game.read(Role(role), "noop"),))
        for role, value in more
    ]
    strategy = Strategy("choice", fingerprint(game), "lemmas", "proved", tuple(lemmas))
    write_strategy(strategy, game, folder / "choice.lp")
    search = parse(f"strategy:file={folder / 'choice.lp'}")
    return game, search.start(game, Role(0), Clock())


def promised(folder: Path, left: int, more: tuple[tuple[int, int], ...] = ()) -> Result:
    """What is said of the start."""
    game, think = started(folder, left, more)
    found = last(think(game.initial, Clock()))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("left", "more", "values"),
    [
        (10, (), (30.0, 10.0)),  # every end shares out 40
        (20, (), (30.0, 20.0)),  # no constant sum: the lowest goal of b
        (20, ((1, 30),), (30.0, 30.0)),  # what another rule claims for it
    ],
)
def test_others_get_the_rest_only_if_there_is_a_total(
    tmp_path: Path, left: int, more: tuple[tuple[int, int], ...], values: tuple[float, ...]
) -> None:
    found = promised(tmp_path, left, more)
    assert found.values == values
    assert found.bound is Bound.AT_LEAST
    assert "a plays left and gets at least 30" in found.note


def test_at_the_end_no_rule_is_asked(tmp_path: Path) -> None:
    game, think = started(tmp_path, 10)
    (found,) = think(game.state_of(["gone_right"]), Clock())
    assert (found.move, found.values) == (None, (10.0, 30.0))


def test_a_drawn_tree_has_no_rules_to_go_by() -> None:
    with pytest.raises(UnsuitedError, match=r"a strategy is for rules, and .* has none"):
        parse("strategy:file=any.lp").start(lecture(), Role(0), Clock())
