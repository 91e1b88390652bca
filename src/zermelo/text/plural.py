"""How many of something there are, as a sentence says it."""


def several(count: int, one: str, more: str = "") -> str:
    """Return a number with its noun; `more` is what two are called, if that is not the noun and s.

    >>> several(1, "move"), several(2000, "move"), several(1, "match", "matches")
    ('1 move', '2,000 moves', '1 match')
    """
    return f"{count:,} {one if count == 1 else more or f'{one}s'}"
