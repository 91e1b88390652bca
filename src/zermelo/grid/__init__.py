"""Maps of free and blocked cells, and shortest paths on them: `find.py` is the way in."""
