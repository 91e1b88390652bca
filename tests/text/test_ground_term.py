"""Ground terms: what clingo has spelled, taken apart as the reader of KIF does."""

import pytest

from zermelo.errors import UnsuitedError
from zermelo.text.ground_term import GroundTerm, ground_of, ground_term, ground_terms
from zermelo.text.kif import read_term, spell_term
from zermelo.text.tree import Variable

TEXTS = ["noop", "7", "(cell 1 2 x)", "(at (f (g a b) c) d)", "(f (g a) (g a))", "(+ 5x5 -3)"]


@pytest.mark.parametrize("text", TEXTS)
def test_a_ground_term_says_what_the_tree_says(text: str) -> None:
    tree, term = read_term(text), ground_term(text)
    assert term.tree == tree
    assert ground_of(tree) == term
    assert ground_of(tree).args == term.args
    assert term.text == str(term) == spell_term(tree)


def test_terms_side_by_side_are_read_one_by_one() -> None:
    assert [term.text for term in ground_terms(" ".join(TEXTS))] == TEXTS
    assert ground_terms("") == ()


def test_terms_of_one_text_are_one_in_a_set() -> None:
    again = ground_of(read_term("(cell  1 2 x)"))
    assert {ground_term("(cell 1 2 x)"), again} == {again}
    assert ground_term("a") != GroundTerm("b", "b")


def test_brackets_around_a_name_alone_say_nothing() -> None:
    assert ground_term("(noop)") == ground_term("noop")


def test_variables_are_not_ground() -> None:
    with pytest.raises(UnsuitedError, match="is not a ground term"):
        ground_of(Variable("x"))
