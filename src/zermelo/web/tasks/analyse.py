"""Analysing a game: every part is sent as soon as it is found."""

import time
from collections.abc import Mapping
from typing import Any

from zermelo.answers.analyse import counter_texts, invariant_texts
from zermelo.answers.impact import opponent_impact_of, spelled_impact
from zermelo.answers.latches import latch_report, spelled_dead_goals, spelled_inhibitors
from zermelo.answers.render.json import plain
from zermelo.answers.suggestion import suggested
from zermelo.answers.symmetries import symmetry_group
from zermelo.answers.trait_claims import PLAYABLE, TRAIT_NAMES, trait_claims
from zermelo.errors import LimitError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Evidence, Finding, Trait
from zermelo.proofs.knowledge import parts
from zermelo.proofs.traits import TraitVerdict
from zermelo.rules.information import RANDOM, information
from zermelo.sampling.census import census
from zermelo.search.base import OutOfTimeError
from zermelo.text.plural import several
from zermelo.web.analysing.boards import images, no_latches, refuting, step_object
from zermelo.web.analysing.figures import census_object, impact_plot
from zermelo.web.answering import number_in
from zermelo.web.orders import AnalyseOrder
from zermelo.web.settings import ServerSettings
from zermelo.web.task import Task
from zermelo.web.worker_state import Answer, WorkerState

LEAST = 1.0
SECONDS_OF_PROOFS = 15.0
MATCHES = 1_000_000
COUNTING = 0.35
"""What part of the time random matches may take."""
LISTED = 200
"""Texts of one kind that are sent to a page."""


def asked(found: Mapping[str, Any], settings: ServerSettings) -> dict[str, Any]:
    """Return how long to look, and how many random matches to play."""
    return {
        "seconds": number_in(found, "seconds", LEAST, settings.longest, SECONDS_OF_PROOFS),
        "matches": int(number_in(found, "matches", 1, MATCHES, MATCHES)),
    }


def run(worker: WorkerState, order: AnalyseOrder) -> Answer:
    """Find out what can be found out; what was told before it is stopped stays told."""
    begin = time.monotonic()
    analysis = Analysis(worker, order)
    try:
        analysis.run()
    except OutOfTimeError:
        pass
    return {"cut": analysis.cut, "seconds": round(time.monotonic() - begin, 1)}


