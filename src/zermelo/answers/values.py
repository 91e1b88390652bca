"""Values as people read them."""


def shown_value(value: float | None) -> str:
    """Return a value as people read it.

    >>> shown_value(50.0), shown_value(33.333333), shown_value(None)
    ('50', '33.3333', 'undefined')
    """
    return "undefined" if value is None else f"{value:g}"
