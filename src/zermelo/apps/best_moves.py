"""`zermelo learn --method tree`: best moves at the critical points of a solver-pruned search."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from zermelo.apps import output
from zermelo.apps.guard import LIMIT_HIT
from zermelo.writing import require_writable

if TYPE_CHECKING:
    from zermelo.game.compiled_game import CompiledGame
    from zermelo.game.game import State
    from zermelo.search.asp.rules import BestMoveRule


def learn_best_moves(
    game: "CompiledGame",
    start: "State",
    out: str,
    *,
    seconds: float | None,
    gdl: str | None,
    time: str | None,
    tree: str | None,
    partial: bool,
    as_json: bool,
) -> None:
    """Learn rules `best_do`, write them in all syntaxes that are asked for, and print them."""
    from zermelo.answers.learn import SHOWN_RULES, LearnTreeAnswer
    from zermelo.game.proof import rests_on
    from zermelo.learn.best_do import spell_best_moves
    from zermelo.pictures.trees.write import check_tree_path, write_tree
    from zermelo.play.thought import role_in_turn
    from zermelo.search.algorithms.asp import Asp, AspMatch
    from zermelo.search.asp.rule_file import spell_rules, write_rules
    from zermelo.search.base import Clock, Limits, last
    from zermelo.search.events import Event
    from zermelo.search.parts.premises import discharged
    from zermelo.search.suitability import require
    from zermelo.text.read import syntax_of

    search = Asp(learn=True)
    require(search, game)
    syntax = None if gdl is None else syntax_of(gdl)
    if tree is not None:
        check_tree_path(tree)
    for path in filter(None, (out, gdl, time)):
        require_writable(path)
    role = role_in_turn(game, start)
    events: list[Event] = []
    clock = Clock(Limits(seconds=seconds))
    thinking = AspMatch.of(search, game, role, events.append if tree else None)
    with output.progress() as progress:
        progress.report("asking the solver for whole matches ...")
        found = last(thinking.think(start, clock))
        assert found is not None, "a search has a result at once"
        found = discharged(found, game, start)
    assert thinking.book is not None, "it was told to make rules"
    rules = thinking.book.rules
    cut = not found.proven and seconds is not None and clock.seconds >= seconds
    written = partial or not cut
    if written:
        write_rules(Path(out), spell_rules(rules, game))
        if gdl is not None and syntax is not None:
            write_rules(Path(gdl), spell_best_moves(rules, game, syntax))
        if time is not None:
            write_rules(Path(time), spell_best_moves(rules, game, "time"))
    if tree is not None:
        write_tree(events, game, tree, role, f"asp on {game.name}")
    answer = LearnTreeAnswer(
        game=game.name,
        method="tree",
        file=out if written else None,
        rules=len(rules),
        nodes=clock.count.nodes,
        calls=thinking.calls,
        seconds=clock.seconds,
        values=dict(zip(game.roles, found.reported, strict=True)),
        proven=found.proven,
        rests_on=rests_on(found.proof),
        shown=[rule_text(game, rule) for rule in rules[:SHOWN_RULES]],
    )
    output.show(answer, as_json=as_json)
    if cut:
        raise unfinished(out, written=written)


def rule_text(game: "CompiledGame", rule: "BestMoveRule") -> str:
    """Return a rule in words."""
    state = " ".join(game.describe(rule.state))
    return f"{game.roles[rule.role]}: {game.spell(rule.role, rule.move)} in {state}"


def unfinished(out: str, *, written: bool) -> typer.Exit:
    """Say that a limit was hit, and what became of the file; return what ends the command."""
    kept = "" if written else f"; {out} was not written (--partial writes what was found)"
    print(f"zermelo: a limit was hit before learning was done{kept}", file=sys.stderr)
    return typer.Exit(LIMIT_HIT)
