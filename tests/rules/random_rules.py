"""Random rules that count, nest terms and call each other in circles: many break a restriction."""

from random import Random

VARIABLES = ("X", "Y", "Z")
CONSTANTS = ("a", "0", "1", "3", "n")


def random_rules(seed: int) -> str:
    """Return a small sheet in ASP syntax, with one role and a few helper relations."""
    random = Random(seed)
    arities = {name: random.choice((1, 1, 2)) for name in ("p", "q", "s", "t")}

    def term(depth: int = 0) -> str:
        roll = random.random()
        if roll < 0.5:
            return random.choice(VARIABLES)
        if roll < 0.7 or depth > 1:
            return random.choice(CONSTANTS)
        if roll < 0.85:
            return (
                f"{random.choice(VARIABLES)}{random.choice('+-*')}{random.choice('1 2 n'.split())}"
            )
        return f"f({term(depth + 1)})"

    def atom(name: str) -> str:
        return f"{name}({','.join(term() for _ in range(arities[name]))})"

    def literal() -> str:
        roll = random.random()
        if roll < 0.55:
            return atom(random.choice(list(arities)))
        if roll < 0.65:
            return f"not {atom(random.choice(list(arities)))}"
        if roll < 0.75:
            return f"true({random.choice(('c', 'c(X)', 'd(f(X))', 'd(Y,X)'))})"
        if roll < 0.8:
            return "does(me,m(X))"
        relation = random.choice(("<", "<=", "=", "!=", ">"))
        return f"{random.choice(VARIABLES)} {relation} {term()}"

    def growing() -> str:
        """Return a rule whose variables are bound, and whose head may be larger than its body."""
        body = [
            f"{name}({','.join(random.choices(VARIABLES, k=arities[name]))})"
            for name in random.choices(list(arities), k=random.choice((1, 1, 2)))
        ]
        bound = [name for name in VARIABLES if any(name in each for each in body)]
        ways = ("{}", "{}", "{}", "{}+1", "{}-1", "{}*2", "f({})", "f(f({}))", "g({},a)", "a")
        name = random.choice(list(arities))
        head = [random.choice(ways).format(random.choice(bound)) for _ in range(arities[name])]
        for _ in range(random.choice((0, 0, 1, 2))):
            limit = random.choice(("3", "n", "n+5", random.choice(bound), "a"))
            relation = random.choice(("<", "<=", ">", ">=", "=", "!="))
            body.append(f"{random.choice(bound)}{random.choice(('', '+1'))} {relation} {limit}")
        if random.random() < 0.2:
            body.append(f"not t({','.join(random.choices(bound, k=arities['t']))})")
        random.shuffle(body)
        return f"{name}({','.join(head)}) :- {', '.join(body)}."

    facts = [
        f"{name}({','.join(random.choices(('1', '2', 'a', 'f(a)'), k=arities[name]))})."
        for name in arities
    ]
    if random.random() < 0.75:
        rules = [growing() for _ in range(random.randint(1, 5))]
        lines = ["#const n = 2.", "role(me).", "init(c(1)).", "legal(me,m).", *facts, *rules]
        several = ",".join("X" * arities["p"])
        lines.append(f"next(c(X)) :- true(c(X)), p({several}).")
        lines += ["terminal :- true(c(1)).", "goal(me,100) :- true(c(1))."]
        return "\n".join(lines) + "\n"
    lines = ["#const n = 2.", "role(me).", "init(c).", "num(1..3).", "legal(me,m(X)) :- num(X)."]
    for _ in range(random.randint(2, 6)):
        body = ", ".join(literal() for _ in range(random.randint(0, 3)))
        bound = ", ".join(f"num({name})" for name in VARIABLES if random.random() < 0.4)
        parts = ", ".join(filter(None, (bound, body)))
        head = atom(random.choice(list(arities)))
        lines.append(f"{head} :- {parts}." if parts else f"{head}.")
    state = random.choice(("c(X)", "d(f(X))", "c", "d(X+1,Y)"))
    lines.append(f"next({state}) :- {atom('p')}, true({state.replace('+1', '')}), num(X), num(Y).")
    lines.append(f"terminal :- {atom(random.choice(list(arities)))}.")
    lines.append(f"goal(me,{random.choice(('100', '50*n', 'X'))}) :- num(X), {literal()}.")
    return "\n".join(lines) + "\n"
