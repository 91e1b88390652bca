"""Rules in files: `best_do` in the explicit-time program, with a header that says what of.

    best_do(a,remove(2,2),T) :- holds(control(a),T), holds(has(1,0),T), holds(has(2,2),T), ...

The body is a whole state: what the game's invariants do not rule out besides is said not to hold.
Every rule stands for all its images under the symmetries of the game. Rules that are right in other
instances only are kept as comments.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from zermelo.errors import PlayError, ReadError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.proofs.counts import Count
from zermelo.search.asp.rules import BestMoveRule
from zermelo.strategies.strategy import fingerprint
from zermelo.text import tree
from zermelo.text.kif import spell_term
from zermelo.text.load import load_source
from zermelo.text.read import read_text
from zermelo.text.rule_count import counted_rules, counts_rules
from zermelo.text.source import Source
from zermelo.text.spell import asp_rule
from zermelo.versions import FileFormat
from zermelo.writing import write_text

BEST_MOVES = FileFormat("best-move rules", 1, "Zermelo rules of best moves, version ")
ENFORCED = (
    "1 { does(P,A,T) : best_do(P,A,T), legal(P,A,T) } 1 :- "
    "best_do(P,B,T), legal(P,B,T), not terminal(T)."
)
"""Lets matches of the explicit-time program go as rules say; one that is not legal says nothing."""
ELSEWHERE = "% elsewhere: "
"""Begins a line with a rule for another instance."""
TIME = tree.Variable("T")


def spell_rules(
    rules: Sequence[BestMoveRule],
    game: CompiledGame,
    counts: Iterable[Count] = (),
    others: Iterable[tree.Rule] = (),
) -> str:
    """Return the text of a file of rules.

    `counts` are invariants that were proved; `others` are rules for other instances, which are
    kept where plain clingo does not see them.
    """
    head = [BEST_MOVES.title, f"game: {game.name}", f"rules: {fingerprint(game)}", "method: asp"]
    lines = [f"% {line}" for line in head]
    known = tuple(counts)
    lines += [asp_rule(in_time(rule, game, known)) for rule in rules]
    lines += [f"{ELSEWHERE}{' '.join(asp_rule(rule).split())}" for rule in others]
    return "\n".join([*lines, ENFORCED, f"% end: {counted_rules(len(rules))}", ""])


def in_time(rule: BestMoveRule, game: CompiledGame, counts: Iterable[Count] = ()) -> tree.Rule:
    """Return a rule of the explicit-time program."""
    head = tree.Atom("best_do", (*head_of(rule, game), TIME))
    return tree.Rule(head, body_of(rule.state, game, counts, "holds", (TIME,)))


def in_gdl(rule: BestMoveRule, game: CompiledGame, counts: Iterable[Count] = ()) -> tree.Rule:
    """Return a rule of GDL."""
    head = tree.Atom("best_do", head_of(rule, game))
    return tree.Rule(head, body_of(rule.state, game, counts, "true", ()))


def head_of(rule: BestMoveRule, game: CompiledGame) -> tuple[tree.Term, ...]:
    """Return role and move of a rule."""
    return tree.Name(game.roles[rule.role]), game.lexicon.move_terms[rule.role][rule.move].tree


def body_of(
    state: State,
    game: CompiledGame,
    counts: Iterable[Count],
    name: str,
    more: tuple[tree.Term, ...],
) -> tuple[tree.Formula, ...]:
    """Return the literals that say what a state is."""
    out = {bit for count in counts if full(count, state) for bit in count.group}
    body: list[tree.Formula] = []
    absent: list[tree.Formula] = []
    for bit, fluent in enumerate(game.lexicon.fluent_terms):
        atom = tree.Atom(name, (fluent.tree, *more))
        if state >> bit & 1:
            body.append(atom)
        elif bit not in out:
            absent.append(tree.Not(atom))
    return (*body, *absent)


def full(count: Count, state: State) -> bool:
    """Whether no more fluents of a group can hold than do in a state."""
    return sum(state >> bit & 1 for bit in count.group) == count.most


def write_rules(path: Path, text: str) -> None:
    """Write a file of rules; it appears whole or not at all."""
    write_text(path, text)


@dataclass(frozen=True, slots=True)
class RuleFile:
    """Rules that a file has for a game, and others that it has; none is known to be right."""

    name: str
    game: str
    own: tuple[tuple[BestMoveRule, tree.Rule], ...]  # for exactly the rules of play of the game
    others: tuple[tree.Rule, ...]  # for other instances: they may be right here


def load_rules(game: CompiledGame, path: str) -> RuleFile:
    """Return the rules in a file; errors as `read_rules`."""
    return read_rules(game, load_source(path))


def read_rules(game: CompiledGame, source: Source) -> RuleFile:
    """Return the rules that a text spells.

    Raises:
        ReadError: it is no such text, of a newer version, cut off, or names what the game has not
            that it is for.
    """
    lines = [line.strip() for line in source.text.splitlines() if line.strip()]
    version = BEST_MOVES.version_in(lines[0].removeprefix("% ")) if lines else None
    if version is None:
        title = BEST_MOVES.title
        raise ReadError(f"{source.name} has no rules of best moves: it does not begin '% {title}'")
    if BEST_MOVES.is_newer(version):
        raise ReadError(BEST_MOVES.refusal(version, source.name))
    notes = dict(line[2:].split(": ", 1) for line in lines if line[:2] == "% " and ": " in line)
    bare = Source(source.name, source.text.replace(ENFORCED, ""))
    whole = lines[-1].startswith("% end: ")  # what is not may end within a rule
    rules = read_text(bare, "asp").rules if whole else ()
    if not counts_rules(lines[-1].removeprefix("% end: "), len(rules)):
        raise ReadError(f"{source.name} is cut off: its last line does not count its rules")
    about = notes.get("game", "no game that it names")
    texts = [line.removeprefix(ELSEWHERE) for line in lines if line.startswith(ELSEWHERE)]
    others = read_text(Source(source.name, "\n".join(texts)), "asp").rules if texts else ()
    if notes.get("rules") != fingerprint(game):
        return RuleFile(source.name, about, (), (*rules, *others))
    own = tuple((rule_of(rule, game), rule) for rule in rules)
    return RuleFile(source.name, about, own, others)


def rule_of(rule: tree.Rule, game: CompiledGame) -> BestMoveRule:
    """Return what a rule of a file says; ReadError with its place if that is nothing."""
    head = rule.head
    if head.name != "best_do" or len(head.args) != 3:
        raise ReadError("a rule begins with best_do(ROLE,MOVE,T)", rule.span)
    name = spell_term(head.args[0])
    if name not in game.roles:
        raise ReadError(f"{game.name} has no role {name}", rule.span)
    role = Role(game.roles.index(name))
    try:
        move = game.read(role, spell_term(head.args[1]))
        state = game.state_of(fluents_of(rule))
    except PlayError as error:
        raise ReadError(str(error), rule.span) from None
    if game.terminal(state) or move not in game.legal(state, role):
        move_text = game.spell(role, move)
        raise ReadError(f"{move_text} is not legal for {name} in the state of its rule", rule.span)
    return BestMoveRule(state, role, move)


def fluents_of(rule: tree.Rule) -> list[str]:
    """Return the fluents that hold in the state of a rule, in KIF."""
    found, absent = [], set()
    for part in rule.body:
        atom = part.part if isinstance(part, tree.Not) else part
        if not isinstance(atom, tree.Atom) or atom.name != "holds" or len(atom.args) != 2:
            raise ReadError("the body of a rule has only holds(F,T) and not holds(F,T)", rule.span)
        text = spell_term(atom.args[0])
        if isinstance(part, tree.Not):
            absent.add(text)
        else:
            found.append(text)
    if both := absent.intersection(found):
        raise ReadError(f"{min(both)} holds and does not hold", rule.span)
    return found
