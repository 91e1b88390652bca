"""Whatever has a support has the answer: every lemma is checked against all positions of a game."""

from collections.abc import Callable
from random import Random

import pytest

from tests.refute.loading import in_process, load
from tests.refute.rules import drawn
from tests.refute.sheet import ENDINGS
from tests.search.mustplay.lemmas import asked, learnt, refuted
from zermelo.errors import ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.search.algorithms.mustplay import MustPlay
from zermelo.search.mustplay.reasons import Reasons
from zermelo.search.mustplay.support import Lemma, Support
from zermelo.search.parts.root import refuse_endless
from zermelo.search.suitability import require

Games = Callable[[str], CompiledGame]
GAMES = (
    "hex:size=3",
    "tictactoe",
    "misere_tictactoe",
    "connect_three",
    "connect_four:width=4,height=3,line=3",
    "breakthrough:width=3,height=4,pawn_rows=1",
    "domineering:rows=4,columns=4",
    "dots_and_boxes:rows=1,columns=2",
    "kayles",
    "nim:pile1=1,pile2=2,pile3=3,pile4=0",
    "toads_and_frogs",
    "chomp",
)


@pytest.mark.parametrize("role", [0, 1])
@pytest.mark.parametrize("name", GAMES)
def test_no_position_refutes_a_lemma(game_of: Games, name: str, role: int) -> None:
    game = game_of(name)
    for fast in (False, True):
        asking = asked(game, Role(role), MustPlay(samples=False), fast=fast)
        lemmas = list(learnt(asking, game.dimensions.fluents))
        assert lemmas
        assert refuted(game, Role(role), lemmas) == []


def test_no_position_of_a_random_game_refutes_a_lemma() -> None:
    checked = 0
    with in_process():
        for seed in range(60):
            random = Random(f"supports {seed}")
            rules, _ = drawn(random)
            try:
                ending = random.choice(ENDINGS)
                game = load(rules.spelled(ending), ending)
                require(MustPlay(), game)
                refuse_endless(game, "")
                for role in (Role(0), Role(1)):
                    asking = asked(game, role, MustPlay(samples=False), fast=False)
                    lemmas = list(learnt(asking, game.dimensions.fluents))
                    assert refuted(game, role, lemmas) == [], rules
                    checked += len(lemmas)
            except ZermeloError:
                continue
    assert checked > 100


def test_supports_leave_out_what_is_idle(game_of: Games) -> None:
    game = game_of("hex:size=4")
    asking = asked(game, Role(0), MustPlay(), fast=True)
    lemmas = list(learnt(asking, game.dimensions.fluents))
    sizes = [lemma.support.mask.bit_count() for lemma in lemmas]
    assert sum(sizes) < 0.6 * game.dimensions.fluents * len(sizes)


def test_a_support_too_many_is_a_whole_state(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    from zermelo.search.mustplay import readable

    game = game_of("hex:size=3")
    every = (1 << game.dimensions.fluents) - 1

    def lemmas() -> list[Lemma]:
        return list(learnt(asked(game, Role(0), MustPlay(), fast=False), game.dimensions.fluents))

    def whole(found: list[Lemma]) -> float:
        return sum(lemma.support.mask == every for lemma in found) / len(found)

    usual = whole(lemmas())
    monkeypatch.setattr(readable, "MOST_SUPPORTS", 1)
    found = lemmas()
    assert whole(found) > usual + 0.1
    assert refuted(game, Role(0), found) == []


def test_the_check_refutes_what_is_wrong(game_of: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    explain = Reasons.explain

    def careless(self: Reasons, answer: object) -> Support:
        found = explain(self, answer)  # type: ignore[arg-type]
        mask = found.mask & (found.mask - 1)  # one fluent less
        return Support(mask, State(found.bits & mask))

    monkeypatch.setattr(Reasons, "explain", careless)
    game = game_of("hex:size=3")
    asking = asked(game, Role(0), MustPlay(), fast=False)
    assert refuted(game, Role(0), list(learnt(asking, game.dimensions.fluents)))
