"""States -> estimates of their value; `evaluators` has a file for each evaluator."""
