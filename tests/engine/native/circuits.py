"""Random circuits as hypothesis draws them: gates, constants, and loops that come to an end."""

from hypothesis import strategies as st

from tests.engine.gates import gates_of
from zermelo.engine.narrow import (
    AGAIN,
    CLEAR,
    FEEDBACK,
    SWEEP,
    CircuitItem,
    ItemWriter,
    Narrow,
    Pass,
    narrow,
)
from zermelo.game.compiled_game import CompiledGame


class Drawing:
    """Draws the items of one pass, and which literals may be read."""

    def __init__(self, draw: st.DrawFn, inputs: int) -> None:
        """Begin with false and the inputs."""
        self.draw = draw
        self.items: list[CircuitItem] = []
        self.wires = inputs
        self.readable = list(range(2 * inputs))

    def some(self, literals: list[int], most: int = 4) -> list[int]:
        """Draw a few literals."""
        return self.draw(st.lists(st.sampled_from(literals), max_size=most))

    def add(self, order: int, literals: list[int]) -> int:
        """Add an item with a wire of its own; return the wire."""
        self.items.append(CircuitItem(order, self.wires, literals))
        self.wires += 1
        return self.wires - 1

    def gate(self) -> None:
        """Add a gate."""
        wire = self.add(SWEEP, self.some(self.readable))
        self.readable += [2 * wire, 2 * wire + 1]

    def loop(self) -> None:
        """Add a loop that only ever makes more wires true, so that it comes to an end."""
        fed = [self.add(CLEAR, []) for _ in range(self.draw(st.integers(1, 3)))]
        rising = [2 * wire for wire in fed]
        for _ in range(self.draw(st.integers(1, 6))):
            if self.draw(st.booleans()):
                rising.append(2 * self.add(SWEEP, self.some(rising, 2) + self.some(self.readable)))
            else:
                any_of = self.some(rising, 3) + self.some(self.readable, 2)
                rising.append(2 * self.add(SWEEP, [literal ^ 1 for literal in any_of]) + 1)
        for wire in fed:
            source = self.draw(st.sampled_from(rising))
            self.items.append(CircuitItem(FEEDBACK, wire, [source]))
        self.items.append(CircuitItem(AGAIN, -1, []))
        self.readable += rising + [literal ^ 1 for literal in rising]


def drawn_pass(draw: st.DrawFn, inputs: int, outputs: int) -> Pass:
    """Draw a pass with so many inputs, false among them, and outputs."""
    drawing = Drawing(draw, inputs)
    for loops in draw(st.lists(st.sampled_from([False, False, False, True]), max_size=25)):
        if loops:
            drawing.loop()
        else:
            drawing.gate()
    shown = [draw(st.sampled_from(drawing.readable)) for _ in range(outputs)]
    return ItemWriter(inputs).written(drawing.items, shown)


@st.composite
def circuits(draw: st.DrawFn, game: CompiledGame) -> Narrow:
    """Draw a game whose passes are random; of `game` only the goals and roles are taken."""
    fluents, moves = draw(st.integers(1, 70)), draw(st.integers(1, 6))
    goals = narrow(gates_of(game))
    first_move = 1 + fluents
    return goals._replace(
        viewing=drawn_pass(draw, first_move, 1 + goals.goals + moves),
        stepping=drawn_pass(draw, first_move + moves, fluents),
        code=goals.code.copy(),
        fluents=fluents,
        moves=moves,
    )
