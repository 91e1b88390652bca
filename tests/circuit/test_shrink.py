"""Smaller circuits: what is joined, what is dropped, what stays."""

from dataclasses import replace

from zermelo.circuit.build import Circuit
from zermelo.circuit.builder import GateBuilder
from zermelo.circuit.shrink import compact, shrink


def circuit_of(builder: GateBuilder, following: list[int], terminal: int = 0) -> Circuit:
    """A circuit for one role with these outputs."""
    return Circuit(
        fluents=builder.fluents,
        moves=builder.moves,
        gates=tuple(builder.gates),
        loops=(),
        feedback=frozenset(),
        initial=(),
        next=tuple(following),
        legal=tuple((1,) * size for size in builder.moves),
        goals=((),) * len(builder.moves),
        terminal=terminal,
    )


def test_an_and_used_by_one_and_is_joined_into_it() -> None:
    builder = GateBuilder(4, (1,))
    inner = builder.all_of([2, 4])
    outer = builder.all_of([inner, 6, 9])
    small = shrink(circuit_of(builder, [outer, 0, 0, 0]))
    assert small.gates[small.inputs :] == ((2, 4, 6, 9),)
    assert small.next == (2 * small.inputs, 0, 0, 0)


def test_an_or_used_by_an_and_is_not_joined() -> None:
    builder = GateBuilder(4, (1,))
    outer = builder.all_of([builder.any_of([2, 4]), 6])
    small = shrink(circuit_of(builder, [outer, 0, 0, 0]))
    assert small.gates[small.inputs :] == ((3, 5), (6, 2 * small.inputs + 1))


def test_an_and_that_is_asked_for_or_used_twice_is_not_joined() -> None:
    builder = GateBuilder(4, (1,))
    inner = builder.all_of([2, 4])
    one, other = builder.all_of([inner, 6]), builder.all_of([inner, 8])
    assert len(shrink(circuit_of(builder, [one, other, 0, 0])).gates) == len(builder.gates)
    assert len(shrink(circuit_of(builder, [one, inner, 0, 0])).gates) == len(builder.gates) - 1


def test_gates_that_nobody_needs_are_dropped() -> None:
    builder = GateBuilder(4, (1,))
    needed = builder.all_of([2, 4])
    builder.all_of([needed, 6, 8])
    builder.any_of([2, 8])
    circuit = circuit_of(builder, [0, 0, 0, 0], terminal=needed ^ 1)
    for smaller in (compact(circuit), shrink(circuit)):
        assert smaller.gates[smaller.inputs :] == ((2, 4),)
        assert smaller.terminal == 2 * smaller.inputs + 1


def test_a_loop_that_nobody_needs_is_dropped() -> None:
    builder = GateBuilder(1, (1,))
    variable = len(builder.gates)
    builder.gates.append(())
    becomes = builder.any_of([2 * variable, 2])
    builder.gates[variable] = (becomes,)
    loop = circuit_of(builder, [0])
    loop = replace(loop, loops=((variable + 1, variable),), feedback=frozenset({variable}))
    assert shrink(loop).loops == ()
    assert len(shrink(loop).gates) == loop.inputs
    needed = shrink(replace(loop, terminal=2 * variable))
    assert len(needed.loops) == 1
    assert len(needed.feedback) == 1
