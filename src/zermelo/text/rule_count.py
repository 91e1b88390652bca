"""The last line of a file of rules counts them: what is cut off is noticed."""


def counted_rules(count: int) -> str:
    """Return how many rules a file has, as its last line says it.

    >>> counted_rules(1), counted_rules(2000)
    ('1 rule', '2000 rules')
    """
    return f"{count} rule{'' if count == 1 else 's'}"


def counts_rules(text: str, count: int) -> bool:
    """Tell whether the last line of a file counts its rules; earlier versions wrote `1 rules`.

    >>> counts_rules("1 rule", 1), counts_rules("1 rules", 1), counts_rules("2 rules", 1)
    (True, True, False)
    """
    return text in (counted_rules(count), f"{count} rules")
