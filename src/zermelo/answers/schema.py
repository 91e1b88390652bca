"""The JSON Schema of every answer, read from the types of its fields.

`python -m zermelo.answers.schema docs/schemas` writes one file per command.
"""

import inspect
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from zermelo.answers.answer import Absent, CommandAnswer, is_inlined, is_key, key_of
from zermelo.registry import modules_in
from zermelo.writing import write_text

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ERROR = "error"
"""The module of what every command answers if something goes wrong."""
Schema = dict[str, Any]
NAMES: Mapping[Any, str] = {
    NoneType: "null",
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
}


def answers() -> dict[str, list[type[CommandAnswer]]]:
    """Return the kinds of answers that each command has, by its name."""
    found = {
        name: [kind for kind in vars(module).values() if is_answer(kind, module.__name__)]
        for name, module in modules_in("zermelo.answers")
    }
    return {name: kinds for name, kinds in found.items() if kinds}


def is_answer(kind: object, module: str) -> bool:
    """Whether something is the answer of a command, and was made in a module."""
    return (
        isinstance(kind, type)
        and issubclass(kind, CommandAnswer)
        and is_dataclass(kind)
        and kind.__module__ == module
    )


def schema_of(command: str, kinds: Sequence[type[CommandAnswer]]) -> Schema:
    """Return the schema of what a command prints with `--json`, or of errors: what any prints."""
    parts: dict[str, Schema] = {}
    refs = [typed(kind, parts) for kind in kinds]
    top = refs[0] if len(refs) == 1 else {"anyOf": refs}
    title = "zermelo COMMAND --json" if command == ERROR else f"zermelo {command} --json"
    return {"$schema": DIALECT, "title": title, **top, "$defs": parts}


def typed(kind: Any, parts: dict[str, Schema]) -> Schema:
    """Return the schema of a type; dataclasses are added to the parts, and referred to."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind in NAMES:
        return {"type": NAMES[kind]}
    if kind is object:
        return {}
    if is_dataclass(kind) and isinstance(kind, type):
        if kind.__name__ not in parts:
            parts[kind.__name__] = {}  # it may be a part of itself
            parts[kind.__name__] = object_of(kind, parts)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin in (Union, UnionType):
        some = [typed(each, parts) for each in inner if each is not Absent]
        return some[0] if len(some) == 1 else {"anyOf": some}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": typed(inner[1], parts)}
    if origin is Sequence:
        return {"type": "array", "items": typed(inner[0], parts)}
    if origin is tuple:
        items = [typed(each, parts) for each in inner]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "items": False}
    raise TypeError(f"{kind} has no place in an answer")


def object_of(kind: type, parts: dict[str, Schema]) -> Schema:
    """Return the schema of a dataclass, which has no other keys than its fields."""
    known = list(properties(kind, parts))
    return {
        "description": inspect.getdoc(kind) or "",
        "type": "object",
        "properties": {name: schema for name, schema, _ in known},
        "required": [name for name, _, always in known if always],
        "additionalProperties": False,
    }


def properties(kind: type, parts: dict[str, Schema]) -> Iterator[tuple[str, Schema, bool]]:
    """Yield the keys of a dataclass, each with its schema, and whether it is always there."""
    types = get_type_hints(kind)
    for one in filter(is_key, fields(kind)):
        if is_inlined(one):
            yield from properties(types[one.name], parts)
        else:
            always = Absent not in get_args(types[one.name])
            yield key_of(one), typed(types[one.name], parts), always


def write_schemas(folder: Path) -> None:
    """Write the schema of every command's answer into a folder."""
    for command, kinds in answers().items():
        text = json.dumps(schema_of(command, kinds), indent=2)
        write_text(folder / f"{command}.json", f"{text}\n")


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
