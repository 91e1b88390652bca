"""Files of preferences and of mode declarations: what is read, and what is refused with reasons."""

from pathlib import Path

import pytest

from tests.search.trees import lecture
from zermelo.errors import ReadError, UnsuitedError, UsageError, ZermeloError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.learn.preferences.derive import derived
from zermelo.learn.preferences.language import ArgumentPlace
from zermelo.learn.preferences.las import declarations
from zermelo.learn.preferences.learner import learn_preferences
from zermelo.learn.preferences.modes import load_modes, read_modes
from zermelo.search.base import Clock, Limits, last
from zermelo.search.spec import parse
from zermelo.strategies.preferences.constraint import DIFFERENT
from zermelo.strategies.preferences.facts import vocabulary
from zermelo.strategies.preferences.file import (
    load_preferences,
    read_preferences,
    require_words,
    spelled,
)
from zermelo.text.source import Source

WHOLE = """\
% preferences for tictactoe: 3 constraints
% learned from 12 orderings
next_to(1,2).
next_to(2,3).
:~ goal(P,0), rival(P). [-1@2,1,P]
:~ true(cell(A,B,P)), true(cell(C,B,P)), next_to(A,C), A != C. [1@1,2,A,B,C,P]
:~ total(cell,1,N). [-N@1,3,N]
"""


def test_what_is_spelled_reads_back() -> None:
    found = read_preferences(Source("file", WHOLE))
    assert spelled(found, "tictactoe", ["learned from 12 orderings"]) == WHOLE
    assert [one.weight for one in found.constraints] == [-1, 1, -1]
    assert found.constraints[2].body.weigh == "N"
    assert found.levels == (2, 1)
    assert found.length == 7


def test_costs_are_compared_from_the_highest_level(tictactoe: CompiledGame) -> None:
    found = read_preferences(Source("file", WHOLE))
    words = vocabulary(tictactoe, found.background)
    require_words(found, words)
    facts = words.facts(tictactoe.initial, Role(0))
    assert found.costs(facts) == (0, 2 * 3 - 18)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (WHOLE[: WHOLE.index(":~ total")], "tells of 3 constraints, but has 2: it was cut off"),
        ("next_to(1,2).\n", "no weak constraint"),
        (":~ goal(P,0).", "ends with its weight and level, as in"),
        ("a(1).\n:~ goal(P,0).", "file:2:1: a weak constraint ends"),
        (":~ goal(P,0). [1]", "a weight and a level expected"),
        (":~ goal(P,0). [x@1,1,P]", "a weight and a level expected"),
        (":~ goal(P,0). [N@1,1,P]", "the weight N is no variable of the body"),
        (":~ goal(P,0). [1@1]", r"all variables belong here: '\[1@1,1,P\]'"),
        (":~ true(heap(N+1)). [1@1,1,N]", "do not calculate"),
        (":~ goal(P,N), goal(Q,M), N+1 != M. [1@1,1,M,N,P,Q]", "do not calculate"),
        (":~ goal(P,N), N > 5. [1@1,1,N,P]", "atoms and '!=' in their bodies"),
        (":~ not mover(x). [1@1,1]", "atoms and '!=' in their bodies"),
        (":~ goal(P,0) rival(P). [1@1,1,P]", "',' or '.' expected"),
        (":~ goal(P,0)) . [1@1,1,P]", "file:1:13: .*expected"),
        ("a(1) :- b(1).\n:~ a(X). [1@1,1,X]", "only facts may stand beside"),
        ("a(X).\n:~ a(X). [1@1,1,X]", "a fact cannot have variables"),
        ("a(1..3).\n:~ a(X). [1@1,1,X]", "do not calculate"),
        ("#script (python)\n:~ a(X). [1@1,1,X]", "not allowed in rules"),
    ],
)
def test_what_is_no_preference_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        read_preferences(Source("file", text))


def test_a_file_that_was_cut_off_anywhere_is_refused() -> None:
    for size in range(len(WHOLE) - 1):
        with pytest.raises(ReadError):
            read_preferences(Source("file", WHOLE[:size]))


