"""Symmetries seen from formulas: never more than the solver finds, and enough for chess."""

import re
from random import Random
from unittest.mock import patch

import pytest

from tests.audit.checking import Json, made, verdict_on, without_children
from tests.audit.handmade import symmetry
from tests.audit.test_acceptance import small
from zermelo.audit.formulas import same_formulas
from zermelo.game.load import load
from zermelo.ground.ground import ground
from zermelo.proofs.certificate import symmetry_claim
from zermelo.proofs.symmetry.symmetries import symmetries
from zermelo.text.read import read_text
from zermelo.text.source import Source

FLUENTS = "abcd"
SWAPPED = symmetry({"a": "b", "b": "a", "c": "d", "d": "c"}, {}, {"p": {"m": "n", "n": "m"}})
NAMES = dict(zip("abcdmnuv", "badcnmvu", strict=True))
"""What the symmetry makes of names: u and v are relations of the rules' own."""
PLAIN = """role(p). init(a). init(b). init(c). init(d). init(e). init(z).
legal(p,m). legal(p,n). goal(p,0).
terminal :- true(z). next(z) :- true(z).
"""


def seen(rules: str, claim: Json = SWAPPED) -> bool:
    """Whether a symmetry of some rules is seen without the solver."""
    with without_children():
        return same_formulas(ground(read_text(Source("rules", rules), "asp")), claim)


def accepted(rules: str, claim: Json = SWAPPED) -> bool:
    """Whether the solver finds that it is one."""
    with patch("zermelo.audit.audit.same_formulas", return_value=False):
        return not verdict_on(made(rules, "analysis", ["a"], [claim])).wrong


def image(rule: str) -> str:
    """What the symmetry makes of a rule."""
    return re.sub(r"\b[a-dm-nuv]\b", lambda match: NAMES[match[0]], rule)


def random_rules(random: Random) -> str:
    """Rules that mostly come with their images, in another order."""
    inputs = [f"{sign}true({one})" for one in FLUENTS for sign in ("", "not ")]
    found: list[str] = []
    for heads, bodies in (
        ("u", inputs),
        ("next(a)", [*inputs, "u", "v", "not u", "does(p,m)", "does(p,n)"]),
        ("next(c)", inputs),
    ):
        for _ in range(random.randint(1, 3)):
            body = random.sample(bodies, random.randint(1, 3))
            found.append(f"{heads} :- {', '.join(body)}.")
            random.shuffle(body)
            found.append(image(f"{heads} :- {', '.join(body)}."))
    if random.random() < 0.5:
        found.append("terminal :- u, v.")
    if random.random() < 0.4:  # a rule has another image, or none
        found.pop(random.randrange(len(found)))
    random.shuffle(found)
    return PLAIN + "\n".join(found)


def test_what_is_seen_is_what_the_solver_finds() -> None:
    counts = {True: 0, False: 0}
    for seed in range(60):
        rules = random_rules(Random(seed))
        found = seen(rules)
        counts[found] += 1
        if found:
            assert accepted(rules), rules
    assert min(counts.values()) >= 10


def test_a_ray_is_the_same_from_both_ends() -> None:
    rules = PLAIN + "u :- true(a), true(c). next(d) :- u, true(b)."
    assert seen(rules, symmetry({"a": "b", "b": "a"}))
    assert not seen(rules, symmetry({"a": "d", "d": "a"}))


def test_a_sum_counts_equal_formulas_separately() -> None:
    rules = PLAIN + (
        "on(1) :- true(b). on(2) :- true(b). on(3) :- true(e). "
        "next(a) :- 2 <= #count { X : on(X) }. "
        "up(1) :- true(d). up(2) :- true(e). up(3) :- true(e). "
        "next(c) :- 2 <= #count { X : up(X) }. "
        "next(b) :- true(b). next(d) :- true(d). next(e) :- true(e)."
    )
    swapped = symmetry({"a": "c", "c": "a", "b": "d", "d": "b"})
    assert not accepted(rules, swapped)
    assert not seen(rules, swapped)
    twice = rules.replace("up(2) :- true(e)", "up(2) :- true(d)")
    assert accepted(twice, swapped)
    assert seen(twice, swapped)


@pytest.mark.parametrize(
    ("more", "right"),
    [
        ("terminal :- true(a). terminal :- true(b).", True),
        ("terminal :- true(a).", False),
        ("goal(p,50) :- true(a).", False),
        ("legal(p,o) :- true(c).", False),
        ("next(c) :- true(a). next(d) :- not true(b).", False),
    ],
)
def test_every_output_counts(more: str, right: bool) -> None:
    rules = PLAIN + "next(b) :- true(a), does(p,m). next(a) :- true(b), does(p,n). "
    rules += "next(c) :- true(c). next(d) :- true(d). " + more
    assert (seen(rules), accepted(rules)) == (right, right)


def test_goals_are_compared_by_role() -> None:
    rules = "role(p). role(q). init(a). legal(p,m). legal(q,m). terminal :- true(a). next(a). "
    exchanged = symmetry({}, {"p": "q", "q": "p"})
    assert seen(rules + "goal(p,1) :- true(a). goal(q,1) :- true(a).", exchanged)
    assert not seen(rules + "goal(p,1) :- true(a). goal(q,1) :- not true(a).", exchanged)
    assert not seen(rules + "goal(p,1) :- true(a). goal(q,2) :- true(a).", exchanged)


def test_recursive_rules_are_left_to_the_solver() -> None:
    rules = PLAIN + "u :- true(a). u :- v, true(c). v :- true(b). v :- u, true(d). "
    rules += "next(c) :- u. next(d) :- v."
    assert not seen(rules)
    assert accepted(rules)


def test_what_is_nonsense_is_refuted_although_the_rules_do_not_mind() -> None:
    rules = PLAIN + "next(c) :- true(c)."
    assert seen(rules, symmetry({"nothing": "a"}))
    assert verdict_on(made(rules, "analysis", ["a"], [symmetry({"nothing": "a"})])).wrong


def test_the_symmetry_of_chess_is_seen() -> None:
    game = load(small("minichess"))
    assert game.program is not None
    found = symmetries(game.program).generators
    assert found
    assert all(same_formulas(game.program, symmetry_claim(game.program, one)) for one in found)
