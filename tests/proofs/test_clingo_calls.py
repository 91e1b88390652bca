"""What clingo's C functions tell is what its Python package tells."""

from random import Random
from types import SimpleNamespace

import clingo
import pytest

from zermelo.proofs import clingo_calls
from zermelo.proofs.clingo_calls import numbers_at, truths, work_of

ATOMS = 40


def random_control(seed: int) -> clingo.Control:
    """Random clauses of three literals, about as many as make them contradict each other."""
    chance = Random(seed)
    control = clingo.Control(["0", "--seed=1"])
    with control.backend() as backend:
        atoms = [backend.add_atom() for _ in range(ATOMS)]
        backend.add_rule(atoms, [], choice=True)
        for _ in range(4 * ATOMS):
            chosen = chance.sample(atoms, 3)
            backend.add_rule([], [atom * chance.choice((1, -1)) for atom in chosen])
    return control


@pytest.mark.parametrize("inside", ["there", "another one"])
def test_work_and_truth_are_those_of_the_package(
    inside: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if inside != "there":
        monkeypatch.setattr(clingo_calls, "lib", None)
        monkeypatch.setattr(clingo_calls, "ffi", None)
    satisfiable = conflicting = 0
    for seed in range(30):
        control = random_control(seed)
        with control.solve(yield_=True) as handle:
            model = handle.model()
            if model is not None:
                satisfiable += 1
                holds = truths(model)
                literals = [sign * atom for atom in range(1, ATOMS + 1) for sign in (1, -1)]
                assert [holds(one) for one in literals] == [model.is_true(one) for one in literals]
        told = control.statistics["solving"]["solvers"]
        assert work_of(control) == (int(told["choices"]), int(told["conflicts"]))
        conflicting += work_of(control)[1] > 0
    assert 0 < satisfiable < 30
    assert conflicting > 10


def test_what_is_not_there_is_an_error() -> None:
    control = random_control(0)
    control.solve()
    with pytest.raises(LookupError):
        numbers_at(control, (b"solving", b"nobody"), (b"choices",))
    with pytest.raises(LookupError):
        numbers_at(control, (b"solving", b"solvers"), (b"whims",))


def test_the_package_is_asked_where_a_function_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    control = random_control(0)
    with control.solve(yield_=True) as handle:
        model = handle.model()
        assert model is not None
        failing = SimpleNamespace(clingo_model_is_true=lambda *_: False)
        monkeypatch.setattr(clingo_calls, "lib", failing)
        holds = truths(model)
        found = [holds(atom) for atom in range(1, ATOMS + 1)]
        assert found == [model.is_true(atom) for atom in range(1, ATOMS + 1)]
        assert any(found)
