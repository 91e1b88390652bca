"""Two things that clingo's Python package tells slowly, asked of the C functions behind it.

`Control.statistics` copies a hundred numbers of which a proof needs two, which takes longer than
most questions; `Model.is_true` allocates memory for each literal. Where the inside of clingo is
another one, the package itself is asked.
"""

from collections.abc import Callable
from typing import Any

import clingo
from clingo import _internal

internal: Any = _internal
ffi: Any = getattr(internal, "_ffi", None)
lib: Any = getattr(internal, "_lib", None)
SOLVERS = b"solving", b"solvers"


def work_of(control: clingo.Control) -> tuple[int, int]:
    """Return how many choices and conflicts the last question has taken."""
    try:
        choices, conflicts = numbers_at(control, SOLVERS, (b"choices", b"conflicts"))
    except (AttributeError, TypeError, LookupError):
        solvers = control.statistics["solving"]["solvers"]
        return int(solvers["choices"]), int(solvers["conflicts"])
    return choices, conflicts


def numbers_at(
    control: clingo.Control, path: tuple[bytes, ...], names: tuple[bytes, ...]
) -> list[int]:
    """Return numbers of clingo's statistics; LookupError if they are not there."""
    rep: Any = control
    found, key, number = ffi.new("clingo_statistics_t**"), ffi.new("uint64_t*"), ffi.new("double*")
    require(lib.clingo_control_statistics(rep._rep, found))
    statistics = found[0]
    require(lib.clingo_statistics_root(statistics, key))
    for name in path:
        require(lib.clingo_statistics_map_at(statistics, key[0], name, key))
    place, numbers = key[0], []
    for name in names:
        require(lib.clingo_statistics_map_at(statistics, place, name, key))
        require(lib.clingo_statistics_value_get(statistics, key[0], number))
        numbers.append(int(number[0]))
    return numbers


def require(done: bool) -> None:
    """Raise LookupError if a function says that it has failed."""
    if not done:
        raise LookupError("clingo has no such statistics")


def truths(model: clingo.Model) -> Callable[[int], bool]:
    """Return what tells of any literal whether it is true in a model."""
    try:
        rep: Any = model
        known, answer, is_true = rep._rep, ffi.new("bool*"), lib.clingo_model_is_true
    except (AttributeError, TypeError):
        return model.is_true

    def holds(literal: int) -> bool:
        if not is_true(known, literal, answer):
            return model.is_true(literal)  # which raises the error
        return bool(answer[0])

    return holds
