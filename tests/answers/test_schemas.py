"""Every answer of every command is what its schema says, and is shown; schemas are up to date."""

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.answers.showing import unshown
from tests.answers.validation import wrong
from zermelo.answers.answer import ABSENT, INLINED, NOT_IN_JSON, Absent, CommandAnswer
from zermelo.answers.render import json as as_json
from zermelo.answers.render import renderers
from zermelo.answers.render.json import render
from zermelo.answers.schema import answers, schema_of, write_schemas
from zermelo.answers.show import ShowAnswer
from zermelo.apps import warming
from zermelo.apps.application import application

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
COMMANDS = """
think tictactoe --search alphabeta --depth 3
think nim --search mcts:seed=1 --nodes 50
think hanoi --search bfs
think tictactoe --search alphabeta --why --moves '(mark 1 1); (mark 1 2); (mark 2 2); (mark 2 1)'
solve nim
solve nim --search alphabeta
solve hanoi
solve nim --table nim.npz
solve nim --from nim.npz --moves '(remove 4 1)'
think nim --search table:file=nim.npz
solve nim_3p:pile1=0,pile2=1,pile3=2,pile4=1 --table three.npz
compare nim --search alphabeta --search maxn --depth 3
compare hanoi --search alphabeta --search bfs
games
algorithms
check tictactoe
check wrong.kif
check stuck.kif --play 0.1
convert nim --to kif
show nim
show drawn.tree
info nim
info rock_paper_scissors
perft nim --depth 2
trace nim --policy mod --steps 2
trace stuck.kif
playouts nim --passes 20
playouts nim --passes 20 --step-limit 1
evaluate tictactoe --evaluator fuzzy
evaluate tictactoe --evaluator mobility
match nim random greedy --nodes 20
match nim random greedy --nodes 20 --record kept
replay kept
replay kept --match .0 --step 1
solve nim --certificate proof.json
audit proof.json
learn chomp:rows=2 -o chomp.lp
learn chomp:rows=2 --from chomp.lp -o again.lp
verify chomp:rows=2 --strategy chomp.lp
learn nim:pile1=1,pile2=2 --method tree -o tree.lp
learn nim:pile1=1,pile2=2 --method preferences -o preferences.lp
practice --seed 1
analyse nim:pile1=1,pile2=2
analyse buttons_and_lights --latch p
path maze:width=9,height=7 --from 0,0 --to 8,6
path rooms:width=12,height=9 --from 0,0 --to 10,8 --compare
path random:width=12,height=9 --queries 4 --save a.map --save a.scen
path a.map --scen a.scen
path rooms:width=12,height=9 --from 0,0 --to 10,8 --changes 2
play nim --role none --against random --against greedy --seed 1
warm
"""
FAILING = """
show nowhere
show broken.kif
solve rock_paper_scissors
think nim --search alphabte
"""

