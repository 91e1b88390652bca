"""Splitting: which parts of bodies share a relation, and which must not."""

import pytest
from tests.ground.sheets import sheet_of

from zermelo.rules.rewrite import clauses
from zermelo.rules.split import PREFIX, split

RULES = """
role(p). init(on(1)). legal(p,go). next(on(1)). terminal :- near(1). terminal :- far(1). goal(p,1).
near(X) :- true(on(X)), edge(X,Y), edge(Y,Z), {one}, edge(X,W).
far(X) :- true(on(X)), edge(X,A), edge(A,B), {other}, edge(X,C).
edge(1,2). edge(2,3).
"""


@pytest.mark.parametrize(
    ("one", "other", "relations"),
    [
        ("Z < Y + 1", "B < A + 1", 1),
        ("Z < Y + 1", "B < A + 2", 2),
        ("Z < Y + 1", "B < A - 1", 2),
        ("Z < Y + 1", "B < B + 1", 2),
        ("Z < Y", "B < A", 1),
        ("Z < Y", "A < B", 2),
    ],
)
def test_only_joins_that_are_alike_share_a_relation(one: str, other: str, relations: int) -> None:
    sheet = sheet_of(RULES.format(one=one, other=other), "asp")
    found = split(clauses(sheet.rules), frozenset({("on", 1)}))
    made = [clause for clause in found if clause.head.name.startswith(PREFIX)]
    assert len(made) == 1 + relations, "both ask whether there is an edge from X at all"
