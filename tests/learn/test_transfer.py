"""Lemmas of another instance: proved anew before they are used, and nothing else is."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.learn import test_lemmas
from zermelo.errors import ReadError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import load
from zermelo.learn.learning import LearnedStrategy, learn
from zermelo.learn.transfer import Taken, read_lemmas
from zermelo.learn.verify import verify
from zermelo.strategies.strategy import Strategy, fingerprint, read_strategy, spell_strategy
from zermelo.text.source import Source

SMALL = "nim_capped:pile1=2,pile2=2,pile3=3,pile4=0"
LONG = """
(role first) (role second) (init (control first)) (init (left {0})) (init (left {1}))
(<= (legal ?p (take ?i)) (true (control ?p)) (true (left ?i)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (left ?i)) (true (left ?i)) (not (taken ?i)))
(<= (taken ?i) (does ?p (take ?i)))
(<= (next (control second)) (true (control first)))
(<= (next (control first)) (true (control second)))
(<= some (true (left ?i)))
(<= terminal (not some))
(<= (goal ?p 0) (true (control ?p)))
(<= (goal ?p 100) (role ?p) (not (true (control ?p))))
"""
LARGER = "nim_capped:pile1=1,pile2=2,pile3=3,pile4=4"


@cache
def learned(name: str) -> tuple[CompiledGame, LearnedStrategy, Source]:
    game, found = test_lemmas.learned(name)
    strategy = Strategy(name, fingerprint(game), "lemmas", "proved", found.lemmas)
    return game, found, Source("a file", spell_strategy(strategy, game, found.symmetries))


@pytest.mark.parametrize(("small", "large"), [(SMALL, LARGER), ("chomp", "chomp:rows=4,columns=4")])
def test_a_larger_instance_opens_fewer_positions(small: str, large: str) -> None:
    _, before, text = learned(small)
    game, alone, _ = learned(large)
    helped = learn(game, game.initial, borrowed=read_lemmas(game, text))
    assert helped.taken.proved == len(before.lemmas)
    assert helped.nodes < alone.nodes
    assert helped.values == alone.values
    assert verify(game, helped.lemmas, helped.symmetries).wrong == ()


def test_the_same_instance_opens_none() -> None:
    game, before, text = learned(SMALL)
    again = learn(game, game.initial, borrowed=read_lemmas(game, text))
    assert again.taken == Taken(len(before.lemmas))
    assert again.nodes == 0
    assert again.values == before.values


def test_lemmas_may_come_before_those_that_they_rest_on() -> None:
    game, before, text = learned("nim_capped:pile1=1,pile2=2,pile3=0,pile4=0")
    borrowed = read_lemmas(game, text)
    backwards = replace(borrowed, rules=borrowed.rules[::-1])
    again = learn(game, game.initial, borrowed=backwards)
    assert again.taken == Taken(len(before.lemmas))
    assert again.nodes == 0
    assert again.values == before.values


def test_what_is_false_does_not_enter() -> None:
    game, before, _ = learned(SMALL)
    rules = [
        "force(b,100,noop) :- true(control(a)).",
        "force(a,100) :- true(has(1,2)).",
        "force(a,100,remove(1,1)) :- true(has(1,1)), true(control(a)).",
    ]
    head = [f"% {line}" for line in ("game: x", "rules: 0", "method: lemmas", "status: proved")]
    text = "\n".join(["% Zermelo strategy, version 1", *head, *rules, "% end: 3 rules"])
    helped = learn(game, game.initial, borrowed=read_lemmas(game, Source("a file", text)))
    assert helped.taken == Taken(failed=3)
    assert helped.values == before.values
    assert verify(game, helped.lemmas, helped.symmetries).wrong == ()


def test_rules_about_other_things_are_counted_and_left_out() -> None:
    game, _, text = learned(LARGER)
    small = load(SMALL)
    borrowed = read_lemmas(small, text)
    assert borrowed.missing > 0
    found = learn(small, small.initial, borrowed=borrowed)
    assert found.taken.missing == borrowed.missing
    assert found.taken.proved > 0
    none = read_lemmas(load("tictactoe"), text)
    assert none.rules == ()
    assert none.missing == len(read_lemmas(game, text).rules)


def test_no_time_is_time_to_take_nothing_over() -> None:
    game, _, text = learned(SMALL)
    found = learn(game, game.initial, borrowed=read_lemmas(game, text), seconds=0)
    assert not found.complete
    assert found.lemmas == ()


def test_a_file_of_another_instance_is_refused_as_a_strategy_and_one_is_told_what_to_do() -> None:
    _, _, text = learned(SMALL)
    with pytest.raises(UnsuitedError, match="learn --from a file"):
        read_strategy(load(LARGER), text)
    with pytest.raises(ReadError, match="is no strategy"):
        read_lemmas(load(LARGER), Source("a file", "role(x)."))


@pytest.mark.usefixtures("in_process")
def test_names_of_any_length_are_read_back(tmp_path: Path) -> None:
    items = [f"the-{way}-bank-of-the-{'very-' * 20}wide-river" for way in ("near", "far")]
    path = tmp_path / "long.kif"
    path.write_text(LONG.format(*items))
    game = load(str(path))
    found = learn(game, game.initial)
    strategy = Strategy("long", fingerprint(game), "lemmas", "proved", found.lemmas)
    text = spell_strategy(strategy, game, found.symmetries)
    assert max(map(len, text.splitlines())) > 120
    read = read_strategy(game, Source("a file", text))
    assert read.status == "proved"
    assert len(read.lemmas) >= len(strategy.lemmas) > 0
