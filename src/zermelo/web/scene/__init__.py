"""A state -> what a page draws of it: boards with geometry, piles, and a table of the rest."""
