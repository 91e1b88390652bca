"""Max^n: vectors, ties, bounds, tables, and what it does with its time."""

from collections.abc import Callable
from functools import partial
from math import inf
from random import Random

import pytest

from tests.proofs.knowing import here
from tests.search.many.thinking import as_maxn, thoughts, values_of
from tests.search.many.trees import THREE, drawn, random_tree
from zermelo.evaluate.evaluators.goal import Goal
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State, Values
from zermelo.game.tree_game import DrawnNode, TreeGame
from zermelo.search.algorithms.maxn import Maxn
from zermelo.search.algorithms.mpmix import Mpmix
from zermelo.search.base import Clock, Limits, last
from zermelo.search.events import Event, EventKind
from zermelo.search.many.bounds import VectorBounds, shared
from zermelo.search.many.default_evaluator import evaluator_for
from zermelo.search.many.node import Pruning
from zermelo.search.many.table import ENTRY, VectorEntry, VectorTable, table_for
from zermelo.search.many.ties import Ties
from zermelo.search.many.vector_game import vector_game_of
from zermelo.search.spec import parse, spell

Games = Callable[[str], CompiledGame]
SPECULATIVE = (
    "A:[B:[(4,5,1),(2,4,4)],C:[E:[(3,1,6),(5,4,1),(8,0,2)],F:[(3,2,5),(6,3,1)]],"
    "D:[G:[(1,0,9),(4,1,5),(5,3,2)],H:[(7,2,1),(6,2,2)]]]"
)


class TestVectors:
    """Small trees by hand."""

    def test_the_tree_of_three_players(self) -> None:
        results, clock = thoughts(Maxn(), drawn(THREE))
        assert results[-1].values == (1, 2, 6)
        assert results[-1].move == 0
        assert len(results[-1].line) == results[-1].depth == 3
        assert results[-1].proven
        assert clock.count.leaves == 8

    def test_the_root_takes_the_child_that_is_worth_most_to_it(self) -> None:
        """Sturtevant's example: the second player takes 3, the root the child worth 6."""
        game = drawn("[[(1,3,5),(7,1,1)],[(6,4,0),(0,2,8)]]")
        assert values_of(Maxn(), game) == (6, 4, 0)

    def test_forced_moves_are_nobodys_choice(self) -> None:
        game = drawn("[[(1,3,6)],[[(2,2,6),(3,3,4)]]]")
        for pruning in ("none", "immediate", "shallow", "last_branch", "speculative"):
            assert values_of(Maxn(pruning=pruning), game) == (2, 2, 6)

    def test_a_depth_takes_guesses(self) -> None:
        results, _ = thoughts(Maxn(depth=1), drawn(THREE))
        assert results[-1].values == (50, 50, 50)
        assert not results[-1].proven
        assert results[-1].depth == 1

    @pytest.mark.parametrize(
        ("ties", "values"),
        [
            ("leftmost", (4, 3, 3)),
            ("b", (4, 0, 6)),
            ("c", (4, 6, 0)),
            ("root", (4, 3, 3)),
            ("others", (4, 1, 2)),
            ("average", (4, 2.5, 2.75)),
        ],
    )
    def test_rules_for_ties(self, ties: str, values: Values) -> None:
        game = drawn("[(1,9,0),(4,3,3),(4,0,6),(4,6,0),(4,1,2)]")
        assert values_of(Maxn(ties=ties), game) == values

    @pytest.mark.parametrize(
        "text",
        [
            "[[(0.1,5,1),(0.2,5,1),(0.3,5,1)],(0.2,0,4)]",  # in floats the mean is above 0.2
            "[[(0,5,1),(1,5,1),(1,5,1)],[(0.6,0,4),(0.7,0,4),(0.7,0,4)]]",  # two thirds each
        ],
    )
    def test_means_are_exact(self, text: str) -> None:
        """The root is offered the same mean twice, so that it averages once more."""
        results, _ = thoughts(Maxn(ties="average"), drawn(text))
        assert results[-1].values[1:] == (2.5, 2.5)
        assert results[-1].proven

    def test_the_least_sum_for_the_others_is_exact(self) -> None:
        """In floats 0.1 + 0.2 is more than 0.3 + 0, and the second would be taken."""
        game = drawn("[(0,0.1,0.2),(0,0.3,0)]")
        assert values_of(Maxn(ties="others"), game) == (0, 0.1, 0.2)

    @pytest.mark.parametrize("pruning", ["shallow", "last_branch", "speculative"])
    def test_pruning_adds_up_exactly(self, pruning: Pruning) -> None:
        """In floats 0.1 and 0.2 are all that there is, and the last leaf would be left out."""
        game = drawn("[(0.2,0,0),[(0,0.1,0),(0.20000000000000004,0.10000000000000002,0)]]")
        assert values_of(Maxn(pruning=pruning), game)[0] == 0.20000000000000004

    def test_a_guess_among_the_ties_proves_nothing(self) -> None:
        results, _ = thoughts(Maxn(ties="average", depth=1), drawn("[[(1,2,6),(4,2,3)],(50,0,0)]"))
        assert results[-1].values == (50, 25, 25)
        assert not results[-1].proven

    def test_against_the_root_depends_on_who_thinks(self) -> None:
        game = TreeGame(
            "tie",
            ("a", "b", "c"),
            (
                DrawnNode("root", Role(1), (1, 2), ("x", "y")),
                DrawnNode("x", Role(0), values=(5.0, 2.0, 0.0)),
                DrawnNode("y", Role(0), values=(0.0, 2.0, 5.0)),
            ),
        )
        found = [values_of(Maxn(ties="root"), game, role=role) for role in range(3)]
        assert found == [(0, 2, 5), (5, 2, 0), (5, 2, 0)]


