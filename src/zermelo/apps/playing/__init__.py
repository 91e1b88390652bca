"""A match at the terminal: what a person types, what is drawn, and who moves when."""
