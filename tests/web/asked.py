"""Everything that can be asked of the server, found in the application itself."""

import re
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Mount, Route

import zermelo.web

PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")
FOLDER = Path(zermelo.web.__file__).parent
NAMED = re.compile(r"""(?:text_in\(\w[^,]*,|\bget\(|found\[|params\[)\s*"(\w+)\"""")
"""Where routes and tasks take something out of a request by its name."""
LIKELY = {"game": "tictactoe", "table": "AAAAAAAAAAAAAAAA", "task": "nothing"}
"""What stands in an address where nothing else is said."""


@dataclass(frozen=True, slots=True)
class Way:
    """A method and the pattern of an address."""

    method: str
    pattern: str

    def __str__(self) -> str:
        return f"{self.method} {self.pattern}"

    @property
    def parameters(self) -> list[str]:
        """The parts of the address that a request chooses."""
        return PARAMETER.findall(self.pattern)

    def path(self, **chosen: str) -> str:
        """Return an address; what is not chosen is likely."""
        return PARAMETER.sub(lambda one: (LIKELY | chosen).get(one[1], "x"), self.pattern)


def ways(app: Starlette) -> list[Way]:
    """Return all methods and addresses of an application; HEAD is let through where GET is."""
    found: list[Way] = []
    for route in app.routes:
        if isinstance(route, Mount):
            found.append(Way("GET", f"{route.path}/{{file}}"))
        else:
            assert isinstance(route, Route), f"{route} is of a kind that no test knows"
            methods = sorted((route.methods or set()) - {"HEAD"})
            found += [Way(method, route.path) for method in methods]
    return found


def names() -> list[str]:
    """Return what requests may name, in addresses and in bodies."""
    files = [*(FOLDER / "routes").glob("*.py"), *(FOLDER / "tasks").glob("*.py")]
    texts = [file.read_text(encoding="utf-8") for file in files]
    return sorted({name for text in texts for name in NAMED.findall(text)} | {"game", "moves"})
