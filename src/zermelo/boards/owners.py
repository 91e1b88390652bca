"""Whose piece a symbol stands for, as far as names tell."""

from collections.abc import Iterable, Mapping


def owners_of(names: Iterable[str], roles: tuple[str, ...]) -> Mapping[str, int]:
    """Return the roles that pieces seem to belong to, by the names of the pieces.

    A piece is called like its role, or begins with the same letter: `wp` is white's. Letters alone
    mean nothing where they speak of one role only: `sdqf` of quarto is not the role second's.

    >>> owners_of(["red_king", "rp"], ("black", "red"))
    {'red_king': 1}
    >>> owners_of(["wp", "bp"], ("white", "black"))
    {'wp': 0, 'bp': 1}
    """
    whole: dict[str, int] = {}
    by_letter: dict[str, int] = {}
    for name in names:
        for number, role in enumerate(roles):
            if len(role) > 1 and name.lower().startswith(role.lower()):
                whole[name] = number
        alike = [number for number, role in enumerate(roles) if role[0].lower() == name[0].lower()]
        if len(alike) == 1:
            by_letter[name] = alike[0]
    return (by_letter if len(set(by_letter.values())) > 1 else {}) | whole
