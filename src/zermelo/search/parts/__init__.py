"""Parts that searches share: tables and orders of moves."""
