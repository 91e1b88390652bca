"""A text that is being written, tried out in a child: compiled, drawn, and played at random."""

from typing import Any

from zermelo.errors import GroundError, LimitError, ReadError, RuleError
from zermelo.game.compile import compiled
from zermelo.game.load import compiled_game
from zermelo.process.frames import Message
from zermelo.process.limits import Allowance
from zermelo.rules.check import Problem
from zermelo.rules.information import information
from zermelo.rules.parameters import instantiate
from zermelo.text.read import read_text
from zermelo.web.writing.diagnostics import failure, marks
from zermelo.web.writing.drafts import draft
from zermelo.web.writing.sample_matches import films

HIDDEN = "this game has hidden information (sees), which cannot be played yet"


def play_here(message: Message) -> dict[str, Any]:
    """Return random matches of the game that a text tells, or what is in the way.

    Args:
        message: `seed` is that of the first match; `seconds` and `megabytes` are for grounding.
    """
    source, syntax = draft(message)
    allowance = Allowance(message["seconds"], message["megabytes"])
    try:
        sheet = read_text(source, syntax)
        sheet = instantiate(sheet, {}) if sheet.constants else sheet
        if information(sheet).hidden:
            return {"films": []} | marks([Problem("hidden", HIDDEN, None, "warning", "")])
        result = compiled(sheet, allowance, keep=False)
    except (ReadError, RuleError, GroundError) as error:
        return {"films": []} | marks([failure(error, "rules", source)])
    except LimitError as error:
        return {"films": []} | marks([failure(error, "limit", source)])
    game = compiled_game(source.name, result, "plain", {})  # kernels would take a second to load
    return films(game, message["seed"])
