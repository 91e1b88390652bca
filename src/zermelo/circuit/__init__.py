"""Ground rules -> gates."""
