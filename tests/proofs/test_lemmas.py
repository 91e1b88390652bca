"""Lemmas: which states they cover, what symmetries make of them, and how they are read."""

import pytest

from tests.proofs.knowing import sheet
from zermelo.errors import ReadError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.game.load import compiled_game
from zermelo.proofs.lemmas import Claim, Cover, Lemma, orbit
from zermelo.proofs.symmetry.symmetries import Symmetry
from zermelo.strategies.lifting import Names, after
from zermelo.strategies.sorts import alike, joined, sorts_of
from zermelo.strategies.strategy import (
    Strategy,
    fingerprint,
    parts_of,
    read_strategy,
    spell_strategy,
)
from zermelo.strategies.unfolding import Facts, unfolded
from zermelo.text import asp
from zermelo.text.source import Source
from zermelo.text.spell import asp_rule
from zermelo.text.tree import Atom, Name

Images = dict[tuple[str, ...], tuple[str, ...]]
TURN = Symmetry((1, 2, 0), (1, 2, 0), ((1, 0), (0, 1), (1, 0)))
"""Three roles take each other's places; moves of the first and the last are exchanged."""


def test_the_image_of_a_lemma_has_its_moves_in_the_order_of_roles() -> None:
    lemma = Lemma(Claim((1, 2), 0, 50, least=False), (-1, 3), (0, 1))
    image = lemma.image(TURN)
    assert image.claim == Claim((0, 2), 1, 50, least=False)
    assert image.literals == (-2, 1)
    assert image.moves == (0, 0), "role 2 becomes 0 with another move, role 1 becomes 2"
    other = Lemma(Claim((1, 2), 0, 50, least=False), (), (1, 1)).image(TURN)
    assert other.moves == (0, 1)


def test_symmetries_one_after_the_other_do_what_both_do() -> None:
    twice = after(TURN, TURN)
    lemma = Lemma(Claim((1, 2), 0, 50, least=False), (-1, 3), (0, 1))
    assert lemma.image(twice) == lemma.image(TURN).image(TURN)
    single = Lemma(Claim((0,), 0, 50), (2,), (1,))
    assert single.image(twice) == single.image(TURN).image(TURN)


def test_no_more_images_are_kept_than_wanted() -> None:
    lemma = Lemma(Claim((0,), 0, 50), (1,), (0,))
    assert len(orbit(lemma, [TURN])) == 3
    assert orbit(lemma, [TURN], most=2) == [lemma, lemma.image(TURN)]


def test_a_lemma_covers_the_states_with_all_of_its_literals() -> None:
    lemma = Lemma(Claim((0,), 0, 50), (-3, -1, 2), (0,))
    assert [state for state in range(8) if lemma.covers(State(state))] == [0b010]


def test_a_cover_finds_the_first_lemma_that_has_a_state() -> None:
    claim = Claim((0,), 0, 50)
    lemmas = [Lemma(claim, literals, (0,)) for literals in ((1, -2), (1,), (-3,))]
    cover = Cover(lemmas)
    for state in range(8):
        first = next((one for one in lemmas if one.covers(State(state))), None)
        assert cover.find(State(state)) is first
    assert cover.find(State(0b011)) is lemmas[1]
    assert cover.find(State(0b110)) is None


def test_constants_in_several_places_are_joined_if_they_depend_on_each_other() -> None:
    turned = [(("c", x, y), ("c", y, x)) for x in "12" for y in "12"]
    assert joined([turned], 2) == [(1, 2)]
    flipped = [(("c", x, y), ("c", "21"[int(x) - 1], y)) for x in "12" for y in "12"]
    assert joined([flipped], 2) == [(1,), (2,)]


def test_blocks_without_common_constants_are_not_alike() -> None:
    one: Images = {("1",): ("2",)}
    other: Images = {("a",): ("b",)}
    still: Images = {("1",): ("1",)}
    assert alike([one], [one])
    assert not alike([one], [other])
    assert not alike([one], [still])


def test_what_moves_together_with_another_sort_is_listed() -> None:
    same: Images = {("1",): ("1",), ("2",): ("2",)}
    swap: Images = {("1",): ("2",), ("2",): ("1",)}
    alone = sorts_of([("p", [same, swap, same, swap]), ("q", [same, same, swap, swap])])
    assert [sort.free for sort in alone] == [True, True]
    tied = sorts_of([("p", [same, swap]), ("q", [same, swap])])
    assert [sort.free for sort in tied] != [True, True]
    two: Images = {(one, "1"): (one, "1") for one in "12"}
    swapped: Images = {("1", "1"): ("2", "1"), ("2", "1"): ("1", "1")}
    pairs = sorts_of([("p", [two, swapped])])
    assert [sort.free for sort in pairs] == [False], "two constants together"


def test_many_constants_together_have_names_that_differ() -> None:
    names = Names()
    long = names.of(0, "cell", tuple("abcdefg"))
    assert len({variable.name for variable in long}) == 7
    assert names.of(0, "cell", tuple("abcdefg")) == long
    assert [one.name for one in names.of(1, "cell", ("a", "b"))] == ["X2", "Y2"]
    assert [one.name for one in names.of(1, "has_1", ("a",))] == ["H3"]


def test_variables_inside_terms_have_values_too() -> None:
    facts = Facts([Atom("q", (Name("1"),)), Atom("q", (Name("2"),))])
    (rule,) = asp.read(Source("a file", "force(x,1,go(at(A))) :- true(p(on(A))), q(A).")).rules
    assert asp_rule(unfolded(rule, facts)[1]) == "force(x,1,go(at(2))) :- true(p(on(2)))."
    with pytest.raises(ReadError, match="a rule has no instance"):
        unfolded(rule, Facts([]))


@pytest.fixture
def game(in_process: None) -> CompiledGame:
    return compiled_game(
        "lamp", sheet("(role a) (legal a go) (init p) (<= (next q) (true p)) (terminal) (goal a 9)")
    )


@pytest.mark.parametrize("exchange", [True, False])
def test_a_file_says_whether_roles_may_be_exchanged(game: CompiledGame, exchange: bool) -> None:
    strategy = Strategy("lamp", fingerprint(game), "lemmas", "claimed", (), exchange)
    text = spell_strategy(strategy, game)
    assert read_strategy(game, Source("a file", text)).exchange is exchange
    with pytest.raises(ReadError, match="is neither proved nor claimed, but hoped"):
        parts_of(Source("a file", text.replace("status: claimed", "status: hoped")))