def test_preferences_of_another_game_are_refused(tictactoe: CompiledGame) -> None:
    found = read_preferences(Source("file", ":~ true(has(P,N)). [1@1,1,P,N]"))
    message = r"not for tictactoe: it has no true\(has\(P,N\)\); it has true\(cell\(_,_,_\)\)"
    with pytest.raises(UnsuitedError, match=message):
        require_words(found, vocabulary(tictactoe))


@pytest.mark.parametrize(
    ("size", "known"), [(1, False), (2, True), (3, True), (4, True), (5, False)]
)
def test_preferences_may_speak_of_ways_of_two_to_four_places(
    tictactoe: CompiledGame, size: int, known: bool
) -> None:
    names = ",".join("WABCDE"[: size + 1])
    found = read_preferences(Source("file", f":~ way({names}). [1@1,1,{names}]"))
    if known:
        require_words(found, vocabulary(tictactoe))
    else:
        with pytest.raises(UnsuitedError, match="not for tictactoe: it has no way"):
            require_words(found, vocabulary(tictactoe))


@pytest.fixture
def corner(tmp_path: Path) -> str:
    """The spelling of a player that likes one corner, and nothing else."""
    file = tmp_path / "corner.lp"
    file.write_text("corner(3,1).\n:~ true(cell(A,B,P)), mover(P), corner(A,B). [-1@1,1,A,B,P]\n")
    return f"preferences:file={file}"


def test_a_player_takes_what_its_file_likes_best(tictactoe: CompiledGame, corner: str) -> None:
    think = parse(corner).start(tictactoe, Role(0), Clock())
    result = last(think(tictactoe.initial, Clock()))
    assert result is not None
    assert result.move is not None
    assert tictactoe.spell(Role(0), result.move) == "(mark 3 1)"
    assert not result.proven


@pytest.mark.parametrize("nodes", [1, 2, 7])
def test_a_player_keeps_its_limits(tictactoe: CompiledGame, corner: str, nodes: int) -> None:
    clock = Clock(Limits(nodes=nodes))
    result = last(parse(corner).start(tictactoe, Role(0), clock)(tictactoe.initial, clock))
    assert clock.count.nodes == nodes
    assert result is not None
    assert result.move in tictactoe.legal(tictactoe.initial, Role(0))


def test_a_match_that_is_over_has_no_move(tictactoe: CompiledGame, corner: str) -> None:
    state = tictactoe.initial
    while not tictactoe.terminal(state):
        state = tictactoe.children(state)[0].state
    result = last(parse(corner).start(tictactoe, Role(0), Clock())(state, Clock()))
    assert result is not None
    assert result.move is None
    assert result.values == tictactoe.goals(state)


def test_a_player_without_a_file_says_what_it_needs(tictactoe: CompiledGame) -> None:
    with pytest.raises(UsageError, match="preferences needs a file: preferences:file=NAME"):
        parse("preferences").start(tictactoe, Role(0), Clock())


def test_a_tree_has_no_rules_to_speak_of(corner: str) -> None:
    with pytest.raises(UnsuitedError, match=r"preferences are for rules, and .* has none"):
        parse(corner).start(lecture(), Role(0), Clock())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "there is no file"),
        ("", "it is empty or has only comments"),
        ("% preferences for nim: 2 constraints\n:~ odd(has,2,A). [1@1,1,A]\n", "it was cut off"),
        (":~ true(has(P,N)). [1@1,1,P,N]\n", "not for tictactoe"),
    ],
)
def test_a_player_refuses_what_it_cannot_play_by(
    tictactoe: CompiledGame, tmp_path: Path, content: str | None, message: str
) -> None:
    file = tmp_path / "some.lp"
    if content is not None:
        file.write_text(content)
    with pytest.raises(ZermeloError, match=message):
        parse(f"preferences:file={file}").start(tictactoe, Role(0), Clock())


