"""`zermelo path`: what it answers, what it draws, and what it refuses."""

import struct
import xml.etree.ElementTree as ElementTree
import zlib
from pathlib import Path

import pytest

from tests.apps.conftest import Run

SMALL = "type octile\nheight 3\nwidth 4\nmap\n....\n@@@.\n....\n"
SPLIT = "type octile\nheight 3\nwidth 4\nmap\n....\n@@@@\n....\n"
SCEN = "version 1\n0\tsmall.map\t4\t3\t0\t0\t0\t2\t8\n1\tsmall.map\t4\t3\t0\t0\t3\t0\t3\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "small.map").write_text(SMALL)
    (tmp_path / "split.map").write_text(SPLIT)
    (tmp_path / "small.scen").write_text(SCEN)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_a_path_is_told_with_all_that_scripts_use(run: Run) -> None:
    answer = run("path", "small.map", "--from", "0,0", "--to", "0,2", "--json").answer
    assert answer["map"] == "small.map"
    assert (answer["width"], answer["height"], answer["free"]) == (4, 3, 9)
    assert (answer["from"], answer["to"], answer["search"]) == ([0, 0], [0, 2], "jps")
    assert answer["found"] is True
    assert answer["length"] == 8
    assert answer["cells"][0] == [0, 0]
    assert answer["cells"][-1] == [0, 2]
    assert len(answer["cells"]) == 9
    assert {"expanded", "reached", "ready", "seconds", "rows"} <= answer.keys()


@pytest.mark.usefixtures("folder")
def test_a_small_map_is_drawn_for_people(run: Run) -> None:
    ran = run("path", "small.map", "--from", "0,0", "--to", "0,2", "--search", "astar")
    assert ran.out.splitlines()[:3] == ["S***", "###*", "G***"]
    assert "0,0 to 0,2: length 8.0000, 8 steps" in ran.out


@pytest.mark.usefixtures("folder")
def test_all_searches_are_compared(run: Run) -> None:
    answer = run("path", "small.map", "--from", "0,0", "--to", "0,2", "--compare", "--json").answer
    assert [row["search"] for row in answer["rows"]] == ["astar", "dstar", "jps", "rsr", "ucs"]
    assert {row["length"] for row in answer["rows"]} == {8.0}


@pytest.mark.usefixtures("folder")
def test_no_path_is_the_answer_no(run: Run) -> None:
    for search in ("astar", "dstar", "jps", "rsr", "ucs"):
        ran = run("path", "split.map", "--from", "0,0", "--to", "0,2", "--search", search)
        assert ran.code == 1
        assert "no path leads from 0,0 to 0,2" in ran.out
    answered = run("path", "split.map", "--from", "0,0", "--to", "0,2", "--json")
    assert answered.code == 1
    assert answered.answer["found"] is False
    assert answered.answer["length"] is None
    assert answered.answer["cells"] == []


@pytest.mark.usefixtures("folder")
def test_the_lengths_of_a_scenario_are_checked(run: Run) -> None:
    ran = run("path", "small.map", "--scen", "small.scen", "--compare")
    assert ran.code == 0
    assert ran.out.count("2 of 2") == 5
    answer = run("path", "small.map", "--scen", "small.scen", "--json").answer
    (row,) = answer["rows"]
    assert (row["queries"], row["found"], row["length"], row["wrong"]) == (2, 2, 11.0, [])


def test_a_scenario_with_wrong_lengths_is_the_answer_no(run: Run, folder: Path) -> None:
    lines = "".join(f"0\tsmall.map\t4\t3\t0\t0\t{x % 4}\t0\t9\n" for x in range(12))
    (folder / "wrong.scen").write_text(f"version 1\n{lines}")
    ran = run("path", "small.map", "--scen", "wrong.scen")
    assert ran.code == 1
    assert "wrong.scen:3: 1.00000000 by jps, not 9.00000000" in ran.out
    assert "wrong.scen: 2 more of jps" in ran.out
    answered = run("path", "small.map", "--scen", "wrong.scen", "--json")
    assert answered.code == 1
    assert answered.answer["rows"][0]["wrong"][1] == {"line": 3, "expected": 9.0, "length": 1.0}


def test_random_queries_can_be_saved_and_solved_again(run: Run, folder: Path) -> None:
    ran = run(
        "path", "rooms:width=20,height=20", "--queries", "5", "--save", "r.map", "--save", "r.scen"
    )
    assert "written: r.map" in ran.out
    again = run("path", "r.map", "--scen", "r.scen", "--search", "rsr", "--json")
    assert again.code == 0
    assert again.answer["rows"][0]["found"] == 5
    assert (folder / "r.map").read_text().startswith("type octile\nheight 20\nwidth 20\nmap\n")


def test_pictures_put_searches_side_by_side(run: Run, folder: Path) -> None:
    query = ("--from", "0,0", "--to", "18,10", "--compare")
    ran = run("path", "rooms:width=20,height=12", *query, "--picture", "all.svg")
    assert "written: all.svg" in ran.out
    text = (folder / "all.svg").read_text()
    root = ElementTree.fromstring(text)
    titles = [node.text for node in root.iter() if node.get("class") == "title"]
    assert titles == ["astar", "dstar", "jps", "rsr", "ucs"]
    assert "settled, early to late" in text


