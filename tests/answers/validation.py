"""Checks JSON against a schema: the few words of JSON Schema that ours use."""

from collections.abc import Iterator
from typing import Any

TYPES: dict[str, tuple[type, ...]] = {
    "null": (type(None),),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "string": (str,),
    "array": (list,),
    "object": (dict,),
}
KNOWN = {
    *("$schema", "title", "description", "$defs", "$ref", "anyOf", "type", "enum", "required"),
    *("properties", "additionalProperties", "items", "prefixItems", "minItems"),
}


def wrong(value: Any, schema: Any, defs: dict[str, Any], where: str = "$") -> Iterator[str]:
    """Yield every place where a value is not what a schema says."""
    if isinstance(schema, bool):
        if not schema:
            yield f"{where} should not be there"
        return
    assert schema.keys() <= KNOWN, f"{schema.keys() - KNOWN} is not checked"
    if "$ref" in schema:
        yield from wrong(value, defs[schema["$ref"].removeprefix("#/$defs/")], defs, where)
    if "anyOf" in schema:
        found = [list(wrong(value, each, defs, where)) for each in schema["anyOf"]]
        if all(found):
            yield f"{where} is none of {len(found)}: {'; '.join(map(str, found))}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where} is {value!r}, not one of {schema['enum']}"
    if "type" in schema:
        is_bool = isinstance(value, bool) and schema["type"] != "boolean"
        if is_bool or not isinstance(value, TYPES[schema["type"]]):
            yield f"{where} is {value!r}, no {schema['type']}"
            return
    match value:
        case dict():
            yield from wrong_object(value, schema, defs, where)
        case list():
            first = schema.get("prefixItems", [])
            if len(value) < schema.get("minItems", 0):
                yield f"{where} has {len(value)} items only"
            for number, each in enumerate(value):
                inner = first[number] if number < len(first) else schema.get("items", True)
                yield from wrong(each, inner, defs, f"{where}[{number}]")


def wrong_object(value: Any, schema: Any, defs: dict[str, Any], where: str) -> Iterator[str]:
    """Yield what is wrong with the keys of an object, and below them."""
    known = schema.get("properties", {})
    for key in schema.get("required", []):
        if key not in value:
            yield f"{where}.{key} is missing"
    for key, each in value.items():
        inner = known.get(key, schema.get("additionalProperties", True))
        yield from wrong(each, inner, defs, f"{where}.{key}")
