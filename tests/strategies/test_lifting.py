"""Rules with variables: their instances are the images of a lemma, here and in plain clingo."""

from collections.abc import Callable, Sequence
from random import Random

import clingo
import pytest

from zermelo.errors import ReadError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State, joints
from zermelo.proofs.lemmas import Claim, Lemma
from zermelo.proofs.symmetry.symmetries import Symmetry, symmetries
from zermelo.strategies.lifting import Lifting, lifting
from zermelo.strategies.playbook import Playbook
from zermelo.strategies.strategy import (
    Strategy,
    fingerprint,
    read_strategy,
    rule_of,
    rules_of,
    spell_strategy,
)
from zermelo.strategies.unfolding import Facts, unfolded
from zermelo.text.kif import read_term
from zermelo.text.read import read_text
from zermelo.text.source import Source
from zermelo.text.spell import asp_rule
from zermelo.text.tree import Atom, Rule

Games = Callable[[str], CompiledGame]
SMALL_NIM = "nim_capped:pile1=2,pile2=2,pile3=3,pile4=0"


def generators(game: CompiledGame) -> tuple[Symmetry, ...]:
    assert game.program is not None
    return symmetries(game.program, exchange=True).generators


def lifted(game: CompiledGame) -> Lifting:
    found = lifting(game, generators(game))
    assert found is not None
    return found


def claims(game: CompiledGame, random: Random, count: int) -> list[Lemma]:
    """Lemmas that claim anything, right or wrong, with states of random matches as bodies."""
    found: list[Lemma] = []
    state = game.initial
    while len(found) < count:
        following = list(joints(game, state))
        if not following:
            state = game.initial
            continue
        joint = random.choice(following)
        fluents = random.sample(range(len(game.lexicon.fluents)), 4)
        literals = sorted(bit + 1 if state >> bit & 1 else -bit - 1 for bit in fluents)
        role = random.randrange(len(game.roles))
        side = tuple(each for each in range(len(game.roles)) if each != role)
        least = random.random() < 0.7
        claim = Claim((role,) if least else side, role, 100, least)
        moves = tuple(int(joint[each]) for each in claim.side)
        found.append(Lemma(claim, tuple(literals), moves))
        state = game.next(state, joint)
    return found


def every_image(lemma: Lemma, alike: Sequence[Symmetry]) -> set[Lemma]:
    found, todo = {lemma}, [lemma]
    for one in todo:
        new = {one.image(each) for each in alike} - found
        found |= new
        todo += new
    return found


@pytest.mark.parametrize(
    ("name", "sorts"),
    [
        ("tictactoe", {"role": True, "cell_1_2": False}),
        (SMALL_NIM, {"role": True, "has_1": True}),
        ("hex:size=3", {"role": False, "cell_1_2": False}),
        (
            "domineering:rows=3,columns=3",
            {"role": False, "cell_1_2": False, "place_1_2": False, "place_1_2_for_1": False},
        ),
        ("chomp", {"role": True}),
        ("breakthrough:width=3,height=4", {"role": False, "cell_1": True, "cell_2": False}),
        ("tictactoe_3p", {"role": False, "cell_1_2": False}),
        ("rock_paper_scissors", {"role": True, "shown_2": False}),
    ],
)
def test_files_say_in_plain_clingo_what_lemmas_and_their_images_say(
    name: str, sorts: dict[str, bool], game_of: Games
) -> None:
    game = game_of(name)
    alike = generators(game)
    assert {sort.name: sort.free for sort in lifted(game).sorts} == sorts
    random = Random(name)
    lemmas = claims(game, random, 6)
    strategy = Strategy(name, fingerprint(game), "lemmas", "claimed", tuple(lemmas))
    text = spell_strategy(strategy, game, alike)
    images = {image for lemma in lemmas for image in every_image(lemma, alike)}
    again = read_strategy(game, Source("a file", text)).lemmas
    assert images == {image for lemma in again for image in every_image(lemma, alike)}
    book = Playbook(game, again, alike)
    state, seen = game.initial, 0
    for _ in range(25):
        derived = clingo_says(game, text, state)
        covering = {image for image in images if image.covers(state)}
        seen += bool(covering)
        assert derived == {asp_rule(Rule(rule_of(image, game).head))[:-1] for image in covering}
        for role in map(Role, range(len(game.roles))):
            for image in book.covering(state, role):
                assert asp_rule(Rule(rule_of(image.lemma, game).head))[:-1] in derived
        following = list(joints(game, state))
        state = game.next(state, random.choice(following)) if following else game.initial
    assert seen > 0