def test_a_picture_of_points_is_written_as_png_too(run: Run, folder: Path) -> None:
    query = ("--from", "0,0", "--to", "18,10", "--search", "jps", "--search", "astar")
    assert run("path", "rooms:width=20,height=12", *query, "--picture", "two.png").code == 0
    content = (folder / "two.png").read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", content[16:24])
    size = struct.unpack(">I", content[33:37])[0]
    assert content[37:41] == b"IDAT"
    assert len(zlib.decompress(content[41 : 41 + size])) == height * (1 + 3 * width)
    assert content.endswith(b"IEND" + struct.pack(">I", zlib.crc32(b"IEND")))


def test_a_walk_through_changes_is_told_and_drawn(run: Run, folder: Path) -> None:
    query = ("--from", "0,0", "--to", "38,22", "--changes", "3", "--seed", "1")
    spec = "random:width=40,height=24,density=0.1,seed=4"
    moments = run("path", spec, *query, "--json").answer["moments"]
    assert len(moments) == 4
    assert moments[0]["changed"] == []
    assert moments[1]["changed"]
    assert {"at", "length", "expanded", "anew", "cells"} <= moments[1].keys()
    ran = run("path", spec, *query, "--search", "dstar", "--picture", "walk.svg")
    assert "dstar settled" in ran.out
    text = (folder / "walk.svg").read_text()
    assert "after 3 changes" in text
    assert "blocked now" in text


def test_a_walk_that_is_cut_off_is_the_answer_no(run: Run, folder: Path) -> None:
    (folder / "corridor.map").write_text("type octile\nheight 1\nwidth 9\nmap\n.........\n")
    ran = run("path", "corridor.map", "--from", "0,0", "--to", "8,0", "--changes", "2")
    assert ran.code == 1
    assert "no path" in ran.out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("small.map", 2, "give either --from and --to, or --scen, or --queries"),
        ("small.map --from 0,0", 2, "give either --from and --to"),
        ("small.map --from 0,0 --to 1,0 --queries 2", 2, "give either --from and --to"),
        ("small.map --from 0;0 --to 1,0", 2, "--from takes a cell as X,Y (two whole numbers)"),
        ("small.map --from 0,0 --to 1", 2, "--to takes a cell as X,Y"),
        ("small.map --from=--1,0 --to 1,0", 2, "--from takes a cell as X,Y"),
        (f"small.map --from {'9' * 5000},0 --to 1,0", 2, "(two whole numbers), not '999"),
        (". --queries 2", 3, ". is a folder, not a map"),
        ("small.map --from 0,1 --to 1,0", 3, "--from 0,1 is blocked in small.map"),
        ("small.map --from 0,0 --to 4,0", 3, "--to 4,0 lies outside small.map: x is 0 to 3"),
        ("small.map --from 0,0 --to -1,0", 3, "--to -1,0 lies outside small.map"),
        ("small.map --from 0,0 --to 1,0 --search jsp", 2, "no search on grids is called 'jsp'"),
        ("small.map --from 0,0 --to 1,0 --search jps --compare", 2, "leave --search out"),
        ("small.map --from 0,0 --to 1,0 --picture a.gif", 2, "a.gif: a picture is written as .svg"),
        ("small.map --queries 2 --picture a.svg", 2, "--picture draws one path"),
        ("small.map --queries 2 --changes 2", 2, "--changes is about one path"),
        ("small.map --queries 2 --save a.txt", 2, "a.txt: a map or a scenario is written as .map"),
        ("small.map --queries 2 --passable .x", 2, "--passable takes letters of .GSWT@O"),
        ("small.map --from 0,0 --to 1,0 --changes 2 --search jps", 2, "--search dstar alone"),
        ("none.map --queries 2", 3, "there is no file none.map"),
        ("rom:seed=1 --queries 2", 2, "no map is called 'rom'; did you mean rooms?"),
        ("bad.map --queries 2", 3, "bad.map:5:2: 'x' is no terrain"),
        ("small.map --scen bad.scen", 3, "bad.scen:2:17: the start 0,1 is blocked in small.map"),
        ("maze:width=0 --queries 2", 2, "maze:width takes a whole number of at least 1, not 0"),
        ("random:density=1 --queries 2", 3, "no cell of random:density=1 is free"),
        ("random:width=9000,height=9000 --queries 2", 4, "more than 8,388,608"),
    ],
)
def test_what_is_wrong_is_said(
    run: Run, folder: Path, arguments: str, code: int, message: str
) -> None:
    (folder / "bad.map").write_text("type octile\nheight 1\nwidth 3\nmap\n.x.\n")
    (folder / "bad.scen").write_text("version 1\n0\tsmall.map\t4\t3\t0\t1\t3\t0\t3\n")
    ran = run("path", *arguments.split())
    assert ran.code == code, ran.err
    assert message in ran.err