class TestSpeculation:
    """The tree of the page, step by step."""

    def watched(self, pruning: str) -> list[Event]:
        events: list[Event] = []
        search = parse(f"maxn:pruning={pruning}")
        game = drawn(SPECULATIVE)
        last(search.start(game, Role(0), Clock(), events.append)(game.initial, Clock()))
        return events

    @pytest.mark.parametrize(
        ("pruning", "leaves"),
        [("none", 12), ("shallow", 12), ("last_branch", 11), ("speculative", 9)],
    )
    def test_leaves(self, pruning: str, leaves: int) -> None:
        events = self.watched(pruning)
        assert sum(event.kind is EventKind.LEAF for event in events) == leaves
        assert events[-1].values == (6, 2, 2)

    def test_what_waits_is_searched_again_when_it_matters(self) -> None:
        game, events = drawn(SPECULATIVE), self.watched("speculative")
        named = [(game.nodes[event.state].name, event) for event in events]
        again = [name for name, event in named if event.kind is EventKind.ENTER and event.reason]
        assert again == ["G"]
        cuts = [(name, event.reason) for name, event in named if event.kind is EventKind.CUT]
        assert cuts == [
            ("E", "speculative: c has 6, a 4 at node 0, and there is no more than 10 for all"),
            ("G", "speculative: c has 9, a 4 at node 0, and there is no more than 10 for all"),
            ("G", "c has 9, b 2 at node 10, and there is no more than 10 for all"),
        ]
        unwanted = [
            (name, event.reason)
            for name, event in named
            if event.kind is EventKind.LEAVE and not event.values and event.reason
        ]
        assert unwanted == [("C", "a has 4 at node 0, and does not come here")]


class TestBounds:
    """What leaves return."""

    def test_guesses_are_shared_out_to_the_greatest_sum(self) -> None:
        random = Random(4)
        for _ in range(200):
            low = tuple(float(random.choice([0, 0, 10, -5])) for _ in range(3))
            high = tuple(own + random.choice([50.0, 100.0]) for own in low)
            most = sum(low) + random.choice([50.0, 100.0])
            bounds = VectorBounds(low, high, most)
            guess = tuple(random.choice([0.0, random.random() * 100]) for _ in range(3))
            found = shared(bounds, guess)
            assert sum(found) == most
            assert all(
                least <= own <= best for least, own, best in zip(low, found, high, strict=True)
            )
            apart = [own - least for own, least in zip(found, low, strict=True)]
            for first in range(3):
                for second in range(3):
                    if guess[first] > guess[second] and found[first] < high[first]:
                        assert apart[first] >= apart[second]

    def test_bounds_that_do_not_fit_are_ours_to_avoid(self) -> None:
        with pytest.raises(AssertionError):
            VectorBounds((0.0, 0.0), (1.0, 1.0), 3.0)

    def test_pruned_and_plain_take_the_same_guesses(self) -> None:
        random = Random(6)
        for _ in range(40):
            game = random_tree(random, 3, 5, 3, steps=10)
            search = Maxn(depth=3, evaluator=Goal(), rescale=True, order="guess", table=False)
            vector = values_of(search, game)
            for pruning in ("shallow", "last_branch", "speculative"):
                found = Maxn(depth=3, evaluator=Goal(), pruning=pruning, order="guess", table=False)
                assert values_of(found, game) == vector


