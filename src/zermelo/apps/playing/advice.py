"""Answers to a person who asks: a hint, and why."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.text import Text

from zermelo.apps.playing.screen import reckoned
from zermelo.game.game import Role
from zermelo.play.running_match import RunningMatch
from zermelo.play.thought import Thought
from zermelo.play.why import why
from zermelo.strategies.strategy import Strategy


@dataclass(frozen=True, slots=True)
class Adviser:
    """Answers the questions of persons; with a strategy, by its rules."""

    strategy: Strategy | None = None

    def hint(self, session: RunningMatch, role: Role, thought: Thought) -> Text:
        """Return what the search would play, and what it thinks of that."""
        assert thought.result.move is not None, "who asks has a choice"
        text = Text("try ").append(session.game.spell(role, thought.result.move), style="bold")
        return text.append(reckoned(role, thought), style="dim")

    def why(self, session: RunningMatch, role: Role, thought: Thought) -> Iterator[Text]:
        """Yield what is known of the position, and for what reason."""
        found = why(
            session.game, session.state, role, strategy=self.strategy, result=thought.result
        )
        if found.worth is None and not found.rule:
            yield self.hint(session, role, thought)
        yield from map(Text, found.text if found.line or found.rule or found.others else ())
