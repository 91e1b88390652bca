"""What is known of games before a search, and which searches suit them, as last reviewed."""

from collections.abc import Callable
from pathlib import Path

from tests.search.many.forest import tree
from tests.search.puzzle.graphs import random_graph
from tests.signatures import compare, digest
from zermelo.errors import ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game
from zermelo.search.base import searches
from zermelo.search.findings import ending, findings
from zermelo.search.parts.premises import constant_sum
from zermelo.search.spec import options, parse
from zermelo.search.suitability import require, suiting

Games = Callable[[str], CompiledGame]
KEPT = Path(__file__).parent / "signatures"
GAMES = ["tictactoe", "nim_3p", "goofspiel", "hanoi:disks=3"]


def test_signatures_of_findings(game_of: Games) -> None:
    found = {}
    games: dict[str, Game] = {name: game_of(name) for name in GAMES}
    games |= {f"tree {seed}": tree(seed, 1 + seed % 3, most=8) for seed in range(24)}
    games |= {f"sum {seed}": tree(seed, 2 + seed % 2, total=4, most=6) for seed in range(12)}
    games |= {f"graph {seed}": random_graph(seed) for seed in range(12)}
    for name, game in games.items():
        known = findings(game)
        text = " ".join(f"{trait.name}={each.evidence.value}" for trait, each in known.items())
        every = [(trait, each.because, each.example) for trait, each in known.items()]
        if name in GAMES:
            every = []  # how many matches were played is no matter
        whole = constant_sum(game, game.initial) if len(game.roles) > 1 else None
        found[name] = f"{text}; {ending(game).evidence.value}; {whole}; {digest(every)}"
    compare(KEPT / "findings.txt", found)


def test_signatures_of_what_suits(game_of: Games) -> None:
    found = {}
    for name in GAMES:
        game = game_of(name)
        found[name] = " ".join(suiting(game))
        for search in searches():
            try:
                require(parse(search), game)
            except ZermeloError as error:
                found[f"{name} {search}"] = str(error)
    compare(KEPT / "suiting.txt", found)


def test_signatures_of_options() -> None:
    found = {}
    for name, kind in searches().items():
        for option in options(kind):
            key = f"{name}:{option.name}"
            found[key] = f"{option.default!r}, {option.kind}"
            for text in ("0", "-1", "0.5", "none", "true", "even", "no such word", "nan", ""):
                try:
                    made = getattr(parse(f"{key}={text}"), option.name)
                    found[f"{key}={text}"] = repr(made)
                except ZermeloError as error:
                    found[f"{key}={text}"] = str(error)
    compare(KEPT / "options.txt", {key: digest([said]) for key, said in found.items()})
