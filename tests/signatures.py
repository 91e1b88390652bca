"""Signatures: what the program answered when somebody last looked, one line per question.

A signature test asks the program many questions and compares every answer with a file in the
folder `signatures` beside the test. It notices a search that visits one node more or prefers
another of two equal moves, which a test of the values alone cannot. Where a change is meant, write
the files again (`make signatures`) and review the diff.
"""

import os
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

import pytest

MOST_SHOWN = 5
"""How many differences a failure shows."""
NAMES = re.compile(r"\b[A-Z]\w*(?=\()|(?<=<)[A-Z]\w*(?=\.)")
"""The names of classes, as the text of a value has them."""
WRITES = os.environ.get("ZERMELO_SIGNATURES") == "write"


def digest(parts: Iterable[object]) -> str:
    """Return a short text that differs where one of the parts is spelled differently.

    What a class is called makes no difference.
    """
    text = NAMES.sub("", "\n".join(map(str, parts)))
    return sha256(text.encode()).hexdigest()[:12]


def compare(file: Path, answers: Mapping[str, str]) -> None:
    """Fail if an answer is not the one in a file of the folder `signatures`, or write the file."""
    assert all("\n" not in key + answer for key, answer in answers.items()), "one line each"
    if WRITES:
        file.parent.mkdir(exist_ok=True)
        text = "".join(f"{key}\n    {answer}\n" for key, answer in answers.items())
        file.write_text(text, encoding="utf-8")
        pytest.skip(f"wrote {file}")
    assert file.is_file(), f"{file} is missing: {__doc__}"
    lines = file.read_text(encoding="utf-8").splitlines()
    kept = dict(zip(lines[::2], (line[4:] for line in lines[1::2]), strict=True))
    wrong = [
        f"{key}\n    was {kept.get(key)}\n    is  {answers.get(key)}"
        for key in dict.fromkeys((*kept, *answers))
        if kept.get(key) != answers.get(key)
    ]
    if wrong:
        shown = "\n".join(wrong[:MOST_SHOWN])
        hint = "if that is meant, `make signatures` writes the files again; review the diff"
        pytest.fail(f"{len(wrong)} of {len(kept)} answers differ from {file}; {hint}\n{shown}")
