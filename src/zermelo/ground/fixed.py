"""Positions that rules may be grounded for: any, or only those with the fixed facts of the start.

Rules with a relation that may be huge are grounded with less if fluents that never change, such as
the walls of a maze, are taken for facts (`zermelo.rules.constant`). Then the ground rules say
nothing of a position with other walls.
"""

from collections.abc import Collection

from zermelo.errors import UnsuitedError
from zermelo.ground.ground import HUGE
from zermelo.rules.constant import function_of, unchanging
from zermelo.rules.dependencies import state_dependent
from zermelo.rules.rewrite import clauses, relevant
from zermelo.rules.sizes import largest
from zermelo.rules.split import split
from zermelo.text.kif import read_term
from zermelo.text.tree import Sheet


def require_fixed(sheet: Sheet, initial: Collection[str], held: Collection[str]) -> None:
    """Raise UnsuitedError if a position differs from the initial one in what may be a fact.

    Args:
        sheet: the rules.
        initial: the fluents, in KIF, that hold at the start.
        held: those that hold in the position.
    """
    different = set(initial) ^ set(held)
    rules = relevant(sheet.rules)
    if not different or largest(split(clauses(rules), state_dependent(rules))) < HUGE:
        return
    never = unchanging(list(clauses(rules)))
    for fluent in sorted(different):
        if function_of(read_term(fluent, "fluent")) in never:
            raise UnsuitedError(
                f"{sheet.source.name}: {fluent} never changes, and such large rules are grounded "
                "only for positions that agree with the initial one in it: change the rules instead"
            )
