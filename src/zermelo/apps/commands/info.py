"""`zermelo info`: what is known of a game."""

import time
from typing import TYPE_CHECKING

from zermelo.apps import options, output
from zermelo.apps.opening import tell_of_kernels

if TYPE_CHECKING:
    from zermelo.answers.info import InfoAnswer


def info(
    game: options.GameName,
    max_seconds: options.MaxSeconds = options.MAX_SECONDS,
    max_memory: options.MaxMemory = options.MAX_MEMORY,
    no_cache: options.NoCache = False,
    engine: options.Engine = "auto",
    as_json: options.AsJson = False,
) -> None:
    """Say what is known of a game.

    Its size, how long it took to compile, and its traits: each is proved from the rules, refuted
    by a match, or without a counterexample in the random matches that were played.

    Examples:
      zermelo info tictactoe
      zermelo info rock_paper_scissors --json
    """
    from dataclasses import replace

    from zermelo.answers.info import CompilationSeconds, InfoAnswer, trait_finding, trait_name
    from zermelo.game.compile import compiled
    from zermelo.game.load import compiled_game, entry_of, read_rules
    from zermelo.process.limits import Allowance
    from zermelo.proofs.trait_claims import trait_claims
    from zermelo.rules.information import information
    from zermelo.sampling.traits import find_traits

    begin = time.perf_counter()
    sheet = read_rules(game)
    read = time.perf_counter() - begin
    result = compiled(sheet, Allowance(max_seconds, max_memory), output.tell, keep=not no_cache)
    tell_of_kernels()
    played = compiled_game(game, result, engine)
    known = information(sheet)
    claims = trait_claims(played)
    traits = find_traits(played)
    for trait, proof in claims.findings(played).items():
        traits[trait] = replace(proof, playouts=traits[trait].playouts)
    entry = entry_of(game)
    moves = {role: len(own) for role, own in zip(played.roles, played.lexicon.moves, strict=True)}
    found = InfoAnswer(
        name=game,
        title=entry.title if entry else None,
        description=entry.description if entry else None,
        roles=list(played.roles),
        fluents=len(played.lexicon.fluents),
        moves=moves,
        ground_rules=len(result.program.heads),
        gates=result.gate_count,
        slots=played.dimensions.wires,
        engine=played.engine.name,
        seconds=CompilationSeconds(read, result.seconds.ground, result.seconds.build),
        chance=known.chance,
        hidden=known.hidden,
        traits={
            trait_name(trait): trait_finding(finding, claims.rests_on(trait))
            for trait, finding in traits.items()
        },
    )
    if as_json:
        output.print_json(found)
    else:
        show(found)


def show(found: "InfoAnswer") -> None:
    """Print it for people."""
    from rich.table import Table
    from rich.text import Text

    console = output.console()
    console.print(Text(found.title or found.name, style="bold"))
    if found.description:
        console.print(Text(found.description, style="dim"))
    console.print()
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    seconds = found.seconds
    table.add_row("roles", ", ".join(found.roles))
    chance = "chance (the role random)" if found.chance else "deterministic"
    hidden = "hidden information (sees)" if found.hidden else "perfect information"
    table.add_row("kind", f"{chance}, {hidden}")
    table.add_row("fluents", f"{found.fluents:,}")
    table.add_row("moves", ", ".join(f"{role} {n:,}" for role, n in found.moves.items()))
    table.add_row("ground rules", f"{found.ground_rules:,}")
    table.add_row("gates", f"{found.gates:,} in {found.slots:,} slots")
    times = f"read {seconds.read:.3f} s, ground {seconds.ground:.3f} s"
    table.add_row("compiled in", f"{times}, build {seconds.build:.3f} s")
    console.print(table)
    console.print()
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(style="dim")
    colours = {"proved": "green", "unrefuted": "yellow", "refuted": "red", "unknown": "dim"}
    for trait, finding in found.traits.items():
        why = finding.because or ""
        if finding.evidence == "unrefuted":
            why = f"in {finding.playouts:,} random matches"
        elif finding.example:
            why += f", after {len(finding.example)} steps"
        name = trait.replace("_", " ")
        table.add_row(name, Text(finding.evidence, style=colours[finding.evidence]), why)
    console.print(table)
