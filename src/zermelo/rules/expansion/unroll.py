"""An aggregate over what holds in a state -> rules that add up its tuples one by one.

Of `S = #sum { N,P : true(heap(P,N)) }` the possible tuples are known and numbered; `after(I,S)`
says that the first I of them, counting those that hold, add up to S.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from zermelo.rules.expansion.store import Row
from zermelo.rules.expansion.totals import plus, stages
from zermelo.rules.expansion.values import order, term_of
from zermelo.text.spell import unused
from zermelo.text.tree import Aggregate, Atom, Formula, Name, Not, Rule, Term, Variable, variables


@dataclass(frozen=True, slots=True)
class Unrolled:
    """What stands for an aggregate: `after(globals, last, value)`, and the rules that define it."""

    after: str
    last: Name
    rules: tuple[Rule, ...]


def unroll(
    aggregate: Aggregate,
    outside: tuple[Term, ...],
    contexts: Iterable[Row],
    rows: Iterable[Row],
    *,
    translate: Callable[[tuple[Formula, ...]], tuple[Formula, ...]],
    relation: Callable[[str], str],
) -> Unrolled:
    """Return rules for an aggregate whose global variables are `outside`.

    Args:
        aggregate: in normal form.
        outside: its global variables.
        contexts: the values that they can have together.
        rows: the tuples that can ever be among its elements.
        translate: what makes a condition one without calculations.
        relation: what makes a name one that is new in the sheet.
    """
    tuples = sorted(rows, key=lambda row: tuple(map(order, row)))
    steps = stages(aggregate, tuples)
    word = aggregate.function.strip("#+")
    after, follows, holds = relation(word), relation(f"{word}_follows"), relation(f"{word}_holds")
    adds, context = relation(f"{word}_adds"), relation(f"{word}_context")
    number, before, total, more = (
        Variable(unused(name, {each.name for node in outside for each in variables(node)}))
        for name in ("I", "J", "S", "R")
    )

    def rules() -> Iterator[Rule]:
        start = Atom(after, (*outside, Name("0"), term_of(next(iter(steps[0])))))
        if outside:
            yield from (Rule(Atom(context, tuple(map(term_of, row)))) for row in contexts)
        yield Rule(start, (Atom(context, outside),) if outside else ())
        if not tuples:
            return
        step = (Atom(follows, (before, number)), Atom(after, (*outside, before, total)))
        held = Atom(holds, (*outside, number))
        addition = Atom(adds, (number, total, more))
        yield Rule(Atom(after, (*outside, number, more)), (*step, held, addition))
        yield Rule(Atom(after, (*outside, number, total)), (*step, Not(held)))
        for index, row in enumerate(tuples, 1):
            here = Name(str(index))
            yield Rule(Atom(follows, (Name(str(index - 1)), here)))
            for value in steps[index - 1]:
                sums = (term_of(value), term_of(plus(aggregate, value, row)))
                yield Rule(Atom(adds, (here, *sums)))
        for element in aggregate.elements:
            among = relation(f"{word}_element")
            used = {each.name for node in (*outside, element) for each in variables(node)}
            place = Variable(unused("I", used))
            body: tuple[Formula, ...] = (
                Atom(among, (place, *element.terms)),
                *translate(element.condition),
            )
            if outside:
                body = (Atom(context, outside), *body)
            yield Rule(Atom(holds, (*outside, place)), body)
            for index, row in enumerate(tuples, 1):
                if len(row) == len(element.terms):
                    yield Rule(Atom(among, (Name(str(index)), *map(term_of, row))))

    return Unrolled(after, Name(str(len(tuples))), tuple(rules()))
