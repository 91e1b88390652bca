"""Steps of a traced search -> sentences for somebody who learns how it works."""

from collections.abc import Iterator

from zermelo.game.tree_game import TreeGame
from zermelo.pictures.trees.picture import (
    Picture,
    PictureStep,
    Spot,
    move_of,
    mover_of,
    name_of,
    own_name,
    short,
    window,
)
from zermelo.search.events import EventKind

MOST_NAMED = 6
"""Moves that were left out are named up to these."""


class StepWords:
    """Tells what happens in a picture, step by step."""

    def __init__(self, picture: Picture) -> None:
        """Have a look at it: what it takes long to ask is asked once."""
        self.picture = picture
        self.windowed = picture.windowed
        self.names: dict[int, str] = {}

    def called(self, number: int) -> str:
        """Return what a node is called in a sentence."""
        if number not in self.names:
            self.names[number] = self.name(self.picture.spots[number])
        return self.names[number]

    def name(self, spot: Spot) -> str:
        """Return a name that says where a node is, if nobody gave it one."""
        given = own_name(name_of(self.picture, spot))
        if given or spot.parent is None:
            return given or "the root"
        move = move_of(self.picture, spot)
        if isinstance(self.picture.game, TreeGame):
            return f"child {move} of {self.called(spot.parent)}"
        return f"the position after {move}"

    def sentence(self, step: PictureStep) -> str:
        """Return what happens in a step."""
        phrase = self.phrase(step, self.picture.spots[step.spot])
        return phrase[0].upper() + phrase[1:]

    def phrase(self, step: PictureStep, spot: Spot) -> str:
        """Return what happens at a node in a step."""
        who, value = self.called(spot.number), value_of(step)
        match step.kind:
            case EventKind.ENTER if step.reason:
                return f"Search {who} again: {step.reason}."
            case EventKind.ENTER:
                return f"Come to {who}{self.bounds(step, ' with the window', ' to ask:')}"
            case EventKind.LEAF:
                return f"{self.leaf(spot)} worth {value}."
            case EventKind.BEST:
                now = self.bounds(step, ": the window is now", ". Still to ask:")
                return f"At {who}, {self.chooser(spot)} has {value} so far{now}"
            case EventKind.CUT:
                return " ".join(self.cut(step, who))
            case EventKind.CASE:
                why = f"At {who}, a solver compares the best move with the others: {step.reason}."
                return " ".join([why, *self.left_out(step)])
            case EventKind.TABLE:
                return f"{who} was searched before: {step.reason}."
            case EventKind.LEMMA:
                known = step.reason if step.reason.startswith("is") else f"is {step.reason}"
                return f"{who} need not be searched: it {known}."
        with_it = f" with the value {value}" if value else f": {step.reason}" if step.reason else ""
        return f"Leave {who}{with_it}."

    def bounds(self, step: PictureStep, window_is: str, question_is: str) -> str:
        """Return the window of a step, or the question that it is; the sentence ends."""
        if not self.windowed:
            return "."
        text = window(step)
        return f"{question_is} {text}" if text.endswith("?") else f"{window_is} {text}."

    def chooser(self, spot: Spot) -> str:
        """Return who chooses at a node."""
        mover = None if spot.state is None else mover_of(self.picture, spot.state)
        return self.picture.game.roles[self.picture.role if mover is None else mover]

    def leaf(self, spot: Spot) -> str:
        """Return how a leaf comes to its value."""
        assert spot.state is not None, "leaves that were looked at have a state"
        who = self.called(spot.number)
        if isinstance(self.picture.game, TreeGame):
            return f"{who} is"
        if self.picture.game.terminal(spot.state):
            return f"The match ends with {who}:"
        return f"No deeper than {who}: guessed to be"

    def cut(self, step: PictureStep, who: str) -> Iterator[str]:
        """Yield why a cut was made, who turns away, and what is left out."""
        yield f"Cut at {who}: {step.reason}."
        asked = window(self.picture.spots[step.spot]).endswith("?")
        if not step.values and ", set at " in step.reason and not asked:
            maximising = " >= " in step.reason
            bound = short(step.high if maximising else step.low)
            other = self.opponent(maximising=maximising)
            yield f"So {other} will not let it come to this: {bound} is to be had elsewhere."
        elif not step.values and "lemma" not in step.reason:
            yield "That answers what was asked here."
        yield from self.left_out(step)

    def opponent(self, *, maximising: bool) -> str:
        """Return who turns away from a node that is too good for the one who chooses there."""
        roles, role = self.picture.game.roles, self.picture.role
        if not maximising:
            return roles[role]
        return roles[1 - role] if len(roles) == 2 else "the others"

    def left_out(self, step: PictureStep) -> Iterator[str]:
        """Yield a sentence on the children that were not looked at."""
        ghosts = [self.picture.spots[number] for number in step.pruned]
        if ghosts:
            named = [self.ghost(ghost) for ghost in ghosts[:MOST_NAMED]]
            named += [f"{len(ghosts) - MOST_NAMED} more"] if len(ghosts) > MOST_NAMED else []
            yield f"Left out: {', '.join(named)}."

    def ghost(self, ghost: Spot) -> str:
        """Return what stands for a child that was left out: a leaf of a drawing has its value."""
        if ghost.values:
            return f"({', '.join(map(short, ghost.values))})"
        given = own_name(name_of(self.picture, ghost))
        return given or short(ghost.value) or move_of(self.picture, ghost)


def value_of(step: PictureStep) -> str:
    """Return the value that a step tells: for one role, or for all."""
    return f"({', '.join(map(short, step.values))})" if step.values else short(step.value)
