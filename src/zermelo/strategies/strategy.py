"""Strategies in files: lemmas as ASP rules, with a header that says what they are about.

    force(x,100,mark(3,1)) :- true(cell(1,3,x)), true(cell(2,2,x)), true(cell(3,1,b)), ...

In every state with this body, x can force a goal of at least 100, and does so by that move; without
a move, the match is over and x has it. `hold(x,100,...)` says that the other roles together can
keep x below 100. Every rule stands for all its images under the symmetries of the game, and says so
by variables (`zermelo.strategies.lifting`), unless these are too many to be listed.

All this is said of states that keep some invariants. They are in the certificate of the file, in
comments, with the symmetries and with the lemmas that prove the rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import wrap

from zermelo.errors import PlayError, ReadError, UnsuitedError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.proofs.counts import Count
from zermelo.proofs.lemmas import Claim, Lemma, orbit
from zermelo.proofs.symmetry.symmetries import Symmetry, symmetries
from zermelo.strategies.audited import require_audited
from zermelo.strategies.backing import require_backed
from zermelo.strategies.lifting import Lifting, lifting
from zermelo.strategies.strategy_certificate import read_basis
from zermelo.strategies.unfolding import Facts, unfolded
from zermelo.text.kif import spell_term
from zermelo.text.load import load_text, refuse_hidden
from zermelo.text.rule_count import counted_rules
from zermelo.text.source import Source
from zermelo.text.spell import asp_rule
from zermelo.text.strategy_text import HEADS, STRATEGY, read_strategy_text, rules_mark
from zermelo.text.tree import Atom, Formula, Name, Not, Rule, Term
from zermelo.writing import write_text

STATUS = ("proved", "claimed")
WIDTH = 96


class MissingError(ReadError):
    """A rule of a strategy names what a game has not."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """Lemmas of a game, and how they are known."""

    game: str
    rules: str  # the fingerprint of the rules
    method: str
    status: str  # proved, or claimed: to be verified before it is believed
    lemmas: tuple[Lemma, ...]
    exchange: bool = True  # whether symmetries that exchange roles apply
    invariants: tuple[Count, ...] = ()  # rules are about states that keep them
    symmetries: tuple[Symmetry, ...] | None = None  # of the certificate; None without one


def fingerprint(game: CompiledGame) -> str:
    """Return a short name for exactly the rules of a game.

    Raises:
        UnsuitedError: the game is not known by its rules.
    """
    if game.sheet is None:
        raise UnsuitedError(f"a strategy is for rules, and {game.name} has none")
    return rules_mark(game.sheet)


def generators_of(strategy: Strategy, game: CompiledGame) -> tuple[Symmetry, ...]:
    """Return the symmetries whose images the rules of a strategy stand for."""
    if strategy.symmetries is not None:
        return strategy.symmetries
    assert game.program is not None, "a game with a fingerprint has rules"
    return symmetries(game.program, exchange=strategy.exchange).generators


def spell_strategy(
    strategy: Strategy,
    game: CompiledGame,
    symmetries: Sequence[Symmetry] = (),
    certificate: Sequence[str] = (),
) -> str:
    """Return a strategy as text, with variables where symmetries move something.

    `certificate` are the lines of comments that prove it.
    """
    head = [
        STRATEGY.title,
        f"game: {strategy.game}",
        f"rules: {strategy.rules}",
        f"method: {strategy.method}",
        f"status: {strategy.status}",
        f"symmetries: {'with exchange of roles' if strategy.exchange else 'of each role alone'}",
    ]
    lines = [f"% {line}" for line in head]
    lifted = lifting(game, symmetries)
    for told, facts in () if lifted is None else lifted.facts():
        lines.append(f"% {told}")
        text = " ".join(asp_rule(Rule(fact)) for fact in facts)
        lines += wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    rules = [
        rule for lemma in strategy.lemmas for rule in rules_of(lemma, game, lifted, symmetries)
    ]
    lines += map(asp_rule, rules)
    return "\n".join([*lines, *certificate, f"% end: {counted_rules(len(rules))}", ""])


def rules_of(
    lemma: Lemma, game: CompiledGame, lifted: Lifting | None, symmetries: Sequence[Symmetry]
) -> list[Rule]:
    """Return a lemma as rules: one, or all images if their heads differ in the order of moves."""
    if lifted is None:
        return [rule_of(lemma, game)]
    if len(lemma.moves) > 1 and not lifted.ordered(lemma.claim.side):
        return [rule_of(image, game) for image in orbit(lemma, symmetries)]
    return [lifted.rule(rule_of(lemma, game), lemma.claim.side)]


def rule_of(lemma: Lemma, game: CompiledGame) -> Rule:
    """Return a lemma as a rule."""
    claim = lemma.claim
    moves = [
        game.lexicon.move_terms[role][move].tree
        for role, move in zip(claim.side, lemma.moves, strict=bool(lemma.moves))
    ]
    args: list[Term] = [Name(game.roles[claim.role]), Name(str(claim.value)), *moves]
    head = Atom("force" if claim.least else "hold", tuple(args))
    body = []
    for literal in sorted(lemma.literals, key=lambda each: (each < 0, abs(each))):
        fluent = game.lexicon.fluent_terms[abs(literal) - 1].tree
        atom = Atom("true", (fluent,))
        body.append(atom if literal > 0 else Not(atom))
    return Rule(head, tuple(body))


def write_strategy(
    strategy: Strategy,
    game: CompiledGame,
    path: Path,
    symmetries: Sequence[Symmetry] = (),
    certificate: Sequence[str] = (),
) -> None:
    """Write a strategy; the file appears whole or not at all."""
    write_text(path, spell_strategy(strategy, game, symmetries, certificate))


def load_strategy(game: CompiledGame, path: str) -> Strategy:
    """Return the strategy of a game in a file, to be believed as far as its status says.

    One that says that it is proved is audited first.

    Raises:
        ReadError: the file is no strategy, names what the game has not, or is refuted.
        UnsuitedError: it is for other rules.
    """
    return trusted_strategy(game, strategy_text(path))


def strategy_text(path: str) -> Source:
    """Return the text of a strategy file; comments may be all of it, where nothing can be forced.

    Raises:
        ReadError: there is no such file, or it is no text.
        LimitError: it is larger than a rule sheet may be.
    """
    source = load_text(path, what="strategy")
    refuse_hidden(source)
    return source


def trusted_strategy(game: CompiledGame, source: Source) -> Strategy:
    """Return the strategy that a text spells; audited, and errors, as `load_strategy`."""
    strategy = read_strategy(game, source)
    if strategy.status != "claimed":
        require_audited(source)
        require_backed(game, source, strategy.lemmas, generators_of(strategy, game))
    return strategy


def read_strategy(game: CompiledGame, source: Source) -> Strategy:
    """Return the strategy that a text spells; whether it is true is not looked at.

    Raises:
        ReadError: it is none, cut off, or names what the game has not.
        UnsuitedError: it is for other rules.
    """
    head, rules = parts_of(source)
    if head["rules"] != fingerprint(game):
        message = f"{source.name} is a strategy for other rules ({head['game']})"
        other = f"`zermelo learn --from {source.name}` takes over what can be proved of it"
        raise UnsuitedError(f"{message}; for {game.name}, {other}")
    basis = read_basis(game, source)
    bare = Strategy(
        head["game"],
        head["rules"],
        head["method"],
        head["status"],
        lemmas=(),
        exchange=head.get("symmetries", "") != "of each role alone",
        invariants=basis[0] if basis else (),
        symmetries=basis[1] if basis else None,
    )
    return replace(bare, lemmas=tuple(representatives(rules, game, bare)))


def representatives(
    rules: Sequence[Sequence[Rule]], game: CompiledGame, strategy: Strategy
) -> Iterator[Lemma]:
    """Yield lemmas of which all instances of rules are images."""
    if all(len(instances) == 1 for instances in rules):
        yield from (lemma_of(rule, game) for (rule,) in rules)
        return
    generators = generators_of(strategy, game)
    known: set[tuple[Claim, tuple[int, ...]]] = set()
    for instances in rules:
        known.clear()
        for lemma in (lemma_of(rule, game) for rule in instances):
            if (lemma.claim, lemma.literals) not in known:
                known.update((one.claim, one.literals) for one in orbit(lemma, generators))
                yield lemma


def parts_of(source: Source) -> tuple[Mapping[str, str], list[list[Rule]]]:
    """Return header and rules of a text, whatever game they are for; errors as `read_strategy`.

    Of a rule with variables all instances are returned.
    """
    text = read_strategy_text(source)
    head = text.head
    missing = {"game", "rules", "method", "status"} - head.keys()
    if missing:
        raise ReadError(f"{source.name} does not say its {', '.join(sorted(missing))}")
    if head["status"] not in STATUS:
        raise ReadError(f"{source.name} is neither {' nor '.join(STATUS)}, but {head['status']}")
    facts = Facts(rule.head for rule in text.facts)
    return head, [unfolded(rule, facts) for rule in text.rules]


def lemma_of(rule: Rule, game: CompiledGame) -> Lemma:
    """Return the lemma that a rule is; ReadError with its place if it is none."""
    head = rule.head
    if head.name not in HEADS or len(head.args) < 2:
        raise ReadError("a rule of a strategy begins with force(...) or hold(...)", rule.span)
    name, value, *moves = map(spell_term, head.args)
    if name not in game.roles:
        raise MissingError(f"{game.name} has no role {name}", rule.span)
    if not value.isdecimal():
        raise ReadError(f"a goal is a number, not {value}", rule.span)
    role = game.roles.index(name)
    least = head.name == "force"
    rest = tuple(other for other in range(len(game.roles)) if other != role)
    claim = Claim((role,) if least else rest, role, int(value), least)
    return Lemma(claim, literals_of(rule, game), moves_of(rule, claim, moves, game))


def moves_of(rule: Rule, claim: Claim, moves: Sequence[str], game: CompiledGame) -> tuple[int, ...]:
    """Return the moves of a rule's head."""
    if moves and len(moves) != len(claim.side):
        raise ReadError(f"{len(moves)} moves for {len(claim.side)} roles", rule.span)
    try:
        return tuple(
            int(game.read(Role(role), move))
            for role, move in zip(claim.side, moves, strict=bool(moves))
        )
    except PlayError as error:
        raise MissingError(str(error), rule.span) from None


def literals_of(rule: Rule, game: CompiledGame) -> tuple[int, ...]:
    """Return the literals of a rule's body."""
    bits = game.lexicon.bits
    literals = []
    for part in rule.body:
        fluent = fluent_of(part)
        assert fluent is not None, "readers refuse other bodies"
        if fluent not in bits:
            raise MissingError(f"{game.name} has no fluent {fluent}", rule.span)
        number = bits[fluent] + 1
        literals.append(-number if isinstance(part, Not) else number)
    return tuple(sorted(literals))


def fluent_of(part: Formula) -> str | None:
    """Return the fluent, in KIF, that a part of a body says to hold or not; None if it does not."""
    atom = part.part if isinstance(part, Not) else part
    if not isinstance(atom, Atom) or atom.name != "true" or len(atom.args) != 1:
        return None
    return spell_term(atom.args[0])
