"""Trees and graphs from files: what they mean, and what is wrong with those that mean nothing."""

from pathlib import Path

import pytest

from zermelo.errors import ReadError, UnsuitedError
from zermelo.game.game import Role, State
from zermelo.game.load import load, load_game
from zermelo.game.tree_file import load_tree, read_tree
from zermelo.game.tree_game import TreeGame
from zermelo.search.base import Clock, Limits, last
from zermelo.search.spec import parse
from zermelo.text.source import Source

LECTURE = "[[3,12,8],[2,4,6],[14,5,2]]"
GRAPH = """{"roles": ["max", "min"], "root": "A", "nodes": {
  "A": {"mover": "max", "children": ["B", "C"], "value": 7},
  "B": {"mover": "min", "children": ["D", "E"]},
  "C": {"mover": "min", "children": ["E", "A"]},
  "D": {"value": 3}, "E": {"value": 9}}}"""


def tree(text: str) -> TreeGame:
    return read_tree(Source("a.tree", text))


def graph(text: str) -> TreeGame:
    return read_tree(Source("a.json", text), json=True)


def test_a_nested_list_has_max_and_min_in_turn() -> None:
    game = tree(LECTURE)
    assert game.roles == ("max", "min")
    assert [game.nodes[number].mover for number in (0, 1, 5, 9)] == [0, 1, 1, 1]
    leaves = [node.values for node in game.nodes if not node.children]
    assert leaves == [(value, 100.0 - value) for value in (3, 12, 8, 2, 4, 6, 14, 5, 2)]


def test_moves_are_numbers_and_the_others_wait() -> None:
    game = tree(LECTURE)
    assert [game.spell(Role(0), move) for move in game.legal(game.initial, Role(0))] == [*"123"]
    assert [game.spell(Role(1), move) for move in game.legal(game.initial, Role(1))] == ["noop"]
    third = game.next(game.initial, (game.read(Role(0), "3"), game.read(Role(1), "noop")))
    assert game.describe(third) == ("(node 3)",)
    assert game.state_of(["(node 3)"]) == third


def test_a_header_says_who_starts() -> None:
    game = tree("% a comment\nroot: min  # and another\n[3, [4, 5]]")
    assert [node.mover for node in game.nodes[:3]] == [1, 0, 0]


def test_three_roles_have_vectors() -> None:
    game = tree("roles: a b c\nroot: b\n[(1,3,5), [(2,2,2), [(0,0,9)]]]")
    assert game.roles == ("a", "b", "c")
    assert [node.mover for node in game.nodes if node.children] == [1, 2, 0]
    assert game.nodes[1].values == (1, 3, 5)


def test_one_role_has_numbers_of_its_own() -> None:
    assert [node.values for node in tree("roles: me\n[3, -4.5]").nodes[1:]] == [(3,), (-4.5,)]


def test_nodes_may_have_names_and_blanks_and_a_last_comma() -> None:
    game = tree("A:[ B:[3, x:12,],\n C:[2] ]")
    assert [node.name for node in game.nodes] == ["A", "B", "1.1", "x", "C", "2.1"]
    assert tree("root:[1,2]").nodes[0].name == "root"


def test_a_lone_number_is_a_tree() -> None:
    game = tree("7")
    assert game.terminal(game.initial)
    assert game.goals(game.initial) == (7, 93)


def test_json_has_the_same_trees() -> None:
    for text in (LECTURE, f'{{"tree": {LECTURE}}}'):
        assert graph(text).nodes == tree(LECTURE).nodes
    game = graph('{"roles": ["a", "b", "c"], "tree": [{"values": [1, 2, 3]}, {"values": [3,2,1]}]}')
    assert game.nodes[2].values == (3, 2, 1)
    game = graph('{"tree": [{"name": "x", "value": 4}, [5]], "root": "min"}')
    assert (game.nodes[0].mover, game.nodes[1].name) == (1, "x")
    game = graph('{"tree": {"mover": "min", "children": [1, {"mover": "min", "children": [2]}]}}')
    assert [node.mover for node in game.nodes if node.children] == [1, 1]


