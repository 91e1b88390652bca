"""`zermelo play` through a pipe: every command, every message, every kind of game."""

from pathlib import Path

import pytest

from tests.apps.conftest import Ran, Run

GREEDY = ("--against", "greedy", "--seed", "1")
ENDLESS = """(role a) (init p)
(<= (legal a go) (true p)) (<= (legal a stay) (true p)) (<= (next p) (true p))
(<= terminal (true q)) (<= (next q) (does a never)) (<= (goal a 100) (true q))
"""
STUCK = """(role a) (init (at 1)) (succ 1 2)
(<= (legal a (go ?n)) (true (at 1)) (succ 1 ?n))
(<= (legal a wait) (true (at 1)))
(<= (next (at ?n)) (does a (go ?n)))
(<= terminal (true (at 3)))
(<= (goal a 100) (true (at 3)))
"""
UNDECIDED = """(role a) (role b) (init p)
(<= (legal a left) (true p)) (<= (legal a right) (true p)) (legal b noop)
(<= (next q) (does a left)) (<= (next q) (does a right))
(<= terminal (true q)) (goal a 50)
"""
SHARED = """(role a) (role b) (role c) (init p) (legal a noop) (legal b noop)
(<= (legal c left) (true p)) (<= (legal c right) (true p))
(<= (next l) (does c left)) (<= (next r) (does c right))
(<= terminal (true l)) (<= terminal (true r))
(<= (goal a 50) (true l)) (<= (goal b 50) (true l)) (<= (goal c 0) (true l))
(<= (goal a 20) (true r)) (<= (goal b 20) (true r)) (<= (goal c 20) (true r))
"""


def played(run: Run, game: str, *lines: str, options: tuple[str, ...] = GREEDY) -> Ran:
    """What comes of these lines."""
    ran = run("play", game, *options, given="".join(f"{line}\n" for line in lines))
    assert ran.code == 0, ran.err
    return ran


def test_moves_by_number_text_and_part(run: Run) -> None:
    both = ("--role", "x", "--role", "o")
    out = played(run, "tictactoe", "5", "(mark 1 1)", "1 2", "mark(3,2)", options=both).out
    assert "x> 5\nx plays (mark 2 2)\n" in out
    assert "o> (mark 1 1)\no plays (mark 1 1)\n" in out
    assert "x> 1 2\nx plays (mark 1 2)\n" in out
    assert "o> mark(3,2)\no plays (mark 3 2)\n" in out


def test_the_start_says_who_plays_how(run: Run) -> None:
    out = played(run, "tictactoe", options=(*GREEDY, "--nodes", "50")).out
    assert out.startswith("Your role: x. `help` tells what you can type.\n")
    assert "o plays by greedy, 50 nodes a move." in out
    assert "x to move, 9 moves" in out
    assert "1: (mark 1 1)  2: (mark 1 2)" in out


@pytest.mark.parametrize("end", ["quit", "q", "exit"])
def test_quit_leaves(run: Run, end: str) -> None:
    ran = played(run, "tictactoe", "5", end, "1")
    assert ran.out.endswith("The match is left after 2 moves.\n")


def test_the_end_of_the_input_leaves_with_a_word(run: Run) -> None:
    assert played(run, "tictactoe").out.endswith(
        "The input has ended: the match is left after 0 moves.\n"
    )
    one_move = played(run, "tictactoe", "5", options=("--role", "x", "--role", "o"))
    assert one_move.out.endswith("The input has ended: the match is left after 1 move.\n")


def test_nothing_is_lost_by_what_is_no_move(run: Run) -> None:
    lines = ("", "mark 1", "10", "gibberish", "mark 1 1", "(mark 1 1)", "mark 1 1")
    out = played(run, "tictactoe", *lines).out
    assert "mark 1 may mean 1 (mark 1 1), 2 (mark 1 2), 3 (mark 1 3)" in out
    assert "there are 9 moves, and none has the number 10" in out
    assert "no legal move has 'gibberish' in it" in out
    assert "x cannot play (mark 1 1) here; `moves` lists what can be played" in out
    assert out.count("x plays") == 1


