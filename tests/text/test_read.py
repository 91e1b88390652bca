import pytest

from zermelo.errors import UsageError
from zermelo.text.read import read_text, syntax_named, syntax_of
from zermelo.text.source import Source


@pytest.mark.parametrize(
    ("path", "syntax"), [("a.kif", "kif"), ("b/c.GDL", "infix"), ("rules.lp", "asp")]
)
def test_the_ending_tells_the_syntax(path: str, syntax: str) -> None:
    assert syntax_of(path) == syntax


def test_other_endings_are_refused() -> None:
    with pytest.raises(UsageError, match=r"'a.txt' does not end in one of .kif \(kif\), .gdl"):
        syntax_of("a.txt")


def test_syntaxes_have_names() -> None:
    assert syntax_named("infix") == "infix"
    with pytest.raises(UsageError, match="no syntax is called 'prolog'; there are kif, infix, asp"):
        syntax_named("prolog")


def test_the_same_rule_in_three_syntaxes() -> None:
    kif = read_text(Source("a", "(<= (p ?X) (q ?X) (distinct ?X 1))"), "kif")
    assert kif == read_text(Source("a", "p(X) :- q(X) & distinct(X,1)"), "infix")
    assert kif == read_text(Source("a", "p(X) :- q(X), X != 1."), "asp")
