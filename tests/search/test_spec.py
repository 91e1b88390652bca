"""Searches as text: read, refused with a hint, and spelled so that it reads back the same."""

from dataclasses import dataclass
from types import ModuleType
from typing import ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.errors import UsageError
from zermelo.evaluate.base import evaluators
from zermelo.evaluate.evaluators.even import Even
from zermelo.evaluate.evaluators.goal import Goal
from zermelo.evaluate.evaluators.mobility import Mobility
from zermelo.evaluate.evaluators.sum import Sum, Weighted
from zermelo.game.game import Trait
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.algorithms.mtd import Mtd
from zermelo.search.algorithms.zerowindow import Zerowindow
from zermelo.search.base import option, searches
from zermelo.search.spec import made, options, parse, parse_evaluator, parts, spell


@pytest.mark.parametrize(
    ("text", "search"),
    [
        ("alphabeta", Alphabeta()),
        ("alphabeta:depth=6,evaluator=goal", Alphabeta(depth=6, evaluator=Goal())),
        ("alphabeta:depth=none,table=false", Alphabeta(table=False)),
        (" alphabeta:evaluator=(mobility) , depth = 0", Alphabeta(0, Mobility())),
        ("alphabeta:aspiration=0.5", Alphabeta(aspiration=0.5)),
        ("mtd:first=inf", Mtd(first=float("inf"))),
        ("mtd:first=-3", Mtd(first=-3.0)),
        ("zerowindow:threshold=100", Zerowindow(threshold=100.0)),
        ("alphabeta(depth=6)", Alphabeta(depth=6)),
        (
            "alphabeta:depth=2,evaluator=sum(even(), 0.2*mobility,-1*sum(2*even))",
            Alphabeta(
                2,
                Sum(
                    (
                        Weighted(1.0, Even()),
                        Weighted(0.2, Mobility()),
                        Weighted(-1.0, Sum((Weighted(2.0, Even()),))),
                    )
                ),
            ),
        ),
    ],
)
def test_a_text_names_a_search(text: str, search: object) -> None:
    assert parse(text) == search


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("alpabeta", "no search is called 'alpabeta'; did you mean alphabeta?"),
        ("", "no search is called ''; there are alphabeta, "),
        ("xyz", "no search is called 'xyz'; there are alphabeta, "),
        ("minimax:dept=3", "'dept=3' is no option of minimax; its options: depth, evaluator"),
        ("minimax:depth", "'depth' is no option of minimax; its options: depth, evaluator"),
        ("minimax:", "'' is no option of minimax"),
        ("minimax:depth=1,depth=2", "minimax: depth is given twice"),
        ("minimax:depth=-1", "minimax:depth takes a whole number of at least 0 or none, not -1"),
        ("minimax:depth=x", "minimax:depth takes a whole number of at least 0 or none, not 'x'"),
        ("minimax:depth=1.5", "takes a whole number of at least 0 or none, not '1.5'"),
        ("bfs:memory=0", "bfs:memory takes a whole number of at least 1 or none, not 0"),
        ("alphabeta:table=1", "alphabeta:table takes true or false, not '1'"),
        ("alphabeta:evaluator=evn", "no evaluator is called 'evn'; did you mean even?"),
        ("alphabeta:evaluator=even:a=1", "'a=1' is no option of even; its options: none"),
        ("alphabeta:evaluator=(even", "'alphabeta:evaluator=(even' has brackets that do not match"),
        ("alphabeta:evaluator=even)", "has brackets that do not match"),
        ("alphabeta:evaluator=sum(0.5*evn)", "no evaluator is called 'evn'; did you mean even?"),
        ("alphabeta:evaluator=sum(.*even)", "'.*even' has no weight before the '*'"),
        ("alphabeta:evaluator=sum()", "no evaluator is called ''"),
        ("alphabeta:evaluator=sum(even", "has brackets that do not match"),
        ("alphabeta:evaluator=even(a=1)", "'a=1' is no option of even; its options: none"),
        ("mtd:first=nan", "mtd:first takes a number or none, not 'nan'"),
    ],
)
def test_a_wrong_text_is_refused_with_what_would_do(text: str, message: str) -> None:
    with pytest.raises(UsageError) as raised:
        parse(text)
    assert message in str(raised.value)


@dataclass(frozen=True, slots=True)
class Weights:
    """An evaluator with several options."""

    needs: ClassVar[Trait] = Trait(0)
    height: float = option(1.0, "of what")
    width: int = option(2, "of what else", least=1)
    way: Literal["up", "down"] = option("up", "where to")
    name: str = option("x", "what to call it")


def test_options_of_every_kind_are_read() -> None:
    known = {"weights": Weights}
    text = "weights:height=0.5,width=3,way=down,name=y"
    assert made(text, known, "thing") == Weights(0.5, 3, "down", "y")
    with pytest.raises(UsageError, match="weights:way takes up or down, not 'left'"):
        made("weights:way=left", known, "thing")
    with pytest.raises(UsageError, match="weights:width takes a whole number of at least 1"):
        made("weights:width=0", known, "thing")


def test_options_are_told_for_help() -> None:
    told = {each.name: (each.kind, each.default, each.about) for each in options(Weights)}
    assert told["width"] == ("a whole number of at least 1", 2, "of what else")
    assert told["way"] == ("up or down", "up", "where to")
    for search in searches().values():
        assert all(each.about for each in options(search))


def test_commas_in_brackets_belong_to_what_is_inside() -> None:
    assert list(parts("a=1,b=(c:d=2,e=(f:g=3,h=4)),i=5", "")) == [
        "a=1",
        "b=(c:d=2,e=(f:g=3,h=4))",
        "i=5",
    ]


@given(
    depth=st.none() | st.integers(0, 99),
    evaluator=st.sampled_from([kind() for kind in evaluators().values()]),
    table=st.booleans(),
    killers=st.booleans(),
    shallow=st.integers(0, 3),
    aspiration=st.none() | st.floats(0, allow_nan=False),
)
def test_what_is_spelled_reads_back_the_same(
    depth: int | None,
    evaluator: Goal,
    table: bool,
    killers: bool,
    shallow: int,
    aspiration: float | None,
) -> None:
    search = Alphabeta(
        depth,
        evaluator,
        killers=killers,
        table=table,
        shallow=shallow,
        aspiration=aspiration,
    )
    assert parse(spell(search)) == search


def test_defaults_are_not_spelled() -> None:
    assert spell(parse("alphabeta:table=true,depth=4")) == "alphabeta:depth=4"
    assert spell(parse_evaluator("goal")) == "goal"


def test_every_file_of_evaluators_is_one() -> None:
    assert {"even", "goal", "mobility"} <= evaluators().keys()


class First:
    """A search."""

    needs: ClassVar[Trait] = Trait(0)


class Second:
    """Another one in the same file."""

    needs: ClassVar[Trait] = Trait(0)


@pytest.mark.parametrize("names", [(), ("First", "Second")])
def test_a_file_of_searches_has_exactly_one(
    names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType(__name__)
    for name in names:
        setattr(module, name, globals()[name])
    known = searches.__wrapped__()
    monkeypatch.setattr("zermelo.registry.names_in", lambda _: ["both"])
    monkeypatch.setattr("zermelo.registry.importlib.import_module", lambda _: module)
    with pytest.raises(TypeError, match=f"must have exactly one search, not {len(names)}"):
        known["both"]
