"""Searches: states -> ever better moves. Files here lie below the folders beside them."""