def test_wild_bytes_are_no_move(run: Run) -> None:
    ran = run("play", "tictactoe", *GREEDY, given=b"\xff\xfe\x00\x1b[2J\n5\nquit\n")
    assert ran.code == 0
    assert "no legal move has" in ran.out
    assert "\x1b" not in ran.out
    assert "x plays (mark 2 2)" in ran.out


def test_hint_says_what_the_search_would_play(run: Run) -> None:
    moves = ("--moves", "(mark 1 1); (mark 2 1); (mark 1 2); (mark 2 2)")
    options = ("--against", "alphabeta:kernel=off", *moves)
    out = played(run, "tictactoe", "hint", "quit", options=options).out
    assert "try (mark 1 3)   expects 100, proven" in out
    assert "The match is left after 0 moves." in out


def test_why_tells_worths_and_the_line(run: Run) -> None:
    moves = ("--moves", "(mark 1 1); (mark 2 1); (mark 1 2); (mark 2 2)")
    options = ("--against", "alphabeta:kernel=off", *moves)
    run("solve", "tictactoe", *moves)  # its kernels may have to be compiled: that takes time
    out = played(run, "tictactoe", "why", "quit", options=options).out
    assert "mark 1 3 is worth" in out
    assert "line (" in out


def test_why_without_exact_values_tells_what_the_search_found(run: Run) -> None:
    out = played(run, "goofspiel", "why", options=("--against", "flat", "--seed", "1")).out
    assert "left> why\ntry (bid " in out
    assert "expects" in out


def test_undo_takes_back_the_own_move_and_the_answer(run: Run) -> None:
    out = played(run, "tictactoe", "undo", "5", "undo", "quit").out
    assert "there is no move of yours to take back" in out
    assert "back to move 1" in out
    assert out.endswith("The match is left after 0 moves.\n")
    assert out.count("x to move, 9 moves") == 2


def test_level_is_told_and_changed(run: Run) -> None:
    out = played(run, "tictactoe", "level", "level 500 nodes", "level hard", "level 0").out
    assert "level: 1 second a move" in out
    assert "level: 500 nodes a move" in out
    assert "a level is seconds or nodes a move" in out
    assert "seconds are more than 0" in out


def test_moves_lists_all_or_some(run: Run) -> None:
    out = played(run, "tictactoe", "moves", "moves mark 1", "moves 7 7").out
    assert out.count("5: (mark 2 2)") == 2
    assert "x> moves mark 1\n1: (mark 1 1)  2: (mark 1 2)  3: (mark 1 3)\n" in out
    assert "no legal move has '7 7' in it" in out


def test_board_draws_again(run: Run) -> None:
    assert played(run, "tictactoe", "board", "quit").out.count("┌───┬───┬───┐") == 2


def test_help_names_every_command(run: Run) -> None:
    out = played(run, "tictactoe", "help").out
    for word in ("hint", "why", "undo", "level", "moves", "board", "help", "quit"):
        assert f"\n  {word:<6} " in out


