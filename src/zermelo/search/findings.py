"""What is known of a game's traits: by its nodes if it is drawn, by playouts if it is compiled."""

from collections import deque
from collections.abc import Mapping
from fractions import Fraction
from weakref import WeakKeyDictionary

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Evidence, Finding, Game, Trait
from zermelo.game.proof import exact
from zermelo.game.tree_game import TreeGame
from zermelo.rules.information import RANDOM
from zermelo.sampling.known_traits import known_traits
from zermelo.sampling.traits import ends, settled

_traits: WeakKeyDictionary[CompiledGame, Mapping[Trait, Finding]] = WeakKeyDictionary()
_endings: WeakKeyDictionary[CompiledGame, Finding] = WeakKeyDictionary()


def findings(game: Game) -> Mapping[Trait, Finding]:
    """Return what is known of each trait; a compiled game is played at random the first time."""
    if isinstance(game, TreeGame):
        return tree_traits(game)
    if (compiled := game.compiled) is None:
        return role_traits(game)
    if compiled not in _traits:
        _traits[compiled] = known_traits(compiled) | {Trait.CIRCUIT: settled(True)}
    return _traits[compiled]


def ending(game: Game) -> Finding:
    """Return whether all matches end, as far as is known."""
    if isinstance(game, TreeGame):
        return tree_ending(game)
    if (compiled := game.compiled) is None:
        return Finding(Evidence.UNKNOWN)
    if compiled in _traits:
        return _traits[compiled][Trait.ENDS]
    if compiled not in _endings:
        _endings[compiled] = ends(compiled)
    return _endings[compiled]


def role_traits(game: Game) -> dict[Trait, Finding]:
    """Return what the names of the roles say."""
    return {
        Trait.ONE_ROLE: settled(len(game.roles) == 1),
        Trait.TWO_ROLES: settled(len(game.roles) == 2),
        Trait.DETERMINISTIC: settled(RANDOM not in map(str.lower, game.roles)),
        Trait.CIRCUIT: settled(False),
    }


def tree_traits(game: TreeGame) -> dict[Trait, Finding]:
    """Return all traits of an explicit tree or graph: every node that can be reached is asked."""
    paths = reached(game)
    return role_traits(game) | {
        Trait.TURNS: settled(True),
        Trait.PERFECT: settled(True),
        Trait.ENDS: tree_ending(game),
        Trait.CONSTANT_SUM: tree_sum(game, paths),
        Trait.ALTERNATES: tree_alternation(game, paths),
    }


def tree_ending(game: TreeGame) -> Finding:
    """Return whether an explicit graph has no cycle."""
    if game.ends:
        return settled(True)
    return Finding(Evidence.REFUTED, because="a path comes back to where it was")


Paths = Mapping[int, tuple[tuple[str, ...], ...]]


def reached(game: TreeGame) -> Paths:
    """Return a shortest line of joint moves, in KIF, to every node that can be reached."""
    paths: dict[int, tuple[tuple[str, ...], ...]] = {0: ()}
    todo = deque([0])
    while todo:
        number = todo.popleft()
        node = game.nodes[number]
        for label, child in zip(node.labels, node.children, strict=True):
            if child not in paths:
                joint = tuple(
                    label if role == node.mover else "noop" for role in range(len(game.roles))
                )
                paths[child] = (*paths[number], joint)
                todo.append(child)
    return paths


def tree_sum(game: TreeGame, paths: Paths) -> Finding:
    """Return whether all leaves share out the same total."""
    known: Fraction | None = None
    for number, path in paths.items():
        node = game.nodes[number]
        if node.children or node.values is None:
            continue
        total = sum(map(exact, node.values), Fraction(0))
        if known is None:
            known = total
        elif total != known:
            because = f"one match shares out {float(known):g}, another {float(total):g}"
            return Finding(Evidence.REFUTED, because=because, example=path)
    return settled(True)


def tree_alternation(game: TreeGame, paths: Paths) -> Finding:
    """Return whether no role has a choice twice running."""
    for number, path in paths.items():
        node = game.nodes[number]
        for child in map(game.nodes.__getitem__, node.children):
            if len(node.children) > 1 < len(child.children) and node.mover == child.mover:
                because = f"{game.roles[node.mover]} has a choice twice running"
                return Finding(Evidence.REFUTED, because=because, example=path)
    return settled(True)
