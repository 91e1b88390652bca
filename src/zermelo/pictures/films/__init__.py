"""A match as a film strip: one picture after each move."""
