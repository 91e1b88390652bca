"""Everything that a manager should not do to a player, and how the player takes it."""


async def abuse() -> None:
    """Do it all."""
