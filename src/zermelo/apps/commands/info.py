"""`zermelo info`: what is known of a game."""

import time

from zermelo.apps import options, output
from zermelo.apps.opening import tell_of_kernels


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
    from zermelo.sampling.known_traits import known_traits

    begin = time.perf_counter()
    sheet = read_rules(game)
    read = time.perf_counter() - begin
    result = compiled(sheet, Allowance(max_seconds, max_memory), output.tell, keep=not no_cache)
    tell_of_kernels()
    played = compiled_game(game, result, engine)
    known = information(sheet)
    claims = trait_claims(played)
    traits = known_traits(played)
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
    output.show(found, as_json=as_json)
