"""Matches and what is told of them, as it was last reviewed: records, tables, reasons, endings."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.search.answers import after
from tests.signatures import compare, digest
from zermelo.answers.render.json import plain
from zermelo.answers.think import spelled_thought
from zermelo.answers.why import spelled_why
from zermelo.errors import ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State, joints
from zermelo.play.ending import ending
from zermelo.play.openings import random_opening, read_openings, spelled_opening
from zermelo.play.player import Clocks, player
from zermelo.play.record import joined, outcome, step, terms_object
from zermelo.play.series import SeriesMatch, Terms, series
from zermelo.play.standings import distinct, table
from zermelo.play.thought import only_chance_chooses, role_in_turn, thought
from zermelo.play.why import why
from zermelo.search.base import Limits
from zermelo.search.spec import parse
from zermelo.text.source import Source

Games = Callable[[str], CompiledGame]
KEPT = Path(__file__).parent / "signatures"
SERIES = {
    "tictactoe": ("alphabeta:depth=2", "random", "greedy@nodes=3"),
    "nim_3p": ("maxn@nodes=60", "random:seed=4"),
    "goofspiel": ("random", "mcts:simulations=20,kernel=off@nodes=20"),
    "pig_race": ("random", "random:seed=1"),
    "lights_out:width=3,height=2": ("bfs", "dfs"),
    "connect_three": ("mcts@nodes=40", "iterative:depth=2,evaluator=mobility"),
}
EXPLAINED = ["tictactoe", "nim_3p", "lights_out:width=3,height=2", "kayles", "chomp"]
TIMES = re.compile(r'"(?:seconds|margin|time|stateTimes)": (?:[-\d.e]+|null|\[[^]]*\])')


@pytest.mark.parametrize("name", SERIES)
def test_signatures_of_series(name: str, game_of: Games) -> None:
    game = game_of(name)
    players = [player(text) for text in SERIES[name]]
    played = list(series(game, players, games=4, limits=Limits(nodes=200), seed=7, opening=1))
    found = {f"match {each.number}": told(game, each) for each in played}
    found["distinct"] = str(distinct(played))
    for number, row in enumerate(table(played, len(players))):
        found[f"row {number}"] = str(row)
    terms = Terms(tuple(players), Limits(nodes=200), Clocks(start=2), 7, 1, (), 1000)
    found["terms"] = json.dumps(terms_object(game, terms) | {"rulesHash": ""}, sort_keys=True)
    compare(KEPT / f"series-{name.partition(':')[0]}.txt", found)


def told(game: CompiledGame, played: SeriesMatch) -> str:
    """Return a match as its record has it, without times."""
    match = played.match
    record = joined({}, [step(game, turn) for turn in match.turns], outcome(match))
    text = TIMES.sub("", json.dumps(record))
    ends = " ".join("none" if goal is None else f"{goal:g}" for goal in match.goals)
    return f"{played.seats} {len(match.turns)} turns, goals {ends} {match.error} {digest([text])}"


@pytest.mark.parametrize("name", EXPLAINED)
def test_signatures_of_reasons(name: str, game_of: Games) -> None:
    game = game_of(name)
    found = {}
    for seed in range(6):
        state = after(game, 3 + seed, seed)
        role = role_in_turn(game, state)
        for spec in ("random", "mcts:simulations=30,kernel=off", "maxn:depth=2"):
            thinking = thought(game, parse(spec), state, role, Limits(nodes=500))
            object_of = TIMES.sub("", json.dumps(plain(spelled_thought(game, role, thinking))))
            for megabytes in (0, 100) if spec == "random" else (0,):
                reasons = why(game, state, role, result=thinking.result, megabytes=megabytes)
                said = " ".join(reasons.text)
                found[f"{seed} {spec} {megabytes} MB"] = (
                    f"{said} {digest([json.dumps(plain(spelled_why(reasons))), object_of])}"
                )
    compare(KEPT / f"why-{name.partition(':')[0]}.txt", found)


@pytest.mark.parametrize("name", [*EXPLAINED, "rock_paper_scissors"])
def test_signatures_of_endings(name: str, game_of: Games) -> None:
    game = game_of(name)
    found = {}
    for seed in range(3):
        state = ended(game, seed)
        over = ending(game, state)
        first = over.terminal.said if over.terminal else "no reason"
        found[f"match {seed}"] = f"{first} {digest([over])}"
        chance = [only_chance_chooses(game, each) for each in (game.initial, state)]
        found[f"chance {seed}"] = f"{chance} {role_in_turn(game, game.initial)}"
    compare(KEPT / f"ending-{name.partition(':')[0]}.txt", found)


def ended(game: CompiledGame, seed: int) -> State:
    """Return the end of a random match."""
    random, state = Random(seed), game.initial
    while not game.terminal(state):
        state = game.next(state, random.choice(list(joints(game, state))))
    return state


def test_signatures_of_openings(game_of: Games) -> None:
    found = {}
    for name in ("tictactoe", "nim_3p", "goofspiel", "hanoi:disks=3"):
        game = game_of(name)
        lines = []
        for length in (0, 1, 3, 50):
            opening = random_opening(game, length, Random(f"{name} {length}"))
            lines.append(spelled_opening(game, opening))
            found[f"{name} {length}"] = f"{len(opening)} {digest([lines[-1]])}"
        for text in ("\n".join(lines), "(mark 1 1) noop", "a b c (", "", "(mark 9 9) noop"):
            try:
                read = read_openings(game, Source("openings.txt", text))
                said = f"{[len(each) for each in read]} {digest([read])}"
            except ZermeloError as error:
                said = str(error).splitlines()[0]
            found[f"{name} {digest([text])}"] = said
    compare(KEPT / "openings.txt", found)
