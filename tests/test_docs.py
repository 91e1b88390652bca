"""Every command and every Python line of the pages in docs is run, and says what the page shows."""

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from zermelo.apps.application import application
from zermelo.search.base import searches

DOCS = Path(__file__).parents[1] / "docs"
PAGES = sorted(DOCS.glob("**/*.md"))
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(page: Path, kind: str) -> list[str]:
    """The blocks of a page that are marked as `kind`."""
    text = page.read_text(encoding="utf-8")
    return [content for name, content in BLOCK.findall(text) if name == kind]


def commands(block: str) -> list[tuple[str, str]]:
    """Every command of a block with the output that is shown below it."""
    found: list[tuple[str, str]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line.removeprefix("$ "), ""))
        else:
            command, shown = found[-1]
            found[-1] = command, f"{shown}{line}\n"
    return found


def given(command: str) -> tuple[str, str]:
    """What a command reads from `printf '...' |` before it, and the command itself."""
    if not command.startswith("printf "):
        return "", command
    text, _, rest = command.partition(" | ")
    return shlex.split(text)[1].replace("\\n", "\n"), rest


def name_of(page: Path) -> str:
    return str(page.relative_to(DOCS))


def pages_with(mark: str) -> list[Path]:
    return [page for page in PAGES if mark in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", pages_with(">>> "), ids=name_of)
def test_the_python_of_a_page_says_what_it_shows(page: Path) -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=FLAGS)
    text = "\n".join(blocks(page, "python"))
    runner.run(parser.get_doctest(text, {}, page.name, str(page), 0))
    assert runner.summarize().attempted == page.read_text(encoding="utf-8").count(">>> ")
    assert runner.summarize().failed == 0


@pytest.mark.parametrize("page", pages_with("$ zermelo"), ids=name_of)
def test_the_commands_of_a_page_say_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(DOCS / "trees", tmp_path / "trees")
    monkeypatch.chdir(tmp_path)
    for content in blocks(page, "prolog"):
        (tmp_path / content.splitlines()[0].removeprefix("% ")).write_text(content)
    for block in blocks(page, "console"):
        for command, shown in commands(block):
            typed, command = given(command)
            program, *arguments = shlex.split(command)
            assert program == "zermelo"
            result = CliRunner().invoke(application(), arguments, input=typed)
            assert result.exit_code == 0, result.output
            same = doctest.OutputChecker().check_output(shown, result.stdout, FLAGS)
            assert not shown or same, f"{command}\n{result.output}"


def test_every_method_has_its_page() -> None:
    assert {path.stem for path in (DOCS / "methods").glob("*.md")} >= searches().keys()


@pytest.mark.parametrize("name", searches())
def test_the_page_of_a_method_has_all_its_parts(name: str) -> None:
    text = (DOCS / "methods" / f"{name}.md").read_text(encoding="utf-8")
    for part in ("Idea", "Definition", "When to use it", "Cost", "Source"):
        assert f"**{part}.**" in text, part
    assert "](../pictures/" in text or "there is nothing to draw" in text
