"""Kernels as plain Python: the same functions, of which nothing is compiled.

Kernels call each other by their global names, and operations that only numba knows. So the plain
form of a kernel is its own code among other globals: there, every kernel and every operation is
its plain form, as with `NUMBA_DISABLE_JIT=1`.
"""

import time
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher

from zermelo.kernels import rows
from zermelo.kernels.background import background
from zermelo.process.interrupts import signals

LANES = "zermelo.engine.kernels.lanes"
INTERN = "zermelo.search.positions.kernels.intern"
SEEN = "zermelo.search.one_role.kernels.seen"
BETTER: dict[str, Callable[..., Any]] = {
    f"{LANES}:spread": rows.spread,
    f"{LANES}:collect": rows.collect,
    f"{LANES}:count_children": rows.count_children,
    f"{LANES}:children": rows.children,
    f"{INTERN}:intern": rows.number_rows,
    f"{INTERN}:refill": rows.fill_slots,
    f"{SEEN}:number_rows": rows.number_rows,
    f"{SEEN}:fill_slots": rows.fill_slots,
    f"{SEEN}:count_moves": rows.count_moves,
    f"{SEEN}:list_moves": rows.list_moves,
    f"{SEEN}:hash_rows": rows.hash_rows,
    f"{SEEN}:estimate_rows": rows.estimate_rows,
}
"""Plain forms that do the same sooner, by the name `module:function` of the kernel."""
MADE: dict[str, Callable[[dict[str, Any]], Callable[..., Any]]] = {
    f"{LANES}:step": rows.step_among,
}
"""What makes such forms, given the plain globals of the kernel's module."""
_spaces: dict[int, dict[str, Any]] = {}
_forms: dict[FunctionType, Callable[..., Any]] = {}


def plain_form(function: FunctionType) -> Callable[..., Any]:
    """Return the function of a kernel, calling the plain forms of all that it calls."""
    if function not in _forms:
        name = f"{function.__module__}:{function.__qualname__}"
        names = plain_globals(function.__globals__)
        if name in MADE:
            _forms[function] = MADE[name](names)
        else:
            defaults = function.__defaults__
            usual = FunctionType(function.__code__, names, function.__name__, defaults)
            _forms[function] = BETTER.get(name, usual)
    return _forms[function]


def plain_globals(names: dict[str, Any]) -> dict[str, Any]:
    """Return the globals of a module with plain forms for kernels and operations."""
    space = _spaces.get(id(names))
    if space is None:
        space = _spaces[id(names)] = dict(names)  # kernels may call each other in circles
        space.update({name: plain_thing(thing) for name, thing in names.items()})
    return space


def plain_thing(thing: Any) -> Any:
    """Return what stands for a kernel, an operation or anything else in plain Python."""
    if isinstance(thing, Dispatcher):
        return plain_form(thing.py_func)
    return getattr(thing, "plain_form", thing) if callable(thing) else thing


def called_plainly(function: FunctionType) -> Callable[..., Any]:
    """Return the plain form of a kernel, to be called in place of its machine code.

    Words overflow silently, and a signal waits for its end, as in machine code.
    """

    def call(*given: Any) -> Any:
        form = plain_form(function)  # not made before: its module may not have been whole
        begun = time.thread_time()
        try:
            with signals.postponed(), np.errstate(all="ignore"):
                return form(*given)
        finally:
            background.spent += time.thread_time() - begun

    return call
