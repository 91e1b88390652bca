"""Grid maps with what a search saw of them and the path that it found."""
