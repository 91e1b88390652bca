"""Writing rules: what is wrong with a text, how its game looks, and random matches of it."""
