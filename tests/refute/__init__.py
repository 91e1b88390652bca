"""The adversary: random games that try to refute every claim of the program."""
