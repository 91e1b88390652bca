"""What a solver proves of a game: invariants, latches, traits, symmetries, lemmas."""
