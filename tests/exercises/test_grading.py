"""Answers to exercises: what is right, what is wrong, and why, entry by entry."""

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.errors import UsageError
from zermelo.exercises.answer_key import Key
from zermelo.exercises.exercise import exercise, solved
from zermelo.exercises.grading import ENTRIES, ExerciseAnswer, asked, grade, number_of
from zermelo.exercises.stepping import solution
from zermelo.pictures.trees.picture import short

KEY = solved([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).key
A, B, C, D = 0, 1, 5, 9


def right_answer(key: Key) -> ExerciseAnswer:
    """Everything as the key has it."""
    entries = {}
    for number, visit in key.visits.items():
        if key.game.nodes[number].children:
            worths = (visit.low, visit.high, visit.value)
            for entry, worth in zip(("alpha", "beta", "value"), worths, strict=True):
                entries[number, entry] = short(worth)
    return ExerciseAnswer(entries, frozenset(key.branches))


def changed(entries: dict[tuple[int, str], str]) -> ExerciseAnswer:
    """The right answer to the lecture tree, but for some entries."""
    right = right_answer(KEY)
    return ExerciseAnswer({**right.entries, **entries}, right.marked)


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.integers(1, 4), st.integers(2, 3))
def test_the_key_is_right(seed: int, depth: int, branching: int) -> None:
    key = exercise(seed, depth, branching).key
    assert grade(key, right_answer(key)).right
    leaves = frozenset(node for node in key.unseen if not key.game.nodes[node].children)
    assert grade(key, ExerciseAnswer(right_answer(key).entries, leaves)).right


@pytest.mark.parametrize(
    ("node", "entry", "given", "said", "why"),
    [
        (A, "alpha", "3", "alpha of A is -∞, not 3.", "nobody is sure of anything yet"),
        (C, "alpha", "-∞", "alpha of C is 3, not -∞.",
         "alpha 3 was set at A, where max has B already, worth exactly 3."),
        (C, "beta", "2", "beta of C is ∞, not 2.", "min is sure of nothing yet: beta is ∞."),
        (B, "value", "12", "value of B is 3, not 12.", "takes the smallest of 3, 12, 8."),
        (C, "value", "4", "value of C is 2, not 4.",
         "who has 2. Cut at C, value 2 <= alpha 3, set at A: 4, 6 left out."),
        (A, "value", "x", "value of A is 3, 'x' is no number.", "takes the greatest of 3, 2, 2."),
    ],
)  # fmt: skip
def test_a_wrong_entry_is_told_with_its_reason(
    node: int, entry: str, given: str, said: str, why: str
) -> None:
    (wrong,) = (
        remark
        for remark in grade(KEY, changed({(node, entry): given})).remarks
        if remark.verdict != "right"
    )
    assert (wrong.node, wrong.entry, wrong.verdict, wrong.said) == (node, entry, "wrong", said)
    assert why in wrong.why


def test_a_bound_that_was_passed_down_says_so() -> None:
    key = solved([[[5, 6], [7, 8]], [[1, 2], [3, 4]]]).key
    inner = next(number for number, node in enumerate(key.game.nodes) if node.name == "F")
    wrong = grade(key, ExerciseAnswer({(inner, "alpha"): "0"})).remarks
    (told,) = (remark for remark in wrong if remark.verdict == "wrong")
    assert told.why == (
        "alpha 6 was set at A, where max has B already, worth exactly 6. It is passed down to F."
    )


def test_both_habits_of_textbooks_are_right() -> None:
    assert grade(KEY, changed({(C, "value"): "2"})).right
    assert grade(KEY, changed({(C, "value"): "<= 2"})).right
    assert grade(KEY, changed({(C, "value"): "3"})).right


def test_what_is_not_filled_in_is_not_wrong_and_not_given_away() -> None:
    found = grade(KEY, ExerciseAnswer())
    assert found.count("missing") == len(found.remarks) == 4 * len(ENTRIES) + 2
    assert not any(remark.said or remark.why for remark in found.remarks)


def test_marks_that_are_missing_or_wrong_are_told() -> None:
    right = right_answer(KEY)
    found = grade(KEY, ExerciseAnswer(right.entries, frozenset({7, 10})))
    assert [(one.said, one.why) for one in found.remarks if one.verdict == "wrong"] == [
        (
            "The leaf 6 below C is never looked at, and not marked.",
            "Cut at C, value 2 <= alpha 3, set at A: 4, 6 left out.",
        ),
        (
            "The leaf 14 below D is marked, but alpha-beta looks at it.",
            "D was entered with alpha 3 and beta ∞; a cut needs a value, and nothing was looked "
            "at below D before.",
        ),
    ]
    later = grade(KEY, ExerciseAnswer(right.entries, right.marked | {11}))
    (told,) = (one for one in later.remarks if one.verdict == "wrong")
    assert told.why.endswith("before it came 14, and none of that is <= alpha 3.")
    root = grade(KEY, ExerciseAnswer(right.entries, right.marked | {0}))
    assert "always looked at" in next(one.why for one in root.remarks if one.verdict == "wrong")


def test_entries_at_a_node_that_is_left_out_are_wrong() -> None:
    key = solved([[5, 6], [[1, 2], [3, 4]]]).key
    (out,) = (number for number in key.branches if key.game.nodes[number].children)
    right = right_answer(key)
    found = grade(key, ExerciseAnswer({**right.entries, (out, "value"): "4"}, right.marked))
    (wrong,) = (one for one in found.remarks if one.verdict == "wrong")
    assert wrong.said == "value of E: alpha-beta never comes to E, so there is none."
    assert "Cut at C" in wrong.why


def test_less_may_be_asked() -> None:
    assert asked(KEY, "root") == [(A, "value")]
    assert asked(KEY, "values") == [(A, "value"), (B, "value"), (C, "value"), (D, "value")]
    assert grade(KEY, ExerciseAnswer({(A, "value"): "3"}, frozenset({7, 8})), "root").right
    with pytest.raises(UsageError, match="one of root, values, windows, not 'all'"):
        asked(KEY, "all")


@pytest.mark.parametrize(
    ("text", "number"),
    [("3", 3), (" 2.5 ", 2.5), ("2,5", 2.5), ("≥10", 10), ("-inf", -inf), ("−∞", -inf),  # noqa: RUF001  # as copied from a book
     ("oo", inf), ("Infinity", inf), ("", None), ("3 4", None), ("1e9", None), ("nan", None)],
)  # fmt: skip
def test_numbers_as_learners_write_them(text: str, number: float | None) -> None:
    assert number_of(text) == number


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.integers(1, 4), st.integers(2, 3))
def test_the_steps_lead_to_the_right_answer(seed: int, depth: int, branching: int) -> None:
    key = exercise(seed, depth, branching).key
    shown = list(solution(key))
    entries = {(node, entry): text for step in shown for node, entry, text in step.entries}
    assert entries == right_answer(key).entries
    assert {mark for step in shown for mark in step.marks} == key.branches.keys()
    assert [step.leaf for step in shown] == [
        number for number in key.visits if not key.game.nodes[number].children
    ]


def test_steps_are_said_as_in_the_lesson() -> None:
    fourth = list(solution(KEY))[3]
    assert fourth.said[-1] == "Cut at C, value 2 <= alpha 3, set at A: 4, 6 left out."
    assert fourth.entries == ((C, "alpha", "3"), (C, "beta", "∞"), (C, "value", "2"))
    assert fourth.marks == (7, 8)
