"""Lists of moves stay readable however many there are."""

from zermelo.apps.playing.listing import MOST_LISTED, arguments, grouped, listed


def lines(texts: list[str], width: int = 80) -> list[str]:
    return [line.plain for line in listed(list(enumerate(texts, 1)), width)]


def test_few_moves_stand_side_by_side_as_they_are_spelled() -> None:
    assert lines(["(drop 1)", "(drop 2)"]) == ["1: (drop 1)  2: (drop 2)"]


def test_lines_are_about_as_long_as_each_other() -> None:
    assert [line.count(":") for line in lines([f"(mark {n} {n})" for n in range(9)], 80)] == [5, 4]


def test_many_moves_are_grouped_by_what_they_begin_with() -> None:
    texts = [f"(place {x} {y})" for x in range(1, 12) for y in range(1, 12)]
    found = lines(texts, 120)
    assert found[0].startswith("place 1     1: 1     2: 2     3: 3")
    assert found[-1].startswith("place 11  111: 1   112: 2")
    assert len(found) == 11
    assert max(map(len, found)) <= 120


def test_a_group_may_take_several_lines() -> None:
    found = lines([f"(bid {n})" for n in range(1, 41)], 40)
    assert found[0].startswith("bid   1: 1")
    assert found[1].startswith("     ")
    assert max(map(len, found)) <= 40


def test_moves_without_arguments_are_in_a_group_of_their_own() -> None:
    texts = [*(f"(mark {x} {y})" for x in range(4) for y in range(4)), "pass"]
    assert ("", [(17, "pass")]) in list(grouped(list(enumerate(texts, 1))))


def test_the_first_half_of_a_journey_is_where_it_begins() -> None:
    texts = [f"(move 1 {y} {x} 3)" for y in range(1, 4) for x in range(1, 6)]
    titles = [title for title, _ in grouped(list(enumerate(texts, 1)))]
    assert titles == ["move 1 1", "move 1 2", "move 1 3"]


def test_moves_that_share_nothing_are_listed_too() -> None:
    texts = [f"word{n}" for n in range(20)]
    assert sum(line.count(":") for line in lines(texts)) == 20


def test_thousands_are_cut_short_and_said_to_be() -> None:
    found = lines([f"(fly {n} {n})" for n in range(2000)])
    more = f"... and {2000 - MOST_LISTED:,} more; `moves TEXT` lists those with TEXT in them"
    assert found[-1] == more


def test_arguments_may_have_arguments() -> None:
    assert arguments("(a (b (c d) e) (f))") == ("a", "(b (c d) e)", "(f)")
