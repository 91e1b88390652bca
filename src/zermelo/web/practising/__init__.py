"""The page Practise: exercises laid out for it, and what its requests mean."""
