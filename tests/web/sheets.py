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

LONG_NAMES = """
(role the_player_whose_name_goes_on_until_the_very_end_of_the_line) (role other)
(init (turn other)) (init (moves_that_are_left_until_the_boat_sinks_for_good_and_all 4))
(-- 4 3) (-- 3 2) (-- 2 1) (-- 1 0) (side left_hand_side_of_the_river) (side right_hand_side)
(init (place_where_all_of_the_things_are left_hand_side_of_the_river))
(<= (legal ?p (carry_all_things_over_the_wide_and_dangerous_river_to ?s))
    (true (turn ?p)) (side ?s))
(<= (legal ?p noop) (role ?p) (not (true (turn ?p))))
(<= (next (place_where_all_of_the_things_are ?s))
    (does ?p (carry_all_things_over_the_wide_and_dangerous_river_to ?s)))
(<= (next (turn ?q)) (role ?q) (not (true (turn ?q))))
(<= (next (moves_that_are_left_until_the_boat_sinks_for_good_and_all ?b))
    (true (moves_that_are_left_until_the_boat_sinks_for_good_and_all ?a)) (-- ?a ?b))
(<= terminal (true (moves_that_are_left_until_the_boat_sinks_for_good_and_all 0)))
(<= (there ?s) (true (place_where_all_of_the_things_are ?s)))
(<= (goal other 100) (there right_hand_side))
(<= (goal other 0) (not (there right_hand_side)))
(<= (goal the_player_whose_name_goes_on_until_the_very_end_of_the_line 0) (there right_hand_side))
(<= (goal the_player_whose_name_goes_on_until_the_very_end_of_the_line 100)
    (not (there right_hand_side)))
"""
"""A game that needs much room for its words."""