class TestTime:
    """Deepening, limits and the table."""

    def test_it_deepens_where_nodes_are_limited(self) -> None:
        results, clock = thoughts(Maxn(evaluator=Goal()), drawn(THREE), Limits(nodes=1000))
        assert [result.depth for result in results] == [0, 1, 2, 3]
        assert results[-1].proven
        assert clock.count.nodes < 40

    def test_what_it_knows_when_time_is_up_is_of_the_last_depth(self) -> None:
        random = Random(9)
        game = random_tree(random, 3, 6, 3, ragged=False)
        results, clock = thoughts(Maxn(evaluator=Goal()), game, Limits(nodes=100))
        assert clock.count.nodes <= 100
        depth = results[-1].depth
        assert 1 < depth < 6
        once = Maxn(evaluator=Goal(), depth=depth, deepening=False, table=False)
        assert results[-1].values == values_of(once, game)

    def test_at_once_without_a_clock(self) -> None:
        results, _ = thoughts(Maxn(), drawn(THREE))
        assert [result.depth for result in results] == [0, 3]

    def test_a_full_table_keeps_nothing_new(self) -> None:
        table = table_for(Clock(Limits(memory=2 * ENTRY)))
        entry = VectorEntry(1, (1.0, 2.0), (), False)
        for state in range(3):
            table.keep(State(state), Ties("leftmost"), entry)
        assert len(table.entries) == table.most == 2
        table.keep(State(1), Ties("leftmost"), VectorEntry(2, (3.0, 4.0), (), False))
        assert table.find(State(1), Ties("leftmost"), 2) is not None

    def test_an_entry_answers_its_own_depth_or_is_proven(self) -> None:
        table = VectorTable()
        ties = Ties("leftmost")
        table.keep(State(1), ties, VectorEntry(2, (1.0,), (), False))
        assert table.find(State(1), ties, 2) is not None
        assert table.find(State(1), ties, 3) is None
        table.keep(State(1), ties, VectorEntry(2, (1.0,), (), True))
        assert table.find(State(1), ties, 3) is not None
        assert table.find(State(1), ties, 1) is None
        assert table.find(State(1), Ties("average"), 2) is None


class TestGames:
    """Rules instead of trees."""

    def test_nim_for_three_has_one_vector(
        self, game_of: Games, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("zermelo.proofs.tables.call", here)
        game = game_of("nim_3p")
        limits = Limits(depth=3)
        for evaluator in ("even", "mobility"):
            given = f"evaluator={evaluator},order=guess,table=false"
            results, clock = thoughts(as_maxn(f"maxn:{given},rescale=true"), game, limits)
            for pruning in ("immediate", "shallow", "last_branch", "speculative"):
                found, spent = thoughts(as_maxn(f"maxn:{given},pruning={pruning}"), game, limits)
                assert found[-1] == results[-1], pruning
                assert spent.count.nodes <= clock.count.nodes

    def test_it_guesses_as_the_other_searches_of_many_do(self, game_of: Games) -> None:
        """With fuzzy where the rules allow it; so MP-mix without thresholds is the same."""
        game, limits = game_of("tictactoe_3p"), Limits(depth=2)
        results, clock = thoughts(Maxn(), game, limits)
        other = Clock(limits)
        same = last(Mpmix(td=inf, to=inf).start(game, Role(0), other)(game.initial, other))
        assert same is not None
        assert len(set(results[-1].values)) > 1
        assert (results[-1].move, results[-1].values) == (same.move, same.values)
        assert clock.count.leaves <= other.count.leaves

    @pytest.mark.parametrize("rescale", [False, True])
    def test_leaves_that_are_asked_together_are_those_asked_one_by_one(
        self, rescale: bool, game_of: Games
    ) -> None:
        game, random = game_of("connect_four_3p"), Random(2)
        share = partial(shared, VectorBounds((0.0,) * 3, (100.0,) * 3, 100.0)) if rescale else None
        together, single = (
            vector_game_of(game, evaluator_for(game, None), share, batches=batches)
            for batches in (True, False)
        )
        state = game.initial
        while not game.terminal(state):
            children = together.turn(state).children
            assert together.leaves(children) == single.leaves(children)
            state = random.choice(children)[1]

    def test_its_spelling_reads_back(self) -> None:
        text = "maxn:ties=red,order=guess,deepening=true"
        assert spell(parse(text)) == text
