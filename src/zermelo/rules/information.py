"""Whether a game has chance and hidden information: the two words that GDL-II adds to GDL."""

from dataclasses import dataclass

from zermelo.text.tree import Name, Sheet

RANDOM = "random"
"""The role that moves by chance (Thielscher, A General Game Description Language for Incomplete
Information Games, 2010)."""


@dataclass(frozen=True, slots=True)
class Information:
    """What the roles of a game cannot know: `chance` moves, and what they do not see (`hidden`)."""

    chance: bool
    hidden: bool


def information(sheet: Sheet) -> Information:
    """Return whether the sheet has the role `random`, and whether it says what roles see."""
    chance = hidden = False
    for rule in sheet.rules:
        match rule.head.name, rule.head.args:
            case "role", (Name(text),) if text.lower() == RANDOM:
                chance = True
            case "sees", (_, _):
                hidden = True
    return Information(chance, hidden)
