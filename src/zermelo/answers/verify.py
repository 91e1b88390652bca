"""What `zermelo verify` answers: whether a strategy is right in every position."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from zermelo.answers.answer import NOT_IN_JSON, ByRole, CommandAnswer
from zermelo.game.compiled_game import CompiledGame
from zermelo.learn.verify import Verified
from zermelo.strategies.wording import in_words

MOST_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class WrongRule:
    """A rule in words, and the fluents of a position where its claim or its move is wrong."""

    kind: Literal["claim", "move"]
    rule: str
    state: Sequence[str]


@dataclass(frozen=True, slots=True)
class VerifyAnswer(CommandAnswer):
    """What was found in all positions; what each role gets that follows the strategy."""

    game: str
    strategy: str
    rules: int
    states: int
    covered: int
    moves_checked: int
    wrong: int
    guaranteed: ByRole
    proven: bool
    rests_on: Sequence[str]
    examples: Sequence[WrongRule]
    wrong_claims: int = field(metadata=NOT_IN_JSON)  # how many of `wrong` are claims, not moves


def verify_answer(
    name: str, game: CompiledGame, strategy: str, rules: int, found: Verified
) -> VerifyAnswer:
    """Return what was found of a strategy of so many rules, with a few examples."""
    wrong = len(found.wrong) + len(found.wrong_moves)
    return VerifyAnswer(
        game=name,
        strategy=strategy,
        rules=rules,
        states=found.states,
        covered=found.covered,
        moves_checked=found.moves_checked,
        wrong=wrong,
        guaranteed=dict(zip(game.roles, found.guaranteed, strict=True)),
        proven=not wrong,
        rests_on=["complete enumeration"],
        examples=list(wrong_rules(game, found))[:MOST_EXAMPLES],
        wrong_claims=len(found.wrong),
    )


def wrong_rules(game: CompiledGame, found: Verified) -> Iterator[WrongRule]:
    """Yield the first wrong claims, then the first wrong moves."""
    for lemma, where in found.wrong[:MOST_EXAMPLES]:
        yield WrongRule("claim", in_words(lemma, game), game.describe(where))
    for lemma, where in found.wrong_moves[:MOST_EXAMPLES]:
        yield WrongRule("move", in_words(lemma, game), game.describe(where))
