"""Why an entry of an exercise is what it is, in the words that the steps of a search have."""

from math import inf

from zermelo.exercises.answer_key import Key
from zermelo.pictures.trees.lesson import cut_sentence, known_words
from zermelo.pictures.trees.picture import short
from zermelo.search.events import Event, EventKind

START = "At the root nobody is sure of anything yet: alpha is -∞, beta is ∞."


def named(key: Key, number: int) -> str:
    """Return what a node is called: a leaf by its worth and its parent, others by name."""
    node = key.game.nodes[number]
    if node.children:
        return node.name
    above = next(each for each in key.game.nodes if number in each.children)
    return f"The leaf {short(key.worths[number])} below {above.name}"


def of_entry(key: Key, number: int, entry: str) -> str:
    """Return why an entry is what it is."""
    if entry == "value":
        return of_value(key, number)
    if number == 0:
        return START
    return of_bound(key, number, maximising=entry == "alpha")


def of_bound(key: Key, number: int, *, maximising: bool) -> str:
    """Return who set the alpha or the beta with which a node is entered."""
    visit, name = key.visits[number], key.game.nodes[number].name
    bound = visit.low if maximising else visit.high
    letter, role = ("alpha", key.game.roles[0]) if maximising else ("beta", key.game.roles[1])
    if abs(bound) == inf:
        way = f"On the way from the root to {name}, {role} is sure of nothing yet"
        return f"{way}: {letter} is {short(bound)}."
    setter, child = setter_of(key, number, bound, maximising=maximising)
    above = key.game.nodes[setter].name
    inherited = (
        "" if number in key.game.nodes[setter].children else f" It is passed down to {name}."
    )
    return (
        f"{letter} {short(bound)} was set at {above}, where {role} has "
        f"{lower(named(key, child))} already, worth {known_of(key, child)}.{inherited}"
    )


def lower(name: str) -> str:
    """Return a name as it stands within a sentence."""
    return name.replace("The leaf", "the leaf", 1)


def setter_of(key: Key, number: int, bound: float, *, maximising: bool) -> tuple[int, int]:
    """Return the highest node above that set a bound, and the child that it has it from."""
    above = ancestors(key, number)
    left = 0
    entered = False
    found: tuple[int, int] | None = None
    for event in key.events:
        if event.kind is EventKind.ENTER and int(event.state) == number:
            entered = True
        if entered:
            break
        if event.kind is EventKind.LEAVE:
            left = int(event.state)
        limit = event.low if maximising else event.high
        if event.kind is EventKind.BEST and int(event.state) in above and limit == bound:
            ours = (key.game.nodes[event.state].mover == 0) == maximising
            if ours and event.value == bound and found is None:
                found = int(event.state), left
    assert found is not None, "a bound is set by a best child of a node above"
    return found


def ancestors(key: Key, number: int) -> set[int]:
    """Return the nodes above a node."""
    found: set[int] = set()
    at: int | None = number
    while at is not None:
        at = next((n for n, node in enumerate(key.game.nodes) if at in node.children), None)
        if at is not None:
            found.add(at)
    return found


def known_of(key: Key, number: int) -> str:
    """Return what alpha-beta knows of the worth of a node that it has left."""
    visit = key.visits[number]
    if key.game.nodes[number].children and visit.value <= visit.low:
        return known_words(-inf, visit.value)
    if key.game.nodes[number].children and visit.value >= visit.high:
        return known_words(visit.value, inf)
    return known_words(visit.value, visit.value)


def of_value(key: Key, number: int) -> str:
    """Return how a node came to its value."""
    node = key.game.nodes[number]
    cut = next((event for event in key.cuts if event.state == number), None)
    found = [short(key.visits[child].value) for child in seen(key, number)]
    best = "greatest" if node.mover == 0 else "smallest"
    takes = f"takes the {best} of {', '.join(found)}" if len(found) > 1 else f"has {found[0]}"
    said = f"{node.name} belongs to {key.game.roles[node.mover]}, who {takes}."
    return said if cut is None else f"{said} {cut_sentence(key.game, key.events, cut)}"


def seen(key: Key, number: int) -> list[int]:
    """Return the children of a node that alpha-beta looks at."""
    return [child for child in key.game.nodes[number].children if child in key.visits]


def of_cut(key: Key, number: int) -> str:
    """Return the cut that left a node out."""
    return cut_sentence(key.game, key.events, cut_above(key, number))


def cut_above(key: Key, number: int) -> Event:
    """Return the cut that left a node out, here or above."""
    branches = key.branches
    return next(branches[each] for each in (number, *ancestors(key, number)) if each in branches)


def of_look(key: Key, number: int) -> str:
    """Return why a node is looked at: nothing before it passed the window of its parent."""
    if number == 0:
        return "The root is always looked at."
    parent = next(n for n, node in enumerate(key.game.nodes) if number in node.children)
    node, visit = key.game.nodes[parent], key.visits[parent]
    window = f"{node.name} was entered with alpha {short(visit.low)} and beta {short(visit.high)}"
    before = node.children[: node.children.index(number)]
    if not before:
        return f"{window}; a cut needs a value, and nothing was looked at below {node.name} before."
    values = ", ".join(short(key.visits[child].value) for child in before)
    sign, letter, bound = (
        (">=", "beta", visit.high) if node.mover == 0 else ("<=", "alpha", visit.low)
    )
    return f"{window}; before it came {values}, and none of that is {sign} {letter} {short(bound)}."
