"""The wheel is whole: installed in an empty environment, it has its games and its command."""

import json
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from zermelo.game.library import entries

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out)]
    subprocess.run([*build, str(ROOT)], check=True, capture_output=True)
    (built,) = out.glob("*.whl")
    return built


def test_the_wheel_has_every_game_and_the_licence(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for name, entry in entries().items():
        assert f"zermelo/games/{name}/game.toml" in names
        assert f"zermelo/games/{name}/{entry.rules.name}" in names
    for path in (ROOT / "src" / "zermelo" / "web").rglob("*.*"):
        if path.suffix in (".html", ".css", ".js", ".svg"):
            assert str(path.relative_to(ROOT / "src")) in names
    assert "zermelo/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_wheel_works_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "environment"
    venv.create(place)
    python = place / "bin" / "python"
    # What it needs from others lies here already: only the wheel itself is looked at.
    install = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--no-deps",
        "--no-compile",
    ]
    subprocess.run([*install, str(wheel)], check=True)
    program = str(place / "bin" / "zermelo")
    command = [program, "check", "tictactoe", "--json"]
    # In a folder of its own, without our sources or environment in sight.
    answer = subprocess.run(
        command,
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"HOME": str(tmp_path), "PYTHONPATH": sysconfig.get_path("purelib")},
    )
    assert json.loads(answer.stdout)["ok"]


def test_the_wheel_names_what_it_needs(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = (one for one in archive.namelist() if one.endswith("METADATA"))
    lines = archive.read(name).decode().splitlines()
    needed = [line for line in lines if line.startswith("Requires-Dist")]
    for package in ("clingo", "numba", "numpy", "rich", "typer"):
        assert any(f" {package}>=" in line and "extra" not in line for line in needed)