def test_a_graph_shares_nodes_and_its_moves_are_names() -> None:
    game = graph(GRAPH)
    assert game.nodes[0].name == "A"
    assert game.nodes[0].labels == ("B", "C")
    assert not game.ends
    shared = [node.children for node in game.nodes[1:3]]
    assert shared[0][1] == shared[1][0]


def test_a_guess_of_an_inner_node_is_used_at_the_depth_limit() -> None:
    """The graph interface of the lectures: neighbours, a depth limit, evaluate."""
    from zermelo.evaluate.evaluators.goal import Goal
    from zermelo.search.algorithms.minimax import Minimax

    thinker = Minimax(evaluator=Goal()).start(graph(GRAPH), Role(0), Clock())
    result = last(thinker(State(0), Clock(Limits(depth=2))))
    assert result is not None
    assert result.values[0] == 7  # C leads to 9 or back to A, whose guess is 7
    assert result.move is not None
    assert graph(GRAPH).spell(Role(0), result.move) == "C"


def test_a_graph_with_cycles_needs_a_depth() -> None:
    thinker = parse("minimax").start(graph(GRAPH), Role(0), Clock())
    with pytest.raises(UnsuitedError, match="give a depth"):
        last(thinker(State(0), Clock()))


def test_files_are_read_by_their_ending(tmp_path: Path) -> None:
    (tmp_path / "a.tree").write_text(LECTURE)
    (tmp_path / "a.json").write_text(GRAPH)
    assert len(load_tree(str(tmp_path / "a.tree")).nodes) == 13
    assert isinstance(load_game(str(tmp_path / "a.json")), TreeGame)
    assert load_game("tictactoe").roles == ("x", "o")
    with pytest.raises(UnsuitedError, match="explicit tree, which has no rules to compile"):
        load(str(tmp_path / "a.tree"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[3,12", "1:2: '[' is never closed"),
        ("[3,[],2]", "1:4: an empty node: a leaf has a number"),
        ("[3 4]", "1:4: a comma is missing"),
        ("[3,,4]", "1:4: a value should be here, not ','"),
        ("[3,4]]", "1:6: the tree has ended before this"),
        ("[3,4] 5", "1:7: the tree has ended before this"),
        ("]", "1:1: ']' closes nothing, but nothing is open"),
        ("[3)", "1:3: ')' closes nothing, but '[' is open"),
        ("[3,\n x]", "2:2: 'x' is neither a number nor a node"),
        ("[3,4x]", "1:4: '4x' is no number"),
        ("[3,1_0]", "1:4: '1_0' is no number"),
        ("[nan]", "1:2: 'nan' is neither a number nor a node"),
        ("[1e400]", "1:2: 1e400 is too great"),
        ("[1e10]", "1:2: 1e10 is too great: at most 1,000,000,000"),
        ("[" * 100_000, "1:301: too deep: at most 300"),
        ("# nothing", "1:10: there is no tree here"),
        ("roles: a b c\n[(1,2)]", "2:2: 2 values for 3 roles (a, b, c)"),
        ("roles: a b c\n[3]", "2:2: 3 roles need a vector of 3 numbers, not one"),
        ("roles: a b c\n[(1,2,x)]", "2:7: 'x' is no number"),
        ("roles: a b c\n[(1,2,k:3)]", "2:7: a number of a vector has no name"),
        ("roles: a a\n[3]", "1:10: two roles are called a"),
        ("roles: a b'\n[3]", "1:10: 'b'' cannot be a role"),
        ("root: foo\n[3]", "1:7: no role is called foo; there are max, min"),
        ("root: min max\n[3]", "1:11: one role moves at the root"),
        ("A:[A:3]", "1:4: the name A is taken"),
        ("[1.2:3]", "1:2: the name 1.2 is what a node without a name is called"),
        ("[noop:3]", "1:2: 'noop' cannot be the name of a node"),
        ("[a:]", "1:2: nothing follows the name a"),
        ("a:", "1:1: nothing follows the name a"),
        ("a:b:3", "1:3: a second name, after a"),
        ('["3"]', "1:2: '\"3\"' is neither a number nor a node"),
        ('["3]', "1:2: this text is not finished"),
    ],
)
def test_wrong_trees(text: str, says: str) -> None:
    with pytest.raises(ReadError) as error:
        tree(text)
    assert f"a.tree:{says}" in str(error.value)


NODES = '"root": "A", "nodes": '
DEEP = ", ".join(
    f'"n{number}": {{"mover": "max", "children": ["n{number + 1}"]}}' for number in range(400)
)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{}", "1:1: neither a tree nor nodes are here"),
        ('{"tree": [1', "1:10: '[' is never closed"),
        ('{"tree": [1]', "1:1: '{' is never closed"),
        ("{1}", "1:2: in {...} every value has a name"),
        ('{"tree": [1], "size": 2}', "1:23: size means nothing here; known: tree, roles"),
        ('{"tree": [1], "tree": [2]}', "1:15: tree is there twice"),
        ('{"tree": [true]}', "1:11: 'true' is neither a number nor a node"),
        ('{"tree": [1], "nodes": {}}', "1:10: a file has either a tree or nodes"),
        ('{"tree": [{"values": [1]}]}', "1:22: 1 values for 2 roles (max, min)"),
        ('{"tree": [{"values": 1, "value": 1}]}', "1:11: a node has either a value or values"),
        ('{"tree": [{"value": [1]}]}', "1:21: '[1]' is no number"),
        ('{"tree": [{"color": 1}]}', "1:21: a node has no color; known: name, mover"),
        ('{"tree": [1], "roles": "max"}', "1:24: roles are a list of names"),
        ('{"tree": [1], "roles": [1]}', "1:25: a role is a text"),
        ('{"tree": [1], "root": 1}', "1:23: the root is a name"),
        (f'{{{NODES} {{"A": {{"children": ["B"]}}}}}}', "no node is called B"),
        (f'{{{NODES} {{"A": {{"children": ["A"]}}}}}}', "who moves at A? Add"),
        (f'{{{NODES} {{"A": {{"children": "A"}}}}}}', "children are a list"),
        (f'{{{NODES} {{"A": {{"mover": 1, "children": ["A"]}}}}}}', "the mover is a role"),
        (f'{{{NODES} {{"A": {{"mover": "me", "children": ["A"]}}}}}}', "no role is called me"),
        (f'{{{NODES} {{"A": {{"children": ["A", "A"]}}}}}}', "A is a child of A twice"),
        (f'{{{NODES} {{"A": {{"name": "A", "value": 1}}}}}}', "A has its name already"),
        (f'{{{NODES} {{"A": {{}}}}}}', "A is an empty node: a leaf has a value"),
        (f'{{{NODES} {{"A": 3}}}}', 'A should be {"value": 3}'),
        (f'{{{NODES} {{"B": {{"value": 3}}}}}}', "the root A is not among the nodes"),
        (f"{{{NODES} []}}", "nodes are named"),
        ('{"nodes": {"A": {"value": 3}}}', "1:11: the graph has no root"),
        (f'{{{NODES} {{"A": {{"value": 1}}, "a b": {{"value": 1}}}}}}', "'a b' cannot be the name"),
        (f'{{"root": "n0", "nodes": {{{DEEP}, "n400": {{"value": 1}}}}}}', "more than 300 moves"),
    ],
)
def test_wrong_graphs(text: str, says: str) -> None:
    with pytest.raises(ReadError) as error:
        graph(text)
    assert says in str(error.value)
    assert str(error.value).startswith("a.json:1:")
