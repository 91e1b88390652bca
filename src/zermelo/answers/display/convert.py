"""How rules in another syntax are shown: as they are."""

from collections.abc import Iterator

from zermelo.answers.convert import ConvertAnswer


def parts(answer: ConvertAnswer) -> Iterator[str]:
    """Yield the rules."""
    yield answer.text.removesuffix("\n")
