"""What the player by a strategy says of the other roles: no more than is proved or claimed."""

from pathlib import Path

import pytest

from zermelo.logic.lemmas import Claim, Lemma
from zermelo.logic.strategy import Strategy, fingerprint, write_strategy
from zermelo.position.game import Role
from zermelo.position.load import load
from zermelo.search.base import Bound, Clock, Result, last
from zermelo.search.spec import parse

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
    monkeypatch.setattr("zermelo.logic.strategy.require_audited", lambda _: None)


def promised(folder: Path, left: int, more: tuple[tuple[int, int], ...] = ()) -> Result:
    """What is said of the start by a rule that a gets 30, and b what `more` claims of it."""
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
    found = last(search.start(game, Role(0), Clock())(game.initial, Clock()))
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
