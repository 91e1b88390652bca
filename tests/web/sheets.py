"""Rule sheets that try a server."""

EXPLODING = """
(role r) (init start)
{digits}
(<= (legal r (go ?a ?b ?c ?d ?e ?f ?g ?h)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h))
(<= (next start) (true start))
(<= terminal (not (true start)))
(goal r 100)
""".replace("{digits}", " ".join(f"(d {number})" for number in range(30)))
"""With 30^8 moves; the rule that says so is on line 4."""
