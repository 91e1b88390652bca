"""Answers as JSON, and errors as sentences with the right status."""

import json
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse

from zermelo.errors import (
    LimitError,
    PlayError,
    SourceError,
    UnsuitedError,
    UsageError,
    ZermeloError,
)

ENDING = "the server is being ended"
"""The answer to everybody who still waits for something then."""


class GoneError(ZermeloError):
    """Something that is asked for and is not, or no longer, there."""


class BusyError(ZermeloError):
    """More than this server does at once."""


def failed(_: Request, error: Exception) -> JSONResponse:
    """Return an error as a page shows it."""
    assert isinstance(error, ZermeloError)
    return JSONResponse(as_object(error), status_of(error))


def as_object(error: ZermeloError) -> dict[str, Any]:
    """Return what an error says, with its place in a text."""
    found: dict[str, Any] = {"error": str(error)}
    if isinstance(error, SourceError) and error.span is not None:
        found |= {"message": error.message, "line": error.span.line, "column": error.span.column}
    return found


def status_of(error: ZermeloError) -> int:
    """Return the status of an error."""
    match error:
        case GoneError():
            return 404
        case BusyError():
            return 503
        case LimitError():
            return 422
        case PlayError():
            return 409
        case UsageError() | UnsuitedError() | SourceError():
            return 400
    return 400


async def said(request: Request) -> Mapping[str, Any]:
    """Return the JSON object that a request brings; UsageError if it brings none."""
    content = await request.body()
    try:
        found = json.loads(content)
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise UsageError("the request has half of a character, which no text can hold") from None
    except (ValueError, RecursionError):
        raise UsageError("the request is no JSON") from None
    if not isinstance(found, dict):
        raise UsageError("the request is no JSON object")
    return found


def text_in(found: Mapping[str, Any], name: str, most: int = 200) -> str:
    """Return a text of a request."""
    value = found.get(name)
    if not isinstance(value, str) or len(value) > most:
        raise UsageError(f"{name} must be a text of at most {most} characters")
    return value


def number_in(
    found: Mapping[str, Any], name: str, least: float, most: float, default: float | None = None
) -> float:
    """Return a number of a request."""
    value = found.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise UsageError(f"{name} must be a number from {least:g} to {most:g}")
    return float(value)
