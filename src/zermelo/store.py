"""Where things are kept between runs: a folder of the user's, or of `ZERMELO_CACHE`."""

import os
import tempfile
from pathlib import Path


def folder() -> Path:
    """Return the folder for what can be made again: `ZERMELO_CACHE`, else the user's cache."""
    chosen = os.environ.get("ZERMELO_CACHE")
    if chosen and chosen != "off":
        return Path(chosen)
    if chosen == "off":
        return Path(tempfile.gettempdir()) / f"zermelo-{os.getuid()}"
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "zermelo"
