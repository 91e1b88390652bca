"""`zermelo learn --method preferences`: weak constraints from ordered examples, into files."""

from typing import TYPE_CHECKING, cast, get_args

from zermelo.apps import output
from zermelo.apps.best_moves import unfinished
from zermelo.writing import require_writable, write_text

if TYPE_CHECKING:
    from zermelo.game.compiled_game import CompiledGame
    from zermelo.game.game import State
    from zermelo.learn.preferences.examples import Reach


def learn_preferring(
    game: "CompiledGame",
    start: "State",
    out: str,
    *,
    role: str | None,
    seconds: float | None,
    reach: str,
    modes: str | None,
    las: str | None,
    ilasp: bool,
    partial: bool,
    as_json: bool,
) -> None:
    """Learn preferences and print what they are, for people or as JSON."""
    from zermelo.answers.learn import LearnPreferencesAnswer
    from zermelo.learn.preferences.las import las_text
    from zermelo.learn.preferences.learner import HypothesisLimits, learn_preferences
    from zermelo.learn.preferences.modes import load_modes
    from zermelo.play.thought import role_in_turn
    from zermelo.strategies.preferences.facts import vocabulary
    from zermelo.strategies.preferences.file import versioned

    known = reach_of(reach)
    player = None if role is None else role_in_turn(game, start, role)
    language = load_modes(modes) if modes else None
    for path in filter(None, (out, las)):
        require_writable(path)
    bounds = HypothesisLimits(seconds=seconds, solver="ilasp" if ilasp else "groups")
    with output.progress() as progress:
        progress.report("learning from ordered examples ...")
        learned = learn_preferences(
            game, [start], role=player, reach=known, language=language, bounds=bounds
        )
    written = partial or not learned.cut
    if written:
        write_text(out, versioned(learned.text(game.name)))
    if las:
        words = vocabulary(game, learned.language.background)
        task = las_text(words, learned.language, learned.examples)
        write_text(las, task)
    constraints = learned.preferences.constraints
    answer = LearnPreferencesAnswer(
        game=game.name,
        method="preferences",
        file=out if written else None,
        rules=len(constraints),
        length=learned.preferences.length,
        orderings=learned.orderings,
        satisfied=learned.satisfied,
        shortest=learned.shortest,
        strength=learned.strength,
        seconds=learned.seconds,
        constraints=[one.spelled(number) for number, one in enumerate(constraints, start=1)],
    )
    output.show(answer, as_json=as_json)
    if learned.cut:
        raise unfinished(out, written=written)


def reach_of(text: str) -> "Reach":
    """Return how far examples are looked for; UsageError if there is no such word."""
    from zermelo.errors import UsageError
    from zermelo.learn.preferences.examples import Reach

    if text not in get_args(Reach):
        raise UsageError(f"--reach is one of {', '.join(get_args(Reach))}, not {text!r}")
    return cast("Reach", text)