def clingo_says(game: CompiledGame, text: str, state: State) -> set[str]:
    fluents = [Atom("true", (read_term(one, "fluent"),)) for one in game.describe(state)]
    control = clingo.Control(["--warn=none"])
    control.add("base", [], "\n".join([text, *(asp_rule(Rule(fluent)) for fluent in fluents)]))
    control.ground([("base", [])])
    found: set[str] = set()

    def keep(model: clingo.Model) -> None:
        atoms = model.symbols(atoms=True)
        found.update(str(atom) for atom in atoms if atom.name in ("force", "hold"))

    control.solve(on_model=keep)
    return found


def test_the_piles_of_nim_are_variables(game_of: Games) -> None:
    game = game_of(SMALL_NIM)
    number = {text: at + 1 for at, text in enumerate(game.lexicon.fluents)}
    literals = sorted(number[text] for text in ("(control a)", "(has 1 0)", "(has 3 2)"))
    move = int(game.read(Role(0), "(remove 3 2)"))
    lemma = Lemma(Claim((0,), 0, 100), tuple(literals), (move,))
    (rule,) = rules_of(lemma, game, lifted(game), ())
    text = " ".join(asp_rule(rule).split())
    assert text.startswith("force(R1,100,remove(H2,2)) :- ")
    assert "true(has(H2,2))" in text
    assert text.endswith("role(R1), has_1(H2), has_1(H3), H2 != H3.")


def test_too_many_symmetries_are_not_listed(game_of: Games) -> None:
    game = game_of("quarto")
    assert lifting(game, generators(game)) is None
    strategy = Strategy("quarto", fingerprint(game), "lemmas", "claimed", ())
    assert spell_strategy(strategy, game, generators(game)).endswith("roles\n% end: 0 rules\n")


def instances(text: str) -> list[Rule]:
    """The instances of a rule, with the facts q(0) to q(9)."""
    facts = Facts(Atom("q", (read_term(str(n), "number"),)) for n in range(10))
    (rule,) = read_text(Source("a file", text), "asp").rules
    return unfolded(rule, facts)


def test_a_rule_with_too_many_instances_is_refused() -> None:
    with pytest.raises(ReadError, match="more than 20000"):
        instances("force(X,100) :- q(X), " + ", ".join(f"q(V{n})" for n in range(6)) + ".")


@pytest.mark.parametrize("body", ["q(X), q(Y), X != Y", "X != Y, q(X), q(Y)", "q(X), X != Y, q(Y)"])
def test_where_a_comparison_stands_makes_no_difference(body: str) -> None:
    assert len(instances(f"force(x,100,m(X,Y)) :- {body}.")) == 90


def test_instances_are_read_once_each() -> None:
    facts = Facts(Atom("q", (read_term(n, "number"),)) for n in "123")
    (rule,) = read_text(
        Source("a file", "force(x,100) :- true(p(A)), not true(p(B)), q(A), q(B), A != B, q(C)."),
        "asp",
    ).rules
    found = unfolded(rule, facts)
    assert len(found) == 6
    assert asp_rule(found[0]).split() == ["force(x,100)", ":-", "true(p(1)),", "not", "true(p(2))."]
