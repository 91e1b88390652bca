"""Every Python process of a recorded test run imports this at its start, as `sitecustomize`.

It loads the modules of the program with probes. The folder named by ZERMELO_PROBES has their code,
and the file `hits`, one byte for each block. All processes of a test map that file, so that what
children execute is seen too, even if they are killed.
"""

import builtins
import marshal
import mmap
import os
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType

FOLDER = os.environ.get("ZERMELO_PROBES", "")


class ProbedLoader(SourceFileLoader):
    """Executes the code with probes, and says otherwise what the usual loader says."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of a module."""
        with open(code_of(self.path), "rb") as file:  # noqa: PTH123 (pathlib would delay each start)
            code = marshal.load(file)
            assert isinstance(code, CodeType)
            return code


class ProbedFinder:
    """Finds modules of the program as usual, and has them loaded with probes."""

    @staticmethod
    def find_spec(
        name: str, path: list[str] | None = None, target: None = None
    ) -> ModuleSpec | None:
        """Return what the usual finder does, with another loader."""
        if name.partition(".")[0] != "zermelo":
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.origin and os.path.exists(code_of(spec.origin)):  # noqa: PTH110
            spec.loader = ProbedLoader(name, spec.origin)
        return spec


def code_of(path: str) -> str:
    """Return the file that has the code of a source file."""
    return f"{FOLDER}/{path.rpartition('/src/')[2].replace('/', '.')}.code"


if FOLDER:
    with open(f"{FOLDER}/hits", "r+b") as shared:  # noqa: PTH123
        builtins.__hits__ = mmap.mmap(shared.fileno(), 0)  # type: ignore[attr-defined]
    sys.meta_path.insert(0, ProbedFinder)  # type: ignore[arg-type]
