"""The question whether one fluent is a latch, as a text that a person and clingo can read.

After Genesereth and Thielscher, General Game Playing, section 16.1, with the end of the match
minded. `latches` asks the same of all fluents at once, from ground rules; this is its definition.
"""

from collections.abc import Sequence

from zermelo.rules.dependencies import signature
from zermelo.rules.time import Timed
from zermelo.text.flatten import flat
from zermelo.text.kif import read_term
from zermelo.text.names import encode
from zermelo.text.spell import asp_rule, capital
from zermelo.text.spell_asp import asp_term
from zermelo.text.tree import Sheet


def latch_program(sheet: Sheet, fluents: Sequence[str], fluent: str, *, positive: bool) -> str:
    """Return a program each of whose models refutes that `fluent` is a latch; none: it is one.

    Args:
        sheet: rules.
        fluents: all that may hold, in KIF; the program starts from any set of them.
        fluent: the one to ask about, in KIF.
        positive: whether it should stay true, or stay false.

    Raises:
        RuleError: a body asks for `next`, which has no place in time.
    """
    timed = Timed.of(sheet)
    holds = timed.holds
    lines = [f"#const {encode(name)} = {asp_term(term)}." for name, term in sheet.constants]
    lines += [f"#const {timed.horizon} = 1.", f"{timed.time}(0..{timed.horizon}).", ""]
    for rule in sheet.rules:
        # Any state may be the first, so what holds initially says nothing here.
        if signature(rule.head) != ("init", 1) or timed.initial_used:
            lines += [asp_rule(timed.rule(capital(each))) for each in flat(rule)]
    states = "; ".join(f"{holds}({spelled(each)},0)" for each in fluents)
    wanted = f"{holds}({spelled(fluent)},"
    kept, lost = ("not ", "") if positive else ("", "not ")
    lines += [
        "",
        f"{{ {states} }}.",
        "1 { does(R,M,0) : legal(R,M,0) } 1 :- role(R).",
        ":- terminal(0).",
        # A model has a counter-example, or it is none.
        f":- {kept}{wanted}0).",
        f":- {lost}{wanted}1).",
    ]
    return "".join(line + "\n" for line in lines)


def spelled(fluent: str) -> str:
    """Return a fluent in the syntax of clingo."""
    return asp_term(read_term(fluent, "fluent"))
