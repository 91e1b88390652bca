"""Every command and every Python line of the README is run, in the order of the page."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from zermelo.apps.application import application

README = Path(__file__).parents[1] / "README.md"
BLOCK = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)


def blocks(kind: str) -> list[str]:
    return [content for name, content in BLOCK.findall(README.read_text()) if name == kind]


def commands(block: str) -> list[str]:
    return [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]


@pytest.fixture
def tour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the README shows, each named in its first comment."""
    for content in [*blocks("prolog"), *blocks("")]:
        if not content.startswith("% "):
            continue
        name = content.splitlines()[0].removeprefix("% ")
        (tmp_path / name).write_text(content)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("block", blocks("console"), ids=lambda block: commands(block)[0])
def test_the_commands_of_the_tour_work(block: str, tour: Path) -> None:
    for command in commands(block):
        program, *arguments = shlex.split(command)
        assert program == "zermelo"
        result = CliRunner().invoke(application(), arguments)
        assert result.exit_code == 0, f"{command}: {result.output}"
        assert result.output.strip()


def test_the_tour_has_commands() -> None:
    assert sum(len(commands(block)) for block in blocks("console")) >= 10


def test_the_python_of_the_readme_says_what_it_shows() -> None:
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner()
    for content in blocks("python"):
        runner.run(parser.get_doctest(content, {}, "README.md", "README.md", 0))
    assert runner.summarize().attempted > 3
    assert runner.summarize().failed == 0
