"""Trees -> checked and simpler rules; `checks` has a file for each check."""
