"""What a wrong question about games of many roles is answered with on the command line."""

import pytest

from tests.apps.conftest import Run


@pytest.mark.parametrize(
    ("search", "words"),
    [
        ("mpmix:td=-1", "mpmix:td takes a number of at least 0, not -1"),
        ("mpmix:to=far", "mpmix:to takes a number of at least 0, not 'far'"),
        ("mpmix:to=nan", "mpmix:to takes a number of at least 0, not 'nan'"),
        ("mpmix:to=101", "mpmix:to takes a number from 0 to 100, as nobody can be further ahead"),
        ("offensive:target=zoe", "offensive:target takes another role of nim_3p, b, c, not 'zoe'"),
        ("offensive:target=a", "b, c, not 'a', which is who plays"),
        ("maxn:ties=zoe", "leftmost, root, others, average or a role (a, b, c), not 'zoe'"),
        ("maxn:pruning=shallow,ties=root", "maxn:pruning=shallow needs ties=leftmost, not root"),
        ("maxn:pruning=shallow,granularity=0", "a number above 0 that divides all goals, or none"),
        (
            "maxn:granularity=5",
            "maxn:granularity says what pruning may count on, and pruning is none",
        ),
    ],
)
def test_options_that_make_no_sense_are_wrong_usage(search: str, words: str, run: Run) -> None:
    for command in ("think", "compare"):
        ran = run(command, "nim_3p", "--search", search, "--depth", "1")
        assert (ran.code, ran.out) == (2, "")
        assert words in " ".join(ran.err.split())


@pytest.mark.parametrize(
    ("game", "search", "words"),
    [
        *(
            ("rock_paper_scissors", search, f"{search} needs roles that move in turn, and in rock_")
            for search in ("maxn", "paranoid", "offensive", "mpmix", "brs")
        ),
        ("nim_3p", "maxn:pruning=shallow,granularity=7", "100 is no multiple of the granularity 7"),
        ("tricks", "brs", "brs lets all opponents but one skip their turn, and tricks has nothing"),
        ("hanoi", "maxn:pruning=shallow", "hanoi has one role, with whom nobody shares"),
    ],
)
def test_games_that_do_not_suit_are_bad_input(game: str, search: str, words: str, run: Run) -> None:
    ran = run("think", game, "--search", search, "--depth", "1")
    assert (ran.code, ran.out) == (3, "")
    assert words in " ".join(ran.err.split())


def test_a_match_of_three_has_every_seating(run: Run) -> None:
    """Six ways to sit, each once; everybody's mean has an interval."""
    players = ("maxn:depth=1", "paranoid:depth=1", "random:seed=1")
    answer = run("match", "nim_3p", *players, "--games", "6", "--nodes", "20", "--json").answer
    seatings = {tuple(result["roles"].values()) for result in answer["results"]}
    assert len(seatings) == 6
    assert all(sorted(seating) == sorted(players) for seating in seatings)
    for row in answer["table"]:
        low, high = row["interval"]
        assert low <= row["score"] <= high