FILES = {
    "broken.kif": "(role x",
    "wrong.kif": "(role x) (<= (legal ?p (take ?n)))",
    "stuck.kif": "(role x) (init a) (<= (legal x go) (true a)) (<= (next b) (true a)) "
    "(<= terminal (true c)) (goal x 100)",
    "drawn.tree": "[[3,5],[2,9]]",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder that the commands of this module write into, one after the other."""
    place = tmp_path_factory.mktemp("answers")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        patch.setattr(warming, "TASKS", {})  # all kernels would take minutes
        for name, text in FILES.items():
            (place / name).write_text(text, encoding="utf-8")
        yield place


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[CommandAnswer]:
    """The answers that commands have printed as JSON."""
    found: list[CommandAnswer] = []

    def kept(answer: CommandAnswer) -> str:
        found.append(answer)
        return render(answer)

    monkeypatch.setattr(as_json, "render", kept)
    return found


def lines_of(commands: str) -> list[str]:
    """One command a line."""
    return commands.strip().splitlines()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("line", [*lines_of(COMMANDS), *lines_of(FAILING)])
def test_an_answer_is_what_its_schema_says_and_is_shown(
    line: str, printed: list[CommandAnswer]
) -> None:
    name, *rest = shlex.split(line)
    run = CliRunner().invoke(application(), [name, *rest, "--json"])
    failing = line in lines_of(FAILING)
    assert run.exit_code in ((2, 3) if failing else (0, 1)), run.output
    file = SCHEMAS / f"{'error' if failing else name}.json"
    schema = json.loads(file.read_text(encoding="utf-8"))
    assert list(wrong(json.loads(run.stdout), schema, schema["$defs"])) == []
    (answer,) = printed
    assert list(unshown(answer)) == []


def test_text_is_what_is_printed_into_a_pipe(printed: list[CommandAnswer]) -> None:
    shown = CliRunner().invoke(application(), ["show", "nim"])
    CliRunner().invoke(application(), ["show", "nim", "--json"])
    as_text = CliRunner().invoke(application(), ["--format", "text", "show", "nim"])
    assert shown.stdout == as_text.stdout == f"{renderers()['text'](printed[0])}\n"


@pytest.mark.parametrize("kind", ["svg", "html"])
def test_the_same_answer_looks_the_same(
    kind: str, printed: list[CommandAnswer], monkeypatch: pytest.MonkeyPatch
) -> None:
    CliRunner().invoke(application(), ["show", "nim", "--json"])
    (answer,) = printed
    first = renderers()[kind](answer)
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setenv("NO_COLOR", "1")
    assert renderers()[kind](answer) == first
    assert isinstance(answer, ShowAnswer)
    assert renderers()[kind](replace(answer, terminal=True)) != first


def test_an_error_has_the_format_that_was_asked_for() -> None:
    run = CliRunner().invoke(application(), ["--format", "html", "show", "nowhere"])
    assert run.exit_code == 2
    assert run.stdout.startswith("<!DOCTYPE html>")
    assert "nowhere" in run.stdout
    assert "nowhere" in run.stderr


def test_every_answer_is_tried() -> None:
    assert answers().keys() == {"error", *(line.split()[0] for line in lines_of(COMMANDS))}


def test_the_schemas_are_those_of_the_answers(tmp_path: Path) -> None:
    write_schemas(tmp_path)
    fresh = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    kept = {path.name: path.read_text(encoding="utf-8") for path in SCHEMAS.iterdir()}
    assert kept == fresh, "python -m zermelo.answers.schema docs/schemas"


@dataclass(frozen=True, slots=True)
class Inner:
    """Keys that several answers share."""

    values: tuple[int, str]
    note: str | Absent = ABSENT
    seen: frozenset[int] = field(default=frozenset(), metadata=NOT_IN_JSON)


@dataclass(frozen=True, slots=True)
class Outer(CommandAnswer):
    """An answer."""

    from_: str | None
    inner: Inner = field(metadata=INLINED)
    again: "Outer | None" = None


def test_keys_are_inlined_left_out_and_spelled_without_underscore() -> None:
    answer = Outer(None, Inner((1, "a"), seen=frozenset({3})), Outer("b", Inner((2, "c"), "d")))
    inner = '{"from": "b", "values": [2, "c"], "note": "d", "again": null}'
    assert render(answer) == f'{{"from": null, "values": [1, "a"], "again": {inner}}}'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"from": 1, "values": [1, "a"], "again": null}', ["$.from is none of 2"]),
        ('{"from": "a", "values": [true, "a"], "again": null}', ["$.values[0] is True"]),
        ('{"from": "a", "values": [1], "again": null}', ["$.values has 1 items only"]),
        ('{"from": "a", "values": [1, "a", 2], "again": null}', ["$.values[2] should not"]),
        ('{"values": [1, "a"], "again": null, "x": 1}', ["$.from is missing", "$.x should not"]),
        ('{"from": "a", "values": [1, "a"], "note": null, "again": null}', ["$.note is None"]),
        ('{"from": "a", "values": [1, "a"], "note": "", "again": null}', []),
    ],
)
def test_a_schema_refuses_what_is_not_meant(text: str, said: list[str]) -> None:
    schema = schema_of("outer", [Outer])
    found = list(wrong(json.loads(text), schema, schema["$defs"]))
    assert len(found) == len(said)
    assert all(one.startswith(start) for one, start in zip(found, said, strict=True))


def test_renderers_are_the_files_of_their_folder() -> None:
    assert renderers()["json"] is render


class Told(CommandAnswer):
    """An answer that says itself how it is shown."""

    game = "{nim} <&>"

    def parts(self) -> Iterator[str]:
        yield "[red]a[/red]  :smile:\n{c} <d> & e"


def test_strings_are_shown_as_they_are() -> None:
    assert renderers()["text"](Told()) == "[red]a[/red]  :smile:\n{c} <d> & e"
    assert list(unshown(Told())) == []
