"""Killed at any moment, a series loses nothing that it reported; see benchmarks/kill_matches.py."""

from pathlib import Path

from benchmarks.kill_matches import kill_often

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"


def test_what_was_reported_outlives_kills(tmp_path: Path) -> None:
    game = tmp_path / "lecture.tree"
    game.write_text(TREE)
    match = (str(game), "random", "minimax", "--depth", "1", "--opening", "0")
    found = kill_often(tmp_path / "matches.db", match, kills=3, games=60, longest=0.1, seed=1)
    assert found.problems == []
    assert found.kills == 3
    assert len(found.reported) >= 60 - found.kills, "a match may be kept, and not reported yet"
