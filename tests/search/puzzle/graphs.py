"""Random puzzles: graphs of one role with circles and dead ends, and what is true of them."""

from collections import deque
from dataclasses import dataclass
from functools import cache
from random import Random

from zermelo.game.game import Game, Role, State
from zermelo.game.tree_game import DrawnNode, TreeGame
from zermelo.search.base import Clock, Limits
from zermelo.search.one_role.goal_search import GoalSearch
from zermelo.search.puzzle.puzzle import Puzzle

ME = Role(0)


@dataclass(frozen=True)
class Truth:
    """The best worth of any end, and how many moves it takes; None if no end can be reached."""

    worth: float | None
    moves: int | None
    states: int


@cache
def random_graph(seed: int) -> TreeGame:
    """A graph of up to thirty nodes, some of which are ends; moves may lead back."""
    draw = Random(seed)
    size = draw.randint(2, 30)
    ends = {number for number in range(1, size) if draw.random() < 0.25}
    nodes = []
    for number in range(size):
        if number in ends:
            worth = float(draw.choice([0, 50, 50, 100]))
            nodes.append(DrawnNode(f"n{number}", ME, values=(worth,)))
            continue
        children = tuple(draw.sample(range(size), min(size, draw.randint(1, 3))))
        labels = tuple(str(label) for label in range(len(children)))
        nodes.append(DrawnNode(f"n{number}", ME, children, labels))
    return TreeGame(f"graph {seed}", ("me",), tuple(nodes))


def truth(game: Game) -> Truth:
    """What can be reached, by looking at all of it."""
    distance = {game.initial: 0}
    todo = deque([game.initial])
    while todo:
        state = todo.popleft()
        if not game.terminal(state):
            for move in game.legal(state, ME):
                child = game.next(state, (move,))
                if child not in distance:
                    distance[child] = distance[state] + 1
                    todo.append(child)
    ends = [
        (game.goals(state)[0] or 0.0, -far)
        for state, far in distance.items()
        if game.terminal(state)
    ]
    if not ends:
        return Truth(None, None, len(distance))
    worth, moves = max(ends)
    return Truth(worth, -moves, len(distance))


def distances_to(game: TreeGame, worth: float) -> dict[State, int]:
    """How many moves each node is from a nearest end that is worth so much; others are missing."""
    found = {
        State(number): 0
        for number, node in enumerate(game.nodes)
        if not node.children and node.values and node.values[0] >= worth
    }
    changed = True
    while changed:
        changed = False
        for number, node in enumerate(game.nodes):
            near = [found[State(child)] + 1 for child in node.children if State(child) in found]
            if near and min(near) < found.get(State(number), 1 << 30):
                found[State(number)] = min(near)
                changed = True
    return found


def quest_of(game: Game, depth: int | None = None, nodes: int | None = None) -> GoalSearch:
    """A search from the start of a game."""
    return GoalSearch(Puzzle(game), game.initial, Clock(Limits(nodes=nodes)), depth=depth)
