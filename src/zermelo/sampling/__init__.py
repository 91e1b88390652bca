"""Random matches: playouts, traits that they refute, and measures."""
