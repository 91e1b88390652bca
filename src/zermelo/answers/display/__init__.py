"""How people are shown answers: every file has `parts`, for the answers of the same name."""