def test_lists_that_are_too_long_are_left_out(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.apps.playing.screen.LINES", 1)
    out = played(run, "tictactoe", options=("--against", "random")).out
    assert "x to move, 9 moves: type one, such as mark 1 1, " in out
    assert "or `moves` to see them" in out


def test_a_draw_is_a_draw(run: Run) -> None:
    seven = "(mark 1 1); (mark 2 2); (mark 3 3); (mark 1 2); (mark 3 2); (mark 3 1); (mark 1 3)"
    out = played(
        run, "tictactoe", options=("--role", "none", "--moves", f"{seven}; (mark 2 3)")
    ).out
    assert "x plays (mark 2 1), the only move" in out
    assert out.endswith("A draw: x 50, o 50.\n")


WON = "(mark 1 1); (mark 2 1); (mark 1 2); (mark 2 2)"


def test_who_wins_is_told_so(run: Run) -> None:
    out = played(run, "tictactoe", "1 3", options=(*GREEDY, "--moves", WON)).out
    assert out.endswith("You win: x 100, o 0.\n")


def test_who_loses_is_told_so(run: Run) -> None:
    out = played(run, "tictactoe", "3 3", options=("--against", "greedy", "--moves", WON)).out
    assert out.endswith("o wins, you lose: x 0, o 100.\n")


def test_two_persons_at_one_terminal(run: Run) -> None:
    both = ("--role", "x", "--role", "o")
    out = played(run, "tictactoe", "1 1", "2 2", "undo", "3 3", options=both).out
    assert out.startswith("Your roles: x, o.")
    assert "o> undo" not in out
    assert "x> undo\nback to move 2" in out
    assert "o> 3 3\no plays (mark 3 3)" in out
    won = played(run, "tictactoe", "1 3", options=(*both, "--moves", WON)).out
    assert won.endswith("x wins: x 100, o 0.\n")


def test_searches_play_each_other(run: Run) -> None:
    options = ("--role", "none", "--against", "random", "--against", "greedy", "--seed", "2")
    out = played(run, "tictactoe", options=options).out
    assert "Your role" not in out
    assert "x plays by random, 1 second a move." in out
    assert "o plays by greedy" in out
    assert out.splitlines()[-1].startswith(("x wins: ", "o wins: ", "A draw: "))


def test_moves_at_once_stay_hidden_until_all_are_made(run: Run) -> None:
    both = ("--role", "left", "--role", "right")
    out = played(run, "goofspiel", "bid 1", "undo", "bid 2", "bid 4", options=both).out
    first, _, rest = out.partition("right> undo")
    assert "left has chosen" in first
    assert "left plays" not in first
    assert "left plays (bid 2)\nright plays (bid 4)" in rest


def test_a_search_does_not_wait_to_be_seen(run: Run) -> None:
    out = played(
        run, "rock_paper_scissors", "1", options=("--against", "random", "--seed", "3")
    ).out
    before, _, after = out.partition("> 1\n")
    assert " plays " not in before.replace("plays by", "")
    assert after.count(" plays ") == 2


def test_chance_plays_at_random_and_the_seed_tells_how(run: Run) -> None:
    options = ("--against", "random", "--seed", "5")
    first, second = (played(run, "pig_race", "1", "1", options=options).out for _ in range(2))
    assert first == second
    assert "random plays (face " in first
    others = {played(run, "pig_race", options=(*options[:3], f"{n}")).out for n in range(5)}
    assert len(others) > 1


def test_three_roles(run: Run) -> None:
    out = played(run, "tictactoe_3p", "1", options=("--against", "random", "--seed", "1")).out
    assert " and " in out.splitlines()[1]
    assert "play by random" in out.splitlines()[1]


def test_cards_are_told_by_who_holds_them(run: Run) -> None:
    out = played(run, "tricks", options=("--against", "random")).out
    assert "hand of north: clubs jack" in out


def test_an_explicit_tree_can_be_played(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "small.tree"
    path.write_text("[[3, 5], [2, 9]]")
    out = played(run, str(path), "1", options=("--against", "minimax")).out
    assert "max to move, 2 moves" in out
    assert "min plays" in out


def test_one_role_alone(run: Run) -> None:
    out = played(run, "lights_out", "hint", options=("--against", "random", "--seed", "1")).out
    assert "try (" in out


def test_a_match_without_an_end_is_given_up(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.apps.playing.conversation.MOST_TURNS", 20)
    path = tmp_path / "endless.kif"
    path.write_text(ENDLESS)
    out = played(run, str(path), options=("--role", "none", "--against", "random")).out
    assert out.endswith("the match is not over after 20 turns: it stops\n")


def test_a_role_that_cannot_move_stops_the_match(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "stuck.kif"
    path.write_text(STUCK)
    out = played(run, str(path), "go", options=("--against", "random")).out
    assert "a cannot move, and the match is not over: it stops" in out


def test_goals_that_the_rules_leave_open_are_said_to_be(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "undecided.kif"
    path.write_text(UNDECIDED)
    out = played(run, str(path), "left", options=("--against", "random")).out
    said = "The match is over, and the rules do not say what everybody gets: a 50, b undefined."
    assert said in out


@pytest.mark.parametrize(
    ("move", "end"),
    [
        ("left", "a and b come first, you lose: a 50, b 50, c 0."),
        ("right", "All get the same: a 20, b 20, c 20."),
    ],
)
def test_several_roles_may_come_first(run: Run, tmp_path: Path, move: str, end: str) -> None:
    path = tmp_path / "shared.kif"
    path.write_text(SHARED)
    out = played(run, str(path), move, options=("--role", "c", "--against", "random")).out
    assert out.endswith(f"\n{end}\n")


def test_json_is_one_object_and_the_match_is_on_stderr(run: Run) -> None:
    options = (*GREEDY, "--moves", WON, "--json")
    ran = played(run, "tictactoe", "3 3", options=options)
    answer = ran.answer
    assert answer["roles"] == {"x": "person", "o": "greedy"}
    assert answer["moves"] == [["(mark 3 3)", "noop"], ["noop", "(mark 2 3)"]]
    assert answer["goals"] == {"x": 0, "o": 100}
    assert (answer["terminal"], answer["seed"]) == (True, 1)
    assert "o wins, you lose" in ran.err


def test_json_of_a_match_that_is_left_has_no_goals(run: Run) -> None:
    answer = played(run, "tictactoe", "5", "quit", options=(*GREEDY, "--json")).answer
    assert answer["terminal"] is False
    assert answer["goals"] is None
    assert len(answer["moves"]) == 2


def test_the_screen_can_be_kept_as_a_picture(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.svg"
    played(run, "tictactoe", "5", "quit", options=(*GREEDY, "--picture", str(path)))
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert "zermelo play tictactoe" in text
    assert "x&gt;&#160;" in text
    assert "url(" not in text.replace('url("#', "").replace("url(#", "")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--role", "z"), 2, "--role z: tictactoe has no such role; there are x, o, none"),
        (("--against", "deepblue"), 2, "no search is called 'deepblue'"),
        (("--against", "random", "--against", "flat"), 2, "give one for all, or one for each"),
        (("--picture", "match.png"), 2, "match.png: a picture of the screen is an .svg file"),
        (("--picture", "no/such/match.svg"), 2, "no/such/match.svg: there is no such folder"),
        (("--against", "strategy"), 2, "strategy needs a file"),
        (("--strategy", "nowhere.lp"), 3, "nowhere.lp"),
        (("--moves", "(mark 9 9)"), 3, "(mark 9 9)"),
        (("--seconds", "1", "--nodes", "5"), 2, "--seconds and --nodes: give one of them"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_match(
    run: Run, arguments: tuple[str, ...], code: int, message: str
) -> None:
    ran = run("play", "tictactoe", *arguments, given="5\n")
    assert ran.code == code
    assert message in ran.err
    assert ran.out == ""


def test_a_search_that_does_not_suit_the_game_is_refused_with_the_reason(run: Run) -> None:
    ran = run("play", "rock_paper_scissors", "--against", "alphabeta", given="1\n")
    assert ran.code == 3
    assert "alphabeta needs roles that move in turn" in ran.err
    assert "rock_paper_scissors suits" in ran.err


def test_a_search_that_fails_does_not_end_the_match(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from zermelo.errors import LimitError
    from zermelo.play.seats import Seats

    def fails(*_: object) -> None:
        raise LimitError("there is no memory left")

    monkeypatch.setattr(Seats, "think", fails)
    out = played(run, "tictactoe", "hint", "why", "5").out
    assert out.count("the search has no answer: there is no memory left") == 2
    assert "o has no answer, and plays at random: there is no memory left" in out
    assert "o plays (mark " in out


def test_an_interrupted_why_tells_the_hint(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("zermelo.apps.playing.advice.why", stopped)
    assert "x> why\ntry (mark " in played(run, "tictactoe", "why").out


def test_a_proved_strategy_tells_its_rule(run: Run, tmp_path: Path) -> None:
    path, game = str(tmp_path / "rules.lp"), "subtraction:heap=6"
    assert run("learn", game, "-o", path, "--json").code == 0
    out = played(run, game, "why", options=("--against", "greedy", "--strategy", path)).out
    assert "left plays take 2 and wins\nthis rule is proved" in out