MODES = """\
% what may be said
#modeo(2,true(cell(var(column),var(row),var(role))),(positive)).
#modeo(1,true(cell(var(column),var(row),const(blank)))).
#modeo(1,middle(var(column),var(row)),(positive)).
#modeo(3,var(column) != var(column),(symmetric,anti_reflexive)).
#modeo(1,true(control(x))).
#constant(blank,b).
#maxv(5). #maxp(2). #weight(1).
middle(2,2).
"""


def test_modes_are_read_as_ilasp_writes_them(tmp_path: Path) -> None:
    file = tmp_path / "modes.las"
    file.write_text(MODES)
    language = load_modes(str(file))
    assert [mode.most for mode in language.modes] == [2, 1, 1, 3, 1]
    assert language.modes[3].shape == DIFFERENT
    assert language.modes[4].places == (ArgumentPlace("value", "x"),)
    assert language.constants == {"blank": ("b",)}
    assert (language.variables, language.levels, language.weights) == (5, 2, (1,))
    assert [str(fact) for fact in language.background] == ["middle(2,2)"]


def test_literals_without_places_are_declared_as_others_are() -> None:
    (mode,) = read_modes(Source("modes", "#modeo(2,raining).")).modes
    assert (mode.shape, mode.places, mode.most) == ("raining", (), 2)


def test_derived_modes_read_back(tictactoe: CompiledGame) -> None:
    language = derived(vocabulary(tictactoe))
    numbers = [line for line in declarations(language) if "number)." not in line]
    again = read_modes(Source("modes", "\n".join(numbers)))
    assert [str(mode) for mode in again.modes] == [str(mode) for mode in language.modes]
    assert again.levels == language.levels


def test_what_is_learned_in_a_language_of_ones_own_plays(
    tictactoe: CompiledGame, tmp_path: Path
) -> None:
    state = tictactoe.initial
    for joint in ("(mark 1 1)", "noop"), ("noop", "(mark 1 2)"), ("(mark 2 1)", "noop"):
        moves = [tictactoe.read(Role(role), text) for role, text in enumerate(joint)]
        state = tictactoe.next(state, tuple(moves))
    text = MODES + "#modeo(1,goal(var(role),100)). #modeo(1,mover(var(role))). #weight(-1)."
    learned = learn_preferences(tictactoe, [state], language=read_modes(Source("modes", text)))
    file = tmp_path / "learned.lp"
    file.write_text(learned.text("tictactoe"))
    assert f"{learned.satisfied} of {learned.orderings} orderings" in file.read_text()
    assert load_preferences(str(file)) == learned.preferences
    require_words(learned.preferences, vocabulary(tictactoe, learned.preferences.background))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a(1).", "has no '#modeo"),
        ("#modeh(a). ", "'#modeh' is not known here; there are #modeo, #constant"),
        ("#modeo(1,true(a(var(t))),(positive))", "brackets and a '.' at its end"),
        ("#modeo(1,true(a(var(t))", "brackets and a '.' at its end"),
        ("#modeo(0,true(a(var(t)))).", "'#modeo.how often,literal..' expected"),
        ("#modeo(0,raining).", "'#modeo.how often,literal..' expected"),
        ("#modeo(true(a(var(t)))).", "'#modeo.how often,literal..' expected"),
        ("#modeo(1,true(a(var(t))),(negative)).", "'negative' is no option of '#modeo'"),
        ("#modeo(1,true(a(X))).", "'var.type.', 'const.type.' or a value"),
        ("#modeo(1,true(a(var(t)).", "expected"),
        ("#modeo(1,a(var(t))). #constant(t).", "'#constant.type,value..' expected"),
        ("#modeo(1,a(var(t))). #maxv(0).", "a number from 1 to 99 expected, not '0'"),
        ("#modeo(1,a(var(t))). #maxp(x).", "a number from 1 to 99 expected, not 'x'"),
        ("#modeo(1,a(var(t))). #weight(2).", "a weight is 1 or -1, not '2'"),
    ],
)
def test_modes_that_cannot_be_are_refused(text: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        read_modes(Source("modes", text))
