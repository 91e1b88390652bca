"""Single facts of a game in words."""

from typing import Any


def inhibitor_text(told: dict[str, Any]) -> str:
    """Return an inhibitor in words."""
    state = "once" if told["positive"] else "once no more"
    names = told["inhibits"]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"{state} {told['latch']}: never again {', '.join(names[:3])}{more}"


def dead_goal_text(told: dict[str, Any]) -> str:
    """Return a dead goal in words."""
    goal = f"goal {told['value']} of {told['role']}"
    if told["latch"] is None:
        return f"{goal}: no match ends with it"
    state = "once" if told["positive"] else "once no more"
    return f"{goal}: dead {state} {told['latch']}"
