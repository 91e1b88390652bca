"""The fewest rules to play by: which positions they lead to counts, and then how good they are."""

import numpy as np
import pytest

from zermelo.learn import fewest

Option = tuple[int, int, int, list[int]]
"""Position, rule, how much it falls short, and the positions that it leads to."""


def choose(starts: list[int], options: list[Option]) -> tuple[list[int], bool]:
    columns = list(zip(*options, strict=True))
    to = [(number, position) for number, option in enumerate(options) for position in option[3]]
    names = ("position", "rule", "short")
    message = {
        name: np.array(column, np.int32) for name, column in zip(names, columns[:3], strict=True)
    }
    answer = fewest.choose(message | {"starts": starts, "to": np.array(to, np.int32).ravel()})
    return answer["rules"].tolist(), answer["fewest"]


def test_a_rule_that_leads_to_positions_without_need_is_left_out() -> None:
    assert choose([0], [(0, 5, 0, [1]), (0, 6, 0, []), (1, 7, 0, [])]) == ([6], True)


def test_positions_that_a_chosen_rule_leads_to_need_rules_as_well() -> None:
    assert choose([0], [(0, 5, 0, [1]), (1, 7, 0, [2]), (2, 3, 0, [])]) == ([3, 5, 7], True)


def test_the_first_rule_that_applies_is_the_one_that_is_played() -> None:
    options: list[Option] = [(0, 5, 0, [1]), (0, 6, 0, []), (1, 7, 0, []), (2, 5, 0, [])]
    assert choose([0, 2], options) == ([5, 7], True)


def test_among_as_few_rules_the_better_ones_are_taken() -> None:
    assert choose([0], [(0, 1, 0, []), (0, 2, 50, [])]) == ([1], True)
    assert choose([0], [(0, 1, 50, []), (0, 2, 0, [])]) == ([2], True)
    assert choose([0, 1], [(0, 1, 50, []), (0, 2, 0, []), (1, 1, 0, [])]) == ([1], True)


def test_where_the_first_way_gives_up_the_second_finds_the_fewest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options: list[Option] = [(0, 5, 0, [1]), (0, 6, 0, []), (1, 7, 0, [])]
    monkeypatch.setattr(fewest, "STRATEGIES", (("usc", 0), ("bb", 1000)))
    assert choose([0], options) == ([6], True)
    monkeypatch.setattr(fewest, "STRATEGIES", (("usc", 0), ("bb", 0)))
    assert choose([0], options)[1] is False, "nobody has looked"
