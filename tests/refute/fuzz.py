"""Part e: readers and checkers under coverage-guided fuzzing, by Atheris where it is installed.

`python -m tests.refute.fuzz kif --runs 20000` lets Atheris change texts as their coverage says; it
is installed by `pip install --group fuzz`. Without it, mutants take its place: `make refute` does
not need it.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import mkdtemp

from zermelo.answers.texts import checked_text
from zermelo.errors import ZermeloError
from zermelo.game.tree_file import read_tree
from zermelo.text.kif import read_term
from zermelo.text.read import Syntax, read_text
from zermelo.text.source import Source

Reader = Callable[[str], object]


def sheet(syntax: Syntax) -> Reader:
    """Return a reader of rules that also checks them."""

    def read(text: str) -> object:
        checked_text(Source(f"fuzz.{syntax}", text), syntax)
        return read_text(Source(f"fuzz.{syntax}", text), syntax)

    return read


READERS: Mapping[str, Reader] = {
    "kif": sheet("kif"),
    "infix": sheet("infix"),
    "asp": sheet("asp"),
    "tree": lambda text: read_tree(Source("fuzz.tree", text)),
    "json": lambda text: read_tree(Source("fuzz.json", text), json=True),
    "term": read_term,
}
SEEDS: Mapping[str, tuple[str, ...]] = {
    "kif": ("(role x)(init (p 1))(<= (legal x ?m) (true (p ?m)) (not q) (distinct ?m 2))",),
    "infix": ("role(x)\nlegal(x,M) :- true(p(M)) & ~q & distinct(M,2)\n",),
    "asp": ("role(x). legal(x,M) :- true(p(M)), not q, M != 2. #const n = 3.\n",),
    "tree": ("roles: a b\nroot: b\n[(1,4),A:[[(1,0),(0.5,0)]]] % end\n",),
    "json": ('{"roles": ["a"], "root": "A", "nodes": {"A": {"mover": "a", "value": 3}}}',),
    "term": ("(mark 1 ?x)",),
}


def tried(reader: Reader, data: bytes) -> None:
    """Read a text; anything but an answer or an error of Zermelo's own is a fault."""
    try:
        reader(data.decode("utf-8", errors="replace"))
    except ZermeloError:
        pass


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz one reader."""
    parser = argparse.ArgumentParser("python -m tests.refute.fuzz", description=__doc__)
    parser.add_argument("reader", choices=list(READERS))
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    try:
        import atheris
    except ImportError:
        sys.stdout.write("Atheris is not installed: pip install --group fuzz\n")
        return 2
    corpus = Path(mkdtemp())
    for number, text in enumerate(SEEDS[options.reader]):
        (corpus / str(number)).write_text(text)
    reader = READERS[options.reader]
    atheris.instrument_all()
    limits = [f"-runs={options.runs}", f"-seed={options.seed}", "-max_len=2000", "-timeout=60"]
    atheris.Setup([sys.argv[0], str(corpus), *limits], lambda data: tried(reader, data))
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