class Analysis:
    """One game that is looked into, and what there was no time for."""

    def __init__(self, worker: WorkerState, order: AnalyseOrder) -> None:
        """Begin with nothing."""
        self.worker = worker
        self.game = worker.known(order)
        self.start = worker.position(order)
        self.seconds: float = order["seconds"]
        self.matches: int = order["matches"]
        self.clock = worker.clock()
        self.cut: list[str] = []
        self.traits: dict[Trait, Finding] = {}

    def run(self) -> None:
        """Look for one thing after the other; OutOfTimeError when nobody waits any more."""
        self.tell("size", size_object(self.game))
        self.report("playing random matches ...")
        for found in census(
            self.game,
            matches=self.matches,
            seconds=self.seconds * COUNTING,
            start=self.start,
        ):
            self.tell("census", census_object(self.game.roles, found))
        self.prove()
        self.report("measuring what roles can do to each other ...")
        impact = opponent_impact_of(self.game)
        advice = suggested(self.game.roles, self.traits, impact[1] if impact else None)
        self.tell(
            "impact",
            {
                "impact": plain(spelled_impact(impact)),
                "plot": None if impact is None else impact_plot(impact[1]),
                "suggestion": plain(advice),
            },
        )

    def prove(self) -> None:
        """Tell all that is proved."""
        game, program = self.game, self.game.program
        assert program is not None, "a game of the server has rules"
        left = self.seconds * (1 - COUNTING)
        known: dict[str, Any] = {}
        try:
            for name, found in parts(game, program, seconds=left, tell=self.report):
                known[name] = found
                self.tell_part(name, known)
        except LimitError as error:
            self.cut.append(str(error))
            self.tell("problem", {"text": f"The proofs have stopped: {error}"})
        self.traits = known.get("traits", {})

    def tell_part(self, name: str, known: Mapping[str, Any]) -> None:
        """Send a part of what is proved."""
        game, found = self.game, known[name]
        match name:
            case "invariants":
                self.cut += [f"invariants: {one}" for one in found.cut]
                texts = {
                    "invariants": invariant_texts(found),
                    "step_counters": counter_texts(found),
                }
                self.tell(name, shortened(texts) | {"complete": found.complete})
            case "latches":
                self.leave(found.complete, name)
                self.tell(
                    name,
                    shortened(plain(latch_report(game, found)))
                    | {"constants": list(found.constants[:LISTED])}
                    | {"counter_examples": no_latches(game, found)},
                )
            case "inhibitors":
                self.leave(found.complete, name)
                self.tell(
                    name,
                    shortened(
                        {
                            "inhibitors": [each.text for each in spelled_inhibitors(game, found)],
                            "dead_goals": [each.text for each in spelled_dead_goals(game, found)],
                            "complete": found.complete,
                        }
                    ),
                )
            case "exchanges":
                own = known["symmetries"]
                self.leave(own.complete and found.complete, "symmetries")
                self.tell(
                    "symmetries",
                    {
                        "own": plain(symmetry_group(game, own)),
                        "exchange": plain(symmetry_group(game, found)),
                        "images": images(game, found.generators),
                    },
                )
            case "traits":
                proofs = known["proofs"].items()
                self.cut += sorted(f"proof: {one}" for one, proof in proofs if proof.limit)
                self.tell(name, {"traits": traits_told(game, found, known)})

    def leave(self, complete: bool, name: str) -> None:
        """Remember that there may be more of something."""
        if not complete:
            self.cut.append(name)

    def tell(self, part: str, content: Mapping[str, Any]) -> None:
        """Tell what was found; OutOfTimeError when nobody waits any more."""
        self.worker.tell({"part": part, "content": content})
        self.clock.tick(0)

    def report(self, text: str) -> None:
        """Tell what is looked for."""
        self.tell("progress", {"text": text})


def shortened(texts: Mapping[str, Any]) -> dict[str, Any]:
    """Return lists as far as they are shown; with how long they are."""
    found: dict[str, Any] = {}
    for name, value in texts.items():
        found[name] = value[:LISTED] if isinstance(value, list) else value
        if isinstance(value, list):
            found[f"{name}_count"] = len(value)
    return found


def size_object(game: CompiledGame) -> dict[str, Any]:
    """Return how large a game is."""
    program, sheet = game.program, game.sheet
    assert program is not None
    assert sheet is not None
    return {
        "roles": list(game.roles),
        "fluents": len(game.lexicon.fluents),
        "some": list(game.lexicon.fluents[:LISTED]),
        "moves": {role: len(own) for role, own in zip(game.roles, game.lexicon.moves, strict=True)},
        "ground_rules": len(program.heads),
        "chance": RANDOM in map(str.lower, game.roles),
        "hidden": information(sheet).hidden,
    }


def traits_told(
    game: CompiledGame, traits: Mapping[Trait, Finding], known: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return every trait with how it is known; refuted or not proved, with two boards."""
    proofs: Mapping[str, TraitVerdict] = known["proofs"]
    claims = trait_claims(game, traits, proofs, known["invariants"])
    found = []
    for trait, name in (*((trait, name) for trait, name in TRAIT_NAMES.items()), (None, PLAYABLE)):
        claim = claims[name]
        why = claim.because
        if claim.evidence == "unrefuted":
            why = f"in {several(claim.playouts or 0, 'random match', 'random matches')}"
        elif claim.evidence == "unknown":
            why = why or "not proved in this time"
        step = None
        proof = proofs.get((trait.name or "").lower() if trait else name)
        if trait is not None and traits[trait].evidence is Evidence.REFUTED:
            step = refuting(game, traits[trait])
        elif proof is not None and proof.counter_example is not None:
            step = step_object(game, proof.counter_example)
        found.append(
            {
                "name": name.replace("_", " "),
                "evidence": claim.evidence,
                "why": why,
                "step": step,
            }
        )
    return found


tasks = {"analyse": Task(run, asked)}
