"""Texts that are too long to stand in a drawing -> shorter ones."""

LONGEST_LABEL = 24
LEAST = 4
"""Letters that a word needs to be told from others."""


def shortened(text: str) -> str:
    """Return a text that fits: its long words lose their middle, or it does if they are too many.

    >>> shortened("mark 1 2"), shortened("carry-this-over-the-river-to fox left-hand-side")
    ('mark 1 2', 'carr…r-to fox left…side')
    """
    words = text.split(" ")
    room = LONGEST_LABEL - (len(words) - 1)
    share = LONGEST_LABEL
    while sum(min(len(word), share) for word in words) > room and share >= LEAST:
        share -= 1
    return (
        " ".join(cut(word, share) for word in words) if share >= LEAST else cut(text, LONGEST_LABEL)
    )


def cut(text: str, most: int) -> str:
    """Return a text without its middle, if it is too long."""
    tail = (most - 1) // 2
    return text if len(text) <= most else f"{text[: most - 1 - tail]}…{text[-tail:]}"
